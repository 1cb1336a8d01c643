"""Processor time per model call with the journal on, 64 games at once, beside a bare SDK loop.

The server answers after 100 ms and is a process of its own, so that its work is not counted.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from _measure import SERVER, cpu_seconds, emit, side_by_side
from openai import AsyncOpenAI

from syllogos.experiment.experiment import Experiment, ExperimentFile, build
from syllogos.match.engine import Run, Settings
from syllogos.store.store import open_store

GAMES, ROUNDS, AT_ONCE = 128, 5, 64
PROMPT = "You play a game with one other player. Which of the options do you choose? " * 8


def main() -> None:
    """Medians of five rounds, ours and the bare loop's in turn."""
    with _server() as address:
        ours, bare = side_by_side(5, lambda: _ours(address), lambda: asyncio.run(_bare(address)))
    emit("CPU per model call, journal on, 64 games at once", ours, "ms", budget=2.0, baseline=bare)


@contextmanager
def _server() -> Iterator[str]:
    command = [sys.executable, str(SERVER), "0.1"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdin
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait(timeout=10)


def _experiment(address: str) -> Experiment:
    """One model agent against a strategy; the server's answer is no move, which costs one call a turn."""
    return build(
        ExperimentFile.model_validate(
            {
                "name": "calls",
                "repetitions": GAMES,
                "game": {"kind": "normal_form", "rounds": ROUNDS, "attempts": 1},
                "condition": [{"name": "c", "agents": ["direct", "tit_for_tat"], "models": ["m"]}],
                "models": {
                    "m": {
                        "model": "vllm/fake-1",
                        "base_url": address,
                        "concurrency": AT_ONCE,
                        "max_tokens": 16,
                    }
                },
            }
        )
    )


def _ours(address: str) -> float:
    """Milliseconds of processor time a call."""
    plan = _experiment(address)
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder), create=True)
        store.begin(plan.identity, "", [match.planned() for match in plan.matches])
        started = cpu_seconds()
        asyncio.run(Run(plan.matches, store, Settings(workers=AT_ONCE)).go())
        used, calls = cpu_seconds() - started, store.spent().calls
        store.close()
    assert calls == GAMES * ROUNDS, f"{calls} calls were made, not {GAMES * ROUNDS}"
    return used * 1000 / calls


async def _bare(address: str) -> float:
    client = AsyncOpenAI(base_url=address, api_key="none")
    left = iter(range(GAMES * ROUNDS))

    async def work() -> None:
        for _ in left:
            await client.chat.completions.create(
                model="fake-1", messages=[{"role": "user", "content": PROMPT}], max_tokens=16
            )

    started = cpu_seconds()
    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    used = cpu_seconds() - started
    await client.close()
    return used * 1000 / (GAMES * ROUNDS)


if __name__ == "__main__":
    main()
