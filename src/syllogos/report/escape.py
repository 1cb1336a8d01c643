"""Text of strangers in HTML: shown as it is, never read as markup."""

from __future__ import annotations

import html
import re

UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
"""Control characters and broken surrogates; tabs and line breaks stay."""
DIRECTION = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction of the text around them."""
LONGEST = 20_000
"""Characters of one text that a page shows."""


def esc(text: object) -> str:
    """``text`` for an element or a quoted attribute.

    >>> esc('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    clean = UNSEEN.sub("\ufffd", DIRECTION.sub("", str(text)))
    return html.escape(clean, quote=True)


def long_text(text: str) -> str:
    """``text``, escaped, cut at :data:`LONGEST` characters with the number of those left out."""
    if len(text) <= LONGEST:
        return esc(text)
    return f"{esc(text[:LONGEST])} … ({len(text) - LONGEST:,} characters more are in the store)"
