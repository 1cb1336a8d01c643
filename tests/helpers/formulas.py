"""Formulas and theories by chance, for round trips; what a language cannot say is left out by its test."""

from __future__ import annotations

from hypothesis import strategies as st

from syllogos.logic.formulas import (
    Applied,
    Connected,
    Equation,
    Formula,
    Negated,
    Numeral,
    Ordering,
    Quantified,
    Related,
    Truth,
    Variable,
    closed,
)
from syllogos.logic.theories import Signature, Statement, Theory, inferred

X, Y, Z = (Variable(name) for name in "xyz")
VARIABLES = (X, Y, Z)


def formulas(
    predicates=("P", "Likes", "狗"),
    constants=("a", "rex", "Q1"),
    functions=("f", "g"),
    *,
    numbers=True,
    order=True,
):
    """Formulas over the sort ``entity``; closed, so that no variable is free."""
    simple = st.one_of(
        st.sampled_from(VARIABLES),
        st.sampled_from(constants).map(Applied),
        *([st.sampled_from(("0", "9", "42.3")).map(Numeral)] if numbers else []),
    )
    terms = st.recursive(
        simple,
        lambda inner: st.builds(
            lambda name, given: Applied(name, tuple(given)),
            st.sampled_from(functions),
            st.lists(inner, min_size=1, max_size=2),
        ),
        max_leaves=4,
    )
    atoms = st.one_of(
        st.booleans().map(Truth),
        st.builds(
            lambda n, a: Related(n, tuple(a)), st.sampled_from(predicates), st.lists(terms, max_size=2)
        ),
        st.builds(Equation, terms, terms),
        *([st.builds(Ordering, st.sampled_from(("<", "<=")), terms, terms)] if order else []),
    )
    return st.recursive(atoms, _larger, max_leaves=8).map(closed)


def _larger(inner):
    many = st.lists(inner, min_size=2, max_size=3).map(tuple)
    two = st.tuples(inner, inner)
    return st.one_of(
        inner.map(Negated),
        st.builds(Connected, st.sampled_from(("and", "or")), many),
        st.builds(Connected, st.sampled_from(("xor", "implies", "iff")), two),
        st.builds(
            Quantified,
            st.sampled_from(("forall", "exists")),
            st.lists(st.sampled_from(VARIABLES), min_size=1, max_size=2, unique=True).map(tuple),
            inner,
        ),
    )


def theory(*premises: Formula, conclusion: Formula, signature: Signature | None = None) -> Theory:
    """A theory whose premises are numbered as a reader of ``.fol`` does it."""
    statements = tuple(Statement(f"premise_{n}", p) for n, p in enumerate(premises, 1))
    return Theory(statements, conclusion, signature or inferred((*premises, conclusion)))


def nameless(formula, bound=()):
    """A formula whose bound variables have numbers for names, so that renaming makes no difference."""
    match formula:
        case Quantified(quantifier, variables, body):
            fresh = tuple(Variable(f"v{len(bound) + n}", v.sort) for n, v in enumerate(variables))
            inner = (*bound, *zip(variables, fresh, strict=True))
            return Quantified(quantifier, fresh, nameless(body, inner))
        case Negated(body):
            return Negated(nameless(body, bound))
        case Connected(connective, parts):
            return Connected(connective, tuple(nameless(part, bound) for part in parts))
        case Related(name, arguments):
            return Related(name, tuple(_nameless_term(a, bound) for a in arguments))
        case Equation(left, right):
            return Equation(_nameless_term(left, bound), _nameless_term(right, bound))
        case Ordering(order, left, right):
            return Ordering(order, _nameless_term(left, bound), _nameless_term(right, bound))
    return formula


def _nameless_term(term, bound):
    match term:
        case Variable():
            return next((new for old, new in reversed(bound) if old == term), term)
        case Applied(name, arguments):
            return Applied(name, tuple(_nameless_term(a, bound) for a in arguments))
    return term
