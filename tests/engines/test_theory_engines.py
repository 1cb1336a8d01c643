"""Every solver of theories on the same theories: z3, cvc5 and E where they are installed."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formulas import formulas
from formulas import theory as theory_of
from syllogos.api.verifying import VerifiedTheory, without_doubtful
from syllogos.engines.smt.wire import ProverCheck, SmtProblem
from syllogos.engines.solver_plan import plan_solver
from syllogos.engines.tptp.wire import check_result, problem_text
from syllogos.logic.evidence import LogicEvidence, countermodel
from syllogos.logic.formulas import Applied, Connected, Quantified, Related, Variable
from syllogos.logic.languages import fol, isabelle, tptp
from syllogos.logic.theories import Signature, Statement, Theory, background, inferred, reordered
from syllogos.verdict import Status, Verdict
from theory_engines import THERE, Engines

pytestmark = pytest.mark.skipif(not THERE, reason="needs a prover in sealed workers")
MANY = settings(deadline=None, max_examples=40, suppress_health_check=list(HealthCheck))
DECIDED = (Status.TRUE, Status.FALSE, Status.OPEN, Status.INCONSISTENT)


@pytest.fixture(scope="module")
def ask():
    """Verdicts by the name of a solver."""
    engines = Engines()
    yield engines
    engines.close()


def theory(*premises, goal):
    read = fol.read("Premises:\n" + "\n".join(premises) + f"\nConclusion:\n{goal}\n")
    assert read.theory, read.problems
    return read.theory


CITY = ("∀x (City(x) → ∃y Road(x, y))", "∀x ∀y (Road(x, y) → Road(y, x))", "City(ur)")
GROUP = ("∀x m(e, x) = x", "∀x m(i(x), x) = e", "∀x ∀y ∀z m(m(x, y), z) = m(x, m(y, z))")
HAND_MADE = {
    Status.TRUE: [
        (CITY, "∃x Road(x, ur)"),
        (("∀x (A(x) ∨ B(x))", "¬A(c)"), "B(c)"),
        (("f(a) = b", "f(b) = a", "∀x (P(x) → P(f(f(x))))", "P(a)"), "P(a) ∧ f(f(a)) = a"),
        (("a < b", "b < 7"), "a < 7 ∧ a ≠ 7"),
        (("a ≤ b", "a = b", "P(a)"), "P(b)"),
        (GROUP, "∀x m(i(x), m(x, a)) = a"),
    ],
    Status.FALSE: [
        (CITY, "∀x ¬Road(x, ur)"),
        (("∀x (Owl(x) → ¬Blind(x))", "Owl(o)"), "Blind(o)"),
        (("a = b ∨ a = c", "b = c"), "a ≠ b"),
        (("1 < a",), "a < 1"),
        (("∃x ∀y Loves(x, y)",), "∃y ∀x ¬Loves(x, y)"),
    ],
    Status.OPEN: [
        (CITY, "Road(ur, ur)"),
        (("∀x (Dog(x) → Mammal(x))", "Mammal(rex)"), "Dog(rex)"),
        (("∀x ∃y Loves(x, y)",), "∃y ∀x Loves(x, y)"),
        (("P(a) ∨ P(b)",), "P(a)"),
        ((), "∀x ∀y x = y"),
    ],
    Status.INCONSISTENT: [
        (("P(a)", "∀x ¬P(x)"), "Q"),
        (("∃x ∀y (Shaves(x, y) ↔ ¬Shaves(y, y))",), "∃x Shaves(x, x)"),
        (("a ≠ b", "∀x x = c"), "P"),
        (("3 < 2",), "P ∨ ¬P"),
        ((*CITY, "∀x ∀y ¬Road(x, y)"), "City(ur)"),
    ],
}  # fmt: skip
CASES = [(status, premises, goal) for status, made in HAND_MADE.items() for premises, goal in made]


@pytest.mark.parametrize("engine", THERE)
@pytest.mark.parametrize(("status", "premises", "goal"), CASES)
def test_a_theory_made_by_hand_has_its_status(ask, engine, status, premises, goal):
    whole = theory(*premises, goal=goal)
    verdict = ask(engine, whole)
    assert verdict.status is status, verdict
    assert (verdict.engine, verdict.isolation, verdict.stable) == (engine, "sealed", True)
    if status is Status.OPEN and engine != "eprover":
        assert countermodel(whole, whole.conclusion, verdict.evidence.countermodel.structure)
    if status in (Status.TRUE, Status.FALSE, Status.INCONSISTENT):
        names = {premise.name for premise in whole.premises}
        assert set(verdict.evidence.needed.premises) <= names


@pytest.mark.parametrize("engine", THERE)
@pytest.mark.parametrize(
    ("premises", "goal"),
    [
        (("∀x ∃y (x < y)",), "P(a)"),
        (("∀x ¬R(x, x)", "∀x ∃y R(x, y)", "∀x ∀y ∀z (R(x, y) ∧ R(y, z) → R(x, z))"), "P(a)"),
        ((*GROUP, "a < b"), "∀x ∀y m(x, y) = m(y, x)"),
        (("∀x ∀y (f(x) = f(y) → x = y)", "∀x f(x) ≠ a"), "∀x (x = a ∨ ∃y f(y) = x)"),
        (("∀x ∃y (S(x, y) ∧ ∀z (S(z, y) → z = x))", "∀x ¬S(x, x)", "∃y ∀x ¬S(x, y)"), "P"),
    ],
)
def test_what_no_finite_search_decides_meets_a_limit_and_is_no_guess(ask, engine, premises, goal):
    """OPEN, but with infinite structures only, or large ones; whoever decides it says so."""
    verdict = ask(engine, theory(*premises, goal=goal), steps=2_000)
    assert verdict.status in (Status.UNKNOWN, Status.OPEN), verdict
    assert verdict.status is Status.OPEN or (verdict.reason and verdict.bounds.steps == 2_000)


@pytest.mark.parametrize("engine", THERE)
def test_a_free_variable_of_a_conclusion_counts_where_both_readings_agree(ask, engine):
    assert ask(engine, theory("P(a)", goal="P(x)")).status is Status.REJECTED
    assert ask(engine, theory("∀x P(x)", goal="P(x)")).status is Status.TRUE


@pytest.mark.parametrize("engine", THERE)
def test_premises_alone_are_open_with_a_model_or_inconsistent(ask, engine):
    good = tptp.read("fof(a, axiom, p(c)). fof(b, axiom, ~ p(d)).").theory
    assert ask(engine, good).status is Status.OPEN
    bad = tptp.read("fof(a, axiom, p(c)). fof(b, axiom, ! [X] : ~ p(X)).").theory
    assert ask(engine, bad).status is Status.INCONSISTENT


EVENTS = """theory t imports Main begin typedecl entity typedecl event
consts Cat :: "entity ⇒ bool" Run :: "event ⇒ bool" Agent :: "event ⇒ entity ⇒ bool" tom :: entity
axiomatization where one: "∀e. Run e ⟶ (∃x. Agent e x ∧ Cat x)" and two: "∃e. Run e ∧ Agent e tom"
theorem shows "GOAL" oops end"""


@pytest.mark.parametrize("engine", THERE)
@pytest.mark.parametrize(
    ("goal", "status"),
    [
        ("∃x. Cat x", Status.TRUE),
        ("Cat tom", Status.OPEN),
        ("∀x. ¬ Cat x", Status.FALSE),
        ("∃(x::entity). x = tom", Status.TRUE),
        ("∀(x::entity) (y::entity). x = y", Status.OPEN),
    ],
)
def test_sorts_are_kept_apart(ask, engine, goal, status):
    read = isabelle.read(EVENTS.replace("GOAL", goal))
    assert read.theory, read.problems
    assert ask(engine, read.theory).status is status


@pytest.mark.parametrize("engine", THERE)
def test_no_sort_is_empty_and_functions_stay_in_theirs(ask, engine):
    """With two sorts: something is an event, and a function's value is of the sort it is said to be."""
    event = Variable("e", "event")
    x = Variable("x", "entity")
    signature = Signature(
        ("entity", "event"),
        {("doer", 1): (("event",), "entity")},
        {("Good", 1): ("entity",), ("Late", 1): ("event",)},
    )
    premise = Statement("all", Quantified("forall", (x,), Related("Good", (x,))))
    doer = Related("Good", (Applied("doer", (event,)),))
    goal = Quantified("forall", (event,), doer)
    assert ask(engine, Theory((premise,), goal, signature)).status is Status.TRUE
    late = Statement("late", Quantified("forall", (event,), Related("Late", (event,))))
    some = Quantified("exists", (event,), Related("Late", (event,)))
    assert ask(engine, Theory((late,), some, signature)).status is Status.TRUE


