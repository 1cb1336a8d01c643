"""Killed at random moments: run, a second joined run, merge, report and export go on as if nothing had been.

The number of kills of each command is small here; SYLLOGOS_KILLS=200 makes it the long form.
"""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duels import by_seed, duels
from fake_server import FakeServer
from syllogos.errors import SyllogosError
from syllogos.match.desk import call_seed
from syllogos.store.database import FILE
from syllogos.store.store import open_store

KILLS = int(os.environ.get("SYLLOGOS_KILLS", "3"))
GAMES = int(os.environ.get("SYLLOGOS_GAMES", "24"))

# One process imports everything and then forks: a command is killed at its work and not at its start.
CODE = """
import json, os, sys
from syllogos.cli import _main, run, merge, report, export
from syllogos.reporting import build
from syllogos.agents import direct
from syllogos.repeated.agents import tit_for_tat
import openai
for line in sys.stdin:
    what, *words = json.loads(line)
    if what == "wait":
        print(os.waitstatus_to_exitcode(os.waitpid(words[0], 0)[1]), flush=True)
    elif (pid := os.fork()):
        print(pid, flush=True)
    else:
        said = os.open("said.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(said, 1), os.dup2(said, 2), os.close(0)
        sys.argv = ["syllogos", *words]
        _main.main()
        os._exit(0)
"""


class Shell:
    """Starts commands in a folder, kills them and waits for them."""

    def __init__(self, folder):
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-c", CODE], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def _ask(self, *line):
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def start(self, *words):
        return self._ask("start", *words)

    def do(self, *words, processes=1):
        pids = [self.start(*words) for _ in range(processes)]
        for pid in pids:
            assert self._ask("wait", pid) == 0, (self.folder / "said.txt").read_text()[-2000:]

    def kill(self, *words, processes=1, after, until=lambda: True):
        """Start and kill, some time after it has come to its work; how many there still were."""
        pids = [self.start(*words) for _ in range(processes)]
        began = time.monotonic()
        while not until() and time.monotonic() - began < 3:
            time.sleep(0.005)
        time.sleep(after)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        return sum(self._ask("wait", pid) == -signal.SIGKILL for pid in pids)

    def close(self):
        self._process.kill()
        self._process.communicate()


@pytest.fixture(scope="module")
def server():
    with FakeServer(by_seed) as running:
        yield running


@pytest.fixture(scope="module")
def shell(tmp_path_factory, server):
    """A folder with the experiment, and shards of it that are played."""
    folder = tmp_path_factory.mktemp("kills")
    (folder / "e.toml").write_text(duels(server, GAMES, rounds=3))
    shell = Shell(folder)
    for i in range(3):
        shell.do("run", "e.toml", "--out", f"part{i}", "--shard", f"{i}/3")
    shell.do("run", "e.toml", "--out", "whole")
    yield shell
    shell.close()


def rows(folder):
    """What a run holds, without its times and who pays: games, calls, texts, sums."""
    raw = sqlite3.connect(folder / FILE)
    try:
        return [
            raw.execute("SELECT key, status, record FROM games ORDER BY place").fetchall(),
            raw.execute("SELECT key, seat, turn, n, answer FROM calls ORDER BY 1, 2, 3, 4").fetchall(),
            raw.execute("SELECT hash FROM texts ORDER BY 1").fetchall(),
            raw.execute("SELECT calls, tokens FROM spent").fetchall(),
        ]
    finally:
        raw.close()


def paid(folder):
    """The seeds of the calls that are journalled."""
    try:
        store = open_store(folder)
    except SyllogosError:
        return set()
    try:
        return {call_seed(game["seed"], at) for game in store.games() for at in store.calls(game["key"])}
    finally:
        store.close()


@pytest.mark.parametrize("processes", [1, 2])
def test_killed_runs_lose_double_and_repay_nothing(shell, server, processes, capsys):
    moments, n, rounds, again = random.Random(processes), 0, 0, 0
    while n < KILLS:
        out, rounds = shell.folder / f"run{processes}-{rounds}", rounds + 1
        words = ("run", "e.toml", "--out", out.name, "--workers", "4")
        server.latency = 0.02
        while n < KILLS:
            held, before = paid(out), server.calls
            work = moments.random() < 0.8  # else it may be killed before it has come to its first call
            now = shell.kill(
                *words,
                processes=processes,
                after=moments.uniform(0.0, 0.3),
                until=lambda before=before, work=work: not work or server.calls > before,
            )
            n += now
            again += sum(body["seed"] in held for body in server.bodies[before:])
            if not now:
                break
        server.latency = 0.0
        shell.do(*words, processes=processes)
        assert rows(out) == rows(shell.folder / "whole")
    say(
        capsys,
        f"run x {processes}: {n} kills, {rounds} runs, games lost 0, doubled 0, calls paid twice {again}",
    )
    assert again == 0


def test_a_killed_merge_leaves_the_old_or_the_whole(shell, capsys):
    moments, n, rounds, half = random.Random(3), 0, 0, 0
    words = ("merge", "part0", "part1", "part2", "--out")
    shell.do(*words, "merged")
    whole = rows(shell.folder / "merged")
    while n < KILLS:
        out, rounds = shell.folder / f"merged-{rounds}", rounds + 1
        if rounds % 2:
            shell.do("merge", "part1", "--out", out.name)
        old = rows(out) if rounds % 2 else None
        n += shell.kill(*words, out.name, after=moments.uniform(0.0, 0.1))
        half += (out / FILE).exists() and not old_or_whole(out, old, whole)
        shell.do(*words, out.name)
        assert rows(out) == whole
    say(capsys, f"merge: {n} kills, {rounds} folders, half merged {half}")
    assert half == 0


def old_or_whole(folder, old, whole):
    try:
        held = rows(folder)
    except sqlite3.OperationalError:
        return old is None and (folder / FILE).stat().st_size <= 4096  # no tables yet
    return held in (old, whole) or (old is None and not held[0])


@pytest.mark.parametrize(("name", "longest"), [("report", 0.6), ("export", 0.15)])
def test_a_killed_report_or_export_leaves_only_whole_files(shell, capsys, name, longest):
    moments, n, rounds, odd = random.Random(5), 0, 0, 0
    fresh, out = shell.folder / f"{name}-fresh", shell.folder / f"{name}-killed"
    shell.do(name, "whole", "--out", fresh.name)
    sound = files(fresh)
    while n < KILLS:
        rounds += 1
        n += shell.kill(
            name, "whole", "--out", out.name, processes=1 + rounds % 2, after=moments.uniform(0.0, longest)
        )
        found = files(out)
        odd += any(content != sound.get(path) for path, content in found.items())
        odd += "report.html" in found and found != sound
    shell.do(name, "whole", "--out", out.name)
    assert files(out) == sound and {p.name for p in out.iterdir()} == {p.name for p in fresh.iterdir()}
    say(capsys, f"{name}: {n} kills, {rounds} times, half-written or mixed {odd}")
    assert odd == 0


def files(folder):
    """The files that people see, by name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in Path(folder).rglob("*")
        if path.is_file() and not path.relative_to(folder).parts[0].startswith(".")
    }


def say(capsys, text):
    with capsys.disabled():
        if "SYLLOGOS_KILLS" in os.environ:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
