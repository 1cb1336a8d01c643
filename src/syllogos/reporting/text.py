"""Tables as Markdown, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from syllogos.metrics.intervals import Score
from syllogos.metrics.table import Table, TableCell, shown
from syllogos.text.visible import cell_text, markdown_line, one_line


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
    lines = [f"## {markdown_line(table.title)}", "", _row(table.columns), f"|{rules}|"]
    lines += [_row(map(shown, row)) for row in table.rows]
    return "\n".join([*lines, "", *([markdown_line(table.note), ""] if table.note else [])])


_LATEX = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#",
    "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--", "−": "$-$",
    "<": "$<$", ">": "$>$",
})  # fmt: skip


def latex(table: Table) -> str:
    r"""A ``table`` environment whose rules are those of the package ``booktabs``.

    >>> print(latex(Table("t", "50 % & more", ("a", "b"), (("x_1", 1),))))
    \begin{table}
      \centering
      \caption{50 \% \& more}\label{tab:t}
      \begin{tabular}{lr}
        \toprule
        a & b \\
        \midrule
        x\_1 & 1 \\
        \bottomrule
      \end{tabular}
    \end{table}
    """
    flush = "".join("r" if right else "l" for right in numeric(table))

    def row(cells: Iterable[str]) -> str:
        return "    " + " & ".join(one_line(cell).translate(_LATEX) for cell in cells) + r" \\"

    lines = [row(table.columns), r"    \midrule", *(row(map(shown, cells)) for cells in table.rows)]
    return "\n".join([
        r"\begin{table}", r"  \centering",
        rf"  \caption{{{one_line(table.title).translate(_LATEX)}}}\label{{tab:{table.name}}}",
        rf"  \begin{{tabular}}{{{flush}}}", r"    \toprule", *lines, r"    \bottomrule", r"  \end{tabular}",
        r"\end{table}",
    ])  # fmt: skip


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
        cell_text(name)
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


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(markdown_line, cells))} |"


def _values(cell: TableCell, is_score: bool) -> Iterator[object]:
    if isinstance(cell, Score):
        low, high = cell.interval or (None, None)
        yield from (cell.value, low, high, cell.n, cell.method)
    elif isinstance(cell, str):
        yield cell_text(cell)
    else:
        yield cell
    if is_score and not isinstance(cell, Score):
        yield from (None, None, None, None)
