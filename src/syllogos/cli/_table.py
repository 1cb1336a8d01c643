"""The results of a run as a table and as an object: the numbers of the report, in the terminal."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table as RichTable

from syllogos.cli._console import console
from syllogos.metrics.summary import summary
from syllogos.metrics.table import Table, shown
from syllogos.metrics.tables import scores
from syllogos.reporting.gather import Gathered, gather
from syllogos.reporting.text import numeric
from syllogos.store.store import Store
from syllogos.text.visible import one_line

MORE = ("score without such games", "games left")
"""Columns that only the report has room for."""


MOST = 40
"""Rows of the table that a terminal is shown."""


def result(store: Store) -> dict[str, Any]:
    """What ``run --json`` and ``status --json`` print."""
    run = gather(store)
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
        "out": store.place,
        "cells": cells,
    }


def print_results(store: Store) -> None:
    """Mean scores with intervals by condition and player, then how far it is and what it cost."""
    terminal = console()
    run = gather(store)
    table = scores(run.games)
    if table.rows:
        terminal.print(drawn(table))
    if (left := len(table.rows) - MOST) > 0:
        terminal.print(f"... and {left} rows more: syllogos report {run.place}", soft_wrap=True)
    for problem in run.problems:
        terminal.print(one_line(problem), style="red", soft_wrap=True)
    terminal.print(_line(run), soft_wrap=True)


def drawn(table: Table) -> RichTable:
    """The scores for the terminal; what a row shares with the one above is left out."""
    keep = [i for i, column in enumerate(table.columns) if column not in ("seat", *MORE)]
    right = numeric(table)
    rich = RichTable(header_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    for i in keep:
        rich.add_column(
            table.columns[i], justify="right" if right[i] else "left", no_wrap=right[i], overflow="fold"
        )
    before: tuple[object, ...] = ()
    for row in table.rows[:MOST]:
        same = next((i for i in range(table.keys) if not before or row[i] != before[i]), table.keys)
        rich.add_row(*("" if i < same else shown(row[i]) for i in keep))
        before = row
    return rich


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
