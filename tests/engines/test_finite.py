"""Finite problems: every option by exact search, against plain enumeration and against a SAT solver."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Cadical153

from syllogos.engines.finite.search import choose
from syllogos.engines.solvers.finite import decide, decide_reading
from syllogos.engines.steps import Steps
from syllogos.logic.constraints import (
    AppliedFunction,
    Assignment,
    ChoiceOption,
    FiniteFunction,
    FiniteProblem,
    Known,
    Operation,
    Ranged,
    Ranging,
    holds,
)
from syllogos.logic.languages import csp, sat
from syllogos.logic.narrate.options import narrate
from syllogos.logic.options import ChosenOptions, ConflictingConstraints, OptionResult, faulty_case
from syllogos.verdict import Status

DAYS = ("mon", "tue", "wed")
SORTS = {"days": DAYS, "ranks": (1, 2, 3)}
FUNCTIONS = (
    FiniteFunction("on", ("ranks",), DAYS),
    FiniteFunction("rank", ("days",), (1, 2, 3)),
    FiniteFunction("open", ("days",), (False, True)),
)
X, R = Ranged("x"), Ranged("r")


def numbers(depth):
    leaf = st.sampled_from(
        [Known(1), Known(2), R, AppliedFunction("rank", (X,)), AppliedFunction("rank", (Known("tue"),))]
    )
    if not depth:
        return leaf
    inner = numbers(depth - 1)
    return st.one_of(
        leaf,
        st.builds(
            lambda op, a, b: Operation(op, (a, b)),
            st.sampled_from(["+", "-", "*", "mod", "min"]),
            inner,
            inner,
        ),
        st.builds(lambda a: Operation("abs", (a,)), inner),
        st.builds(lambda c, a, b: Operation("if", (c, a, b)), truths(depth - 1), inner, inner),
        st.builds(lambda d: AppliedFunction("rank", (d,)), days(depth - 1)),
        st.builds(lambda c: Ranging("count", (("x", "days"),), c), truths(depth - 1)),
        st.builds(lambda a: Ranging("sum", (("r", "ranks"),), a), inner),
    )


def days(depth):
    leaf = st.sampled_from([Known("mon"), X, AppliedFunction("on", (R,)), Operation("+", (X, Known(1)))])
    if not depth:
        return leaf
    return st.one_of(leaf, st.builds(lambda a: AppliedFunction("on", (a,)), numbers(depth - 1)))


def truths(depth):
    leaf = st.one_of(
        st.builds(
            lambda op, a, b: Operation(op, (a, b)), st.sampled_from(["==", "<", "<="]), days(0), days(0)
        ),
        st.builds(
            lambda op, a, b: Operation(op, (a, b)), st.sampled_from(["==", "<", "<="]), numbers(0), numbers(0)
        ),
        st.just(AppliedFunction("open", (X,))),
    )
    if not depth:
        return leaf
    inner = truths(depth - 1)
    return st.one_of(
        leaf,
        st.builds(
            lambda op, a, b: Operation(op, (a, b)), st.sampled_from(["and", "or", "iff"]), inner, inner
        ),
        st.builds(lambda a: Operation("not", (a,)), inner),
        st.builds(lambda c, a, b: Operation("if", (c, a, b)), inner, inner, inner),
        st.builds(
            lambda op, a, b: Operation(op, (a, b)),
            st.sampled_from(["==", "<"]),
            days(depth - 1),
            days(depth - 1),
        ),
        st.builds(
            lambda op, a, b: Operation(op, (a, b)),
            st.sampled_from(["==", "<"]),
            numbers(depth - 1),
            numbers(depth - 1),
        ),
        st.builds(
            lambda kind, a: Ranging(kind, (("x", "days"),), a), st.sampled_from(["all", "some"]), inner
        ),
        st.builds(lambda a: Ranging("different", (("x", "days"),), a), numbers(depth - 1)),
        st.builds(lambda a, b: Operation("different", (a, b)), days(depth - 1), days(depth - 1)),
    )


def closed(body):
    """``body`` for all or some things that it leaves open."""
    return st.sampled_from(["all", "some"]).map(
        lambda kind: Ranging(kind, (("x", "days"), ("r", "ranks")), body)
    )


CONDITIONS = truths(2).flatmap(closed)
OPTIONS = st.builds(
    lambda test, condition, wanted: ChoiceOption("?", test, condition, wanted),
    st.sampled_from(["follows", "agrees"]), CONDITIONS, st.booleans(),
)  # fmt: skip
PROBLEMS = st.builds(
    lambda constraints, options: FiniteProblem(
        SORTS, FUNCTIONS, tuple(constraints),
        tuple(replace(o, label=label) for o, label in zip(options, "ABC", strict=False)),
    ),
    st.lists(CONDITIONS, max_size=3), st.lists(OPTIONS, min_size=1, max_size=3),
)  # fmt: skip


def solutions(problem):
    """Every assignment that meets the constraints, by trying all."""
    cells = problem.cells()
    names = [AppliedFunction(function, tuple(map(Known, things))) for function, things in cells]
    for values in product(*cells.values()):
        assignment = Assignment(tuple(zip(names, values, strict=True)))
        if all(holds(constraint, assignment, problem) for constraint in problem.constraints):
            yield assignment


@settings(max_examples=40)
@given(PROBLEMS)
def test_options_are_what_all_assignments_say(problem):
    everything = list(solutions(problem))
    result = choose(problem, Steps(10_000_000))
    if not everything:
        assert isinstance(result, ConflictingConstraints)
        return
    assert isinstance(result, ChosenOptions)
    for option, outcome in zip(problem.options, result.results, strict=True):
        true = [holds(option.condition, one, problem) for one in everything]
        assert outcome.right is ((all(true) if option.test == "follows" else any(true)) is option.wanted)
    assert faulty_case(result, problem) == ""


@settings(max_examples=40)
@given(
    st.integers(2, 5), st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8),
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 5)), max_size=3),
)  # fmt: skip
def test_a_sat_solver_finds_an_order_just_when_the_search_does(size, before, fixed):
    before = [(a, b) for a, b in before if a < size and b < size]
    fixed = [(a, place) for a, place in fixed if a < size and place <= size]
    places = range(1, size + 1)
    number = {pair: n for n, pair in enumerate(product(range(size), places), 1)}
    clauses = [[number[a, place] for place in places] for a in range(size)]
    clauses += [[-number[a, p], -number[a, q]] for a in range(size) for p, q in combinations(places, 2)]
    clauses += [[-number[a, p], -number[b, p]] for a, b in combinations(range(size), 2) for p in places]
    clauses += [[-number[a, p], -number[b, q]] for a, b in before for p in places for q in places if p >= q]
    clauses += [[number[a, place]] for a, place in fixed]
    with Cadical153(clauses) as solver:
        expected = solver.solve()
    lines = [f"v{a} [IN] [{', '.join(map(str, places))}]" for a in range(size)]
    said = [f"v{a} < v{b}" for a, b in before] + [f"v{a} == {place}" for a, place in fixed]
    names = ", ".join(f"v{a}" for a in range(size))
    text = [
        "Variables:",
        *lines,
        "Constraints:",
        f"AllDifferentConstraint([{names}])",
        *said,
        "Query:",
        "A) v0 == 1",
    ]
    verdict = decide(csp.parse("\n".join(text)).problem, steps=1_000_000)
    assert (verdict.status is not Status.INCONSISTENT) is expected


BIRDS = """Variables:
owl [IN] [1, 2, 3]
crow [IN] [1, 2, 3]
wren [IN] [1, 2, 3]
Constraints:
AllDifferentConstraint([owl, crow, wren])
{constraint}
Query:
A) owl == 1
B) crow == 1
C) wren == 1
"""


def birds(constraint):
    return csp.parse(BIRDS.format(constraint=constraint)).problem


def test_one_none_several_and_no_solution_stay_apart():
    one, none = (
        decide(birds("owl < crow and crow < wren"), steps=9999),
        decide(birds("crow == 2"), steps=9999),
    )
    assert (one.status, one.answer) == (Status.TRUE, ("A",))
    assert (none.status, none.answer) == (Status.FALSE, ())
    middle = birds("crow == 2")
    loose = replace(middle, options=tuple(replace(option, test="agrees") for option in middle.options))
    assert (decide(loose, steps=9999).status, decide(loose, steps=9999).answer) == (Status.OPEN, ("A", "C"))
    conflict = decide(birds("owl < crow and crow < owl"), steps=9999)
    assert conflict.status is Status.INCONSISTENT and isinstance(conflict.evidence, ConflictingConstraints)


def test_of_constraints_that_conflict_none_can_be_left_out():
    text = BIRDS.format(constraint="owl == 1\ncrow == 1\nwren == 3")
    conflict = decide(csp.parse(text).problem, steps=9999).evidence
    assert [str(c.operator) for c in conflict.constraints] == ["different", "==", "=="]


def test_when_only_one_option_can_be_true_it_is_chosen_by_elimination_and_that_is_said():
    text = "# Declarations\npeople = EnumSort([Ann, Ben])\nin_room = Function([people] -> [bool])\n"
    text += "# Constraints\nNot(in_room(Ann))\n# Options\nis_valid(And(in_room(Ann), in_room(Ben)))\n"
    problem = sat.parse(text + "is_valid(in_room(Ben))").problem
    verdict = decide(problem, steps=9999)
    assert (verdict.status, verdict.answer) == (Status.TRUE, ("B",)) and "elimination" in verdict.reason
    assert "by elimination" in narrate(verdict.evidence, problem)


def test_the_steps_stop_it():
    verdict = decide(birds("owl < crow"), steps=3)
    assert verdict.status is Status.UNKNOWN and "3 engine steps" in verdict.reason


def test_a_case_that_shows_nothing_is_refused():
    problem = birds("owl < crow")
    result = choose(problem, Steps(9999))
    one = next(solutions(problem))
    right = [holds(option.condition, one, problem) for option in problem.options].index(True)
    wrong = list(result.results)
    wrong[right] = OptionResult("A", False, one)
    assert "does not show it" in faulty_case(ChosenOptions(tuple(wrong)), problem)
    turned = Assignment(tuple((at, 1) for at, _ in one.values))
    wrong[right] = OptionResult("A", False, turned)
    assert "meets not all" in faulty_case(ChosenOptions(tuple(wrong)), problem)


def test_it_is_told_what_speaks_against_each_option():
    problem = birds("owl < crow and crow < wren")
    told = narrate(decide(problem, steps=9999).evidence, problem)
    assert told.splitlines() == [
        "A) (owl == 1) follows from the constraints.",
        "B) (crow == 1) need not hold: owl = 1, crow = 2, wren = 3.",
        "C) (wren == 1) need not hold: owl = 1, crow = 2, wren = 3.",
        "Only A is right.",
    ]


@pytest.mark.parametrize("steps", [1, 10, 100])
def test_a_large_problem_ends_at_its_steps(steps):
    text = "# Declarations\nn = EnumSort([1, 2, 3, 4, 5, 6, 7, 8, 9])\nf = Function([n, n] -> [bool])\n"
    text += "# Constraints\nForAll([a:n, b:n, c:n, d:n], Or(f(a, b), f(c, d)))\n# Options\nis_valid(f(1, 1))"
    assert decide(sat.parse(text).problem, steps=steps).status is Status.UNKNOWN


def test_what_two_readings_answer_differently_is_no_answer():
    one, other = birds("owl == 1"), birds("owl == 2")
    assert (
        decide_reading(one, None, steps=9999)
        == decide_reading(one, one, steps=9999)
        == decide(one, steps=9999)
    )
    differing = decide_reading(one, other, steps=9999)
    assert (differing.status, differing.answer) == (
        Status.REJECTED,
        None,
    ) and "read otherwise" in differing.reason
