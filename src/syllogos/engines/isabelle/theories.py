"""What an Isabelle server is given of a theory, and what its results are taken for: no input or output.

All names are our own (``p1``, ``c2``, ``T1``, ``x3``), so that no text of a stranger reaches the server, and
every premise is an assumption of the theorem, so that no axiom is added to the logic.  A proof that
Sledgehammer suggests counts when Isabelle accepts it in a second theory, without errors and without
oracles; of Nitpick only a genuine counterexample counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from syllogos.engines.isabelle.connection import ServerFailure, shortened
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
)
from syllogos.logic.languages import isabelle
from syllogos.logic.theories import Arguments, Signature, Statement, Symbol, Theory, background, numerals

LESS = "before"
MOST_PROOFS = 3
"""Suggested proofs that are tried."""
TRY = "Try this:"
TAKEN = re.compile(r"\((?:> {0,3})?[\d.]{1,12} m?s[^()]{0,40}\)")
"""How long a suggested proof took, told behind it."""
PLAIN_PROOF = re.compile(r"(?:by|using(?= .* by )) [\w.' (),:]++")
"""A proof of names and brackets alone: what Sledgehammer suggests, and nothing that could be a command."""
NO_WORDS = re.compile(
    r"\b(?:sorry|oops|ML|tactic|raw_tactic|cheat\w*|skip_proof|code_simp|eval|normalization)\b"
)
"""Words that no suggested proof may hold: those that prove nothing, or rest on an oracle."""
NO_ORACLES = re.compile(r"no oracles\.?|oracles:\s*(?:none)?", re.IGNORECASE)
DUBIOUS = re.compile(r"\bsorry\b|skip_proof|Skipped proof|\bcheat", re.IGNORECASE)
GENUINE = re.compile(r"Nitpick found a counterexample\b")
SYMBOLS: Mapping[int, str] = str.maketrans({
    "∀": r"\<forall>", "∃": r"\<exists>", "¬": r"\<not>", "∧": r"\<and>", "∨": r"\<or>", "≠": r"\<noteq>",
    "⟶": r"\<longrightarrow>", "⟷": r"\<longleftrightarrow>", "⇒": r"\<Rightarrow>",
})  # fmt: skip
"""Signs as Isabelle's files have them, in any encoding."""


@dataclass(frozen=True)
class PlainTheory:
    """A theory with names of our own.

    Attributes:
        signature: of the new names.
        assumptions: the premises, ``a1`` and on, then what order and numbers mean.
        goal: what is to be shown of them.
        names: ``a1`` -> the name of the premise.
    """

    signature: Signature
    assumptions: tuple[Statement, ...]
    goal: Formula
    names: Mapping[str, str]

    def text(self, name: str, goal: Formula, proof: str) -> str:
        """A ``.thy`` in ASCII that shows ``goal``, by a proof or by what is to search for one."""
        theory = Theory(self.assumptions, goal, self.signature, name)
        return isabelle.printed(theory, proof).translate(SYMBOLS)


def plain_theory(theory: Theory, goal: Formula) -> PlainTheory:
    """A theory with names of our own, and the goal in them."""
    renaming = _Renaming.of(theory)
    premises = [renaming.formula(p.formula, {}) for p in theory.premises]
    meaning = [renaming.formula(f, {}) for f in background(theory)]
    labelled = enumerate([*premises, *meaning], 1)
    assumptions = tuple(Statement(f"a{n}", formula, "assumption") for n, formula in labelled)
    names = {f"a{n}": p.name for n, p in enumerate(theory.premises, 1)}
    return PlainTheory(renaming.signature, assumptions, renaming.formula(goal, {}), names)


