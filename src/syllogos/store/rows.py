"""The rows that a store keeps, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any


@dataclass(frozen=True)
class Call:
    """One journalled use of a seat's means.

    ``kind`` is complete, embed, ask or note; ``what`` the role or the solver's name;
    ``request`` and ``answer`` are JSON; ``cost`` is in US dollars; tokens and cost are None when
    unknown.
    """

    kind: str
    what: str
    request: str
    answer: str
    tokens_in: int | None = 0
    tokens_out: int | None = 0
    cost: float | None = 0.0
    cached: bool = False

    @property
    def paid(self) -> bool:
        """Whether it counts as a call of a model; see :data:`PAID`."""
        return self.kind == "complete" or (self.kind == "embed" and self.tokens_in != 0)


PAID = "(kind = 'complete' OR kind = 'embed' AND tokens_in IS NOT 0)"
"""The calls that sums count, in SQL: an embedding that runs here takes no tokens and is none of them."""


@dataclass(frozen=True)
class Planned:
    """A game of the plan: its key, labels for reports, and its full specification as JSON."""

    key: str
    condition: str
    cell: Mapping[str, object]
    repetition: int
    seed: int
    spec: str


@dataclass(frozen=True)
class Spent:
    """What all model calls of a run cost so far, each counted once whatever was resumed.

    ``cost`` is in US dollars over the calls whose price is known, ``unpriced`` counts the others;
    ``tokens`` those that servers counted, ``uncounted`` the calls with tokens that none did.
    """

    calls: int
    tokens: int
    cost: float
    unpriced: int
    uncounted: int
    seconds: float


@dataclass(frozen=True)
class GameCounts:
    """The planned games by status; ``running`` ones are leased to a process that is not known to be gone."""

    games: int
    open: int
    finished: int
    crashed: int
    abandoned: int
    running: int


MOST = 2**53
"""The largest number of tokens, calls or seconds that is believed."""


def short(value: object, most: int = 200) -> str:
    """A value of a stranger inside a message of one line."""
    line = " ".join(str(value).split())
    return line if len(line) <= most else f"{line[:most]}..."


def whole(value: object) -> int:
    """A count as a store holds it.

    Raises:
        ValueError: it is none.
    """
    if isinstance(value, int) and -MOST <= value <= MOST:
        return value
    raise ValueError(f"{short(repr(value), 40)} is no whole number")


def number(value: object) -> float:
    """A number as a store holds it.

    Raises:
        ValueError: it is none, or not a finite one.
    """
    if isinstance(value, int | float) and isfinite(value) and abs(value) <= MOST:
        return value
    raise ValueError(f"{short(repr(value), 40)} is no number")


def words(value: object) -> str:
    """A text as a store holds it.

    Raises:
        ValueError: it is none.
    """
    if isinstance(value, str):
        return value
    raise ValueError(f"{short(repr(value), 40)} is no text")


def place_of(row: tuple[Any, ...]) -> tuple[int, int, int]:
    """Seat, turn and number of a journalled call."""
    seat, turn, n = row
    return whole(seat), whole(turn), whole(n)


def call_of(row: tuple[Any, ...], text: Callable[[str], str]) -> tuple[tuple[int, int, int], Call]:
    """A journalled call by its place, from the columns of the table in their order.

    Raises:
        ValueError: a column is of a wrong type.
    """
    kind, what, request, answer, tokens_in, tokens_out, cost, cached = row[3:]
    return place_of(row[:3]), Call(
        words(kind),
        words(what),
        words(request),
        text(answer),
        None if tokens_in is None else whole(tokens_in),
        None if tokens_out is None else whole(tokens_out),
        None if cost is None else number(cost),
        bool(whole(cached)),
    )


def spent_of(row: tuple[Any, ...]) -> Spent:
    """What a run cost, from its row.

    Raises:
        ValueError: a column is of a wrong type.
    """
    calls, tokens, cost, unpriced, uncounted, seconds = row
    counts = whole(unpriced), whole(uncounted)
    return Spent(whole(calls), whole(tokens), number(cost), *counts, number(seconds))
