"""A text with what was found of its sentences marked in place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from syllogos.text.visible import visible

WORST = ("FALSE", "ILL_POSED", "UNTRANSLATED", "TRUE")
LOOKS = {"TRUE": "good", "FALSE": "wrong", "ILL_POSED": "odd", "UNTRANSLATED": "unread"}
"""How a sentence is marked, by what was found of it."""
MEANS = {
    "TRUE": "true",
    "FALSE": "false",
    "ILL_POSED": "about what the game does not have",
    "UNTRANSLATED": "not read, so not judged",
}


class Spot(Protocol):
    """A sentence at ``[start:end]`` of a text, what was found of it, and what is true instead or why."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it ends."""

    @property
    def verdict(self) -> str:
        """One of :data:`LOOKS`."""

    @property
    def correction(self) -> str:
        """What is true instead, or why it was not judged; empty where it is true."""


@dataclass(frozen=True)
class Finding:
    """A sentence of a text and what was found of it, as a journal keeps it."""

    text: str
    start: int
    end: int
    verdict: str
    correction: str


@dataclass(frozen=True)
class Piece:
    """A piece of a text; one with a ``look`` is marked, and the first of a sentence has its number."""

    text: str
    look: str = ""
    anchor: int | None = None
    tip: str = ""


def pieces(text: str, spots: Sequence[Spot]) -> Iterator[Piece]:
    """``text`` in pieces; of sentences that overlap, the worst verdict colours each piece."""
    cuts = sorted({0, len(text), *(spot.start for spot in spots), *(spot.end for spot in spots)})
    numbered = list(enumerate(spots))
    anchored: set[int] = set()
    # One for one before it is cut, so that the places of sentences hold.
    shown = visible(text)
    for start, end in pairwise(cuts):
        over = [(n, spot) for n, spot in numbered if spot.start <= start and end <= spot.end]
        if not over:
            yield Piece(shown[start:end])
            continue
        number, spot = min(over, key=lambda item: WORST.index(item[1].verdict))
        anchor = None if number in anchored else number
        anchored.add(number)
        yield Piece(shown[start:end], LOOKS[spot.verdict], anchor, spot.correction or "true")


def is_check(note: object) -> bool:
    """Whether a note is what an agent keeps of a check of its reasoning: ``{"check": {"claims": [...]}}``."""
    match note:
        case {"check": {"claims": [*_]}}:
            return True
    return False


def findings_of(note: object, text: str) -> tuple[Finding, ...] | None:
    """What an agent noted of a check of its reasoning ``text``; None where a note is not about that."""
    match note:
        case {"check": {"claims": [*claims]}}:
            found = [_finding(claim) for claim in claims]
            whole = tuple(one for one in found if one and text[one.start : one.end] == one.text)
            return whole if len(whole) == len(found) else None
    return None


def _finding(claim: Any) -> Finding | None:
    match claim:
        case {"start": int(start), "end": int(end), "text": str(text), "verdict": str(verdict),
              "correction": str(correction)} if verdict in LOOKS:  # fmt: skip
            return Finding(text, start, end, verdict, correction)
    return None