@dataclass(frozen=True)
class _Renaming:
    sorts: Mapping[str, str]
    functions: Mapping[Symbol, str]
    predicates: Mapping[Symbol, str]
    numerals: Mapping[str, str]
    signature: Signature

    @staticmethod
    def of(theory: Theory) -> _Renaming:
        old = theory.signature
        sorts = {sort: f"T{n}" for n, sort in enumerate(old.sorts, 1)}
        functions = {symbol: f"c{n}" for n, symbol in enumerate(old.functions, 1)}
        predicates = {symbol: f"p{n}" for n, symbol in enumerate(old.predicates, 1)}
        numbers = {digits: f"n{n}" for n, digits in enumerate(numerals(theory), 1)}

        def listed(arguments: Arguments) -> Arguments:
            return tuple(sorts[a] for a in arguments)

        renamed = Signature(
            tuple(sorts.values()),
            {(functions[s], s[1]): (listed(a), sorts[v]) for s, (a, v) in old.functions.items()}
            | {(n, 0): ((), "T1") for n in numbers.values()},
            {(predicates[s], s[1]): listed(a) for s, a in old.predicates.items()} | {(LESS, 2): ("T1", "T1")},
        )
        return _Renaming(sorts, functions, predicates, numbers, renamed)

    def formula(self, formula: Formula, bound: Mapping[Variable, Variable]) -> Formula:
        match formula:
            case Truth():
                return formula
            case Related(name, arguments):
                return Related(self.predicates[name, len(arguments)], self._terms(arguments, bound))
            case Equation(left, right):
                return Equation(self._term(left, bound), self._term(right, bound))
            case Ordering(order, left, right):
                pair = self._terms((left, right), bound)
                before = Related(LESS, pair)
                return before if order == "<" else Connected("or", (before, Equation(*pair)))
            case Negated(body):
                return Negated(self.formula(body, bound))
            case Connected(connective, parts):
                return Connected(connective, tuple([self.formula(part, bound) for part in parts]))
            case Quantified(quantifier, variables, body):
                taken = max((int(v.name[1:]) for v in bound.values()), default=0)
                fresh = {
                    v: Variable(f"x{n}", self.sorts.get(v.sort, "T1"))
                    for n, v in enumerate(dict.fromkeys(variables), taken + 1)
                }
                inner = self.formula(body, {**bound, **fresh})
                return Quantified(quantifier, tuple(fresh.values()), inner)

    def _terms(self, terms: Sequence[LogicTerm], bound: Mapping[Variable, Variable]) -> tuple[LogicTerm, ...]:
        return tuple([self._term(term, bound) for term in terms])

    def _term(self, term: LogicTerm, bound: Mapping[Variable, Variable]) -> LogicTerm:
        match term:
            case Variable():
                return bound[term]
            case Numeral(digits):
                return Applied(self.numerals[digits])
            case Applied(name, arguments):
                return Applied(self.functions[name, len(arguments)], self._terms(arguments, bound))
        raise ValueError("an element of a domain has no name")


@dataclass(frozen=True)
class TheoryResult:
    """What the server says of one theory.

    Attributes:
        messages: kind and text.
        wrong: why it counts for nothing, one line; empty where it was worked through without error.
    """

    messages: tuple[tuple[str, str], ...]
    wrong: str = ""

    @property
    def suggested(self) -> tuple[str, ...]:
        """The proofs that Sledgehammer suggests, of those that may be tried."""
        if self.wrong:
            return ()
        lines = (line for _, text in self.messages for line in text.splitlines())
        said = (_untimed(line.partition(TRY)[2].strip()) for line in lines if TRY in line)
        plain = (s for s in said if PLAIN_PROOF.fullmatch(s) and not NO_WORDS.search(s))
        return tuple(dict.fromkeys(plain))[:MOST_PROOFS]

    @property
    def proved(self) -> bool:
        """Whether it holds a finished proof that rests on no oracle, and says so."""
        said = [text.strip() for _, text in self.messages]
        clean = any(NO_ORACLES.fullmatch(text) for text in said)
        return not self.wrong and clean and not any(DUBIOUS.search(text) for text in said)

    @property
    def refuted(self) -> bool:
        """Whether Nitpick has a genuine counterexample."""
        return not self.wrong and any(GENUINE.search(text) for _, text in self.messages)


def theory_results(body: Mapping[str, Any]) -> Mapping[str, TheoryResult]:
    """The results of ``use_theories``, by the name of the theory.

    Raises:
        ServerFailure: they are not as the protocol says.
    """
    try:
        found = {str(node["theory_name"]).rpartition(".")[2]: _result(node) for node in body["nodes"]}
    except (KeyError, TypeError, AttributeError) as error:
        raise ServerFailure(f"the results of the server lack what the protocol says: {error}") from None
    if not found and body.get("errors"):
        raise ServerFailure(f"the server says: {shortened(str(body['errors'][0]))}")
    return found


def _result(node: Mapping[str, Any]) -> TheoryResult:
    status = node["status"]
    messages = tuple((str(m["kind"]), str(m["message"])) for m in node["messages"])
    errors = [text for kind, text in messages if kind == "error"]
    wrong = ""
    if errors or not status["ok"] or status["failed"]:
        wrong = f"the server reports an error: {shortened(errors[0]) if errors else 'of no kind'}"
    elif status["canceled"] or not status["consolidated"] or status["unprocessed"] or status["running"]:
        wrong = "the server left a theory unfinished"
    return TheoryResult(messages, wrong)


def used_premises(proof: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """The premises that a proof names, in their order; all of them where it names them as one (``assms``).

    >>> used_premises("by (metis a2)", {"a1": "premise_1", "a2": "premise_2"})
    ('premise_2',)
    """
    words = set(re.findall(r"[\w']+", proof))
    if "assms" in words:
        return tuple(names.values())
    return tuple(name for label, name in names.items() if label in words)


def _untimed(proof: str) -> str:
    """A suggested proof without the time that it took."""
    start = proof.rfind("(")
    return proof[:start].rstrip() if start >= 0 and TAKEN.fullmatch(proof, start) else proof
