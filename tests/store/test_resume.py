"""Killed runs: each game once, equal records, no finished call paid again.

The number of kills is small here; SYLLOGOS_KILLS=50 makes it the long form.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from duels import by_seed, duels
from fake_server import FakeServer
from syllogos.match.desk import call_seed
from syllogos.store.store import open_store

KILLS = int(os.environ.get("SYLLOGOS_KILLS", "5"))
GAMES = int(os.environ.get("SYLLOGOS_GAMES", "60"))


def start(tmp_path, server, out, workers=4):
    path = tmp_path / "e.toml"
    path.write_text(duels(server, GAMES, rounds=5))
    command = [sys.executable, "-m", "syllogos", "run", str(path), "--out", str(tmp_path / out), "--json"]
    command += ["--workers", str(workers)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def finish(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err.decode()
    return json.loads(out)


def held(folder):
    """The seeds of all journalled calls, and the records by key."""
    store = open_store(folder)
    games = list(store.games())
    seeds = {
        call_seed(g["seed"], at)
        for g in games
        for at, c in store.calls(g["key"]).items()
        if c.kind == "complete"
    }
    records = {g["key"]: store.record(g["key"]) for g in games}
    store.close()
    return seeds, records


@pytest.fixture(scope="module")
def server():
    """One server for all, since its address is part of what identifies a game."""
    with FakeServer(by_seed) as running:
        yield running


@pytest.fixture(scope="module")
def whole(tmp_path_factory, server):
    """What an uninterrupted run gives: its printed result and its records."""
    tmp_path = tmp_path_factory.mktemp("whole")
    printed = finish(start(tmp_path, server, "run", workers=16))
    assert server.calls == GAMES * 5
    return printed, held(tmp_path / "run")[1]


@pytest.mark.parametrize("processes", [1, 2])
def test_ca33_ca36_ca38_ca56_killed_at_random_moments_a_run_goes_on_as_if_nothing_had_been(
    tmp_path, server, whole, processes
):
    printed, records = whole
    moments = random.Random(processes)
    killed = 0
    server.latency = 0.05
    while killed < KILLS:
        paid = held(tmp_path / "run")[0] if (tmp_path / "run").exists() else set()
        before = server.calls
        running = [start(tmp_path, server, "run") for _ in range(processes)]
        while server.calls == before and any(p.poll() is None for p in running):
            time.sleep(0.005)
        time.sleep(moments.uniform(0.0, 0.5))
        for process in running:
            killed += process.poll() is None
            os.killpg(process.pid, signal.SIGKILL) if process.poll() is None else None
            process.communicate()
        again = [body["seed"] for body in server.bodies[before:] if body["seed"] in paid]
        assert not again, "a journalled call was paid again"
        if all(process.returncode == 0 for process in running):
            break
    assert killed >= min(KILLS, 3)
    server.latency = 0.0
    last = [start(tmp_path, server, "run", workers=16) for _ in range(processes)]
    results = [finish(process) for process in last]
    seeds, resumed = held(tmp_path / "run")
    assert resumed == records and len(resumed) == GAMES
    assert len(seeds) == GAMES * 5
    for result in results[:1] if processes == 1 else []:
        same = ("games", "finished", "crashed", "forced", "calls", "tokens", "cost", "cells")
        assert {k: result[k] for k in same} == {k: printed[k] for k in same}


def test_ca32_usage_and_cost_after_a_resume_cover_all_games_once(tmp_path, server, whole):
    printed, _ = whole
    server.latency = 0.0
    first = start(tmp_path, server, "run", workers=2)
    before = server.calls
    while server.calls < before + 20:
        time.sleep(0.005)
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    result = finish(start(tmp_path, server, "run"))
    again = finish(start(tmp_path, server, "run"))
    assert result["calls"] == again["calls"] == printed["calls"] == GAMES * 5
    assert result["tokens"] == again["tokens"] == GAMES * 5 * 405
    assert result["cost"] == pytest.approx(GAMES * 5 * (400 * 1.0 + 5 * 2.0) / 1e6)
    assert again["seconds"] == result["seconds"] > 0


def test_ca37_reading_while_a_run_writes_never_fails(tmp_path, server):
    server.latency = 0.01
    running = start(tmp_path, server, "run")
    seen = []
    try:
        while running.poll() is None:
            if (tmp_path / "run" / "run.sqlite").exists():
                store = open_store(tmp_path / "run")
                seen.append(store.counts().finished)
                held_now = [store.record(g["key"]) for g in store.games() if g["status"] == "finished"]
                assert len(held_now) >= seen[-1]
                store.close()
        result = finish(running)
    finally:
        running.kill()
        running.communicate()
    assert result["finished"] == GAMES and seen == sorted(seen) and len(seen) > 3
