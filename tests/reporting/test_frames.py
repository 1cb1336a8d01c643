"""Frames and exports: documented columns, the same numbers as the records, damage named."""

import json
import re
import sqlite3
import sys
from pathlib import Path

import pytest

from made import Made, store
from syllogos import api
from syllogos.contract import Reply
from syllogos.errors import InputError
from syllogos.experiment.experiment import single
from syllogos.match.engine import play_match
from syllogos.reporting.export import export
from syllogos.reporting.frames import ROWS, VERSION, columns, parts
from syllogos.reporting.gather import gather
from syllogos.reporting.summary import paragraphs
from syllogos.store.database import FILE
from syllogos.store.rows import Call
from syllogos.store.store import memory_store

DOCS = Path(__file__).parents[2] / "docs" / "frames.md"


@pytest.fixture
def run(tmp_path):
    games = [
        Made(
            "a",
            {0: 3.0, 1: 1.0},
            [{0: ["!illegal", "up"], 1: ["down"]}, {1: ["down"]}, {0: ["up"]}],
            seed=1,
            key="k1",
        ),
        Made("b", seed=1, turns=[{0: ["!refused"], 1: ["down"]}], key="k2", cell={"g": ["pd", 1]}),
        Made("a", seed=2, status="crashed", error="boom", key="k3"),
        Made("b", seed=2, status="open", key="k4"),
    ]
    kept = store(tmp_path, games, calls=1)
    yield kept
    kept.close()


def rows(kept, table):
    found = [getattr(part, table) for part in parts(kept)]
    return [row for each in found for row in (each if isinstance(each, tuple) else (each,))]


def test_the_columns_are_the_documented_ones_in_order():
    text = DOCS.read_text(encoding="utf-8")
    assert f"version {VERSION}" in text
    for table in ROWS:
        section = text.partition(f"## {table}\n")[2].partition("\n## ")[0]
        assert tuple(re.findall(r"^\| `(\w+)` \|", section, re.M)) == columns(table)


def test_rows_say_what_the_records_say(run):
    games, seats, turns = rows(run, "games"), rows(run, "seats"), rows(run, "turns")
    assert [(g.key, g.status, g.kind, g.missing, g.calls) for g in games] == [
        ("k1", "finished", "played", 0, 3),
        ("k2", "finished", "refusal", 1, 1),
        ("k3", "crashed", "crash", 0, 1),
        ("k4", "open", "not finished", 0, 1),
    ]
    assert json.loads(games[1].cell) == {"g": ["pd", 1]} and games[2].error == "boom"
    assert [(s.seat, s.score, s.turns, s.attempts, s.faults) for s in seats[:2]] == [
        (0, 3.0, 2, 3, 1),
        (1, 1.0, 2, 2, 0),
    ]
    assert [(t.turn, t.seat, t.seat_turn, t.attempt, t.stood, t.move, t.fault) for t in turns[:5]] == [
        (0, 0, 0, 0, False, None, "illegal"),
        (0, 0, 0, 1, True, "up", None),
        (0, 1, 0, 0, True, "down", None),
        (1, 1, 1, 0, True, "down", None),
        (2, 0, 1, 0, True, "up", None),
    ]
    first = rows(run, "calls")[0]
    assert json.loads(first.messages) == [{"role": "user", "text": "a question at (0, 0, 0)"}]
    assert (first.text, first.tokens_in, first.cost, first.model) == ("reply 0.0", 10, 0.01, "m")


def test_tokens_and_ends_that_a_server_does_not_tell_are_null_in_calls_and_sums():
    class Sparing:
        async def complete(self, messages, *, sampling, schema=None):
            told = {
                "finish": "length",
                "finish_said": "MAX",
                "tokens_in": 9,
                "tokens_out": 3,
                "tokens_reasoning": 2,
            }
            return Reply('{"move": "cooperate"}', **(told if sampling.seed % 2 else {}))

    match = single("pd", ["direct", "default_move"], [Sparing()], config={"rounds": 12})
    kept = memory_store()
    play_match(match, kept, patience=1.0)
    calls = rows(kept, "calls")
    told = [(c.finish, c.finish_said, c.tokens_in, c.tokens_out, c.tokens_reasoning, c.cost) for c in calls]
    assert set(told) == {("length", "MAX", 9, 3, 2, None), (None, "", None, None, None, None)}
    (game,), seats = rows(kept, "games"), rows(kept, "seats")
    assert (game.tokens_in, game.tokens_out, game.cost) == (None, None, None)
    assert [(s.tokens_in, s.cost) for s in seats] == [(None, None), (0, 0.0)]
    page = "".join(paragraphs(gather(kept)))
    assert "tokens of" in page and "are unknown" in page and "cost nothing" not in page


