"""The documents execute: their Python runs, their experiments are accepted."""

import re
from pathlib import Path

import pytest

from syllogos import api
from syllogos.experiment.experiment import read_experiment
from syllogos.testing import check_agent, check_embedding, check_game, check_solver

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language):
    return [
        pytest.param(text, id=f"{page.name}-{n}")
        for page in PAGES
        for n, text in enumerate(re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
    ]


@pytest.fixture
def first(tmp_path, monkeypatch):
    """An empty folder with a finished run in runs/first, which the documents speak of."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "e.toml").write_text(
        'name = "first"\nrepetitions = 3\n[game]\nkind = "pd"\nrounds = 3\n[[condition]]\nname = "a"\n'
        'agents = ["direct", "random"]\nmodels = ["scripted/random"]\n'
    )
    api.run("e.toml", "runs/first")


@pytest.mark.parametrize("code", blocks("python"))
def test_python_in_the_documents_runs(code, capsys, first):
    exec(compile(code, "document", "exec"), {"__name__": "document"})


@pytest.mark.parametrize(
    ("name", "check"),
    [
        ("Pick", check_game),
        ("Brief", lambda agent: check_agent(agent, models=["scripted/first", "scripted/prose"])),
        ("Lengths", lambda embedding: check_embedding(embedding("lengths"))),
        ("Factors", lambda solver: check_solver(solver, solver.queries)),
    ],
)
def test_what_contributing_shows_keeps_the_contract(name, check):
    (code,) = (
        code
        for code in re.findall(
            r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.DOTALL
        )
        if f"class {name}" in code
    )
    shown = {"__name__": "document"}
    exec(compile(code, "document", "exec"), shown)
    check(shown[name])


def test_the_readme_shows_what_its_python_prints(capsys):
    text = (ROOT / "README.md").read_text("utf-8")
    shown = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", text, re.DOTALL)
    assert len(shown) == 2
    for code, printed in shown:
        exec(compile(code, "readme", "exec"), {})
        assert capsys.readouterr().out == printed


@pytest.mark.parametrize("text", blocks("toml"))
def test_experiments_in_the_documents_are_accepted(text, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    path = tmp_path / "e.toml"
    path.write_text(text)
    assert read_experiment(path).matches
