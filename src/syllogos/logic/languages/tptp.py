"""TPTP: first-order problems (``fof``), clauses (``cnf``) and typed ones without arithmetic (``tff``).

Read is all of these forms but numbers with a sign or a point, defined functions and types with parameters;
``include`` and other forms are refused by name.  In ``tff`` a name that is not declared is of individuals,
as TPTP has it, which a note says.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from syllogos.logic.formulas import (
    ENTITY,
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
    all_terms,
    closed,
    unused,
)
from syllogos.logic.languages._precedence import (
    FormulaReader,
    FormulaToken,
    UnreadableError,
    check_depth,
    lexed,
    look_alikes,
    problem_at,
    shown,
    too_long,
)
from syllogos.logic.reading import Repair
from syllogos.logic.theories import Arguments, ReadTheory, Signature, Statement, Symbol, Theory, inferred

TOKENS = re.compile(
    r"""(?P<skip>\s+|%[^\n]*|/\*.*?\*/)
    |(?P<xor><~>)|(?P<iff><=>)|(?P<implies>=>)|(?P<reverse><=)|(?P<nor>~\|)|(?P<nand>~&)
    |(?P<unequal>!=)|(?P<equal>=)|(?P<and>&)|(?P<or>\|)|(?P<not>~)
    |(?P<parameters>!>|\?\*)|(?P<forall>!)|(?P<exists>\?)
    |(?P<open>\()|(?P<close>\))|(?P<left>\[)|(?P<right>\])|(?P<comma>,)|(?P<colon>:)|(?P<dot>\.)
    |(?P<arrow>>)|(?P<star>\*)
    |(?P<truth>\$true|\$false)(?!\w)|(?P<defined>\$\$?\w+)
    |(?P<name>[a-z]\w*|'(?:[^'\\\n]|\\['\\])+')|(?P<variable>[A-Z]\w*)|(?P<object>"(?:[^"\\\n]|\\["\\])*")
    |(?P<number>(?:0|[1-9]\d*)(?![\w./]))|(?P<amount>[+-]?\d+(?:/\d+|(?:\.\d+)?(?:[eE][+-]?\d+)?)(?!\w))
    """,
    re.VERBOSE | re.DOTALL,
)
FORMS = ("fof", "cnf", "tff")
PREMISES = ("axiom", "definition", "lemma", "theorem", "corollary", "fact", "plain")
ASSUMPTIONS = ("hypothesis", "assumption")
DENIAL = "negated_conjecture"
ROLES = (*PREMISES, *ASSUMPTIONS, "conjecture", DENIAL, "type")
APART = "distinct_objects"
"""The premise that says so of distinct objects."""
MOST_OBJECTS = 100
"""Distinct objects of a problem; that no two are the same is a premise of all their pairs."""
SIGNS: Mapping[Connective, str] = {"iff": "<=>", "implies": "=>", "xor": "<~>", "or": "|", "and": "&"}
POWER = {"iff": 1, "implies": 1, "reverse": 1, "xor": 1, "nor": 1, "nand": 1, "or": 2, "and": 3}
"""How strongly a connective binds where brackets are missing; those of power 1 do not follow each other."""
INDIVIDUALS, TRUTHS, TYPES = "$i", "$o", "$tType"
PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*")
UPPER = re.compile(r"[A-Z][A-Za-z0-9_]*")
OBJECT = re.compile(r'"(?:[^"\\\n]|\\["\\])*"')


def read(text: str) -> ReadTheory:
    """A problem: premises and at most one conjecture.

    Where there is none but formulas that deny one (``negated_conjecture``), the conclusion is that they are
    not all true.  Distinct objects are constants, and a premise says that they are different.
    """
    if long := too_long(text):
        return ReadTheory(None, long)
    try:
        tokens = lexed(text, TOKENS)
        problem = _Problem(text)
        reader = _Reader(tokens, problem)
        while reader.token.kind != "end":
            reader.annotated()
        theory = problem.theory()
    except UnreadableError as error:
        return ReadTheory(None, (problem_at(text, error),))
    signature = theory.signature
    names = (name for name, _ in (*signature.functions, *signature.predicates))
    if alike := look_alikes(text, (*signature.sorts, *names)):
        return ReadTheory(None, alike)
    return ReadTheory(theory, (), tuple(problem.repairs), tuple(problem.notes))


Declared = tuple[Arguments, str]
"""The sorts of arguments and of the value, ``$o`` for a predicate's."""


