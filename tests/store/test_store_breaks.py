"""A run's store under what strangers, other commands and the machine do to it while it is in use."""

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from fake_server import FakeServer, says
from made import Made, store
from syllogos.cli import _main
from syllogos.contract import Fault, Reply
from syllogos.errors import BudgetReached, ModelError, Outage, StoreError
from syllogos.experiment import merge as merging
from syllogos.experiment.experiment import begin, read_experiment
from syllogos.experiment.merge import merge
from syllogos.match import access
from syllogos.match.engine import Run, Settings
from syllogos.models.client.cache import ReplyCache
from syllogos.models.client.spec import parse
from syllogos.reporting import writing
from syllogos.reporting.writing import write_file
from syllogos.store import database
from syllogos.store.database import FILE
from syllogos.store.rows import Call, Planned
from syllogos.store.store import open_store

CALL = Call("complete", "main", "r", json.dumps({"text": "said"}))
PLANNED = [Planned(f"k{i}", "c", {}, 0, 0, "{}") for i in range(3)]


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_nothing_is_acknowledged_that_goes_into_a_file_which_is_gone(tmp_path, how):
    kept = open_store(tmp_path / "run", create=True)
    kept.begin({}, "", PLANNED)
    assert kept.claim() == "k0"
    kept.put_call("k0", (0, 0, 0), CALL, {}, 0.0)
    if how == "deleted":
        shutil.rmtree(tmp_path / "run")
    else:
        (tmp_path / "run").rename(tmp_path / "elsewhere")
    if how == "replaced":
        open_store(tmp_path / "run", create=True).close()
    for write in (
        lambda: kept.put_call("k0", (0, 0, 1), CALL, {}, 0.0),
        lambda: kept.finish("k0", "finished", {}),
        kept.claim,
        kept.release,
    ):
        with pytest.raises(StoreError, match="moved, deleted or replaced"):
            write()
    kept.close()
    if how == "moved":  # and put back, it goes on
        (tmp_path / "elsewhere").rename(tmp_path / "run")
        again = open_store(tmp_path / "run", create=True)
        assert again.spent().calls == 1
        again.close()


def test_a_merge_into_a_folder_that_is_gone_says_so(tmp_path, monkeypatch):
    store(tmp_path / "part", [Made(key="a")], calls=1).close()
    taken = merging._take

    def take(db, out, folder):
        shutil.rmtree(out)
        return taken(db, out, folder)

    monkeypatch.setattr(merging, "_take", take)
    with pytest.raises(StoreError, match="moved, deleted or replaced"):
        merge([tmp_path / "part"], tmp_path / "whole")


def test_what_lies_beside_a_file_in_a_folder_that_cannot_be_written_is_not_passed_over(tmp_path, monkeypatch):
    kept = open_store(tmp_path / "run", create=True)
    kept.begin({}, "", PLANNED)
    kept.checkpoint()
    kept.claim()
    kept.finish("k0", "finished", {})
    (tmp_path / "copy").mkdir()
    for name in (FILE, f"{FILE}-wal"):
        shutil.copy(tmp_path / "run" / name, tmp_path / "copy" / name)
    kept.close()
    tries, real = [], database.check

    def check(db, place):
        """As SQLite is at first, in a folder in which it can make no file of shared memory."""
        tries.append(place)
        if len(tries) % 2:
            raise sqlite3.OperationalError("unable to open database file")
        return real(db, place)

    monkeypatch.setattr(database, "check", check)
    with pytest.raises(StoreError, match="copy the whole folder"):
        open_store(tmp_path / "copy")
    (tmp_path / "copy" / f"{FILE}-wal").write_bytes(b"")
    assert open_store(tmp_path / "copy").counts().games == 3


def test_a_game_that_a_merge_takes_over_is_not_played_on_by_who_had_begun_it(tmp_path):
    def begun(folder, calls):
        kept = open_store(tmp_path / folder, create=True)
        kept.begin({}, 'name = "m"', PLANNED)
        assert kept.claim() == "k0"
        for n in range(calls):
            kept.put_call("k0", (0, 0, n), Call("complete", "main", "r", json.dumps(folder)), {}, 0.0)
        return kept

    playing, further = begun("playing", 1), begun("further", 3)
    further.close()
    merge([tmp_path / "further"], tmp_path / "playing")
    with pytest.raises(StoreError, match="another process has taken over"):
        playing.put_call("k0", (0, 0, 1), CALL, {}, 0.0)
    assert {call.answer for call in playing.calls("k0").values()} == {json.dumps("further")}
    assert playing.spent().calls == 3 and playing.claim() == "k0"
    playing.close()


