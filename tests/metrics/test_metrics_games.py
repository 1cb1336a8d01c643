"""Games as the measures see them: what ended them, faults, missing moves, pairs of conditions."""

from dataclasses import replace

import pytest

from made import Made, attempt, record, result, spec
from syllogos.match.record import record_from_json
from syllogos.metrics.counts import attempts, ends, faults, usage
from syllogos.metrics.games import KINDS, OF_FAULT, Usage, game_result
from syllogos.metrics.intervals import Score
from syllogos.metrics.summary import summary
from syllogos.metrics.tables import differences, missing_of, paired, played_share, score_of, scores


def test_ca13_four_ends_are_four_things_and_only_format_violations_count_against_played():
    games = [
        result(Made(seed=0, turns=[{0: ["!unparsable", "!unparsable"], 1: ["up"]}])),
        result(Made(seed=1, end="max turns")),
        result(Made(seed=2, turns=[{0: ["!illegal", "!illegal"], 1: ["up"]}])),
        result(Made(seed=3, status="abandoned")),
    ]
    assert [game.kind for game in games] == ["format violation", "played", "rule violation", "API error"]
    rows = [row[1:4] for row in ends(games).rows]
    assert rows == [
        ("played", "max turns", 1),
        ("format violation", "rounds played", 1),
        ("rule violation", "rounds played", 1),
        ("API error", "–", 1),
    ]
    found = played_share(games)
    assert (found.value, found.n, found.method) == (pytest.approx(2 / 3), 3, "Wilson")


@pytest.mark.parametrize(("fault", "kind"), OF_FAULT.items())
def test_every_kind_of_fault_has_its_own_place(fault, kind):
    game = result(Made(turns=[{0: [f"!{fault}"], 1: ["up"]}]))
    assert game.kind == kind and kind in KINDS and game.affected


def test_a_fault_that_was_mended_counts_as_a_fault_and_not_as_a_missing_move():
    game = result(Made(turns=[{0: ["!illegal", "!empty", "up"], 1: ["up"]}, {0: ["up"], 1: ["up"]}]))
    seat = game.seats[0]
    assert (seat.attempts, seat.missing, dict(seat.faults)) == ((3, 1), (), {"illegal": 1, "empty": 1})
    assert game.kind == "played"
    assert faults([game]).rows == (("one", "ann", 2, 4, 1, 1, 0, missing_of([game], [0])),)
    assert attempts([game]).rows[0][2:5] == (1, 0, 1)


def test_attempts_within_an_agents_own_refinement_are_counted():
    made = record(Made())
    inner = [attempt("!refuted"), attempt("!refuted"), attempt("up")]
    made["turns"][0]["0"][0]["tried"] = inner
    row = {"key": "k", "condition": "", "cell": {}, "repetition": 0, "seed": 0, "spec": spec(Made()),
           "status": "finished", "error": ""}  # fmt: skip
    seat = game_result(row, record_from_json(made)).seats[0]
    assert seat.attempts == (3,) and dict(seat.faults) == {"refuted": 2} and seat.missing == ()


def test_rates_are_also_given_without_affected_games():
    clean = [Made(seed=i, scores={0: 4.0, 1: 0.0}) for i in range(3)]
    touched = [Made(seed=9, scores={0: 0.0, 1: 9.0}, turns=[{0: ["!refused"], 1: ["up"]}])]
    row = scores([result(m) for m in clean + touched]).records()[0]
    assert row["mean score"].value == 3.0 and row["score without such games"].value == 4.0
    assert row["no move"].value == 0.25 and row["games left"] == 3


def test_unfinished_games_carry_no_score_and_are_counted():
    games = [result(Made(seed=0, scores={0: 2, 1: 2}))]
    games += [result(Made(seed=i, status=s)) for i, s in ((1, "crashed"), (2, "abandoned"), (3, "open"))]
    assert score_of(games, [0]) == Score(2.0, 1, "points a game", None, "fewer than six games")
    (cell,) = summary(games)
    assert (cell.games, cell.finished, cell.crashed, cell.abandoned) == (4, 1, 1, 1)


def test_one_binary_outcome_a_game_gets_wilsons_interval_anything_else_the_bootstrap():
    alone = [result(Made(seed=i, agents=("ann",), scores={0: float(i % 2)}, turns=())) for i in range(10)]
    assert scores(alone).records()[0]["mean score"].method == "Wilson"
    points = [result(Made(seed=i, agents=("ann",), scores={0: float(i)}, turns=())) for i in range(10)]
    assert scores(points).records()[0]["mean score"].method == "bootstrap over games"


