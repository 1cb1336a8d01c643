"""SMT-LIB 2: theories printed as scripts, and a subset of scripts read.

Read are declarations of sorts, constants, functions and predicates, definitions, ``assert`` of formulas over
them and ``check-sat``, no arithmetic; every other command is refused by name, most options and files among
them.  Where a term depends on a condition (``ite``), the formula around it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations, islice, pairwise, product

from syllogos.logic.formulas import (
    ENTITY,
    MAX_DEPTH,
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
    free_variables,
    subformulas,
    subterms,
    terms_of,
    unused,
)
from syllogos.logic.languages._precedence import (
    FormulaToken,
    UnreadableError,
    check_depth,
    lexed,
    problem_at,
    too_long,
)
from syllogos.logic.languages._precedence import shown as shown_text
from syllogos.logic.theories import ReadTheory, Signature, Statement, Symbol, Theory, background, numerals

SIMPLE = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*")
RESERVED = frozenset(
    [
        "!",
        "_",
        "as",
        "let",
        "exists",
        "forall",
        "match",
        "par",
        "not",
        "and",
        "or",
        "xor",
        "=>",
        "=",
        "distinct",
        "ite",
        "true",
        "false",
        "Bool",
        "Int",
        "Real",
        "Array",
        "String",
        "RegLan",
        "RoundingMode",
        "assert",
        "check-sat",
        "declare-const",
        "declare-fun",
        "declare-sort",
        "exit",
        "+",
        "-",
        "*",
        "/",
        "<",
        "<=",
        ">",
        ">=",
        "div",
        "mod",
        "abs",
    ]
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
            # Not by how many are bound: one that hides another leaves that number to the next.
            free = 1 + max((int(name[1:]) for name in bound.values()), default=-1)
            inner = {**bound, **{v: f"x{free + n}" for n, v in enumerate(variables)}}
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


TOKEN = re.compile(
    r"""(?P<skip>\s+|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<quoted>\|[^|\\]*\|)|(?P<string>"(?:[^"]|"")*")
    |(?P<name>[A-Za-z~!@$%^&*_+=<>.?/:-][A-Za-z0-9~!@$%^&*_+=<>.?/:-]*)|(?P<number>[0-9#][0-9a-zA-Z.]*)""",
    re.VERBOSE,
)
LOGICS = ("UF", "QF_UF", "ALL")
IGNORED = (
    *(
        "set-info",
        "get-model",
        "get-unsat-core",
        "get-proof",
        "get-value",
        "get-assignment",
        "get-assertions",
    ),
    *("get-info", "get-option", "get-unsat-assumptions", "echo"),
)
"""Commands that change nothing of what is asserted."""
OPTIONS = (
    *(":print-success", ":produce-models", ":produce-proofs", ":produce-unsat-cores", ":produce-assignments"),
    *(":produce-assertions", ":produce-unsat-assumptions"),
)
"""Options that only say what will be asked for afterwards."""
ARITHMETIC = ("+", "-", "*", "/", "<", "<=", ">", ">=", "div", "mod", "abs")
BOOL = "Bool"
MOST_PARTS = 50_000
"""Parts of a script with definitions and bindings put in, which may double with each."""
MOST_CASES = 64
"""Cases of the conditions within one atom."""
MOST_DISTINCT = 100
"""Things of one ``distinct``, which is a formula for each pair of them."""


@dataclass(frozen=True)
class _Group:
    """An S-expression in brackets."""

    items: tuple[_Group | FormulaToken, ...]
    at: int


@dataclass(frozen=True)
class _Thing:
    """A term with its sort, in cases: each holds where its conditions do, and exactly one does."""

    cases: tuple[tuple[tuple[Formula, ...], LogicTerm], ...]
    sort: str


@dataclass(frozen=True)
class _Definition:
    """What ``define-fun`` says: parameters with their sorts, the sort of the value, and the body."""

    parameters: tuple[tuple[str, str], ...]
    value: str
    body: _Group | FormulaToken


SmtMeaning = _Thing | Formula


@dataclass(frozen=True)
class _Bound:
    """What a name stands for, with its size and the names of variables that are free in it."""

    meaning: SmtMeaning
    parts: int
    variables: frozenset[str]

    @classmethod
    def of(cls, meaning: SmtMeaning) -> _Bound:
        return cls(meaning, _size(meaning), frozenset(v.name for v in _variables(meaning)))


Meanings = Mapping[str, _Bound]
"""What names stand for here: bound variables, and those of ``let`` and of parameters."""


def read(text: str) -> ReadTheory:
    """A script of the subset: a theory without conclusion, whose premises are the assertions.

    One ``check-sat`` ends it; what comes after ``exit`` or an assertion after ``check-sat`` is refused, since
    engines pass over it in silence.
    """
    if long := too_long(text):
        return ReadTheory(None, long)
    try:
        script = _Script()
        for command in _groups(text):
            script.command(command)
        if not script.checked:
            raise UnreadableError("check-sat is missing", len(text), "no conclusion")
    except UnreadableError as error:
        return ReadTheory(None, (problem_at(text, error),))
    signature = Signature(tuple(script.sorts) or (ENTITY,), script.functions, script.predicates)
    return ReadTheory(Theory(tuple(script.premises), None, signature))


def _groups(text: str) -> Iterator[_Group]:
    """The commands of a script."""
    around: list[tuple[list[_Group | FormulaToken], int]] = []
    for token in lexed(text, TOKEN):
        if token.kind == "open":
            around.append(([], token.at))
            if len(around) > MAX_DEPTH:
                raise UnreadableError(f"nested deeper than {MAX_DEPTH}", token.at, "limit")
        elif not around:
            raise UnreadableError("‘(’ is expected", token.at)
        elif token.kind == "close":
            items, at = around.pop()
            group = _Group(tuple(items), at)
            if not around:
                yield group
            else:
                around[-1][0].append(group)
        else:
            around[-1][0].append(token)
    if around:
        raise UnreadableError("‘(’ is never closed", around[0][1])


@dataclass
class _Script:
    """What the commands of a script have declared and asserted so far."""

    sorts: list[str] = field(default_factory=list)
    functions: dict[Symbol, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    predicates: dict[Symbol, tuple[str, ...]] = field(default_factory=dict)
    definitions: dict[Symbol, _Definition] = field(default_factory=dict)
    premises: list[Statement] = field(default_factory=list)
    checked: bool = False
    ended: bool = False
    parts: int = 0
    depth: int = 0

    def command(self, group: _Group) -> None:
        """One command."""
        head = _word(group, 0)
        if self.ended:
            raise UnreadableError("nothing follows exit", group.at, "refused")
        if self.checked and head in ("assert", "check-sat", "check-sat-assuming"):
            raise UnreadableError("one check-sat ends a script", group.at, "refused")
        match head, len(group.items):
            case "set-logic", 2:
                self._logic(group)
            case "set-option", _ if _word(group, 1) in OPTIONS:
                pass
            case "check-sat", 1:
                self.checked = True
            case "check-sat-assuming", 2:
                self._assuming(group.items[1])
            case "exit", 1:
                self.ended = True
            case "declare-sort", 2 | 3:
                self._sort(group)
            case "declare-const", 3:
                self._declare(group, (), _word(group, 2))
            case "declare-fun", 4:
                listed = _inner(group, 2, "the sorts of arguments are expected")
                sorts = tuple(_word(listed, n) for n in range(len(listed.items)))
                self._declare(group, sorts, _word(group, 3))
            case ("define-fun", 5) | ("define-const", 4):
                self._define(group)
            case "assert", 2:
                self._assert(group.items[1])
            case (("push" | "pop" | "reset" | "reset-assertions"), _):
                say = f"{shown_text(head)} is refused: one check-sat decides one set of assertions"
                raise UnreadableError(say, group.at, "refused")
            case _ if head not in IGNORED:
                raise UnreadableError(f"the command {shown_text(head)} is refused", group.at, "refused")

    def _logic(self, group: _Group) -> None:
        if _word(group, 1) not in LOGICS:
            name = shown_text(_word(group, 1))
            say = f"the logic {name} is refused: {', '.join(LOGICS)} are read, no arithmetic"
            raise UnreadableError(say, group.at, "refused")

    def _sort(self, group: _Group) -> None:
        if len(group.items) == 3 and _word(group, 2) != "0":
            raise UnreadableError("sorts of sorts are not read", group.at, "refused")
        self._new(group, (_word(group, 1), -1))
        self.sorts.append(_word(group, 1))

    def _new(self, group: _Group, key: Symbol) -> None:
        taken = key in self.functions or key in self.predicates or key in self.definitions
        if key[1] < 0:
            taken = key[0] in self.sorts
        if taken or key[0] in RESERVED:
            raise UnreadableError(f"{shown_text(key[0])} has a meaning already", group.at, "duplicate")

    def _known(self, sort: str, at: int, *, truth: bool) -> None:
        """Refuse what is no declared sort."""
        if sort not in self.sorts and not (truth and sort == BOOL):
            say = f"the sort {shown_text(sort)} is not declared (arithmetic is not read)"
            raise UnreadableError(say, at, "undeclared")

    def _declare(self, group: _Group, arguments: tuple[str, ...], value: str) -> None:
        name = _word(group, 1)
        self._new(group, (name, len(arguments)))
        for sort in arguments:
            self._known(sort, group.at, truth=False)
        self._known(value, group.at, truth=True)
        if value == BOOL:
            self.predicates[name, len(arguments)] = arguments
        else:
            self.functions[name, len(arguments)] = (arguments, value)

    def _define(self, group: _Group) -> None:
        """A definition, whose body is read once for whatever its parameters are."""
        name, *_, body = group.items
        parameters = []
        if _word(group, 0) == "define-fun":
            for pair in _inner(group, 2, "the parameters are expected").items:
                if not isinstance(pair, _Group) or len(pair.items) != 2:
                    raise UnreadableError("a parameter with its sort is expected", pair.at)
                self._known(_word(pair, 1), pair.at, truth=True)
                parameters.append((_word(pair, 0), _word(pair, 1)))
        if len(dict(parameters)) < len(parameters):
            raise UnreadableError("two parameters have one name", group.at, "duplicate")
        value = _word(group, len(group.items) - 2)
        self._known(value, group.at, truth=True)
        key = (_word(group, 1), len(parameters))
        self._new(group, key)
        definition = _Definition(tuple(parameters), value, body)
        self._meant(definition, {n: _Bound.of(_any(n, sort)) for n, sort in parameters}, name.at)
        self.definitions[key] = definition

    def _assert(self, said: _Group | FormulaToken) -> None:
        name = f"assertion_{len(self.premises) + 1}"
        if isinstance(said, _Group) and _head(said) == "!":
            places = [n for n in range(2, len(said.items) - 1, 2) if _word(said, n) == ":named"]
            name = _word(said, places[0] + 1) if places else name
        formula = self.formula(said, {})
        check_depth(formula, said.at)
        self.premises.append(Statement(name, formula))

    def _assuming(self, said: _Group | FormulaToken) -> None:
        """Literals that are assumed beside the assertions."""
        if not isinstance(said, _Group):
            raise UnreadableError("the assumptions are expected", said.at)
        for number, one in enumerate(said.items, 1):
            self.premises.append(Statement(f"assumption_{number}", self.formula(one, {}), "assumption"))
        self.checked = True

    def _entered(self, at: int) -> None:
        """One part more to read, within as many others.

        Raises:
            UnreadableError: these are too many.
        """
        self.parts += 1
        if self.parts > MOST_PARTS:
            say = f"with definitions and bindings put in there are more than {MOST_PARTS} parts"
            raise UnreadableError(say, at, "limit")
        if self.depth > 2 * MAX_DEPTH:
            raise UnreadableError(f"nested deeper than {2 * MAX_DEPTH}", at, "limit")

    def formula(self, said: _Group | FormulaToken, names: Meanings) -> Formula:
        """A formula."""
        found = self.meaning(said, names)
        if isinstance(found, _Thing):
            raise UnreadableError(f"a formula is expected, and this is of {found.sort}", said.at, "sort")
        return found

    def meaning(self, said: _Group | FormulaToken, names: Meanings) -> SmtMeaning:
        """A term or a formula."""
        self._entered(said.at)
        self.depth += 1
        found = self._simple(said, names) if isinstance(said, FormulaToken) else self._compound(said, names)
        self.depth -= 1
        return found

    def _simple(self, said: FormulaToken, names: Meanings) -> SmtMeaning:
        name = _plain(said)
        if name in names:
            self.parts += names[name].parts
            return names[name].meaning
        if name in ("true", "false"):
            return Truth(name == "true")
        return self._applied(said, name, (), names)

    def _compound(self, said: _Group, names: Meanings) -> SmtMeaning:
        if isinstance(said.items[0] if said.items else said, _Group):
            raise UnreadableError("a name is expected", said.at)
        head, rest = _head(said), said.items[1:]
        match head, len(rest):
            case (("forall" | "exists"), 2):
                return self._quantified(said, head, names)
            case "let", 2:
                return self._let(said, names)
            case "!", count if count > 0:
                return self.meaning(rest[0], names)
            case "not", 1:
                return Negated(self.formula(rest[0], names))
            case (("and" | "or" | "xor" | "=>"), count) if count > 0:
                return _folded(head, [self.formula(part, names) for part in rest])
            case (("=" | "distinct"), count) if count > 1:
                return self._equal(said, head, names)
            case "ite", 3:
                return self._chosen(said, names)
        return self._applied(said, head, rest, names)

    def _quantified(self, said: _Group, head: str, names: Meanings) -> Formula:
        listed = _inner(said, 1, "variables with their sorts are expected")
        if not listed.items:
            raise UnreadableError("variables with their sorts are expected", listed.at)
        hidden = {_word(pair, 0) for pair in listed.items if isinstance(pair, _Group)}
        seen = [bound for name, bound in names.items() if name not in hidden]
        taken = {variable for bound in seen for variable in bound.variables}
        fresh: dict[str, Variable] = {}
        for pair in listed.items:
            if not isinstance(pair, _Group) or len(pair.items) != 2 or _word(pair, 1) not in self.sorts:
                raise UnreadableError("a variable with a declared sort is expected", pair.at)
            name = _word(pair, 0)
            if name in fresh:
                raise UnreadableError(f"{shown_text(name)} is bound twice", pair.at, "duplicate")
            # What a name of let or a parameter stands for must not be caught by a variable of its name.
            fresh[name] = Variable(unused(name, taken) if name in taken else name, _word(pair, 1))
            taken.add(fresh[name].name)
        inner = {name: _Bound.of(_Thing((((), v),), v.sort)) for name, v in fresh.items()}
        body = self.formula(said.items[2], {**names, **inner})
        return Quantified("forall" if head == "forall" else "exists", tuple(fresh.values()), body)

    def _let(self, said: _Group, names: Meanings) -> SmtMeaning:
        """Names for terms and formulas, all bound at once."""
        bound: dict[str, _Bound] = {}
        for pair in _inner(said, 1, "names with what they stand for are expected").items:
            if not isinstance(pair, _Group) or len(pair.items) != 2:
                raise UnreadableError("a name with what it stands for is expected", pair.at)
            if _word(pair, 0) in bound:
                raise UnreadableError(f"{shown_text(_word(pair, 0))} is bound twice", pair.at, "duplicate")
            bound[_word(pair, 0)] = _Bound.of(self._shallow(self.meaning(pair.items[1], names), pair.at))
        return self.meaning(said.items[2], {**names, **bound})

    def _shallow(self, meaning: SmtMeaning, at: int) -> SmtMeaning:
        """What a name is to stand for, unless it is too deep to be walked."""
        conditions: Sequence[Formula] = (
            (meaning,)
            if not isinstance(meaning, _Thing)
            else [c for cases, _ in meaning.cases for c in cases]
        )
        for formula in conditions:
            check_depth(formula, at)
        terms = [t for c in conditions for part in subformulas(c) for t in terms_of(part)]
        if isinstance(meaning, _Thing):
            terms += [term for _, term in meaning.cases]
        if any(_term_depth(term) > 2 * MAX_DEPTH for term in terms):
            raise UnreadableError(f"nested deeper than {2 * MAX_DEPTH}", at, "limit")
        return meaning

    def _chosen(self, said: _Group, names: Meanings) -> SmtMeaning:
        """One of two, by a condition."""
        condition = self.formula(said.items[1], names)
        one, other = (self.meaning(part, names) for part in said.items[2:])
        otherwise = Negated(condition)
        if not isinstance(one, _Thing) and not isinstance(other, _Thing):
            implied = Connected("implies", (condition, one)), Connected("implies", (otherwise, other))
            self.parts += _size(condition)
            return Connected("and", implied)
        if not isinstance(one, _Thing) or not isinstance(other, _Thing) or one.sort != other.sort:
            raise UnreadableError("both branches of ite are of one sort", said.at, "sort")
        cases = [((condition, *when), term) for when, term in one.cases]
        cases += [((otherwise, *when), term) for when, term in other.cases]
        if len(cases) > MOST_CASES:
            raise UnreadableError(f"more than {MOST_CASES} cases of conditions in one term", said.at, "limit")
        return _Thing(tuple(cases), one.sort)

    def _equal(self, said: _Group, head: str, names: Meanings) -> Formula:
        """Equations of neighbours, or that no two are equal; between formulas ``iff``."""
        rest = said.items[1:]
        if head == "distinct" and len(rest) > MOST_DISTINCT:
            raise UnreadableError(f"more than {MOST_DISTINCT} things that are distinct", said.at, "limit")
        given = [self.meaning(part, names) for part in rest]
        pairs = combinations(range(len(rest)), 2) if head == "distinct" else pairwise(range(len(rest)))
        found: list[Formula] = []
        for n, m in pairs:
            self._entered(said.at)
            left, right = given[n], given[m]
            if isinstance(left, _Thing) and isinstance(right, _Thing) and left.sort == right.sort:
                found.append(self._by_cases([left, right], rest[m].at, lambda a: Equation(a[0], a[1])))
            elif isinstance(left, _Thing) or isinstance(right, _Thing):
                raise UnreadableError("both sides of an equation are of one sort", rest[m].at, "sort")
            else:
                self.parts += _size(left) + _size(right)
                found.append(Connected("iff", (left, right)))
        found = [Negated(f) for f in found] if head == "distinct" else found
        return found[0] if len(found) == 1 else Connected("and", tuple(found))

    def _by_cases(
        self, things: Sequence[_Thing], at: int, atom: Callable[[Sequence[LogicTerm]], Formula]
    ) -> Formula:
        """An atom of things, in each case of their conditions."""
        found: list[Formula] = []
        for conditions, terms in self._cases(things, at):
            self.parts += sum(map(_size, conditions))
            found.append(Connected("and", (*conditions, atom(terms))) if conditions else atom(terms))
        return found[0] if len(found) == 1 else Connected("or", tuple(found))

    def _cases(
        self, things: Sequence[_Thing], at: int
    ) -> list[tuple[tuple[Formula, ...], tuple[LogicTerm, ...]]]:
        """The cases of several things together: their conditions, and what each thing is then."""
        combos = list(islice(product(*(thing.cases for thing in things)), MOST_CASES + 1))
        if len(combos) > MOST_CASES:
            raise UnreadableError(f"more than {MOST_CASES} cases of conditions in one term", at, "limit")
        return [
            (tuple(condition for when, _ in combo for condition in when), tuple(term for _, term in combo))
            for combo in combos
        ]

    def _applied(
        self, said: _Group | FormulaToken, name: str, rest: Sequence[_Group | FormulaToken], names: Meanings
    ) -> SmtMeaning:
        """A function, a predicate or a definition of its arguments."""
        key = (name, len(rest))
        if key in self.definitions:
            return self._unfolded(self.definitions[key], said, name, rest, names)
        if key in self.predicates:
            given = self._arguments(name, rest, self.predicates[key], names)
            return self._by_cases(given, said.at, lambda terms: Related(name, tuple(terms)))
        if key in self.functions:
            sorts, value = self.functions[key]
            given = self._arguments(name, rest, sorts, names)
            cases = self._cases(given, said.at)
            return _Thing(tuple((when, Applied(name, terms)) for when, terms in cases), value)
        raise self._meaningless(said, name, len(rest))

    def _meaningless(self, said: _Group | FormulaToken, name: str, count: int) -> UnreadableError:
        """What is wrong with a name that means nothing here."""
        known = (*self.functions, *self.predicates, *self.definitions)
        if counts := sorted(n for other, n in known if other == name):
            say = f"{shown_text(name)} takes {counts[0]} arguments, not {count}"
            return UnreadableError(say, said.at, "sort")
        say = f"{shown_text(name)} is no declared name of {count} arguments"
        if name in ARITHMETIC:
            say = f"{shown_text(name)} is arithmetic, which is not read (declared sorts and functions are)"
        return UnreadableError(say, said.at, "undeclared")

    def _arguments(
        self, name: str, rest: Sequence[_Group | FormulaToken], sorts: Sequence[str], names: Meanings
    ) -> list[_Thing]:
        given = []
        for part, sort in zip(rest, sorts, strict=True):
            found = self.meaning(part, names)
            if not isinstance(found, _Thing) or found.sort != sort:
                raise UnreadableError(f"{shown_text(name)} takes {sort} here", part.at, "sort")
            given.append(found)
        return given

    def _unfolded(
        self,
        definition: _Definition,
        said: _Group | FormulaToken,
        name: str,
        rest: Sequence[_Group | FormulaToken],
        names: Meanings,
    ) -> SmtMeaning:
        """What a definition says of arguments."""
        given: dict[str, _Bound] = {}
        for part, (parameter, sort) in zip(rest, definition.parameters, strict=True):
            found = self._shallow(self.meaning(part, names), part.at)
            if _sort_of(found) != sort:
                raise UnreadableError(f"{shown_text(name)} takes {sort} here", part.at, "sort")
            given[parameter] = _Bound.of(found)
        return self._meant(definition, given, said.at)

    def _meant(self, definition: _Definition, given: Meanings, at: int) -> SmtMeaning:
        found = self.meaning(definition.body, given)
        if _sort_of(found) != definition.value:
            raise UnreadableError(f"what is defined is of {definition.value}, its body is not", at, "sort")
        return found


def _any(name: str, sort: str) -> SmtMeaning:
    """A parameter while the body of its definition is read for the first time."""
    return Related(name) if sort == BOOL else _Thing((((), Variable(name, sort)),), sort)


def _sort_of(meaning: SmtMeaning) -> str:
    return meaning.sort if isinstance(meaning, _Thing) else BOOL


def _size(meaning: SmtMeaning) -> int:
    """Parts of a formula, or of the conditions and terms of a thing."""
    if not isinstance(meaning, _Thing):
        return sum(1 + sum(1 for term in terms_of(p) for _ in subterms(term)) for p in subformulas(meaning))
    return sum(sum(map(_size, when)) + sum(1 for _ in subterms(term)) for when, term in meaning.cases)


def _variables(meaning: SmtMeaning) -> list[Variable]:
    """The variables that are free in what a name stands for."""
    if not isinstance(meaning, _Thing):
        return list(free_variables(meaning))
    of_conditions = [v for when, _ in meaning.cases for c in when for v in free_variables(c)]
    return of_conditions + [t for _, term in meaning.cases for t in subterms(term) if isinstance(t, Variable)]


def _term_depth(term: LogicTerm) -> int:
    deepest, left = 0, [(term, 1)]
    while left:
        one, depth = left.pop()
        deepest = max(deepest, depth)
        if isinstance(one, Applied):
            left.extend((argument, depth + 1) for argument in one.arguments)
    return deepest


def _folded(head: str, parts: Sequence[Formula]) -> Formula:
    """Several formulas joined by one word, as SMT-LIB groups them."""
    if len(parts) == 1:
        return parts[0]
    if head in ("and", "or"):
        return Connected("and" if head == "and" else "or", tuple(parts))
    if head == "xor":
        return reduce(lambda left, right: Connected("xor", (left, right)), parts)
    return reduce(lambda right, left: Connected("implies", (left, right)), reversed(parts))


def _plain(token: FormulaToken) -> str:
    if token.kind in ("number", "string"):
        raise UnreadableError("numbers and strings are not read", token.at, "refused")
    return token.text[1:-1] if token.kind == "quoted" else token.text


def _head(group: _Group) -> str:
    return _word(group, 0)


def _inner(group: _Group, place: int, wanted: str) -> _Group:
    """The brackets at a place of a group.

    Raises:
        UnreadableError: there are none.
    """
    item = group.items[place]
    if not isinstance(item, _Group):
        raise UnreadableError(wanted, item.at)
    return item


def _word(group: _Group, place: int) -> str:
    """The name at a place of a group.

    Raises:
        UnreadableError: there is none.
    """
    item = group.items[place] if place < len(group.items) else None
    if item is None or isinstance(item, _Group):
        raise UnreadableError("a name is expected", item.at if item else group.at)
    return item.text if place == 2 and item.kind == "number" else _plain(item)