@dataclass
class _Problem:
    """What the annotated formulas of a problem have said so far."""

    text: str
    statements: list[Statement] = field(default_factory=list)
    conjecture: Formula | None = None
    denials: list[Formula] = field(default_factory=list)
    sorts: list[str] = field(default_factory=list)
    types: dict[str, Declared] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    typed: bool = False
    individuals: bool = False
    untyped: set[str] = field(default_factory=set)
    repairs: list[Repair] = field(default_factory=list)
    notes: list[Repair] = field(default_factory=list)

    def told(self, at: int, what: str, became: str) -> Repair:
        """A mending or a note at its place."""
        return Repair(self.text.count("\n", 0, at) + 1, at - self.text.rfind("\n", 0, at), what, became)

    def add(self, name: str, role: FormulaToken, formula: Formula) -> None:
        """A formula in its role.

        Raises:
            UnreadableError: it is a second conjecture.
        """
        if role.text == DENIAL:
            self.denials.append(formula)
        elif role.text != "conjecture":
            part: Literal["axiom", "assumption"] = "assumption" if role.text in ASSUMPTIONS else "axiom"
            self.statements.append(Statement(name, formula, part))
        elif self.conjecture is not None:
            raise UnreadableError("there are several conjectures; one is checked at a time", role.at)
        else:
            self.conjecture = formula
        if self.denials and self.conjecture is not None:
            raise UnreadableError("a conjecture and its denial are both given; one is checked", role.at)

    def theory(self) -> Theory:
        """The whole problem.

        Raises:
            UnreadableError: there is nothing, or more distinct objects than can be told apart.
        """
        end = self.conjecture
        if self.denials:
            whole = self.denials[0] if len(self.denials) == 1 else Connected("and", tuple(self.denials))
            end = Negated(whole)
        if not self.statements and end is None:
            raise UnreadableError("there is no formula", len(self.text), "no conclusion")
        formulas = (*(s.formula for s in self.statements), *(() if end is None else (end,)))
        premises = (*self.statements, *self._apart(formulas))
        return Theory(premises, end, self._signature(formulas) if self.typed else inferred(formulas))

    def _apart(self, formulas: Sequence[Formula]) -> tuple[Statement, ...]:
        """That distinct objects are not each other."""
        terms = [term for formula in formulas for term in all_terms(formula)]
        objects = [*dict.fromkeys(t for t in terms if isinstance(t, Applied) and t.name.startswith('"'))]
        if len(objects) > MOST_OBJECTS:
            say = f"more than {MOST_OBJECTS} distinct objects cannot be told apart"
            raise UnreadableError(say, 0, "limit")
        whole = all_of([Negated(Equation(a, b)) for a, b in combinations(objects, 2)])
        known = len(objects) < 2 or any(s.formula == whole for s in self.statements)
        return () if known else (Statement(APART, whole),)

    def _signature(self, formulas: Sequence[Formula]) -> Signature:
        """What is declared, and what is used without.

        Raises:
            UnreadableError: there are numbers, whose sort nothing says.
        """
        if any(isinstance(term, Numeral) for formula in formulas for term in all_terms(formula)):
            raise UnreadableError("arithmetic is not read, nor numbers beside types", 0, "refused")
        functions: dict[Symbol, tuple[Arguments, str]] = {}
        predicates: dict[Symbol, Arguments] = {}
        for name, (arguments, value) in self.types.items():
            if value == TRUTHS:
                predicates[name, len(arguments)] = arguments
            else:
                functions[name, len(arguments)] = (arguments, value)
        found = inferred(formulas)
        functions |= {key: typed for key, typed in found.functions.items() if key[0] not in self.types}
        predicates |= {key: typed for key, typed in found.predicates.items() if key[0] not in self.types}
        rest = (ENTITY,) if self.individuals or not self.sorts else ()
        return Signature((*self.sorts, *rest), functions, predicates)


def all_of(formulas: Sequence[Formula]) -> Formula:
    """One formula that says them all, true where there are none."""
    if not formulas:
        return Truth(True)
    return formulas[0] if len(formulas) == 1 else Connected("and", tuple(formulas))


