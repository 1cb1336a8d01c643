"""JSON as models write it, where it has one meaning; where it could have two, the reason why not.

Beyond the standard: single and curly quotes, names without quotes, a comma too many, comments,
Python's ``True False None``, raw line breaks and odd escapes within a text.  Not read: a quote
inside a text that is not escaped, a comma or a bracket too few, a key that stands twice.
"""

from __future__ import annotations

import json
import re
from typing import Any

from syllogos.text.replies.strict import DEEPEST, finite, integer, once

GAP = re.compile(r"(?:\s++|(?://|#)[^\n]{0,200}+(?=\n)|/\*(?:[^*]|\*(?!/)){0,200}+\*/)*+")
"""Blanks and short comments."""
DOUBLE_QUOTED = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"', re.DOTALL)
SINGLE_QUOTED = re.compile(r"'([^'\\]*+(?:\\.[^'\\]*+)*+)'", re.DOTALL)
CURLY_QUOTED = re.compile("\u201c([^\u201c\u201d\\\\]*+)\u201d")
QUOTES = ('"', "'", "\u201c")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,60}+(?=[\s,:}\]])")
JSON_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*+))(\.[0-9]++)?([eE][-+]?[0-9]++)?(?=[\s,}\]/#])")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
WORDS: dict[str, Any] = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
}
NO_VALUES = frozenset({"nan", "infinity", "inf", "undefined"})
CUT = "it is not closed"


class BrokenJsonError(ValueError):
    """Text that is no JSON, or has no single meaning; ``at`` is where, ``keys`` those read until there."""

    def __init__(self, why: str, at: int, keys: list[str]) -> None:
        super().__init__(why)
        self.at = at
        self.keys = keys


def parse_object(text: str, start: int) -> tuple[dict[str, Any], int]:
    """The object that begins with the brace at ``start``, and where it ends.

    Raises:
        BrokenJsonError: it has no single meaning.  The text up to the place it names has been read, so a
            search that goes on from there takes linear time in all.
    """
    return _Reader(text).object(start, 1)


class _Reader:
    """One pass over a text; keeps the keys that it has met."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.keys: list[str] = []

    def object(self, at: int, depth: int) -> tuple[dict[str, Any], int]:
        pairs: list[tuple[str, Any]] = []
        at = self._gap(at + 1)
        while not self.text.startswith("}", at):
            key, at = self._key(at)
            value, at = self._value(self._gap(at), depth)
            pairs.append((key, value))
            at = self._next(at, "}")
        try:
            return once(pairs), at + 1
        except ValueError as error:
            raise self._broken(str(error), at) from None

    def _list(self, at: int, depth: int) -> tuple[list[Any], int]:
        items = []
        at = self._gap(at + 1)
        while not self.text.startswith("]", at):
            item, at = self._value(at, depth)
            items.append(item)
            at = self._next(at, "]")
        return items, at + 1

    def _key(self, at: int) -> tuple[str, int]:
        name = NAME.match(self.text, at)
        key, at = (name[0], name.end()) if name else self._quoted(at, "a key is missing")
        at = self._gap(at)
        if not self.text.startswith(":", at):
            raise self._broken("a colon is missing" if at < len(self.text) else CUT, at)
        self.keys.append(key)
        return key, at + 1

    def _value(self, at: int, depth: int) -> tuple[Any, int]:
        mark = self.text[at : at + 1]
        if mark in ("{", "[") and depth >= DEEPEST:
            raise self._broken("it is nested too deep", at)
        if mark == "{":
            return self.object(at, depth + 1)
        if mark == "[":
            return self._list(at, depth + 1)
        if number := JSON_NUMBER.match(self.text, at):
            return self._number(number), number.end()
        if word := NAME.match(self.text, at):
            if word[0].casefold() in NO_VALUES:
                raise self._broken(f"{word[0]} is no value", at)
            return WORDS.get(word[0], word[0]), word.end()
        return self._quoted(at, "a value is missing")

    def _number(self, found: re.Match[str]) -> int | float:
        try:
            return finite(found[0]) if found[2] or found[3] else integer(found[1])
        except ValueError as error:
            raise self._broken(str(error), found.start()) from None

    def _quoted(self, at: int, missing: str) -> tuple[str, int]:
        if self.text[at : at + 1] not in QUOTES:
            raise self._broken(missing if at < len(self.text) else CUT, at)
        found = (
            DOUBLE_QUOTED.match(self.text, at)
            or SINGLE_QUOTED.match(self.text, at)
            or CURLY_QUOTED.match(self.text, at)
        )
        if found is None:
            raise self._broken("a quote is not closed", at)
        return _unescaped(found[1], self.text[at]), found.end()

    def _next(self, at: int, end: str) -> int:
        at = self._gap(at)
        if self.text.startswith(",", at):
            return self._gap(at + 1)
        if not self.text.startswith(end, at):
            say = 'a comma is missing, or a quote inside a text is not written \\"'
            raise self._broken(say if at < len(self.text) else CUT, at)
        return at

    def _gap(self, at: int) -> int:
        found = GAP.match(self.text, at)
        return found.end() if found else at

    def _broken(self, why: str, at: int) -> BrokenJsonError:
        return BrokenJsonError(why, at, self.keys)


def _unescaped(body: str, quote: str) -> str:
    if "\\" not in body:
        return body
    if quote == '"':
        try:
            return str(json.loads(f'"{body}"', strict=False))
        except ValueError:  # an escape that JSON does not know stands for its character
            pass
    return ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else ESCAPED.get(m[2], m[2]), body)
