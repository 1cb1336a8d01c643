"""Finite structures: a domain a sort, what functions and predicates are there, and what is true in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from syllogos.logic.formulas import (
    Applied,
    Connected,
    Element,
    Equation,
    Formula,
    LogicTerm,
    Negated,
    Numeral,
    Ordering,
    Quantified,
    Related,
    Truth,
    Variable,
)

ElementNumbers = tuple[int, ...]
"""Elements by their numbers, as arguments."""
MOST_CASES = 2_000_000
"""Cases that an evaluation looks at before it gives up."""


@dataclass(frozen=True)
class FiniteStructure:
    """What every name means over finite domains whose elements are numbers from 0.

    Attributes:
        sizes: elements of each sort, at least one.
        functions: (name, number of arguments) -> arguments -> value; constants have none.
        predicates: (name, number of arguments) -> the arguments of which it holds.
        orders: pairs (a, b), of one sort, with a before b.
        numerals: what each numeral stands for.
    """

    sizes: Mapping[str, int]
    functions: Mapping[tuple[str, int], Mapping[ElementNumbers, int]]
    predicates: Mapping[tuple[str, int], frozenset[ElementNumbers]]
    orders: frozenset[ElementNumbers] = frozenset()
    numerals: Mapping[str, int] | None = None


class TooManyCasesError(Exception):
    """An evaluation would take too long."""


def holds(formula: Formula, structure: FiniteStructure) -> bool:
    """Whether a closed formula is true in the structure.

    Raises:
        KeyError: a name that the structure gives no meaning, or a variable that is free.
        TooManyCasesError: more than :data:`MOST_CASES` cases.
    """
    return _Evaluation(structure).holds(formula, {})


class _Evaluation:
    def __init__(self, structure: FiniteStructure) -> None:
        self.structure, self.cases = structure, 0

    def holds(self, formula: Formula, values: Mapping[Variable, int]) -> bool:
        match formula:
            case Truth(value):
                return value
            case Related(name, arguments):
                place = tuple([self.value(a, values) for a in arguments])
                return place in self.structure.predicates[name, len(arguments)]
            case Equation(left, right):
                return self.value(left, values) == self.value(right, values)
            case Ordering(order, left, right):
                pair = (self.value(left, values), self.value(right, values))
                return pair in self.structure.orders or (order == "<=" and pair[0] == pair[1])
            case Negated(body):
                return not self.holds(body, values)
            case Connected():
                return self._connected(formula, values)
            case Quantified():
                return self._quantified(formula, values)
            case _:
                assert_never(formula)

    def _connected(self, formula: Connected, values: Mapping[Variable, int]) -> bool:
        if formula.connective in ("and", "or"):
            ends = formula.connective == "or"
            for part in formula.parts:
                if self.holds(part, values) is ends:
                    return ends
            return not ends
        left, right = (self.holds(part, values) for part in formula.parts)
        match formula.connective:
            case "implies":
                return right or not left
            case "iff":
                return left is right
        return left is not right

    def _quantified(self, formula: Quantified, values: Mapping[Variable, int]) -> bool:
        ends = formula.quantifier == "exists"
        for chosen in product(*(range(self.structure.sizes[v.sort]) for v in formula.variables)):
            self.cases += 1
            if self.cases > MOST_CASES:
                raise TooManyCasesError
            inner = {**values, **dict(zip(formula.variables, chosen, strict=True))}
            if self.holds(formula.body, inner) is ends:
                return ends
        return not ends

    def value(self, term: LogicTerm, values: Mapping[Variable, int]) -> int:
        match term:
            case Variable():
                return values[term]
            case Element(_, index):
                return index
            case Numeral(digits):
                return (self.structure.numerals or {})[digits]
            case Applied(name, arguments):
                place = tuple([self.value(a, values) for a in arguments])
                return self.structure.functions[name, len(arguments)][place]
            case _:
                assert_never(term)
