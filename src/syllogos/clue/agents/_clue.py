"""What agents at a table of Clue share: the belief, and policies over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

from syllogos.clue.belief import Belief
from syllogos.clue.deduction.probabilities import ShowModel
from syllogos.clue.events import Asked, Cards
from syllogos.clue.moves import WAIT, ClueMove
from syllogos.clue.solvers.deals import Query
from syllogos.clue.table import table_log
from syllogos.contract import Decision, Desk, Fault, Log, Menu, Seat, View
from syllogos.errors import InputError

T = TypeVar("T")
ChooseCards = Callable[[Belief, Random], Cards]
"""The suggestion to make, given what is known."""


class Policy:
    """Suggests by a rule, shows a card at random, and accuses as soon as the envelope is certain.

    ``show_model`` says how it takes the others to choose the cards they show.
    """

    def __init__(
        self, desk: Desk, seat: Seat, choose: ChooseCards, show_model: ShowModel = "uniform"
    ) -> None:
        self._desk = desk
        self._seat = seat
        self._choose = choose
        self._show_model: ShowModel = show_model

    async def act(self, view: View[ClueMove], fault: Fault | None) -> Decision[ClueMove]:
        """The decision that is asked for."""
        if isinstance(view.moves, Menu):
            return Decision(self._desk.rng.choice(list(view.moves.options.values())))
        log = table_log(self._seat, view.log)
        if asked_for(view.log) == "accuse":
            belief = await believe(self._desk, Query(log))
            return Decision(named(belief, belief.ready) if belief.ready else WAIT)
        belief = await believe(self._desk, Query(log, show_model=self._show_model))
        return Decision(named(belief, self._choose(belief, self._desk.rng)))


async def believe(desk: Desk, query: Query) -> Belief:
    """The belief of a player, from the solver ``deals``.

    Raises:
        InputError: the solver gives none, which the games here never cause.
    """
    verdict = await desk.ask("deals", query)
    if not isinstance(verdict.answer, Belief) or verdict.answer.contradiction:
        raise InputError(f"no belief at this table: {verdict.reason or verdict.status}")
    return verdict.answer


def asked_for(seen: Log) -> str:
    """What the seat is asked to decide: suggest, show or accuse.

    Raises:
        InputError: the game is not Clue.
    """
    asked = next((e.what for e in reversed(seen) if isinstance(e.what, Asked)), None)
    if asked is None:
        raise InputError("this agent plays clue only")
    return asked.what


def named(belief: Belief, cards: Iterable[str]) -> dict[str, str]:
    """Cards in the order of the categories, as a move."""
    return dict(zip(belief.table.categories, cards, strict=True))


def best(values: Iterable[T], worth: Callable[[T], Any], rng: Random) -> T:
    """One of the values of greatest worth, drawn where several tie."""
    rated = [(worth(value), value) for value in values]
    most = max(rate for rate, _ in rated)
    return rng.choice([value for rate, value in rated if rate == most])
