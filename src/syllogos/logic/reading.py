"""What a parser says of a text beside its value: what it mended, and what it could not read."""

from __future__ import annotations

from dataclasses import dataclass

MOST_TEXT = 100_000
"""Characters of a text that is read, and a longer one is refused; recorded ones stay below 6,000."""


@dataclass(frozen=True)
class Repair:
    """Something that was written otherwise than the language wants, but whose meaning is clear.

    Attributes:
        line: from 1.
        column: from 1.
        what: what was written.
        became: what it was taken for.
    """

    line: int
    column: int
    what: str
    became: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.what}: taken as {self.became}"


@dataclass(frozen=True)
class SyntaxComplaint:
    """Something that cannot be read.

    Attributes:
        line: from 1.
        column: from 1.
        found: what stands there.
        expected: what could stand there.
    """

    line: int
    column: int
    found: str
    expected: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.found}; expected {self.expected}"


class Unreadable(Exception):
    """Stops a parser at a complaint; it never leaves the module of a language."""

    def __init__(self, column: int, found: str, expected: str) -> None:
        self.column, self.found, self.expected = column, found, expected
        super().__init__(found)

    def at(self, line: int) -> SyntaxComplaint:
        """The complaint, when the line is known."""
        return SyntaxComplaint(line, self.column, self.found, self.expected)


def too_long(text: str) -> SyntaxComplaint | None:
    """The complaint of a text that is longer than any that is read."""
    if len(text) <= MOST_TEXT:
        return None
    return SyntaxComplaint(1, 1, f"a text of {len(text)} characters", f"at most {MOST_TEXT}")
