"""What can be said of a program's text before any engine reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

MAX_TEXT = 100_000
"""Longest program, in characters; recorded ones stay below 6,000."""
MAX_NESTING = 200
"""Deepest nesting of brackets."""
MAX_CLAUSE = 240
"""Longest excerpt that a problem quotes."""

ProblemKind = Literal["syntax", "refused", "limit", "error"]

CONTROL = re.compile(
    "[^\t\n\r -~\u00a0-\U0010ffff]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
TOKEN = re.compile(
    r"""%[^\n]* | /\*.*?(?:\*/|\Z) | 0'(?:\\.|''|[^\\])
        | (?P<quote>['"`])(?:(?!(?P=quote))[^\\]|\\(?:.|\Z))*+(?:(?P=quote)|(?P<open>\Z))
        | [(\[{] | [)\]}]""",
    re.DOTALL | re.VERBOSE,
)
LAYOUT = re.compile(r"(?:\s++|%[^\n]*+(?:\n|\Z)|/\*.*?\*/)*+", re.DOTALL)


@dataclass(frozen=True)
class ProgramProblem:
    """What is wrong with a program, and where.

    Attributes:
        kind: ``syntax`` it cannot be read, ``refused`` it may not run, ``limit`` it is too
            large, ``error`` it failed while it ran.
        say: one English line.
        source: which text: ``program``, ``host`` or ``goal``; empty when it has no place.
        line, column: of the fault, from 1; 0 when it has no place.
        clause: the text of the clause, shortened.
    """

    kind: ProblemKind
    say: str
    source: str = ""
    line: int = 0
    column: int = 0
    clause: str = ""

    def __str__(self) -> str:
        place = f"{self.source} line {self.line}, column {self.column}: " if self.line else ""
        return f"{place}{self.say}{f', in: {self.clause}' if self.clause else ''}"


def precheck(text: str, source: str = "program") -> tuple[ProgramProblem, ...]:
    """Size, control characters and nesting; no problem means that an engine may read on.

    Control characters include those that reorder or hide text (Unicode's bidirectional ones).
    """
    if len(text) > MAX_TEXT:
        return (ProgramProblem("limit", f"{len(text)} characters are too many (at most {MAX_TEXT})", source),)
    if found := CONTROL.search(text):
        line, column = position(text, found.start())
        say = f"the control character U+{ord(found.group()):04X} is not allowed"
        return (ProgramProblem("refused", say, source, line, column),)
    if sum(map(text.count, "([{")) <= MAX_NESTING:
        return ()
    depth = 0
    for token in TOKEN.finditer(text):
        mark = token.group()
        if token["open"] is not None:
            # What follows a quote that is never closed is no text of a readable program.
            depth += sum(map(mark.count, "([{"))
        else:
            depth = depth + 1 if mark in "([{" else max(0, depth - 1) if mark in ")]}" else depth
        if depth > MAX_NESTING:
            line, column = position(text, token.start())
            return (ProgramProblem("limit", f"nested deeper than {MAX_NESTING}", source, line, column),)
    return ()


def located(text: str, kind: ProblemKind, start: int, end: int, say: str, source: str) -> ProgramProblem:
    """A problem of the clause ``text[start:end]``; a syntax error stands at its end.

    Layout and comments before the clause are skipped.
    """
    skipped = LAYOUT.match(text, start)
    first = skipped.end() if skipped and skipped.end() < len(text) else start
    at = min(max(end, first), len(text)) if kind == "syntax" else first
    line, column = position(text, at)
    until = text.find("\n", at)
    stop = (len(text) if until < 0 else until) if kind == "syntax" else max(end, first)
    clause = " ".join(text[first:stop].split())
    short = clause if len(clause) <= MAX_CLAUSE else clause[: MAX_CLAUSE - 1] + "…"
    return ProgramProblem(kind, say, source, line, column, short)


def position(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1, of the character ``at``."""
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
