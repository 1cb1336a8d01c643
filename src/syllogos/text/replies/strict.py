"""JSON as the standard has it, read whole; only raw line breaks within texts are let through."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isfinite
from typing import Any

MOST_DIGITS = 300
"""Digits of an integer that is read; with more it would be no number for the arithmetic of a game."""
DEEPEST = 100
"""Lists and objects within each other that are read."""
FENCE = "```"


def whole_object(text: str) -> dict[str, Any] | None:
    """The JSON object that ``text`` is, a code fence around it aside; None where it is something else.

    A raw line break within a text of the JSON is that line break.
    """
    try:
        value = json.loads(
            _unfenced(text),
            object_pairs_hook=once,
            parse_int=integer,
            parse_float=finite,
            parse_constant=finite,
            strict=False,
        )
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and _shallow(value) else None


def integer(digits: str) -> int:
    """The integer; ``ValueError`` where it has too many digits."""
    if len(digits) > MOST_DIGITS:
        raise ValueError("a number has too many digits")
    return int(digits)


def finite(number: str) -> float:
    """The number; ``ValueError`` where it is none, or not finite."""
    if not isfinite(value := float(number)):
        raise ValueError("a number is not finite")
    return value


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys each stand once; of two answers none is taken."""
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _unfenced(text: str) -> str:
    bare = text.strip()
    if not (bare.startswith(FENCE) and bare.endswith(FENCE) and len(bare) > 2 * len(FENCE)):
        return bare
    head, _, rest = bare.removeprefix(FENCE).removesuffix(FENCE).partition("\n")
    return rest if not head.strip() or head.strip().isalnum() else head + rest


def _shallow(value: object) -> bool:
    """Whether a value is nested no deeper than what comes after this can walk through."""
    level = [value]
    for _ in range(DEEPEST):
        level = [part for one in level for part in _parts(one)]
    return not level


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
