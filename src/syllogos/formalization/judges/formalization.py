"""The referee of formalization tasks: validates a game on three levels and names every fault."""

from __future__ import annotations

from typing import Any, Literal

from syllogos.contract import Decision, Desk, Fault, Log, Review, Seat
from syllogos.errors import InputError
from syllogos.formalization.by_model import facts_in
from syllogos.formalization.games.formalization import Levels, PayoffsExpected, Task
from syllogos.formalization.program import Validation, Wanted, summary, validate, validate_facts
from syllogos.formalization.tree import DeskProlog, Expanded
from syllogos.plugins import uses
from syllogos.verdict import Status, Verdict

Feedback = Literal["syntactic", "runtime", "semantic"]
LEVELS: tuple[Feedback, ...] = ("syntactic", "runtime", "semantic")
ENGINE = "formalization"


class Formalization:
    """Blocks what is wrong up to the level of ``feedback`` and annotates the rest.

    The verdicts are one per level, in the order syntactic, runtime, semantic.
    """

    def __init__(self, desk: Desk, feedback: Feedback, strict: bool) -> None:
        self._prolog = DeskProlog(desk)
        self._feedback = feedback
        self._strict = strict

    async def review(self, log: Log, seat: Seat, decision: Decision[object]) -> Review:
        """Faults of the levels that are fed back, and a verdict for every level."""
        task = next((e.what for e in log if isinstance(e.what, Task)), None)
        expected = next((e.what for e in log if isinstance(e.what, PayoffsExpected)), None)
        if task is None or expected is None:
            raise InputError("judge formalization judges formalization tasks only")
        if isinstance(decision.move, Fault):
            return Review()
        wanted = Wanted(expected.target, expected.game_class, named=True)
        found = await self._validated(str(decision.move), task.target, wanted)
        if isinstance(found, Fault):
            return Review(found)
        return reviewed(found, self._feedback)

    async def _validated(self, text: str, target: str, wanted: Wanted) -> Validation | Fault:
        if target == "full":
            return await validate(text, self._prolog, wanted, strict=self._strict)
        facts = facts_in(text)
        return facts if isinstance(facts, Fault) else validate_facts(facts, wanted)


@uses(games=("formalization",), solvers=("swipl",))
def make(desk: Desk, feedback: Feedback = "semantic", strict: bool = False) -> Formalization:
    """The referee.

    ``feedback``: the highest level whose faults go back to the author; ``strict`` completes no
    program.
    """
    return Formalization(desk, feedback, strict)


def reviewed(found: Validation, feedback: Feedback) -> Review:
    """The review that a validation comes to."""
    fed = LEVELS[: LEVELS.index(feedback) + 1]
    faults = [fault for fault in found.faults if fault.level in fed]
    held = dict(zip(LEVELS, (found.syntactic, found.runtime, found.semantic), strict=True))
    verdicts = tuple(_verdict(level, held[level], found) for level in LEVELS)
    levels = Levels(found.syntactic, found.runtime, found.semantic)
    return Review(Fault("refuted", summary(faults)) if faults else None, verdicts, (levels,))


def _verdict(level: Feedback, holds: bool | None, found: Validation) -> Verdict[Any]:
    status = Status.UNKNOWN if holds is None else Status.TRUE if holds else Status.FALSE
    reason = "; ".join(str(f) for f in found.faults if f.level == level)
    if holds is None:
        reason = "there is nothing to compare with"
    played = found.program or Expanded("")
    stable = played.stable or level == "syntactic"  # what a clock stops has been read
    return Verdict(status, None, level, reason, ENGINE, played.isolation, stable, played.bounds)
