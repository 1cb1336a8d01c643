"""Expressions without variables, as readings under the domains that are left.

A reading of a condition is true, false, or None: not known yet.  A reading of a term is the least and
the greatest value that it may have.  Values are numbers here: a truth value is 0 or 1, a named thing
stands for its place, far from the places of other families.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import inf

from syllogos.engines.steps import Steps
from syllogos.logic.constraints import (
    AppliedFunction,
    Assignment,
    Expression,
    FiniteProblem,
    Known,
    Operation,
    Operator,
    Ranged,
    Ranging,
    Value,
    cases_of,
)

GroundNumber = int | Fraction
Domains = list[tuple[GroundNumber, ...]]
"""The values that are left for each cell, in order."""
Interval = tuple[GroundNumber | float, GroundNumber | float]
FAR = 1_000_000
"""Between the places of two families of sorts."""
ARITHMETIC = frozenset(("+", "-", "*", "mod", "abs", "min", "max"))


@dataclass(frozen=True)
class GroundCondition:
    """Something that is true or not, and the cells that it depends on."""

    read: Callable[[Domains], bool | None]
    scope: frozenset[int]


@dataclass(frozen=True)
class _Term:
    read: Callable[[Domains], Interval]
    scope: frozenset[int]
    cell: int | None = None
    fixed: GroundNumber | None = None


TRUE = GroundCondition(lambda _: True, frozenset())
FALSE = GroundCondition(lambda _: False, frozenset())


class NotThereError(Exception):
    """A term speaks of a thing that is not there, whatever the cells are; never leaves this module."""


class GroundProblem:
    """A problem's cells with their domains, and its expressions as readings of them."""

    def __init__(self, problem: FiniteProblem, steps: Steps) -> None:
        self._problem, self._steps = problem, steps
        self._places = problem.places()
        self._cells: dict[tuple[str, tuple[GroundNumber, ...]], int] = {}
        self.names: list[AppliedFunction] = []
        self.domains: Domains = []
        self._values: list[Mapping[GroundNumber, Value]] = []
        for (function, things), values in problem.cells().items():
            steps.take()
            self._cells[function, tuple(map(self._code, things))] = len(self.domains)
            self.names.append(AppliedFunction(function, tuple(map(Known, things))))
            coded = {self._code(value): value for value in values}
            self._values.append(coded)
            self.domains.append(tuple(sorted(coded)))
        sizes: dict[int, int] = {}
        for family, place in self._places.values():
            sizes[family] = max(sizes.get(family, 0), place + 1)
        self._sizes = sizes
        self._family = {f.name: self._family_of(f.values[0]) for f in problem.functions if f.values}

    def assignment(self, domains: Domains) -> Assignment:
        """Domains of one value each, as values of the problem."""
        values = (self._values[cell][domain[0]] for cell, domain in enumerate(domains))
        return Assignment(tuple(zip(self.names, values, strict=True)))

    def conditions(self, expression: Expression) -> tuple[GroundCondition, ...]:
        """Conditions that hold together just when ``expression`` does, small where they can be."""
        match expression:
            case Operation("and", parts):
                return tuple(c for part in parts for c in self.conditions(part))
            case Ranging("all", _, _):
                return tuple(c for case in self._cases(expression) for c in self.conditions(case))
            case Operation("different", parts):
                return self._different(parts)
            case Ranging("different", _, _):
                return self._different(tuple(self._cases(expression)))
        return (self.condition(expression),)

    def condition(self, expression: Expression) -> GroundCondition:
        """The reading of a condition."""
        match expression:
            case Known(value):
                return TRUE if value else FALSE
            case Operation("or", parts):
                return _either([self.condition(part) for part in parts])
            case Operation("not", (part,)):
                return _negated(self.condition(part))
            case Operation("iff", (one, other)):
                return _alike(self.condition(one), self.condition(other))
            case Operation("if", (test, one, other)):
                when, unless = self.condition(test), _negated(self.condition(test))
                ways = (_both([when, self.condition(one)]), _both([unless, self.condition(other)]))
                return _either(ways)
            case Ranging("some", _, _):
                return _either([self.condition(case) for case in self._cases(expression)])
            case Operation("and" | "different", _) | Ranging("all" | "different", _, _):
                return _both(self.conditions(expression))
            case Operation("==" | "<" | "<=" as operator, (one, other)):
                return self._atom(operator, one, other)
        return self._atom("==", expression, Known(True))

    def _cases(self, ranging: Ranging) -> Iterable[Expression]:
        for case in cases_of(ranging, self._problem.sorts):
            self._steps.take()
            yield case

    def _different(self, parts: Sequence[Expression]) -> tuple[GroundCondition, ...]:
        return tuple(self._atom("!=", one, other) for one, other in combinations(parts, 2))

    def _atom(self, operator: str, one: Expression, other: Expression) -> GroundCondition:
        """A comparison; false where a side is not there."""
        self._steps.take()
        one, other = self._summed(one), self._summed(other)
        split = self._first_split(one) or self._first_split(other)
        if split:
            ways = [
                (when, _exchanged(one, split, s), _exchanged(other, split, s))
                for when, s in self._ways(split)
            ]
            conditions = [_both([self.condition(w), self._atom(operator, a, b)]) for w, a, b in ways]
            return _either(conditions)
        there: list[GroundCondition] = []
        try:
            left, right = self._term(one, there), self._term(other, there)
        except NotThereError:
            return FALSE
        return _both([*there, _compared(operator, left, right)])

    def _summed(self, term: Expression) -> Expression:
        """A sum over sorts as a sum of terms."""
        if isinstance(term, Ranging) and term.kind == "sum":
            return Operation("+", (Known(0), *(self._summed(case) for case in self._cases(term))))
        if isinstance(term, Operation) and term.operator in ARITHMETIC:
            return Operation(term.operator, tuple(map(self._summed, term.parts)))
        return term

    def _first_split(self, term: Expression) -> Expression | None:
        """A choice of terms, or a function at a thing that cells decide: what the atom is split by."""
        match term:
            case Operation("if", _) if not self._is_truth(term):
                return term
            case Operation(operator, parts) if operator in ARITHMETIC:
                return self._first_of(parts)
            case AppliedFunction(_, arguments):
                return self._first_of(arguments) or (term if any(map(_has_cells, arguments)) else None)
        return None

    def _first_of(self, terms: Iterable[Expression]) -> Expression | None:
        for term in terms:
            if split := self._first_split(term):
                return split
        return None

    def _ways(self, split: Expression) -> Iterable[tuple[Expression, Expression]]:
        """Conditions that exclude each other, and what the term is then."""
        if isinstance(split, Operation):
            test, one, other = split.parts
            yield test, one
            yield Operation("not", (test,)), other
        elif isinstance(split, AppliedFunction):
            function = next(f for f in self._problem.functions if f.name == split.function)
            for things in product(*(self._problem.sorts[sort] for sort in function.arguments)):
                self._steps.take()
                known = tuple(map(Known, things))
                met = tuple(Operation("==", pair) for pair in zip(split.arguments, known, strict=True))
                yield Operation("and", met), AppliedFunction(split.function, known)

    def _is_truth(self, term: Expression) -> bool:
        """Whether a choice is between truth values."""
        match term:
            case Operation("if", (_, one, _)):
                return self._is_truth(one)
            case Known(value):
                return isinstance(value, bool)
            case Operation(operator, _):
                return operator not in ARITHMETIC
            case Ranging(kind, _, _):
                return kind not in ("count", "sum")
        return False

    def _term(self, term: Expression, there: list[GroundCondition]) -> _Term:
        """The reading of a term without splits; what must hold for it to be there goes to ``there``."""
        match term:
            case Known(value):
                return _constant(self._code(value))
            case AppliedFunction(function, arguments):
                things = [self._fixed(a, there) for a in arguments]
                cell = self._cells.get((function, tuple(things)))
                if cell is None:
                    raise NotThereError
                at = cell
                return _Term(lambda d: (d[at][0], d[at][-1]), frozenset((at,)), cell=at)
            case Operation(operator, parts) if operator in ARITHMETIC:
                return self._arithmetic(operator, term, [self._term(part, there) for part in parts], there)
            case Ranging("count", _, _):
                return _count([self.condition(case) for case in self._cases(term)])
        return _count([self.condition(term)])

    def _fixed(self, term: Expression, there: list[GroundCondition]) -> GroundNumber:
        read = self._term(term, there)
        if read.fixed is None:
            raise AssertionError(f"{term} is not fixed")
        return read.fixed

    def _arithmetic(
        self, operator: Operator, term: Operation, parts: list[_Term], there: list[GroundCondition]
    ) -> _Term:
        if operator == "mod":
            there.append(_compared("!=", parts[1], _constant(0)))
            if parts[1].fixed == 0:
                raise NotThereError
        read = _calculated(operator, parts)
        if (family := self._family_of_term(term)) is not None:  # so many places further
            first = (family + 1) * FAR
            there.append(_compared("<=", _constant(first), read))
            there.append(_compared("<", read, _constant(first + self._sizes[family])))
            if read.fixed is not None and not first <= read.fixed < first + self._sizes[family]:
                raise NotThereError
        return read

    def _family_of_term(self, term: Expression) -> int | None:
        match term:
            case Known(value):
                return self._family_of(value)
            case AppliedFunction(function, _):
                return self._family.get(function)
            case Operation("+", (one, _)):
                return self._family_of_term(one)
            case Operation("-", (one, other)):
                apart = self._family_of_term(other) is not None
                return None if apart else self._family_of_term(one)
        return None

    def _family_of(self, value: Value) -> int | None:
        return self._places[value][0] if isinstance(value, str) else None

    def _code(self, value: Value) -> GroundNumber:
        if isinstance(value, str):
            family, place = self._places[value]
            return (family + 1) * FAR + place
        return int(value) if isinstance(value, bool) else value


