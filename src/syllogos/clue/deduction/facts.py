"""What a log says about the deals, as bit masks, and what follows from it by simple rules.

Bit ``i`` of a mask is card ``i`` of the table; holders are the players, then the envelope.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from syllogos.clue.deals import ENVELOPE, Accusation, ClueTable, TableEvent, breach
from syllogos.errors import InputError

Mode = Literal["L0", "L1", "L2", "full"]
"""How far to reason.  ``L0``: what each event says by itself, as in the paper (arXiv 2609.18736,
3.3); ``L1``: and a card with one place left, one envelope card a category, a constraint with one
candidate left; ``L2``: and hand sizes; ``full``: everything that holds in all consistent deals."""

MOST_SEARCHED = 5_000
"""Partial deals that a search for one deal looks at."""


@dataclass(frozen=True)
class Facts:
    """Constraints on the deals.

    Attributes:
        can: per holder, the cards it may have.
        has: per holder, the cards it has.
        sizes: per holder, how many cards.
        categories: the cards of each category.
        some: pairs (holder, cards): it has at least one of them.
        never: sets of cards, one a category, that are not in the envelope together.
        shown: pairs (holder, cards): it chose a card to show out of these (for show models).
    """

    can: tuple[int, ...]
    has: tuple[int, ...]
    sizes: tuple[int, ...]
    categories: tuple[int, ...]
    some: tuple[tuple[int, int], ...] = ()
    never: tuple[int, ...] = ()
    shown: tuple[tuple[int, int], ...] = ()

    @property
    def envelope(self) -> int:
        """The envelope's index among the holders."""
        return len(self.can) - 1


def opening(table: ClueTable) -> Facts | None:
    """The facts before the first event; None when they are impossible."""
    if set_up_conflict(table):
        return None
    everything = (1 << len(table.cards)) - 1
    dealt = everything & ~cards_mask(table, table.public)
    sizes = (*table.hand_sizes, len(table.categories))
    facts = Facts(
        can=(dealt,) * len(sizes),
        has=(0,) * len(sizes),
        sizes=sizes,
        categories=tuple(cards_mask(table, cards) for cards in table.categories.values()),
    )
    if table.observer is None:
        return facts
    me, own = table.players.index(table.observer), cards_mask(table, table.hand)
    return deny(give(facts, me, own), me, ~own)


def set_up_conflict(table: ClueTable) -> str:
    """Why no deal fits the set-up, by its numbers; empty when some may."""
    dealt = len(table.cards) - len(table.public) - len(table.categories)
    if sum(table.hand_sizes) != dealt:
        return f"hand sizes add up to {sum(table.hand_sizes)}, but {dealt} cards are dealt"
    if both := sorted({*table.hand} & {*table.public}):
        return f"{both[0]} is in a hand and face up"
    if table.observer is None:
        return ""
    size = table.hand_sizes[table.players.index(table.observer)]
    if len(table.hand) != size:
        return f"{table.observer} holds {size} cards, but {len(table.hand)} are named"
    return ""


def tell(facts: Facts, table: ClueTable, event: TableEvent) -> Facts:
    """The facts after an event; nothing is concluded here."""
    cards = cards_mask(table, event.cards)
    if breach(event):
        return give(deny(facts, facts.envelope, cards), facts.envelope, cards)
    if isinstance(event, Accusation):
        if event.correct:
            return give(facts, facts.envelope, cards)
        return replace(facts, never=(*facts.never, cards))
    for player in event.passed:
        facts = deny(facts, table.players.index(player), cards)
    if event.shower is None:
        return facts
    who = table.players.index(event.shower)
    if event.shown is None:
        return replace(facts, some=(*facts.some, (who, cards)))
    facts = give(facts, who, cards_mask(table, (event.shown,)))
    return replace(facts, shown=(*facts.shown, (who, cards)))


def give(facts: Facts, holder: int, cards: int) -> Facts:
    """``holder`` has ``cards``."""
    return replace(facts, has=_changed(facts.has, holder, facts.has[holder] | cards))


def deny(facts: Facts, holder: int, cards: int) -> Facts:
    """``holder`` has none of ``cards``."""
    return replace(facts, can=_changed(facts.can, holder, facts.can[holder] & ~cards))


