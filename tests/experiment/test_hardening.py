"""Faults of the frame that were found by use, each kept as a test."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from fake_server import FakeServer, says
from syllogos import api
from syllogos.contract import Event, Fault, Menu, Outcome, Reply, Seat
from syllogos.errors import InputError, SyllogosError
from syllogos.experiment.experiment import read_experiment
from syllogos.store.store import open_store
from syllogos.text.replies import read_answer
from syllogos.text.visible import visible

BASE = """
name = "h"
repetitions = 3
[game]
kind = "pd"
[[condition]]
name = "c"
agents = ["own.py:Own", "tit_for_tat"]
"""
OWN = """
PICK = "cooperate"
from syllogos.contract import Decision
class Own:
    def __init__(self, desk, seat): pass
    async def act(self, view, fault): return Decision(PICK)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "e.toml").write_text(BASE)
    return tmp_path


class Says:
    def __init__(self, word):
        self.word = word

    async def complete(self, messages, *, sampling, schema=None):
        return Reply(json.dumps({"move": self.word}))


def test_two_model_objects_of_one_class_are_two_models():
    record = api.play("pd", ["direct", "direct"], [Says("cooperate"), Says("defect")])
    assert record.outcome.scores == {0: 0.0, 1: 5.0}


def test_a_plugin_edited_after_the_plan_was_made_does_not_reach_it(folder):
    plan = read_experiment(folder / "e.toml")
    (folder / "own.py").write_text(OWN.replace("cooperate", "defect"))
    assert plan.matches[0].seats[0].agent.make.__init__.__globals__["PICK"] == "cooperate"
    other = read_experiment(folder / "e.toml")
    assert other.matches[0].key != plan.matches[0].key


def test_the_folder_a_run_is_started_from_is_no_part_of_a_game(folder, monkeypatch):
    keys = [m.key for m in read_experiment(folder / "e.toml").matches]
    (folder / "sub").mkdir()
    monkeypatch.chdir(folder / "sub")
    assert [m.key for m in read_experiment(Path("../e.toml")).matches] == keys


def test_dashes_and_underscores_name_the_same_agent(folder):
    text = BASE + '[[condition]]\nname = "d"\nagents = ["own.py:Own", "tit-for-tat"]\n'
    (folder / "e.toml").write_text(text)
    with pytest.raises(InputError, match="are the same games"):
        read_experiment(folder / "e.toml")


@dataclass(frozen=True)
class Named:
    who: frozenset


@dataclass(frozen=True)
class Sets:
    """A game whose event has no words of its own."""

    seats: int = 1
    attempts: int = 1
    score: float = 0.0

    def start(self, rng):
        return Log((Event(Named(frozenset({"ada", "ben", "cleo", "dan"}))),))

    def to_move(self, state):
        return frozenset()

    def moves(self, seat, seen):
        return Menu({"a": "a"})

    def words(self, seat, seen):
        return ""

    def step(self, state, turn, rng):
        return state

    def outcome(self, state):
        return Outcome("over", {Seat(0): self.score})


@dataclass(frozen=True)
class Log:
    log: tuple


