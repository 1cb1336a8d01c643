"""Dealing a deck of Clue, and the card that reveals least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from syllogos.clue.deals import ClueTable, table_fault
from syllogos.clue.events import Asked, Cards, Shown
from syllogos.contract import Log, Seat

Leftovers = Literal["face_up", "uneven"]


@dataclass(frozen=True)
class Deal:
    """The envelope, each seat's hand, the cards face up; each in the order of the deck."""

    envelope: Cards
    hands: tuple[Cards, ...]
    public: Cards


def fault(names: Sequence[str], categories: Mapping[str, Cards]) -> str:
    """Why these players and this deck make no game; empty when they do."""
    table = ClueTable(categories, tuple(names), (0,) * len(names))
    if wrong := table_fault(table):
        return wrong
    if any(len(cards) < 2 for cards in categories.values()):
        return "every category needs at least two cards"
    dealt = len(table.cards) - len(categories)
    return f"{dealt} cards cannot be dealt to {len(names)} players" if dealt < len(names) else ""


def order(seats: int, rng: Random, *, shuffle: bool) -> tuple[Seat, ...]:
    """The seats in order of turns."""
    own = list(map(Seat, range(seats)))
    if shuffle:
        rng.shuffle(own)
    return tuple(own)


def deal(categories: Mapping[str, Cards], turns: Sequence[Seat], rng: Random, leftovers: Leftovers) -> Deal:
    """One card of each category to the envelope, the rest evenly, in order of turns."""
    deck = [card for cards in categories.values() for card in cards]
    envelope = tuple(rng.choice(cards) for cards in categories.values())
    rest = [card for card in deck if card not in envelope]
    rng.shuffle(rest)
    even = len(rest) - len(rest) % len(turns)
    public = rest[even:] if leftovers == "face_up" else []
    dealt = rest[:even] if leftovers == "face_up" else rest
    hands = {seat: dealt[i :: len(turns)] for i, seat in enumerate(turns)}
    return Deal(
        envelope,
        tuple(tuple(sorted(hands[seat], key=deck.index)) for seat in sorted(hands)),
        tuple(sorted(public, key=deck.index)),
    )


def least_revealing(log: Log, asked: Asked, rng: Random) -> str:
    """A card that the suggester has seen from this seat, else one that most others have seen.

    Equal ones are drawn.
    """
    told = [e.what for e in log if isinstance(e.what, Shown) and e.what.seat == asked.seat]

    def known(card: str) -> tuple[bool, int]:
        to = {shown.to for shown in told if shown.card == card}
        return asked.by in to, len(to)

    best = max(map(known, asked.cards))
    return rng.choice([card for card in asked.cards if known(card) == best])