def _exchanged(term: Expression, old: Expression, new: Expression) -> Expression:
    if term == old:
        return new
    match term:
        case AppliedFunction(function, arguments):
            return AppliedFunction(function, tuple(_exchanged(a, old, new) for a in arguments))
        case Operation(operator, parts) if operator in ARITHMETIC or operator == "if":
            return Operation(operator, tuple(_exchanged(part, old, new) for part in parts))
    return term


def _has_cells(term: Expression) -> bool:
    match term:
        case Known() | Ranged():
            return False
        case Operation(operator, parts) if operator in ARITHMETIC:
            return any(map(_has_cells, parts))
    return True


def _constant(value: GroundNumber) -> _Term:
    return _Term(lambda _: (value, value), frozenset(), fixed=value)


def _count(conditions: Sequence[GroundCondition]) -> _Term:
    reads = tuple(c.read for c in conditions)

    def read(domains: Domains) -> Interval:
        low = high = 0
        for one in reads:
            truth = one(domains)
            low += truth is True
            high += truth is not False
        return low, high

    return _Term(read, frozenset[int]().union(*(c.scope for c in conditions)))


def _calculated(operator: Operator, parts: Sequence[_Term]) -> _Term:
    reads = tuple(part.read for part in parts)
    scope = frozenset[int]().union(*(part.scope for part in parts))

    def read(domains: Domains) -> Interval:
        return _interval(operator, [one(domains) for one in reads])

    if not scope:
        low, high = read([])
        if low == high and not isinstance(low, float):
            return _constant(low)
    return _Term(read, scope)


