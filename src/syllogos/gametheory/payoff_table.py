"""What a game pays as a table in words: a matrix of two players who move at once, else one row a play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice

from syllogos.gametheory.normal_form import NormalForm

MOST_ROWS = 200
"""Rows that are shown of a payoff table."""


@dataclass(frozen=True)
class PayoffTable:
    """Heads and rows, the first of each row being what was chosen; ``note`` says how to read it."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def payoff_table(form: NormalForm) -> PayoffTable:
    """The payoffs of a game in which all move at once.

    >>> from syllogos.gametheory.catalog import GAMES
    >>> payoff_table(GAMES["pd"]).rows
    (('cooperate', '3, 3', '0, 5'), ('defect', '5, 0', '1, 1'))
    """
    if len(form.players) != 2:
        return plays_table((((profile,), form.payoffs[profile]) for profile in form.profiles), form.players)
    (rows, columns), (one, two) = form.actions, form.players
    cells = ((a, *(_amounts(form.payoffs[a, b]) for b in columns)) for a in rows[:MOST_ROWS])
    note = f"Rows are what {one} chooses, columns what {two} chooses; a cell pays {one}, {two}."
    return PayoffTable((f"{one} \\ {two}", *columns), tuple(cells), note + _left(len(rows), "rows"))


def plays_table(
    plays: Iterable[tuple[Sequence[Sequence[str]], Sequence[Fraction]]], players: Sequence[str]
) -> PayoffTable:
    """The payoffs of a game by its plays: what was chosen stage by stage, and what that pays each player."""
    ways = iter(plays)
    shown = [(history, tuple(map(str, payoffs))) for history, payoffs in islice(ways, MOST_ROWS)]
    rows = tuple((", ".join(chain.from_iterable(history)), *payoffs) for history, payoffs in shown)
    note = "A row is what is chosen, in the order of moves, and what it pays each player."
    return PayoffTable(("play", *players), rows, note + _left(len(rows) + sum(1 for _ in ways), "plays"))


def _amounts(payoffs: Iterable[Fraction]) -> str:
    return ", ".join(map(str, payoffs))


def _left(count: int, what: str) -> str:
    return f" The first {MOST_ROWS} of {count:,} {what} are shown." if count > MOST_ROWS else ""
