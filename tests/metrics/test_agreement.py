"""Measures of agreement: known values, and direct formulas as a second opinion."""

from __future__ import annotations

from math import isclose, isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from syllogos.metrics.agreement import (
    Confusion,
    balanced_accuracy_interval,
    cohen_kappa,
    confusion,
    fleiss_kappa,
    wilson,
)

LABELS = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40)


def test_cohens_kappa_of_a_textbook_table() -> None:
    """20 and 15 agreements, 5 and 10 disagreements: 0.7 observed, 0.5 by chance."""
    pairs = [(1, 1)] * 20 + [(1, 0)] * 5 + [(0, 1)] * 10 + [(0, 0)] * 15
    assert isclose(cohen_kappa([a for a, _ in pairs], [b for _, b in pairs]), 0.4)


def test_fleiss_kappa_of_the_published_example() -> None:
    """Ten subjects, fourteen raters, five categories (Fleiss 1971)."""
    counts = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    rows = [[k for k, n in enumerate(row) for _ in range(n)] for row in counts]
    assert round(fleiss_kappa(rows), 3) == 0.210


@given(LABELS)
def test_kappas_of_two_raters_by_direct_formula(pairs: list[tuple[bool, bool]]) -> None:
    n = len(pairs)
    observed = sum(a == b for a, b in pairs) / n
    one, two = sum(a for a, _ in pairs) / n, sum(b for _, b in pairs) / n
    chance = one * two + (1 - one) * (1 - two)
    kappa = cohen_kappa([a for a, _ in pairs], [b for _, b in pairs])
    assert isclose(kappa, 1.0 if chance == 1 else (observed - chance) / (1 - chance), abs_tol=1e-9)
    share = (one + two) / 2
    chance = share**2 + (1 - share) ** 2
    want = 1.0 if chance == 1 else (observed - chance) / (1 - chance)
    assert isclose(fleiss_kappa(pairs), want, abs_tol=1e-9)


@given(LABELS)
def test_confusion_counts_every_case_once(pairs: list[tuple[bool, bool]]) -> None:
    counts = confusion([t for t, _ in pairs], [p for _, p in pairs])
    assert counts.n == len(pairs)
    assert isclose(counts.accuracy, sum(t == p for t, p in pairs) / len(pairs))


@given(st.integers(0, 30), st.integers(1, 30))
def test_wilsons_interval_agrees_with_scipy(hits: int, misses: int) -> None:
    want = binomtest(hits, hits + misses).proportion_ci(0.95, method="wilson")
    low, high = wilson(hits, hits + misses)
    assert isclose(low, want.low, abs_tol=1e-9) and isclose(high, want.high, abs_tol=1e-9)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(1, 20), st.integers(1, 20))
def test_the_interval_of_balanced_accuracy_holds_it(tp: int, tn: int, fp: int, fn: int) -> None:
    counts = Confusion(tp=tp, fp=fp, tn=tn, fn=fn)
    low, high = balanced_accuracy_interval(counts)
    assert -1e-9 <= low <= counts.balanced_accuracy <= high <= 1 + 1e-9


def test_balanced_accuracy_and_its_edge_cases() -> None:
    counts = Confusion(tp=3, fn=1, tn=1, fp=3)
    assert counts.balanced_accuracy == 0.5 and counts.precision == 0.5
    assert isnan(Confusion().accuracy) and wilson(0, 0) == (0.0, 1.0)
    assert fleiss_kappa([[1, 1], [1, 1]]) == 1.0


def test_raters_must_rate_the_same_cases() -> None:
    for wrong in ([], [[1]], [[1, 2], [1]]):
        with pytest.raises(ValueError):
            fleiss_kappa(wrong)
    with pytest.raises(ValueError):
        cohen_kappa([1], [1, 2])
