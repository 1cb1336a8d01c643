"""Prolog terms: reading and writing the part of ISO syntax that queries use."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from syllogos.errors import InputError

MAX_DEPTH = 200
"""Deepest nesting of a term that is read."""

SPACE = " \t\r\n"
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "'": "'"}


@dataclass(frozen=True)
class Atom:
    """A constant."""

    name: str


@dataclass(frozen=True)
class Var:
    """A variable."""

    name: str


@dataclass(frozen=True)
class Struct:
    """A functor with arguments."""

    name: str
    args: tuple[Term, ...]


@dataclass(frozen=True)
class Items:
    """A list."""

    items: tuple[Term, ...]


Term = Atom | Var | Struct | Items | Fraction


def parse(text: str) -> tuple[Term, ...]:
    """The goals of a query: terms joined by commas; ``?-`` and the final full stop may be missing.

    Numbers are integers, decimals, or rationals as SWI-Prolog writes them (``1r3``).

    Raises:
        InputError: not such a query; the message names the column.
    """
    reader = _Reader(text)
    reader.skip("?-")
    goals = [reader.term(0)]
    while reader.skip(","):
        goals.append(reader.term(0))
    reader.skip(".")
    if reader.peek():
        raise reader.error(f"unexpected {reader.peek()!r}")
    return tuple(goals)


def show(term: Term) -> str:
    """The text of a term; :func:`parse` reads it back."""
    match term:
        case Fraction():
            return str(term.numerator) if term.denominator == 1 else f"{term.numerator}r{term.denominator}"
        case Var(name):
            return name
        case Atom(name):
            return _quoted(name)
        case Items(items):
            return f"[{', '.join(map(show, items))}]"
        case Struct(name, args):
            return f"{_quoted(name)}({', '.join(map(show, args))})"


def _quoted(name: str) -> str:
    if name and name[0] in "abcdefghijklmnopqrstuvwxyz" and all(_is_word(ch) for ch in name):
        return name
    escaped = name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
    return f"'{escaped}'"


def _is_word(ch: str) -> bool:
    return ch == "_" or (ch.isascii() and ch.isalnum())


@dataclass
class _Reader:
    """One pass over a text, left to right."""

    text: str
    at: int = field(default=0)

    def error(self, what: str) -> InputError:
        return InputError(f"column {self.at + 1}: {what}")

    def peek(self) -> str:
        while self.at < len(self.text) and self.text[self.at] in SPACE:
            self.at += 1
        return self.text[self.at : self.at + 1]

    def skip(self, mark: str) -> bool:
        self.peek()
        if not self.text.startswith(mark, self.at):
            return False
        self.at += len(mark)
        return True

    def need(self, mark: str) -> None:
        if not self.skip(mark):
            raise self.error(f"expected {mark!r}, found {self.peek() or 'the end'!r}")

    def term(self, depth: int) -> Term:
        if depth > MAX_DEPTH:
            raise self.error(f"nested deeper than {MAX_DEPTH}")
        first = self.peek()
        if first == "[":
            self.at += 1
            return Items(self.series("]", depth))
        if first.isdigit() or first in ("-", "+"):
            return self.number()
        if first == "'":
            return self.compound(self.quoted(), depth)
        word = self.word()
        if not word:
            raise self.error(f"expected a term, found {first or 'the end'!r}")
        return Var(word) if word[0] == "_" or word[0].isupper() else self.compound(word, depth)

    def compound(self, name: str, depth: int) -> Term:
        if not self.text.startswith("(", self.at):
            return Atom(name)
        self.at += 1
        args = self.series(")", depth)
        if not args:
            raise self.error(f"{name} has no arguments")
        return Struct(name, args)

    def series(self, close: str, depth: int) -> tuple[Term, ...]:
        items: list[Term] = []
        if self.skip(close):
            return ()
        items.append(self.term(depth + 1))
        while self.skip(","):
            items.append(self.term(depth + 1))
        self.need(close)
        return tuple(items)

    def word(self) -> str:
        start = self.at
        while self.at < len(self.text) and _is_word(self.text[self.at]):
            self.at += 1
        return self.text[start : self.at]

    def quoted(self) -> str:
        parts: list[str] = []
        self.at += 1
        while self.at < len(self.text):
            ch, after = self.text[self.at], self.text[self.at + 1 : self.at + 2]
            if ch == "'" and after != "'":
                self.at += 1
                return "".join(parts)
            if ch == "\\" and after not in ESCAPES:
                raise self.error(f"unknown escape \\{after}")
            parts.append(ESCAPES[after] if ch == "\\" else ch)
            self.at += 2 if ch in "'\\" else 1
        raise self.error("a quoted atom is not closed")

    def number(self) -> Fraction:
        sign = -1 if self.skip("-") else 1
        self.skip("+")
        whole = self.digits()
        if self.text.startswith("r", self.at):
            self.at += 1
            below = int(self.digits())
            if below == 0:
                raise self.error("a denominator is 0")
            return sign * Fraction(int(whole), below)
        if self.text.startswith(".", self.at) and self.text[self.at + 1 : self.at + 2].isdigit():
            self.at += 1
            return sign * Fraction(f"{whole}.{self.digits()}")
        return sign * Fraction(int(whole))

    def digits(self) -> str:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "0123456789":
            self.at += 1
        if not 0 < self.at - start <= 40:
            raise self.error("expected a number of at most 40 digits")
        return self.text[start : self.at]
