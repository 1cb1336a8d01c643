"""What becomes of the options of a finite problem, with the assignments that show it."""

from __future__ import annotations

from dataclasses import dataclass

from syllogos.logic.constraints import Assignment, Expression, FiniteProblem, Operation, holds


@dataclass(frozen=True)
class OptionResult:
    """Whether an option is right.

    Attributes:
        label: its letter.
        right: whether it is as it is wanted.
        case: for one that should follow an assignment that is against it; for one that should agree an
            assignment that is for it; None where there is none, which the whole search shows.
    """

    label: str
    right: bool
    case: Assignment | None


@dataclass(frozen=True)
class ChosenOptions:
    """All options of a problem whose constraints can hold together.

    Attributes:
        results: one for each option, in order.
        left: where every option should follow and none does: those that can be true at all.  When one
            is left and one option is to be right, it is that one, by elimination.
    """

    results: tuple[OptionResult, ...]
    left: tuple[OptionResult, ...] = ()

    @property
    def right(self) -> tuple[str, ...]:
        """The letters of those that are right."""
        return tuple(result.label for result in self.results if result.right)

    @property
    def chosen(self) -> str | None:
        """The letter of the only one that is right, else of the only one that is left."""
        only = self.right or tuple(result.label for result in self.left)
        return only[0] if len(only) == 1 else None


@dataclass(frozen=True)
class ConflictingConstraints:
    """Constraints that cannot hold together; without any one of them they can."""

    constraints: tuple[Expression, ...]


def faulty_case(chosen: ChosenOptions, problem: FiniteProblem) -> str:
    """Which assignment does not show what it should, empty for none; it uses no engine."""
    for option, result in zip(problem.options, chosen.results, strict=True):
        if result.case is None:
            continue
        if not all(holds(constraint, result.case, problem) for constraint in problem.constraints):
            return f"{result.label}: the assignment meets not all constraints"
        against = Operation("not", (option.condition,)) if option.test == "follows" else option.condition
        if not holds(against, result.case, problem):
            return f"{result.label}: the assignment does not show it"
    conditions = {option.label: option.condition for option in problem.options}
    for left in chosen.left:
        if left.case is None or not holds(conditions[left.label], left.case, problem):
            return f"{left.label}: the assignment does not show that it can be true"
    return ""
