"""How far a run is and what it came to: the numbers of the report, for a terminal or a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from syllogos.metrics.summary import summary
from syllogos.metrics.table import Table
from syllogos.metrics.tables import scores
from syllogos.metrics.unmade import MoveCounts, moves_of
from syllogos.reporting.gather import Gathered, gather
from syllogos.store.rows import GameCounts
from syllogos.store.store import Store


@dataclass(frozen=True)
class RunStanding:
    """A run as it stands.

    ``scores`` are mean scores with intervals by condition and player, ``summary`` is what
    ``run --json`` and ``status --json`` print, ``line`` says how far it is and what it cost,
    ``moves`` who made no move of their own, ``problems`` what could not be read.
    """

    place: str
    counts: GameCounts
    scores: Table
    summary: dict[str, Any]
    line: str
    moves: MoveCounts
    problems: tuple[str, ...]


def standing(store: Store) -> RunStanding:
    """A run as it stands in its store.

    Raises:
        StoreError: it is damaged.
    """
    run = gather(store)
    moves = moves_of(run.games)
    said, line = _summary(run, moves), _line(run, moves)
    return RunStanding(run.place, run.counts, scores(run.games), said, line, moves, run.problems)


def _summary(run: Gathered, moves: MoveCounts) -> dict[str, Any]:
    counts, spent = run.counts, run.spent
    return {
        "experiment": run.name,
        "games": counts.games,
        "finished": counts.finished,
        "crashed": counts.crashed,
        "abandoned": counts.abandoned,
        "open": counts.open,
        "running": counts.running,
        "forced": moves.missing,
        "moves": moves.to_json(),
        "on_invalid": list(run.rules),
        "calls": spent.calls,
        "tokens": spent.tokens if not spent.uncounted else None,
        "cost": spent.cost if not spent.unpriced else None,
        "seconds": round(spent.seconds, 3),
        "out": run.place,
        "cells": summary(run.games),
    }


def _line(run: Gathered, moves: MoveCounts) -> str:
    counts, spent = run.counts, run.spent
    states = (("crashed", counts.crashed), ("abandoned", counts.abandoned), ("running", counts.running))
    trouble = "".join(f", {n} {what}" for what, n in states if n)
    trouble += f"; {moves.line}" if moves.line else ""
    cost = f"${spent.cost:.4f}" + (f" and {spent.unpriced} calls of unknown cost" if spent.unpriced else "")
    tokens = f"{spent.tokens} tokens" + (
        f" and {spent.uncounted} calls of unknown tokens" if spent.uncounted else ""
    )
    return (
        f"{counts.finished} of {counts.games} games finished{trouble}; {spent.calls} model calls, "
        f"{tokens}, {cost}. Kept in {run.place}"
    )
