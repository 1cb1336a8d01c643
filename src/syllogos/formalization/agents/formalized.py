"""Plays a strategy written in Prolog: by hand, saved, or by a model from a sentence.

The strategy is asked in a guarded worker, round by round, with the game's rules and what has been
played; it can change neither.  A sentence is made a program before the first move, tried in every
situation of one round before, and mended by what is found (GAMA paper, section 4.6).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from syllogos.contract import Decision, Desk, Fault, Message, Review, Seat, View
from syllogos.engines.solvers.swipl import Answers
from syllogos.errors import InputError
from syllogos.formalization.agent_file import parse_agent
from syllogos.formalization.facts import facts_of
from syllogos.formalization.faults import GameFault
from syllogos.formalization.program import summary
from syllogos.formalization.strategy import chosen, seating, strategy_query, validate_strategy
from syllogos.formalization.strategy_by_model import read_reply
from syllogos.formalization.tree import DeskProlog
from syllogos.gametheory.normal_form import Profile
from syllogos.plugins import uses
from syllogos.refine import refine
from syllogos.repeated.games.normal_form import Played
from syllogos.repeated.strategy import GAMES, Situation, situation
from syllogos.text.source import Source
from syllogos.verdict import Verdict

MOST_QUOTED = 8_000
"""Characters of a faulty reply that are shown back to its author."""


def _prompts(config: Mapping[str, Any]) -> tuple[str, ...]:
    return ("strategy_full", "strategy_retry") if _roles(config) else ()


def _roles(config: Mapping[str, Any]) -> tuple[str, ...]:
    return ("main",) if config.get("description") else ()


class ProgramPlayer:
    """One seat of a game in normal form, played by a program that defines ``select/4``."""

    def __init__(self, desk: Desk, strategy: str, default: str, description: str, attempts: int) -> None:
        self._desk = desk
        self._strategy = strategy
        self._default = default
        self._description = description
        self._attempts = attempts
        self._fault: Fault | None = None

    async def act(self, view: View[str], fault: Fault | None) -> Decision[str]:
        """What the program selects; its faults are faults of the move."""
        now = situation(view, self._default)
        if not self._strategy and self._fault is None:
            await self._write(now)
        if self._fault is not None:
            return Decision(self._fault)
        played = [e.what.profile for e in view.log if isinstance(e.what, Played)]
        move = await self._ask(now, played)
        return Decision(Fault("illegal", move.say) if isinstance(move, GameFault) else move)

    async def _ask(self, now: Situation, played: list[Profile]) -> str | GameFault:
        facts = facts_of(now.described.form, now.default)
        seed = self._desk.rng.getrandbits(31)
        query = strategy_query(self._strategy, seating(facts, now.seat, now.opponent), played, seed)
        verdict = await self._desk.ask("swipl", query)
        return chosen(cast("Verdict[Answers]", verdict), now.actions)

    async def _write(self, now: Situation) -> None:
        """Have the sentence made a program; what is wrong with one goes back to its author."""
        talk = [Message("user", self._desk.prompt("strategy_full", description=self._description))]
        at = seating(facts_of(now.described.form, now.default), now.seat, now.opponent)

        async def propose(fault: Fault | None) -> Decision[str]:
            if fault is not None:
                talk.append(Message("user", self._desk.prompt("strategy_retry", faults=fault.say)))
            reply = await self._desk.complete(talk)
            said = reply.reply.text if isinstance(reply, Fault) and reply.reply else ""
            text = said if isinstance(reply, Fault) else reply.text
            talk.append(Message("assistant", text[:MOST_QUOTED]))
            return Decision(reply if isinstance(reply, Fault) else read_reply(reply.text))

        async def check(decision: Decision[str]) -> Review:
            if isinstance(decision.move, Fault):
                return Review(decision.move)
            faults = await validate_strategy(decision.move, at, DeskProlog(self._desk))
            return Review(Fault("refuted", summary(faults)) if faults else None)

        trace = await refine(propose, check, attempts=self._attempts)
        self._desk.note({"strategy": trace.move, "attempts": len(trace.attempts)})
        if trace.move is None:
            self._fault = trace.last.review.fault or Fault("unparsable", "no strategy")
        else:
            self._strategy = trace.move


@uses(prompts=_prompts, roles=_roles, games=GAMES, solvers=("swipl",))
def make(
    desk: Desk,
    seat: Seat,
    strategy: str | Source = "",
    default: str = "",
    description: str = "",
    attempts: int = 5,
) -> ProgramPlayer:
    """``strategy``: a program (``.pl`` or its text), or a saved agent (``.json``).

    Without one, the model makes it of ``description``, in at most ``attempts`` attempts.
    ``default`` overrides the game's default move, and the saved agent's.

    Raises:
        InputError: there is no strategy, or the file is no agent.
    """
    if attempts < 1:
        raise InputError(f"attempts must be at least 1, not {attempts}", key=("attempts",))
    if description and not strategy:
        return ProgramPlayer(desk, "", default, description, attempts)
    source = strategy if isinstance(strategy, Source) else Source("strategy", strategy)
    if source.text.lstrip().startswith("{"):
        saved = parse_agent(source)
        return ProgramPlayer(desk, saved.strategy, default or saved.default, "", attempts)
    if "select(" not in source.text:
        raise InputError(f"{source.name}: a strategy defines select(Player, Opponent, Situation, Move)")
    return ProgramPlayer(desk, source.text, default, "", attempts)


make.example = {  # type: ignore[attr-defined]
    "strategy": "select(P, _, S, M) :- \\+ last_move(_, _, S), default_move(P, M).\n"
    "select(_, O, S, M) :- last_move(O, M, S).",
}
