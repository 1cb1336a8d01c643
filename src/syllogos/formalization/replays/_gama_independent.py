"""A second opinion on game programs, from the text of their payoff facts alone.

Nothing here is shared with the validation: no Prolog runs, cells come from a pattern, equivalence
is decided by a canonical form instead of a search, classes by best replies instead of orders.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

FACT = re.compile(
    r"^[^\S\n]*+payoff\(\s*('(?:[^'\\]|\\.|'')*'|\w+)\s*,\s*('(?:[^'\\]|\\.|'')*'|\w+)\s*,"
    r"\s*(-?\s*\d+(?:\.\d+)?)\s*,\s*(-?\s*\d+(?:\.\d+)?)\s*\)\s*\.",
    re.MULTILINE,
)
DecimalMatrix = tuple[tuple[Decimal, Decimal], ...]
"""The four cells of a 2x2 game: first and first, first and second, second and first, both second."""


def read(program: str) -> DecimalMatrix | None:
    """The matrix that a program's payoff facts list; None unless they list exactly a 2x2 game."""
    cells: dict[tuple[str, str], tuple[Decimal, Decimal]] = {}
    for a, b, u, v in FACT.findall(program):
        pair = (a.strip("'"), b.strip("'"))
        if pair in cells:
            return None
        cells[pair] = (_decimal(u), _decimal(v))
    names = sorted({name for pair in cells for name in pair})
    if len(names) != 2 or len(cells) != 4:
        return None
    return tuple(cells[a, b] for a in names for b in names)


def from_letters(payoffs: Mapping[tuple[str, ...], tuple[object, ...]]) -> DecimalMatrix:
    """The matrix of a target whose cells are keyed by two letters."""
    names = sorted({name for pair in payoffs for name in pair})
    rows = [payoffs[a, b] for a in names for b in names]
    return tuple((_decimal(str(u)), _decimal(str(v))) for u, v in rows)


def same(one: DecimalMatrix, other: DecimalMatrix) -> bool:
    """Whether two matrices are one game under a renaming that both players share, and either seating."""
    return _canonical(one) == _canonical(other)


def belongs(code: str, m: DecimalMatrix) -> bool:
    """Whether a matrix is of the class, by what its players would rather do."""
    return any(_belongs(code, form) for form in (m, m[::-1], _turned(m), _turned(m[::-1])))


def _belongs(code: str, m: DecimalMatrix) -> bool:
    (cc, cc2), (cd, cd2), (dc, dc2), (dd, dd2) = m
    if code == "mp":
        catcher = min(cc, dd) > max(cd, dc)
        runner = min(cd2, dc2) > max(cc2, dd2)
        return catcher and runner
    if code == "bs":
        meet_first = cc > max(cd, dc) and cc2 > max(cd2, dc2)
        meet_second = dd > max(cd, dc) and dd2 > max(cd2, dc2)
        return meet_first and meet_second and cc > dd and dd2 > cc2
    if (cc, dd, cd, dc) != (cc2, dd2, dc2, cd2):
        return False
    tempted, feared = dc > cc, dd > cd
    return {
        "pd": tempted and feared and cc > dd,
        "hd": tempted and not feared and dd != cd and cc > cd,
        "sh": cc > dc and feared and dc > dd,
    }.get(code, False)


def _canonical(m: DecimalMatrix) -> DecimalMatrix:
    return min(m, m[::-1], _turned(m), _turned(m[::-1]))


def _turned(m: DecimalMatrix) -> DecimalMatrix:
    a, b, c, d = ((v, u) for u, v in m)
    return a, c, b, d


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace(" ", ""))
