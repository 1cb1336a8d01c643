"""Finite problems as answer set programs: a choice for every cell, a literal for every condition.

A comparison of sums or counts is one of sums of weights; any other is written out case by case over the cells
that it depends on, or is one of weights too where these are too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import lcm

from syllogos.engines.steps import Steps
from syllogos.logic.constraints import (
    AppliedFunction,
    Assignment,
    Branch,
    Expression,
    FiniteProblem,
    FunctionCell,
    Known,
    Operation,
    Ranged,
    Ranging,
    Value,
    branches,
)
from syllogos.logic.languages.asp import (
    AspAtom,
    AspChoice,
    AspComparison,
    AspLiteral,
    AspRule,
    AspStatement,
    AspSum,
)

MOST_CASES = 2_000
"""Cases of one comparison that are written out."""
MOST_WEIGHT = 2**30
"""The engine calculates with 32 bits."""

Bound = Mapping[str, Value]


class TooLargeError(Exception):
    """A condition that has no program of a sensible size."""


class FiniteProgram:
    """A problem's program as it grows, with a literal for each condition that was asked for."""

    def __init__(self, problem: FiniteProblem, steps: Steps) -> None:
        self._problem, self._steps = problem, steps
        self._domains = problem.cells()
        self._cells = {cell: n for n, cell in enumerate(self._domains)}
        self.places = problem.places()
        named = (f for f in problem.functions if any(isinstance(value, str) for value in f.values))
        self.of_things = frozenset(function.name for function in named)
        self._known: dict[tuple[object, ...], AspLiteral] = {}
        self.statements: list[AspStatement] = []
        for cell, domain in self._domains.items():
            atoms = tuple(self._has(cell, value).atom for value in dict.fromkeys(domain))
            self.statements.append(AspChoice(atoms) if atoms else AspRule(None))
        self._true = self.defined([()])

    def assignment(self, atoms: Mapping[int, int]) -> Assignment:
        """The assignment in which each cell has the value of this number."""
        values = (
            (AppliedFunction(name, tuple(map(Known, things))), self._domains[name, things][atoms[n]])
            for (name, things), n in self._cells.items()
        )
        return Assignment(tuple(values))

    def condition(self, expression: Expression, bound: Bound) -> AspLiteral:
        """A literal that holds just where the condition does.

        Raises:
            TooLargeError: its program would be too large.
            LimitReached: the steps end before it is written.
        """
        key = (expression, *sorted((name, repr(value)) for name, value in bound.items()))
        if key not in self._known:
            self._steps.take()
            self._known[key] = self._condition(expression, bound)
        return self._known[key]

    def _condition(self, expression: Expression, bound: Bound) -> AspLiteral:
        match expression:
            case Known(value):
                return self._true if value else self._true.opposite
            case Operation("and", parts):
                return self._all([self.condition(part, bound) for part in parts])
            case Operation("or", parts):
                return self._any([self.condition(part, bound) for part in parts])
            case Operation("not", (part,)):
                return self.condition(part, bound).opposite
            case Operation("iff", (one, other)):
                return self._alike(self.condition(one, bound), self.condition(other, bound))
            case Operation("if", (test, one, other)):
                when, then, instead = (self.condition(part, bound) for part in (test, one, other))
                return self.defined([(when, then), (when.opposite, instead)])
            case Ranging("all", _, body):
                return self._all([self.condition(body, inner) for inner in self.inner(expression, bound)])
            case Ranging("some", _, body):
                return self._any([self.condition(body, inner) for inner in self.inner(expression, bound)])
            case Operation("different", parts) if len(parts) > 2:
                pairs = [Operation("different", pair) for pair in combinations(parts, 2)]
                return self._all([self.condition(pair, bound) for pair in pairs])
            case Ranging("different", _, body):
                return self._different(body, list(self.inner(expression, bound)))
        return self._comparison(expression, bound)

    def inner(self, ranging: Ranging, bound: Bound) -> Iterator[Bound]:
        """The values of variables with each choice of those that range."""
        names = [name for name, _ in ranging.variables]
        for chosen in product(*(self._problem.sorts[sort] for _, sort in ranging.variables)):
            self._steps.take()
            yield {**bound, **dict(zip(names, chosen, strict=True))}

    def _different(self, body: Expression, inner: Sequence[Bound]) -> AspLiteral:
        """That a term has another value in every case: pairs of cases, with the variables told apart."""
        if len(inner) < 2:
            whole = [Operation("==", (body, body))]
            return self._all([self.condition(one, case) for one in whole for case in inner])
        pairs = []
        for one, other in combinations(inner, 2):
            apart = {f"{name}'": value for name, value in other.items()}
            pair = Operation("different", (body, _primed(body, frozenset(other))))
            pairs.append(self.condition(pair, {**one, **apart}))
        return self._all(pairs)

    def _all(self, parts: Sequence[AspLiteral]) -> AspLiteral:
        return parts[0] if len(parts) == 1 else self.defined([tuple(parts)])

    def _any(self, parts: Sequence[AspLiteral]) -> AspLiteral:
        return parts[0] if len(parts) == 1 else self.defined([(part,) for part in parts])

    def _alike(self, one: AspLiteral, other: AspLiteral) -> AspLiteral:
        return self.defined([(one, other), (one.opposite, other.opposite)])

    def defined(self, ways: Sequence[tuple[AspLiteral | AspSum, ...]]) -> AspLiteral:
        """A new literal that holds where all of one of the ways does."""
        atom = AspAtom("t", (len(self.statements),))
        self.statements += [AspRule(atom, way) for way in ways] or [AspRule(None, (AspLiteral(atom),))]
        return AspLiteral(atom)

    def _has(self, cell: FunctionCell, value: Value) -> AspLiteral:
        """That a cell has a value; equal ones of its domain are one."""
        return AspLiteral(AspAtom("v", (self._cells[cell], self._domains[cell].index(value))))

    def given(self, branch: Branch) -> tuple[AspLiteral, ...]:
        """That the cells have the values of a branch."""
        return tuple(self._has(cell, value) for cell, value in branch.given)

    def _comparison(self, expression: Expression, bound: Bound) -> AspLiteral:
        if isinstance(expression, Operation) and expression.operator in ("==", "<", "<="):
            if any(map(_is_total, expression.parts)):
                return _Sum(self).compared(expression, bound)
            try:
                return self._by_branches(expression, bound)
            except TooLargeError:
                return _Sum(self).compared(expression, bound)
        return self._by_branches(expression, bound)

    def _by_branches(self, expression: Expression, bound: Bound) -> AspLiteral:
        written = self.written_out(expression, bound, truth=True)
        return self.defined([self.given(branch) for branch in written if branch.value])

    def written_out(self, expression: Expression, bound: Bound, *, truth: bool) -> list[Branch]:
        """All branches of an expression.

        Raises:
            TooLargeError: there are more than :data:`MOST_CASES`.
        """
        written = []
        for branch in branches(expression, bound, self._problem, truth=truth):
            self._steps.take()
            written.append(branch)
            if len(written) > MOST_CASES:
                raise TooLargeError
        return written