THEORIES = st.lists(formulas(("P", "Q"), ("a", "b"), ("f",), numbers=False), min_size=2, max_size=4)


@MANY
@given(made=THEORIES)
def test_engines_agree_on_every_theory_that_they_decide(ask, made):
    *premises, goal = made
    whole = theory_of(*premises, conclusion=goal, signature=inferred(made))
    verdicts = {name: ask(name, whole, steps=40_000) for name in THERE}
    said = {one.status for one in without_doubtful(verified(whole, verdicts.values()))}
    assert len(said) <= 1, verdicts
    for verdict in verdicts.values():
        if model := verdict.evidence.countermodel:
            assert countermodel(whole, goal, model.structure)


@MANY
@given(made=st.lists(formulas(("P",), ("a", "b"), ("f",)), min_size=2, max_size=3))
def test_engines_agree_where_there_are_numbers_and_order(ask, made):
    *premises, goal = made
    whole = theory_of(*premises, conclusion=goal, signature=inferred(made))
    verdicts = [ask(name, whole, steps=20_000) for name in THERE]
    assert len({one.status for one in without_doubtful(verified(whole, verdicts))}) <= 1, verdicts


def verified(whole, verdicts):
    return [VerifiedTheory("t", verdict, (), (), (), 0.0, whole) for verdict in verdicts]


