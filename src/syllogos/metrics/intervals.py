"""Numbers with intervals.  Games are what was drawn independently, so intervals resample games.

All functions are pure and seeded: equal input gives equal digits, with or without NumPy installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from math import atan, cos, fsum, pi, sin, sqrt
from random import Random
from statistics import NormalDist

from syllogos.metrics.agreement import wilson

LEVEL = 0.95
"""Every interval's level."""
RESAMPLES = 2_000
MOST_CLUSTERS = 400
"""More games than that are first put together at random into so many groups, which then are resampled."""
FLIPS = 4_000

Cluster = tuple[float, float]
"""A game's share in a ratio: (numerator, denominator)."""


@dataclass(frozen=True)
class Score:
    """A number computed from games.

    Attributes:
        value: the estimate, None when nothing was observed.
        n: independent games behind it.
        unit: what it counts, such as ``"points a game"``; shares are in 0..1 with unit ``"share"``.
        interval: its 95 % interval, None when too few games carry it.
        method: how the interval was made: ``bootstrap over games``, ``Wilson``, or why there is none.
    """

    value: float | None
    n: int
    unit: str = ""
    interval: tuple[float, float] | None = None
    method: str = ""

    def __str__(self) -> str:
        if self.value is None:
            return "–"
        number = short if self.unit != "share" else _percent
        if self.interval is None or self.method == ALL_EQUAL:
            return number(self.value)
        low, high = self.interval
        return f"{number(self.value)} [{number(low)}, {number(high)}]"


ALL_EQUAL = "all games equal"
FEWEST = 6
"""Resampling fewer games covers less than its level says: of two games half, of five at most 15 in 16."""
NONE = "no games"
TOO_FEW = "fewer than six games"
BOOTSTRAP = "bootstrap over games"


def mean(values: Sequence[float], unit: str = "") -> Score:
    """The mean of one value a game."""
    return ratio([(value, 1.0) for value in values], unit)


def ratio(clusters: Sequence[Cluster], unit: str = "") -> Score:
    """Sum of numerators over sum of denominators, its interval by a bootstrap over games.

    With denominators of 1 it is a mean; with counts it is a rate over turns or seats whose
    uncertainty still comes from whole games.  The interval is the expanded percentile interval
    (Hesterberg 2015, section 5.3): percentiles of the resampled estimates at the level that
    makes up for the narrowness of resampling few games; fewer than :data:`FEWEST` get none.

    Args:
        clusters: one (numerator, denominator) a game; games with denominator 0 carry nothing.
        unit: see :class:`Score`.
    """
    kept = [c for c in clusters if c[1] > 0]
    n = len(kept)
    if not n:
        return Score(None, 0, unit, None, NONE)
    value = fsum(a for a, _ in kept) / fsum(b for _, b in kept)
    if n < FEWEST:
        return Score(value, n, unit, None, TOO_FEW)
    if len({a / b for a, b in kept}) == 1:
        return Score(value, n, unit, (value, value), ALL_EQUAL)
    return Score(value, n, unit, _interval(_pooled(kept)), BOOTSTRAP)


def share(outcomes: Sequence[bool], unit: str = "share") -> Score:
    """The share of games with an outcome, one a game: Wilson's interval (Wilson 1927)."""
    n, hits = len(outcomes), sum(outcomes)
    if not n:
        return Score(None, 0, unit, None, NONE)
    return Score(hits / n, n, unit, wilson(hits, n), "Wilson")


def sign_flip(differences: Sequence[float]) -> float:
    """The p-value that paired differences are centred on 0, by flipping their signs at random.

    Two-sided, for the sum; exact over all sign patterns up to 12 pairs, else :data:`FLIPS` random ones
    (Phipson and Smyth 2010: the observed pattern counts as one of them).
    """
    moved = [d for d in differences if d]
    if not moved:
        return 1.0
    # Patterns whose sums are equal but for rounding count as equally extreme.
    observed = abs(fsum(moved)) - 1e-12 * fsum(map(abs, moved))
    if len(moved) <= 12:
        sums = [0.0]
        for d in moved:
            sums = [s + sign * d for s in sums for sign in (1, -1)]
        return sum(abs(s) >= observed for s in sums) / len(sums)
    rng, n = Random(repr(moved)), len(moved)
    whole = fsum(moved)
    flipped = (whole - 2 * sum(compress(moved, _bits(rng, n))) for _ in range(FLIPS))
    return (sum(abs(s) >= observed for s in flipped) + 1) / (FLIPS + 1)


