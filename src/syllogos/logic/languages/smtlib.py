"""SMT-LIB 2: theories printed as scripts, and a subset of scripts read.

Read are declarations of sorts, constants, functions and predicates, ``assert`` of formulas over them and
``check-sat``, no arithmetic; every other command is refused by name, options and files among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from syllogos.logic.formulas import (
    Applied,
    Connected,
    Element,
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
    subformulas,
)
from syllogos.logic.theories import Signature, Symbol, Theory, background, numerals

SIMPLE = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")
RESERVED = frozenset(
    """! _ as let exists forall match par not and or xor => = distinct ite true false Bool Int Real Array
    String RegLan RoundingMode assert check-sat declare-const declare-fun declare-sort exit + - * / < <= > >=
    div mod abs""".split()
)


@dataclass(frozen=True)
class SmtNames:
    """What each sort, function, predicate and numeral is called in a script."""

    sorts: Mapping[str, str]
    functions: Mapping[Symbol, str]
    predicates: Mapping[Symbol, str]
    numerals: Mapping[str, str]
    before: str

    @classmethod
    def numbered(cls, signature: Signature, digits: Iterable[str]) -> SmtNames:
        """Names that we make, in which no text of anybody occurs."""
        return cls(
            {sort: f"s{n}" for n, sort in enumerate(signature.sorts)},
            {symbol: f"f{n}" for n, symbol in enumerate(signature.functions)},
            {symbol: f"p{n}" for n, symbol in enumerate(signature.predicates)},
            {number: f"n{n}" for n, number in enumerate(digits)},
            "before",
        )

    @classmethod
    def readable(cls, signature: Signature, digits: Iterable[str]) -> SmtNames:
        """The theory's own names, quoted where need be; one that is taken already gets a number."""
        taken: set[str] = set()

        def named(name: str) -> str:
            plain, number = re.sub(r"[|\\]", "_", name), 1
            wanted = plain
            while wanted in taken:
                number += 1
                wanted = f"{plain}_{number}"
            taken.add(wanted)
            return symbol(wanted)

        return cls(
            {sort: named(sort) for sort in signature.sorts},
            {key: named(key[0]) for key in signature.functions},
            {key: named(key[0]) for key in signature.predicates},
            {number: named(f"number {number}") for number in digits},
            named("before"),
        )


def symbol(name: str) -> str:
    """A name as SMT-LIB writes it."""
    return name if SIMPLE.fullmatch(name) and name not in RESERVED else f"|{name}|"


def printed(theory: Theory) -> str:
    """A script that is unsatisfiable exactly when the conclusion follows (or there is none and the
    premises contradict each other); what numerals and comparison mean is asserted too."""
    names = SmtNames.readable(theory.signature, numerals(theory))
    lines = ["(set-logic UF)", *declared(theory.signature, names, ordered=_ordered(theory))]
    lines += [f"(assert {shown(f, names)}) ; meaning of numbers and order" for f in background(theory)]
    lines += [f"(assert {shown(p.formula, names)}) ; {' '.join(p.name.split())}" for p in theory.premises]
    if theory.conclusion is not None:
        lines.append(f"(assert (not {shown(theory.conclusion, names)})) ; not the conclusion")
    return "\n".join([*lines, "(check-sat)", ""])


def _ordered(theory: Theory) -> bool:
    return any(isinstance(part, Ordering) for f in theory.formulas for part in subformulas(f))


def declared(signature: Signature, names: SmtNames, *, ordered: bool) -> list[str]:
    """The declarations of a script; ``ordered`` that of the order too."""
    lines = [f"(declare-sort {name} 0)" for name in names.sorts.values()]
    for key, (arguments, value) in signature.functions.items():
        sorts = " ".join(names.sorts[a] for a in arguments)
        lines.append(f"(declare-fun {names.functions[key]} ({sorts}) {names.sorts[value]})")
    for key, arguments in signature.predicates.items():
        sorts = " ".join(names.sorts[a] for a in arguments)
        lines.append(f"(declare-fun {names.predicates[key]} ({sorts}) Bool)")
    first = next(iter(names.sorts.values()))
    lines += [f"(declare-fun {name} () {first})" for name in names.numerals.values()]
    if ordered:
        lines.append(f"(declare-fun {names.before} ({first} {first}) Bool)")
    return lines


def shown(formula: Formula, names: SmtNames) -> str:
    """A formula as an S-expression; bound variables are numbered by their depth."""
    return _formula(formula, names, {})


def _formula(formula: Formula, names: SmtNames, bound: Mapping[Variable, str]) -> str:
    match formula:
        case Truth(value):
            return "true" if value else "false"
        case Related(name, arguments):
            return _call(names.predicates[name, len(arguments)], arguments, names, bound)
        case Equation(left, right):
            return _call("=", (left, right), names, bound)
        case Ordering("<", left, right):
            return _call(names.before, (left, right), names, bound)
        case Ordering(_, left, right):
            before = _call(names.before, (left, right), names, bound)
            return f"(or {before} {_call('=', (left, right), names, bound)})"
        case Negated(body):
            return f"(not {_formula(body, names, bound)})"
        case Connected(connective, parts):
            sign = {"implies": "=>", "iff": "="}.get(connective, connective)
            return f"({sign} {' '.join([_formula(part, names, bound) for part in parts])})"
        case Quantified(quantifier, variables, body):
            inner = {**bound, **{v: f"x{len(bound) + n}" for n, v in enumerate(variables)}}
            listed = " ".join(f"({inner[v]} {names.sorts[v.sort]})" for v in variables)
            return f"({quantifier} ({listed}) {_formula(body, names, inner)})"
    raise ValueError(f"{type(formula).__name__} is no formula")


def _call(head: str, arguments: Iterable[LogicTerm], names: SmtNames, bound: Mapping[Variable, str]) -> str:
    inner = [_term(a, names, bound) for a in arguments]
    return f"({head} {' '.join(inner)})" if inner else head


def _term(term: LogicTerm, names: SmtNames, bound: Mapping[Variable, str]) -> str:
    match term:
        case Variable():
            return bound[term]
        case Numeral(digits):
            return names.numerals[digits]
        case Element(sort, index):
            return element(names.sorts[sort], index)
        case Applied(name, arguments):
            return _call(names.functions[name, len(arguments)], arguments, names, bound)


def element(sort: str, index: int) -> str:
    """What an element of a finite domain is called."""
    return f"{sort}!e{index}"
