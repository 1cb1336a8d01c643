"""What is computed of formulas alone, held against the evaluation of finite structures."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formulas import X, Y, Z, formulas
from syllogos.logic.formulas import (
    Applied,
    Connected,
    Negated,
    Quantified,
    Related,
    Variable,
    closed,
    free_variables,
    negation_normal,
    subformulas,
    substituted,
)
from syllogos.logic.grounding import grounded, grounded_size
from syllogos.logic.structures import FiniteStructure, holds

SIZE = 2
PLACES = {n: list(product(range(SIZE), repeat=n)) for n in range(3)}


@st.composite
def structures(draw):
    """Structures of two elements for the names of ``formulas()``."""
    element = st.integers(0, SIZE - 1)
    functions = {(c, 0): {(): draw(element)} for c in ("a", "rex", "Q1")}
    functions |= {(f, n): {p: draw(element) for p in PLACES[n]} for f in ("f", "g") for n in (1, 2)}
    predicates = {
        (p, n): frozenset(draw(st.sets(st.sampled_from(PLACES[n]))))
        for p in ("P", "Likes", "狗")
        for n in range(3)
    }
    orders = frozenset(draw(st.sets(st.sampled_from(PLACES[2]))))
    return FiniteStructure(
        {"entity": SIZE}, functions, predicates, orders, {d: draw(element) for d in ("0", "9", "42.3")}
    )


@given(formulas(), structures())
def test_a_negation_normal_form_is_true_where_the_formula_is(tree, structure):
    normal = negation_normal(tree)
    assert holds(normal, structure) is holds(tree, structure)
    assert holds(negation_normal(tree, positive=False), structure) is not holds(tree, structure)
    assert not [
        f for f in subformulas(normal) if isinstance(f, Negated) and isinstance(f.body, Connected | Negated)
    ]


@given(formulas(), structures())
def test_a_formula_written_out_for_every_element_is_true_where_it_is(tree, structure):
    whole = grounded(tree, structure.sizes)
    assert not [f for f in subformulas(whole) if isinstance(f, Quantified)]
    assert holds(whole, structure) is holds(tree, structure)
    assert sum(1 for _ in subformulas(whole)) <= grounded_size(tree, structure.sizes)


def test_substitution_catches_no_variable():
    tree = Quantified("forall", (Y,), Related("Likes", (X, Y)))
    put = substituted(tree, {X: Y})
    assert free_variables(put) == (Y,)
    assert put == Quantified("forall", (Variable("y1"),), Related("Likes", (Y, Variable("y1"))))


def test_substitution_leaves_bound_variables_alone():
    tree = Connected("and", (Related("P", (X,)), Quantified("exists", (X,), Related("P", (X,)))))
    put = substituted(tree, {X: Applied("a")})
    assert put.parts == (Related("P", (Applied("a"),)), tree.parts[1])


def test_closing_binds_what_is_free_in_the_order_of_its_use():
    assert closed(Related("R", (Z, X, Z))).variables == (Z, X)


@pytest.mark.parametrize(
    ("connective", "rows"),
    [("xor", "0110"), ("iff", "1001"), ("implies", "1101"), ("and", "0001"), ("or", "0111")],
)
def test_connectives_by_their_tables(connective, rows):
    tree = Connected(connective, (Related("A"), Related("B")))
    got = ""
    for a, b in product((False, True), repeat=2):
        true = frozenset({()})
        table = {("A", 0): true if a else frozenset(), ("B", 0): true if b else frozenset()}
        got += str(int(holds(tree, FiniteStructure({}, {}, table))))
    assert got == rows


def test_sorts_have_domains_of_their_own():
    e, x = Variable("e", "event"), Variable("x", "entity")
    some = Quantified("forall", (e,), Quantified("exists", (x,), Related("Agent", (e, x))))
    structure = FiniteStructure({"event": 2, "entity": 1}, {}, {("Agent", 2): frozenset({(0, 0), (1, 0)})})
    assert holds(some, structure)
    assert not holds(
        Quantified("exists", (x,), Quantified("forall", (e,), Negated(Related("Agent", (e, x))))), structure
    )
