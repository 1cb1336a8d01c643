"""Agreement between raters, and between a rater and the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054
"""The 0.975 quantile of the standard normal distribution."""


@dataclass(frozen=True)
class Confusion:
    """Counts of a binary classification; positive is whatever the caller calls so."""

    tp: int = 0
    fp: int = 0
    tn: int = 0
    fn: int = 0

    @property
    def n(self) -> int:
        """How many cases."""
        return self.tp + self.fp + self.tn + self.fn

    @property
    def accuracy(self) -> float:
        """The share of cases classified rightly, NaN without cases."""
        return _share(self.tp + self.tn, self.n)

    @property
    def balanced_accuracy(self) -> float:
        """The mean of the shares of positives and of negatives classified rightly."""
        return (_share(self.tp, self.tp + self.fn) + _share(self.tn, self.tn + self.fp)) / 2

    @property
    def precision(self) -> float:
        """The share of cases called positive that are."""
        return _share(self.tp, self.tp + self.fp)


def confusion(truth: Sequence[bool], predicted: Sequence[bool]) -> Confusion:
    """Counts from paired labels.

    Raises:
        ValueError: the sequences differ in length.
    """
    counts = Counter(zip(truth, predicted, strict=True))
    return Confusion(
        tp=counts[True, True], fp=counts[False, True], tn=counts[False, False], fn=counts[True, False]
    )


def wilson(hits: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a share (Wilson 1927); (0, 1) without cases."""
    if n == 0:
        return 0.0, 1.0
    p = hits / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def balanced_accuracy_interval(counts: Confusion, z: float = Z95) -> tuple[float, float]:
    """An interval for balanced accuracy: two Wilson intervals joined by the square-and-add rule.

    The two shares come from disjoint cases, so they are independent (Zou and Donner 2008;
    Newcombe 1998, method 10, for the difference).
    """
    positives, negatives = counts.tp + counts.fn, counts.tn + counts.fp
    p, q = _share(counts.tp, positives), _share(counts.tn, negatives)
    (p_low, p_high), (q_low, q_high) = wilson(counts.tp, positives, z), wilson(counts.tn, negatives, z)
    low = sqrt((p - p_low) ** 2 + (q - q_low) ** 2) / 2
    high = sqrt((p_high - p) ** 2 + (q_high - q) ** 2) / 2
    middle = counts.balanced_accuracy
    return middle - low, middle + high


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """Cohen's kappa of two raters (Cohen 1960); 1 when both always give the same one label.

    Raises:
        ValueError: the sequences differ in length or are empty.
    """
    if not first or len(first) != len(second):
        raise ValueError(f"two raters need the same cases, at least one: {len(first)} and {len(second)}")
    n = len(first)
    observed = sum(a == b for a, b in zip(first, second, strict=True)) / n
    one, two = Counter(first), Counter(second)
    chance = sum(one[label] * two[label] for label in one) / (n * n)
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)


def fleiss_kappa(ratings: Sequence[Sequence[Hashable]]) -> float:
    """Fleiss' kappa (Fleiss 1971); 1 when only one label is ever given.

    Args:
        ratings: one row a case, with the labels of its raters; as many raters for each.

    Raises:
        ValueError: no cases, fewer than two raters, or rows of different length.
    """
    if not ratings or len({len(row) for row in ratings}) != 1 or len(ratings[0]) < 2:
        raise ValueError("Fleiss' kappa needs cases with the same number of raters, at least two")
    raters, cases = len(ratings[0]), len(ratings)
    counts = [Counter(row) for row in ratings]
    agreement = [sum(k * (k - 1) for k in row.values()) / (raters * (raters - 1)) for row in counts]
    totals: Counter[Hashable] = sum(counts, Counter())
    chance = sum((k / (cases * raters)) ** 2 for k in totals.values())
    observed = sum(agreement) / cases
    return 1.0 if chance == 1 else (observed - chance) / (1 - chance)


def _share(hits: int, n: int) -> float:
    return hits / n if n else float("nan")
