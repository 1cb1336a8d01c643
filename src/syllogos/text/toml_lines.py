"""Where in a TOML text a key stands; the standard reader does not say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

HEADER = re.compile(r"\s*+(\[\[?)([^\]\[]+)\]\]?\s*+(?:#.*)?$")
KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
TOKEN = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)|"(?:[^"\\\n]|\\.)*+"?|'''
    r"""'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)|'[^'\n]*+'?|"""
    r"#[^\n]*+|[\[\]{}.,=\n]",
    re.DOTALL,
)
"""Strings and comments, which hold no structure, and what makes it."""
DEEPEST = 32
"""Levels that a table may have."""


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """The line (from 1) of the key at ``path``, or of the nearest table around it.

    ``path`` is as pydantic gives it: names and indices into arrays of tables.

    >>> line_of('name = "x"\\n[[condition]]\\nagents = []', ("condition", 0, "agents"))
    3
    """
    wanted = tuple(map(str, path))
    seen: Counter[tuple[str, ...]] = Counter()
    table: tuple[str, ...] = ()
    best: tuple[int, int | None] = (0, None)
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                index = seen[table]
                seen[table] += 1
                table = (*table, str(index))
            place = table
        elif key := KEY.match(line):
            place = (*table, *_parts(key[1]))
        else:
            continue
        if place == wanted[: len(place)] and len(place) > best[0]:
            best = (len(place), number)
    return best[1]


def too_deep(text: str) -> int | None:
    """The line where brackets, or the parts of a key, go deeper than :data:`DEEPEST`, if any do.

    To be asked before a text is read: a reader calls itself for each level, and takes time with the
    square of the number of parts.

    >>> too_deep("a = 1\\nb = " + "[" * 40), too_deep("a = [[1.5, 2], '[[['] # [[[")
    (2, None)
    """
    depth = dots = 0
    for token in TOKEN.finditer(text):
        kind = token[0][0]
        depth = max(0, depth + (kind in "[{") - (kind in "]}"))
        dots = dots + 1 if kind == "." else dots if kind in "\"'#" else 0
        if max(depth, dots) > DEEPEST:
            return text.count("\n", 0, token.start()) + 1
    return None


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
