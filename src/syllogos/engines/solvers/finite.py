"""Finite problems with options, by exact search.

``TRUE`` one option is right, which is the answer; ``FALSE`` none is; ``OPEN`` several are.
``INCONSISTENT`` the constraints cannot hold together.  Where every option should follow and none does,
but only one can be true at all, that one is the answer, and the reason says that it is by elimination.
"""

from __future__ import annotations

from dataclasses import replace

from syllogos.engines.finite.judging import EXAMPLES, Letters, judged
from syllogos.engines.finite.search import choose
from syllogos.engines.steps import LimitReached, Steps
from syllogos.logic.constraints import FiniteProblem
from syllogos.verdict import Bounds, Status, Verdict

__all__ = ["decide", "decide_reading", "make"]

ENGINE = "finite"


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


class FiniteSolver:
    """The solver: :func:`decide` behind the contract."""

    async def ask(self, query: FiniteProblem, *, steps: int) -> Verdict[Letters]:
        """The verdict on ``query``."""
        return decide(query, steps=steps)


def make() -> FiniteSolver:
    """The solver of finite problems."""
    return FiniteSolver()


make.queries = EXAMPLES  # type: ignore[attr-defined]
