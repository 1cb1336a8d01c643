"""What games measure of themselves: by player, pooled as ratios of sums, each in its unit."""

from dataclasses import replace

import pytest

from made import Made, result
from syllogos.contract import Measure
from syllogos.metrics.tables import measure_of, measures


def game(seed, *rows, condition="one"):
    return replace(result(Made(condition, seed=seed)), measures=rows)


def test_a_share_of_rare_events_is_a_ratio_of_sums_not_a_mean_of_shares():
    # One claim in one, wrong; a hundred claims, one wrong: 2 of 101, not a mean of 100 % and 1 %.
    games = [
        game(0, Measure("ann", "wrong", 1, "share", 1)),
        game(1, Measure("ann", "wrong", 1, "share", 100)),
    ]
    (row,) = measures(games).records()
    assert row["wrong"].value == pytest.approx(2 / 101) and row["wrong"].n == 2


def test_seats_of_one_player_are_pooled_within_a_game_and_games_are_the_clusters():
    rows = [
        (Measure("ann", "hits", i % 3, "share", 3), Measure("ann", "hits", 1, "share", 1)) for i in range(8)
    ]
    (row,) = measures([game(i, *r) for i, r in enumerate(rows)]).records()
    assert row["hits"].value == pytest.approx(sum(i % 3 + 1 for i in range(8)) / 32)
    assert (row["hits"].n, row["hits"].method) == (8, "bootstrap over games")


def test_only_shares_are_shown_in_percent():
    rows = [
        Measure("ann", "claims", 1, "count"),
        Measure("ann", "left open", 1, "bits"),
        Measure("ann", "won", 1, "points"),
        Measure("ann", "right", 1, "share"),
    ]
    for games in ([game(0, *rows)], [game(i, *rows) for i in range(9)]):
        shown = {name: str(cell) for name, cell in measures(games).records()[0].items()}
        assert [name for name, text in shown.items() if "%" in text] == ["right"]
        assert shown["claims"] == shown["left open (bits)"] == "1.00"


def test_one_yes_or_no_a_game_gets_wilsons_interval():
    yes = [[Measure("ann", "ready", i % 2, "share")] for i in range(10)]
    assert measure_of(yes, "ready", "share").method == "Wilson"
    counted = [[Measure("ann", "ready", i % 2)] for i in range(10)]
    assert measure_of(counted, "ready", "count").method == "bootstrap over games"


def test_each_player_has_a_row_and_the_game_as_a_whole_has_one():
    games = [
        game(
            i,
            Measure("ann", "rank", 1, "place"),
            Measure("bob", "rank", 2, "place"),
            Measure("", "turns", 4, "turns"),
        )
        for i in range(2)
    ]
    table = measures(games)
    assert table.columns == ("condition", "player", "games", "rank (place)", "turns (turns)")
    assert [(r[1], r[2], r[3] and r[3].value, r[4] and r[4].value) for r in table.rows] == [
        ("ann", 2, 1, None),
        ("bob", 2, 2, None),
        ("", 2, None, 4),
    ]
    assert table.keys == 2 and "Rows without a player" in table.note


def test_a_denominator_of_nothing_carries_nothing():
    games = [game(0, Measure("ann", "wrong", 0, "share", 0)), game(1, Measure("ann", "wrong", 1, "share", 4))]
    (row,) = measures(games).records()
    assert (row["wrong"].value, row["wrong"].n) == (0.25, 1)
