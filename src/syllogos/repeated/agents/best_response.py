"""The default move first, then the best reply to what the opponents did last, by the payoffs."""

from __future__ import annotations

from syllogos.contract import Desk, Seat
from syllogos.gametheory.normal_form import best_responses
from syllogos.plugins import uses
from syllogos.repeated.strategy import GAMES, Situation, Strategy


def choose(now: Situation) -> str:
    """A best response to the others' last actions; the first in order where several tie."""
    if now.played is None:
        return now.default
    best = best_responses(now.described.form, now.seat, now.played)
    return next(action for action in now.actions if action in best)


@uses(games=GAMES)
def make(desk: Desk, seat: Seat, default: str = "") -> Strategy:
    """The strategy; ``default`` overrides the game's default move."""
    return Strategy(choose, default)
