"""Theories of several sorts as formulas of one: a predicate says which things are of a sort.

That changes nothing of what follows: a structure of the one kind gives one of the other and back, as long as
every sort has something in it and functions give things of their sorts, which the axioms here say
(H. B. Enderton, "A Mathematical Introduction to Logic", 1972, section 4.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
    Variable,
)
from syllogos.logic.languages.smtlib import SmtNames
from syllogos.logic.theories import Signature

LETTERS = "xyzuvw"


def sort_axioms(signature: Signature, names: SmtNames) -> Iterator[Formula]:
    """That no sort is empty, and of which sort the values of functions are; nothing for a single sort."""
    if len(signature.sorts) == 1:
        return
    for sort, name in names.sorts.items():
        thing = Variable("x", sort)
        yield Quantified("exists", (thing,), Related(name, (thing,)))
    for key, (arguments, value) in signature.functions.items():
        given = tuple(Variable(f"x{n}", sort) for n, sort in enumerate(arguments))
        result = Related(names.sorts[value], (Applied(names.functions[key], given),))
        yield _guarded("forall", given, result, names) if given else result
    for name in names.numerals.values():
        yield Related(names.sorts[signature.sorts[0]], (Applied(name),))


def of_one_sort(formula: Formula, names: SmtNames) -> Formula:
    """A formula with numbered names, without order and numerals, its quantifiers bound to their sorts."""
    match formula:
        case Related(name, arguments):
            return Related(names.predicates[name, len(arguments)], _terms(arguments, names))
        case Equation(left, right):
            return Equation(*_terms((left, right), names))
        case Ordering(order, left, right):
            pair = _terms((left, right), names)
            before = Related(names.before, pair)
            return before if order == "<" else Connected("or", (before, Equation(*pair)))
        case Negated(body):
            return Negated(of_one_sort(body, names))
        case Connected(connective, parts):
            return Connected(connective, tuple([of_one_sort(part, names) for part in parts]))
        case Quantified(quantifier, variables, body):
            return _guarded(quantifier, variables, of_one_sort(body, names), names)
    return formula


def _guarded(quantifier: str, variables: tuple[Variable, ...], body: Formula, names: SmtNames) -> Formula:
    if len(names.sorts) == 1:
        return Quantified("forall" if quantifier == "forall" else "exists", variables, body)
    guards: list[Formula] = [Related(names.sorts[v.sort], (v,)) for v in variables]
    if quantifier == "exists":
        return Quantified("exists", variables, Connected("and", (*guards, body)))
    guard = guards[0] if len(guards) == 1 else Connected("and", tuple(guards))
    return Quantified("forall", variables, Connected("implies", (guard, body)))


def _terms(terms: Sequence[LogicTerm], names: SmtNames) -> tuple[LogicTerm, ...]:
    return tuple([_term(term, names) for term in terms])


def _term(term: LogicTerm, names: SmtNames) -> LogicTerm:
    match term:
        case Applied(name, arguments):
            return Applied(names.functions[name, len(arguments)], _terms(arguments, names))
        case Numeral(digits):
            return Applied(names.numerals[digits])
    return term


def as_written(formula: Formula, names: SmtNames) -> Formula:
    """A formula in numbered names, such as a prover's, in those of the theory, its variables by letters."""
    return _Writing(names).formula(formula, {})


class _Writing:
    def __init__(self, names: SmtNames) -> None:
        functions = ((short, name) for (name, _), short in names.functions.items())
        predicates = ((short, name) for (name, _), short in names.predicates.items())
        sorts = ((short, sort) for sort, short in names.sorts.items())
        self.names = dict([*functions, *predicates, *sorts])
        self.numerals = {short: digits for digits, short in names.numerals.items()}
        self.before, self.bound = names.before, 0

    def formula(self, formula: Formula, letters: Mapping[Variable, Variable]) -> Formula:
        def terms(found: Sequence[LogicTerm]) -> tuple[LogicTerm, ...]:
            return tuple([self.term(term, letters) for term in found])

        match formula:
            case Related(self.before, arguments):
                return Ordering("<", *terms(arguments))
            case Related(name, arguments):
                return Related(self.names.get(name, name), terms(arguments))
            case Equation(left, right):
                return Equation(*terms((left, right)))
            case Negated(body):
                return Negated(self.formula(body, letters))
            case Connected(connective, parts):
                return Connected(connective, tuple([self.formula(part, letters) for part in parts]))
            case Quantified(quantifier, variables, body):
                fresh = {variable: self.letter() for variable in variables}
                inner = self.formula(body, {**letters, **fresh})
                return Quantified(quantifier, tuple(fresh.values()), inner)
        return formula

    def letter(self) -> Variable:
        """The next letter, with a number when they are used up."""
        rest, place = divmod(self.bound, len(LETTERS))
        self.bound += 1
        return Variable(f"{LETTERS[place]}{rest or ''}")

    def term(self, term: LogicTerm, letters: Mapping[Variable, Variable]) -> LogicTerm:
        match term:
            case Variable():
                return letters.get(term, term)
            case Applied(name, ()) if name in self.numerals:
                return Numeral(self.numerals[name])
            case Applied(name, arguments):
                return Applied(self.names.get(name, name), tuple([self.term(a, letters) for a in arguments]))
        return term
