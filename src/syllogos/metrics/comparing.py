"""Two rates beside each other: the relative gain with its interval, and what so few games could tell."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from random import Random
from statistics import NormalDist

from syllogos.metrics.intervals import (
    ALL_EQUAL,
    BOOTSTRAP,
    FEWEST,
    LEVEL,
    NONE,
    RESAMPLES,
    TOO_FEW,
    Cluster,
    Score,
)

FROM_NOTHING = "no gain over 0"
UNSURE = "no interval: the rate it is measured by may be 0"


def gain(base: Sequence[Cluster], other: Sequence[Cluster]) -> Score:
    """How much higher the rate of ``other`` is than that of ``base``, as a share of it.

    Its interval resamples the games of both apart, 95 % between percentiles; none where a resampled rate
    of ``base`` is ever 0.

    >>> gain([(1, 2)] * 3, [(3, 4)] * 3).value
    0.5
    """
    left, right = [c for c in base if c[1] > 0], [c for c in other if c[1] > 0]
    n = min(len(left), len(right))
    if not n:
        return Score(None, 0, "share", None, NONE)
    if not _rate(left):
        return Score(None, n, "share", None, FROM_NOTHING)
    value = _rate(right) / _rate(left) - 1
    if n < FEWEST:
        return Score(value, n, "share", None, TOO_FEW)
    if len({a / b for a, b in left}) == len({a / b for a, b in right}) == 1:
        return Score(value, n, "share", (value, value), ALL_EQUAL)
    rng = Random(repr((left, right)))
    drawn = []
    for _ in range(RESAMPLES):
        under = _rate(rng.choices(left, k=len(left)))
        if not under:
            return Score(value, n, "share", None, UNSURE)
        drawn.append(_rate(rng.choices(right, k=len(right))) / under - 1)
    drawn.sort()
    tail = (1 - LEVEL) / 2
    low, high = drawn[int(tail * RESAMPLES)], drawn[int((1 - tail) * RESAMPLES) - 1]
    return Score(value, n, "share", (low, high), BOOTSTRAP)


def _rate(clusters: Sequence[Cluster]) -> float:
    return fsum(a for a, _ in clusters) / fsum(b for _, b in clusters)


def power(one: float, other: float, n: int, level: float = 0.05) -> float:
    """The chance that ``n`` games a side tell two rates apart: two-sided z-test of two proportions.

    Normal approximation with the pooled rate under the null (Fleiss 1981, chapter 3).

    >>> round(power(0.1, 0.2, 30), 2), round(power(0.1, 0.2, 200), 2)
    (0.19, 0.81)
    """
    if n < 1 or one == other:
        return level
    pooled = (one + other) / 2
    null = sqrt(2 * pooled * (1 - pooled) / n)
    alternative = sqrt((one * (1 - one) + other * (1 - other)) / n)
    bar = NormalDist().inv_cdf(1 - level / 2) * null
    if not alternative:
        return 1.0 if abs(one - other) > bar else 0.0
    return NormalDist().cdf((abs(one - other) - bar) / alternative)
