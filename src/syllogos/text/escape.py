"""Text of strangers in HTML: shown as it is, never read as markup."""

from __future__ import annotations

from syllogos.text.visible import html_text as esc

__all__ = ["LONGEST", "esc", "long_text"]

LONGEST = 20_000
"""Characters of one text that a page shows."""


def long_text(text: str) -> str:
    """``text``, escaped, cut at :data:`LONGEST` characters with the number of those left out."""
    if len(text) <= LONGEST:
        return esc(text)
    return f"{esc(text[:LONGEST])} … ({len(text) - LONGEST:,} characters more are in the store)"
