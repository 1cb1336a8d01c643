"""Problems over finite domains: sorts, functions on them, constraints, and options to choose from.

A constraint may speak of every thing of a sort, count things, compare and calculate.  A named thing is
compared with another of its sort by the order in which the sort lists them; ``t + 1`` is the thing
after ``t``.  What speaks of a thing that is not there (the one after the last) is not true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

Value = int | Fraction | str | bool
"""A number, a thing by its name, or a truth value."""

Operator = Literal[
    "and", "or", "not", "iff", "if", "==", "<", "<=", "+", "-", "*", "mod", "abs", "min", "max", "different"
]  # fmt: skip
Range = Literal["all", "some", "count", "sum", "different"]


@dataclass(frozen=True)
class Known:
    """A value itself."""

    value: Value


@dataclass(frozen=True)
class Ranged:
    """A variable that ranges over a sort."""

    name: str


@dataclass(frozen=True)
class AppliedFunction:
    """The value of a function at its arguments."""

    function: str
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class Operation:
    """An operator with its parts; ``if`` has three, ``different`` says that no two are equal."""

    operator: Operator
    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Ranging:
    """All, some, the number of, the sum over, or the differing values over things of sorts."""

    kind: Range
    variables: tuple[tuple[str, str], ...]
    body: Expression


@dataclass(frozen=True)
class Possible:
    """That some assignment meets the constraints and the body; only an option asks it."""

    body: Expression


Expression = Known | Ranged | AppliedFunction | Operation | Ranging | Possible


@dataclass(frozen=True)
class FiniteFunction:
    """A function from sorts to values; without arguments it is a variable of the problem."""

    name: str
    arguments: tuple[str, ...]
    values: tuple[Value, ...]


@dataclass(frozen=True)
class ChoiceOption:
    """One option: its condition follows from the constraints, or agrees with them, or (``wanted``) not.

    Attributes:
        label: its letter.
        test: what is asked.
        condition: of what.
        wanted: False where it is the option for which that is not so.
        instead_of: a constraint that is left out while this option is tested.
    """

    label: str
    test: Literal["follows", "agrees"]
    condition: Expression
    wanted: bool = True
    instead_of: Expression | None = None


@dataclass(frozen=True)
class FiniteProblem:
    """Sorts by name with their things in order, functions, constraints and options."""

    sorts: Mapping[str, tuple[Value, ...]]
    functions: tuple[FiniteFunction, ...]
    constraints: tuple[Expression, ...]
    options: tuple[ChoiceOption, ...]

    def cells(self) -> Mapping[tuple[str, tuple[Value, ...]], tuple[Value, ...]]:
        """Every function at every argument -> the values it may take there."""
        return {
            (function.name, things): function.values
            for function in self.functions
            for things in product(*(self.sorts[sort] for sort in function.arguments))
        }

    def places(self) -> Mapping[str, tuple[int, int]]:
        """Every named thing -> the number of its family of sorts, and its place there.

        Sorts that share a thing are one family; their places are those of the sort that is declared first.
        """
        family: dict[str, int] = {}
        for number, things in enumerate(self.sorts.values()):
            named = [thing for thing in things if isinstance(thing, str)]
            shared = {family[thing] for thing in named if thing in family}
            least = min(shared, default=number)
            family |= {thing: least for thing, one in family.items() if one in shared}
            family |= dict.fromkeys(named, least)
        counts: dict[int, int] = {}
        places: dict[str, tuple[int, int]] = {}
        for thing, number in family.items():
            places[thing] = number, counts.get(number, 0)
            counts[number] = counts.get(number, 0) + 1
        return places


@dataclass(frozen=True)
class Assignment:
    """A value for every function at every argument: a solution, or a case against something."""

    values: tuple[tuple[AppliedFunction, Value], ...]

    def __str__(self) -> str:
        return ", ".join(f"{written(at)} = {value}" for at, value in self.values)


class _NotThere(Exception):
    """Something speaks of a thing that is not there."""


def holds(expression: Expression, assignment: Assignment, problem: FiniteProblem) -> bool:
    """Whether a condition is true of an assignment; plain evaluation, which uses no engine."""
    cells = {
        (at.function, tuple(a.value for a in at.arguments if isinstance(a, Known))): value
        for at, value in assignment.values
    }
    return bool(_Evaluation(cells, problem).truth(expression, {}))


FunctionCell = tuple[str, tuple[Value, ...]]
"""A function with the things that it is applied to."""


@dataclass(frozen=True)
class Branch:
    """What an expression comes to where some cells have values; None: it speaks of what is not there."""

    given: tuple[tuple[FunctionCell, Value], ...]
    value: Value | None


def branches(
    expression: Expression, bound: Mapping[str, Value], problem: FiniteProblem, *, truth: bool
) -> Iterator[Branch]:
    """What an expression comes to, in cases that exclude each other and leave nothing out.

    Only cells that matter are looked at, one after the other.

    Args:
        expression: a condition (``truth``), whose value is True or False, or a term.
        bound: the values of its variables.
        problem: where it stands.
        truth: whether it is read as a condition.
    """
    domains = problem.cells()
    given = _Given(domains)
    evaluation = _Evaluation(given, problem)
    stack: list[dict[FunctionCell, Value]] = [{}]
    while stack:
        given.known = stack.pop()
        try:
            value = evaluation.truth(expression, bound) if truth else evaluation.value(expression, bound)
        except _Undecided as undecided:
            cell = undecided.cell
            stack += [{**given.known, cell: one} for one in reversed(domains[cell])]
            continue
        except _NotThere:
            value = None
        yield Branch(tuple(given.known.items()), value)


class _Undecided(Exception):
    """A cell whose value is not given yet."""

    def __init__(self, cell: FunctionCell) -> None:
        self.cell = cell
        super().__init__(cell)


class _Given(Mapping[FunctionCell, Value]):
    """Values of some cells; to ask for another one's raises :class:`_Undecided`."""

    def __init__(self, cells: Collection[FunctionCell]) -> None:
        self.cells = cells
        self.known: dict[FunctionCell, Value] = {}

    def __getitem__(self, cell: FunctionCell) -> Value:
        if cell not in self.known:
            raise _Undecided(cell)
        return self.known[cell]

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def __iter__(self) -> Iterator[FunctionCell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)