def test_a_record_does_not_depend_on_hash_randomisation():
    code = (
        "import sys; sys.path[:0] = sys.argv[1:]; from test_hardening import Sets; "
        "from syllogos import api; print(api.play(Sets(), ['random']).to_json()['log'])"
    )
    here = Path(__file__).parent
    folders = [str(here), str(here.parent / "helpers")]
    said = {
        subprocess.run(
            [sys.executable, "-c", code, *folders],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(said) == 1 and "ada" in said.pop()


def test_scores_that_are_no_numbers_are_a_crash():
    with pytest.raises(SyllogosError, match="finite"):
        api.play(Sets(score=float("nan")), ["random"])


@pytest.mark.parametrize(
    "text",
    ['{"move": null}', '{"move": ["a"]}', '{"move": {"a": 1}}', '{"move": true}', '{"move":"a","move":"b"}'],
)
def test_nothing_is_guessed_from_an_odd_answer(text):
    assert isinstance(read_answer(text, Menu({"a": 1, "b": 2, "none": 3, "true": 4})).move, Fault)


def test_hostile_replies_are_read_in_linear_time():
    for text in ("\n" * 190_000, "-\n" * 90_000, "```" * 60_000, "move*:" * 30_000, " " * 190_000 + "move"):
        assert isinstance(read_answer(text, Menu({"a": 1})).move, Fault)


def test_a_budget_stops_inside_a_game_and_the_game_goes_on_when_it_is_raised(folder):
    with FakeServer(says('{"move": "defect"}', tokens=(2000, 10))) as server:
        text = f"""
name = "b"
[game]
kind = "pd"
rounds = 20
[[condition]]
name = "c"
agents = ["direct", "tit_for_tat"]
models = ["m"]
[models.m]
model = "openai/fake-1"
base_url = "{server.base_url}"
[limits]
tokens = 10000
"""
        (folder / "b.toml").write_text(text)
        said = []
        api.run("b.toml", "run", say=said.append)
        assert server.calls == 5 and "tokens" in said[-1]
        (folder / "b.toml").write_text(text.replace("10000", "100000"))
        (cell,) = api.run("b.toml", "run")
        assert cell.finished == 1 and server.calls == 20


def test_money_needs_a_price(folder):
    table = '\n[models.m]\nmodel = "openai/some-new-model"\n[limits]\nmoney = 1.0\n'
    text = BASE.replace('"own.py:Own"', '"direct"') + 'models = ["m"]\n' + table
    (folder / "e.toml").write_text(text)
    with pytest.raises(InputError, match="price of openai/some-new-model is not known"):
        read_experiment(folder / "e.toml")


def test_an_experiment_changed_by_another_process_does_not_trouble_this_one(folder):
    plan = read_experiment(folder / "e.toml")
    store = open_store(folder / "run", create=True)
    store.begin(plan.identity, plan.text, [m.planned() for m in plan.matches])
    (folder / "e.toml").write_text(BASE.replace("repetitions = 3", "repetitions = 5"))
    api.run("e.toml", "run")
    assert store.claim() is None and store.counts().finished == 5
    store.close()


@pytest.mark.parametrize("error", ["SystemExit(0)", "__import__('asyncio').CancelledError()"])
def test_an_agent_cannot_end_the_run(folder, error):
    (folder / "own.py").write_text(OWN.replace("return Decision(PICK)", f"raise {error}"))
    (cell,) = api.run("e.toml", "run")
    assert (cell.finished, cell.crashed) == (0, 3)


def test_a_model_that_returns_something_else_is_named():
    class Odd:
        async def complete(self, messages, *, sampling, schema=None):
            return None

    with pytest.raises(SyllogosError, match="Odd: the model returned NoneType"):
        api.play("pd", ["direct", "random"], Odd())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("name =", "Name ="), "did you mean name"),
        (("repetitions = 3", "repetitions = 2020-01-01"), "repetitions"),
        (('kind = "pd"', 'kind = "pd"\nrounds = 2020-01-01'), "game.rounds is a date"),
        (('kind = "pd"', 'kind = "pd"\nrounds = true'), "a number is wanted"),
        (("[game]", '[grid]\n"condition.foo" = [1]\n[game]'), "[grid]"),
        (("[game]", '[grid]\npayoffs = ["pd", "pd"]\n[game]'), "names a value twice"),
        (("[game]", '[grid]\nrounds = "5..1"\n[game]'), "[grid] rounds"),
        (("repetitions = 3", "seed = " + "9" * 5000), "digits"),
        (("repetitions = 3", "x = " + "[" * 5000), "levels deep"),
        (('"own.py:Own"', '"nope.py:Own"'), "nope.py: No such file"),
        (('"own.py:Own"', '"e.toml:Own"'), "unknown agent"),
        (('kind = "pd"', 'kind = "nope.py:G"'), "nope.py: No such file"),
        (
            ("agents", 'models = ["scripted/first", "scripted/last", "scripted/first"]\nagents'),
            "3 models for 2 agents",
        ),
        (("[game]", '[prompts]\ncot = "p.txt"\n[game]'), "did you mean situation"),
        (("[game]", '[prompts]\ncot = "empty.txt"\n[game]'), "is empty"),
        (("[game]", '[prompts]\ncot = "bin.txt"\n[game]'), "not UTF-8"),
        (("[game]", '[prompts]\ncot = "a\\u0000b"\n[game]'), "null"),
    ],
)
def test_more_faulty_experiments_are_one_line(folder, change, words):
    (folder / "p.txt").write_text("$situatoin")
    (folder / "empty.txt").write_text(" ")
    (folder / "bin.txt").write_bytes(b"\xff\xfe")
    (folder / "e.toml").write_text(BASE.replace(*change))
    with pytest.raises(InputError) as caught:
        read_experiment(folder / "e.toml")
    assert words in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "def make(:", "import nowhere_to_be_found"])
def test_a_plugin_file_that_cannot_be_imported_is_one_line_each_time(folder, code):
    (folder / "own.py").write_text(code)
    for _ in range(2):
        with pytest.raises(InputError, match=r"own\.py"):
            read_experiment(folder / "e.toml")


def test_a_run_that_crashed_says_so_to_its_caller(folder):
    (folder / "own.py").write_text(OWN.replace("return Decision(PICK)", "return 1 / 0"))
    (folder / "e.toml").write_text(BASE.replace("repetitions = 3", "repetitions = 30"))
    with pytest.raises(SyllogosError, match="5 games crashed alike"):
        api.run("e.toml", "run", workers=1)


def test_what_a_model_writes_does_not_steer_the_terminal():
    assert "\x1b" not in visible("a\x1b]0;pwn\x07\x1b[2J\nb\tc") and visible("a\nb\tc") == "a\nb\tc"


def test_many_options_are_numbered():
    record = api.play("question", ["random"], question="Which?", options=[str(n) for n in range(30)])
    assert record.to_json()["log"][-1]["what"]["label"].isdecimal()
