"""The experiments of the paper run to their ends with scripted models, and fill its tables as a count does."""

import re
from pathlib import Path

import pytest

import syllogos
from syllogos.engines.guard.isolation import available

pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")
FOLDER = Path(__file__).parents[2] / "experiments"


PLUGIN = '''

def gpt4omini(name):
    """A model that says something else each time, and votes for whoever comes first."""
    return UndercoverModel()


gpt4o = mistralmedium = mixtral8x22b = gpt4omini
'''


def report_of(tmp_path, study, repetitions=1):
    """The report and the frames of an experiment with few games, whose models all are one that is small."""
    text = (FOLDER / f"undercover_{study}.toml").read_text(encoding="utf-8")
    helper = Path(__file__).parents[1] / "helpers" / "undercover_model.py"
    (tmp_path / "small.py").write_text(f"{helper.read_text(encoding='utf-8')}{PLUGIN}", encoding="utf-8")
    for name, made in (
        ("mini", "gpt4omini"),
        ("gpt4o", "gpt4o"),
        ("medium", "mistralmedium"),
        ("mixtral", "mixtral8x22b"),
    ):
        text = re.sub(rf'(\[models.{name}\]\nmodel = )".*"', rf'\1"small.py:{made}"', text)
    text = re.sub(r"^repetitions = .*$", f"repetitions = {repetitions}", text, flags=re.MULTILINE)
    text = text.replace('["mini"], ["gpt4o"], ["medium"], ["mixtral"]', '["mini"], ["mixtral"]')
    text = text.replace('["mini", "gpt4o", "medium", "mixtral"]', '["mini", "gpt4o"]')
    text = text.replace('order = "drawn"', 'order = "drawn"\nrounds = 2')
    path = tmp_path / "e.toml"
    path.write_text(text, encoding="utf-8")
    syllogos.run(path, tmp_path / "run")
    report = syllogos.report(tmp_path / "run", most=1)
    return report, syllogos.load(tmp_path / "run")


def rows(report, name):
    return report.tables[name].records()


def won(run, condition):
    """Spy wins of a condition, counted from the scores of the spy's seat."""
    seats = run.seats[(run.seats.condition == condition) & (run.seats.seat == 0)]
    return list(seats.score)


def test_fixed_opponents(tmp_path):
    report, run = report_of(tmp_path, "fixed", 2)
    assert set(run.games.status) == {"finished"} and len(run.games) == 12
    found = {(r["model"], r["kind"]): r for r in rows(report, "paper-fixed")}
    for kind, condition in (("NLI", "nli"), ("Att-NLI", "att_nli"), ("neuro-symbolic", "neuro_symbolic")):
        scores = won(run, f"{condition} as the spy")
        both = [found[model, kind] for model in ("GPT-4o-mini", "GPT-4o")]
        assert [row["games"] for row in both] == [2, 2] and len(scores) == 4
        assert sum(row["spy win rate"].value for row in both) == sum(scores) / 2
        assert all(0 < row["attributional score"].value < 1 for row in both)
    assert (
        found["GPT-4o", "NLI"]["published score"] == "0.600" and found["Mistral-Medium", "NLI"]["games"] == 0
    )
    page = report.html.read_text(encoding="utf-8")
    assert "As in the paper: Fixed opponents" in page and "no finished game with this spy" in page
    assert (report.html.parent / "tables" / "paper-fixed.tex").read_text().startswith("\\begin{table}")
    assert (report.html.parent / "tables" / "paper-fixed.csv").exists()
    assert (report.html.parent / "figures" / "paper-fixed.svg").exists()


def test_the_round_robin(tmp_path):
    report, run = report_of(tmp_path, "roundrobin")
    assert set(run.games.status) == {"finished"} and len(run.games) == 12
    found = {r["kind"]: r for r in rows(report, "paper-round-robin")}
    scores = [score for other in ("att_nli", "neuro_symbolic") for score in won(run, f"nli among {other}")]
    assert found["NLI"]["games as spy"] == 4 and found["NLI"]["spy win rate"].value == sum(scores) / 4
    told = run.measures[run.measures.measure == "eliminated as citizen"]
    nli = told[told.player.str.startswith("nli")]
    assert found["NLI"]["eliminated as citizen"].value == nli.value.sum() / nli.out_of.sum()
    assert {"paper-figure-4", "paper-figure-5", "paper-figure-6", "paper-gains", "paper-tests"} <= set(
        report.tables
    )


def test_similarity_of_words(tmp_path):
    report, _ = report_of(tmp_path, "similarity")
    found = {(r["words"], r["kind"]): r["games"] for r in rows(report, "paper-similarity")}
    assert set(found.values()) == {1} and len(found) == 9


def test_solving_time_is_told_as_what_a_run_does_not_fill(tmp_path):
    report, run = report_of(tmp_path, "scaling")
    assert set(run.games.status) == {"finished"}
    assert "Solving time (Fig. 9)" in report.html.read_text(encoding="utf-8")
