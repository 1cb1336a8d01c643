"""Tournaments: who meets whom, totals and normalized payoffs, targets, clones, the heat map."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.contract import Event
from syllogos.errors import InputError, StoreError
from syllogos.experiment.experiment import read_experiment
from syllogos.experiment.tournament import Entrant, against_clone, round_robin, tournament
from syllogos.match.engine import Run, Settings, run_now
from syllogos.match.record import Record, Recorded, record_from_json
from syllogos.metrics.tournament import Bout, bout, heat, normalized, on_target, standings, winners
from syllogos.store.store import memory_store

ROOT = Path(__file__).parents[2]
SIX = ("anti_default_move", "anti_tit_for_tat", "best_response", "default_move", "random", "tit_for_tat")


def bouts(plan) -> list[Bout]:
    store = memory_store()
    try:
        store.begin(plan.identity, plan.text, [match.planned() for match in plan.matches])
        run_now(Run(plan.matches, store, Settings(8, 5.0)).go())
        found = []
        for row in store.games():
            cell = row["cell"]
            one = bout(
                cell["game"], cell["players"], record_from_json(store.record(row["key"])), cell["clones"]
            )
            assert one is not None
            found.append(one)
        return found
    finally:
        store.close()


def test_everybody_meets_everybody_and_itself_in_both_seatings() -> None:
    pool = [Entrant(name, name) for name in SIX]
    pairs = [(a.id, b.id) for a, b in round_robin(pool)]
    assert len(pairs) == 36 and len(set(pairs)) == 36
    assert (
        ("random", "random") in pairs
        and ("random", "tit_for_tat") in pairs
        and ("tit_for_tat", "random") in pairs
    )


def test_a_tournament_of_six_strategies_on_five_games() -> None:
    plan = tournament(
        "t", [Entrant(name, name) for name in SIX], ["pd", "hd", "sh", "bs", "mp"], rounds=10, seed=3
    )
    found = bouts(plan)
    assert len(found) == 180
    table = heat(found)
    assert {row[0] for row in table.rows} == set(SIX)
    means = [row[-1] for row in table.rows]
    assert means == sorted(means, reverse=True)
    assert all(0 <= cell <= 1 for row in table.rows for cell in row[1:])
    # Every entrant sits 12 times in every game: once a seat against each of six, itself included.
    assert {s.matches for s in standings(found)} == {12}
    pd = {s.player: s.total for s in standings(found) if s.game == "pd"}
    assert max(pd, key=pd.__getitem__) == "anti_default_move", "always to defect pays in this field"


def test_a_clone_with_the_opposite_strategy_meets_all_four_pairs_and_stays_out_of_results() -> None:
    plan = tournament("v", [Entrant("a", "tit_for_tat"), Entrant("b", "tit_for_tat")], ["pd"], rounds=4,
                      maker=against_clone())  # fmt: skip
    found = bouts(plan)
    assert {s.player for s in standings(found)} <= {"a", "b"}
    sequence = tuple(map(Fraction, (3, 0, 1, 5)))
    assert tuple(row[0] for row in found[0].played) == sequence
    assert on_target(found, sequences=[sequence]) == tuple(dict.fromkeys(b.players[0] for b in found))
    assert on_target(found, totals={"a": Fraction(9), "b": Fraction(9)}, sequences=[sequence])
    assert on_target(found, totals={"a": Fraction(8), "b": Fraction(8)}) == ()


def test_a_custom_match_maker() -> None:
    pool = [Entrant(name, name) for name in SIX]
    plan = tournament("c", pool, ["pd"], rounds=2, maker=lambda p: [(p[0], p[1])])
    assert len(plan.matches) == 1 and plan.matches[0].condition == "anti_default_move v anti_tit_for_tat"


def test_ids_are_unique_and_opposites_known() -> None:
    with pytest.raises(InputError, match="two entrants are called 'a'"):
        tournament("t", [Entrant("a", "random"), Entrant("a", "random")], ["pd"])
    with pytest.raises(InputError, match="the opposite of r is not known"):
        tournament("t", [Entrant("r", "random")], ["pd"], maker=against_clone())


def test_winners_and_ties() -> None:
    zero, one, four = Fraction(0), Fraction(1), Fraction(4)
    found = [
        Bout("g", ("a", "b"), (one, four), (zero, zero), (four, four)),
        Bout("g", ("a", "c"), (one, one), (zero, zero), (four, four), frozenset({1})),
    ]
    assert winners(found) == ("b",)
    assert winners([Bout("g", ("a", "b"), (one, one), (zero, zero), (four, four))]) == ("a", "b")
    assert winners([]) == ()


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=6))
def test_normalized_payoffs_lie_between_0_and_1(rounds: list[tuple[int, int]]) -> None:
    payoffs = [tuple(map(Fraction, row)) for row in rounds]
    totals = tuple(sum((row[i] for row in payoffs), Fraction(0)) for i in (0, 1))
    least = tuple(len(rounds) * min(row[i] for row in payoffs) for i in (0, 1))
    most = tuple(len(rounds) * max(row[i] for row in payoffs) for i in (0, 1))
    for seat in standings([Bout("g", ("a", "b"), totals, least, most)]):
        assert seat.normalized is None or 0 <= seat.normalized <= 1
    assert normalized(Fraction(1), Fraction(1), Fraction(1)) is None


def test_a_damaged_record_is_said() -> None:
    told = Recorded("Described", "", {"form": {"payoffs": {"a,a": ["x"]}}, "rounds": 1})
    finished = Record(1, "k", 0, (Event(told),), (), None, "finished")
    with pytest.raises(StoreError, match="damaged"):
        bout("g", ["a"], finished)
    assert bout("g", ["a"], replace(finished, status="crashed")) is None
    assert bout("g", ["a"], replace(finished, log=())) is None


def test_the_demo_is_the_whole_round_robin() -> None:
    plan = read_experiment(ROOT / "demo" / "tournament.toml")
    assert len(plan.matches) == 180
    seats = {(m.cell["payoffs"], *(str(s.agent) for s in m.seats)) for m in plan.matches}
    assert len(seats) == 180


def test_entrants_that_share_an_agent_keep_a_row_for_every_pairing() -> None:
    pool = [Entrant("a", "tit_for_tat"), Entrant("b", "tit_for_tat"), Entrant("c", "random")]
    plan = tournament("t", pool, ["pd", "hd"], rounds=2)
    cells = [(match.cell["game"], *match.cell["players"]) for match in plan.matches]
    assert len(set(cells)) == len(cells) == 18
    assert len({match.key for match in plan.matches}) == 18
    assert len(bouts(plan)) == 18
