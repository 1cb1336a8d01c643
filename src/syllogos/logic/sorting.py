"""Formulas without sorts, fitted to the names of a theory that has some."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from syllogos.logic.formulas import (
    Applied,
    Connected,
    Equation,
    Formula,
    LogicTerm,
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
from syllogos.logic.lookalikes import LATIN, seen_as, strange_letter
from syllogos.logic.theories import ProblemOfTheory, Signature


class UnfitError(ValueError):
    """A formula that does not fit a signature; the message says why, ``kind`` is that of a problem."""

    def __init__(self, say: str, kind: ProblemOfTheory = "sort") -> None:
        super().__init__(say)
        self.kind = kind


def fitted(formula: Formula, signature: Signature) -> Formula:
    """A formula over a signature, whose variables take the sorts that their places want.

    Raises:
        UnfitError: a name that is not declared with so many arguments, or a wrong sort.

    >>> runs = Signature(("entity", "event"), {}, {("Run", 1): ("event",)})
    >>> fitted(Quantified("exists", (Variable("e"),), Related("Run", (Variable("e"),))), runs).variables
    (Variable(name='e', sort='event'),)
    """
    _check_names(formula, signature)
    if len(signature.sorts) == 1:
        return formula
    return _Fitting(signature).formula(formula, {})


def _check_names(formula: Formula, signature: Signature) -> None:
    for part in subformulas(formula):
        if isinstance(part, Related) and (part.name, len(part.arguments)) not in signature.predicates:
            raise _undeclared(part.name, len(part.arguments), signature.predicates, "predicate")
    for term in all_terms(formula):
        if isinstance(term, Applied) and (term.name, len(term.arguments)) not in signature.functions:
            raise _undeclared(term.name, len(term.arguments), signature.functions, "function")


def _undeclared(name: str, count: int, known: Mapping[tuple[str, int], object], kind: str) -> UnfitError:
    kind = "constant" if kind == "function" and count == 0 else kind
    counts = sorted(n for known_name, n in known if known_name == name)
    if counts:
        said = " or ".join(map(str, counts))
        return UnfitError(f"‘{name}’ takes {said} arguments in the theory, not {count}")
    names = [n for n, arguments in known if (arguments == 0) == (kind == "constant") or kind == "predicate"]
    if alike := next((n for n in names if seen_as(n) == seen_as(name)), None):
        say = f"‘{name}’ looks like ‘{alike}’ of the theory and is another name"
        odd = name if any(c in LATIN for c in name) else alike
        return UnfitError(f"{say} ({strange_letter(odd)})", "homoglyph")
    near = get_close_matches(name, names, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else ""
    return UnfitError(f"the theory has no {kind} ‘{name}’{hint}", "undeclared")


class _Fitting:
    """The sorts of the variables of one formula, found where they are used."""

    def __init__(self, signature: Signature) -> None:
        self.signature = signature

    def formula(self, formula: Formula, bound: Mapping[str, str]) -> Formula:
        match formula:
            case Truth():
                return formula
            case Related(name, arguments):
                wanted = self.signature.predicates[name, len(arguments)]
                terms = [self.term(a, s, bound) for a, s in zip(arguments, wanted, strict=True)]
                return Related(name, tuple(terms))
            case Equation(left, right):
                sort = self.sort(left, bound) or self.sort(right, bound) or self.signature.sorts[0]
                return Equation(self.term(left, sort, bound), self.term(right, sort, bound))
            case Ordering(order, left, right):
                sort = self.signature.sorts[0]
                return Ordering(order, self.term(left, sort, bound), self.term(right, sort, bound))
            case Negated(body):
                return Negated(self.formula(body, bound))
            case Connected(connective, parts):
                return Connected(connective, tuple([self.formula(part, bound) for part in parts]))
        return self.quantified(formula, bound)

    def quantified(self, formula: Quantified, bound: Mapping[str, str]) -> Formula:
        """Its variables by the places in which they stand; one that stands in none is of the first sort."""
        names = [v.name for v in formula.variables]
        inner = {name: sort for name, sort in bound.items() if name not in names}
        for _ in names:  # an equation may hand a sort on from one variable to the next
            for name in names:
                if name not in inner and (sort := self.wanted(formula.body, name, inner)):
                    inner[name] = sort
        inner = {**dict.fromkeys(names, self.signature.sorts[0]), **inner}
        variables = tuple(Variable(name, inner[name]) for name in names)
        return Quantified(formula.quantifier, variables, self.formula(formula.body, inner))

    def wanted(self, formula: Formula, name: str, bound: Mapping[str, str]) -> str | None:
        """The sort that the first place with a variable wants."""
        match formula:
            case Quantified(_, variables, body):
                return None if name in (v.name for v in variables) else self.wanted(body, name, bound)
            case Negated(body):
                return self.wanted(body, name, bound)
            case Connected(_, parts):
                return next((s for part in parts if (s := self.wanted(part, name, bound))), None)
            case Related(predicate, arguments):
                sorts = self.signature.predicates[predicate, len(arguments)]
                return self.within(arguments, sorts, name)
            case Equation(left, right):
                sides = ((left, right), (right, left))
                return next(
                    (s for a, b in sides if a == Variable(name) and (s := self.sort(b, bound))), None
                ) or (self.within((left, right), ("", ""), name))
        return None

    def within(self, terms: tuple[LogicTerm, ...], sorts: tuple[str, ...], name: str) -> str | None:
        for term, sort in zip(terms, sorts, strict=True):
            if term == Variable(name) and sort:
                return sort
            if isinstance(term, Applied):
                arguments, _ = self.signature.functions[term.name, len(term.arguments)]
                if inner := self.within(term.arguments, arguments, name):
                    return inner
        return None

    def sort(self, term: LogicTerm, bound: Mapping[str, str]) -> str | None:
        match term:
            case Variable(name):
                return bound.get(name)
            case Applied(name, arguments):
                return self.signature.functions[name, len(arguments)][1]
            case Numeral():
                return self.signature.sorts[0]
        return None

    def term(self, term: LogicTerm, sort: str, bound: Mapping[str, str]) -> LogicTerm:
        """The term, which has to be of a sort."""
        if (own := self.sort(term, bound)) not in (None, sort):
            raise UnfitError(f"‘{getattr(term, 'name', term)}’ is of the sort {own}, and {sort} is wanted")
        match term:
            case Variable(name):
                return Variable(name, sort)
            case Applied(name, arguments):
                wanted, _ = self.signature.functions[name, len(arguments)]
                terms = [self.term(a, s, bound) for a, s in zip(arguments, wanted, strict=True)]
                return Applied(name, tuple(terms))
        return term
