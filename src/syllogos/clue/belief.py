"""What an observer of a table of Clue can know: the possibility matrix and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

from syllogos.clue.deals import ENVELOPE, ClueTable

Mark = Literal["YES", "NO", "MAYBE"]


@dataclass(frozen=True)
class Unresolved:
    """A player holds at least one of some cards, and which one is open."""

    player: str
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Contradiction:
    """No deal is left after event ``first`` (counted from 0; -1 is the set-up).

    ``events`` is a minimal set of events that cannot all be true; ``say`` tells it in words.
    """

    first: int
    events: tuple[int, ...]
    say: str


@dataclass(frozen=True)
class Belief:
    """What follows from a log.

    Attributes:
        table: the set-up.
        contradiction: why no deal is left, if none is; the rest is empty then.
        deals: how many deals are left; None when they were not counted.
        matrix: card -> holder -> mark.
        probabilities: card -> holder -> probability; None when deals were not counted.
        envelopes: cards, in the order of the categories -> probability to be the envelope; those
            that cannot be are left out.
        unresolved: the constraints that are still open.
    """

    table: ClueTable
    contradiction: Contradiction | None = None
    deals: int | None = None
    matrix: Mapping[str, Mapping[str, Mark]] | None = None
    probabilities: Mapping[str, Mapping[str, Fraction]] | None = None
    envelopes: Mapping[tuple[str, ...], Fraction] = field(default_factory=dict)
    unresolved: tuple[Unresolved, ...] = ()

    @cached_property
    def candidates(self) -> Mapping[str, tuple[str, ...]]:
        """Category -> cards that may be in the envelope."""
        matrix = self.matrix or {}
        return {
            name: tuple(card for card in cards if matrix and matrix[card][ENVELOPE] != "NO")
            for name, cards in self.table.categories.items()
        }

    @cached_property
    def known(self) -> Mapping[str, tuple[str, ...]]:
        """Player -> cards it certainly holds."""
        matrix = self.matrix or {}
        return {
            player: tuple(card for card, row in matrix.items() if row[player] == "YES")
            for player in self.table.players
        }

    @cached_property
    def ready(self) -> tuple[str, ...] | None:
        """The envelope, when one candidate of each category is left."""
        left = tuple(self.candidates.values())
        return tuple(cards[0] for cards in left) if all(len(cards) == 1 for cards in left) else None


def belief_json(belief: Belief) -> dict[str, object]:
    """The keys that ``syllogos deduce --json`` promises."""
    wrong = belief.contradiction
    return {
        "consistent": wrong is None,
        "first_inconsistent_event": wrong.first if wrong else None,
        "contradiction": {"events": list(wrong.events), "say": wrong.say} if wrong else None,
        "n_deals": belief.deals,
        "matrix": belief.matrix,
        "probabilities": belief.probabilities
        and {card: {who: str(p) for who, p in row.items()} for card, row in belief.probabilities.items()},
        "envelope_candidates": None if wrong else belief.candidates,
        "known_cards_by_player": None if wrong else belief.known,
        "unresolved": [{"player": u.player, "at_least_one_of": u.cards} for u in belief.unresolved],
        "accusation_ready": belief.ready,
    }