def test_a_proof_from_premises_that_may_be_contradictory_is_no_disagreement_with_who_found_that_they_are():
    def verdict(status, consistency):
        return Verdict(status, evidence=LogicEvidence(consistency))

    found = verdict(Status.INCONSISTENT, "FALSE")
    doubtful, sure = verdict(Status.TRUE, "UNKNOWN"), verdict(Status.TRUE, "TRUE")
    opposite = verdict(Status.FALSE, "UNKNOWN")

    def left(*verdicts):
        return [one.verdict for one in without_doubtful(verified(None, verdicts))]

    assert left(found, doubtful) == [found] and left(doubtful, doubtful) == [doubtful, doubtful]
    assert left(doubtful, opposite) == [] and left(sure, opposite) == [sure]
    assert left(found, sure) == [found, sure]


@pytest.mark.skipif("eprover" not in THERE, reason="needs the extra eprover")
def test_a_proof_is_told_in_the_words_of_the_theory_and_each_step_follows_from_its_parents(ask):
    whole = theory("∀x (狗(x) → Mammal(x))", "狗(rex) ∨ 狗(tom)", "¬狗(tom)", "Cat(tom)", goal="∃x Mammal(x)")
    proof = ask("eprover", whole).evidence.proof
    assert proof.steps[-1].formula == "⊥"
    assert {s.premise for s in proof.steps if s.rule == "premise"} == {"premise_1", "premise_2", "premise_3"}
    assert "negated conclusion" in {step.rule for step in proof.steps}
    for step in proof.steps:
        if step.rule in ("premise", "negated conclusion"):
            continue
        parents = [proof.steps[n].formula for n in step.parents]
        assert ask("z3", theory(*parents, goal=step.formula)).status in (Status.TRUE, Status.INCONSISTENT)


