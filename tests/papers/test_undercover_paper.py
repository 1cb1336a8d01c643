"""Undercover-V's tables from the games of a run, each number against a count by hand."""

from itertools import product

import pytest

from syllogos.contract import Measure
from syllogos.errors import InputError
from syllogos.experiment.naming import paper_named
from syllogos.metrics.comparing import FROM_NOTHING, UNSURE, gain, power
from syllogos.metrics.games import GameResult, SeatResult
from syllogos.papers.undercover import KINDS, make

MODELS = ("openai/gpt-4o-mini", "openai/gpt-4o", "mistral/mistral-medium", "together/Mixtral-8x22B-Instruct")
AGENTS = tuple(KINDS)


def game(number, spy, citizens, won, *, out=1, score=0.5, model=MODELS[0], others=None, band=None):
    """One finished game with five citizens, of whom ``out`` were eliminated."""
    seats = [SeatResult(0, spy, model), *(SeatResult(n, citizens, others or model) for n in range(1, 6))]
    one, two = seats[0].player, seats[1].player
    measures = [
        Measure("", "rounds", 3.0, "rounds"),
        Measure(one, "wins as spy", float(won), "share"),
        Measure(one, "attributional score as spy", score, "share"),
        *(Measure(two, "eliminated as citizen", float(n < out), "share") for n in range(5)),
        *(Measure(two, "attributional score as citizen", 0.8, "share") for _ in range(5)),
    ]
    return GameResult(
        f"k{number}", "undercover", spy, {"dataset": {"kind": "word_pairs", "band": band}} if band else {},
        number, number, "finished", tuple(seats), measures=tuple(measures),
    )  # fmt: skip


def part(parts, name):
    return next(p for p in parts if p.table.name == name)


def rows(parts, name, *keys):
    return {tuple(r[k] for k in keys): r for r in part(parts, name).table.records()}


def round_robin(wins):
    """240 games a kind of spy: four models, two kinds of citizens, thirty games each, ``wins`` of them won."""
    games = []
    for spy in AGENTS:
        cells = list(product(MODELS, [kind for kind in AGENTS if kind != spy], range(30)))
        games += [game(n, spy, c, i < wins[spy], model=m) for i, (m, c, n) in enumerate(cells)]
    return games


def test_the_published_rates_of_240_games_a_kind_come_out_to_two_decimals():
    parts = make("roundrobin")(round_robin({"nli": 23, "att_nli": 33, "neuro_symbolic": 41}))
    found = rows(parts, "paper-round-robin", "kind")
    for kind, published in (("NLI", "9.58 %"), ("Att-NLI", "13.75 %"), ("neuro-symbolic", "17.08 %")):
        row = found[(kind,)]
        assert row["games as spy"] == 240 and row["published"] == published
        assert f"{100 * row['spy win rate'].value:.2f} %" == published
    gains = rows(parts, "paper-gains", "kind", "over", "model", "measure")
    for kind, base, said in (
        ("Att-NLI", "NLI", 0.4353), ("neuro-symbolic", "NLI", 0.7829), ("neuro-symbolic", "Att-NLI", 0.2422),
    ):  # fmt: skip
        assert gains[kind, base, "all", "spy wins"]["gain"].value == pytest.approx(said, abs=0.001)
    assert not part(parts, "paper-round-robin").unfilled


def test_each_number_is_what_a_count_by_hand_gives():
    games = [
        game(0, "nli", "att_nli", True, out=2, score=0.4),
        game(1, "nli", "att_nli", False, out=1, score=0.8),
        game(0, "att_nli", "nli", True, out=3, score=1.0),
    ]
    found = rows(make("roundrobin")(games), "paper-figure-4", "model", "kind")
    nli, att = found["GPT-4o-mini", "NLI"], found["GPT-4o-mini", "Att-NLI"]
    assert (nli["games as spy"], nli["games as citizens"]) == (2, 1)
    assert nli["spy win rate"].value == 0.5 and nli["score as spy"].value == pytest.approx(0.6)
    assert nli["eliminated as citizen"].value == 0.6 and att["eliminated as citizen"].value == 0.3
    assert att["score as citizen"].value == pytest.approx(0.8) and att["games as citizens"] == 2


