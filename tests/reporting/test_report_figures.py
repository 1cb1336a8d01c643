"""Which plots a run gets, and whose numbers are in them."""

from fractions import Fraction

from made import Made, result, store
from syllogos.experiment.experiment import read_experiment
from syllogos.match.engine import Run, Settings, run_now
from syllogos.metrics.tournament import Bout, normalized_payoffs
from syllogos.reporting.build import write_report
from syllogos.reporting.drawing import Dot
from syllogos.reporting.figures import all_figures, left_out
from syllogos.store.store import open_store


def tips(figure):
    return [mark.tip for mark in figure.marks if isinstance(mark, Dot) and mark.tip]


def names(games):
    return [figure.name for figure in all_figures(games, None)["scores"]]


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
    (figure,) = [f for f in all_figures(games, None)["scores"] if f.name == "by-rounds"]
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


def test_what_is_not_drawn_is_said(tmp_path):
    made = [
        Made(c, seed=i, cell={"x": f"v{i}"}, agents=(c, "bob")) for i in range(20) for c in ("ann", "cyd")
    ]
    page = write_report(store(tmp_path, made), tmp_path).html.read_text(encoding="utf-8")
    assert page.count("12 of 20 cells are drawn; all are in the table.") == 2
    many = [result(Made(f"c{i}", agents=(f"a{i}", "bob"))) for i in range(40)]
    assert left_out(many, None)["scores"] == (
        "at most 60 of 80 rows are drawn in a plot; all are in the table."
    )
    assert left_out(many[:3], None) == {}


CUP = """
name = "cup"
seed = 5
repetitions = 3
[game]
kind = "normal_form"
rounds = 4
[grid]
payoffs = ["pd", "hd"]
"condition.agents" = [["tit_for_tat", "default_move"], ["tit_for_tat", "random"], ["default_move", "random"]]
[[condition]]
name = "all"
agents = ["random", "random"]
"""


def test_a_tournament_is_ranked_by_normalized_payoff_with_intervals(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text(CUP)
    plan = read_experiment(path)
    kept = open_store(tmp_path / "run", create=True)
    kept.begin(plan.identity, plan.text, [match.planned() for match in plan.matches])
    run_now(Run(plan.matches, kept, Settings(workers=1)).go())
    report = write_report(kept, tmp_path / "out")
    rows = report.tables["tournament"].records()
    kept.close()
    everyone = [row for row in rows if row["game"] == "all games"]
    values = [row["normalized payoff"].value for row in everyone]
    assert len(rows) == 9 and len(everyone) == 3 and values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)
    assert all(row["normalized payoff"].interval and row["seats played"] == 12 for row in everyone)
    best = f"{everyone[0]['player']} {everyone[0]['normalized payoff']}"
    page = report.html.read_text(encoding="utf-8")
    assert f"Mean normalized payoff over all pairings: {best}, " in page
    assert (tmp_path / "out" / "tables" / "tournament.csv").is_file()


def test_normalized_payoffs_weigh_games_of_different_scales_alike():
    small = Bout("s", ("a", "b"), (Fraction(1), Fraction(0)), (Fraction(0),) * 2, (Fraction(1),) * 2)
    large = Bout("l", ("a", "b"), (Fraction(40), Fraction(60)), (Fraction(0),) * 2, (Fraction(100),) * 2)
    found = {row["player"]: row for row in normalized_payoffs([small, large]).records()[:2]}
    assert found["a"]["normalized payoff"].value == 0.7 and found["b"]["normalized payoff"].value == 0.3
    assert (found["a"]["total payoff"], found["b"]["total payoff"]) == (41, 60)


def test_scores_of_pairs_without_known_bounds_are_said_to_be_raw(tmp_path):
    pairs = (("ann", "bob"), ("bob", "cyd"))
    kept = store(tmp_path, [Made(agents=p, cell={"condition.agents": list(p)}) for p in pairs])
    text = write_report(kept, tmp_path).html.read_text(encoding="utf-8")
    assert "Mean score a game (not normalized) over all pairings: ann 1.00, bob 0.50, cyd 0.00." in text
