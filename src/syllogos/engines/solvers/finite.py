"""Finite problems with options, by exact search.

``TRUE`` one option is right, which is the answer; ``FALSE`` none is; ``OPEN`` several are.
``INCONSISTENT`` the constraints cannot hold together.  Where every option should follow and none does,
but only one can be true at all, that one is the answer, and the reason says that it is by elimination.
"""

from __future__ import annotations

from dataclasses import replace

from syllogos.engines.finite.search import choose
from syllogos.engines.steps import LimitReached, Steps
from syllogos.logic.constraints import (
    AppliedFunction,
    ChoiceOption,
    FiniteFunction,
    FiniteProblem,
    Known,
    Operation,
)
from syllogos.logic.options import ChosenOptions, ConflictingConstraints
from syllogos.verdict import Bounds, Status, Verdict

__all__ = ["decide", "decide_reading", "judged", "make"]

ENGINE = "finite"

Letters = tuple[str, ...]


def decide(problem: FiniteProblem, *, steps: int) -> Verdict[Letters]:
    """The verdict within ``steps`` engine steps, with the letters that are right as its answer.

    Its evidence is :class:`~syllogos.logic.options.ChosenOptions`, or
    :class:`~syllogos.logic.options.ConflictingConstraints`.
    """
    return replace(_verdict(problem, steps), engine=ENGINE, bounds=Bounds(steps))


def decide_reading(problem: FiniteProblem, second: FiniteProblem | None, *, steps: int) -> Verdict[Letters]:
    """The verdict on a problem that may be read in two ways: REJECTED where that makes a difference."""
    verdict = decide(problem, steps=steps)
    if second is None or second == problem:
        return verdict
    other = decide(second, steps=steps)
    if (verdict.status, verdict.answer) == (other.status, other.answer):
        return verdict
    said = "; read otherwise: ".join(one.reason for one in (verdict, other))
    return replace(verdict, status=Status.REJECTED, answer=None, evidence=None, reason=said)


def _verdict(problem: FiniteProblem, steps: int) -> Verdict[Letters]:
    try:
        result = choose(problem, Steps(steps))
    except LimitReached:
        return Verdict(Status.UNKNOWN, reason=f"stopped after {steps} engine steps")
    return judged(result)


def judged(result: ChosenOptions | ConflictingConstraints) -> Verdict[Letters]:
    """The verdict that the options come to."""
    if isinstance(result, ConflictingConstraints):
        said = f"{len(result.constraints)} constraints cannot hold together"
        return Verdict(Status.INCONSISTENT, evidence=result, reason=said)
    if len(result.right) > 1:
        said = f"several options are right: {', '.join(result.right)}"
        return Verdict(Status.OPEN, result.right, result, said)
    if result.chosen is None:
        return Verdict(Status.FALSE, (), result, "no option is right")
    how = "is right" if result.right else "follows by elimination: no other can be true"
    return Verdict(Status.TRUE, (result.chosen,), result, f"option {result.chosen} {how}")


class FiniteSolver:
    """The solver: :func:`decide` behind the contract."""

    async def ask(self, query: FiniteProblem, *, steps: int) -> Verdict[Letters]:
        """The verdict on ``query``."""
        return decide(query, steps=steps)


def make() -> FiniteSolver:
    """The solver of finite problems."""
    return FiniteSolver()


def _example(*fixed: tuple[str, int]) -> FiniteProblem:
    birds = ("owl", "crow", "wren")
    different = Operation("different", tuple(map(AppliedFunction, birds)))
    given = (Operation("==", (AppliedFunction(bird), Known(place))) for bird, place in fixed)
    first = (ChoiceOption(b[0], "follows", Operation("==", (AppliedFunction(b), Known(1)))) for b in birds)
    functions = tuple(FiniteFunction(bird, (), (1, 2, 3)) for bird in birds)
    return FiniteProblem({}, functions, (different, *given), tuple(first))


make.queries = (  # type: ignore[attr-defined]
    _example(("owl", 1)),
    _example(),
    _example(("owl", 2)),
    _example(("owl", 1), ("crow", 1)),
)
