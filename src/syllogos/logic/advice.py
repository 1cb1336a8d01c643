"""Which suggestion to make next, from the possibility matrix alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import log2

from syllogos.logic.belief import Belief
from syllogos.logic.deals import ENVELOPE


@dataclass(frozen=True)
class Advice:
    """A suggestion, what is expected to be learnt from it in bits, and how likely it is the envelope."""

    cards: tuple[str, ...]
    bits: float
    envelope: float


def advise(belief: Belief, most: int = 0) -> tuple[Advice, ...]:
    """All suggestions (or the ``most`` best) of the observer, by expected information, best first.

    The information is the mutual information between the deal and the answers, with cells taken
    as independent of each other and the shown card as drawn at random; so it is exact for a
    single card and an approximation for three.

    Raises:
        ValueError: nobody observes, or the belief has no probabilities.
    """
    table, odds = belief.table, belief.probabilities
    if table.observer is None or odds is None:
        raise ValueError("advice needs an observer and probabilities")
    me = table.players.index(table.observer)
    others = (*table.players[me + 1 :], *table.players[:me])
    chances = {card: tuple(float(row[who]) for who in others) for card, row in odds.items()}
    found = (
        Advice(cards, information([chances[c] for c in cards]), _joint(odds, cards))
        for cards in product(*table.categories.values())
    )
    ranked = sorted(found, key=lambda a: (-round(a.bits, 9), -a.envelope))
    return tuple(ranked[:most] if most else ranked)


def information(chances: Sequence[Sequence[float]]) -> float:
    """Expected bits from the answers to a suggestion.

    Args:
        chances: for each suggested card, the probability that each player holds it, in the
            order in which they answer.

    >>> information([(0.5,), (0.0,), (0.0,)])
    1.0
    """
    reached, bits = 1.0, 0.0
    for held in zip(*chances, strict=True):
        if reached <= 0:
            break
        none = 1.0
        for p in held:
            none *= 1 - p
        shown = [0.0] * len(held)
        for share, which in _hands(held):
            for card in which:
                shown[card] += share / len(which)
            bits -= reached * share * log2(len(which))
        bits += sum(_surprise(reached * p) for p in shown)
        reached *= none
    return bits + _surprise(reached)


def _hands(held: Sequence[float]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """The probability of each set of suggested cards that a player holds, but for the empty one."""
    for has in product((False, True), repeat=len(held)):
        share = 1.0
        for p, own in zip(held, has, strict=True):
            share *= p if own else 1 - p
        if share > 0 and any(has):
            yield share, tuple(i for i, own in enumerate(has) if own)


def _surprise(p: float) -> float:
    return -p * log2(p) if p > 0 else 0.0


def _joint(odds: Mapping[str, Mapping[str, Fraction]], cards: tuple[str, ...]) -> float:
    joint = 1.0
    for card in cards:
        joint *= float(odds[card][ENVELOPE])
    return joint
