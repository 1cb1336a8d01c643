"""The JSON objects in a text: found in one pass, each with its place, and those that are broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from syllogos.text.plain import canonical
from syllogos.text.replies.lenient import BrokenJsonError, parse_object
from syllogos.text.replies.strict import whole_object
from syllogos.text.replies.thoughts import split_thoughts

OPENING = re.compile(r"\{(?=[ \t\r\n]{0,40}[\"'\u201cA-Za-z_}/#])")
"""A brace with which an object may begin; longer gaps are read by nobody."""


@dataclass(frozen=True)
class ShownObject:
    """A JSON object and where it stands in its text."""

    value: dict[str, Any]
    start: int
    end: int


@dataclass(frozen=True)
class BrokenObject:
    """What begins as a JSON object and is none: why, the text at that place, and the keys before it."""

    why: str
    near: str
    keys: tuple[str, ...]


def objects(text: str) -> tuple[list[ShownObject], list[BrokenObject]]:
    """The objects in ``text`` that stand in no other one, and the broken ones that have a key."""
    whole = whole_object(text)
    if whole is not None:
        return [ShownObject(whole, 0, len(text))], []
    found, broken = [], []
    opening = OPENING.search(text)
    while opening:
        at = opening.start()
        try:
            value, end = parse_object(text, at)
            found.append(ShownObject(value, at, end))
        except BrokenJsonError as error:
            end = max(error.at, at + 1)
            if error.keys:
                near = " ".join(text[max(at, end - 20) : end + 20].split())
                broken.append(BrokenObject(str(error), near, tuple(error.keys)))
        opening = OPENING.search(text, end)
    return found, broken


def read_object(text: str, wanted: Sequence[str] = ()) -> dict[str, Any] | None:
    """The one JSON object that a reply says, of several the one that has all ``wanted`` keys.

    Thoughts, prose and code fences around it do not matter.  None where there is none, where two
    differ, or where one is broken.

    >>> read_object('Here you are: {"correct": true}', ["correct"])
    {'correct': True}
    """
    found, broken = objects(split_thoughts(text).said)
    values = [shown.value for shown in found]
    fitting = [value for value in values if all(key in value for key in wanted)] or values
    spoilt = any(not wanted or set(wanted) & set(one.keys) for one in broken)
    alike = len({canonical(value) for value in fitting}) == 1
    return fitting[-1] if alike and not spoilt else None
