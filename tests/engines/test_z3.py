"""Z3 on theories: every status with its evidence, limits, and problems of the literature."""

import asyncio
from dataclasses import replace

import pytest

from pelletier import PELLETIER
from syllogos.engines.guard.isolation import available
from syllogos.engines.guard.pool import Pool
from syllogos.engines.solvers.z3 import make
from syllogos.logic.evidence import countermodel
from syllogos.logic.languages import fol, isabelle, smtlib, tptp
from syllogos.logic.structures import FiniteStructure
from syllogos.verdict import Status

pytest.importorskip("z3", reason="needs z3-solver")
pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")
STEPS = 1_000_000


@pytest.fixture(scope="module")
def ask():
    """Verdicts on theories, all from one solver in one loop, with other settings from one of its own."""
    with asyncio.Runner() as runner:
        solver = make(workers=1)

        def asked(whole, steps=STEPS, **settings):
            other = make(workers=1, **settings) if settings else solver
            try:
                return runner.run(other.ask(whole, steps=steps))
            finally:
                if settings:
                    other.close()

        yield asked
        solver.close()


def theory(*premises, goal):
    read = fol.read("Premises:\n" + "\n".join(premises) + f"\nConclusion:\n{goal}\n")
    assert read.theory, read.problems
    return read.theory


DOGS = "∀x (Dog(x) → Mammal(x))"


@pytest.mark.parametrize(
    ("premises", "goal", "status"),
    [
        ((DOGS, "Dog(rex)"), "Mammal(rex)", Status.TRUE),
        ((DOGS, "¬Mammal(rex)"), "Dog(rex)", Status.FALSE),
        ((DOGS, "Mammal(rex)"), "Dog(rex)", Status.OPEN),
        (("P", "¬P"), "Q", Status.INCONSISTENT),
        (("a = b", "P(a)"), "P(b)", Status.TRUE),
        (("∀x ∃y R(x, y)",), "∃y ∀x R(x, y)", Status.OPEN),
        (("∃y ∀x R(x, y)",), "∀x ∃y R(x, y)", Status.TRUE),
        (("platypus(platypus)",), "∃x platypus(x)", Status.TRUE),
        (("Rating(subway, 10)", "∀x ∀y (Rating(x, y) ∧ y > 9 → Listed(x))"), "Listed(subway)", Status.TRUE),
        (("8 > 9",), "P", Status.INCONSISTENT),
        (("a < b", "b < c"), "c < a", Status.FALSE),
        (("a ≤ b", "b ≤ a"), "a = b", Status.TRUE),
        ((), "P ∨ ¬P", Status.TRUE),
        (("狗(小白)", "∀x (狗(x) → 动物(x))"), "动物(小白)", Status.TRUE),
    ],
)
def test_a_theory_has_its_status(ask, premises, goal, status):
    whole = theory(*premises, goal=goal)
    verdict = ask(whole)
    assert verdict.status is status, verdict
    assert (verdict.engine, verdict.isolation, verdict.stable) == ("z3", "sealed", True)
    if status is Status.OPEN:
        assert countermodel(whole, whole.conclusion, verdict.evidence.countermodel.structure)


def test_the_premises_that_are_needed_are_the_evidence_and_others_are_not_named(ask):
    verdict = ask(theory("Cat(tom)", DOGS, "Dog(rex)", "¬Cat(rex)", goal="Mammal(rex)"))
    assert verdict.evidence.needed.premises == ("premise_2", "premise_3")
    assert verdict.evidence.consistency == "TRUE"


def test_the_premises_that_contradict_each_other_are_named(ask):
    verdict = ask(theory("Cat(tom)", "P ∧ Q", "¬Q", goal="Cat(tom)"))
    assert verdict.status is Status.INCONSISTENT and "premise_2, premise_3" in verdict.reason


def test_a_countermodel_is_told_in_a_line(ask):
    verdict = ask(theory(DOGS, "¬Dog(b)", "Dog(a)", goal="Mammal(b)"))
    assert str(verdict.evidence.countermodel) == "a, b: Dog(a), not Dog(b), Mammal(a), not Mammal(b)" or (
        "not Mammal(b)" in str(verdict.evidence.countermodel)
    )


def test_premises_with_only_infinite_models_meet_a_limit_and_are_no_guess(ask):
    whole = theory("∀x ∃y (x < y)", goal="P(a)")
    verdict = ask(whole, steps=20_000)
    assert verdict.status is Status.UNKNOWN and verdict.reason and verdict.bounds.steps == 20_000


def test_a_clock_that_runs_out_is_unknown_and_not_stable(ask):
    verdict = ask(theory("∀x ∃y (x < y)", goal="P(a)"), steps=2_000_000_000, wall=1.0)
    assert (verdict.status, verdict.stable) == (Status.UNKNOWN, False) and "clock" in verdict.reason


def test_a_free_variable_in_a_conclusion_counts_only_where_both_readings_agree(ask):
    assert ask(theory("P(a)", goal="P(x)")).status is Status.REJECTED
    assert "for all values that is OPEN, for some TRUE" in ask(theory("P(a)", goal="P(x)")).reason
    assert ask(theory("∀x P(x)", goal="P(x)")).status is Status.TRUE


