"""Cards that no constraint tells apart form a class: what both ways of counting deals start from."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import reduce
from math import factorial, lcm, prod
from operator import or_

from syllogos.clue.deduction.facts import Facts, bits

BIG_INTEGERS = 16
"""How much longer a point takes whose number does not fit a machine word."""


@dataclass(frozen=True)
class Counts:
    """``deals`` in all, and of those how many give a card (a mask of one bit) to holder ``h``:
    ``held[h].get(card, 0)``, or have a set of cards in the envelope: ``envelopes``.  All are weighted,
    by one common scale, when deals are."""

    deals: int
    held: tuple[dict[int, int], ...]
    envelopes: dict[int, int]


def work(facts: Facts, *, weighted: bool = False) -> int:
    """How many grid points times holders counting takes; ``facts`` are closed, big integers count more."""
    told = relevant(facts, weighted)
    classes = classes_of(told)
    slower = 1 if most(told) < 2**63 else BIG_INTEGERS
    return prod(cards.bit_count() + 1 for cards in classes) * len(facts.can) * slower


def relevant(facts: Facts, weighted: bool) -> Facts:
    """``facts`` with only those choices of a card to show that make deals differ in weight."""
    shown = tuple((h, own) for h, own in facts.shown if weighted and own & facts.can[h] & ~facts.has[h])
    return replace(facts, shown=shown)


def classes_of(facts: Facts) -> list[int]:
    """The open cards, grouped by what the constraints say of them."""
    of_envelope = facts.can[facts.envelope]
    told = [*facts.can, *(cards & facts.can[holder] for holder, cards in facts.some)]
    told += [cards & of_envelope for cards in (*facts.categories, *facts.never)]
    told += [cards & facts.can[holder] for holder, cards in facts.shown]
    groups: dict[tuple[bool, ...], int] = defaultdict(int)
    for card in bits(reduce(or_, facts.can) & ~reduce(or_, facts.has)):
        groups[tuple(bool(cards & card) for cards in told)] |= card
    return list(groups.values())


def scale(facts: Facts) -> int:
    """What a deal weighs whose shown cards had no alternative; 1/k of it is a whole number."""
    return lcm(*range(1, len(facts.categories) + 1))


def most(facts: Facts) -> int:
    """No count is larger: the deals without constraints, times the number of cards, times weights."""
    sizes = [size - has.bit_count() for size, has in zip(facts.sizes, facts.has, strict=True)]
    deals = factorial(sum(sizes)) // prod(map(factorial, sizes))
    weights: int = scale(facts) ** len(facts.shown)
    return deals * (sum(sizes) + 1) * weights
