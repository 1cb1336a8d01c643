"""Always plays the default move."""

from __future__ import annotations

from syllogos.contract import Desk, Seat
from syllogos.plugins import uses
from syllogos.repeated.strategy import GAMES, Situation, Strategy


def choose(now: Situation) -> str:
    """The default move."""
    return now.default


@uses(games=GAMES)
def make(desk: Desk, seat: Seat, default: str = "") -> Strategy:
    """The strategy; ``default`` overrides the game's default move."""
    return Strategy(choose, default)
