"""Leases between processes and machines: no clock is compared, nothing is lost, doubled or paid twice."""

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from syllogos.errors import LeaseLost, StoreError
from syllogos.experiment.experiment import read_experiment
from syllogos.match import engine
from syllogos.match.engine import Run, Settings, left_to
from syllogos.store import owner
from syllogos.store import store as store_module
from syllogos.store.database import FILE, connect
from syllogos.store.owner import BEAT, LEASE, Beats, process_state
from syllogos.store.rows import Call, Planned
from syllogos.store.store import Store, open_store


def planned(n):
    return [Planned(f"k{i:03}", "c", {}, i, i, "{}") for i in range(n)]


class Host:
    """A machine with a clock of its own, which starts anywhere and may jump forward."""

    def __init__(self, folder, name, start, games=4):
        self.now = start
        self.store = Store(connect(folder, create=True), str(folder), machine=name, clock=lambda: self.now)
        self.store.begin({}, "", planned(games))

    def later(self, seconds, *, beats):
        for _ in range(round(seconds / BEAT)):
            self.now += BEAT
            if beats:
                self.store.keep_leases()


@pytest.mark.parametrize("skew", [0.0, 3 * 3600.0, -3 * 3600.0, 1e9])
def test_hosts_whose_clocks_differ_never_play_one_game_at_once(tmp_path, skew):
    one, two = Host(tmp_path, "one", 1e6), Host(tmp_path, "two", 1e6 + skew)
    assert [one.store.claim(), two.store.claim()] == ["k000", "k001"]
    for _ in range(60):
        one.later(BEAT, beats=True)
        two.later(BEAT, beats=True)
    assert [one.store.claim(), two.store.claim(), one.store.claim(), two.store.claim()] == [
        "k002", "k003", None, None,
    ]  # fmt: skip
    assert one.store.holders()[0].state == two.store.holders()[0].state == "alive"


def test_a_host_that_falls_silent_is_taken_over_after_its_time_by_the_lookers_clock(tmp_path):
    one, two = Host(tmp_path, "one", 5.0, 1), Host(tmp_path, "two", 7e8, 1)
    assert one.store.claim() == "k000"
    one.store.keep_leases()
    assert two.store.claim() is None
    two.later(LEASE - 2 * BEAT, beats=True)
    assert two.store.claim() is None and two.store.holders()[0].state == "unknown"
    two.later(3 * BEAT, beats=True)
    assert two.store.claim() == "k000"
    assert one.store.keep_leases() == frozenset()
    with pytest.raises(LeaseLost):
        one.store.finish("k000", "finished", {})


def test_a_looker_that_was_stopped_itself_has_seen_no_silence(tmp_path):
    one, two = Host(tmp_path, "one", 0.0, 1), Host(tmp_path, "two", 0.0, 1)
    one.store.claim()
    two.store.claim()
    two.now += 10 * LEASE  # suspended; meanwhile the other one waits for the same store
    assert two.store.claim() is None
    one.store.keep_leases()
    assert two.store.claim() is None and two.store.holders()[0].state == "alive"


def test_jumping_clocks_double_nothing(tmp_path):
    moments = random.Random(4)
    hosts = [Host(tmp_path, f"host{i}", moments.uniform(0, 1e9), 40) for i in range(3)]
    playing, finished = {}, []
    for _ in range(400):
        host = moments.choice(hosts)
        for other in hosts:
            other.now += 1.0
            other.store.keep_leases()
        host.now += moments.choice([0.0, 0.0, LEASE, 3600.0])
        if (key := host.store.claim()) is not None:
            assert key not in playing
            playing[key] = host
        if playing and moments.random() < 0.3:
            key = moments.choice(sorted(playing))
            playing.pop(key).store.finish(key, "finished", {})
            finished.append(key)
    assert len(finished) == len(set(finished)) > 30


def test_a_machine_is_another_one_after_a_reboot():
    mine = owner.me()
    machine, pid, started, token = mine.rsplit("/", 3)
    boot = machine.split(":")[1]
    assert boot and process_state(f"{machine}/999999/1/x", mine) == "gone"
    rebooted = machine.replace(boot, "0" * len(boot))
    assert process_state(f"{rebooted}/{pid}/{started}/{token}", mine) == "unknown"
    assert process_state(b"\xff", mine) == "gone" and process_state("what", mine) == "unknown"


