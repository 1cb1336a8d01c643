"""What a run would do, on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from syllogos import api
from syllogos.cli._console import console
from syllogos.text.visible import one_line

if TYPE_CHECKING:
    from syllogos.experiment.outlook import ModelOutlook, Outlook

MOST = 60
"""Rows that are shown."""


def print_outlook(name: str, rules: str, seen: Outlook) -> None:
    """Games by condition and cell, calls at most, models with their keys, limits."""
    terminal = console()
    fields = list(dict.fromkeys(field for cell in seen.cells for field in cell.cell))
    table = Table(
        "condition", *fields, "agents", "models", "games", "calls at most", box=None, header_style="bold"
    )
    for cell in seen.cells[:MOST]:
        varied = (one_line(api.shown(str(cell.cell.get(field, "")))) for field in fields)
        calls = "unknown" if cell.calls is None else f"{cell.calls:,}"
        row = (cell.condition, *varied, ", ".join(cell.agents), ", ".join(cell.models) or "none")
        table.add_row(*row, f"{cell.games:,}", calls)
    terminal.print(table)
    if (left := len(seen.cells) - MOST) > 0:
        terminal.print(f"... and {left} rows more: --json has them all")
    for model in seen.models:
        terminal.print(f"model {_model_said(model)}", soft_wrap=True)
    limits = ", ".join(f"{name} {value:g}" for name, value in seen.limits.items()) or "none"
    games = sum(cell.games for cell in seen.cells)
    calls = "an unknown number of" if seen.calls is None else f"at most {seen.calls:,}"
    terminal.print(f"limits: {limits}", soft_wrap=True)
    terminal.print(rules, soft_wrap=True)
    terminal.print(f"{name}: {games:,} games, {calls} model calls. Nothing was called.", soft_wrap=True)


def _model_said(model: ModelOutlook) -> str:
    where = f" at {model.base_url}" if model.base_url else ""
    price = "" if model.priced else "; price unknown"
    if model.key_there is None:
        return f"{model.model}{where}: no key needed{price}"
    return (
        f"{model.model}{where}: the key {model.key_env} is {'there' if model.key_there else 'not set'}{price}"
    )
