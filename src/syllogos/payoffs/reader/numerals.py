"""Numbers in words, and what is counted with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

NUMERALS: Mapping[str, int] = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50,
}  # fmt: skip
UNITS = frozenset(
    {"$", "€", "£", "dollar", "dollars", "buck", "bucks", "point", "points", "pt", "pts", "unit", "units",
     "euro", "euros", "pound", "pounds", "util", "utils"}
)  # fmt: skip
COUNTED = frozenset(
    {"players", "choices", "options", "actions", "outcomes", "scenarios", "strategies", "cases", "rounds",
     "possibilities", "people", "times", "ways", "situations", "possible", "different", "reasons", "factors",
     "things", "moves", "cells", "combinations"}
)  # fmt: skip
"""What is counted, not paid."""


def is_numeral(words: Sequence[str], at: int) -> bool:
    """``three points``, ``get three``; not ``the three outcomes``, nor ``one`` without a unit."""
    word = words[at]
    if word not in NUMERALS:
        return False
    after = words[at + 1] if at + 1 < len(words) else ""
    counts = after in COUNTED or after in ("of", "out", "thirds") or (at > 0 and words[at - 1] == "the")
    counts = counts or (after.endswith("s") and len(after) > 4 and after not in UNITS)
    return after in UNITS or (word != "one" and not counts)
