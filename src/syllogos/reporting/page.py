"""The page of a run as plain values, which the template ``report.html.j2`` lays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from syllogos.gametheory.payoff_table import PayoffTable
from syllogos.metrics.intervals import Score
from syllogos.metrics.table import Table, TableCell, shown
from syllogos.reporting.drawing import Figure
from syllogos.reporting.html import render_page
from syllogos.reporting.replay import Article
from syllogos.reporting.text import numeric


@dataclass(frozen=True)
class SheetCell:
    """A cell as it is shown; ``right`` sets it flush right, ``tip`` shows on hovering.

    ``again``: the rows above say the same, so that it is seen only where a row stands by itself.
    """

    text: str
    right: bool = False
    interval: str = ""
    tip: str = ""
    again: bool = False


@dataclass(frozen=True)
class SheetRow:
    """A row; ``new`` begins another subject than the row before."""

    new: bool
    cells: tuple[SheetCell, ...]


@dataclass(frozen=True)
class Sheet:
    """A table for a page: ``keys`` columns say what a row is about, ``main`` is its most telling number."""

    title: str
    columns: tuple[SheetCell, ...]
    rows: tuple[SheetRow, ...]
    note: str
    keys: int
    main: int | None


@dataclass(frozen=True)
class Section:
    """A section: figures and what they leave out, tables, payoffs by the titles of games, what is folded.

    ``unfilled`` are rows that the run says nothing about, each with the reason.
    """

    name: str
    title: str
    figures: tuple[Figure, ...] = ()
    note: str = ""
    sheets: tuple[Sheet, ...] = ()
    folded: tuple[Sheet, ...] = ()
    text: str = ""
    payoffs: tuple[tuple[str, PayoffTable], ...] = ()
    unfilled: tuple[str, ...] = ()


def page(
    title: str,
    lead: Sequence[str] = (),
    problems: Sequence[str] = (),
    sections: Sequence[Section] = (),
    replays: Sequence[Article] = (),
    chosen: str = "",
) -> str:
    """The whole page: opening paragraphs, what could not be read, sections, games, how these were chosen."""
    return render_page(
        "reporting/report.html.j2",
        title=title,
        lead=[text for text in lead if text],
        problems=problems,
        sections=sections,
        replays=replays,
        chosen=chosen,
    )


def sheet(table: Table) -> Sheet:
    """``table`` as it is shown: what the rows above say already is not repeated in its first columns."""
    right = numeric(table)
    columns = tuple(SheetCell(text, flush) for text, flush in zip(table.columns, right, strict=True))
    befores = (None, *table.rows)
    rows = (_row(row, before, table.keys, right) for before, row in zip(befores, table.rows, strict=False))
    scored = (i for i in range(len(columns)) if any(isinstance(row[i], Score) for row in table.rows))
    return Sheet(table.title, columns, tuple(rows), table.note, table.keys, next(scored, None))


def _row(
    row: Sequence[TableCell], before: Sequence[TableCell] | None, keys: int, right: Sequence[bool]
) -> SheetRow:
    cells, same = [], before is not None
    for i, cell in enumerate(row):
        same = same and before is not None and i < keys and before[i] == cell
        cells.append(replace(_cell(cell, right[i]), again=same))
    return SheetRow(before is None or row[0] != before[0], tuple(cells))


def _cell(cell: TableCell, right: bool) -> SheetCell:
    text = shown(cell)
    if not isinstance(cell, Score):
        return SheetCell(text, right)
    value, mark, interval = text.partition(" [")
    return SheetCell(value, right, f"[{interval}" if mark else "", f"{cell.n} games; {cell.method}")
