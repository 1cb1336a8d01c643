"""Which plots a run gets, and whose numbers are in them."""

from made import Made, result
from syllogos.report.drawing import Dot
from syllogos.report.figures import all_figures


def tips(figure):
    return [mark.tip for mark in figure.marks if isinstance(mark, Dot) and mark.tip]


def names(games):
    return [figure.name for figure in all_figures(games)["scores"]]


def paired(a, b, rounds, seed, scores):
    cell = {"condition.agents": [a, b], "rounds": rounds}
    return result(Made("one", scores, seed=seed, agents=(a, b), cell=cell))


def test_each_line_of_a_plot_against_a_field_is_of_one_player_in_that_players_games():
    games = [
        paired(*pair, rounds, seed, scores)
        for rounds in (1, 2, 3)
        for seed in range(2)
        for pair, scores in ((("ann", "bob"), {0: 4, 1: 2}), (("bob", "cyd"), {0: 2, 1: 9}))
    ]
    (figure,) = [f for f in all_figures(games)["scores"] if f.name == "by-rounds"]
    said = {tip.partition(",")[0]: tip.partition(": ")[2].rpartition(": ")[2] for tip in tips(figure)}
    assert said == {"one: ann": "4.00", "one: bob": "2.00", "one: cyd": "9.00"}


def test_two_agents_against_a_third_keep_their_dots():
    games = [
        result(Made(c, {0: float(i), 1: 1.0}, seed=i, agents=(c, "tit_for_tat")))
        for i in range(6)
        for c in ("ann", "bob")
    ]
    assert names(games) == ["scores-0"]


def test_where_all_met_the_heat_map_takes_the_dots_place():
    pairs = [("ann", "bob"), ("ann", "cyd"), ("bob", "cyd")]
    games = [result(Made("-".join(p), seed=i, agents=p)) for i in range(2) for p in pairs]
    assert names(games) == ["heat-0"]
    assert names([*games, result(Made("x", seed=5, status="crashed"))]) == ["heat-0"]
