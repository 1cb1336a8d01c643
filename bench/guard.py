"""Guarded Prolog: load and query, restart, and memory over many queries."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from _measure import emit, longest_pause_ms, process_ms

from syllogos.engines.guard.isolation import available
from syllogos.engines.solvers.swipl import PrologQuery, Swipl, make

PROGRAM = """
pays(stag, stag, 5).   pays(stag, hare, 0).   pays(hare, stag, 3).   pays(hare, hare, 1).
worst(A, U) :- findall(V, pays(A, _, V), Vs), sort(Vs, [U|_]).
safe(A) :- findall(U - B, ( member(B, [stag, hare]), worst(B, U) ), Pairs), sort(0, @>=, Pairs, [_ - A|_]).
"""
QUERY = PrologQuery("safe(X)", PROGRAM)
STEPS = 100_000
MANY = 300_000


async def main() -> None:
    """Print the measures; skip them where SWI-Prolog is missing."""
    kind = available()[0]
    if shutil.which("swipl") is None or kind == "none":
        sys.stderr.write("guard: SWI-Prolog is missing\n")
        return
    solver = make(kind, workers=1)
    await solver.ask(QUERY, steps=STEPS)
    guarded, spawn = await _query(solver), _spawn()
    emit("guard: load + query, sealed worker", guarded, "ms", budget=0.3, baseline=spawn)
    emit("guard: a spawn over a guarded query", spawn / guarded, "times", budget=None)
    emit("guard: restart, p95", await _restart(kind), "ms", budget=150)
    emit(
        "guard: longest pause of the event loop",
        await longest_pause_ms(lambda: _busy(solver)),
        "ms",
        budget=20,
    )
    await _memory(solver)
    solver.close()


async def _query(solver: Swipl, times: int = 2000) -> float:
    """Median milliseconds of one load and query."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        await solver.ask(QUERY, steps=STEPS)
        taken.append(time.perf_counter() - started)
    return median(taken) * 1000


def _spawn(times: int = 15) -> float:
    """Median milliseconds of a process for the same program and goal, unguarded."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.pl"
        path.write_text(PROGRAM)
        command = ["swipl", "-q", "-f", "none", "-g", "safe(X), print(X)", "-t", "halt", str(path)]
        return median(process_ms(command) for _ in range(times))


async def _restart(kind: str, times: int = 40) -> float:
    """Milliseconds from the death of a worker to the answer of the next one, 95th percentile."""
    taken = []
    solver = make(kind, workers=1)  # type: ignore[arg-type]
    for _ in range(times):
        await solver.ask(QUERY, steps=STEPS)
        await solver._pool.retire()
        started = time.perf_counter()
        await solver.ask(QUERY, steps=STEPS)
        taken.append(time.perf_counter() - started)
    solver.close()
    return sorted(taken)[int(0.95 * times)] * 1000


async def _busy(solver: Swipl) -> None:
    """A worker is busy and dies, between two that answer."""
    for query in (QUERY, PrologQuery("X is 7 ** (7 ** 9), Y is X * X mod 7"), QUERY):
        await solver.ask(query, steps=STEPS)


async def _memory(solver: Swipl) -> None:
    """Resident memory of the worker, early and after many different small queries, recycling off."""
    solver._pool._life = 10 * MANY
    early = 0
    started = time.perf_counter()
    for i in range(MANY):
        await solver.ask(PrologQuery(f"p(X{i % 997}, a{i})", f"p(b{i}, a{i}). q(c{i % 991})."), steps=STEPS)
        early = _resident(solver) if i == MANY // 30 else early
    late = _resident(solver)
    if early:
        emit(
            f"guard: memory after {MANY} queries",
            late / 1e6,
            "MB",
            budget=1.1 * early / 1e6,
            baseline=early / 1e6,
        )
    emit("guard: small queries a second", MANY / (time.perf_counter() - started), "1/s")


def _resident(solver: Swipl) -> int:
    (worker,) = solver._pool._alive
    path = Path(f"/proc/{worker.process.pid}/statm")
    return int(path.read_text().split()[1]) * 4096 if path.exists() else 0


if __name__ == "__main__":
    asyncio.run(main())
