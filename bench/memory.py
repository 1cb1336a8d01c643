"""Memory with 1,000 games at once on a model that takes its time, beside one game at a time."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from _measure import emit, peak_mb

from syllogos.contract import Message, Reply, Sampling, Schema
from syllogos.experiment.experiment import ExperimentFile, build
from syllogos.match.engine import Run, Settings
from syllogos.store.store import open_store

GAMES, ROUNDS = 1_000, 5
REPLY = json.dumps({"reasoning": "They may defect whatever I do. " * 40, "move": "defect"})


class Slow:
    """A model that thinks for a second."""

    async def complete(
        self, messages: Sequence[Message], *, sampling: Sampling, schema: Schema | None = None
    ) -> Reply:
        """Some reasoning and a move, whatever is asked."""
        del messages, sampling, schema
        await asyncio.sleep(1.0)
        return Reply(REPLY, tokens_in=200, tokens_out=300)


def make(_name: str) -> Slow:
    """The plugin, named as ``memory.py:make``."""
    return Slow()


def play(workers: int) -> None:
    """Play the games and print the peak in megabytes."""
    plan = build(
        ExperimentFile.model_validate(
            {
                "name": "memory",
                "repetitions": GAMES if workers > 1 else 3,
                "game": {"kind": "normal_form", "rounds": ROUNDS if workers > 1 else 1},
                "condition": [{"name": "c", "agents": ["cot", "cot"], "models": ["m"]}],
                "models": {"m": {"model": f"{Path(__file__).resolve()}:make", "concurrency": 2 * GAMES}},
            }
        )
    )
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder), create=True)
        store.begin(plan.identity, "", [match.planned() for match in plan.matches])
        asyncio.run(Run(plan.matches, store, Settings(workers=workers)).go())
        assert store.counts().finished == len(plan.matches), store.counts()
        store.close()
    sys.stdout.write(f"{peak_mb()}\n")


def _child(workers: int) -> float:
    done = subprocess.run(
        [sys.executable, __file__, str(workers)], check=True, stdout=subprocess.PIPE, text=True
    )
    return float(done.stdout)


def main() -> None:
    """Each in a process of its own."""
    emit("memory, 1,000 games at once", _child(GAMES), "MB", budget=400, baseline=_child(1))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        play(int(sys.argv[1]))
    else:
        main()
