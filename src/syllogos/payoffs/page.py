"""A checked text as JSON and as one self-contained HTML page."""

from __future__ import annotations

from collections import Counter
from typing import Any

from syllogos.gametheory.payoff_table import payoff_table
from syllogos.payoffs import claim_json
from syllogos.payoffs.check import CheckedClaim, CheckedText
from syllogos.reporting.html import render_page
from syllogos.reporting.marking import pieces
from syllogos.text.source import Source


def checked_json(checked: CheckedText) -> dict[str, Any]:
    """``{claims: [{text, start, end, claim, verdict, correction}], status}``; ``claim`` is typed JSON."""
    return {"claims": [_claim_json(claim) for claim in checked.claims], "status": checked.status}


def checked_html(source: Source, checked: CheckedText) -> str:
    """The text with its claims marked in place, beside it what is true instead, and the game's payoffs."""
    return render_page(
        "payoffs/checked.html.j2",
        title=source.name.rpartition("/")[2],
        status=checked.status,
        means=checked.means,
        counts=Counter(claim.verdict for claim in checked.claims),
        pieces=list(pieces(source.text, checked.claims)),
        findings=[(n, claim) for n, claim in enumerate(checked.claims) if claim.verdict != "TRUE"],
        payoffs=payoff_table(checked.game) if checked.game else None,
        speaker=checked.game.players[checked.me] if checked.game else "",
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
