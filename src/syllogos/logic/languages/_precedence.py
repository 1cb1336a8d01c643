"""Reading formulas by precedence: what the languages share.  Tokens go in, a tree or a problem comes out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from syllogos.logic.formulas import (
    MAX_DEPTH,
    Connected,
    Connective,
    Formula,
    Negated,
    Variable,
    parts_of,
)
from syllogos.logic.lookalikes import mistaken, strange_letter
from syllogos.logic.theories import ProblemOfTheory, TheoryProblem

MAX_TEXT = 100_000
"""Longest text, in characters; recorded ones stay below 6,000."""
LONE_RETURN = re.compile(r"\r(?!\n)")
"""What ends a line for some readers and for others does not, so that they see different comments."""
POWERS: Mapping[Connective, int] = {"iff": 1, "implies": 2, "xor": 3, "or": 4, "and": 5}
"""How strongly a connective binds; what binds more is read first."""


@dataclass(frozen=True)
class FormulaToken:
    """A piece of a text: what it is, how it is written, and where it starts."""

    kind: str
    text: str
    at: int


class UnreadableError(Exception):
    """What stops a reader, with the place in the text; the reader turns it into a problem."""

    def __init__(self, say: str, at: int, kind: ProblemOfTheory = "syntax") -> None:
        super().__init__(say)
        self.say, self.at, self.kind = say, at, kind


def problem_at(text: str, error: UnreadableError) -> TheoryProblem:
    """The problem that stopped a reader of ``text``, by line and column."""
    at = min(error.at, len(text))
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return TheoryProblem(error.kind, error.say, text.count("\n", 0, at) + 1, column)


def look_alikes(text: str, names: Iterable[str]) -> tuple[TheoryProblem, ...]:
    """A problem for each name of several letters that looks like another one and is written otherwise."""
    return tuple(
        problem_at(text, UnreadableError(said, max(text.find(name), 0), "homoglyph"))
        for name, known in mistaken(sorted(set(names))).items()
        if len(known) > 1
        for said in [f"‘{name}’ only looks like ‘{known}’ ({strange_letter(name)})"]
    )


def too_long(text: str) -> tuple[TheoryProblem, ...]:
    """The problem of a text that is longer than any reader takes."""
    if len(text) <= MAX_TEXT:
        return ()
    return (TheoryProblem("limit", f"{len(text)} characters are too many (at most {MAX_TEXT})"),)


def lone_return(text: str) -> tuple[TheoryProblem, ...]:
    """The problem of a text in which some readers see other lines than others do."""
    lone = LONE_RETURN.search(text)
    return (
        (problem_at(text, UnreadableError("a carriage return ends no line here", lone.start(), "refused")),)
        if lone
        else ()
    )


def lexed(text: str, pattern: re.Pattern[str], start: int = 0, end: int | None = None) -> list[FormulaToken]:
    """The tokens of a part of a text; groups of the pattern name their kinds, ``skip`` is left out.

    Raises:
        UnreadableError: a character that starts no token.
    """
    found, at, end = [], start, len(text) if end is None else end
    while at < end:
        match = pattern.match(text, at, end)
        if match is None or match.end() == at:
            raise UnreadableError(f"the character {shown(text[at])} has no meaning here", at)
        if "\r" in match.group() and LONE_RETURN.search(match.group().strip()):
            raise UnreadableError("a carriage return stands in a comment or a name", at, "refused")
        if match.lastgroup != "skip":
            found.append(FormulaToken(str(match.lastgroup), match.group(), at))
        at = match.end()
    return found


def shown(text: str) -> str:
    """A piece of a text in a message: quoted and short, with code points where it is not plain."""
    short = text if len(text) <= 40 else text[:39] + "…"
    strange = [c for c in short if ord(c) > 126 or ord(c) < 32]
    points = " ".join(f"U+{ord(c):04X}" for c in strange[:3])
    return f"‘{short if short.isprintable() else '?'}’{f' ({points})' if strange and len(short) < 4 else ''}"


class FormulaReader:
    """Reads one formula from tokens; a language says how its atoms and quantifiers look."""

    powers: Mapping[Connective, int] = POWERS
    to_the_right: Collection[Connective] = frozenset[Connective]({"implies"})

    def __init__(self, tokens: Sequence[FormulaToken], end: int) -> None:
        self.tokens, self.place, self.depth = [*tokens, FormulaToken("end", "", end)], 0, 0
        self.bound: list[Variable] = []
        self._places: dict[str, list[int]] = {}
        for number, token in enumerate(tokens):
            self._places.setdefault(token.text, []).append(number)

    @property
    def token(self) -> FormulaToken:
        """The next token."""
        return self.tokens[self.place]

    def following(self, ahead: int = 1) -> FormulaToken:
        """A token after the next one."""
        return self.tokens[min(self.place + ahead, len(self.tokens) - 1)]

    def take(self, *kinds: str) -> FormulaToken | None:
        """The next token when it is of one of these kinds."""
        if self.token.kind not in kinds:
            return None
        self.place += 1
        return self.tokens[self.place - 1]

    def expect(self, kind: str, wanted: str) -> FormulaToken:
        """The next token, which must be of this kind.

        Raises:
            UnreadableError: it is not; the message says what was wanted.
        """
        return self.take(kind) or self.refuse(wanted)

    def refuse(self, wanted: str) -> FormulaToken:
        """Stop here: something else was wanted."""
        got = "the end" if self.token.kind == "end" else shown(self.token.text)
        raise UnreadableError(f"{wanted} is expected, not {got}", self.token.at)

    def whole(self) -> Formula:
        """The formula that all tokens are."""
        formula = self.formula()
        if self.token.kind != "end":
            self.refuse("a connective or the end")
        check_depth(formula, self.tokens[0].at)
        return formula

    def formula(self, least: int = 0) -> Formula:
        """A formula whose outer connectives bind at least this strongly."""
        self.deeper()
        formula = self.joined(self.prefix(), least)
        self.depth -= 1
        return formula

    def deeper(self) -> None:
        """One level more of nesting.

        Raises:
            UnreadableError: that is too deep.
        """
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise UnreadableError(f"nested deeper than {MAX_DEPTH}", self.token.at, "limit")

    def joined(self, left: Formula, least: int) -> Formula:
        """``left`` with the connectives that follow it; a run of ``and`` or ``or`` is one formula."""
        while (connective := connective_of(self.token)) and self.powers[connective] >= least:
            power = self.powers[connective]
            parts = [left]
            while connective_of(self.token) == connective and (len(parts) < 2 or connective in ("and", "or")):
                self.place += 1
                parts.append(self.formula(power if connective in self.to_the_right else power + 1))
            left = Connected(connective, tuple(parts))
        return left

    def prefix(self) -> Formula:
        """A formula that starts here and has no connective outside brackets."""
        if self.take("not"):
            self.deeper()
            body = self.prefix()
            self.depth -= 1
            return Negated(body)
        if self.token.kind in ("forall", "exists"):
            return self.quantified()
        return self.atom()

    def quantified(self) -> Formula:
        """A quantifier with its variables and its scope."""
        raise NotImplementedError

    def atom(self) -> Formula:
        """An atom, or a formula in brackets."""
        raise NotImplementedError

    def occurs(self, name: str, start: int, end: int) -> int | None:
        """The first place of a name among the tokens from ``start`` to ``end``."""
        places = self._places.get(name, [])
        at = bisect_left(places, start)
        return places[at] if at < len(places) and places[at] < end else None

    def variable(self, name: str) -> Variable | None:
        """The innermost bound variable of that name."""
        return next((v for v in reversed(self.bound) if v.name == name), None)


def connective_of(token: FormulaToken) -> Connective | None:
    """The connective that a token is."""
    return token.kind if token.kind in POWERS else None  # type: ignore[return-value]


def check_depth(formula: Formula, at: int) -> None:
    """Refuse a tree that is too deep to be walked.

    Raises:
        UnreadableError: it is.
    """
    left: list[tuple[Formula, int]] = [(formula, 1)]
    while left:
        one, depth = left.pop()
        if depth > 2 * MAX_DEPTH:
            raise UnreadableError(f"nested deeper than {MAX_DEPTH}", at, "limit")
        left.extend((part, depth + 1) for part in parts_of(one))
