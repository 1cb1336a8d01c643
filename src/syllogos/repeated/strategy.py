"""What the strategies of repeated games share: what was announced, and what was played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from syllogos.contract import Decision, Fault, View
from syllogos.errors import InputError
from syllogos.gametheory.normal_form import Profile
from syllogos.repeated.games.normal_form import Described, Played

GAMES = ("normal_form", "prolog_game")
"""The games that announce their payoffs and rounds as these strategies read them."""


@dataclass(frozen=True)
class Situation:
    """A strategy's view of a repeated normal-form game.

    ``default`` is the default move, ``played`` the last round's profile, None before there
    is one.  With more than two players the opponent is the next seat.
    """

    described: Described
    seat: int
    opponent: int
    default: str
    played: Profile | None

    @property
    def last(self) -> str | None:
        """The opponent's last action, None before there is one."""
        return None if self.played is None else self.played[self.opponent]

    @property
    def actions(self) -> tuple[str, ...]:
        """The seat's own actions."""
        return self.described.form.actions[self.seat]

    def mine(self, action: str) -> str:
        """The seat's action that corresponds to the opponent's: of the same name, else place."""
        if action in self.actions:
            return action
        place = self.described.form.actions[self.opponent].index(action)
        return self.actions[min(place, len(self.actions) - 1)]

    def other(self, action: str) -> str:
        """The first of the seat's actions that is not ``action`` (of two: the opposite one)."""
        return next((a for a in self.actions if a != action), action)


@dataclass(frozen=True)
class Strategy:
    """An agent whose move is a function of the situation."""

    choose: Callable[[Situation], str]
    default: str = ""

    async def act(self, view: View[str], fault: Fault | None) -> Decision[str]:  # noqa: ARG002
        """The strategy's move."""
        return Decision(self.choose(situation(view, self.default)))


def situation(view: View[str], default: str = "") -> Situation:
    """What a strategy needs of a view.

    Raises:
        InputError: the game is not in normal form.
    """
    told = [e.what for e in view.log]
    described = next((what for what in told if isinstance(what, Described)), None)
    if described is None:
        raise InputError("this strategy plays games in normal form only")
    played = [what for what in told if isinstance(what, Played)]
    opponent = (view.seat + 1) % len(described.form.players)
    last = played[-1].profile if played else None
    actions = described.form.actions[view.seat]
    if default and default not in actions:
        raise InputError(f"default {default!r} is none of the actions {', '.join(actions)}")
    own = default or (described.default if described.default in actions else actions[0])
    return Situation(described, view.seat, opponent, own, last)