def test_seats_of_one_player_are_one_row_and_games_stay_the_clusters():
    games = [
        result(Made(seed=i, agents=("spy", "cit", "cit", "cit"), scores={0: 1, 1: i, 2: i, 3: i}))
        for i in range(8)
    ]
    rows = scores(games).records()
    assert [(row["player"], row["seat"], row["games"]) for row in rows] == [
        ("spy", "0", 8),
        ("cit", "1–3", 8),
    ]
    assert rows[1]["mean score"].n == 8
    assert len(scores(games, by_seat=True).rows) == 4


def test_conditions_are_paired_by_seed():
    luck = [3, 8, 1, 9, 4, 7, 2, 6, 5, 0]
    base = [result(Made("base", scores={0: x, 1: 0}, seed=i)) for i, x in enumerate(luck)]
    more = [
        result(Made("more", scores={0: x + 1 + i % 2 / 10, 1: 0}, seed=i, agents=("cat", "bob")))
        for i, x in enumerate(luck)
    ]
    assert paired(base, more[:4], 0) == pytest.approx([1, 1.1, 1, 1.1])
    (row,) = differences([*base, *more]).records()
    low, high = row["difference"].interval
    assert 1 <= low < 1.05 < high <= 1.1 and row["pairs"] == 10 and row["seat"] == "0"
    assert row["p (Holm)"] == "0.002"  # 2 of the 1,024 patterns of signs


def test_many_conditions_are_compared_with_the_first_and_p_is_adjusted_for_all():
    games = [
        result(Made(f"c{c}", scores={0: c + i, 1: 0}, seed=i, agents=(f"a{c}", "bob")))
        for i in range(6)
        for c in range(6)
    ]
    table = differences(games)
    assert [row["minus"] for row in table.records()] == ["c0"] * 5
    assert {row["p (Holm)"] for row in table.records()} == {f"{5 * 2 / 64:.3f}"}


@pytest.mark.parametrize(("pairs", "says"), [(1, "no test: one pair"), (5, "no test: 5 pairs")])
def test_too_few_pairs_are_not_tested_and_weigh_on_no_other_row(pairs, says):
    few = [("base", 0), ("few", 1)]
    games = [result(Made(c, {0: x, 1: 0}, seed=i, agents=(c, "bob"))) for i in range(pairs) for c, x in few]
    games += [
        result(Made(c, {0: x + i, 1: 0}, seed=i, agents=(c, "bob"), cell={"x": 1}))
        for i in range(6)
        for c, x in few
    ]
    by_pairs = {row["pairs"]: row["p (Holm)"] for row in differences(games).records()}
    assert by_pairs == {pairs: says, 6: f"{2 / 64:.3f}"}


def test_tokens_that_were_not_counted_are_unknown_in_the_table_of_usage():
    games = [replace(result(Made(seed=i)), usage=Usage(1, 10, 5, 0.0, 1, 1.0, i)) for i in range(2)]
    (row,) = usage(games).records()
    assert row["tokens"] == "30 counted, 1 calls unknown" and row["tokens a game"] == "unknown"
    assert row["tokens in a call"] == row["tokens out a call"] == row["cost"] == "unknown"
    assert (games[0].usage.tokens, games[1].usage.tokens) == (15, None)


def test_usage_is_a_mean_over_games_and_a_total_over_all_that_was_paid():
    games = [replace(result(Made(seed=i)), usage=Usage(2, 10 * i, 5, 0.5, 0, 1.0)) for i in range(4)]
    (row,) = usage(games).records()
    assert row["calls"] == 8 and row["tokens"] == 80 and row["cost"] == "$2.0000"
    assert row["tokens a game"].value == 20.0 and row["seconds a call"] == 0.5


@pytest.mark.parametrize("broken", [{"turns": [{"0": []}]}, {"turns": [{"0": [{}]}]}, {"turns": 3}, {}])
def test_a_record_of_another_shape_is_damaged(broken):
    with pytest.raises(ValueError, match=r"^(turns|status)[.\w]*: "):
        record_from_json({**record(Made()), **broken} if broken else broken)


def test_an_empty_run_has_empty_tables():
    for table in (scores([]), differences([]), faults([]), ends([]), attempts([]), usage([])):
        assert table.rows == ()