class _Reader(FormulaReader):
    """Annotated formulas, read into a problem."""

    def __init__(self, tokens: Sequence[FormulaToken], problem: _Problem) -> None:
        super().__init__(tokens, len(problem.text))
        self.problem = problem
        self.form = ""

    def annotated(self) -> None:
        """One formula with its name and role, or one type."""
        form = self.expect("name", "fof(")
        if form.text not in FORMS:
            say = f"{shown(form.text)} is refused: fof, cnf and tff are read, include and other forms are not"
            raise UnreadableError(say, form.at, "refused")
        self.form = form.text
        if self.form != "tff":
            self._individuals(form.at)
        self.expect("open", "‘(’")
        name = self.take("name", "number") or self.refuse("a name")
        self.expect("comma", "‘,’")
        role = self.expect("name", "a role")
        if role.text not in ROLES or (role.text == "type" and form.text != "tff"):
            raise UnreadableError(f"{shown(role.text)} is no role that is read", role.at)
        if form.text == "cnf" and role.text == "conjecture":
            raise UnreadableError(f"a clause is no conjecture, but its {DENIAL}", role.at)
        self.expect("comma", "‘,’")
        if role.text == "type":
            self._type()
        else:
            at = self.token.at
            formula = self.formula() if self.form != "cnf" else self._clause()
            check_depth(formula, at)
            self.problem.add(_unquoted(name), role, formula)
        self._annotations()
        self.expect("close", "a connective or ‘)’")
        self.expect("dot", "‘.’")

    def _annotations(self) -> None:
        """Skip where a formula comes from, up to the bracket that closes it."""
        depth = 0
        if self.token.kind != "comma":
            return
        while self.token.kind != "end" and (depth or self.token.kind != "close"):
            depth += {"open": 1, "left": 1, "close": -1, "right": -1}.get(self.token.kind, 0)
            self.place += 1

    def _clause(self) -> Formula:
        """A disjunction of literals, for all values of its variables."""
        at = self.token.at
        whole = self.formula()
        parts = whole.parts if isinstance(whole, Connected) and whole.connective == "or" else (whole,)
        for part in parts:
            atom = part.body if isinstance(part, Negated) else part
            if not isinstance(atom, Truth | Related | Equation):
                raise UnreadableError("a clause is literals joined by ‘|’", at)
        return closed(whole)

    def _type(self) -> None:
        """The type of a name: a sort, or the sorts of its arguments and of its value."""
        brackets = 0
        while self.take("open"):
            brackets += 1
        token = self.expect("name", "a name")
        name = _unquoted(token)
        self.expect("colon", "‘:’")
        problem = self.problem
        problem.typed = True
        if name in problem.types or name in problem.sorts or name in problem.used:
            raise UnreadableError(f"{shown(name)} has a type already", token.at, "duplicate")
        if self.token.text == TYPES and name == ENTITY and problem.individuals:
            raise UnreadableError(
                f"{shown(name)} is what {INDIVIDUALS} is called here", token.at, "duplicate"
            )
        if self.token.text == TYPES:
            self.place += 1
            problem.sorts.append(name)
        else:
            problem.types[name] = self._arrow()
        for _ in range(brackets):
            self.expect("close", "‘)’")

    def _arrow(self) -> Declared:
        """Sorts of arguments and of the value, as in ``(a * b) > c``; brackets may be around it all."""
        opened = self.take("open") is not None
        if opened and self.token.kind == "open":
            inner = self._arrow()
            self.expect("close", "‘)’")
            return inner
        arguments = [self._sort(value=True)]
        while opened and self.take("star"):
            arguments.append(self._sort())
        if closes := opened and self.token.kind == "close":
            self.expect("close", "‘)’")
        if not self.take("arrow"):
            if len(arguments) > 1 or closes is not opened:
                self.refuse("‘>’")
            return (), arguments[0]
        if TRUTHS in arguments:
            raise UnreadableError("truth values are no arguments here", self.token.at, "refused")
        value = self._sort(value=True)
        if closes is not opened:
            self.expect("close", "‘)’")
        return tuple(arguments), value

    def _sort(self, *, value: bool = False) -> str:
        """A sort that is declared, or that of individuals."""
        token = self.take("name", "defined") or self.refuse("a sort")
        if token.text == INDIVIDUALS:
            return self._individuals(token.at)
        if token.text == TRUTHS and value:
            return TRUTHS
        if token.kind == "defined":
            raise UnreadableError(f"the type {shown(token.text)} is not read", token.at, "refused")
        name = _unquoted(token)
        if name not in self.problem.sorts:
            raise UnreadableError(f"there is no type {shown(name)} here", token.at, "undeclared")
        return name

    def _individuals(self, at: int) -> str:
        """The sort of what has no other, which is one of the sorts from now on.

        Raises:
            UnreadableError: another one has its name.
        """
        if ENTITY in self.problem.sorts:
            say = f"{shown(ENTITY)} is a type of this problem, and what {INDIVIDUALS} is called here"
            raise UnreadableError(say, at, "duplicate")
        self.problem.individuals = True
        return ENTITY

    def joined(self, left: Formula, least: int) -> Formula:
        """``left`` with what follows.

        TPTP wants brackets between different connectives: where they are missing and everybody binds ``&``
        before ``|`` before the others, that is mended; implications and the like do not follow each other.
        """
        run = ""
        while (sign := self.token).kind in POWER and POWER[sign.kind] >= least:
            power = POWER[sign.kind]
            if run and run != sign.kind:
                self._unbracketed(sign)
            self.place += 1
            right = self.prefix()
            if POWER.get(self.token.kind, 0) > power:
                self._unbracketed(self.token)
                right = self.joined(right, power + 1)
            left = _together(sign.kind, left, right, same=run == sign.kind)
            run = sign.kind
            if power == 1 and POWER.get(self.token.kind) == 1:
                say = f"brackets are needed between ‘{sign.text}’ and ‘{self.token.text}’"
                raise UnreadableError(say, self.token.at)
        return left

    def _unbracketed(self, sign: FormulaToken) -> None:
        order = "‘&’ before ‘|’ before all others"
        self.problem.repairs.append(self.problem.told(sign.at, f"no brackets at ‘{sign.text}’", order))

    def quantified(self) -> Formula:
        """A quantifier with its variables in square brackets, which binds one formula."""
        self.deeper()
        sign = self.take("forall", "exists") or self.refuse("a quantifier")
        kind: Quantifier = "forall" if sign.kind == "forall" else "exists"
        self.expect("left", "‘[’")
        fresh = [self._variable()]
        while self.take("comma"):
            fresh.append(self._variable())
        self.expect("right", "‘]’")
        self.expect("colon", "‘:’")
        self.bound += fresh
        body = self.prefix()
        del self.bound[len(self.bound) - len(fresh) :]
        self.depth -= 1
        return Quantified(kind, tuple(fresh), body)

    def _variable(self) -> Variable:
        token = self.expect("variable", "a variable")
        if self.form != "tff":
            return Variable(token.text)
        return Variable(token.text, self._sort() if self.take("colon") else self._individuals(token.at))

    def atom(self) -> Formula:
        """A relation, an equation, a truth value, or a formula in brackets."""
        if self.take("open"):
            formula = self.formula()
            self.expect("close", "a connective or ‘)’")
            return formula
        if truth := self.take("truth"):
            return Truth(truth.text == "$true")
        if self.token.text == "$distinct":
            return self._distinct()
        token = self.token
        left, sort = self._operand()
        self._undeclared(token)
        if self.take("equal", "unequal"):
            return self._equated(token, left, sort)
        if (
            token.kind != "name"
            or not isinstance(left, Applied)
            or (left.name in self.problem.types and sort != TRUTHS)
        ):
            raise UnreadableError("a formula is expected, and this is a thing", token.at)
        return Related(left.name, left.arguments)

    def _equated(self, token: FormulaToken, left: LogicTerm, sort: str) -> Formula:
        """The equation whose sign was taken last."""
        same = self.tokens[self.place - 1].kind == "equal"
        at = self.token.at
        right, other = self._argument()
        for side, found in ((token.at, sort), (at, other)):
            if found == TRUTHS:
                raise UnreadableError("an equation is between things, and this is a formula", side, "sort")
        if sort != other:
            raise UnreadableError(
                f"both sides of an equation are of one sort, not {sort} and {other}", at, "sort"
            )
        equation = Equation(left, right)
        return equation if same else Negated(equation)

    def _distinct(self) -> Formula:
        """That no two of some constants are the same."""
        self.place += 1
        self.expect("open", "‘(’")
        at = self.token.at
        terms, sorts = zip(*self._listed(), strict=True)
        if len(set(sorts)) > 1 or TRUTHS in sorts:
            raise UnreadableError("$distinct takes things of one sort", at, "sort")
        if len(terms) > MOST_OBJECTS:
            raise UnreadableError(f"$distinct takes at most {MOST_OBJECTS} things", at, "limit")
        return all_of([Negated(Equation(a, b)) for a, b in combinations(terms, 2)])

    def term(self) -> LogicTerm:
        """A variable, a number, a distinct object, a constant or a function of terms."""
        return self._operand()[0]

    def _operand(self) -> tuple[LogicTerm, str]:
        """A term with its sort; what is declared as a predicate is of the sort ``$o``."""
        token = self.take("name", "variable", "number", "object")
        if token is None:
            return self._refused()
        if token.kind == "variable":
            return self._bound(token)
        if token.kind == "number":
            if self.problem.typed or self.form == "tff":
                raise UnreadableError("arithmetic is not read, nor numbers in tff", token.at, "refused")
            return Numeral(token.text), ENTITY
        if token.kind == "object":
            return Applied(token.text), self._individuals(token.at)
        name = _unquoted(token)
        if name.startswith('"'):
            raise UnreadableError(
                f"{shown(token.text)} could be taken for a distinct object", token.at, "refused"
            )
        self.problem.used.add(name)
        at = self.token.at
        given = self._listed() if self.take("open") else []
        sorts, value = self.problem.types.get(name, ((ENTITY,) * len(given), ENTITY))
        if len(sorts) != len(given):
            say = f"{shown(name)} takes {len(sorts)} arguments, not {len(given)}"
            raise UnreadableError(say, token.at, "sort")
        for number, (wanted, (_, got)) in enumerate(zip(sorts, given, strict=True), 1):
            if wanted != got:
                say = f"argument {number} of {shown(name)} is of the sort {wanted}, not {got}"
                raise UnreadableError(say, at, "sort")
        return Applied(name, tuple(term for term, _ in given)), value

    def _bound(self, token: FormulaToken) -> tuple[LogicTerm, str]:
        found = self.variable(token.text)
        if found is None and self.form == "cnf":
            found = Variable(token.text)
        if found is None:
            raise UnreadableError(f"the variable {token.text} is not bound", token.at, "free variable")
        return found, found.sort

    def _listed(self) -> list[tuple[LogicTerm, str]]:
        """Terms up to the bracket that closes."""
        self.deeper()
        found = [self._argument()]
        while self.take("comma"):
            found.append(self._argument())
        self.expect("close", "‘,’ or ‘)’")
        self.depth -= 1
        return found

    def _argument(self) -> tuple[LogicTerm, str]:
        token = self.token
        found = self._operand()
        self._undeclared(token)
        return found

    def _undeclared(self, token: FormulaToken) -> None:
        """Say once that a name of a typed problem has no type, and is of individuals."""
        name, problem = _unquoted(token), self.problem
        if self.form != "tff" or token.kind != "name" or name in problem.types:
            return
        self._individuals(token.at)
        if name not in problem.untyped:
            problem.untyped.add(name)
            problem.notes.append(problem.told(token.at, f"{name} has no type", "one of individuals ($i)"))

    def _refused(self) -> tuple[LogicTerm, str]:
        """Stop at what is no term that is read."""
        token = self.token
        if token.kind == "amount":
            raise UnreadableError(
                f"the number {shown(token.text)} is not read: only whole ones without sign are",
                token.at,
                "refused",
            )
        if token.kind == "defined":
            say = f"{shown(token.text)} is not read: arithmetic and other defined names are not"
            raise UnreadableError(say, token.at, "refused")
        self.refuse("a formula")
        raise AssertionError(token)


