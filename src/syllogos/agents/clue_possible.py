"""Suggests cards that may be in the envelope, at random; accuses as soon as it is certain."""

from __future__ import annotations

from random import Random

from syllogos.agents._clue import Cards, Policy
from syllogos.logic.belief import Belief
from syllogos.plugins import uses
from syllogos.rules import Desk, Seat
from syllogos.solvers.deals import ShowModel


def choose(belief: Belief, rng: Random) -> Cards:
    """One candidate of each category, drawn."""
    return tuple(rng.choice(cards) for cards in belief.candidates.values())


@uses(games=("clue",))
@uses(games=("clue",))
def make(desk: Desk, seat: Seat, show_model: ShowModel = "random_card") -> Policy:
    """The policy."""
    return Policy(desk, seat, choose, show_model)
