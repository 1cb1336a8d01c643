"""Numbers with intervals: known values, SciPy as oracle, and coverage in simulations."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from syllogos.metrics import intervals
from syllogos.metrics.intervals import holm, mean, ratio, share, sign_flip, student_quantile

VALUES = st.lists(st.floats(-100, 100), min_size=1, max_size=30)


@pytest.mark.parametrize("df", [1, 2, 3, 4, 7, 10, 29, 30, 200, 201, 5_000])
@pytest.mark.parametrize("p", [0.005, 0.3, 0.5, 0.9, 0.975, 0.9995])
def test_student_quantiles_equal_scipys(df, p):
    assert student_quantile(p, df) == pytest.approx(stats.t.ppf(p, df), rel=1e-6, abs=1e-9)


@given(st.lists(st.booleans(), min_size=1, max_size=60))
def test_shares_have_wilsons_interval_as_scipy_has_it(outcomes):
    found = share(outcomes)
    want = stats.binomtest(sum(outcomes), len(outcomes)).proportion_ci(0.95, "wilson")
    assert found.value == pytest.approx(sum(outcomes) / len(outcomes))
    assert found.interval == pytest.approx((want.low, want.high), abs=1e-9)


def test_the_bootstrap_is_close_to_scipys_expanded_by_students_factor():
    rng = Random(3)
    values = [rng.gauss(5, 2) for _ in range(25)]
    tail = stats.norm.cdf(math.sqrt(25 / 24) * stats.t.ppf(0.025, 24))
    other = stats.bootstrap(
        (np.array(values),), np.mean, confidence_level=1 - 2 * tail, method="percentile", rng=1
    )
    found = mean(values)
    assert found.value == pytest.approx(np.mean(values)) and found.method == "bootstrap over games"
    assert found.interval == pytest.approx(tuple(other.confidence_interval), abs=0.15)


def test_a_rate_is_resampled_by_games_not_by_turns():
    alike = [(float(bad), 50.0) for bad in (0, 50) for _ in range(10)]
    low, high = ratio(alike).interval
    assert high - low > 0.35  # 20 games carry the evidence; as 1,000 turns it would be 0.06


@given(VALUES)
def test_intervals_hold_the_mean_stay_among_the_values_and_repeat(values):
    found = mean(values)
    assert found == mean(values) and found.n == len(values)
    assert found.value == pytest.approx(np.mean(values))
    if found.interval:
        low, high = found.interval
        assert (
            min(values) - 1e-9 <= low <= found.value + 1e-9
            and found.value - 1e-9 <= high <= max(values) + 1e-9
        )
    else:
        assert len(values) < intervals.FEWEST


def test_what_cannot_have_an_interval_says_why():
    assert (mean([]).value, mean([]).method, str(mean([]))) == (None, intervals.NONE, "–")
    assert mean([3.0]).interval is None and mean([3.0]).method == intervals.TOO_FEW
    assert mean([2.0] * 6).method == intervals.ALL_EQUAL and str(mean([2.0] * 6)) == "2.00"
    assert str(share([True, False])) == "50.0 % [9.5 %, 90.5 %]"
    assert ratio([(0, 0), (1, 2)]).n == 1


def draw_normal(rng):
    """A game of one to six seats that share the game's luck, around 2."""
    luck, seats = rng.gauss(0, 1), rng.randint(1, 6)
    return sum(2 + luck + rng.gauss(0, 0.5) for _ in range(seats)), seats


def draw_share(rng):
    """A game of four turns whose rate of faults is its own, 2/5.1 on average."""
    rate = rng.betavariate(2, 3.1)
    return sum(rng.random() < rate for _ in range(4)), 4


@pytest.mark.parametrize(
    ("draw", "truth", "games"), [(draw_normal, 2, 12), (draw_normal, 2, 30), (draw_share, 2 / 5.1, 30)]
)
def test_intervals_over_clustered_games_cover_95_percent_within_2_points(draw, truth, games, monkeypatch):
    monkeypatch.setattr(intervals, "RESAMPLES", 500)
    rng, times, hits = Random(7), 1_000, 0
    for _ in range(times):
        low, high = ratio([draw(rng) for _ in range(games)]).interval
        hits += low <= truth <= high
    assert hits / times == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize("games", range(2, 9))
@pytest.mark.parametrize("draw", [lambda rng: rng.gauss(0, 1), lambda rng: rng.uniform(-1, 1)])
def test_few_games_get_no_interval_or_one_that_covers_92_to_98_percent(draw, games, monkeypatch):
    monkeypatch.setattr(intervals, "RESAMPLES", 500)
    rng = Random(7)
    found = [mean([draw(rng) for _ in range(games)]) for _ in range(600)]
    if games < intervals.FEWEST:
        assert {(one.interval, one.method) for one in found} == {(None, "fewer than six games")}
    else:
        covered = sum(one.interval[0] <= 0 <= one.interval[1] for one in found) / len(found)
        assert 0.92 <= covered <= 0.98


def test_many_games_are_pooled_without_changing_what_they_say():
    rng = Random(1)
    values = [rng.gauss(0, 1) for _ in range(2_000)]
    low, high = mean(values).interval
    half = stats.t.ppf(0.975, 1_999) * stats.sem(values)
    assert (high - low) / 2 == pytest.approx(half, rel=0.12) and mean(values).n == 2_000


@given(st.lists(st.floats(-5, 5).map(lambda x: round(x, 1)), min_size=1, max_size=9))
def test_sign_flips_are_exact_for_few_pairs(differences):
    signs = np.array(np.meshgrid(*[[1, -1]] * len(differences))).reshape(len(differences), -1)
    sums = np.abs(np.array(differences) @ signs)
    want = np.mean(sums >= abs(sum(differences)) - 1e-9)
    assert sign_flip(differences) == pytest.approx(want, abs=1e-9)


def test_sign_flips_of_many_pairs_are_close_to_wilcoxons_verdict():
    rng = Random(5)
    shifted = [rng.gauss(0.6, 1) for _ in range(60)]
    centred = [rng.gauss(0, 1) for _ in range(60)]
    assert sign_flip(shifted) < 0.01 and sign_flip(centred) > 0.05
    assert abs(sign_flip(centred) - stats.ttest_1samp(centred, 0).pvalue) < 0.05


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holms_adjustment_is_monotone_and_never_below_the_raw_p(ps):
    adjusted = holm(ps)
    assert all(p <= a <= 1 for p, a in zip(ps, adjusted, strict=True))
    ranked = [adjusted[i] for i in sorted(range(len(ps)), key=lambda i: ps[i])]
    assert ranked == sorted(ranked)
    assert min(adjusted) == pytest.approx(min(1.0, min(ps) * len(ps)))


def test_holms_known_values():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
