"""Clue: the exact matrix beside a SAT backbone, the event loop meanwhile, whole games, memory."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random
from statistics import median

from _measure import ROOT, emit, longest_pause_ms, peak_mb, side_by_side

from syllogos.clue.deals import TableLog
from syllogos.clue.solvers.deals import Deals, Query, deduce
from syllogos.experiment.experiment import single
from syllogos.match.engine import play_match
from syllogos.store.store import memory_store

sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from clue_sat import Backbone
from clue_tables import classic_log

GAMES = 200
POLICIES = ("clue_random", "clue_possible", "clue_probable", "clue_information")
MANY = 1_000


def main() -> None:
    """Print the measures."""
    for name, turns, budget in (("opening", 6, 40.0), ("round 5", 30, 3.0), ("round 10", 60, 3.0)):
        logs = [classic_log(Random(seed), turns=turns) for seed in range(20)]
        ours, sat = side_by_side(3, lambda logs=logs: _deduced(logs), lambda logs=logs: _backbone(logs))
        emit(
            f"clue: matrix and probabilities, {name}, median of 20 logs",
            ours,
            "ms",
            budget=budget,
            baseline=sat,
        )
    empty = replace(classic_log(Random(0)), events=())
    emit("clue: matrix, counts, odds of an empty log", _deduced([empty] * 5), "ms", budget=40)
    watched = [classic_log(Random(seed), 3, 12, spectator=True) for seed in range(3)]
    emit("clue: somebody who only watches, 3 players, round 4", _deduced(watched), "ms", budget=1500)
    emit("clue: longest pause of the event loop", asyncio.run(longest_pause_ms(_matrices)), "ms", budget=20)
    for policy in POLICIES:
        emit(f"clue: {GAMES} games of {policy}, 6 players, 2 cores", _games(policy), "s", budget=60)
    _memory()


def _deduced(logs: Sequence[TableLog]) -> float:
    return median(_timed(deduce, log) for log in logs)


def _backbone(logs: Sequence[TableLog]) -> float:
    return median(_timed(_marks, log) for log in logs)


def _marks(log: TableLog) -> None:
    backbone, events = Backbone(log), range(len(log.events))
    for card in log.table.cards:
        for holder in log.table.holders:
            backbone.mark(events, card, holder)


def _timed(work: object, log: TableLog) -> float:
    assert callable(work)
    started = time.perf_counter()
    work(log)
    return (time.perf_counter() - started) * 1000


async def _matrices() -> None:
    logs = [classic_log(Random(seed), turns=6) for seed in range(10)]
    for log in (*logs, classic_log(Random(0), 3, 12, spectator=True)):
        await Deals().ask(Query(log), steps=10**6)


def _games(policy: str) -> float:
    """Seconds for the games through the engine, journal on, in two processes."""
    started = time.perf_counter()
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_game, [(policy, 6, seed) for seed in range(GAMES)], chunksize=10))
    return time.perf_counter() - started


def _game(which: tuple[str, int, int]) -> str:
    policy, players, seed = which
    config = {"players": players, "show": "random", "play_on": False}
    match, store = single("clue", [policy] * players, seed=seed, config=config), memory_store()
    play_match(match, store, patience=1.0)
    record = store.record(match.key)
    store.close()
    assert record is not None
    return str(record["outcome"]["end"])


def _memory() -> None:
    early = 0.0
    for seed in range(MANY):
        _game(("clue_probable", 3, seed))
        early = peak_mb() if seed == MANY // 10 else early
    emit(f"clue: memory after {MANY} games", peak_mb(), "MB", budget=1.1 * early, baseline=early)


if __name__ == "__main__":
    main()
