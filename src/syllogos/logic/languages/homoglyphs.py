"""Names that look like others: letters of another alphabet that have the same shape."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from syllogos.logic.theories import TheoryProblem

SHAPES = str.maketrans(
    "АВЕЅІЈКМНОРСТУХаеіјорсухѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονɑɡı",
    "ABESIJKMHOPCTYXaeijopcyxsdhqwABEZHIKMNOPTYXovagi",
)
"""Cyrillic, Greek and phonetic letters -> the Latin ones that they look like."""


def shape(name: str) -> str:
    """What a name looks like: compatibility forms and letters of the same shape made one.

    >>> shape("Сat") == "Cat", shape("α")
    (True, 'α')
    """
    return unicodedata.normalize("NFKC", name).translate(SHAPES)


def look_alikes(text: str, names: Iterable[str]) -> tuple[TheoryProblem, ...]:
    """A problem for each name that looks like another one of several letters and is written otherwise."""
    seen: dict[str, str] = {}
    found = []
    for name in sorted(set(names), key=lambda n: (not n.isascii(), n)):
        looks = shape(name)
        first = seen.setdefault(looks, name)
        if first != name and len(looks) > 1:
            strange = (
                next(c for c, d in zip(name, shape(name), strict=False) if c != d)
                if name != looks
                else name[0]
            )
            at = max(text.find(name), 0)
            line, column = text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
            letter = f"U+{ord(strange):04X}"
            found.append(
                TheoryProblem(
                    "homoglyph", f"‘{name}’ looks like ‘{first}’ and is another name ({letter})", line, column
                )
            )
    return tuple(found)
