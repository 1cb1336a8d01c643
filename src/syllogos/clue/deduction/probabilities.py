"""From facts and counts to a belief: the matrix of marks, the probability of each cell and envelope."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from syllogos.clue.belief import Belief, Mark, Unresolved
from syllogos.clue.deals import TableLog
from syllogos.clue.deduction.classes import Counts
from syllogos.clue.deduction.count import count
from syllogos.clue.deduction.facts import Facts, Mode, bits
from syllogos.clue.deduction.reasons import contradiction

Masks = tuple[tuple[int, int], ...]
ShowModel = Literal["uniform", "random_card"]
"""``uniform``: all consistent deals alike; ``random_card``: who was asked chose the card to show at
random, so that a card shown out of k counts 1/k."""


def belief_of(
    log: TableLog, facts: Facts | None, mode: Mode, show_model: ShowModel, *, once: bool = False
) -> Belief:
    """What facts that are closed under ``mode`` come to; ``facts`` is None where nothing fits the log.

    ``once`` says that no other belief will be asked for, see :func:`count`.
    """
    counts = count(facts, once=once) if facts and mode == "full" else None
    if facts is None or (counts and not counts.deals):
        return Belief(log.table, contradiction(log, mode), 0 if mode == "full" else None)
    if counts is None:
        can, has = facts.can, facts.has
        return Belief(
            log.table, matrix=_matrix(log, can, has), unresolved=_unresolved(log, facts.some, can, has)
        )
    can = tuple(sum(card for card, n in held.items() if n) for held in counts.held)
    has = tuple(sum(card for card, n in held.items() if n == counts.deals) for held in counts.held)
    weighted = (
        count(facts, weighted=True, once=once) if show_model == "random_card" and facts.shown else counts
    )
    return Belief(
        log.table,
        deals=counts.deals,
        matrix=_matrix(log, can, has),
        probabilities=_probabilities(log, weighted),
        envelopes=_envelopes(log, weighted),
        unresolved=_unresolved(log, facts.some, can, has),
    )


def _matrix(log: TableLog, can: tuple[int, ...], has: tuple[int, ...]) -> Mapping[str, Mapping[str, Mark]]:
    def mark(card: int, holder: int) -> Mark:
        return "YES" if has[holder] & card else "MAYBE" if can[holder] & card else "NO"

    holders = tuple(enumerate(log.table.holders))
    return {card: {who: mark(1 << i, h) for h, who in holders} for i, card in enumerate(log.table.cards)}


def _probabilities(log: TableLog, counts: Counts) -> Mapping[str, Mapping[str, Fraction]]:
    holders = tuple(enumerate(log.table.holders))
    shares = {n: Fraction(n, counts.deals) for held in counts.held for n in (0, *held.values())}
    return {
        card: {who: shares[counts.held[h].get(1 << i, 0)] for h, who in holders}
        for i, card in enumerate(log.table.cards)
    }


def _envelopes(log: TableLog, counts: Counts) -> Mapping[tuple[str, ...], Fraction]:
    # The cards of a mask come in the order of the deck, which is that of the categories.
    cards = log.table.cards
    return {
        tuple(cards[card.bit_length() - 1] for card in bits(own)): Fraction(n, counts.deals)
        for own, n in counts.envelopes.items()
    }


def _unresolved(
    log: TableLog, some: Masks, can: tuple[int, ...], has: tuple[int, ...]
) -> tuple[Unresolved, ...]:
    cards = log.table.cards
    open_ones = dict.fromkeys((h, own & can[h]) for h, own in some if not own & has[h])
    return tuple(
        Unresolved(log.table.players[h], tuple(cards[card.bit_length() - 1] for card in bits(own)))
        for h, own in open_ones
    )
