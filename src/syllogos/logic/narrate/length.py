"""How long what is told may be: whole lines, and how many more there are."""

from __future__ import annotations

from collections.abc import Sequence

MOST_CHARACTERS = 1_500
"""Characters of what is told of one verdict, so that several fit into a prompt."""
MOST_OF_LINE = 300
"""Characters of one line; the middle of a longer one is left out, marked by ``...``."""


def limited(lines: Sequence[str], most: int = MOST_CHARACTERS) -> str:
    """The first lines that fit into ``most`` characters, and how many more there are.

    >>> print(limited(["one", "two and more", "three and more"], 26))
    one
    ... and 2 more lines
    """
    short = [cut(line) for line in lines]
    if sum(map(len, short)) + len(short) - 1 <= most:
        return "\n".join(short)
    left = most - len(f"\n{_more(len(short))}")
    kept: list[str] = []
    for line in short:
        left -= len(line) + bool(kept)
        if left < 0:
            break
        kept.append(line)
    return "\n".join([*kept, _more(len(short) - len(kept))])


def _more(count: int) -> str:
    return f"... and {count} more line{'' if count == 1 else 's'}"


def cut(line: str, most: int = MOST_OF_LINE) -> str:
    """A line without the middle of what is too long."""
    if len(line) <= most:
        return line
    half = (most - 5) // 2
    return f"{line[:half]} ... {line[-half:]}"


def listed(things: Sequence[str], most: int = 20, joined: str = ", ") -> str:
    """The first things, and how many more there are."""
    more = len(things) - most
    return joined.join(things[:most]) + (f" and {more} more" if more > 0 else "")
