"""The results of a run as a table and as an object."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console
from rich.table import Table

from syllogos.play.store import Store
from syllogos.play.summary import Cell, summary


def result(store: Store) -> dict[str, Any]:
    """What ``run --json`` and ``status --json`` print."""
    counts, spent, cells = store.counts(), store.spent(), summary(store)
    return {
        "experiment": json.loads(store.meta("identity") or "{}").get("name", ""),
        "games": counts.games,
        "finished": counts.finished,
        "crashed": counts.crashed,
        "abandoned": counts.abandoned,
        "open": counts.open,
        "running": counts.running,
        "forced": sum(cell.forced for cell in cells),
        "calls": spent.calls,
        "tokens": spent.tokens,
        "cost": spent.cost if not spent.unpriced else None,
        "seconds": round(spent.seconds, 3),
        "out": store.place,
        "cells": cells,
    }


def print_results(store: Store) -> None:
    """A table of means by condition, then what it cost."""
    console = Console()
    cells = summary(store)
    table = Table("condition", title=None, header_style="bold")
    fields = list(dict.fromkeys(field for cell in cells for field in cell.cell))
    for field in fields:
        table.add_column(field)
    for name in ("games", "finished", "mean score by seat", "no move"):
        table.add_column(name, justify="left" if "score" in name else "right")
    for cell in cells:
        table.add_row(
            cell.condition,
            *(str(cell.cell.get(field, "")) for field in fields),
            str(cell.games),
            f"{cell.finished}" + _trouble(cell),
            _scores(cell),
            f"{cell.forced} in {cell.games_forced} games" if cell.forced else "0",
        )
    console.print(table)
    counts, spent = store.counts(), store.spent()
    running = f", {counts.running} running" if counts.running else ""
    cost = f"${spent.cost:.4f}" + (
        f" and {spent.unpriced} calls without a known price" if spent.unpriced else ""
    )
    console.print(
        f"{counts.finished} of {counts.games} games finished{running}; {spent.calls} model calls, "
        f"{spent.tokens} tokens, {cost}. Kept in {store.place}",
        highlight=False,
        soft_wrap=True,
    )


def _scores(cell: Cell) -> str:
    pairs = zip(cell.agents, cell.scores, strict=True)
    return ", ".join(f"{agent} {'-' if score is None else f'{score:.2f}'}" for agent, score in pairs)


def _trouble(cell: Cell) -> str:
    parts = [f"{n} {what}" for n, what in ((cell.crashed, "crashed"), (cell.abandoned, "abandoned")) if n]
    return f" ({', '.join(parts)})" if parts else ""
