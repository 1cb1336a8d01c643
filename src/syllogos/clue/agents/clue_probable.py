"""Suggests the cards most probable to be in the envelope; accuses as soon as it is certain."""

from __future__ import annotations

from random import Random

from syllogos.clue.agents._clue import Policy, best
from syllogos.clue.belief import Belief
from syllogos.clue.deduction.probabilities import ShowModel
from syllogos.clue.events import Cards
from syllogos.contract import Desk, Seat
from syllogos.plugins import uses


def choose(belief: Belief, rng: Random) -> Cards:
    """The most probable envelope; drawn where several tie."""
    return best(belief.envelopes, lambda cards: belief.envelopes[cards], rng)


@uses(games=("clue",))
@uses(games=("clue",))
def make(desk: Desk, seat: Seat, show_model: ShowModel = "random_card") -> Policy:
    """The policy; by default it takes the others to show cards at random, as it does itself."""
    return Policy(desk, seat, choose, show_model)
