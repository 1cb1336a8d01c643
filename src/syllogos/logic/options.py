"""What becomes of the options of a finite problem, with the assignments that show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from syllogos.logic.constraints import (
    AppliedFunction,
    Assignment,
    ChoiceOption,
    Expression,
    FiniteProblem,
    Known,
    Operation,
    Operator,
    Possible,
    Range,
    Ranging,
    cases_of,
    holds,
    written,
)


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
class Possibility:
    """Something that an option asks to be possible, with an assignment that shows it; None: none does."""

    body: Expression
    case: Assignment | None


@dataclass(frozen=True)
class ChosenOptions:
    """All options of a problem whose constraints can hold together.

    Attributes:
        results: one for each option, in order.
        left: where every option should follow and none does: those that can be true at all.  When one
            is left and one option is to be right, it is that one, by elimination.
        possibilities: what the conditions of options ask to be possible, and whether it is.
    """

    results: tuple[OptionResult, ...]
    left: tuple[OptionResult, ...] = ()
    possibilities: tuple[Possibility, ...] = ()

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


def tested_with(option: ChoiceOption, problem: FiniteProblem) -> tuple[Expression, ...]:
    """The constraints under which an option is tested: all but the one that it stands for."""
    if option.instead_of is None:
        return problem.constraints
    left = (_without(option.instead_of, constraint) for constraint in problem.constraints)
    return tuple(constraint for constraint in left if constraint is not None)


def _without(part: Expression, constraint: Expression) -> Expression | None:
    if constraint == part:
        return None
    if not (isinstance(constraint, Operation) and constraint.operator == "and"):
        return constraint
    kept = [_without(part, one) for one in constraint.parts]
    parts = tuple(one for one in kept if one is not None)
    return Operation("and", parts) if parts else None


def asks_possible(expression: Expression) -> bool:
    """Whether something in it is asked to be possible."""
    match expression:
        case Possible():
            return True
        case AppliedFunction(_, parts) | Operation(_, parts):
            return any(map(asks_possible, parts))
        case Ranging(_, _, body):
            return asks_possible(body)
    return False


def only_asks(expression: Expression) -> bool:
    """Whether it speaks of functions only within what is asked to be possible."""
    match expression:
        case AppliedFunction():
            return False
        case Operation(_, parts):
            return all(map(only_asks, parts))
        case Ranging(_, _, body):
            return only_asks(body)
    return True


def settled(
    expression: Expression, problem: FiniteProblem, possible: Callable[[Expression], bool]
) -> Expression:
    """A closed expression in which ``possible`` has answered all that is asked to be possible."""

    def answered(part: Expression) -> Expression:
        return settled(part, problem, possible)

    if not asks_possible(expression):
        return expression
    match expression:
        case Possible(body):
            return Known(possible(answered(body)))
        case Operation(operator, parts):
            return Operation(operator, tuple([answered(part) for part in parts]))
        case Ranging(kind, _, _):
            cases = [answered(case) for case in cases_of(expression, problem.sorts)]
            if kind == "count":
                cases = [Operation("if", (case, Known(1), Known(0))) for case in cases]
            return Operation(JOINED[kind], (*cases, Known(0)) if JOINED[kind] == "+" else tuple(cases))
    return expression


JOINED: Mapping[Range, Operator] = {
    "all": "and", "some": "or", "count": "+", "sum": "+", "different": "different",
}  # fmt: skip
"""The operator that a range over things is, when it is written out."""


def faulty_case(chosen: ChosenOptions, problem: FiniteProblem) -> str:
    """Which assignment does not show what it should, empty for none; it uses no engine."""
    shown = {one.body: one.case is not None for one in chosen.possibilities}
    for one in chosen.possibilities:
        if one.case is not None and not _meets(one.case, (*problem.constraints, one.body), problem):
            return f"{written(one.body)}: the assignment does not show that it is possible"
    for option, result in zip(problem.options, chosen.results, strict=True):
        if result.case is None:
            continue
        if not _meets(result.case, tested_with(option, problem), problem):
            return f"{result.label}: the assignment meets not all constraints"
        condition = settled(option.condition, problem, lambda body: shown[body])
        against = Operation("not", (condition,)) if option.test == "follows" else condition
        if not holds(against, result.case, problem):
            return f"{result.label}: the assignment does not show it"
    conditions = {option.label: option.condition for option in problem.options}
    for left in chosen.left:
        if left.case is None or not holds(conditions[left.label], left.case, problem):
            return f"{left.label}: the assignment does not show that it can be true"
    return ""


def _meets(case: Assignment, constraints: tuple[Expression, ...], problem: FiniteProblem) -> bool:
    return all(holds(constraint, case, problem) for constraint in constraints)
