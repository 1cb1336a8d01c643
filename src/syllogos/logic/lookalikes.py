"""Letters of other scripts that look like Latin ones: a name with one is another name that nobody sees.

The letters are those of Cyrillic, Greek and phonetic script whose usual glyphs are those of Latin ones (the
single-letter part of Unicode Technical Standard 39, confusables, that matters for names).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

LATIN: Mapping[str, str] = dict(
    zip(
        "аеорсухіјѕԁһԛԝАВЕКМНОРСТУХІЈЅԌ" + "ονρυιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "ɑɡı",
        "aeopcyxijsdhqwABEKMHOPCTYXIJSG" + "ovpuiABEZHIKMNOPTYX" + "agi",
        strict=True,
    )
)
"""A letter -> the Latin one that it looks like."""


def seen_as(name: str) -> str:
    """A name as an eye takes it: lookalikes are Latin letters, and wide letters are narrow."""
    return "".join(LATIN.get(letter, letter) for letter in unicodedata.normalize("NFKC", name))


def mistaken(names: Iterable[str]) -> Mapping[str, str]:
    """Names that look like another one -> the one that they look like, which has fewer strange letters."""
    groups: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        groups.setdefault(seen_as(name), []).append(name)
    pairs: dict[str, str] = {}
    for alike in groups.values():
        known, *others = sorted(alike, key=lambda name: sum(letter in LATIN for letter in name))
        pairs |= dict.fromkeys(others, known)
    return pairs


def strange_letter(name: str) -> str:
    """The Unicode name of the first letter of a name that only looks Latin."""
    letter = next((c for c in name if c in LATIN or c != unicodedata.normalize("NFKC", c)), name[:1])
    return unicodedata.name(letter, repr(letter)).lower()