def test_without_a_boot_number_two_processes_go_by_beats_or_agree(monkeypatch):
    def none(*_, **__):
        raise OSError

    monkeypatch.setattr(owner.Path, "read_text", none)
    assert owner._boot().lstrip("-").isdecimal()


def test_beats_of_an_owner_that_claims_or_ends_games_count_as_signs_of_life():
    now = [0.0]
    beats = Beats(lambda: now[0])
    beats.look([("a", "o", 0)])
    now[0] += BEAT
    beats.look([("b", "o", 0)])
    assert beats.state("o") == "alive"
    beats.look([])
    assert beats.state("o") == "unknown"


def test_a_store_of_version_1_is_migrated_in_place_and_goes_on(tmp_path):
    path = tmp_path / FILE
    path.write_bytes((owner.Path(__file__).parent / "stores" / "v1" / FILE).read_bytes())
    raw = sqlite3.connect(path)
    raw.execute("INSERT INTO leases VALUES ('held', 'old-host:pid:[1]/7/8/x', 9e9)")
    raw.commit()
    before = raw.execute("SELECT key, status, record FROM games").fetchall()
    raw.close()
    with_one = open_store(tmp_path)
    assert with_one.counts().finished == 1  # a reader changes nothing
    with_one.close()
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (1,)
    open_store(tmp_path, create=True).close()
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA user_version").fetchone() == (3,)
    assert raw.execute("SELECT * FROM leases").fetchall() == [("held", "old-host:pid:[1]/7/8/x", 0)]
    assert raw.execute("SELECT key, status, record FROM games").fetchall() == before


def test_a_copy_of_the_main_file_alone_holds_what_was_paid_before_the_last_beat(tmp_path):
    store = open_store(tmp_path / "run", create=True)
    store.begin({}, "", planned(1))
    store.claim()
    for turn in range(20):
        store.put_call("k000", (0, turn, 0), Call("complete", "main", "r", json.dumps("said")), {}, 0.0)
    store.keep_leases()
    store.checkpoint()
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / FILE).write_bytes((tmp_path / "run" / FILE).read_bytes())
    assert open_store(tmp_path / "copy").spent().calls == 20
    store.put_call("k000", (0, 99, 0), Call("complete", "main", "r", json.dumps("said")), {}, 0.0)
    store.close()
    assert [p.name for p in (tmp_path / "run").iterdir()] == [FILE]


EXPERIMENT = """
name = "leases"
repetitions = 6
[game]
kind = "pd"
rounds = 3
[[condition]]
name = "c"
agents = ["direct", "tit_for_tat"]
models = ["slow.py:Slow"]
"""
SLOW = """
import asyncio
from syllogos.contract import Reply
class Slow:
    def __init__(self, name): pass
    async def complete(self, messages, *, sampling, schema=None):
        await asyncio.sleep(0.1)
        return Reply('{"move": "defect"}')
"""


