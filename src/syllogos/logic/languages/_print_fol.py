"""First-order formulas and theories printed, so that the reader of :mod:`~.fol` gets them back."""

from __future__ import annotations

from collections.abc import Sequence

from syllogos.logic.formulas import (
    Applied,
    Connected,
    Connective,
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
)
from syllogos.logic.languages._fol_layout import HEADINGS
from syllogos.logic.languages._fol_signs import BY_FIRST, LOOSE_VARIABLE, TOKENS, WORDS
from syllogos.logic.languages._slips import slips
from syllogos.logic.theories import Theory

SIGNS: dict[Connective, str] = {"iff": "↔", "implies": "→", "xor": "⊕", "or": "∨", "and": "∧"}
SPECIAL = frozenset({*WORDS, *BY_FIRST, *HEADINGS, "then", "v"})
"""Names that are read as something else where they stand without quotes, in small letters."""


def printed(theory: Theory) -> str:
    """A theory in ``.fol`` form, which :func:`read` reads back as it was.

    Raises:
        ValueError: several sorts, no conclusion, or a name with a line break.
    """
    if theory.conclusion is None or len(theory.signature.sorts) != 1:
        raise ValueError("the .fol form has one sort and a conclusion")
    alike = slips(theory.formulas, ())
    names = [n for n, _ in theory.signature.predicates if n in alike.values() or n in {n for n, _ in alike}]
    declared = ["Predicates:", *(f"{_name(name, frozenset())}(...)" for name in names)] if alike else []
    premises = [printed_formula(p.formula) for p in theory.premises]
    lines = [*declared, "Premises:", *premises, "Conclusion:", printed_formula(theory.conclusion)]
    return "\n".join(lines) + "\n"


def printed_formula(formula: Formula) -> str:
    """A formula with signs of Unicode; every formula within another stands in brackets."""
    return _shown(formula, frozenset())


def _shown(formula: Formula, bound: frozenset[str]) -> str:
    match formula:
        case Truth(value):
            return "⊤" if value else "⊥"
        case Related(name, arguments):
            return _name(name, frozenset()) if not arguments else _call(name, arguments, bound)
        case Equation(left, right):
            return f"{_term(left, bound)} = {_term(right, bound)}"
        case Ordering(order, left, right):
            return f"{_term(left, bound)} {'<' if order == '<' else '≤'} {_term(right, bound)}"
        case Negated(body):
            return f"¬{_within(body, bound)}"
        case Connected(connective, parts):
            return f" {SIGNS[connective]} ".join(_within(part, bound) for part in parts)
    names = [v.name for v in formula.variables]
    sign = "∀" if formula.quantifier == "forall" else "∃"
    return f"{sign}{', '.join(names)} ({_shown(formula.body, bound | set(names))})"


def _within(formula: Formula, bound: frozenset[str]) -> str:
    text = _shown(formula, bound)
    return f"({text})" if isinstance(formula, Connected | Equation | Ordering | Quantified) else text


def _call(name: str, arguments: Sequence[LogicTerm], bound: frozenset[str]) -> str:
    return f"{_name(name, frozenset())}({', '.join(_term(a, bound) for a in arguments)})"


def _term(term: LogicTerm, bound: frozenset[str]) -> str:
    match term:
        case Variable(name):
            return name
        case Numeral(digits):
            return digits
        case Applied(name, ()):
            return _name(name, bound)
        case Applied(name, arguments):
            return _call(name, arguments, bound)
    raise ValueError("an element of a domain has no name")


def _name(name: str, bound: frozenset[str]) -> str:
    """A name as it is, or in quotes where it would be read as something else."""
    match = TOKENS.fullmatch(name)
    plain = match is not None and match.lastgroup == "name" and name.lower() not in SPECIAL
    if plain and name not in bound and not LOOSE_VARIABLE.fullmatch(name):
        return name
    if "\n" in name:
        raise ValueError("a name with a line break cannot be written")
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
