"""A match's referees: where they sit, and how what they ask is journalled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from syllogos.contract import Decision, Game, Log, Referee, Review, Seat, seen_by
from syllogos.match.desk import SeatDesk
from syllogos.match.loop import legal


def referee_seat(number: int, seat: int, seats: int) -> int:
    """Where referee ``number`` of ``seat`` journals, in a game of so many ``seats``: below 0.

    >>> [referee_seat(number, seat, seats=2) for number in (0, 1) for seat in (0, 1)]
    [-1, -2, -3, -4]
    """
    return -1 - seat - number * seats


def judged_seat(seat: int, seats: int) -> int:
    """The seat that a referee at ``seat`` below 0 judges; any other is itself.

    >>> [judged_seat(seat, seats=2) for seat in (1, -1, -2, -3, -4)]
    [1, 0, 1, 0, 1]
    """
    return seat if seat >= 0 or not seats else (-1 - seat) % seats


@dataclass(frozen=True)
class Bench(Referee):
    """One referee of a match: an object and a desk of its own for each seat that it judges."""

    game: Game[Any, Any]
    by_seat: Sequence[Referee]
    desks: Sequence[SeatDesk]

    async def review(self, log: Log, seat: Seat, decision: Decision[object]) -> Review:
        """The review by this seat's own."""
        referee = self.by_seat[seat]
        if legal(self.game.moves(seat, seen_by(seat, log)), decision) is None:
            return await referee.review(log, seat, decision)
        # Journals of old hold none of these reviews: apart, they leave the places of the others alone.
        with self.desks[seat].aside():
            return await referee.review(log, seat, decision)