def _together(sign: str, left: Formula, right: Formula, *, same: bool) -> Formula:
    """Two formulas joined by a connective; a run of ``&`` or ``|`` is one formula."""
    if same and isinstance(left, Connected) and sign in ("and", "or"):
        return Connected(left.connective, (*left.parts, right))
    match sign:
        case "reverse":
            return Connected("implies", (right, left))
        case "nor":
            return Negated(Connected("or", (left, right)))
        case "nand":
            return Negated(Connected("and", (left, right)))
        case "iff" | "implies" | "xor" | "or" | "and":
            return Connected(sign, (left, right))
    raise ValueError(f"{sign!r} is no connective")


def _unquoted(token: FormulaToken) -> str:
    return re.sub(r"\\(.)", r"\1", token.text[1:-1]) if token.text.startswith("'") else token.text


def printed(theory: Theory) -> str:
    """A theory as a TPTP problem, with types (``tff``) where it has several sorts.

    Variables that do not start with a capital get names that do.

    Raises:
        ValueError: order, decimals, a name that TPTP cannot have or, with types, of several meanings.
    """
    typed = theory.signature.sorts != (ENTITY,)
    objects = {name for name, _ in theory.signature.functions if name.startswith('"')}
    if objects and all(premise.name != APART for premise in theory.premises):
        raise ValueError(f"{min(objects)} would be taken for a distinct object")
    form = "tff" if typed else "fof"
    lines = _types(theory.signature) if typed else []
    for premise in theory.premises:
        role = "axiom" if premise.role == "axiom" else "hypothesis"
        lines.append(f"{form}({_name(premise.name)}, {role}, {_shown(premise.formula, {}, typed)}).")
    if theory.conclusion is not None:
        lines.append(f"{form}(conclusion, conjecture, {_shown(theory.conclusion, {}, typed)}).")
    return "\n".join([*lines, ""])


