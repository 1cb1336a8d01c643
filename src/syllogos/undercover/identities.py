"""What a player believes of the others and of itself, as it says with a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal, TypeGuard

from syllogos.contract import Seat
from syllogos.text.replies import read_object
from syllogos.text.visible import one_line
from syllogos.undercover.situation import UndercoverSituation

Identity = Literal["citizen", "spy", "unknown"]
LONGEST_WORD = 80
"""Characters of a word that somebody may be thought to hold."""


@dataclass(frozen=True)
class IdentityBelief:
    """What a player says it believes, before a move.

    Attributes:
        round: from 1.
        phase: ``describe`` or ``vote``.
        own: what it takes itself for.
        other_word: the word that it thinks the other side holds; empty where it names none.
        suspicion: seat -> how likely it is the spy, from 0 to 1, of those that it tells.
    """

    round: int
    phase: str
    own: Identity
    other_word: str
    suspicion: Mapping[Seat, float]

    def __str__(self) -> str:
        told = ", ".join(f"seat {seat} {value:.0%}" for seat, value in self.suspicion.items())
        word = f"; the other word may be {self.other_word!r}" if self.other_word else ""
        head = f"round {self.round}, {self.phase}: I take myself for a {self.own}{word}"
        return f"{head}; spy: {told or 'nobody told'}"


def belief_fields(names: Sequence[str]) -> Mapping[str, Any]:
    """The properties of a reply's schema by which beliefs are told; ``names`` are the others in the game."""
    share = {"type": "number", "minimum": 0, "maximum": 1}
    return {
        "identity": {"type": "string", "enum": ["citizen", "spy", "unknown"]},
        "other_word": {"type": "string"},
        "suspicion": {
            "type": "object",
            "properties": dict.fromkeys(names, share),
            "required": list(names),
            "additionalProperties": False,
        },
    }


def read_belief(reply: str, now: UndercoverSituation) -> IdentityBelief:
    """What a reply tells of beliefs; what is missing or odd in it is left out, and is no fault of a move."""
    found = read_object(reply, ["move"]) or {}
    own = str(found.get("identity", "")).strip().casefold()
    word = found.get("other_word")
    told = found.get("suspicion")
    by_name = {now.name(seat).casefold(): seat for seat in now.others}
    suspicion: dict[Seat, float] = {}
    for name, value in told.items() if isinstance(told, dict) else ():
        seat = by_name.get(str(name).strip().casefold())
        if seat is not None and _is_share(value):
            suspicion[seat] = float(value)
    return IdentityBelief(
        now.round,
        now.phase,
        "citizen" if own == "citizen" else "spy" if own == "spy" else "unknown",
        one_line(word)[:LONGEST_WORD] if isinstance(word, str) else "",
        dict(sorted(suspicion.items())),
    )


def _is_share(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isfinite(value) and 0 <= value <= 1
