"""Suggests cards that may be in the envelope, at random; accuses as soon as it is certain."""

from __future__ import annotations

from random import Random

from syllogos.clue.agents._clue import Policy
from syllogos.clue.belief import Belief
from syllogos.clue.events import Cards
from syllogos.contract import Desk, Seat
from syllogos.plugins import uses


def choose(belief: Belief, rng: Random) -> Cards:
    """One candidate of each category, drawn."""
    return tuple(rng.choice(cards) for cards in belief.candidates.values())


@uses(games=("clue",))
@uses(games=("clue",))
def make(desk: Desk, seat: Seat) -> Policy:
    """The policy."""
    return Policy(desk, seat, choose)
