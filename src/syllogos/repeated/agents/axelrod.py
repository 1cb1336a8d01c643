"""Strategies of the Axelrod library, in any game of two players with two actions each.

The default move stands for cooperation, the other one for defection.
"""

from __future__ import annotations

from typing import Any

from syllogos.contract import Decision, Desk, Fault, Seat, View
from syllogos.errors import InputError, unknown
from syllogos.plugins import needs_extra, uses
from syllogos.repeated.games.normal_form import Played
from syllogos.repeated.strategy import GAMES, Situation, situation
from syllogos.text.spelling import meant


class Axelrod:
    """One player of the library, told what has been played before it moves."""

    def __init__(self, desk: Desk, library: Any, player: Any, default: str) -> None:
        self._library = library
        self._player = player
        self._other = library.MockPlayer()
        self._default = default
        self._told = 0
        player.set_seed(desk.rng.getrandbits(31))

    async def act(self, view: View[str], fault: Fault | None) -> Decision[str]:
        """The library's move for the history so far."""
        now = situation(view, self._default)
        if [len(own) for own in now.described.form.actions] != [2, 2]:
            raise InputError(
                "strategies of the Axelrod library play games of two players with two actions each"
            )
        played = [e.what.profile for e in view.log if isinstance(e.what, Played)]
        if not self._told:
            self._introduce(now)
        for profile in played[self._told :]:
            mine, theirs = self._action(profile[now.seat], now), self._action(profile[now.opponent], now)
            self._player.update_history(mine, theirs)
            self._other.update_history(theirs, mine)
        self._told = len(played)
        move = self._player.strategy(self._other)
        return Decision(now.default if move == self._library.Action.C else now.other(now.default))

    def _introduce(self, now: Situation) -> None:
        """Tell the player the game's length and payoffs, from its own side."""
        form, seat = now.described.form, now.seat
        c, d = now.default, now.other(now.default)

        def pay(mine: str, theirs: str) -> float:
            profile = (mine, theirs) if seat == 0 else (theirs, mine)
            return float(form.payoffs[profile][seat])

        across = {a: self._across(a, now) for a in (c, d)}
        game = self._library.Game(
            r=pay(c, across[c]), s=pay(c, across[d]), t=pay(d, across[c]), p=pay(d, across[d])
        )
        length = now.described.rounds
        self._player.set_match_attributes(length=length, game=game, noise=0)

    def _across(self, action: str, now: Situation) -> str:
        theirs = now.described.form.actions[now.opponent]
        return action if action in theirs else theirs[now.actions.index(action)]

    def _action(self, action: str, now: Situation) -> Any:
        cooperates = now.mine(action) == now.default
        return self._library.Action.C if cooperates else self._library.Action.D


@uses(games=GAMES)
def make(desk: Desk, seat: Seat, strategy: str = "TitForTat", default: str = "") -> Axelrod:
    """A strategy of the library by its class name or its own (``TitForTat``, ``Tit For Tat``, ...).

    Raises:
        InputError: the library is not installed, or has no such strategy.
    """
    try:
        # An optional extra, whose import takes seconds.
        import axelrod  # type: ignore[import, unused-ignore]  # noqa: PLC0415
    except ImportError:
        raise needs_extra("agent axelrod", "axelrod") from None
    known = {player.__name__: player for player in axelrod.strategies}
    titles = {name: str(player.name) for name, player in known.items()}
    kind = "strategy of the Axelrod library"
    if (named := meant(kind, strategy, known, titles)) is None:
        raise unknown(kind, strategy, known)
    return Axelrod(desk, axelrod, known[named](), default)
