"""Formulas in plain English, where it says exactly the same; any other formula as it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence

from syllogos.logic.formulas import (
    ENTITY,
    Applied,
    Connected,
    Equation,
    Formula,
    LogicTerm,
    Negated,
    Ordering,
    Quantified,
    Related,
    Truth,
    Variable,
    all_terms,
    subformulas,
)
from syllogos.logic.languages.fol import SIGN_WORDS, printed_formula

NOUN = re.compile(r"[A-Za-z][a-z]{2,}")
NO_NOUN = re.compile(r".*(?:ed|able|ible|ful|ous|ive|ing|less|(?<![sui])s)")
"""Words that are hardly nouns: ``Runs``, ``Tired``."""


def in_words(formula: Formula) -> str:
    """What a formula says, in words that leave no second reading; else the formula.

    A name of one argument that looks like a noun is taken for one: that is a matter of wording alone.

    >>> from syllogos.logic.languages.fol import parse
    >>> in_words(parse("∀x (Dog(x) → Mammal(x))").formula)
    'every x that is a Dog is a Mammal'
    >>> in_words(parse("∀x (Dog(x) ∧ Old(x) → ∃y Likes(x, y))").formula)
    'for every x: if x is a Dog and x is an Old, then for some y: Likes(x, y)'
    >>> in_words(parse("(p → q) → r").formula)
    '(p → q) → r'
    """
    bound = {v.name for part in subformulas(formula) if isinstance(part, Quantified) for v in part.variables}
    constants = {t.name for t in all_terms(formula) if isinstance(t, Applied)}
    said = None if bound & constants else _sentence(formula)
    return printed_formula(formula) if said is None else said


def _sentence(formula: Formula) -> str | None:
    """A formula that stands at the end of what is said, so that what follows a colon is all of the rest."""
    match formula:
        case Quantified(quantifier, variables, body):
            if short := _of_kind(formula):
                return short
            inner = _sentence(body)
            word = "every" if quantifier == "forall" else "some"
            return None if inner is None else f"for {word} {_variables(variables)}: {inner}"
        case Negated(Quantified("exists", variables, body)):
            inner = _sentence(body)
            return None if inner is None else f"for no {_variables(variables)}: {inner}"
        case Connected("implies", (left, right)):
            condition, then = _group(left), _sentence(right)
            if condition is None or then is None or (isinstance(right, Connected) and _group(right) is None):
                return None
            return f"if {condition}, then {then}"
        case Connected("iff", (left, right)):
            one, other = _literal(left), _literal(right)
            return None if one is None or other is None else f"{one} exactly when {other}"
    return _group(formula)


def _group(formula: Formula) -> str | None:
    """A literal, or literals that are all joined alike."""
    if not isinstance(formula, Connected) or formula.connective not in ("and", "or", "xor"):
        return _literal(formula)
    parts = [said for part in formula.parts if (said := _literal(part)) is not None]
    if len(parts) < len(formula.parts):
        return None
    match formula.connective:
        case "and":
            return " and ".join(parts)
        case "xor":
            return f"either {parts[0]} or {parts[1]} but not both"
    return f"{' or '.join(parts)} (or {'both' if len(parts) == 2 else 'several'})"


def _literal(formula: Formula) -> str | None:
    """An atom or the negation of one."""
    negated = isinstance(formula, Negated)
    atom = formula.body if isinstance(formula, Negated) else formula
    no = "not " if negated else ""
    match atom:
        case Related(name, (term,)) if noun(name):
            return f"{_term(term)} is {no}{_article(name)}"
        case Related():
            return f"{no}{printed_formula(atom)}"
        case Equation(left, right):
            return f"{_term(left)} is {no}the same as {_term(right)}"
        case Ordering(order, left, right):
            return f"{_term(left)} is {no}{'less than' if order == '<' else 'at most'} {_term(right)}"
        case Truth():
            return f"{no}{printed_formula(atom)}"
    return None


def _of_kind(formula: Quantified) -> str | None:
    """What is said of everything, nothing or something of a kind: two nouns of one variable."""
    match formula:
        case Quantified("forall", (x,), Connected("implies", (Related(kind, (a,)), other))):
            word = "every"
        case Quantified("exists", (x,), Connected("and", (Related(kind, (a,)), other))):
            word = "some"
        case _:
            return None
    no = isinstance(other, Negated)
    atom = other.body if isinstance(other, Negated) else other
    if not (
        isinstance(atom, Related) and atom.arguments == (x,) and a == x and noun(kind) and noun(atom.name)
    ):
        return None
    if no and word == "every":
        return f"no {_variables((x,))} that is {_article(kind)} is {_article(atom.name)}"
    return (
        f"{word} {_variables((x,))} that is {_article(kind)} is {'not ' if no else ''}{_article(atom.name)}"
    )


def noun(name: str) -> bool:
    """Whether a name reads as a noun."""
    taken = {*SIGN_WORDS, "both", "but", "either", "every", "if", "some", "that", "then"}
    return bool(NOUN.fullmatch(name)) and not NO_NOUN.fullmatch(name) and name.lower() not in taken


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"


def _variables(variables: Sequence[Variable]) -> str:
    return " and ".join(v.name if v.sort == ENTITY else f"{v.sort} {v.name}" for v in variables)


def _term(term: LogicTerm) -> str:
    return printed_formula(Related("t", (term,)))[2:-1]
