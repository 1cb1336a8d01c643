"""Tables as Markdown and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from syllogos.metrics.score import Score
from syllogos.metrics.table import Cell, Table, shown
from syllogos.text.visible import visible

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def markdown(table: Table) -> str:
    """A heading, the table, and its note.

    >>> print(markdown(Table("t", "Title", ("a", "b"), (("x|y", 1),))))
    ## Title
    <BLANKLINE>
    | a | b |
    |---|---:|
    | x\\|y | 1 |
    <BLANKLINE>
    """
    right = numeric(table)
    rules = "|".join("---:" if is_right else "---" for is_right in right)
    lines = [f"## {escaped(table.title)}", "", _row(table.columns), f"|{rules}|"]
    lines += [_row(map(shown, row)) for row in table.rows]
    return "\n".join([*lines, "", *([escaped(table.note), ""] if table.note else [])])


def numeric(table: Table) -> list[bool]:
    """Which columns hold numbers, to be set flush right."""
    return [
        i >= table.keys and bool(table.rows) and not any(isinstance(row[i], str) for row in table.rows)
        for i in range(len(table.columns))
    ]


def csv_text(table: Table) -> str:
    """One line a row; a number with an interval takes the columns value, low, high, n and method."""
    scored = [any(isinstance(row[i], Score) for row in table.rows) for i in range(len(table.columns))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        name
        for column, is_score in zip(table.columns, scored, strict=True)
        for name in (
            (column, f"{column} low", f"{column} high", f"{column} n", f"{column} method")
            if is_score
            else (column,)
        )
    )
    for row in table.rows:
        cells = zip(row, scored, strict=True)
        writer.writerow([value for cell, is_score in cells for value in _values(cell, is_score)])
    return out.getvalue()


def escaped(text: str) -> str:
    """Text for a Markdown table or paragraph: what would be markup is not."""
    text = visible(text)
    for mark in "\\`*_[]<>|":
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(escaped, cells))} |"


def _values(cell: Cell, is_score: bool) -> Iterator[object]:
    if isinstance(cell, Score):
        low, high = cell.interval or (None, None)
        yield from (cell.value, low, high, cell.n, cell.method)
    elif isinstance(cell, str):
        text = visible(cell)
        yield f"'{text}" if text.startswith(FORMULA) else text
    else:
        yield cell
    if is_score and not isinstance(cell, Score):
        yield from (None, None, None, None)