class _Sum:
    """One comparison of sums, while its weights are collected."""

    def __init__(self, program: FiniteProgram) -> None:
        self._program = program
        self._weights: list[tuple[Fraction, AspLiteral]] = []
        self._absent: list[AspLiteral] = []
        self._constant = Fraction(0)

    def compared(self, comparison: Operation, bound: Bound) -> AspLiteral:
        """A literal that holds just where the comparison does."""
        one, other = comparison.parts
        exact = comparison.operator == "=="
        self._add(one, bound, Fraction(1), exact)
        self._add(other, bound, Fraction(-1), exact)
        scale = lcm(self._constant.denominator, *(weight.denominator for weight, _ in self._weights))
        parts = tuple((int(weight * scale), literal) for weight, literal in self._weights)
        limit = int(-self._constant * scale)
        if abs(limit) + sum(abs(weight) for weight, _ in parts) > MOST_WEIGHT:
            raise TooLargeError
        sign: AspComparison = "=" if exact else "<" if comparison.operator == "<" else "<="
        there = tuple(literal.opposite for literal in self._absent)
        return self._program.defined([(AspSum(parts, sign, limit), *there)])

    def _add(self, term: Expression, bound: Bound, factor: Fraction, exact: bool) -> None:
        match term:
            case Operation("+" | "-" as operator, (one, *rest)) if not self._is_thing(one, bound):
                self._add(one, bound, factor, exact)
                for part in rest:
                    self._add(part, bound, factor if operator == "+" else -factor, exact)
            case Operation("*", (Known(int() | Fraction() as number), other)):
                self._add(other, bound, factor * number, exact)
            case Operation("*", (other, Known(int() | Fraction() as number))):
                self._add(other, bound, factor * number, exact)
            case Ranging("count", _, body):
                for inner in self._program.inner(term, bound):
                    self._weights.append((factor, self._program.condition(body, inner)))
            case Ranging("sum", _, body):
                for inner in self._program.inner(term, bound):
                    self._add(body, inner, factor, exact=False)
            case _:
                self._add_cases(term, bound, factor, exact)

    def _add_cases(self, term: Expression, bound: Bound, factor: Fraction, exact: bool) -> None:
        for branch in self._program.written_out(term, bound, truth=False):
            way = self._program.defined([self._program.given(branch)])
            if branch.value is None:
                self._absent.append(way)
            elif not branch.given:
                self._constant += factor * self._number(branch.value, exact)
            else:
                self._weights.append((factor * self._number(branch.value, exact), way))

    def _number(self, value: Value, exact: bool) -> Fraction:
        if not isinstance(value, str):
            return Fraction(value)
        if exact:
            raise TooLargeError  # a thing is equal to no number, whatever its place
        return Fraction(self._program.places[value][1])

    def _is_thing(self, term: Expression, bound: Bound) -> bool:
        match term:
            case Known(value):
                return isinstance(value, str)
            case Ranged(name):
                return isinstance(bound[name], str)
            case AppliedFunction(name, _):
                return name in self._program.of_things
            case Operation("+" | "-", (one, *_)):
                return self._is_thing(one, bound)
            case Operation("if", (_, one, _)):
                return self._is_thing(one, bound)
        return False


def _is_total(term: Expression) -> bool:
    """Whether a term counts or adds up, itself or in a part that is added."""
    match term:
        case Ranging(kind, _, _):
            return kind in ("count", "sum")
        case Operation("+" | "-", parts):
            return any(map(_is_total, parts))
    return False


def _primed(expression: Expression, names: frozenset[str]) -> Expression:
    """The expression with other names for these variables, where they are free."""
    match expression:
        case Ranged(name):
            return Ranged(f"{name}'") if name in names else expression
        case AppliedFunction(function, arguments):
            return AppliedFunction(function, tuple(_primed(a, names) for a in arguments))
        case Operation(operator, parts):
            return Operation(operator, tuple(_primed(part, names) for part in parts))
        case Ranging(kind, variables, body):
            return Ranging(kind, variables, _primed(body, names - {name for name, _ in variables}))
    return expression
