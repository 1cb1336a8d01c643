"""A checked text as JSON and as one self-contained HTML page."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from syllogos.payoffs import claim_json
from syllogos.payoffs.check import CheckedClaim, CheckedText
from syllogos.text.source import Source
from syllogos.text.visible import html_text, visible

STYLE = """
:root { color-scheme: light dark; --ink: #1d1f21; --paper: #fdfdfb; --quiet: #6b6f73;
  --true: #d9f0dc; --false: #f8d3d0; --odd: #e6dcf5; --unread: #faedc8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e3; --paper: #17191b; --quiet: #9aa0a6;
  --true: #1f3d26; --false: #5a1f1c; --odd: #3a2d55; --unread: #4a3d14; } }
body { font: 17px/1.6 Georgia, serif; color: var(--ink); background: var(--paper);
  max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.3rem; } .status { font-weight: bold; } .quiet { color: var(--quiet); font-size: .85rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
mark { color: inherit; border-radius: .2em; padding: .05em .1em; }
.TRUE { background: var(--true); } .FALSE { background: var(--false); }
.ILL_POSED { background: var(--odd); } .UNTRANSLATED { background: var(--unread); }
ol { padding-left: 1.4rem; } li { margin: .6rem 0; } a { color: inherit; }
"""
POLICY = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
)
WORST = ("FALSE", "ILL_POSED", "UNTRANSLATED", "TRUE")


def checked_json(checked: CheckedText) -> dict[str, Any]:
    """``{claims: [{text, start, end, claim, verdict, correction}], status}``; ``claim`` is typed JSON."""
    return {"claims": [_claim_json(claim) for claim in checked.claims], "status": checked.status}


def checked_html(source: Source, checked: CheckedText) -> str:
    """The text with its claims marked in place, and below it what is true instead."""
    name = html_text(source.name.rpartition("/")[2])
    notes = "".join(
        f'<li id="n{n}"><mark class="{c.verdict}">{c.verdict}</mark> '
        f'<a href="#c{n}">“{html_text(" ".join(c.text.split()))}”</a><br>{html_text(c.correction)}</li>'
        for n, c in enumerate(checked.claims)
        if c.verdict != "TRUE"
    )
    legend = " ".join(f'<mark class="{v}">{v}</mark>' for v in ("TRUE", "FALSE", "ILL_POSED", "UNTRANSLATED"))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">{POLICY}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{name}: {checked.status}</title><style>{STYLE}</style></head><body>"
        f'<h1>{name}</h1><p><span class="status">{checked.status}</span>: {checked.means}.</p>'
        f'<p class="quiet">{legend}</p><div class="text">{_marked(source.text, checked)}</div>'
        f"<ol>{notes}</ol></body></html>\n"
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


def _marked(text: str, checked: CheckedText) -> str:
    """The text with marks; of claims that overlap, the worst verdict colours each piece."""
    cuts = sorted({0, len(text), *(c.start for c in checked.claims), *(c.end for c in checked.claims)})
    numbered = list(enumerate(checked.claims))
    seen: set[int] = set()
    shown = visible(text)
    parts = []
    for start, end in pairwise(cuts):
        over = [(n, c) for n, c in numbered if c.start <= start and end <= c.end]
        piece = html_text(shown[start:end])
        if not over:
            parts.append(piece)
            continue
        number, claim = min(over, key=lambda item: WORST.index(item[1].verdict))
        anchor = "" if number in seen else f' id="c{number}"'
        seen.add(number)
        title = html_text(claim.correction or "true")
        parts.append(f'<mark class="{claim.verdict}"{anchor} title="{title}">{piece}</mark>')
    return "".join(parts)
