"""When a guess of the other word is kept, and when it must or may be changed: the table, and what came of it.

The paper's equation 13 is missing; the table is reconstructed (R) from the text around it (appendix B.1.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from syllogos.contract import Seat
from syllogos.undercover.identities import Identity
from syllogos.verdict import Status

VerdictWord = Literal["valid", "invalid", "syntax error", "inconsistent", "unknown"]
GuessStep = Literal["keep", "must change", "may change"]


def verdict_word(status: Status, *, original: bool = False) -> VerdictWord:
    """The word for a solver's status; with ``original`` silence of a prover is a refutation, as in the paper.

    >>> verdict_word(Status.OPEN), verdict_word(Status.UNKNOWN), verdict_word(Status.UNKNOWN, original=True)
    ('invalid', 'unknown', 'invalid')
    """
    match status:
        case Status.TRUE:
            return "valid"
        case Status.FALSE | Status.OPEN:
            return "invalid"
        case Status.REJECTED:
            return "syntax error"
        case Status.INCONSISTENT:
            return "inconsistent"
    return "invalid" if original else "unknown"


def guess_step(recorded: VerdictWord | None, guessed: VerdictWord | None, own: Identity) -> GuessStep:
    """What becomes of a guess when a player is out.

    Args:
        recorded: the verdict on whether that player's descriptions imply one's own word; None for none.
        guessed: the verdict on whether they imply the guessed word; None where it was not asked.
        own: what one takes oneself for.  Who does not know acts as a citizen, who may choose (R).

    >>> guess_step("invalid", "invalid", "spy"), guess_step("invalid", "unknown", "spy")
    ('must change', 'keep')
    """
    if recorded != "invalid" or guessed != "invalid":
        return "keep"
    return "must change" if own == "spy" else "may change"


@dataclass(frozen=True)
class GuessUpdated:
    """What a player made of its guess.

    Attributes:
        round: the one that has just begun.
        out: who was eliminated; None for the first guess.
        recorded, guessed: as in :func:`guess_step`.
        step: what the table says.
        before, after: the guess, empty for none.
        failing: the first step of a proof sketch that does not hold, with why; empty where there is none.
        because: the player's words.
    """

    round: int
    out: Seat | None
    recorded: VerdictWord | None
    guessed: VerdictWord | None
    step: GuessStep | Literal["first"]
    before: str
    after: str
    failing: str = ""
    because: str = ""

    def __str__(self) -> str:
        if self.step == "first":
            return f"round {self.round}: my first guess of the other word is {self.after!r}"
        changed = f"becomes {self.after!r}" if self.after != self.before else "stays"
        return (
            f"round {self.round}: seat {self.out} is out, so my guess {self.before!r} {changed} ({self.step})"
        )
