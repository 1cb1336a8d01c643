"""Formulas of many-sorted first-order logic, as frozen trees, and what is computed of them alone.

Functions and predicates are known by name *and* number of arguments, and apart from each other: a
name may be a constant, a function and a predicate at once.  Trees are at most :data:`MAX_DEPTH` deep
when they come from a reader, so that walking them by recursion is safe.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, assert_never

MAX_DEPTH = 100
"""Deepest nesting that a reader accepts; recorded formulas stay below 15."""
ENTITY = "entity"
"""The sort of whatever has no other."""

Connective = Literal["and", "or", "xor", "implies", "iff"]
Quantifier = Literal["forall", "exists"]
OrderSign = Literal["<", "<="]


@dataclass(frozen=True)
class Variable:
    """A variable of a sort; bound where a quantifier lists it."""

    name: str
    sort: str = ENTITY


@dataclass(frozen=True)
class Applied:
    """A function applied to terms; a constant is one of no arguments."""

    name: str
    arguments: tuple[LogicTerm, ...] = ()


@dataclass(frozen=True)
class Numeral:
    """A number as it is written, without sign (``9``, ``42.3``)."""

    digits: str


@dataclass(frozen=True)
class Element:
    """An element of a finite domain, counted from 0; no reader gives one."""

    sort: str
    index: int


@dataclass(frozen=True)
class Truth:
    """What is always true, or never."""

    value: bool


@dataclass(frozen=True)
class Related:
    """A predicate of terms; a proposition is one of no arguments."""

    name: str
    arguments: tuple[LogicTerm, ...] = ()


@dataclass(frozen=True)
class Equation:
    """Two terms are the same."""

    left: LogicTerm
    right: LogicTerm


@dataclass(frozen=True)
class Ordering:
    """One term is before another, or not after it."""

    order: OrderSign
    left: LogicTerm
    right: LogicTerm


@dataclass(frozen=True)
class Negated:
    """It is not so."""

    body: Formula


@dataclass(frozen=True)
class Connected:
    """Formulas joined: at least two by ``and`` and ``or``, exactly two by the others."""

    connective: Connective
    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Quantified:
    """For all values of the variables, or for some."""

    quantifier: Quantifier
    variables: tuple[Variable, ...]
    body: Formula


LogicTerm = Variable | Applied | Numeral | Element
Formula = Truth | Related | Equation | Ordering | Negated | Connected | Quantified


def terms_of(formula: Formula) -> tuple[LogicTerm, ...]:
    """The terms that stand in an atom; none in other formulas."""
    match formula:
        case Related(_, arguments):
            return arguments
        case Equation(left, right) | Ordering(_, left, right):
            return (left, right)
    return ()


def parts_of(formula: Formula) -> tuple[Formula, ...]:
    """The formulas that a formula is made of at once."""
    match formula:
        case Negated(body) | Quantified(_, _, body):
            return (body,)
        case Connected(_, parts):
            return parts
    return ()


def subformulas(formula: Formula) -> Iterator[Formula]:
    """The formula and all that stand in it, outermost first, left to right."""
    left = [formula]
    while left:
        one = left.pop()
        yield one
        left.extend(reversed(parts_of(one)))


def subterms(term: LogicTerm) -> Iterator[LogicTerm]:
    """The term and all that stand in it."""
    left = [term]
    while left:
        one = left.pop()
        yield one
        if isinstance(one, Applied):
            left.extend(reversed(one.arguments))


def all_terms(formula: Formula) -> Iterator[LogicTerm]:
    """Every term of a formula, those within terms too."""
    for part in subformulas(formula):
        for term in terms_of(part):
            yield from subterms(term)


def free_variables(formula: Formula) -> tuple[Variable, ...]:
    """The variables that no quantifier binds, in the order in which they are met.

    >>> x, y = Variable("x"), Variable("y")
    >>> free_variables(Quantified("forall", (x,), Related("likes", (x, y))))
    (Variable(name='y', sort='entity'),)
    """
    found: dict[Variable, None] = {}
    left: list[tuple[Formula, frozenset[Variable]]] = [(formula, frozenset())]
    while left:
        one, bound = left.pop()
        if isinstance(one, Quantified):
            bound = bound | set(one.variables)
        for term in terms_of(one):
            found.update((t, None) for t in subterms(term) if isinstance(t, Variable) and t not in bound)
        left.extend((part, bound) for part in reversed(parts_of(one)))
    return tuple(found)


def closed(formula: Formula) -> Formula:
    """The formula for all values of its free variables."""
    free = free_variables(formula)
    return Quantified("forall", free, formula) if free else formula


def substituted(formula: Formula, values: Mapping[Variable, LogicTerm]) -> Formula:
    """The formula with terms for its free variables.

    A bound variable that one of the terms would be caught by gets another name.
    """
    if not values:
        return formula
    match formula:
        case Truth():
            return formula
        case Related(name, arguments):
            return Related(name, tuple(substituted_term(a, values) for a in arguments))
        case Equation(left, right):
            return Equation(substituted_term(left, values), substituted_term(right, values))
        case Ordering(order, left, right):
            return Ordering(order, substituted_term(left, values), substituted_term(right, values))
        case Negated(body):
            return Negated(substituted(body, values))
        case Connected(connective, parts):
            return Connected(connective, tuple(substituted(part, values) for part in parts))
        case Quantified():
            return _under_quantifier(formula, values)
        case _:
            assert_never(formula)


def substituted_term(term: LogicTerm, values: Mapping[Variable, LogicTerm]) -> LogicTerm:
    """The term with terms for its variables."""
    match term:
        case Variable():
            return values.get(term, term)
        case Applied(name, arguments):
            return Applied(name, tuple(substituted_term(a, values) for a in arguments))
    return term


def substituted_sorts(formula: Formula, sorts: Mapping[str, str]) -> Formula:
    """The formula with the sorts of its variables renamed."""

    def term(one: LogicTerm) -> LogicTerm:
        match one:
            case Variable(name, sort):
                return Variable(name, sorts.get(sort, sort))
            case Applied(name, arguments):
                return Applied(name, tuple([term(a) for a in arguments]))
        return one

    match formula:
        case Related(name, arguments):
            return Related(name, tuple([term(a) for a in arguments]))
        case Equation(left, right):
            return Equation(term(left), term(right))
        case Ordering(order, left, right):
            return Ordering(order, term(left), term(right))
        case Negated(body):
            return Negated(substituted_sorts(body, sorts))
        case Connected(connective, parts):
            return Connected(connective, tuple([substituted_sorts(part, sorts) for part in parts]))
        case Quantified(quantifier, variables, body):
            renamed = tuple(Variable(v.name, sorts.get(v.sort, v.sort)) for v in variables)
            return Quantified(quantifier, renamed, substituted_sorts(body, sorts))
    return formula


def _under_quantifier(formula: Quantified, values: Mapping[Variable, LogicTerm]) -> Formula:
    free = set(free_variables(formula))
    inner = {variable: term for variable, term in values.items() if variable in free}
    caught = {t.name for term in inner.values() for t in subterms(term) if isinstance(t, Variable)}
    taken = caught | {t.name for t in all_terms(formula.body) if isinstance(t, Variable)}
    variables = []
    for variable in formula.variables:
        fresh = variable
        if variable.name in caught:
            fresh = Variable(unused(variable.name, taken), variable.sort)
            taken.add(fresh.name)
            inner[variable] = fresh
        variables.append(fresh)
    return Quantified(formula.quantifier, tuple(variables), substituted(formula.body, inner))


def unused(name: str, taken: Collection[str]) -> str:
    """The name with the first number that makes it none of those that are taken."""
    number = 1
    while f"{name}{number}" in taken:
        number += 1
    return f"{name}{number}"


def negation_normal(formula: Formula, *, positive: bool = True) -> Formula:
    """An equivalent formula of atoms, negated atoms, ``and``, ``or`` and quantifiers (of the negation
    where ``positive`` is false).

    An ``xor`` or ``iff`` doubles its parts, so this is for formulas in which few of them are nested.
    """
    match formula:
        case Truth(value):
            return Truth(value is positive)
        case Negated(body):
            return negation_normal(body, positive=not positive)
        case Quantified(quantifier, variables, body):
            kept: Quantifier = "forall" if (quantifier == "forall") is positive else "exists"
            return Quantified(kept, variables, negation_normal(body, positive=positive))
        case Connected():
            return _connected_normal(formula, positive)
    return formula if positive else Negated(formula)


def _connected_normal(formula: Connected, positive: bool) -> Formula:
    match formula:
        case Connected("implies", (left, right)):
            whole: Formula = Connected("or", (Negated(left), right))
        case Connected("iff", (left, right)):
            whole = Connected(
                "and", (Connected("implies", (left, right)), Connected("implies", (right, left)))
            )
        case Connected("xor", (left, right)):
            both = Connected("or", (left, right))
            whole = Connected("and", (both, Connected("or", (Negated(left), Negated(right)))))
        case Connected(connective, parts):
            joined: Connective = connective if positive else "or" if connective == "and" else "and"
            return Connected(joined, tuple(negation_normal(part, positive=positive) for part in parts))
    return negation_normal(whole, positive=positive)
