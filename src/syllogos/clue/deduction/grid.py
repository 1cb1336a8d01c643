"""Counting deals on arrays; see :mod:`syllogos.clue.deduction.count` for how.

Arithmetic is modulo 2**64, which is exact as long as the result is smaller; else Python's integers
are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, product
from math import comb, prod
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syllogos.clue.deduction.classes import Counts, most, scale
from syllogos.clue.deduction.facts import Facts, bits

Grid = NDArray[Any]
"""An array with one axis a class (length 1 where a holder can have none of the class)."""


def count_on_grid(facts: Facts, classes: list[int]) -> Counts:
    """The deals that meet ``facts``, whose open cards form ``classes``, one axis each."""
    # One axis at least: arrays without any turn into plain numbers on the way.
    classes = classes or [0]
    dtype: Any = np.int64 if most(facts) < 2**63 else object
    hands = [_hands(facts, holder, classes).astype(dtype) for holder in range(len(facts.can))]
    inside = [_zeta(grid.copy()) for grid in hands]
    before = list(accumulate(inside, mul, initial=_signs(classes, dtype)))
    after: Grid = np.ones((1,) * len(classes), dtype)
    by_hand: list[Grid] = []
    for holder in reversed(range(len(hands))):
        others = _zeta_transpose(_summed(before[holder] * after, hands[holder].shape))
        by_hand.append(hands[holder] * others)
        after = after * inside[holder]
    deals = int(before[-1].sum())
    held = [dict.fromkeys(bits(cards), deals) for cards in facts.has]
    for known, grid in zip(held, reversed(by_hand), strict=True):
        known |= _cells(grid, classes)
    return Counts(deals, tuple(held), _envelopes(by_hand[0], classes, facts.has[facts.envelope]))


def _hands(facts: Facts, holder: int, classes: list[int]) -> Grid:
    """The permitted hands of a holder, by how many cards of each class they have: 1, or a weight."""
    can, has = facts.can[holder], facts.has[holder]
    mine = [cards & can for cards in classes]
    permitted: Grid = _number(mine, ~0) == facts.sizes[holder] - has.bit_count()
    for cards in (cards for who, cards in facts.some if who == holder):
        permitted = permitted & (_number(mine, cards) > 0)
    if holder == facts.envelope:
        for cards in facts.categories:
            permitted = permitted & (_number(mine, cards) == (not cards & has))
        for cards in (cards & ~has for cards in facts.never):
            permitted = permitted & (_number(mine, cards) < cards.bit_count())
    hands: Grid = permitted.astype(np.int64)
    for cards in (cards for who, cards in facts.shown if who == holder):
        share = np.array([0, *(scale(facts) // k for k in range(1, len(facts.categories) + 1))])
        hands = hands * share[_number(mine, cards) + (cards & has).bit_count()]
    return hands


def _number(mine: list[int], cards: int) -> Grid:
    """How many of ``cards`` a hand has, by how many cards of each class it has."""
    total: Grid = np.zeros((1,) * len(mine), np.int8)
    for axis, own in enumerate(mine):
        if own & cards:
            total = total + _along(axis, len(mine), np.arange(own.bit_count() + 1, dtype=np.int8))
    return total


def _signs(classes: list[int], dtype: Any) -> Grid:
    """(-1)^(open - |S|) times the number of sets ``S`` with so many cards of each class."""
    signs: Grid = np.ones((1,) * len(classes), dtype)
    for axis, cards in enumerate(classes):
        n = cards.bit_count()
        signs = signs * _along(
            axis, len(classes), np.array([(-1) ** (n - s) * comb(n, s) for s in range(n + 1)])
        )
    return signs


def _zeta(grid: Grid) -> Grid:
    """In place: from the number of hands of each kind to the number within each ``S``."""
    for rows in _axes(grid):
        for s in range(len(rows) - 1, 0, -1):
            for h in range(s):
                rows[s] += rows[h] if comb(s, h) == 1 else comb(s, h) * rows[h]
    return grid


def _zeta_transpose(grid: Grid) -> Grid:
    """In place: from a value of each ``S`` to the sum over the ``S`` around each hand."""
    for rows in _axes(grid):
        for h in range(len(rows) - 1):
            for s in range(h + 1, len(rows)):
                rows[h] += rows[s] if comb(s, h) == 1 else comb(s, h) * rows[s]
    return grid


def _axes(grid: Grid) -> Iterator[Grid]:
    """The grid once for every axis, as a view that has this axis first (``moveaxis`` is slower)."""
    for axis, length in enumerate(grid.shape):
        if length > 1:
            yield grid.reshape(prod(grid.shape[:axis]), length, -1).swapaxes(0, 1)


def _summed(grid: Grid, shape: tuple[int, ...]) -> Grid:
    """``grid`` summed over the axes on which ``shape`` has length 1; a new array."""
    axes = tuple(a for a, (whole, part) in enumerate(zip(grid.shape, shape, strict=True)) if whole > part)
    return grid.sum(axis=axes, keepdims=True) if axes else grid


def _cells(deals: Grid, classes: list[int]) -> dict[int, int]:
    """For each open card in how many deals the holder has it; ``deals`` counts them by its hand."""
    hands = np.nonzero(deals)
    weights = deals[hands]
    cells: dict[int, int] = {}
    for cards, numbers in zip(classes, hands, strict=True):
        total = int((numbers * weights).sum())
        if total:
            cells |= dict.fromkeys(bits(cards), total // cards.bit_count())
    return cells


def _envelopes(deals: Grid, classes: list[int], known: int) -> dict[int, int]:
    """For each set of cards in how many deals it is the envelope's; it has at most one of a class."""
    found: dict[int, int] = {}
    for point in zip(*np.nonzero(deals), strict=True):
        own = [cards for cards, number in zip(classes, point, strict=True) if number]
        share = int(deals[point]) // prod(cards.bit_count() for cards in own)
        found |= {known | sum(choice): share for choice in product(*map(bits, own))}
    return found


def _along(axis: int, ndim: int, values: Grid) -> Grid:
    return values.reshape([-1 if a == axis else 1 for a in range(ndim)])
