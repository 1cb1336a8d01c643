"""A checked text as JSON and as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from syllogos.payoffs import claim_json
from syllogos.payoffs.check import CheckedClaim, CheckedText
from syllogos.reporting.html import render_page
from syllogos.text.source import Source
from syllogos.text.visible import visible

WORST = ("FALSE", "ILL_POSED", "UNTRANSLATED", "TRUE")
LOOKS = {"TRUE": "good", "FALSE": "wrong", "ILL_POSED": "odd", "UNTRANSLATED": "unread"}


@dataclass(frozen=True)
class Piece:
    """A piece of the text; one with a ``look`` is marked, and the first of a claim is its anchor."""

    text: str
    look: str = ""
    anchor: int | None = None
    tip: str = ""


def checked_json(checked: CheckedText) -> dict[str, Any]:
    """``{claims: [{text, start, end, claim, verdict, correction}], status}``; ``claim`` is typed JSON."""
    return {"claims": [_claim_json(claim) for claim in checked.claims], "status": checked.status}


def checked_html(source: Source, checked: CheckedText) -> str:
    """The text with its claims marked in place, and below it what is true instead."""
    return render_page(
        "payoffs/checked.html.j2",
        title=source.name.rpartition("/")[2],
        status=checked.status,
        means=checked.means,
        looks=LOOKS,
        pieces=_pieces(source.text, checked),
        claims=[
            (number, claim.verdict, " ".join(claim.text.split()), claim.correction)
            for number, claim in enumerate(checked.claims)
            if claim.verdict != "TRUE"
        ],
    )


def _claim_json(claim: CheckedClaim) -> dict[str, Any]:
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "claim": claim_json.plain(claim.claim) if claim.claim else None,
        "verdict": claim.verdict,
        "correction": claim.correction,
    }


def _pieces(text: str, checked: CheckedText) -> Iterator[Piece]:
    """The text in pieces; of claims that overlap, the worst verdict colours each piece."""
    cuts = sorted({0, len(text), *(c.start for c in checked.claims), *(c.end for c in checked.claims)})
    numbered = list(enumerate(checked.claims))
    anchored: set[int] = set()
    # One for one before it is cut, so that the places of claims hold.
    shown = visible(text)
    for start, end in pairwise(cuts):
        over = [(n, c) for n, c in numbered if c.start <= start and end <= c.end]
        if not over:
            yield Piece(shown[start:end])
            continue
        number, claim = min(over, key=lambda item: WORST.index(item[1].verdict))
        anchor = None if number in anchored else number
        anchored.add(number)
        yield Piece(shown[start:end], LOOKS[claim.verdict], anchor, claim.correction or "true")
