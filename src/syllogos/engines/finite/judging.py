"""What the options of a finite problem come to, whoever searched."""

from __future__ import annotations

from syllogos.logic.constraints import (
    AppliedFunction,
    ChoiceOption,
    FiniteFunction,
    FiniteProblem,
    Known,
    Operation,
)
from syllogos.logic.options import ChosenOptions, ConflictingConstraints
from syllogos.verdict import Status, Verdict

Letters = tuple[str, ...]
"""The options that are right."""


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


def _example(*fixed: tuple[str, int]) -> FiniteProblem:
    birds = ("owl", "crow", "wren")
    different = Operation("different", tuple(map(AppliedFunction, birds)))
    given = (Operation("==", (AppliedFunction(bird), Known(place))) for bird, place in fixed)
    first = (ChoiceOption(b[0], "follows", Operation("==", (AppliedFunction(b), Known(1)))) for b in birds)
    functions = tuple(FiniteFunction(bird, (), (1, 2, 3)) for bird in birds)
    return FiniteProblem({}, functions, (different, *given), tuple(first))


EXAMPLES = (
    _example(("owl", 1)),
    _example(),
    _example(("owl", 2)),
    _example(("owl", 1), ("crow", 1)),
)
"""Problems that every solver of finite problems is shown."""