def test_jsonl_holds_every_row_and_the_whole_records(run, tmp_path):
    counts, problems = export(run, tmp_path / "out", "jsonl")
    assert problems == () and counts["games.jsonl"] == 4 and counts["records.jsonl"] == 3
    for name, n in counts.items():
        held = [
            json.loads(line) for line in (tmp_path / "out" / name).read_text(encoding="utf-8").splitlines()
        ]
        assert len(held) == n
        if name != "records.jsonl":
            assert all(tuple(row) == columns(name.removesuffix(".jsonl")) for row in held)
    held = [json.loads(line) for line in (tmp_path / "out" / "records.jsonl").read_text().splitlines()]
    assert held[0] == run.record("k1")


def test_a_damaged_game_is_named_and_its_row_stays(run, tmp_path):
    raw = sqlite3.connect(tmp_path / FILE)
    raw.execute("UPDATE games SET record = '{' WHERE key = 'k2'")
    raw.commit()
    raw.close()
    counts, problems = export(run, tmp_path / "out", "jsonl")
    assert counts["games.jsonl"] == 4 and len(problems) == 1 and "k2 is damaged" in problems[0]
    assert next(g for g in rows(run, "games") if g.key == "k2").kind == "damaged"


def test_verdicts_of_referees_and_of_solvers_that_were_asked(tmp_path):
    verdict = {"status": "TRUE", "answer": None, "evidence": {"proof": 1}, "reason": "", "engine": "z3",
               "isolation": "guarded", "stable": True}  # fmt: skip

    def before(kept, key):
        kept.put_call(key, (0, 0, 0), Call("ask", "fol", "q", json.dumps(verdict)), {"q": '"is it?"'}, 0.0)

    kept = store(tmp_path, [Made(key="k")], before=before)
    held = kept.record("k")
    held["turns"][0]["1"][0]["verdicts"] = [{**verdict, "status": "FALSE"}]
    raw = sqlite3.connect(tmp_path / FILE)
    raw.execute("UPDATE games SET record = ?", (json.dumps(held),))
    raw.commit()
    raw.close()
    found = [(v.source, v.seat, v.status, v.engine, v.attempt, v.evidence) for v in rows(kept, "verdicts")]
    assert found == [
        ("review", 1, "FALSE", "z3", 0, '{"proof": 1}'),
        ("fol", 0, "TRUE", "z3", None, '{"proof": 1}'),
    ]


def test_pandas_frames_have_the_columns(run, tmp_path):
    pytest.importorskip("pandas")
    frames = api.load(tmp_path)
    for table in ROWS:
        assert tuple(getattr(frames, table).columns) == columns(table)
    assert frames.version == VERSION and list(frames.games.key) == ["k1", "k2", "k3", "k4"]
    joined = frames.turns.merge(frames.calls, on=["key", "seat", "seat_turn"])
    assert len(joined) == 5


def test_parquet_has_the_columns_and_types_even_without_rows(run, tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    counts, _ = export(run, tmp_path / "out", "parquet")
    for name, n in counts.items():
        held = pq.read_table(tmp_path / "out" / name)
        assert held.num_rows == n and tuple(held.column_names) == columns(name.removesuffix(".parquet"))
        assert held.schema.metadata[b"syllogos.frames"] == str(VERSION).encode()


def test_without_the_extra_one_line_says_what_to_install(run, tmp_path, monkeypatch):
    for package in ("pandas", "pyarrow"):
        monkeypatch.setitem(sys.modules, package, None)
    for work in (lambda: api.load(tmp_path), lambda: export(run, tmp_path / "out", "parquet")):
        with pytest.raises(InputError, match=r"needs optional packages: pip install .*pandas"):
            work()


def test_a_folder_without_a_run_is_named(tmp_path):
    with pytest.raises(InputError, match="no run there"):
        api.load(tmp_path)