class _Evaluation:
    def __init__(self, cells: Mapping[tuple[str, tuple[Value, ...]], Value], problem: FiniteProblem) -> None:
        self._cells, self._sorts = cells, problem.sorts
        self._places = problem.places()
        self._things = {place: thing for thing, place in self._places.items()}

    def truth(self, expression: Expression, bound: Mapping[str, Value]) -> bool:
        """The truth of an expression; one that speaks of what is not there is not true."""
        match expression:
            case Operation("and", parts):
                return all(self.truth(part, bound) for part in parts)
            case Operation("or", parts):
                return any(self.truth(part, bound) for part in parts)
            case Operation("not", (part,)):
                return not self.truth(part, bound)
            case Operation("iff", (one, other)):
                return self.truth(one, bound) == self.truth(other, bound)
            case Operation("if", (test, one, other)):
                return self.truth(one if self.truth(test, bound) else other, bound)
            case Ranging("all", _, body):
                return all(self.truth(body, case) for case in self._cases(expression, bound))
            case Ranging("some", _, body):
                return any(self.truth(body, case) for case in self._cases(expression, bound))
        try:
            return bool(self._compared(expression, bound))
        except _NotThere:
            return False

    def _compared(self, expression: Expression, bound: Mapping[str, Value]) -> Value:
        match expression:
            case Operation("==", (one, other)):
                return self.value(one, bound) == self.value(other, bound)
            case Operation("<" | "<=" as operator, (one, other)):
                left, right = self._number(one, bound), self._number(other, bound)
                return left < right if operator == "<" else left <= right
            case Operation("different", parts):
                values = [self.value(part, bound) for part in parts]
                return len(set(values)) == len(values)
            case Ranging("different", _, body):
                values = [self.value(body, case) for case in self._cases(expression, bound)]
                return len(set(values)) == len(values)
        return self.value(expression, bound)

    def value(self, expression: Expression, bound: Mapping[str, Value]) -> Value:
        """The value of a term.

        Raises:
            _NotThere: it has none.
        """
        match expression:
            case Known(value):
                return value
            case Ranged(name):
                return bound[name]
            case AppliedFunction(function, arguments):
                key = function, tuple(self.value(a, bound) for a in arguments)
                if key not in self._cells:
                    raise _NotThere
                return self._cells[key]
            case Operation("if", (test, one, other)):
                return self.value(one if self.truth(test, bound) else other, bound)
            case Operation("+" | "-", (one, other)) if isinstance(self.value(one, bound), str):
                return self._moved(expression.operator, self.value(one, bound), self.value(other, bound))
            case Operation("+" | "-" | "*" | "mod" | "abs" | "min" | "max" as operator, parts):
                return calculated(operator, [self._number(part, bound) for part in parts])
            case Ranging("count", _, body):
                return sum(self.truth(body, case) for case in self._cases(expression, bound))
            case Ranging("sum", _, body):
                return sum(self._number(body, case) for case in self._cases(expression, bound))
        return self.truth(expression, bound)

    def _moved(self, operator: str, one: Value, other: Value) -> Value:
        """The thing so many places further, or how far two things are apart."""
        family, place = self._places[str(one)]
        if isinstance(other, str):
            return place - self._places[other][1]
        there = family, place + (int(other) if operator == "+" else -int(other))
        if there not in self._things:
            raise _NotThere
        return self._things[there]

    def _number(self, expression: Expression, bound: Mapping[str, Value]) -> int | Fraction:
        value = self.value(expression, bound)
        return self._places[value][1] if isinstance(value, str) else value

    def _cases(self, ranging: Ranging, bound: Mapping[str, Value]) -> list[Mapping[str, Value]]:
        names = [name for name, _ in ranging.variables]
        things = product(*(self._sorts[sort] for _, sort in ranging.variables))
        return [{**bound, **dict(zip(names, chosen, strict=True))} for chosen in things]


