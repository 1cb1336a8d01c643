"""Theories: premises and a conclusion over declared names, and what is wrong with a text of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Literal

from syllogos.logic.formulas import (
    ENTITY,
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
    all_terms,
    subformulas,
)
from syllogos.logic.reading import Repair

Symbol = tuple[str, int]
"""A name with its number of arguments."""
Arguments = tuple[str, ...]
"""The sorts of arguments."""


@dataclass(frozen=True)
class Signature:
    """The sorts, and the names with the sorts of their arguments (of a function: and of its value)."""

    sorts: tuple[str, ...] = (ENTITY,)
    functions: Mapping[Symbol, tuple[Arguments, str]] = field(default_factory=dict)
    predicates: Mapping[Symbol, Arguments] = field(default_factory=dict)


StatementRole = Literal["axiom", "assumption"]


@dataclass(frozen=True)
class Statement:
    """A named premise: an axiom of a theory, or what its theorem assumes.

    ``closed``: it had free variables, and is meant for all their values.
    """

    name: str
    formula: Formula
    role: StatementRole = "axiom"
    closed: bool = False


@dataclass(frozen=True)
class Theory:
    """Premises and what is to follow from them.

    Attributes:
        conclusion: None where the question is whether the premises can be true at all.
        signature: every name that occurs.
        weaker: the conclusion for some values of its free variables, where it had any and ``conclusion``
            is the one for all; what is said of it counts only where both come to the same.
        bare: whether numerals are names and order is a relation like others, see :func:`background`.
    """

    premises: tuple[Statement, ...]
    conclusion: Formula | None
    signature: Signature
    name: str = "untitled"
    weaker: Formula | None = None
    bare: bool = False

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """All formulas, the conclusion last."""
        end = () if self.conclusion is None else (self.conclusion,)
        return (*(p.formula for p in self.premises), *end)


NOTHING = Theory((), Truth(True), Signature())
"""A theory of nothing: asked first, it starts an engine, so that no other's time is that of the start."""

ProblemOfTheory = Literal[
    "syntax",
    "undeclared",
    "duplicate",
    "sort",
    "free variable",
    "homoglyph",
    "no conclusion",
    "refused",
    "limit",
]


@dataclass(frozen=True)
class TheoryProblem:
    """Why a text is not understood, and where (line and column from 1)."""

    kind: ProblemOfTheory
    say: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.say}"


@dataclass(frozen=True)
class ReadTheory:
    """What a reader made of a text: a theory, or None and the problems.

    Attributes:
        repairs: what it mended; a theory with some is less sure to be what was meant.
        notes: what is worth knowing and needed no mending.
    """

    theory: Theory | None
    problems: tuple[TheoryProblem, ...] = ()
    repairs: tuple[Repair, ...] = ()
    notes: tuple[Repair, ...] = ()


def inferred(formulas: Iterable[Formula]) -> Signature:
    """The signature of formulas whose names all are of the sort ``entity``."""
    functions: dict[Symbol, tuple[Arguments, str]] = {}
    predicates: dict[Symbol, Arguments] = {}
    for formula in formulas:
        for part in subformulas(formula):
            if isinstance(part, Related):
                count = len(part.arguments)
                predicates[part.name, count] = (ENTITY,) * count
        for term in all_terms(formula):
            if isinstance(term, Applied):
                count = len(term.arguments)
                functions[term.name, count] = ((ENTITY,) * count, ENTITY)
    return Signature((ENTITY,), functions, predicates)


def occurring(signature: Signature, formulas: Iterable[Formula]) -> Signature:
    """The part of a signature that formulas use; all its sorts stay."""
    used = inferred(formulas)
    functions = {s: sorts for s, sorts in signature.functions.items() if s in used.functions}
    predicates = {s: sorts for s, sorts in signature.predicates.items() if s in used.predicates}
    return Signature(signature.sorts, functions, predicates)


def reordered(theory: Theory, order: int) -> Theory:
    """The theory with its premises in another order, of which there are as many as premises; 0: as it is.

    A prover may get somewhere else by another order; what follows is the same.
    """
    start = order % max(1, len(theory.premises))
    return replace(theory, premises=(*theory.premises[start:], *theory.premises[:start]))


def numerals(theory: Theory) -> tuple[str, ...]:
    """The numerals of a theory, by size."""
    found = {t.digits for f in theory.formulas for t in all_terms(f) if isinstance(t, Numeral)}
    return tuple(sorted(found, key=Decimal))


def background(theory: Theory) -> tuple[Formula, ...]:
    """What numerals and comparison mean, as formulas.

    Different numbers are different things; comparison is a strict linear order of whatever is compared,
    in which the numbers of the theory stand as they should.  Nothing is said of sums or products.
    """
    if theory.bare:
        return ()
    digits = numerals(theory)
    apart = [Negated(Equation(Numeral(a), Numeral(b))) for a, b in combinations(digits, 2)]
    if not any(isinstance(part, Ordering) for f in theory.formulas for part in subformulas(f)):
        return tuple(apart)
    x, y, z = (Variable(name) for name in "xyz")
    chain: list[Formula] = [Ordering("<", Numeral(a), Numeral(b)) for a, b in pairwise(digits)]
    linear: list[Formula] = [
        Quantified("forall", (x,), Negated(Ordering("<", x, x))),
        Quantified("forall", (x, y, z), Connected("implies", (
            Connected("and", (Ordering("<", x, y), Ordering("<", y, z))), Ordering("<", x, z)))),
        Quantified("forall", (x, y), Connected("or", (
            Ordering("<", x, y), Ordering("<", y, x), Equation(x, y)))),
    ]  # fmt: skip
    return (*apart, *chain, *linear)
