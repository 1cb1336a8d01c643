"""Suggests what is expected to teach most; accuses as soon as the envelope is certain."""

from __future__ import annotations

from random import Random

from syllogos.clue.agents._clue import Policy, best
from syllogos.clue.belief import Belief
from syllogos.clue.deduction.advice import advise
from syllogos.clue.deduction.probabilities import ShowModel
from syllogos.clue.events import Cards
from syllogos.contract import Desk, Seat
from syllogos.plugins import uses


def choose(belief: Belief, rng: Random) -> Cards:
    """The greatest expected information; of equals the likeliest envelope; drawn where those tie."""
    return best(advise(belief), lambda a: (round(a.bits, 9), a.envelope), rng).cards


@uses(games=("clue",))
@uses(games=("clue",))
def make(desk: Desk, seat: Seat, show_model: ShowModel = "random_card") -> Policy:
    """The policy; by default it takes the others to show cards at random, as it does itself."""
    return Policy(desk, seat, choose, show_model)
