"""A table as a value, the same for a terminal, a page, a file and ``--json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from syllogos.metrics.intervals import Score

TableCell = str | int | float | Score | None


@dataclass(frozen=True)
class Table:
    """Rows under columns.  ``note`` says how to read it; ``keys`` columns name what a row is about."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    keys: int = 1
    note: str = ""

    def records(self) -> list[dict[str, TableCell]]:
        """The rows as mappings from column to cell."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def without_empty(table: Table) -> Table:
    """``table`` without the columns that say nothing in any row."""
    keep = [
        i for i in range(len(table.columns)) if any(row[i] is not None and row[i] != "" for row in table.rows)
    ]
    return Table(
        table.name,
        table.title,
        tuple(table.columns[i] for i in keep),
        tuple(tuple(row[i] for i in keep) for row in table.rows),
        sum(i < table.keys for i in keep),
        table.note,
    )


def shown(cell: TableCell) -> str:
    """A cell as people read it."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:,.2f}" if abs(cell) >= 0.01 or not cell else f"{cell:.2g}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def named(value: object) -> str:
    """A value of a grid or a setting, short enough for a column; a file by its name."""
    if isinstance(value, Mapping):
        return str(value.get("file") or ", ".join(f"{k} {named(v)}" for k, v in value.items()))[:60]
    if isinstance(value, list | tuple):
        return ", ".join(map(named, value))[:60]
    return str(value)[:60]