def close(facts: Facts, mode: Mode = "L2") -> Facts | None:
    """What follows by the rules of ``mode``; None when they find a contradiction."""
    rules = {"L0": (_rows,), "L1": (_rows, _places, _envelope, _some)}.get(
        mode, (_rows, _places, _envelope, _some, _sizes)
    )
    can, has = list(facts.can), list(facts.has)
    before: list[int] = []
    while before != [*can, *has]:
        before = [*can, *has]
        if not all(rule(facts, can, has) for rule in rules):
            return None
    some = tuple((h, cards & can[h]) for h, cards in dict.fromkeys(facts.some) if not cards & has[h])
    return replace(facts, can=tuple(can), has=tuple(has), some=tuple(dict.fromkeys(some)))


def possible(facts: Facts) -> Facts | None:
    """One deal that meets the facts (``has`` is the deal), or None when there is none.

    Raises:
        InputError: neither was found in :data:`MOST_SEARCHED` steps.
    """
    left = [facts]
    for _ in range(MOST_SEARCHED):
        if not left:
            return None
        closed = close(left.pop())
        if closed is None:
            continue
        choices = _choices(closed)
        if not choices:
            return closed
        branches, denied = [], closed
        for holder, card in choices:
            branches.append(give(denied, holder, card))
            denied = deny(denied, holder, card)
        left += reversed(branches)
    raise InputError(f"the log is too entangled: no reason was found in {MOST_SEARCHED} steps")


def cards_mask(table: ClueTable, cards: tuple[str, ...] | list[str]) -> int:
    """The mask of some cards of the table."""
    return sum({1 << table.cards.index(card) for card in cards})


def bits(cards: int) -> Iterator[int]:
    """The single-card masks of ``cards``, lowest first."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def holder_index(table: ClueTable, holder: str) -> int:
    """The index of a player or of the envelope."""
    return len(table.players) if holder == ENVELOPE else table.players.index(holder)


def _choices(facts: Facts) -> list[tuple[int, int]]:
    """Pairs (holder, card) of which one must hold, as few as possible; none when all is placed."""
    some = [[(holder, card) for card in bits(cards)] for holder, cards in facts.some]
    if some:
        return min(some, key=len)
    placed = 0
    for cards in facts.has:
        placed |= cards
    places: dict[int, list[tuple[int, int]]] = {}
    for holder, cards in enumerate(facts.can):
        for card in bits(cards & ~placed):
            places.setdefault(card, []).append((holder, card))
    return min(places.values(), key=len, default=[])


def _rows(facts: Facts, can: list[int], has: list[int]) -> bool:
    """A card is in one place only."""
    placed = twice = 0
    for cards in has:
        twice |= placed & cards
        placed |= cards
    for holder, cards in enumerate(has):
        can[holder] &= ~placed | cards
    return not twice and all(own & ~cards == 0 for own, cards in zip(has, can, strict=True))


def _places(facts: Facts, can: list[int], has: list[int]) -> bool:
    """A card with one place left is there."""
    once = twice = 0
    for cards in can:
        twice |= once & cards
        once |= cards
    for holder, cards in enumerate(can):
        has[holder] |= cards & once & ~twice
    return once.bit_count() == sum(facts.sizes)


def _envelope(facts: Facts, can: list[int], has: list[int]) -> bool:
    """One card of each category, and not a combination that was ruled out."""
    e = facts.envelope
    for cards in facts.categories:
        if known := has[e] & cards:
            can[e] &= ~cards | known
        rest = can[e] & cards
        if not rest or known & (known - 1):
            return False
        if not rest & (rest - 1):
            has[e] |= rest
    for cards in facts.never:
        rest = cards & ~has[e]
        if not rest & (rest - 1):
            can[e] &= ~rest
    return all(cards & ~has[e] for cards in facts.never)


def _some(facts: Facts, can: list[int], has: list[int]) -> bool:
    """At least one of some cards: the last candidate it is."""
    for holder, cards in facts.some:
        rest = cards & can[holder]
        if not rest:
            return False
        if not rest & (rest - 1):
            has[holder] |= rest
    return True


def _sizes(facts: Facts, can: list[int], has: list[int]) -> bool:
    """A full hand takes no more; a hand with as many candidates as places has them all."""
    for holder, size in enumerate(facts.sizes):
        if has[holder].bit_count() == size:
            can[holder] &= has[holder]
        if can[holder].bit_count() == size:
            has[holder] = can[holder]
        if has[holder].bit_count() > size or can[holder].bit_count() < size:
            return False
    return True


def _changed(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])
