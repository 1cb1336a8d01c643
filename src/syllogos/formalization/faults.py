"""What can be wrong with a game program, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["syntactic", "runtime", "semantic"]
"""The three levels of validation (GAMA paper, sections 3.2 to 3.4)."""

SHORT = 160
"""Characters of a clause or a term that a fault quotes."""


@dataclass(frozen=True)
class GameFault:
    """What is wrong with a game program, and where: line and column from 1, 0 without a place."""

    level: Level
    say: str
    line: int = 0
    column: int = 0
    clause: str = ""

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line else ""
        return f"{self.level}: {place}{self.say}{f' (in: {self.clause})' if self.clause else ''}"


def where(text: str, name: str, *args: str) -> tuple[int, str]:
    """Line and text of the first clause of the predicate ``name`` that mentions ``args`` in order."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(f"{name}(") and _mentions(line, args):
            return number, line.strip()[:SHORT]
    return 0, ""


def _mentions(line: str, args: tuple[str, ...]) -> bool:
    at = 0
    for arg in args:
        at = _word(line, arg, at)
        if at < 0:
            return False
    return True


def _word(line: str, word: str, start: int) -> int:
    """Where ``word`` ends as a whole word from ``start`` on; -1 where it does not occur."""
    at = line.find(word, start)
    while at >= 0:
        end = at + len(word)
        around = line[at - 1 : at] + line[end : end + 1]
        if not any(c.isalnum() or c == "_" for c in around):
            return end
        at = line.find(word, at + 1)
    return -1
