"""Finite problems against Z3, which gets them in its own terms, and options that ask what is possible."""

from dataclasses import replace
from itertools import product

import z3
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from syllogos.engines.finite.search import choose
from syllogos.engines.steps import LimitReached, Steps
from syllogos.logic.constraints import (
    AppliedFunction,
    ChoiceOption,
    FiniteFunction,
    FiniteProblem,
    Known,
    Operation,
    Possible,
    Ranged,
    Ranging,
)
from syllogos.logic.options import ChosenOptions, ConflictingConstraints, faulty_case

PEOPLE, DAYS = ("ann", "ben", "cal"), ("mon", "tue", "wed", "thu")
SORTS = {"people": PEOPLE, "days": DAYS, "hours": (1, 2, 3)}
FUNCTIONS = (
    FiniteFunction("day", ("people",), DAYS),
    FiniteFunction("after", ("days",), DAYS),
    FiniteFunction("hour", ("people",), (1, 2, 3)),
    FiniteFunction("knows", ("people", "people"), (False, True)),
    FiniteFunction("total", (), (-1, 0, 1, 2, 3, 4)),
)
P, Q = Ranged("p"), Ranged("q")


def applied(name, *arguments):
    return AppliedFunction(name, arguments)


person = st.sampled_from([P, Q, Known("ann"), Known("cal")])
day = st.recursive(
    st.one_of(st.sampled_from(list(map(Known, DAYS))), person.map(lambda p: applied("day", p))),
    lambda inner: inner.map(lambda d: applied("after", d)),
    max_leaves=2,
)


def numbers(truth):
    leaf = st.one_of(
        st.integers(-1, 4).map(Known), person.map(lambda p: applied("hour", p)), st.just(applied("total"))
    )
    two = st.tuples(leaf, leaf)
    return st.one_of(
        leaf,
        st.builds(Operation, st.sampled_from(["+", "-", "min", "max"]), two),
        leaf.map(lambda n: Operation("*", (n, Known(-2)))),
        leaf.map(lambda n: Operation("abs", (Operation("-", (n, Known(2))),))),
        truth.map(lambda t: Ranging("count", (("p", "people"),), t)),
        truth.map(lambda t: Ranging("count", (("p", "people"), ("q", "people")), t)),
        leaf.map(lambda n: Ranging("sum", (("q", "people"),), n)),
        st.builds(lambda t, a, b: Operation("if", (t, a, b)), truth, leaf, leaf),
    )


atom = st.one_of(
    st.builds(lambda a, b: Operation("==", (a, b)), day, day),
    st.builds(lambda a, b: Operation("<", (a, b)), day, day),
    st.builds(lambda a, b: applied("knows", a, b), person, person),
    st.builds(lambda a, b: Operation("==", (a, b)), person, person),
)
truths = st.recursive(
    atom,
    lambda inner: st.one_of(
        st.builds(Operation, st.sampled_from(["and", "or", "iff"]), st.tuples(inner, inner)),
        inner.map(lambda t: Operation("not", (t,))),
        st.builds(Operation, st.just("if"), st.tuples(inner, inner, inner)),
        st.builds(
            lambda sign, a, b: Operation(sign, (a, b)),
            st.sampled_from(["==", "<", "<="]), numbers(inner), numbers(inner),
        ),
        st.builds(lambda kind, t: Ranging(kind, (("p", "people"),), t), st.sampled_from(["all", "some"]), inner),
        st.builds(lambda d: Ranging("different", (("p", "people"),), d), st.sampled_from([applied("day", P), applied("hour", P)])),
        st.builds(lambda *ds: Operation("different", ds), day, day, day),
    ),
    max_leaves=6,
)  # fmt: skip
closed = st.builds(
    lambda kind, t: Ranging(kind, (("p", "people"), ("q", "people")), t),
    st.sampled_from(["all", "some"]),
    truths,
)
asked = st.one_of(
    closed,
    closed.map(Possible),
    closed.map(lambda c: Operation("not", (Possible(c),))),
    truths.map(
        lambda t: Operation("<=", (Known(2), Ranging("count", (("p", "people"),), Possible(some_q(t)))))
    ),
)


def some_q(body):
    return Ranging("some", (("q", "people"),), body)


@st.composite
def problems(draw):
    constraints = draw(st.lists(closed, max_size=3))
    options = []
    for label in "ABC":
        test, wanted = draw(st.sampled_from(["follows", "agrees"])), draw(st.booleans())
        instead = draw(st.sampled_from([None, *constraints]))
        options.append(ChoiceOption(label, test, draw(asked), wanted, instead))
    return FiniteProblem(SORTS, FUNCTIONS, tuple(constraints), tuple(options))