def test_rows_that_were_not_played_stand_there_empty_with_the_reason():
    games = [game(n, "nli", "nli", n == 0, model=MODELS[1], others=MODELS[0]) for n in range(4)]
    (fixed,) = make("fixed")(games)
    found = {(r["model"], r["kind"]): r for r in fixed.table.records()}
    assert len(found) == 12 and found["GPT-4o", "NLI"]["spy win rate"].value == 0.25
    assert found["GPT-4o", "NLI"]["published score"] == "0.600"
    assert found["GPT-4o", "neuro-symbolic"]["published"] == "33.33 %"
    assert found["Mistral-Medium", "NLI"]["spy win rate"].value is None
    assert len(fixed.unfilled) == 11 and "Mistral-Medium, NLI" in " ".join(fixed.unfilled)
    assert [row.name for row in [fixed.figure]] == ["paper-fixed"]


def test_a_model_that_the_paper_does_not_have_gets_rows_of_its_own():
    (fixed,) = make("fixed")([game(0, "nli", "nli", True, model="local/small", others=MODELS[0])])
    assert {r["model"] for r in fixed.table.records()} - {"local/small"} == {
        "GPT-4o-mini", "GPT-4o", "Mistral-Medium", "Mixtral-8x22B",
    }  # fmt: skip


def test_citizens_of_several_kinds_are_in_no_table():
    mixed = game(0, "nli", "att_nli", True)
    odd = Measure("direct (x)", "eliminated as citizen", 0.0, "share")
    other = GameResult(**{**mixed.__dict__, "measures": (*mixed.measures, odd)})
    assert rows(make("roundrobin")([other]), "paper-round-robin", "kind")[("NLI",)]["games as spy"] == 0


def test_similarity_goes_by_the_band_of_the_words():
    games = [game(n, "nli", "nli", n < 2, band=band) for band in ("near", "far") for n in range(3)]
    found = rows(make("similarity")(games), "paper-similarity", "words", "kind")
    assert (found["near", "NLI"]["games"], found["middle", "NLI"]["games"]) == (3, 0)
    assert found["near", "NLI"]["spy win rate"].value == pytest.approx(2 / 3)


def test_kinds_are_tested_on_games_of_one_model_and_seed_and_the_power_is_told():
    games = [game(n, "nli", "att_nli", False) for n in range(30)]
    games += [game(n, "att_nli", "nli", True) for n in range(30)]
    tests = part(make("roundrobin")(games), "paper-tests")
    row = next(r for r in tests.table.records() if (r["kind"], r["minus"]) == ("Att-NLI", "NLI"))
    assert row["pairs"] == 30 and row["difference in spy wins"].value == 1.0 and float(row["p (Holm)"]) < 0.01
    others = [r["p (Holm)"] for r in tests.table.records() if r is not row and r["pairs"] == 0]
    assert others == ["no test: fewer than six pairs"] * 2


def test_times_are_told_as_what_a_run_cannot_fill():
    (scaling,) = make("scaling")([])
    assert scaling.table.rows == () and "no part of records" in scaling.unfilled[0]


def test_a_gain_has_an_interval_only_where_its_base_is_surely_above_0():
    many = [(1.0, 1.0), (0.0, 1.0)] * 20
    found = gain(many, [(1.0, 1.0)] * 30 + [(0.0, 1.0)] * 10)
    low, high = found.interval
    assert found.value == pytest.approx(0.5) and low < 0.5 < high
    assert gain([(0.0, 1.0)] * 9, many).method == FROM_NOTHING
    assert gain([(1.0, 1.0)] + [(0.0, 1.0)] * 9, many).method == UNSURE
    assert gain([], many).value is None and gain(many[:4], many).interval is None


@pytest.mark.parametrize(
    ("one", "other", "n", "told"), [(0.1, 0.2, 199, 0.80), (0.5, 0.6, 388, 0.80), (0.1, 0.2, 30, 0.19)]
)
def test_power_is_that_of_the_textbook(one, other, n, told):
    assert power(one, other, n) == pytest.approx(told, abs=0.01)


def test_a_paper_is_named_like_a_plugin_or_by_a_table():
    assert paper_named("undercover")[0] == "undercover" and paper_named("") is None
    assert paper_named({"kind": "undercover", "study": "fixed"})[0] == "undercover"
    for wrong in ("undercovers", {"study": "fixed"}, {"kind": "undercover", "study": "table 1"}):
        with pytest.raises(InputError):
            paper_named(wrong)