EXPERIMENT = """
name = "budget"
repetitions = 20
[game]
kind = "pd"
rounds = 3
[[condition]]
name = "c"
agents = ["direct", "direct"]
models = ["x"]
[limits]
tokens = 400
[models.x]
model = "openai/fake-1"
base_url = "{url}"
concurrency = 3
"""


def test_a_budget_stops_waiting_calls_and_loses_none_that_is_under_way(tmp_path):
    answer = says('{"move": "defect"}', tokens=(50, 50))
    with FakeServer(answer, latency=0.05) as server:
        (tmp_path / "e.toml").write_text(EXPERIMENT.format(url=server.base_url))
        plan = read_experiment(tmp_path / "e.toml")
        kept = open_store(tmp_path / "run", create=True)
        begin(plan, kept)
        ended = asyncio.run(Run(plan.matches, kept, Settings(workers=16, limits=plan.limits)).go())
        assert "tokens is reached" in ended.reason
        assert kept.spent().calls == server.calls <= 4 + 3
        kept.close()


async def test_a_budget_that_is_used_up_during_an_outage_ends_the_waiting(monkeypatch):
    monkeypatch.setattr(access, "FIRST_PAUSE", 0.01)
    asked = []

    class Away:
        async def complete(self, messages, *, sampling, schema=None):
            asked.append(1)
            raise Outage("away")

    def allow():
        if len(asked) == 2:
            raise BudgetReached("used up")

    reached = access.Access(parse(Away()), Away(), patience=600.0)
    with pytest.raises(BudgetReached):
        await reached.complete([], schema=None, seed=0, draw="", allow=allow)


ODD = [
    {"text": 5},
    {"text": "\ud800"},
    {"model": ["x"]},
    {"reasoning": None},
    {"tokens_in": -5},
    {"tokens_out": 2**63},
    {"tokens_in": float("inf")},
    {"tokens_in": True},
]


@pytest.mark.parametrize("odd", ODD)
async def test_a_reply_that_no_store_can_hold_is_refused_before_it_counts(tmp_path, odd):
    class Own:
        async def complete(self, messages, *, sampling, schema=None):
            return reply if sound else Fault("empty", "so", reply)

    reply = Reply(**{"text": "said", **odd})
    for sound in (True, False):  # noqa: B007 (the model above reads it)
        with pytest.raises(ModelError, match="cannot be kept"):
            await access.Access(parse(Own()), Own(), patience=0.0).complete([], schema=None, seed=0, draw="")
    cache = ReplyCache(tmp_path / "cache")
    cache.put("k", reply)
    with pytest.raises(StoreError, match="is damaged"):
        cache.get("k")
    cache.close()


def command(monkeypatch, *words):
    monkeypatch.setattr("sys.argv", ["syllogos", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        _main.main()
    return ended.value.code


@pytest.mark.parametrize("what", ["export", "show"])
def test_a_link_in_a_run_of_a_strangers_is_not_followed(tmp_path, monkeypatch, capsys, what):
    store(tmp_path / "run", [Made(key="abcdefabcdef")], calls=1).close()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "games.jsonl").write_text("mine")
    (mine / "pipe").write_text("mine")
    name = "export" if what == "export" else "game-abcdefabcdef.html"
    (tmp_path / "run" / name).symlink_to(mine if what == "export" else mine / "pipe")
    words = (what, tmp_path / "run", *([] if what == "export" else ["abc"]))
    assert command(monkeypatch, *words) == 2
    assert "a link" in capsys.readouterr().err
    assert {path.read_text() for path in mine.iterdir()} == {"mine"}


def test_a_folder_that_its_owner_takes_away_while_another_looks_at_it_is_no_fault(tmp_path, monkeypatch):
    (tmp_path / ".part-0123").mkdir()
    real = writing.os.open

    def opened(path, *more):
        if str(path).endswith("0123"):
            Path(path).rmdir()
        return real(path, *more)

    monkeypatch.setattr(writing.os, "open", opened)
    write_file(tmp_path / "page", "said")
    assert (tmp_path / "page").read_text() == "said"


def test_a_name_of_the_system_is_written_to_and_not_replaced(tmp_path, monkeypatch):
    (tmp_path / "held").write_text("")
    (tmp_path / "stdout").symlink_to(tmp_path / "held")
    monkeypatch.setattr(writing, "SYSTEM", (tmp_path.parts[1:2],))
    write_file(tmp_path / "stdout", "said")
    assert (tmp_path / "stdout").is_symlink() and (tmp_path / "held").read_text() == "said"