class Oracle:
    """A problem as Z3 is told it: things are their places, functions are its own functions."""

    def __init__(self, problem):
        self.solver, self.problem = z3.Solver(), problem
        self.solver.set("rlimit", 500_000)
        self.solver.set("timeout", 2_000)  # some of its steps count as none; what it leaves open is skipped
        self.functions = {}
        for f in problem.functions:
            domain = [z3.IntSort()] * len(f.arguments)
            codomain = z3.BoolSort() if f.values == (False, True) else z3.IntSort()
            self.functions[f.name] = z3.Function(f.name, *domain, codomain)
            for things in product(*(problem.sorts[sort] for sort in f.arguments)):
                at = self.functions[f.name](*map(self.number, things))
                if f.values != (False, True):
                    self.solver.add(z3.Or([at == self.number(value) for value in f.values]))

    def number(self, value):
        places = [things.index(value) for things in (PEOPLE, DAYS) if value in things]
        return places[0] if places else value

    def possible(self, *conditions):
        self.solver.push()
        self.solver.add(*(one if z3.is_expr(one) else self.said(one, {}) for one in conditions))
        result = self.solver.check()
        self.solver.pop()
        assume(result != z3.unknown)
        return result == z3.sat

    def cases(self, ranging, bound):
        names = [name for name, _ in ranging.variables]
        for things in product(*(SORTS[sort] for _, sort in ranging.variables)):
            yield self.said(ranging.body, bound | dict(zip(names, map(self.number, things), strict=True)))

    def said(self, e, bound):
        match e:
            case Known(value):
                return z3.BoolVal(value) if isinstance(value, bool) else z3.IntVal(self.number(value))
            case Ranged(name):
                return z3.IntVal(bound[name])
            case AppliedFunction(name, arguments):
                return self.functions[name](*(self.said(a, bound) for a in arguments))
            case Possible(body):
                shut = self.said(body, bound)
                return z3.BoolVal(self.possible(shut, *self.problem.constraints))
            case Ranging(kind, _, _):
                return self.joined(kind, list(self.cases(e, bound)))
            case Operation(operator, parts):
                return self.operated(operator, [self.said(part, bound) for part in parts])

    def joined(self, kind, cases):
        match kind:
            case "all":
                return z3.And(cases)
            case "some":
                return z3.Or(cases)
            case "different":
                return z3.Distinct(cases)
            case "count":
                return z3.Sum([z3.If(case, 1, 0) for case in cases])
        return z3.Sum(cases)

    def operated(self, operator, parts):
        match operator:
            case "and":
                return z3.And(parts)
            case "or":
                return z3.Or(parts)
            case "not":
                return z3.Not(parts[0])
            case "if":
                return z3.If(*parts)
            case "different":
                return z3.Distinct(parts)
            case "abs":
                return z3.If(parts[0] < 0, -parts[0], parts[0])
        one, other = parts
        match operator:
            case "iff" | "==":
                return one == other
            case "<":
                return one < other
            case "<=":
                return one <= other
            case "+":
                return one + other
            case "-":
                return one - other
            case "*":
                return one * other
            case "min":
                return z3.If(one < other, one, other)
        return z3.If(one < other, other, one)


@settings(max_examples=20, deadline=None)
@given(problems())
def test_z3_says_the_same_of_every_option(problem):
    oracle = Oracle(problem)
    try:
        result = choose(problem, Steps(20_000))
    except LimitReached:
        assume(False)
    if not oracle.possible(*problem.constraints):
        assert isinstance(result, ConflictingConstraints)
        assert not oracle.possible(*result.constraints)
        for one in result.constraints:
            assert oracle.possible(*(other for other in result.constraints if other != one))
        return
    assert isinstance(result, ChosenOptions)
    for option, outcome in zip(problem.options, result.results, strict=True):
        rest = [c for c in problem.constraints if c != option.instead_of]
        aim = Operation("not", (option.condition,)) if option.test == "follows" else option.condition
        so = oracle.possible(*rest, aim) is (option.test == "agrees")
        assert outcome.right is (so is option.wanted), option
    assert faulty_case(result, problem) == ""


def test_a_possibility_that_its_case_does_not_show_is_refused():
    condition = Possible(Operation("==", (applied("total"), Known(2))))
    problem = FiniteProblem({}, FUNCTIONS[-1:], (), (ChoiceOption("A", "follows", condition),))
    result = choose(problem, Steps(1000))
    (one,) = result.possibilities
    assert result.chosen == "A" and faulty_case(result, problem) == ""
    turned = replace(one.case, values=((applied("total"), 3),))
    wrong = replace(result, possibilities=(replace(one, case=turned),))
    assert "does not show that it is possible" in faulty_case(wrong, problem)