def bound_to(expression: Expression, values: Mapping[str, Value]) -> Expression:
    """An expression with variables replaced by values."""
    match expression:
        case Ranged(name):
            return Known(values[name]) if name in values else expression
        case AppliedFunction(function, arguments) if arguments:
            return AppliedFunction(function, tuple([bound_to(a, values) for a in arguments]))
        case Operation(operator, parts):
            return Operation(operator, tuple([bound_to(part, values) for part in parts]))
        case Ranging(kind, variables, body):
            hidden = {name for name, _ in variables}
            inner = {name: value for name, value in values.items() if name not in hidden}
            return Ranging(kind, variables, bound_to(body, inner))
        case Possible(body):
            return Possible(bound_to(body, values))
    return expression


def cases_of(ranging: Ranging, sorts: Mapping[str, tuple[Value, ...]]) -> Iterator[Expression]:
    """The body for every choice of things."""
    names = [name for name, _ in ranging.variables]
    for chosen in product(*(sorts[sort] for _, sort in ranging.variables)):
        yield bound_to(ranging.body, dict(zip(names, chosen, strict=True)))


def calculated(operator: str, numbers: list[int | Fraction]) -> int | Fraction:
    """The result of an arithmetical operator.

    Raises:
        _NotThere: the remainder of a division by zero.
    """
    match operator:
        case "+":
            return sum(numbers)
        case "-":
            return numbers[0] - numbers[1]
        case "*":
            return numbers[0] * numbers[1]
        case "mod":
            if numbers[1] == 0:
                raise _NotThere
            return numbers[0] % numbers[1]
        case "abs":
            return numbers[0] if numbers[0] >= 0 else -numbers[0]
    return min(numbers) if operator == "min" else max(numbers)


def written(expression: Expression) -> str:
    """An expression in the words of the language of Z3's Python, as models write it."""
    match expression:
        case Known(value):
            return str(value)
        case Ranged(name):
            return name
        case AppliedFunction(function, arguments):
            return f"{function}({', '.join(map(written, arguments))})" if arguments else function
        case Possible(body):
            return f"is_sat({written(body)})"
        case Ranging(kind, variables, body):
            word = {"all": "ForAll", "some": "Exists", "count": "Count", "sum": "Sum"}.get(kind, "Distinct")
            ranges = ", ".join(f"{name}:{sort}" for name, sort in variables)
            return f"{word}([{ranges}], {written(body)})"
        case Operation(operator, parts):
            said = ", ".join(map(written, parts))
            if operator in ("==", "<", "<=", "+", "-", "*", "mod"):
                return f"({written(parts[0])} {'%' if operator == 'mod' else operator} {written(parts[1])})"
            if operator == "different":
                return f"AllDifferent([{said}])"
            return f"{operator.capitalize()}({said})"
