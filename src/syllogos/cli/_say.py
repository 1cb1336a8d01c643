"""Lines for people on stderr."""

from __future__ import annotations

import sys
from unicodedata import category


def say(text: str) -> None:
    """A line on stderr."""
    print(shown(text), file=sys.stderr, flush=True)


def shown(text: str) -> str:
    """``text`` without control characters: what a model writes must not steer a terminal."""
    return "".join(c if c in "\n\t" or category(c) != "Cc" else "\N{REPLACEMENT CHARACTER}" for c in text)
