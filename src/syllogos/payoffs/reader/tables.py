"""Payoff tables: a matrix with actions on its sides, or a list of profiles with named columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from syllogos.payoffs.claims import YOU, Payoff, PlayerAction
from syllogos.payoffs.reader.lexer import Token
from syllogos.payoffs.reader.scan import events
from syllogos.payoffs.reader.words import Get

TokenRow = tuple[Token, ...]
TokenCell = tuple[Token, ...]


@dataclass(frozen=True)
class Sided:
    """The claims of a table, and whether it says which side is whose."""

    claims: tuple[tuple[Payoff, TokenRow], ...]
    stated: bool


def is_row(tokens: TokenRow) -> bool:
    """Whether a line is a row of a table."""
    return sum(t.tag == "|" for t in tokens) >= 2


def read_table(rows: Sequence[TokenRow], everyone: tuple[str, ...]) -> Sided:
    """The payoffs of a table for two players; rows are the speaker's unless it says otherwise."""
    body = [row for row in rows if any(t.tag in ("ACT", "DO", "AMT", "PAYOFF") for t in row)]
    if len(everyone) != 2 or len(body) < 2:
        return Sided((), True)
    head, *rest = body
    columns = _columns(_cells(head), everyone)
    if columns:
        return Sided(tuple(_listed(rest, columns, everyone)), True)
    if any(t.tag == "AMT" for t in head):
        return Sided((), True)
    return _matrix(head, rest, everyone)


def _cells(row: TokenRow) -> tuple[TokenCell, ...]:
    marks = [-1, *(k for k, t in enumerate(row) if t.tag == "|"), len(row)]
    return tuple(row[a + 1 : b] for a, b in pairwise(marks) if b > a + 1)


def _columns(head: Sequence[TokenCell], everyone: tuple[str, ...]) -> Mapping[int, tuple[str, str]]:
    """Column -> (player, "move" or "pay"), for a table that lists profiles."""
    found: dict[int, tuple[str, str]] = {}
    for k, cell in enumerate(head):
        whose = [t.name for t in cell if t.tag in ("MY", "THEIR", "ME", "THEM") and t.name in everyone]
        if any(t.tag in ("ACT", "DO") for t in cell) or len(whose) != 1:
            continue
        if any(t.tag == "PAYOFF" for t in cell):
            found[k] = (whose[0], "pay")
        elif any(t.tag in ("OPTION", "CHOOSE") for t in cell):
            found[k] = (whose[0], "move")
    moves = {p for p, kind in found.values() if kind == "move"}
    return found if moves == set(everyone) and len(found) > len(moves) else {}


def _listed(
    rows: Iterable[TokenRow], columns: Mapping[int, tuple[str, str]], everyone: tuple[str, ...]
) -> Iterable[tuple[Payoff, TokenRow]]:
    for row in rows:
        cells = _cells(row)
        scope: dict[str, str] = {}
        for k, (player, kind) in columns.items():
            acts = [t.name for t in cells[k] if t.tag in ("ACT", "DO")] if k < len(cells) else []
            if kind == "move" and len(acts) == 1:
                scope[player] = acts[0]
        for k, (player, kind) in columns.items():
            paid = [t.amount for t in cells[k] if t.amount is not None] if k < len(cells) else []
            if kind == "pay" and len(paid) == 1 and len(scope) == len(everyone):
                yield Payoff(player, paid[0], tuple(PlayerAction(p, scope[p]) for p in everyone)), row


def _matrix(head: TokenRow, rows: Sequence[TokenRow], everyone: tuple[str, ...]) -> Sided:
    tops = [t.name for t in head if t.tag in ("ACT", "DO")]
    sides = [t for row in rows for t in (_cells(row) or ((),))[0]]
    above, beside = _owner(head, everyone), _owner(sides, everyone)
    stated = above is not None or beside is not None
    row_player = beside or (next(p for p in everyone if p != above) if above else YOU)
    found: list[tuple[Payoff, TokenRow]] = []
    for row in rows:
        cells = _cells(row)
        side = [t.name for t in cells[0] if t.tag in ("ACT", "DO")] if cells else []
        paid = [cell for cell in cells[1:] if any(t.tag == "AMT" for t in cell)]
        if len(side) != 1 or len(paid) != len(tops):
            continue
        for top, cell in zip(tops, paid, strict=True):
            other = next(p for p in everyone if p != row_player)
            scope = {row_player: side[0], other: top}
            moves = tuple(PlayerAction(p, scope[p]) for p in everyone)
            found += [(Payoff(p, a, moves), row) for p, a in _paid(cell, row_player, other, everyone)]
    return Sided(tuple(found), stated)


def _owner(tokens: Iterable[Token], everyone: tuple[str, ...]) -> str | None:
    named = {t.name for t in tokens if t.tag in ("ME", "THEM", "MY", "THEIR") and t.name in everyone}
    return named.pop() if len(named) == 1 else None


def _paid(cell: TokenCell, row: str, column: str, everyone: tuple[str, ...]) -> list[tuple[str, Fraction]]:
    said = [e for e in events(cell, everyone) if isinstance(e, Get) and e.who and len(e.amounts) == 1]
    if said:
        return [(p, e.amounts[0]) for e in said for p in e.who]
    amounts = [t.amount for t in cell if t.amount is not None]
    if len(amounts) == 2:
        return [(row, amounts[0]), (column, amounts[1])]
    return [(YOU, amounts[0])] if len(amounts) == 1 and row == YOU else []
