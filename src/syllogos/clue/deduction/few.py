"""Counting deals on lists; see :mod:`syllogos.clue.deduction.count` for how.

A list has a value for every point: so many cards of each class, the last class running fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, product
from math import comb, prod
from operator import eq, gt, mul

from syllogos.clue.deduction.classes import Counts, scale
from syllogos.clue.deduction.facts import Facts, bits

Points = list[int]


def count_few(facts: Facts, classes: Sequence[int]) -> Counts:
    """The deals that meet ``facts``, whose open cards form ``classes``."""
    sizes = [cards.bit_count() for cards in classes]
    hands = [_hands(facts, holder, classes) for holder in range(len(facts.can))]
    inside = [_zeta(points, sizes) for points in hands]
    before = list(accumulate(inside, _product, initial=_signs(sizes)))
    after = [1] * len(before[0])
    by_hand: list[Points] = []
    for holder in reversed(range(len(hands))):
        others = _zeta_transpose(_product(before[holder], after), sizes)
        by_hand.append(_product(hands[holder], others))
        after = _product(after, inside[holder])
    deals = sum(before[-1])
    held = [dict.fromkeys(bits(cards), deals) for cards in facts.has]
    for known, points in zip(held, reversed(by_hand), strict=True):
        known |= _cells(points, classes)
    return Counts(deals, tuple(held), _envelopes(by_hand[0], classes, facts.has[facts.envelope]))


def _product(one: Points, other: Points) -> Points:
    return list(map(mul, one, other))


def _number(classes: Sequence[int], cards: int) -> Points:
    """How many of ``cards`` a point has."""
    total = [0]
    for own in classes:
        steps = range(own.bit_count() + 1) if own & cards else (0,) * (own.bit_count() + 1)
        total = [n + step for n in total for step in steps]
    return total


def _hands(facts: Facts, holder: int, classes: Sequence[int]) -> Points:
    """The permitted hands of a holder: 1, or a weight; 0 where a point is none of its hands."""
    can, has = facts.can[holder], facts.has[holder]
    size = facts.sizes[holder] - has.bit_count()
    rights: list[tuple[int, Callable[[int], int]]] = [(can, partial(eq, size)), (~can, partial(eq, 0))]
    rights += [(cards & can, bool) for who, cards in facts.some if who == holder]
    if holder == facts.envelope:
        rights += [(cards & can, partial(eq, int(not cards & has))) for cards in facts.categories]
        rights += [(cards & can & ~has, partial(gt, (cards & ~has).bit_count())) for cards in facts.never]
    shares = [0, *(scale(facts) // k for k in range(1, len(facts.categories) + 1))]
    for cards in (cards for who, cards in facts.shown if who == holder):
        own = (cards & has).bit_count()
        rights.append((cards & can, shares[own:].__getitem__))
    hands = [1] * prod(cards.bit_count() + 1 for cards in classes)
    for cards, right in rights:
        hands = [hand and hand * right(n) for hand, n in zip(hands, _number(classes, cards), strict=True)]
    return hands


def _signs(sizes: Sequence[int]) -> Points:
    """(-1)^(open - |S|) times the number of sets ``S`` with so many cards of each class."""
    signs = [1]
    for n in sizes:
        signs = [sign * (-1) ** (n - s) * comb(n, s) for sign in signs for s in range(n + 1)]
    return signs


def _zeta(points: Points, sizes: Sequence[int]) -> Points:
    """From the number of hands of each kind to the number within each ``S``."""
    for n in sizes:
        rows = _rows(points, n + 1)
        for s in range(n, 0, -1):
            for h in range(s):
                _add(rows, s, h, comb(s, h))
        points = _turned(rows)
    return points


def _zeta_transpose(points: Points, sizes: Sequence[int]) -> Points:
    """From a value of each ``S`` to the sum over the ``S`` around each hand."""
    for n in sizes:
        rows = _rows(points, n + 1)
        for h in range(n):
            for s in range(h + 1, n + 1):
                _add(rows, h, s, comb(s, h))
        points = _turned(rows)
    return points


def _rows(points: Points, length: int) -> list[Points]:
    """The points by how many cards of the first class they have."""
    step = len(points) // length
    return [points[start : start + step] for start in range(0, len(points), step)]


def _turned(rows: list[Points]) -> Points:
    """The rows as points again, their class now the last; after a turn a class all are in place."""
    return [value for column in zip(*rows, strict=True) for value in column]


def _add(rows: list[Points], to: int, other: int, times: int) -> None:
    rows[to] = [a + times * b for a, b in zip(rows[to], rows[other], strict=True)]


def _having(deals: Points, classes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The hands that some deal has, as numbers by class, and how many deals have them."""
    every = product(*(range(cards.bit_count() + 1) for cards in classes))
    return ((hand, n) for hand, n in zip(every, deals, strict=True) if n)


def _cells(deals: Points, classes: Sequence[int]) -> dict[int, int]:
    """For each open card in how many deals the holder has it; ``deals`` counts them by its hand."""
    totals = [0] * len(classes)
    for hand, deals_of_it in _having(deals, classes):
        totals = [total + n * deals_of_it for total, n in zip(totals, hand, strict=True)]
    cells: dict[int, int] = {}
    for cards, total in zip(classes, totals, strict=True):
        if total:
            cells |= dict.fromkeys(bits(cards), total // cards.bit_count())
    return cells


def _envelopes(deals: Points, classes: Sequence[int], known: int) -> dict[int, int]:
    """For each set of cards in how many deals it is the envelope's; it has at most one of a class."""
    found: dict[int, int] = {}
    for hand, deals_of_it in _having(deals, classes):
        own = [cards for cards, n in zip(classes, hand, strict=True) if n]
        share = deals_of_it // prod(cards.bit_count() for cards in own)
        found |= {known | sum(choice): share for choice in product(*map(bits, own))}
    return found
