"""Data sets with settings: named in a table, their items of the type that the game takes."""

import pytest

from syllogos import api
from syllogos.errors import InputError
from syllogos.experiment.experiment import read_experiment
from syllogos.store.store import open_store

SHEET = '''
"""Questions from a sheet of values separated by commas."""
import csv
import io

from syllogos.questions.problem import Problem
from syllogos.text.source import Source


def make(path: Source, negate: bool = False):
    rows = csv.reader(io.StringIO(path.text))
    return [Problem(text, ("A) yes", "B) no"), answer="B" if negate else "A", id=name) for name, text in rows]


def numbers(top: int = 3):
    return list(range(top))
'''
EXPERIMENT = """
name = "sheet"
[game]
kind = "question"
dataset = { kind = "sheet.py:make", path = "q.csv", negate = true }
[grid]
item = ["one", "two"]
[[condition]]
name = "c"
agents = ["direct"]
models = ["scripted/first"]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the data set, its sheet and an experiment, which is read from elsewhere."""
    (tmp_path / "own").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "own" / "sheet.py").write_text(SHEET)
    (tmp_path / "own" / "q.csv").write_text("one,Is it so?\ntwo,Is it not?\n")
    (tmp_path / "own" / "e.toml").write_text(EXPERIMENT)
    monkeypatch.chdir(tmp_path / "elsewhere")
    return tmp_path / "own"


def test_an_experiment_gives_a_data_set_its_settings_seen_from_its_own_folder(folder):
    api.run(folder / "e.toml", folder / "run")
    store = open_store(folder / "run")
    records = [store.record(game["key"]) for game in store.games()]
    store.close()
    assert [r["outcome"]["end"] for r in records] == ["wrong", "wrong"]
    assert {r["log"][0]["what"]["question"] for r in records} == {"Is it so?", "Is it not?"}


def test_what_is_in_the_file_and_the_settings_tell_games_apart(folder):
    first = read_experiment(folder / "e.toml").matches[0].key
    (folder / "q.csv").write_text("one,Is it so now?\ntwo,Is it not?\n")
    second = read_experiment(folder / "e.toml").matches[0].key
    (folder / "e.toml").write_text(EXPERIMENT.replace(", negate = true", ""))
    third = read_experiment(folder / "e.toml").matches[0].key
    assert len({first, second, third}) == 3


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            '{ kind = "sheet.py:make", path = "q.csv", negate = "perhaps" }',
            "data set sheet.py:make: negate = ",
        ),
        ('{ kind = "sheet.py:make", path = "q.csv", negated = true }', "did you mean negate"),
        ('{ kind = "sheet.py:make" }', "data set sheet.py:make: the setting 'path' is missing"),
        ('{ kind = "sheet.py:make", path = "r.csv" }', "r.csv"),
        ('{ kind = "sheet.py:numbers" }', "has items of type int, Problem is wanted"),
        ('{ path = "q.csv" }', 'name the data set: dataset = { kind = "NAME"'),
        ('{ kind = "startr" }', "unknown dataset 'startr': did you mean starter"),
        ('"q.csv"', "q.csv: questions are read from a .jsonl file"),
    ],
)
def test_what_is_wrong_with_a_data_set_is_one_line_that_names_it_and_its_line(folder, table, said):
    first, _, rest = EXPERIMENT.partition("dataset = ")
    (folder / "e.toml").write_text(f"{first}dataset = {table}\n{rest.partition(chr(10))[2]}")
    with pytest.raises(InputError) as raised:
        read_experiment(folder / "e.toml")
    text = str(raised.value)
    assert said in text and "\n" not in text and f"{folder / 'e.toml'}:5" in text, text


MODELS = """
name = "own"
[game]
kind = "pd"
[[condition]]
name = "c"
agents = ["direct", "near.py:Near"]
models = [MODEL, "scripted/first"]
embeddings = { main = EMBEDDING }
"""
NEAR = """
import numpy as np

from syllogos.contract import Decision, Reply
from syllogos.plugins import uses


class Steady:
    def __init__(self, name, *, word: str = "defect"):
        self.word = word

    async def complete(self, messages, *, sampling, schema=None):
        return Reply('{"move": "%s"}' % self.word, tokens_in=1, tokens_out=1, model="steady")


class Flat:
    def __init__(self, name, *, width: int = 2):
        self.width = width

    async def embed(self, texts):
        return np.eye(self.width, dtype=np.float32)[[len(text) % self.width for text in texts]]


@uses(embeddings=["main"])
class Near:
    def __init__(self, desk, seat):
        self.desk = desk

    async def act(self, view, fault):
        await self.desk.embed(["a", "bb"])
        return Decision(next(iter(view.moves.options.values())))
"""


@pytest.mark.parametrize(
    ("model", "embedding", "tables"),
    [
        ('"near.py:Steady"', '"near.py:Flat"', ""),
        (
            '"m"',
            '"e"',
            '[models.m]\nmodel = "near.py:Steady"\n[embeddings.e]\nembedding = "near.py:Flat"\nwidth = 3',
        ),
    ],
)
def test_models_and_embeddings_of_a_file_are_seen_from_the_experiment_too(folder, model, embedding, tables):
    (folder / "near.py").write_text(NEAR)
    text = MODELS.replace("MODEL", model).replace("EMBEDDING", embedding) + tables
    (folder / "m.toml").write_text(text)
    api.run(folder / "m.toml", folder / "own")
    store = open_store(folder / "own")
    (game,) = store.games()
    assert game["status"] == "finished" and store.record(game["key"])["outcome"]["scores"] == {
        "0": 5.0,
        "1": 0.0,
    }
    store.close()
