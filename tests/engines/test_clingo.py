"""clingo beside our own engines on rules and finite problems, and on programs that nobody trusts."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_chainer import PROGRAMS
from test_finite import PROBLEMS

from syllogos.engines.guard.isolation import available
from syllogos.engines.solvers import finite, rules
from syllogos.engines.solvers.clingo import AspQuery, make
from syllogos.logic.constraints import (
    AppliedFunction,
    ChoiceOption,
    FiniteFunction,
    FiniteProblem,
    Known,
    Operation,
    Ranged,
    Ranging,
)
from syllogos.logic.languages.rules import parse
from syllogos.logic.options import ChosenOptions, ConflictingConstraints, faulty_case
from syllogos.logic.rules import RuleProgram, RuleQuestion, SignedAtom
from syllogos.verdict import Status

pytest.importorskip("clingo", reason="needs the extra clingo")
pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")
STEPS = 200_000
MANY = settings(deadline=None, max_examples=20, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def ask():
    """Verdicts on queries, all from one solver in one loop."""
    with asyncio.Runner() as runner:
        solver = make(workers=1)
        yield lambda query, steps=STEPS: runner.run(solver.ask(query, steps=steps))
        solver.close()


@pytest.mark.parametrize("world", ["open", "closed"])
@MANY
@given(program=PROGRAMS)
def test_rules_come_to_what_the_chainer_says(ask, world, program):
    question = RuleQuestion(program, world)
    ours, verdict = rules.decide(question, steps=STEPS), ask(question)
    assert verdict.status is ours.status, (verdict, ours)
    if ours.status is Status.OPEN:
        assert set(verdict.evidence.facts) == set(ours.evidence.facts)


@pytest.mark.parametrize(
    ("conditions", "query", "opened", "closed"),
    [
        ("A($x) && not B($x)", "C(bob)", Status.OPEN, Status.TRUE),
        ("A($x) && not D($x)", "C(bob)", Status.TRUE, Status.TRUE),
        ("A($x) && not A($x)", "C(bob)", Status.OPEN, Status.FALSE),
        ("A($x)", "not C(bob)", Status.FALSE, Status.FALSE),
        ("B($x)", "not C(bob)", Status.OPEN, Status.TRUE),
        ("not C($x)", "A(bob)", Status.TRUE, Status.REJECTED),
    ],
)
def test_what_does_not_hold_is_said_in_an_open_world_and_not_derived_in_a_closed_one(
    ask, conditions, query, opened, closed
):
    text = f"Facts:\nA(bob)\nnot D(bob)\nRules:\n{conditions} >>> C($x)\nQuery:\n{query}"
    program = parse(text).program
    assert ask(RuleQuestion(program)).status is opened
    assert ask(RuleQuestion(program, "closed")).status is closed


@MANY
@given(problem=PROBLEMS)
def test_options_come_to_what_the_search_says(ask, problem):
    ours, verdict = finite.decide(problem, steps=STEPS), ask(problem)
    if ours.status is Status.UNKNOWN or verdict.status is Status.UNKNOWN:
        return
    assert (verdict.status, verdict.answer) == (ours.status, ours.answer)
    if isinstance(verdict.evidence, ChosenOptions):
        assert faulty_case(verdict.evidence, problem) == ""
    else:
        kept = verdict.evidence.constraints
        assert finite.decide(replaced(problem, kept), steps=STEPS).status is Status.INCONSISTENT
        for one in kept:
            fewer = tuple(c for c in kept if c != one)
            assert finite.decide(replaced(problem, fewer), steps=STEPS).status is not Status.INCONSISTENT


def replaced(problem, constraints):
    return FiniteProblem(problem.sorts, problem.functions, constraints, problem.options)


@MANY
@given(
    st.lists(st.sampled_from([(1, 2), (0, 3), (2, 2), (4, 0)]), min_size=1, max_size=2),
    st.sampled_from(["==", "<", "<="]),
)
def test_sums_over_more_cells_than_can_be_written_out_are_compared_exactly(ask, bounds, operator):
    """Twelve cells of three values: 531,441 cases."""
    things = tuple(f"t{n}" for n in range(12))
    value = AppliedFunction("worth", (Ranged("x"),))
    total = Ranging("sum", (("x", "things"),), value)
    count = Ranging("count", (("x", "things"),), Operation("==", (value, Known(2))))
    constraints = tuple(
        Operation(operator, (Operation("-", (total, Known(20 + a))), Operation("*", (Known(b), count))))
        for a, b in bounds
    )
    option = ChoiceOption("A", "agrees", Operation("==", (count, Known(9))))
    problem = FiniteProblem(
        {"things": things}, (FiniteFunction("worth", ("things",), (0, 1, 2)),), constraints, (option,)
    )
    verdict = ask(problem)
    expected = counted(bounds, operator)
    assert verdict.status is expected
    if verdict.status is not Status.INCONSISTENT:
        assert faulty_case(verdict.evidence, problem) == ""


def counted(bounds, operator):
    """By how many of the twelve are 1 and how many 2."""
    compare = {"==": int.__eq__, "<": int.__lt__, "<=": int.__le__}[operator]
    met = [
        twos
        for twos in range(13)
        for ones in range(13 - twos)
        if all(compare(ones + 2 * twos - 20 - a, b * twos) for a, b in bounds)
    ]
    if not met:
        return Status.INCONSISTENT
    return Status.TRUE if 9 in met else Status.FALSE


def test_constraints_that_conflict_are_named_and_none_can_be_left_out(ask):
    owl, crow = AppliedFunction("owl"), AppliedFunction("crow")
    needed = (Operation("<", (owl, crow)), Operation("==", (owl, Known(3))))
    free = Operation("<=", (crow, Known(3)))
    functions = (FiniteFunction("owl", (), (1, 2, 3)), FiniteFunction("crow", (), (1, 2, 3)))
    verdict = ask(FiniteProblem({}, functions, (needed[0], free, needed[1]), ()))
    assert verdict.status is Status.INCONSISTENT
    assert verdict.evidence == ConflictingConstraints(needed)


@pytest.mark.parametrize(
    ("program", "models", "status", "answer"),
    [
        ("1 {a; b} 1. c :- a.", 0, Status.TRUE, {("b",), ("a", "c")}),
        ("p(1..3). q(X) :- p(X), not r(X). r(2). #show q/1.", 1, Status.TRUE, {("q(1)", "q(3)")}),
        ("a :- not a.", 1, Status.INCONSISTENT, set()),
        ("% a comment: #script\na.", 1, Status.TRUE, {("a",)}),
        ('a("#include").', 1, Status.TRUE, {('a("#include")',)}),
    ],
)
def test_a_program_has_its_stable_models(ask, program, models, status, answer):
    verdict = ask(AspQuery(program, models))
    assert (verdict.status, verdict.isolation) == (status, "sealed")
    assert set(verdict.answer.models) == answer


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("#script (python) #end.", "line 1, column 1: ‘#script’ is no part"),
        ('a.\n #include "/etc/passwd".', "line 2, column 2: ‘#include’"),
        ("#external a.", "#external"),
        ("#program base(t).", "#program"),
        ("#theory t {}.", "#theory"),
        ("a :- X = @f(1).", "column 10: ‘@f’"),
        ("&sum{x} > 1.", "‘&sum’"),
        ("#  script (lua) #end.", "‘#’ is no part"),
        ('a("b).', "never closed"),
        ("a :- b", "syntax error"),
        ("a(X) :- not b(X).", "unsafe"),
        ("a :- " + "(" * 300 + "1" + ")" * 300 + " = 1.", "nested"),
    ],
)
def test_what_is_not_allowed_is_refused_at_its_place(ask, program, words):
    verdict = ask(AspQuery(program))
    assert verdict.status is Status.REJECTED and words in verdict.reason, verdict.reason


def test_grounding_without_end_is_killed_and_the_next_program_runs():
    async def asked():
        solver = make(workers=1, wall=1.0)
        endless = await solver.ask(AspQuery("n(0). n(X+1) :- n(X)."), steps=STEPS)
        after = await solver.ask(AspQuery("a."), steps=STEPS)
        await solver.aclose()
        return endless, after

    endless, after = asyncio.run(asked())
    assert (endless.status, endless.stable) == (Status.UNKNOWN, False) and endless.reason
    assert after.status is Status.TRUE


def test_a_hard_search_ends_at_its_conflicts_and_a_flood_of_models_at_its_size(ask):
    holes = "h(1..8). p(1..9). 1 {at(P, H): h(H)} 1 :- p(P). :- at(P, H), at(Q, H), P < Q."
    verdict = ask(AspQuery(holes), steps=50)
    assert (verdict.status, verdict.stable) == (Status.UNKNOWN, True) and "conflicts" in verdict.reason
    assert ask(AspQuery("{a(1..40)}.", 0)).reason.endswith("the models are too large")


def test_names_of_a_program_never_reach_the_engine_as_text(ask):
    text = "x). #script (python) #end. p("
    fact = SignedAtom(text, (text,))
    question = RuleQuestion(RuleProgram((fact,), (), fact))
    assert ask(question).status is Status.TRUE
