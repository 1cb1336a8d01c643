"""Sketches of proofs beside a theory: every step is checked, the first that fails is the feedback."""

import json

import pytest

import syllogos
from syllogos import api
from syllogos.engines.guard.isolation import available
from syllogos.errors import InputError
from syllogos.logic.evidence import LogicEvidence, NeededPremises
from syllogos.logic.languages import fol
from syllogos.logic.sketches import ProofSketch, SketchStep
from syllogos.logic.trees import tree_of
from syllogos.text.source import Source
from syllogos.verdict import Status, Verdict

pytest.importorskip("z3", reason="needs z3-solver")
pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")
FAMILY = """Premises:
∀x (Dog(x) → Mammal(x))
∀x (Mammal(x) → ∃y Parent(y, x))
Cat(tom)
Dog(rex)
Conclusion:
∃y Parent(y, rex)
"""


def verified(text, theory=FAMILY, **settings):
    return syllogos.verify(Source("family.fol", theory), sketch=Source("steps.txt", text), **settings)


def test_steps_that_all_hold_prove_the_conclusion():
    found = verified(
        "1. Dog(rex) from premise_4; 2. Mammal(rex) from 1, premise_1; 3. ∃y Parent(y, rex) from 2, premise_2"
    )
    assert found.sketch.status is found.status is Status.TRUE
    assert [s.verdict.status for s in found.sketch.checked.steps] == [Status.TRUE] * 3
    assert found.sketch.checked.proved and api.told(found).endswith("The sketch proves it: all 3 steps hold.")


def test_the_first_failing_step_is_told_with_a_countermodel_of_what_it_cites():
    found = verified("1. Dog(rex)\n2. Mammal(rex) from premise_1, premise_3\n3. ∃y Parent(y, rex) from 2")
    failing = found.sketch.checked.failing
    assert (found.sketch.status, failing.step.name, len(found.sketch.checked.steps)) == (Status.OPEN, "2", 2)
    assert failing.verdict.evidence.countermodel and set(failing.verdict.evidence.countermodel.structure.predicates) == {
        ("Dog", 1), ("Mammal", 1), ("Cat", 1),
    }  # fmt: skip
    assert "Step 2 (rex is a Mammal) does not follow from premise_1, premise_3." in api.told(found)


def test_a_step_that_cites_nothing_follows_from_all_premises_and_earlier_steps():
    found = verified("Mammal(rex)\n∃y Parent(y, rex)")
    assert found.sketch.status is Status.TRUE
    assert found.sketch.checked.steps[1].uses == ("premise_1", "premise_2", "premise_3", "premise_4", "1")


def test_a_step_from_a_later_one_or_from_itself_is_no_step():
    assert verified("1. Mammal(rex) from 1").sketch.status is Status.REJECTED
    assert verified("1. Mammal(rex) from 2\n2. Dog(rex)").sketch.status is Status.REJECTED


@pytest.mark.parametrize(
    ("last", "status"),
    [
        ("∃z Parent(z, rex)", Status.TRUE),
        ("Mammal(rex)", Status.REJECTED),
        ("¬¬∃y Parent(y, rex)", Status.TRUE),
    ],
)
def test_the_last_step_is_the_conclusion_or_gives_it_by_itself(last, status):
    found = verified(last)
    assert found.sketch.checked.failing is None and found.sketch.status is status
    assert ("does not give the conclusion" in api.told(found)) is (status is Status.REJECTED)


def test_a_step_from_premises_that_contradict_each_other_shows_nothing():
    theory = "Premises:\nP\n¬P\nConclusion:\nQ\n"
    found = verified("1. Q from premise_1, premise_2", theory)
    assert (
        found.sketch.status is Status.INCONSISTENT
        and "premise_1, premise_2 cannot be true together" in api.told(found)
    )
    honest = verified("1. P ∨ Q from premise_1", "Premises:\nP\n¬P\nConclusion:\nP ∨ Q\n")
    assert honest.sketch.status is honest.status is Status.INCONSISTENT


class Slow:
    """Knows single steps of two premises at most, and nothing else."""

    def __init__(self, most=2):
        self.most = most

    async def ask(self, query, *, steps):
        if len(query.premises) > self.most:
            return Verdict(Status.UNKNOWN, reason="too many premises")
        names = tuple(p.name for p in query.premises)
        return Verdict(Status.TRUE, evidence=evidence_of(names), engine="slow")


def evidence_of(names):
    return LogicEvidence("UNKNOWN", NeededPremises(names))


def test_a_sketch_that_holds_makes_true_what_the_engine_alone_leaves_unknown():
    text = "1. Mammal(rex) from premise_1, premise_4\n2. ∃y Parent(y, rex) from 1, premise_2"
    found = verified(text, engine=Slow())
    assert found.status is Status.TRUE and found.verdict.reason.startswith(
        "shown by the sketch, step by step"
    )
    assert found.verdict.evidence.needed.premises == ("premise_1", "premise_2", "premise_4")
    assert verified("1. Mammal(rex)", engine=Slow()).status is Status.UNKNOWN


def test_a_sketch_of_trees_and_one_made_by_hand():
    theory = fol.read(FAMILY).theory
    tree = {
        "steps": [{"formula": tree_of(theory.conclusion), "from": ["premise_1", "premise_2", "premise_4"]}]
    }
    found = syllogos.verify(Source("f.fol", FAMILY), sketch=Source("s.json", json.dumps(tree)))
    assert found.sketch.status is Status.TRUE
    assert (
        syllogos.verify(Source("f.fol", FAMILY), sketch=Source("s.json", "{")).sketch.status
        is Status.REJECTED
    )
    by_hand = ProofSketch((SketchStep("1", theory.conclusion, ("premise_1",)),))
    assert syllogos.verify(Source("f.fol", FAMILY), sketch=by_hand).sketch.status is Status.OPEN
    wrong = ProofSketch((SketchStep("1", theory.conclusion, ("premise_9",)),))
    with pytest.raises(InputError, match="step 1 cites premise_9, which is no premise and no earlier step"):
        syllogos.verify(Source("f.fol", FAMILY), sketch=wrong)


def test_the_command_shows_and_prints_what_became_of_a_sketch(command, tmp_path):
    (tmp_path / "f.fol").write_text(FAMILY, encoding="utf-8")
    (tmp_path / "s.txt").write_text("1. Dog(rex) from premise_3\n", encoding="utf-8")
    code, out, _ = command("verify", tmp_path / "f.fol", "--sketch", tmp_path / "s.txt", "--json")
    said = json.loads(out)
    assert (
        code == 0
        and said["status"] == "TRUE"
        and (said["sketch"]["status"], said["sketch"]["failing"]) == ("OPEN", "1")
    )
    assert said["sketch"]["steps"][0]["from"] == ["premise_3"] and "Step 1 (rex is a Dog)" in said["told"]
    code, out, _ = command("verify", tmp_path / "f.fol", "--sketch", tmp_path / "s.txt")
    assert "    Dog(" not in out and "Step 1 (rex is a Dog) does not follow from premise_3." in out
    code, _, err = command("verify", tmp_path / "f.fol", tmp_path / "f.fol", "--sketch", tmp_path / "s.txt")
    assert code == 2 and "a sketch is of one theory" in err
    (tmp_path / "s.txt").write_text("1. Dgo(rex)\n", encoding="utf-8")
    code, out, _ = command("verify", tmp_path / "f.fol", "--sketch", tmp_path / "s.txt", "--json")
    assert json.loads(out)["sketch"]["errors"][0]["column"] == 4
