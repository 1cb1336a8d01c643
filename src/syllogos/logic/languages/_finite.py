"""What the two languages of finite problems share: their reading, and the ends of whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, floor

from syllogos.logic.constraints import (
    AppliedFunction,
    Expression,
    FiniteProblem,
    Known,
    Operation,
    Ranged,
    Ranging,
    Value,
)
from syllogos.logic.reading import Repair, SyntaxComplaint

ArgumentValues = tuple[Value, ...]
Ends = tuple[int | None, int | None]
"""The least and the greatest whole number, None where nothing ends it."""
WIDEST = 10_000
"""Whole numbers that one function may range over."""
MOST_CASES = 20_000
"""Cases of one quantifier that are looked at for ends."""


@dataclass(frozen=True)
class FiniteReading:
    """What a text comes to: a problem, or why it is none.

    Attributes:
        problem: None when there are complaints.
        repairs: what was read although it was written otherwise.
        complaints: what could not be read.
        second: the problem again, where something in the text can be read in two ways; what differs between
            the two is no answer.
    """

    problem: FiniteProblem | None
    repairs: tuple[Repair, ...] = ()
    complaints: tuple[SyntaxComplaint, ...] = ()
    second: FiniteProblem | None = None


def label_of(place: int) -> str:
    """The letter of an option by its place, from 0."""
    return chr(ord("A") + place) if place < 26 else f"A{place}"


def whole_numbers(
    function: str,
    cells: list[ArgumentValues],
    constraints: list[Expression],
    sorts: Mapping[str, tuple[Value, ...]],
) -> tuple[int, ...]:
    """The whole numbers that a function may take, by the constraints that bound each of its cells alone.

    Empty when some cell has no least or no greatest number, or there are too many.
    """
    ends: dict[ArgumentValues, Ends] = {}
    for constraint in constraints:
        for cell, (low, high) in _ends(function, constraint, {}, sorts):
            least, greatest = ends.get(cell, (None, None))
            lows, highs = (
                [e for e in (least, low) if e is not None],
                [e for e in (greatest, high) if e is not None],
            )
            ends[cell] = (max(lows, default=None), min(highs, default=None))
    known = [ends.get(cell, (None, None)) for cell in cells]
    lows, highs = (
        [low for low, _ in known if low is not None],
        [high for _, high in known if high is not None],
    )
    if not known or len(lows) < len(known) or len(highs) < len(known) or max(highs) - min(lows) > WIDEST:
        return ()
    return tuple(range(min(lows), max(highs) + 1)) or (min(lows),)


def _ends(
    function: str, expression: Expression, bound: Mapping[str, Value], sorts: Mapping[str, tuple[Value, ...]]
) -> Iterator[tuple[ArgumentValues, Ends]]:
    """What a constraint says of single cells; what it says of several together is left out."""
    match expression:
        case Operation("and", parts):
            for part in parts:
                yield from _ends(function, part, bound, sorts)
        case Ranging("all", variables, body):
            things = [sorts[sort] for _, sort in variables]
            count = 1
            for one in things:
                count *= len(one)
            for chosen in product(*things) if count <= MOST_CASES else ():
                names = (name for name, _ in variables)
                yield from _ends(function, body, {**bound, **dict(zip(names, chosen, strict=True))}, sorts)
        case Operation("or", parts):
            ways = [list(_ends(function, part, bound, sorts)) for part in parts]
            if all(len(way) == 1 for way in ways) and len({way[0][0] for way in ways}) == 1:
                lows, highs = [way[0][1][0] for way in ways], [way[0][1][1] for way in ways]
                low = None if None in lows else min(n for n in lows if n is not None)
                high = None if None in highs else max(n for n in highs if n is not None)
                yield ways[0][0][0], (low, high)
        case Operation("==" | "<" | "<=" as operator, (one, other)):
            strict = operator == "<"
            if (cell := _cell(function, one, bound)) is not None and (n := _number(other, bound)) is not None:
                low = ceil(n) if operator == "==" else None
                yield cell, (low, ceil(n) - 1 if strict else floor(n))
            elif (cell := _cell(function, other, bound)) is not None and (
                n := _number(one, bound)
            ) is not None:
                high = floor(n) if operator == "==" else None
                yield cell, (floor(n) + 1 if strict else ceil(n), high)


def _cell(function: str, term: Expression, bound: Mapping[str, Value]) -> ArgumentValues | None:
    if not isinstance(term, AppliedFunction) or term.function != function:
        return None
    things = [
        bound.get(a.name) if isinstance(a, Ranged) else a.value if isinstance(a, Known) else None
        for a in term.arguments
    ]
    return None if None in things else tuple(thing for thing in things if thing is not None)


def _number(term: Expression, bound: Mapping[str, Value]) -> int | Fraction | None:
    value = (
        term.value if isinstance(term, Known) else bound.get(term.name) if isinstance(term, Ranged) else None
    )
    return None if isinstance(value, str) else value
