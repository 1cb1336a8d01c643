"""Formulas over finite domains without quantifiers: each is written out for every element."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod

from syllogos.logic.formulas import (
    Connected,
    Connective,
    Element,
    Formula,
    Negated,
    Quantified,
    parts_of,
    substituted,
)

MOST_PARTS = 50_000
"""Formulas that a grounding may consist of."""


def grounded_size(formula: Formula, sizes: Mapping[str, int]) -> int:
    """How many formulas :func:`grounded` consists of."""
    total, left = 0, [(formula, 1)]
    while left:
        one, times = left.pop()
        total += times
        if isinstance(one, Quantified):
            times *= prod(sizes[v.sort] for v in one.variables)
        left.extend((part, times) for part in parts_of(one))
    return total


def grounded(formula: Formula, sizes: Mapping[str, int]) -> Formula:
    """A closed formula with every quantifier written out over domains of these sizes."""
    match formula:
        case Negated(body):
            return Negated(grounded(body, sizes))
        case Connected(connective, parts):
            return Connected(connective, tuple([grounded(part, sizes) for part in parts]))
        case Quantified(quantifier, variables, body):
            ranges = [[Element(v.sort, n) for n in range(sizes[v.sort])] for v in variables]
            cases = [
                grounded(substituted(body, dict(zip(variables, chosen, strict=True))), sizes)
                for chosen in product(*ranges)
            ]
            joined: Connective = "and" if quantifier == "forall" else "or"
            return cases[0] if len(cases) == 1 else Connected(joined, tuple(cases))
    return formula
