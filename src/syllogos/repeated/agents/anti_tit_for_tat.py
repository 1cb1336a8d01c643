"""The default move first, then the opposite of what the opponent did last."""

from __future__ import annotations

from syllogos.contract import Desk, Seat
from syllogos.plugins import uses
from syllogos.repeated.strategy import GAMES, Situation, Strategy


def choose(now: Situation) -> str:
    """The opposite of the opponent's last action, or the default move before there is one."""
    return now.default if now.last is None else now.other(now.mine(now.last))


@uses(games=GAMES)
def make(desk: Desk, seat: Seat, default: str = "") -> Strategy:
    """The strategy; ``default`` overrides the game's default move."""
    return Strategy(choose, default)
