"""The results of a run as a table: the numbers of the report, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table as RichTable

from syllogos import api
from syllogos.cli._console import console
from syllogos.text.visible import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from syllogos.contract import Log
    from syllogos.gametheory.payoff_table import PayoffTable
    from syllogos.match.match import Match
    from syllogos.metrics.table import Table
    from syllogos.reporting.standing import RunStanding

MORE = ("score without such games", "games left")
"""Columns that only the report has room for."""


MOST = 40
"""Rows of the table that a terminal is shown."""


def print_results(run: RunStanding) -> None:
    """Mean scores with intervals by condition and player, then how far it is and what it cost."""
    terminal = console()
    if run.scores.rows:
        terminal.print(drawn(run.scores))
    if (left := len(run.scores.rows) - MOST) > 0:
        terminal.print(f"... and {left} rows more: syllogos report {run.place}", soft_wrap=True)
    for problem in run.problems:
        terminal.print(one_line(problem), style="red", soft_wrap=True)
    terminal.print(run.line, soft_wrap=True)


def drawn(table: Table) -> RichTable:
    """The scores for the terminal; what a row shares with the one above is left out."""
    keep = [i for i, column in enumerate(table.columns) if column not in ("seat", *MORE)]
    right = api.numeric(table)
    rich = RichTable(header_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    for i in keep:
        rich.add_column(
            table.columns[i], justify="right" if right[i] else "left", no_wrap=right[i], overflow="fold"
        )
    before: tuple[object, ...] = ()
    for row in table.rows[:MOST]:
        same = next((i for i in range(table.keys) if not before or row[i] != before[i]), table.keys)
        rich.add_row(*("" if i < same else api.shown(row[i]) for i in keep))
        before = row
    return rich


def print_payoffs(terminal: Console, match: Match, log: Log) -> None:
    """What the game pays, by its events so far; nothing where it does not say so."""
    table = api.payoffs_of(match.game, log)
    if table is not None:
        terminal.print(drawn_payoffs(table))
        terminal.print(table.note, style="dim")


def drawn_payoffs(table: PayoffTable) -> RichTable:
    """A table of payoffs for the terminal."""
    left = len(table.rows) - MOST
    more = f"... and {left} rows more" if left > 0 else None
    rich = RichTable(header_style="bold", box=SIMPLE_HEAD, pad_edge=False, caption=more)
    for head in table.heads:
        rich.add_column(head, overflow="fold")
    for row in table.rows[:MOST]:
        rich.add_row(*row)
    return rich