def test_order_is_left_out_where_only_the_closing_of_premises_contradicts_it(ask):
    premises = ("∀x (Popular(x) → Rating(x, y) ∧ y > 9)", "Popular(subway)")
    verdict = ask(theory(*premises, goal="Popular(subway)"))
    assert verdict.status is Status.TRUE and verdict.reason.startswith(
        "free variables of premises contradict"
    )


@pytest.mark.parametrize(("goal", "status"), [("P100(a)", Status.TRUE), ("P100(b)", Status.OPEN)])
def test_a_chain_of_100_rules_is_followed_to_its_end(ask, goal, status):
    chain = [f"∀x (P{n}(x) → P{n + 1}(x))" for n in range(100)]
    assert ask(theory(*chain, "P0(a)", goal=goal)).status is status


def requests(theory, monkeypatch):
    """The verdict on a theory, and how many requests it took."""
    asked = []
    whole = Pool.ask

    async def counted(self, request, wall):
        asked.append(request)
        return await whole(self, request, wall)

    monkeypatch.setattr(Pool, "ask", counted)
    solver = make(workers=1)
    try:
        return asyncio.run(solver.ask(theory, steps=STEPS)), len(asked)
    finally:
        solver.close()


def test_an_open_question_takes_one_request_with_its_countermodel(monkeypatch):
    whole = theory(DOGS, "Dog(rex)", "Near(rex, tom)", goal="Dog(tom) ∧ Near(tom, rex)")
    verdict, count = requests(whole, monkeypatch)
    assert (verdict.status, count) == (Status.OPEN, 1)
    assert countermodel(whole, whole.conclusion, verdict.evidence.countermodel.structure)


def test_premises_alone_take_one_request_with_their_model(monkeypatch):
    whole = replace(theory(DOGS, "Dog(rex)", goal="Dog(rex)"), conclusion=None)
    verdict, count = requests(whole, monkeypatch)
    assert (verdict.status, count) == (Status.OPEN, 1) and verdict.evidence.countermodel


def test_a_model_that_is_large_is_left_for_a_small_one(monkeypatch):
    apart = [f"a{n} ≠ a{m}" for n in range(4) for m in range(n)]
    whole = theory(*apart, "∀x ∀y ∀z ∀w ∀v R(x, y, z, w, v)", goal="P(a0)")
    verdict, count = requests(whole, monkeypatch)
    assert verdict.status is Status.OPEN and count > 1
    assert len(verdict.evidence.countermodel.structure.predicates["R", 5]) == 4**5


def test_two_sorts_are_kept_apart(ask):
    text = """theory t imports Main begin typedecl entity typedecl event
    consts Cat :: "entity ⇒ bool" Run :: "event ⇒ bool" Agent :: "event ⇒ entity ⇒ bool"
    axiomatization where one: "∀e. Run e ⟶ (∃x. Agent e x ∧ Cat x)" and two: "∃e. Run e"
    theorem shows "GOAL" oops end"""
    some = isabelle.read(text.replace("GOAL", "∃x. Cat x")).theory
    every = isabelle.read(text.replace("GOAL", "∀x. Cat x")).theory
    assert ask(some).status is Status.TRUE
    open_one = ask(every)
    assert open_one.status is Status.OPEN
    assert set(open_one.evidence.countermodel.structure.sizes) == {"entity", "event"}


def test_a_variable_that_hides_another_one_is_not_caught_by_the_next(ask):
    """For every x, y, x and z: R(x, z), which is not that R holds of each thing and itself."""
    assert ask(theory("∀x ∀y ∀x ∀z R(x, z)", goal="R(a, b)")).status is Status.TRUE
    assert ask(theory("∀x R(x, x)", goal="∀x ∀y ∀x ∀z R(x, z)")).status is Status.OPEN


def test_names_of_a_theory_never_reach_the_engine_as_text(ask):
    whole = theory('"p) (exit) (assert false"(a)', goal='"|x|"(a)')
    assert ask(whole).status is Status.OPEN


def test_a_countermodel_of_two_premises_with_the_truth_turned_is_refused():
    whole = theory("P(a)", goal="P(b)")
    right = FiniteStructure(
        {"entity": 2}, {("a", 0): {(): 0}, ("b", 0): {(): 1}}, {("P", 1): frozenset({(0,)})}
    )
    assert countermodel(whole, whole.conclusion, right)
    wrong = replace(right, predicates={("P", 1): frozenset({(0,), (1,)})})
    assert countermodel(whole, whole.conclusion, wrong) is None


@pytest.mark.parametrize("number", ["10", "24", "31", "48", "57"])
def test_what_is_printed_in_another_language_has_the_same_status(ask, number):
    premises, goal = PELLETIER[number]
    whole = theory(*premises, goal=goal)
    assert ask(tptp.read(tptp.printed(whole)).theory).status is Status.TRUE
    assert ask(smtlib.read(smtlib.printed(whole)).theory).status is Status.INCONSISTENT
    if number != "57":
        assert ask(isabelle.read(isabelle.printed(whole)).theory).status is Status.TRUE
