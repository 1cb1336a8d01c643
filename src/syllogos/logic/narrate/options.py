"""What becomes of options, in a few plain lines."""

from __future__ import annotations

from syllogos.logic.constraints import Assignment, FiniteProblem, written
from syllogos.logic.options import ChosenOptions, ConflictingConstraints

MOST_VALUES = 12
"""Values of one assignment that are listed."""
MOST_CONSTRAINTS = 8
"""Constraints that are listed."""


def narrate(evidence: ChosenOptions | ConflictingConstraints, problem: FiniteProblem) -> str:
    """Which option is right and what speaks against each other one, one a line."""
    if isinstance(evidence, ConflictingConstraints):
        shown = [written(one) for one in evidence.constraints[:MOST_CONSTRAINTS]]
        more = len(evidence.constraints) - len(shown)
        rest = [f"... and {more} more."] if more > 0 else []
        return "\n".join(["These constraints cannot hold together:", *shown, *rest])
    possible = {result.label: result.case for result in evidence.left}
    lines = []
    for option, result in zip(problem.options, evidence.results, strict=True):
        said, case = written(option.condition), result.case
        if option.test == "follows":
            why = "follows from the constraints" if case is None else f"need not hold: {_listed(case)}"
        else:
            why = "cannot hold" if case is None else f"can hold: {_listed(case)}"
        if evidence.left and result.label not in possible:
            why = "cannot hold"
        lines.append(f"{result.label}) {said} {why}.")
    return "\n".join([*lines, _ending(evidence)])


def _ending(evidence: ChosenOptions) -> str:
    if len(evidence.right) == 1:
        return f"Only {evidence.right[0]} is right."
    if evidence.right:
        return f"Several are right: {', '.join(evidence.right)}."
    if evidence.chosen:
        return f"None follows, but only {evidence.chosen} can be true: {evidence.chosen} by elimination."
    return "None is right."


def _listed(case: Assignment) -> str:
    shown = ", ".join(f"{written(at)} = {value}" for at, value in case.values[:MOST_VALUES])
    return f"{shown}, ..." if len(case.values) > MOST_VALUES else shown