@pytest.mark.skipif("eprover" not in THERE, reason="needs the extra eprover")
def test_numbers_and_order_are_told_as_such(ask):
    proof = ask("eprover", theory("a < b", "b < 10", goal="a ≠ 10")).evidence.proof
    assert {"a < b", "b < 10"} <= {step.formula for step in proof.steps}
    assert "order and numbers" in {step.rule for step in proof.steps}


def fof(reply):
    """What a reply of a prover comes to, of a theory with two premises."""
    whole = theory("P(a)", "Q(a)", goal="P(b)")
    problem = SmtProblem.of(
        whole, (*(p.formula for p in whole.premises), *background(whole), whole.conclusion)
    )
    return check_result(problem, ProverCheck(((0, True), (1, True), (2, False))), reply)


@pytest.mark.parametrize(
    ("reply", "result", "why"),
    [
        ("", "unknown", "it says nothing"),
        ("# Proof found!\n", "unknown", "it says nothing"),
        ("% SZS status ResourceOut\n", "unknown", "ResourceOut"),
        ("% SZS status GaveUp\n", "unknown", "GaveUp"),
        ("said: % SZS status Theorem", "unknown", "it says nothing"),
        ("% SZS status Satisfiable\n", "sat", ""),
        ("% SZS status Unsatisfiable\n", "unsat", ""),
    ],
)
def test_only_a_status_of_its_own_line_says_anything(reply, result, why):
    found = fof(reply)
    assert (found.result, found.why) == (result, why)
    assert found.core == ((0, 1, 2) if result == "unsat" else ())


def test_the_problem_of_a_prover_has_no_text_of_anybody():
    name = "x') & $false | p('"
    goal = Related(name, (Applied(name),))
    whole = Theory((), Connected("or", (goal, goal)), inferred((goal,)))
    text = problem_text(SmtProblem.of(whole, whole.formulas), ProverCheck(((0, False),)))
    assert text == "fof(g0, negated_conjecture, ~ (p0(f0) | p0(f0))).\n"


def test_another_order_of_premises_has_the_same_premises():
    whole = theory("P(a)", "P(b)", "P(c)", goal="P(d)")
    assert [p.name[-1] for p in reordered(whole, 1).premises] == ["2", "3", "1"]
    assert reordered(whole, 3) == whole == reordered(whole, 0)
    assert reordered(theory(goal="P"), 2).premises == ()


@pytest.mark.skipif("cvc5" not in THERE, reason="needs the extra cvc5")
def test_a_worker_of_cvc5_that_the_clock_kills_leaves_it_unknown():
    async def asked():
        solver = plan_solver({"solver": "cvc5", "wall": 0.05, "workers": 1}).open()
        whole = theory(*GROUP, "∀x ∃y (x < y)", goal="P(a)")
        verdict = await solver.ask(whole, steps=10**9)
        await solver.aclose()
        return verdict

    verdict = asyncio.run(asked())
    assert (verdict.status, verdict.stable) == (Status.UNKNOWN, False) and "clock" in verdict.reason


@pytest.mark.skipif("eprover" not in THERE, reason="needs the extra eprover")
def test_e_is_killed_by_the_clock_and_a_proof_found_before_counts_but_is_not_stable():
    async def asked(goal):
        solver = plan_solver({"solver": "eprover", "wall": 2.0}).open()
        return await solver.ask(theory("a ≤ b", "b ≤ a", "∀x ∃y (x < y)", goal=goal), steps=10**9)

    proved = asyncio.run(asked("a = b"))
    assert (proved.status, proved.stable) == (Status.TRUE, False)
    unknown = asyncio.run(asked("P(a)"))
    assert (unknown.status, unknown.stable) == (Status.UNKNOWN, False) and "clock" in unknown.reason
