"""Expressions over finite domains printed so that they are read back as they are."""

from __future__ import annotations

import re
from fractions import Fraction

from syllogos.logic.constraints import (
    AppliedFunction,
    Expression,
    Known,
    Operation,
    Possible,
    Ranged,
    Ranging,
    Value,
)
from syllogos.logic.languages._expression_tokens import KEYWORDS
from syllogos.logic.languages._expressions import AT_LEAST, CALLS, DIFFERENT, RANGES, TRUTHS

SPECIAL = KEYWORDS | TRUTHS.keys() | CALLS.keys() | RANGES.keys() | DIFFERENT | AT_LEAST.keys() | {"for"}
"""Words that mean something; a name with one is printed in quotes."""
SIGNS = {"==": "==", "<": "<", "<=": "<=", "+": "+", "-": "-", "*": "*", "mod": "%"}
WORDS = {"all": "ForAll", "some": "Exists", "count": "Count", "sum": "Sum", "different": "Distinct"}
NAMES = {
    "and": "And",
    "or": "Or",
    "not": "Not",
    "iff": "Iff",
    "if": "If",
    "abs": "Abs",
    "min": "Min",
    "max": "Max",
}
PLAIN = re.compile(r"[^\W\d]\w*(?: [^\W\d]\w*)*")
"""Names that are printed without quotes."""


def printed_name(name: str) -> str:
    """A name, in quotes where it would be read as something else."""
    words = frozenset(name.casefold().split(" "))
    special = words & SPECIAL
    if PLAIN.fullmatch(name) and not special:
        return name
    escaped = re.sub(r'(["\\])', r"\\\1", name).replace("\n", r"\n")
    return f'"{escaped}"'


def printed_value(value: Value) -> str:
    """A value.

    Raises:
        ValueError: a fraction that no decimal number is.
    """
    if isinstance(value, str):
        return printed_name(value)
    if not isinstance(value, Fraction):
        return str(value)
    for places in range(1, 10):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = f"{abs(scaled.numerator):0{places + 1}d}"
            return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    raise ValueError(f"{value} is no decimal number of at most nine places")


def printed(expression: Expression) -> str:
    """An expression."""
    match expression:
        case Known(value):
            return printed_value(value)
        case Ranged(name):
            return name
        case AppliedFunction(function, arguments):
            name = printed_name(function)
            return f"{name}({', '.join(map(printed, arguments))})" if arguments else name
        case Possible(body):
            return f"is_sat({printed(body)})"
        case Ranging(kind, variables, body):
            ranges = ", ".join(f"{name}:{printed_name(sort)}" for name, sort in variables)
            return f"{WORDS[kind]}([{ranges}], {printed(body)})"
        case Operation("different", parts):
            return f"Distinct([{', '.join(map(printed, parts))}])"
        case Operation(operator, parts) if operator in SIGNS:
            return f"({printed(parts[0])} {SIGNS[operator]} {printed(parts[1])})"
        case Operation(operator, parts):
            return f"{NAMES[operator]}({', '.join(map(printed, parts))})"
