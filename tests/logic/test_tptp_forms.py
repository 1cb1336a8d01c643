"""Clauses and typed problems of TPTP: what is read, mended, refused at its place, and printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.logic.formulas import (
    Applied,
    Connected,
    Equation,
    Negated,
    Quantified,
    Related,
    Truth,
    Variable,
    free_variables,
)
from syllogos.logic.languages import fol, tptp
from syllogos.logic.theories import Signature, Statement, Theory

TYPES = """tff(a, type, animal: $tType).
tff(b, type, owner: animal > animal).
tff(c, type, likes: (animal * animal) > $o).
tff(d, type, rex: animal).
"""


def goal(formula, form="fof"):
    read = tptp.read(f"{form}(a, conjecture, {formula}).")
    assert read.theory, read.problems
    return read.theory.conclusion


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("p ~| q", "~ (p | q)"),
        ("p ~& q", "~ (p & q)"),
        ("! [X] : (p(X) ~& q(X))", "! [X] : ~ (p(X) & q(X))"),
        ("p & q & r", "((p & q & r))"),
        ("~ a = b", "a != b"),
        ("! [X, Y] : ~ p(X, Y)", "! [X, Y] : (~ (p(X, Y)))"),
    ],
)
def test_ways_of_writing_one_formula(text, same):
    assert goal(text) == goal(same)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("p & q => r", "(p & q) => r"),
        ("p | q & r", "p | (q & r)"),
        ("p & q | r", "(p & q) | r"),
        ("p | q => r | s & t", "(p | q) => (r | (s & t))"),
        ("p & q ~| r", "(p & q) ~| r"),
    ],
)
def test_missing_brackets_are_mended_where_all_agree(text, same):
    read = tptp.read(f"fof(a, conjecture, {text}).")
    assert read.theory.conclusion == goal(same)
    assert "no brackets" in str(read.repairs[0]) and not tptp.read(f"fof(a, conjecture, {same}).").repairs


@pytest.mark.parametrize(
    "text", ["p => q => r", "p <=> q <=> r", "p <= q => r", "p => q & r <=> s", "p ~& q ~& r"]
)
def test_implications_that_follow_each_other_are_refused(text):
    problem = tptp.read(f"fof(a, conjecture, {text}).").problems[0]
    assert problem.kind == "syntax" and "brackets are needed between" in problem.say


def test_variables_of_clauses_are_for_all_values():
    theory = tptp.read("cnf(a, axiom, ~ p(X, f(Y)) | X = Y). cnf(b, negated_conjecture, p(a, X)).").theory
    assert fol.printed_formula(theory.premises[0].formula).startswith("∀X, Y")
    assert free_variables(theory.conclusion) == () and isinstance(theory.conclusion, Negated)


def test_what_denies_the_conjecture_is_no_premise():
    theory = tptp.read(
        "cnf(a, axiom, p | q). cnf(b, negated_conjecture, ~ p). cnf(c, negated_conjecture, ~ q)."
    ).theory
    assert [p.name for p in theory.premises] == ["a"]
    assert theory.conclusion == goal("~ (~ p & ~ q)")


def test_a_typed_problem_has_its_sorts_and_names():
    theory = tptp.read(TYPES + "tff(e, conjecture, ? [X: animal] : likes(X, owner(rex))).").theory
    assert theory.signature == Signature(
        ("animal",),
        {("owner", 1): (("animal",), "animal"), ("rex", 0): ((), "animal")},
        {("likes", 2): ("animal", "animal")},
    )
    assert theory.conclusion.variables == (Variable("X", "animal"),)


def test_a_name_without_a_type_is_of_individuals_and_that_is_said_once():
    read = tptp.read(TYPES + "tff(e, axiom, p(c) & p(c)). tff(f, conjecture, ? [X] : p(X)).")
    assert read.theory.signature.sorts == ("animal", "entity")
    assert sorted(note.what for note in read.notes) == ["c has no type", "p has no type"]


@pytest.mark.parametrize(
    ("formula", "kind", "says"),
    [
        ("likes(rex)", "sort", "‘likes’ takes 2 arguments, not 1"),
        ("likes(rex, c)", "sort", "argument 2 of ‘likes’ is of the sort animal, not entity"),
        ("likes(rex, likes(rex, rex))", "sort", "not $o"),
        ("rex = c", "sort", "one sort"),
        ("likes(rex, rex) = rex", "sort", "this is a formula"),
        ("owner(rex)", "syntax", "this is a thing"),
        ("! [X: beast] : likes(X, X)", "undeclared", "there is no type ‘beast’"),
        ("! [X: $int] : p(X)", "refused", "the type ‘$int’ is not read"),
        ("$less(rex, rex)", "refused", "arithmetic"),
        ("p(1)", "refused", "arithmetic"),
        ("$ite(p, q, r)", "refused", "‘$ite’ is not read"),
        ("$distinct(rex, c)", "sort", "one sort"),
        ("!> [A: $tType] : p", "syntax", "a formula is expected, not ‘!>’"),
    ],
)
def test_a_fault_of_a_typed_problem_is_told_at_its_place(formula, kind, says):
    problem = tptp.read(TYPES + f"tff(e, conjecture, {formula}).").problems[0]
    assert (problem.kind, problem.line) == (kind, 5) and says in problem.say, problem


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("cnf(a, axiom, p & q).", "syntax"),
        ("cnf(a, axiom, p => q).", "syntax"),
        ("cnf(a, axiom, ! [X] : p(X)).", "syntax"),
        ("cnf(a, conjecture, p).", "syntax"),
        ("cnf(a, negated_conjecture, p). fof(b, conjecture, p).", "syntax"),
        ("fof(a, unknown, p).", "syntax"),
        ("fof(a, type, p: $o).", "syntax"),
        ("fof(a, axiom, p(-1)).", "refused"),
        ("fof(a, axiom, p(1/2)).", "refused"),
        ("fof(a, axiom, p(1.5)).", "refused"),
        ("fof(a, axiom, '\"x\"' = b).", "refused"),
        ('fof(a, axiom, "x").', "syntax"),
        ("tff(a, type, p: $o). tff(b, type, p: $o).", "duplicate"),
        ("tff(a, axiom, p). tff(b, type, p: $o).", "duplicate"),
        ("tff(a, type, entity: $tType). tff(b, axiom, ! [X] : p(X)).", "duplicate"),
        ("tff(a, type, f: ($o * $i) > $i).", "refused"),
        ("tff(a, type, f: $i > ($i > $i)).", "syntax"),
        ("tff(a, type, s: $tType). tff(b, type, c: s). fof(d, axiom, p(c)).", "sort"),
        ("fof(a, axiom, p(1)). tff(b, type, s: $tType).", "refused"),
        ("fof(a, axiom, " + " & ".join(f'p("{n}")' for n in range(101)) + ").", "limit"),
    ],
)
def test_a_problem_is_refused_by_its_fault(text, kind):
    read = tptp.read(text)
    assert read.theory is None and read.problems[0].kind == kind


def test_what_include_is_answered_with_says_what_is_read():
    problem = tptp.read("fof(a, axiom, p).\n  include('a.ax').").problems[0]
    assert (problem.line, problem.column, problem.kind) == (2, 3, "refused")
    assert "fof, cnf and tff are read" in problem.say


def test_distinct_objects_are_printed_as_such_and_told_apart_once():
    text = tptp.printed(tptp.read('fof(a, axiom, "x" = c | "y" = c). fof(b, conjecture, p).').theory)
    assert '"x" = c' in text and text.count("distinct_objects") == 1
    assert tptp.printed(tptp.read(text).theory) == text


SORTS = {"x": "animal", "y": "place", "z": "animal"}
TYPED = Signature(
    ("animal", "place"),
    {("rex", 0): ((), "animal"), ("home", 1): (("animal",), "place"), ("Rome", 0): ((), "place")},
    {("in", 2): ("animal", "place"), ("dog", 1): ("animal",), ("rain", 0): ()},
)
ANIMALS = st.sampled_from([Variable("x", "animal"), Variable("z", "animal"), Applied("rex")])
PLACES = st.one_of(
    st.sampled_from([Variable("y", "place"), Applied("Rome")]), ANIMALS.map(lambda a: Applied("home", (a,)))
)
ATOMS = st.one_of(
    st.builds(lambda a, p: Related("in", (a, p)), ANIMALS, PLACES),
    ANIMALS.map(lambda a: Related("dog", (a,))),
    st.sampled_from([Related("rain"), Truth(True)]),
    st.builds(Equation, PLACES, PLACES),
)


def larger(inner):
    pair = st.tuples(inner, inner)
    return st.one_of(
        inner.map(Negated),
        st.builds(Connected, st.sampled_from(["and", "or", "xor", "implies", "iff"]), pair),
        st.builds(
            lambda kind, name, body: Quantified(kind, (Variable(name, SORTS[name]),), body),
            st.sampled_from(["forall", "exists"]),
            st.sampled_from("xyz"),
            inner,
        ),
    )


def bound(formula):
    free = free_variables(formula)
    return Quantified("forall", free, formula) if free else formula


FORMULAS = st.recursive(ATOMS, larger, max_leaves=6).map(bound)


@given(FORMULAS, FORMULAS)
def test_a_theory_of_several_sorts_is_read_back_as_it_was_printed(premise, conclusion):
    theory = Theory((Statement("a", premise),), conclusion, TYPED)
    text = tptp.printed(theory)
    again = tptp.read(text)
    assert again.theory, (again.problems, text)
    assert again.theory.signature == TYPED and not again.notes and not again.repairs
    assert tptp.printed(again.theory) == text


def test_names_of_several_meanings_have_no_typed_form():
    twice = Signature(("s", "t"), {}, {("p", 1): ("s",), ("p", 0): ()})
    with pytest.raises(ValueError, match="one meaning"):
        tptp.printed(Theory((), Related("p"), twice))
