"""The classic deck of Clue, and finding a card by what people call it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

CLASSIC: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "suspect": (
            "Miss Scarlet",
            "Colonel Mustard",
            "Mrs. White",
            "Mr. Green",
            "Mrs. Peacock",
            "Professor Plum",
        ),
        "weapon": ("Candlestick", "Dagger", "Lead Pipe", "Revolver", "Rope", "Wrench"),
        "room": (
            "Kitchen",
            "Ballroom",
            "Conservatory",
            "Dining Room",
            "Billiard Room",
            "Library",
            "Lounge",
            "Hall",
            "Study",
        ),
    }
)
ALSO: Mapping[str, str] = MappingProxyType(
    {"knife": "Dagger", "spanner": "Wrench", "scarlett": "Miss Scarlet", "pistol": "Revolver"}
)
"""What some editions call a card."""


def matches(said: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names that ``said`` may stand for: the one it spells, else those that contain its words.

    >>> matches("plum", CLASSIC["suspect"])
    ('Professor Plum',)
    >>> matches("room", CLASSIC["room"])
    ('Dining Room', 'Billiard Room')
    """
    wanted = said.strip().casefold()
    same = tuple(name for name in names if name.casefold() == wanted)
    if same or not wanted:
        return same
    if (other := ALSO.get(wanted, "")) in names:
        return (other,)
    words = set(wanted.split())
    return tuple(name for name in names if words <= set(name.casefold().split()))
