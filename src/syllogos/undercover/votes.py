"""Counting the votes of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from syllogos.contract import Seat

Votes = Mapping[Seat, Seat]
"""Who votes -> for whom."""


def tally(targets: Iterable[Seat]) -> Counter[Seat]:
    """How many votes each seat has, every one of them counted.

    >>> tally([Seat(0), Seat(2), Seat(0)])
    Counter({0: 2, 2: 1})
    """
    return Counter(targets)


def leaders(votes: Votes) -> tuple[Seat, ...]:
    """The seats with the most votes, in order: one, several of a tie, or none where nobody voted.

    >>> leaders({Seat(0): Seat(2), Seat(1): Seat(2), Seat(2): Seat(0)})
    (2,)
    """
    counts = tally(votes.values())
    most = max(counts.values(), default=0)
    return tuple(sorted(seat for seat, count in counts.items() if count == most))