@pytest.fixture
def plan(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    return read_experiment(tmp_path / "e.toml")


def begun(folder, plan, **more):
    store = Store(connect(folder, create=True), str(folder), **more)
    store.begin(plan.identity, plan.text, [match.planned() for match in plan.matches])
    return store


def quick(monkeypatch, seconds=0.02):
    monkeypatch.setattr(engine, "BEAT", seconds)
    monkeypatch.setattr(engine, "LOOK", seconds)


def test_a_beat_that_fails_is_tried_again_and_told_when_all_fail(tmp_path, plan, monkeypatch):
    quick(monkeypatch)
    store, said, beats = begun(tmp_path / "run", plan), [], []
    real = store.keep_leases

    def keep():
        beats.append(1)
        if len(beats) in (1, 3):
            raise StoreError("the disk failed")
        return real()

    store.keep_leases = keep
    ended = asyncio.run(Run(plan.matches, store, Settings(workers=1, say=said.append)).go())
    assert ended.reason == "" and store.counts().finished == 6 and len(beats) > 4 and said == []

    store = begun(tmp_path / "again", plan)

    def fails():
        raise StoreError("the disk failed")

    store.keep_leases = fails
    asyncio.run(Run(plan.matches, store, Settings(workers=1, say=said.append)).go())
    assert store.counts().finished == 6
    assert [line for line in said if "could not be kept" in line and "\n" not in line] == said and len(
        said
    ) == 1


def test_a_lost_lease_ends_its_game_and_not_the_run(tmp_path, plan, monkeypatch):
    quick(monkeypatch)
    store, said = begun(tmp_path / "run", plan), []
    other = begun(tmp_path / "run", plan, machine="other")
    real, beats = store.keep_leases, []

    def keep():
        beats.append(1)
        if len(beats) == 3:
            other._db.execute("UPDATE leases SET owner = ?", (other._me,))
        elif len(beats) > 3:
            other.keep_leases()
        return real()

    store.keep_leases = keep
    ended = asyncio.run(Run(plan.matches, store, Settings(workers=2, say=said.append)).go())
    taken = [line for line in said if "has taken over game" in line]
    assert len(taken) == 2 and store.counts().finished == 4 and store.counts().crashed == 0
    assert not ended.failed and "2 games held by process" in ended.reason


def test_a_game_whose_lease_is_lost_stops_at_once_and_asks_nobody_any_more(tmp_path, plan, monkeypatch):
    quick(monkeypatch)
    (tmp_path / "slow.py").write_text(SLOW.replace("0.1", "3600"))
    plan = read_experiment(tmp_path / "e.toml")
    store = begun(tmp_path / "run", plan)
    other = begun(tmp_path / "run", plan, machine="other")
    real = store.keep_leases

    def keep():
        other._db.execute("UPDATE leases SET owner = ?, beat = beat + 1", (other._me,))
        return real()

    store.keep_leases = keep
    run = Run(plan.matches, store, Settings(workers=6))

    async def within():
        return await asyncio.wait_for(run.go(), 60)

    assert "6 games held by process" in asyncio.run(within()).reason


def test_a_dead_machines_games_are_waited_for_and_then_played(tmp_path, plan, monkeypatch):
    quick(monkeypatch)
    dead = begun(tmp_path / "run", plan, machine="dead")
    dead.claim(), dead.claim()
    now, said = [0.0], []

    def clock():
        now[0] += 5.0
        return now[0]

    store = begun(tmp_path / "run", plan, clock=clock)
    ended = asyncio.run(Run(plan.matches, store, Settings(say=said.append)).go())
    assert ended == engine.Ended() and store.counts().finished == 6
    assert "2 games held by process" in said[0] and "waiting up to 60 s" in said[0] and len(said) == 1


def command(folder, *more):
    return subprocess.Popen(
        [sys.executable, "-m", "syllogos", "run", str(folder / "e.toml"), "--out", str(folder / "run"), *more],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_games_of_a_suspended_process_are_named_with_what_to_do(tmp_path, plan):
    (tmp_path / "slow.py").write_text(SLOW.replace("0.1", "3600"))
    first = command(tmp_path, "--workers", "6")
    try:
        while not (tmp_path / "run" / FILE).exists() or leases(tmp_path) < 6:
            time.sleep(0.05)
        os.kill(first.pid, signal.SIGSTOP)
        second = command(tmp_path)
        out, err = second.communicate(timeout=60)
        assert second.returncode == 2 and "0 of 6 games finished" in out
        assert f"6 games held by process {first.pid} on this machine, suspended" in err
        assert f"kill -CONT {first.pid}" in err and "Traceback" not in err
        os.kill(first.pid, signal.SIGCONT)
        third = command(tmp_path)
        out, err = third.communicate(timeout=60)
        assert (
            third.returncode == 0
            and f"6 games held by process {first.pid} on this machine and end there" in err
        )
    finally:
        first.kill()
        first.communicate()


def leases(folder):
    try:
        store = open_store(folder / "run")
    except StoreError:
        return 0
    try:
        return store.counts().running
    finally:
        store.close()


def test_a_run_without_others_ends_without_a_word():
    assert left_to([]) == engine.Ended()


def test_a_beat_does_not_wait_for_a_locked_store_for_long(tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "BEAT_SECONDS", 0.05)
    store = open_store(tmp_path, create=True)
    raw = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    with pytest.raises(StoreError, match="held the store"):
        store.keep_leases()
    assert time.monotonic() - began < 10