def _types(signature: Signature) -> list[str]:
    """The types of all names, sorts first."""
    types = [(sort, TYPES) for sort in signature.sorts]
    for (name, _), (arguments, value) in signature.functions.items():
        types.append((name, _arrow(arguments, _name(value))))
    for (name, _), arguments in signature.predicates.items():
        types.append((name, _arrow(arguments, TRUTHS)))
    if len(dict(types)) < len(types):
        raise ValueError("in the typed form of TPTP a name has one meaning")
    if any(name.startswith('"') for name, _ in types):
        raise ValueError("distinct objects are of individuals, and not of the sorts of a theory")
    return [f"tff({_name(f'{name}_type')}, type, {_name(name)}: {typed})." for name, typed in types]


def _arrow(arguments: Arguments, value: str) -> str:
    if not arguments:
        return value
    listed = " * ".join([_name(sort) for sort in arguments])
    return f"({listed}) > {value}" if len(arguments) > 1 else f"{listed} > {value}"


def printed_formula(formula: Formula) -> str:
    """A formula of first-order form; every formula within another stands in brackets."""
    return _shown(formula, {}, False)


def _shown(formula: Formula, bound: Mapping[Variable, str], typed: bool) -> str:
    match formula:
        case Truth(value):
            return "$true" if value else "$false"
        case Related(name, arguments):
            return _call(name, arguments, bound)
        case Equation(left, right):
            return f"{_term(left, bound)} = {_term(right, bound)}"
        case Negated(body):
            return f"~ {_within(body, bound, typed)}"
        case Connected(connective, parts):
            return f" {SIGNS[connective]} ".join([_within(part, bound, typed) for part in parts])
        case Quantified(quantifier, variables, body):
            inner = dict(bound)
            for variable in variables:
                taken = {name for other, name in inner.items() if other != variable}
                wanted = variable.name if UPPER.fullmatch(variable.name) else "X"
                inner[variable] = wanted if wanted not in taken else unused(wanted, taken)
            listed = ", ".join(inner[v] + (f": {_name(v.sort)}" if typed else "") for v in variables)
            return f"{'!' if quantifier == 'forall' else '?'} [{listed}] : {_within(body, inner, typed)}"
    raise ValueError("order has no place in TPTP's first-order form")


def _within(formula: Formula, bound: Mapping[Variable, str], typed: bool) -> str:
    text = _shown(formula, bound, typed)
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
    if OBJECT.fullmatch(name):
        return name
    if "\n" in name or not name or name.startswith('"'):
        raise ValueError(
            "a name that is empty, starts with a quotation mark or has a line break cannot be written"
        )
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
