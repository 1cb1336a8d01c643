"""Rules, finite problems and answer set programs, decided by clingo in sealed workers.

Rules and finite problems mean what they mean to the solvers ``rules`` and ``finite``, and come to the same
verdicts.  An answer set program is ``TRUE`` with its stable models as the answer,
``INCONSISTENT`` without one.
Steps are conflicts of the search, for each of a query's checks; grounding has none: the clock kills it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from syllogos.engines import rule_verdicts
from syllogos.engines.asp.clingo import AspStoppedError, ClingoWorkers
from syllogos.engines.asp.finite import TooLargeError
from syllogos.engines.asp.precheck import precheck
from syllogos.engines.asp.wire import AspCheck, RefusedError
from syllogos.engines.chainer import resting_on_absence
from syllogos.engines.finite import judging
from syllogos.engines.guard.isolation import WorkerLimits, require
from syllogos.engines.guard.precheck import ProgramProblem
from syllogos.engines.steps import LimitReached, Steps
from syllogos.logic.constraints import FiniteProblem
from syllogos.logic.derivations import Fixpoint
from syllogos.logic.rules import RuleQuestion, SignedAtom
from syllogos.verdict import Bounds, Isolation, Status, Verdict

__all__ = ["AspQuery", "Clingo", "StableModels", "make"]


@dataclass(frozen=True)
class AspQuery:
    """An answer set program as text, of which at most ``models`` stable models are wanted (0: all)."""

    program: str
    models: int = 1


@dataclass(frozen=True)
class StableModels:
    """Stable models, each by its atoms; ``complete``: there are no others."""

    models: tuple[tuple[str, ...], ...]
    complete: bool


class Clingo:
    """The solver.  Its workers start when they are needed and end with it."""

    def __init__(self, isolation: Isolation, wall: float, limits: WorkerLimits, workers: int) -> None:
        self.isolation, self.wall = isolation, wall
        self._workers = ClingoWorkers(isolation, wall, limits, workers)

    async def ask(self, query: RuleQuestion | FiniteProblem | AspQuery, *, steps: int) -> Verdict[Any]:
        """The verdict on ``query``, each check within ``steps`` conflicts."""
        try:
            verdict = await self._verdict(query, steps)
        except AspStoppedError as error:
            verdict = Verdict(Status.UNKNOWN, reason=str(error), stable=error.stable)
        except TooLargeError:
            verdict = Verdict(Status.UNKNOWN, reason="a condition is too large to be written out")
        except LimitReached:
            verdict = Verdict(Status.UNKNOWN, reason=f"stopped after {steps} engine steps")
        return replace(verdict, engine="clingo", isolation=self.isolation, bounds=Bounds(steps, self.wall))

    async def _verdict(self, query: RuleQuestion | FiniteProblem | AspQuery, steps: int) -> Verdict[Any]:
        match query:
            case RuleQuestion():
                return await self._rules(query, steps)
            case FiniteProblem():
                return judging.judged(await self._workers.options(query, steps))
        return await self._program(query, steps)

    async def _rules(self, question: RuleQuestion, steps: int) -> Verdict[None]:
        if question.world == "closed" and (circle := resting_on_absence(question.program, Steps(steps))):
            return rule_verdicts.rejected(circle)
        fixpoint = await self._workers.facts(question.program, question.world, steps)
        facts = frozenset(fixpoint.facts)
        opposed = next((fact for fact in fixpoint.facts if fact.holds and fact.opposite in facts), None)
        if opposed:
            said = f"{opposed} and {opposed.opposite} both follow"
            return Verdict(Status.INCONSISTENT, evidence=fixpoint, reason=said)

        def derived(atom: SignedAtom) -> Fixpoint | None:
            return fixpoint if atom in facts else None

        return rule_verdicts.answered(question, fixpoint, derived)

    async def _program(self, query: AspQuery, steps: int) -> Verdict[StableModels]:
        """A stranger's program, which is looked at before anything of it runs."""
        if problems := precheck(query.program):
            return Verdict(Status.REJECTED, evidence=problems, reason=str(problems[0]))
        try:
            (found,) = await self._workers.run(query.program, [AspCheck(models=query.models)], steps)
        except RefusedError as error:
            problem = ProgramProblem("syntax", str(error), "program")
            return Verdict(Status.REJECTED, evidence=(problem,), reason=str(error))
        models = StableModels(found.models, found.complete)
        if not found.models:
            return Verdict(Status.INCONSISTENT, models, models, "there is no stable model")
        return Verdict(Status.TRUE, models, models, "there is a stable model")

    async def aclose(self) -> None:
        """End the workers."""
        self.close()

    def close(self) -> None:
        """End the workers now."""
        self._workers.close()


def make(
    isolation: Literal["sealed", "guarded"] = "sealed",
    wall: Annotated[float, Field(gt=0)] = 10.0,
    memory_mb: Annotated[int, Field(gt=0)] = 1000,
    workers: Annotated[int, Field(ge=0)] = 0,
) -> Clingo:
    """The solver of rules, finite problems and answer set programs.

    Args:
        isolation: ``sealed``, or ``guarded`` where a machine cannot seal and you accept that.
        wall: seconds after which a worker is killed; a verdict that the clock decides is unstable.
        memory_mb: address space of a worker, in millions of bytes.
        workers: at most this many processes; 0 for one a processor.

    Raises:
        InputError: clingo is missing, or this machine cannot give the isolation.
    """
    require(isolation)
    return Clingo(isolation, wall, WorkerLimits(memory_mb * 1_000_000), workers)


make.queries = (  # type: ignore[attr-defined]
    *rule_verdicts.EXAMPLES,
    *judging.EXAMPLES,
    AspQuery("1 {a; b} 1."),
    AspQuery("a :- not a."),
    AspQuery('#include "x.lp".'),
)
