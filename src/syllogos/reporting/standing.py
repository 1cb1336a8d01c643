"""How far a run is and what it came to: the numbers of the report, for a terminal or a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from syllogos.metrics.summary import summary
from syllogos.metrics.table import Table
from syllogos.metrics.tables import scores
from syllogos.reporting.gather import Gathered, gather
from syllogos.store.rows import GameCounts
from syllogos.store.store import Store


@dataclass(frozen=True)
class RunStanding:
    """A run as it stands.

    ``scores`` are mean scores with intervals by condition and player, ``summary`` is what
    ``run --json`` and ``status --json`` print, ``line`` says how far it is and what it cost,
    ``problems`` what could not be read.
    """

    place: str
    counts: GameCounts
    scores: Table
    summary: dict[str, Any]
    line: str
    problems: tuple[str, ...]


def standing(store: Store) -> RunStanding:
    """A run as it stands in its store.

    Raises:
        StoreError: it is damaged.
    """
    run = gather(store)
    return RunStanding(run.place, run.counts, scores(run.games), _summary(run), _line(run), run.problems)


def _summary(run: Gathered) -> dict[str, Any]:
    counts, spent, cells = run.counts, run.spent, summary(run.games)
    return {
        "experiment": run.name,
        "games": counts.games,
        "finished": counts.finished,
        "crashed": counts.crashed,
        "abandoned": counts.abandoned,
        "open": counts.open,
        "running": counts.running,
        "forced": sum(cell.forced for cell in cells),
        "calls": spent.calls,
        "tokens": spent.tokens if not spent.uncounted else None,
        "cost": spent.cost if not spent.unpriced else None,
        "seconds": round(spent.seconds, 3),
        "out": run.place,
        "cells": cells,
    }


def _line(run: Gathered) -> str:
    counts, spent = run.counts, run.spent
    states = (("crashed", counts.crashed), ("abandoned", counts.abandoned), ("running", counts.running))
    trouble = "".join(f", {n} {what}" for what, n in states if n)
    touched = [game for game in run.games if game.finished and game.affected]
    missing = sum(len(seat.missing) for game in touched for seat in game.seats)
    trouble += f"; moves missing: {missing} in {len(touched)} games" if touched else ""
    cost = f"${spent.cost:.4f}" + (f" and {spent.unpriced} calls of unknown cost" if spent.unpriced else "")
    tokens = f"{spent.tokens} tokens" + (
        f" and {spent.uncounted} calls of unknown tokens" if spent.uncounted else ""
    )
    return (
        f"{counts.finished} of {counts.games} games finished{trouble}; {spent.calls} model calls, "
        f"{tokens}, {cost}. Kept in {run.place}"
    )
