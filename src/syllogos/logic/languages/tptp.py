"""TPTP: problems of first-order form (``fof``) read and printed, one sort and no arithmetic."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from syllogos.logic.formulas import (
    Applied,
    Connected,
    Connective,
    Equation,
    Formula,
    LogicTerm,
    Negated,
    Numeral,
    Quantified,
    Quantifier,
    Related,
    Truth,
    Variable,
    unused,
)
from syllogos.logic.languages._precedence import (
    FormulaReader,
    Token,
    UnreadableError,
    check_depth,
    lexed,
    look_alikes,
    problem_at,
    shown,
    too_long,
)
from syllogos.logic.theories import ReadTheory, Statement, Theory, inferred

TOKENS = re.compile(
    r"""(?P<skip>\s+|%[^\n]*|/\*.*?\*/)
    |(?P<xor><~>)|(?P<iff><=>)|(?P<implies>=>)|(?P<reverse><=)|(?P<nor>~\||~&)
    |(?P<unequal>!=)|(?P<equal>=)|(?P<and>&)|(?P<or>\|)|(?P<not>~)|(?P<forall>!)|(?P<exists>\?)
    |(?P<open>\()|(?P<close>\))|(?P<left>\[)|(?P<right>\])|(?P<comma>,)|(?P<colon>:)|(?P<dot>\.)
    |(?P<truth>\$true|\$false)(?!\w)
    |(?P<name>[a-z]\w*|'(?:[^'\\\n]|\\['\\])+')|(?P<variable>[A-Z]\w*)|(?P<number>(?:0|[1-9]\d*)(?![\w.]))
    """,
    re.VERBOSE | re.DOTALL,
)
PREMISES = ("axiom", "definition", "lemma", "theorem", "corollary", "fact", "negated_conjecture", "plain")
ASSUMPTIONS = ("hypothesis", "assumption")
SIGNS: Mapping[Connective, str] = {"iff": "<=>", "implies": "=>", "xor": "<~>", "or": "|", "and": "&"}
PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*")
UPPER = re.compile(r"[A-Z][A-Za-z0-9_]*")


def read(text: str) -> ReadTheory:
    """A problem: premises and at most one conjecture.  ``include`` and other forms are refused."""
    if long := too_long(text):
        return ReadTheory(None, long)
    statements: list[Statement] = []
    conjecture: Formula | None = None
    try:
        reader = _Reader(lexed(text, TOKENS), len(text))
        while reader.token.kind != "end":
            at = reader.token.at
            name, role, formula = reader.annotated()
            if role != "conjecture":
                statements.append(Statement(name, formula, "assumption" if role in ASSUMPTIONS else "axiom"))
            elif conjecture is not None:
                raise UnreadableError("there are several conjectures; one is checked at a time", at)
            else:
                conjecture = formula
        if not statements and conjecture is None:
            raise UnreadableError("there is no formula", len(text), "no conclusion")
    except UnreadableError as error:
        return ReadTheory(None, (problem_at(text, error),))
    end = () if conjecture is None else (conjecture,)
    signature = inferred((*(s.formula for s in statements), *end))
    if alike := look_alikes(text, (n for n, _ in (*signature.functions, *signature.predicates))):
        return ReadTheory(None, alike)
    return ReadTheory(Theory(tuple(statements), conjecture, signature))


class _Reader(FormulaReader):
    def annotated(self) -> tuple[str, str, Formula]:
        """One formula with its name and role."""
        form = self.expect("name", "fof(")
        if form.text != "fof":
            say = f"{shown(form.text)} is refused: include, clauses and typed forms are not read"
            raise UnreadableError(say, form.at, "refused")
        self.expect("open", "‘(’")
        name = self.take("name", "number") or self.refuse("a name")
        self.expect("comma", "‘,’")
        role = self.expect("name", "a role")
        if role.text not in (*PREMISES, *ASSUMPTIONS, "conjecture"):
            raise UnreadableError(f"{shown(role.text)} is no role that is read", role.at)
        self.expect("comma", "‘,’")
        at = self.token.at
        formula = self.formula()
        check_depth(formula, at)
        self._annotations()
        self.expect("close", "a connective or ‘)’")
        self.expect("dot", "‘.’")
        return _unquoted(name), role.text, formula

    def _annotations(self) -> None:
        """Skip where a formula comes from, up to the bracket that closes it."""
        depth = 0
        if self.token.kind != "comma":
            return
        while self.token.kind != "end" and (depth or self.token.kind != "close"):
            depth += {"open": 1, "left": 1, "close": -1, "right": -1}.get(self.token.kind, 0)
            self.place += 1

    def joined(self, left: Formula, least: int) -> Formula:
        """``left`` with what follows; an implication may be written backwards."""
        left = super().joined(left, least)
        if least <= self.powers["implies"] and self.take("reverse"):
            left = Connected("implies", (self.formula(self.powers["implies"] + 1), left))
        return left

    def quantified(self) -> Formula:
        """A quantifier with its variables in square brackets, which binds one formula."""
        self.deeper()
        kind: Quantifier = "forall" if self.take("forall") else "exists"
        self.take("exists")
        self.expect("left", "‘[’")
        fresh = [Variable(self.expect("variable", "a variable").text)]
        while self.take("comma"):
            fresh.append(Variable(self.expect("variable", "a variable").text))
        self.expect("right", "‘]’")
        self.expect("colon", "‘:’")
        self.bound += fresh
        body = self.prefix()
        del self.bound[len(self.bound) - len(fresh) :]
        self.depth -= 1
        return Quantified(kind, tuple(fresh), body)

    def atom(self) -> Formula:
        """A relation, an equation, a truth value, or a formula in brackets."""
        if self.take("open"):
            formula = self.formula()
            self.expect("close", "a connective or ‘)’")
            return formula
        if truth := self.take("truth"):
            return Truth(truth.text == "$true")
        start = self.token.at
        left = self.term()
        if sign := self.take("equal", "unequal"):
            equation = Equation(left, self.term())
            return equation if sign.kind == "equal" else Negated(equation)
        if isinstance(left, Applied):
            return Related(left.name, left.arguments)
        raise UnreadableError("a formula is expected, and this is a thing", start)

    def term(self) -> LogicTerm:
        """A variable, a number, a constant or a function of terms."""
        token = self.take("name", "variable", "number") or self.refuse("a formula")
        if token.kind == "number":
            return Numeral(token.text)
        if token.kind == "variable":
            bound = self.variable(token.text)
            if bound is None:
                say = f"the variable {token.text} is not bound"
                raise UnreadableError(say, token.at, "free variable")
            return bound
        name = _unquoted(token)
        if not self.take("open"):
            return Applied(name)
        self.deeper()
        arguments = [self.term()]
        while self.take("comma"):
            arguments.append(self.term())
        self.expect("close", "‘,’ or ‘)’")
        self.depth -= 1
        return Applied(name, tuple(arguments))


def _unquoted(token: Token) -> str:
    return re.sub(r"\\(.)", r"\1", token.text[1:-1]) if token.text.startswith("'") else token.text


def printed(theory: Theory) -> str:
    """A theory as a TPTP problem; variables that do not start with a capital get names that do.

    Raises:
        ValueError: several sorts, order, decimals, or a name with a line break.
    """
    if len(theory.signature.sorts) != 1:
        raise ValueError("the first-order form of TPTP has one sort")
    lines = []
    for premise in theory.premises:
        role = "axiom" if premise.role == "axiom" else "hypothesis"
        lines.append(f"fof({_name(premise.name)}, {role}, {printed_formula(premise.formula)}).")
    if theory.conclusion is not None:
        lines.append(f"fof(conclusion, conjecture, {printed_formula(theory.conclusion)}).")
    return "\n".join([*lines, ""])


def printed_formula(formula: Formula) -> str:
    """A formula of first-order form; every formula within another stands in brackets."""
    return _shown(formula, {})


def _shown(formula: Formula, bound: Mapping[Variable, str]) -> str:
    match formula:
        case Truth(value):
            return "$true" if value else "$false"
        case Related(name, arguments):
            return _call(name, arguments, bound)
        case Equation(left, right):
            return f"{_term(left, bound)} = {_term(right, bound)}"
        case Negated(body):
            return f"~ {_within(body, bound)}"
        case Connected(connective, parts):
            return f" {SIGNS[connective]} ".join([_within(part, bound) for part in parts])
        case Quantified(quantifier, variables, body):
            inner = dict(bound)
            for variable in variables:
                taken = {name for other, name in inner.items() if other != variable}
                wanted = variable.name if UPPER.fullmatch(variable.name) else "X"
                inner[variable] = wanted if wanted not in taken else unused(wanted, taken)
            listed = ", ".join(inner[v] for v in variables)
            return f"{'!' if quantifier == 'forall' else '?'} [{listed}] : {_within(body, inner)}"
    raise ValueError("order has no place in TPTP's first-order form")


def _within(formula: Formula, bound: Mapping[Variable, str]) -> str:
    text = _shown(formula, bound)
    return text if isinstance(formula, Truth | Related) else f"({text})"


def _call(name: str, arguments: Sequence[LogicTerm], bound: Mapping[Variable, str]) -> str:
    listed = ", ".join(_term(a, bound) for a in arguments)
    return f"{_name(name)}({listed})" if arguments else _name(name)


def _term(term: LogicTerm, bound: Mapping[Variable, str]) -> str:
    match term:
        case Variable():
            return bound[term]
        case Numeral(digits) if digits.isdigit():
            return digits
        case Applied(name, arguments):
            return _call(name, arguments, bound)
    raise ValueError("decimals have no place in TPTP's first-order form")


def _name(name: str) -> str:
    if PLAIN.fullmatch(name):
        return name
    if "\n" in name or not name:
        raise ValueError("a name with a line break cannot be written")
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