def holm(ps: Sequence[float]) -> list[float]:
    """P-values adjusted for their number by Holm's step-down procedure (Holm 1979), in the order given."""
    adjusted, worst = [0.0] * len(ps), 0.0
    for rank, at in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        worst = max(worst, min(1.0, (len(ps) - rank) * ps[at]))
        adjusted[at] = worst
    return adjusted


def student_quantile(p: float, df: int) -> float:
    """The ``p`` quantile of Student's t with ``df`` degrees of freedom, to about 1e-9.

    By bisection on the distribution's finite sum (Abramowitz and Stegun 26.7.3 and 26.7.4) up to
    200 degrees of freedom, beyond them by its expansion around the normal (26.7.5).
    """
    if p < 0.5:
        return -student_quantile(1 - p, df)
    if df > 200:
        z = NormalDist().inv_cdf(p)
        s = z * z
        terms = (
            z * (s + 1) / 4,
            z * ((5 * s + 16) * s + 3) / 96,
            z * (((3 * s + 19) * s + 17) * s - 15) / 384,
        )
        return z + fsum(term / float(df) ** k for k, term in enumerate(terms, 1))
    low, high = 0.0, 1.0
    while (1 + _central(high, df)) / 2 < p:
        low, high = high, 2 * high
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if (1 + _central(middle, df)) / 2 < p else (low, middle)
    return (low + high) / 2


def _central(t: float, df: int) -> float:
    """P(|T| < t) for Student's t."""
    theta = atan(t / sqrt(df))
    c2, term, total = cos(theta) ** 2, 1.0, 1.0
    if df % 2:
        for k in range(2, df - 1, 2):
            term *= c2 * k / (k + 1)
            total += term
        inner = sin(theta) * cos(theta) * total if df > 1 else 0.0
        return (theta + inner) * 2 / pi
    for k in range(1, df - 2, 2):
        term *= c2 * k / (k + 1)
        total += term
    return sin(theta) * total


def _bits(rng: Random, n: int) -> bytes:
    """``n`` random bytes that are 0 or 1."""
    return format(rng.getrandbits(n), f"0{n}b").encode().translate(ZEROS_AND_ONES)


ZEROS_AND_ONES = bytes(int(i == ord("1")) for i in range(256))


def _pooled(clusters: list[Cluster]) -> tuple[Cluster, ...]:
    """Many games in groups, each with its sums: what is resampled stays independent."""
    n = len(clusters)
    if n <= MOST_CLUSTERS:
        return tuple(clusters)
    mixed = Random(n).sample(clusters, n)
    groups = (mixed[i::MOST_CLUSTERS] for i in range(MOST_CLUSTERS))
    return tuple((fsum(a for a, _ in group), fsum(b for _, b in group)) for group in groups)


@lru_cache(maxsize=256)
def _interval(clusters: tuple[Cluster, ...]) -> tuple[float, float]:
    """Percentiles of the resampled ratio; kept, since a page and its tables ask for the same ones."""
    # Seeded by the data: repeatable, and no two measures share the luck of one set of draws.
    n, rng = len(clusters), Random(repr(clusters))
    tops, bottoms = [a for a, _ in clusters], [b for _, b in clusters]
    if len(set(bottoms)) == 1:
        whole = n * bottoms[0]
        estimates = sorted(sum(rng.choices(tops, k=n)) / whole for _ in range(RESAMPLES))
    else:
        top, bottom = tops.__getitem__, bottoms.__getitem__
        draws = (rng.choices(range(n), k=n) for _ in range(RESAMPLES))
        estimates = sorted(sum(map(top, d)) / sum(map(bottom, d)) for d in draws)
    tail = _tail(n)
    return _quantile(estimates, tail), _quantile(estimates, 1 - tail)


@lru_cache(maxsize=1024)
def _tail(n: int) -> float:
    """The share cut off on either side of the resampled estimates of ``n`` games."""
    return NormalDist().cdf(sqrt(n / (n - 1)) * student_quantile((1 - LEVEL) / 2, n - 1))


def _quantile(ordered: Sequence[float], p: float) -> float:
    # The (B + 1) p-th of B values, so that few resamples do not make intervals narrower.
    at = min(max(p * (len(ordered) + 1) - 1, 0.0), len(ordered) - 1.0)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def short(value: float) -> str:
    """A number in a few digits."""
    return f"{value:.2f}" if abs(value) < 100 else f"{value:,.0f}"


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"