def _interval(operator: Operator, ends: Sequence[Interval]) -> Interval:
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    match operator:
        case "+":
            return sum(lows), sum(highs)
        case "-":
            return lows[0] - highs[1], highs[0] - lows[1]
        case "*":
            corners = [a * b for a in ends[0] for b in ends[1]]
            return min(corners), max(corners)
        case "min":
            return min(lows), min(highs)
        case "max":
            return max(lows), max(highs)
        case "abs":
            low, high = ends[0]
            far = max(high, -low)
            return (0, far) if low <= 0 <= high else (min(far, low if low > 0 else -high), far)
    (low, high), (least, most) = ends
    if low == high and least == most and least != 0:
        return low % least, low % least
    return (0, most) if least > 0 else (-inf, inf)


def _compared(operator: str, left: _Term, right: _Term) -> GroundCondition:
    scope = left.scope | right.scope
    if operator in ("==", "!="):
        equal = _equal(left, right)
        return GroundCondition(equal, scope) if operator == "==" else _negated(GroundCondition(equal, scope))
    one, other = left.read, right.read
    strict = operator == "<"

    def read(domains: Domains) -> bool | None:
        (low, high), (least, most) = one(domains), other(domains)
        if high < least or (high == least and not strict):
            return True
        return False if low > most or (low == most and strict) else None

    return GroundCondition(read, scope)


def _equal(left: _Term, right: _Term) -> Callable[[Domains], bool | None]:
    if left.cell is None and right.cell is not None:
        left, right = right, left
    if left.cell is not None and right.fixed is not None:
        cell, value = left.cell, right.fixed

        def fixed(domains: Domains) -> bool | None:
            domain = domains[cell]
            if value not in domain:
                return False
            return True if len(domain) == 1 else None

        return fixed
    one, other = left.read, right.read
    cells = (left.cell, right.cell)

    def read(domains: Domains) -> bool | None:
        (low, high), (least, most) = one(domains), other(domains)
        if high < least or most < low:
            return False
        if low == high == least == most:
            return True
        if cells[0] is not None and cells[1] is not None:
            if cells[0] == cells[1]:
                return True
            return False if set(domains[cells[0]]).isdisjoint(domains[cells[1]]) else None
        return None

    return read


def _negated(condition: GroundCondition) -> GroundCondition:
    inner = condition.read

    def read(domains: Domains) -> bool | None:
        truth = inner(domains)
        return None if truth is None else not truth

    return GroundCondition(read, condition.scope)


def _alike(one: GroundCondition, other: GroundCondition) -> GroundCondition:
    a, b = one.read, other.read

    def read(domains: Domains) -> bool | None:
        left, right = a(domains), b(domains)
        return None if left is None or right is None else left == right

    return GroundCondition(read, one.scope | other.scope)


def _both(conditions: Sequence[GroundCondition]) -> GroundCondition:
    return _joined(conditions, ends=False)


def _either(conditions: Sequence[GroundCondition]) -> GroundCondition:
    return _joined(conditions, ends=True)


def _joined(conditions: Sequence[GroundCondition], *, ends: bool) -> GroundCondition:
    """The conjunction, which a false part ends, or the disjunction, which a true one does."""
    kept = []
    for condition in conditions:
        if not condition.scope:
            truth = condition.read([])
            if truth is ends:
                return condition
            if truth is not None:
                continue
        kept.append(condition)
    if len(kept) == 1:
        return kept[0]
    reads = tuple(condition.read for condition in kept)

    def read(domains: Domains) -> bool | None:
        result: bool | None = not ends
        for one in reads:
            truth = one(domains)
            if truth is ends:
                return ends
            if truth is None:
                result = None
        return result

    return GroundCondition(read, frozenset[int]().union(*(condition.scope for condition in kept)))
