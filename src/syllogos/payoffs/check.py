"""Checking a text: what it claims about a game's payoffs, what holds, and what is true instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claims import Claim, Found, Label, Reading, TextStatus, Unread, text_status
from syllogos.payoffs.narrate import correction
from syllogos.payoffs.solvers.claims import KnownClaims, evaluate, label
from syllogos.verdict import Verdict

MOST_CELLS = 100_000
"""Claims times outcomes of the game that are looked at."""


MEANS: Mapping[TextStatus, str] = {
    "VERIFIED": "every payoff sentence was read and is true",
    "PARTIAL": "some payoff sentences are true, the others were not judged",
    "REFUTED": "a payoff sentence is false",
    "UNCHECKED": "no payoff sentence was judged, which says nothing about the text",
}


@dataclass(frozen=True)
class CheckedClaim:
    """A payoff sentence at ``text[start:end]`` of the whole, and what became of it.

    ``claim`` and ``judged`` are None for a sentence that could not be read (UNTRANSLATED);
    ``correction`` is then the reason, for a false claim what is true, for a true one empty.
    """

    text: str
    start: int
    end: int
    verdict: Label
    correction: str
    claim: Claim | None = None
    judged: Verdict[KnownClaims] | None = None


@dataclass(frozen=True)
class CheckedText:
    """A text's payoff sentences in order, and what they amount to.

    VERIFIED: each was read and is true.  PARTIAL: some are true, the others were not judged.
    REFUTED: one is false.  UNCHECKED: none was judged, which says nothing about the text.
    ``game`` is what they are about, where one was given, and ``me`` the index of who says "I".
    """

    claims: tuple[CheckedClaim, ...]
    status: TextStatus
    game: NormalForm | None = None
    me: int = 0

    @property
    def means(self) -> str:
        """The status in words."""
        return MEANS[self.status]

    @property
    def corrections(self) -> tuple[str, ...]:
        """What is true instead of the false claims, each once, in the order of the text."""
        return tuple(dict.fromkeys(c.correction for c in self.claims if c.verdict == "FALSE"))


def judge(reading: Reading, game: NormalForm, me: int = 0) -> CheckedText:
    """Decide every claim of a reading, exactly (LELMA, section 3.2).

    Args:
        reading: what a translator made of a text.
        game: the game that the text is about.
        me: the index of the player who says "I".
    """
    most = max(1, MOST_CELLS // len(game.payoffs))
    judged = [_judged(found, game, me) for found in reading.found[:most]]
    judged += [_unjudged(found, most, game) for found in reading.found[most:]]
    unread = [CheckedClaim(u.text, u.start, u.end, "UNTRANSLATED", u.reason) for u in reading.unread]
    claims = tuple(sorted((*judged, *unread), key=lambda c: (c.start, c.end)))
    return CheckedText(claims, text_status([c.verdict for c in claims]), game, me)


def _unjudged(found: Found, most: int, game: NormalForm) -> CheckedClaim:
    reason = f"of a game of {len(game.payoffs)} outcomes only the first {most} claims are checked"
    return CheckedClaim(found.text, found.start, found.end, "UNTRANSLATED", reason)


def merged(first: Reading, second: Reading) -> Reading:
    """``first``, and what ``second`` read where ``first`` could not.

    A sentence that neither could read keeps the reason of the second reader.
    """
    gaps = [(u.start, u.end) for u in first.unread]
    found = [f for f in second.found if _within(f, gaps)]
    unread = [u for u in second.unread if _within(u, gaps)]
    covered = [(f.start, f.end) for f in found] + [(u.start, u.end) for u in unread]
    left = [u for u in first.unread if not any(_overlap((u.start, u.end), span) for span in covered)]
    return Reading((*first.found, *found), (*unread, *left))


def _judged(found: Found, game: NormalForm, me: int) -> CheckedClaim:
    verdict = evaluate(found.claim, game, me)
    return CheckedClaim(
        found.text, found.start, found.end, label(verdict), correction(verdict), found.claim, verdict
    )


def _within(item: Found | Unread, gaps: Iterable[tuple[int, int]]) -> bool:
    return any(_overlap((item.start, item.end), gap) for gap in gaps)


def _overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]
