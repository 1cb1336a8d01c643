"""Conditions are compared over games that met the same chance: the same cell, the same seed."""

import pytest

from made import Made, result
from syllogos.metrics.tables import differences, paired


def games(condition, agents, cell, seeds, scores):
    return [
        result(Made(condition, scores={0: float(score), 1: 0.0}, seed=seed, cell=cell, agents=agents))
        for seed, score in zip(seeds, scores, strict=True)
    ]


def repeated(game, repetition):
    """The game as a repetition of another seed, as a grid has them."""
    return type(game)(**{**vars(game), "repetition": repetition})


def test_games_of_equal_repetition_and_other_seeds_are_no_pair():
    base = [repeated(g, i) for i, g in enumerate(games("a", ("ann", "bob"), {}, (1, 2), (10, 20)))]
    same = [repeated(g, i) for i, g in enumerate(games("b", ("eve", "bob"), {}, (1, 2), (11, 22)))]
    other = [repeated(g, i) for i, g in enumerate(games("b", ("eve", "bob"), {}, (3, 4), (11, 22)))]
    assert paired(base, same, 0) == [1.0, 2.0]
    assert paired(base, other, 0) == []


def test_each_cell_is_compared_within_itself():
    """A grid over what agents are told keeps the seeds of its cells, so these alone tell no cells apart."""
    small, large = {"rounds": 1}, {"rounds": 9}
    plan = [
        *games("a", ("ann", "bob"), small, (1, 2), (0, 0)),
        *games("b", ("eve", "bob"), small, (1, 2), (1, 1)),
        *games("a", ("ann", "bob"), large, (1, 2), (0, 0)),
        *games("b", ("eve", "bob"), large, (1, 2), (9, 9)),
    ]
    plan = [repeated(game, i % 2) for i, game in enumerate(plan)]
    table = differences(plan)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    found = {row["rounds"]: (row["difference"].value, row["pairs"]) for row in rows}
    assert {str(k): v for k, v in found.items()} == {"1": (1.0, 2), "9": (9.0, 2)}
    assert {(row["condition"], row["minus"], row["seat"]) for row in rows} == {("b", "a", "0")}


@pytest.mark.parametrize("status", ["crashed", "abandoned", "open"])
def test_a_game_that_did_not_finish_makes_no_pair(status):
    base = games("a", ("ann", "bob"), {}, (1, 2), (0, 0))
    other = games("b", ("eve", "bob"), {}, (1,), (5,))
    other.append(result(Made("b", seed=2, agents=("eve", "bob"), status=status)))
    assert paired(base, other, 0) == [5.0]
