"""What the measurements share: one JSON line a measure, and time or memory of a process."""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
SERVER = ROOT / "tests" / "helpers" / "fake_server.py"


def emit(
    name: str, value: float, unit: str, *, budget: float | None = None, baseline: float | None = None
) -> None:
    """Print a measure.  ``ratio`` is value over baseline; without a budget the verdict is ``within``."""
    line = {
        "name": name,
        "value": round(value, 4),
        "unit": unit,
        "budget": budget,
        "baseline": None if baseline is None else round(baseline, 4),
        "ratio": round(value / baseline, 3) if baseline else None,
        "verdict": "over budget" if budget is not None and value > budget else "within",
    }
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def side_by_side(times: int, *measures: Callable[[], float]) -> tuple[float, ...]:
    """The medians of measures taken in turn, so that a busy moment meets all of them."""
    rounds = [[measure() for measure in measures] for _ in range(times)]
    return tuple(median(column) for column in zip(*rounds, strict=True))


async def longest_pause_ms(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds that another task waited at most beyond its one, while ``work`` was done."""
    longest, done = 0.0, False

    async def watch() -> None:
        nonlocal longest
        while not done:
            started = time.perf_counter()
            await asyncio.sleep(0.001)
            longest = max(longest, time.perf_counter() - started - 0.001)

    watcher = asyncio.create_task(watch())
    await work()
    done = True
    await watcher
    return longest * 1000


def process_ms(command: Sequence[str]) -> float:
    """Milliseconds from start to end of a process."""
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (time.perf_counter() - started) * 1000


def process_cpu_ms(command: Sequence[str]) -> float:
    """Milliseconds of processor time of a process from start to end: its waiting for others is left out."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def cpu_seconds() -> float:
    """Processor time of this process so far, in seconds."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def peak_mb() -> float:
    """The most memory this process ever held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
