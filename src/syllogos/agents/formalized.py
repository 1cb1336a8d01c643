"""Plays a strategy written in Prolog: by a model, by hand, or saved from a formalization.

The strategy is asked in a guarded worker, round by round, with the game's rules and what has been
played; it can change neither.
"""

from __future__ import annotations

from typing import cast

from syllogos.agents._strategy import GAMES, Situation, situation
from syllogos.checking.game_faults import GameFault
from syllogos.checking.game_strategy import chosen, seating, strategy_query
from syllogos.errors import InputError
from syllogos.formats.game_agent import parse_agent
from syllogos.formats.game_facts import facts_of
from syllogos.formats.source import Source
from syllogos.games.normal_form import Played
from syllogos.logic.normal_form import Profile
from syllogos.logic.verdict import Verdict
from syllogos.plugins import uses
from syllogos.rules import Decision, Desk, Fault, Seat, View
from syllogos.solvers.swipl import Answers


class Formalized:
    """One seat of a game in normal form, played by a program that defines ``select/4``."""

    def __init__(self, desk: Desk, strategy: str, default: str) -> None:
        self._desk = desk
        self._strategy = strategy
        self._default = default

    async def act(self, view: View[str], fault: Fault | None) -> Decision[str]:
        """What the program selects; its faults are faults of the move."""
        now = situation(view, self._default)
        played = [e.what.profile for e in view.log if isinstance(e.what, Played)]
        move = await self._ask(now, played)
        return Decision(Fault("illegal", move.say) if isinstance(move, GameFault) else move)

    async def _ask(self, now: Situation, played: list[Profile]) -> str | GameFault:
        facts = facts_of(now.described.form, now.default)
        seed = self._desk.rng.getrandbits(31)
        query = strategy_query(self._strategy, seating(facts, now.seat, now.opponent), played, seed)
        verdict = await self._desk.ask("swipl", query)
        return chosen(cast("Verdict[Answers]", verdict), now.actions)


@uses(games=GAMES)
def make(desk: Desk, seat: Seat, strategy: str | Source = "", default: str = "") -> Formalized:
    """``strategy``: a program (``.pl`` or its text), or a saved agent (``.json``).

    ``default`` overrides the game's default move, and the saved agent's.

    Raises:
        InputError: there is no strategy, or the file is no agent.
    """
    source = strategy if isinstance(strategy, Source) else Source("strategy", strategy)
    if source.text.lstrip().startswith("{"):
        saved = parse_agent(source)
        return Formalized(desk, saved.strategy, default or saved.default)
    if "select(" not in source.text:
        raise InputError(f"{source.name}: a strategy defines select(Player, Opponent, Situation, Move)")
    return Formalized(desk, source.text, default)
