"""Sums and products of amounts as people write them: ``0.5 * 3 + 0.5 * 0 = 1.5``, ``(5 + 1) / 2``."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from syllogos.payoffs.reader.words import Tokens

TIMES = frozenset({"*", "x", "×", "·", "times", "/", "÷"})
DIVIDES = frozenset({"/", "÷"})


def arithmetic(tokens: Tokens, last: int, amount: Fraction) -> tuple[int, ...]:
    """The places of the numbers up to ``last``, if each side of ``=`` comes to ``amount``."""
    start = next((j for j in range(last) if tokens[j].tag in ("=", "BE", ":")), last - 1) + 1
    sides: list[list[int]] = [[]]
    for j in range(start, last + 1):
        if tokens[j].tag in ("=", "BE"):
            sides.append([])
        else:
            sides[-1].append(j)
    if any(value(tokens, side) != amount for side in sides):
        return ()
    return tuple(j for side in sides for j in side if tokens[j].amount is not None)


def value(tokens: Tokens, places: list[int]) -> Fraction | None:
    """What an expression comes to; None when it is none."""
    marks = [tokens[j] for j in places]
    stack: list[list[Fraction | str]] = [[]]
    for token in marks:
        if token.tag == "(":
            stack.append([])
        elif token.tag == ")":
            inner = _flat(stack.pop()) if len(stack) > 1 else None
            if inner is None:
                return None
            stack[-1].append(inner)
        elif token.amount is not None:
            stack[-1].append(token.amount)
        elif token.word in TIMES or token.word in ("+", "-"):
            stack[-1].append(token.word)
        else:
            return None
    return _flat(stack[0]) if len(stack) == 1 else None


def _flat(items: list[Fraction | str]) -> Fraction | None:
    """A sum of products without brackets; two numbers side by side are multiplied."""
    total, product, sign = Fraction(0), None, 1
    for operator, number in _pairs(items):
        if number is None or (operator in DIVIDES and number == 0):
            return None
        if product is None or operator in ("+", "-"):
            total += sign * (product or 0)
            product, sign = number, -1 if operator == "-" else 1
        elif operator in DIVIDES:
            product /= number
        else:
            product *= number
    return None if product is None else total + sign * product


def _pairs(items: list[Fraction | str]) -> Iterator[tuple[str, Fraction | None]]:
    """Each number with the operator before it; None where a number is missing."""
    operator = ""
    for item in items:
        if isinstance(item, str):
            if operator:
                yield operator, None
            operator = item
        else:
            yield operator, item
            operator = ""
    if operator:
        yield operator, None
