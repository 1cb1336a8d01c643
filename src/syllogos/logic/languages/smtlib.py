"""SMT-LIB 2: theories printed as scripts, and a subset of scripts read.

Read are declarations of sorts, constants, functions and predicates, ``assert`` of formulas over them and
``check-sat``, no arithmetic; every other command is refused by name, options and files among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations, pairwise

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
    subformulas,
)
from syllogos.logic.languages._precedence import (
    Token,
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


TOKEN = re.compile(
    r"""(?P<skip>\s+|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<quoted>\|[^|\\]*\|)|(?P<string>"(?:[^"]|"")*")
    |(?P<name>[A-Za-z~!@$%^&*_+=<>.?/:-][A-Za-z0-9~!@$%^&*_+=<>.?/:-]*)|(?P<number>[0-9#][0-9a-zA-Z.]*)""",
    re.VERBOSE,
)
LOGICS = ("UF", "QF_UF", "ALL")
IGNORED = ("set-info", "get-model", "get-unsat-core")
BOOL = "Bool"
MOST_DISTINCT = 100
"""Things of one ``distinct``, which is a formula for each pair of them."""


@dataclass(frozen=True)
class _Group:
    """An S-expression in brackets."""

    items: tuple[_Group | Token, ...]
    at: int


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
    around: list[tuple[list[_Group | Token], int]] = []
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
    premises: list[Statement] = field(default_factory=list)
    checked: bool = False
    ended: bool = False

    def command(self, group: _Group) -> None:
        """One command."""
        head = _word(group, 0)
        if self.ended:
            raise UnreadableError("nothing follows exit", group.at, "refused")
        if self.checked and head in ("assert", "check-sat"):
            raise UnreadableError("one check-sat ends a script", group.at, "refused")
        match head, len(group.items):
            case "set-logic", 2 if _word(group, 1) in LOGICS:
                pass
            case "check-sat", 1:
                self.checked = True
            case "exit", 1:
                self.ended = True
            case "declare-sort", 2 | 3:
                self._new(group, (_word(group, 1), -1))
                self.sorts.append(_word(group, 1))
            case "declare-const", 3:
                self._declare(group, (), _word(group, 2))
            case "declare-fun", 4:
                listed = group.items[2]
                if not isinstance(listed, _Group):
                    raise UnreadableError("the sorts of arguments are expected", listed.at)
                self._declare(
                    group, tuple(_word(listed, n) for n in range(len(listed.items))), _word(group, 3)
                )
            case "assert", 2:
                self._assert(group.items[1])
            case _ if head not in IGNORED:
                raise UnreadableError(f"the command {shown_text(head)} is refused", group.at, "refused")

    def _new(self, group: _Group, key: Symbol) -> None:
        taken = key[0] in self.sorts if key[1] < 0 else key in self.functions or key in self.predicates
        if taken or key[0] in RESERVED:
            raise UnreadableError(f"{shown_text(key[0])} has a meaning already", group.at, "duplicate")

    def _declare(self, group: _Group, arguments: tuple[str, ...], value: str) -> None:
        name = _word(group, 1)
        self._new(group, (name, len(arguments)))
        for sort in (*arguments, value):
            if sort not in self.sorts and (sort != BOOL or sort in arguments):
                say = f"the sort {shown_text(sort)} is not declared (arithmetic is not read)"
                raise UnreadableError(say, group.at, "undeclared")
        if value == BOOL:
            self.predicates[name, len(arguments)] = arguments
        else:
            self.functions[name, len(arguments)] = (arguments, value)

    def _assert(self, said: _Group | Token) -> None:
        name = f"assertion_{len(self.premises) + 1}"
        if (
            isinstance(said, _Group)
            and _head(said) == "!"
            and len(said.items) == 4
            and _word(said, 2) == ":named"
        ):
            name, said = _word(said, 3), said.items[1]
        formula = self.formula(said, ())
        check_depth(formula, said.at)
        self.premises.append(Statement(name, formula))

    def formula(self, said: _Group | Token, bound: tuple[Variable, ...]) -> Formula:
        """A formula; what is bound stands innermost last."""
        if isinstance(said, Token):
            name = _plain(said)
            if name in ("true", "false"):
                return Truth(name == "true")
            return self._related(said, name, (), bound)
        head, rest = _head(said), said.items[1:]
        if head in ("forall", "exists") and len(rest) == 2:
            return self._quantified(said, head, bound)
        if head == "not" and len(rest) == 1:
            return Negated(self.formula(rest[0], bound))
        if head in ("and", "or", "xor", "=>") and rest:
            return _folded(head, [self.formula(part, bound) for part in rest])
        if head in ("=", "distinct") and len(rest) > 1:
            return self._equal(said, head, bound)
        return self._related(said, head, rest, bound)

    def _quantified(self, said: _Group, head: str, bound: tuple[Variable, ...]) -> Formula:
        listed = said.items[1]
        if not isinstance(listed, _Group) or not listed.items:
            raise UnreadableError("variables with their sorts are expected", listed.at)
        fresh = []
        for pair in listed.items:
            if not isinstance(pair, _Group) or len(pair.items) != 2 or _word(pair, 1) not in self.sorts:
                raise UnreadableError("a variable with a declared sort is expected", pair.at)
            fresh.append(Variable(_word(pair, 0), _word(pair, 1)))
        body = self.formula(said.items[2], (*bound, *fresh))
        return Quantified("forall" if head == "forall" else "exists", tuple(fresh), body)

    def _equal(self, said: _Group, head: str, bound: tuple[Variable, ...]) -> Formula:
        """Equations of neighbours, or that no two are equal; between formulas ``iff``."""
        rest = said.items[1:]
        if head == "distinct" and len(rest) > MOST_DISTINCT:
            raise UnreadableError(f"more than {MOST_DISTINCT} things that are distinct", said.at, "limit")
        pairs = list(combinations(rest, 2)) if head == "distinct" else list(pairwise(rest))
        found: list[Formula] = []
        for left, right in pairs:
            one = self.term(left, bound)
            if one is None:
                found.append(Connected("iff", (self.formula(left, bound), self.formula(right, bound))))
                continue
            other = self.term(right, bound)
            if other is None or one[1] != other[1]:
                raise UnreadableError("both sides of an equation are of one sort", right.at, "sort")
            found.append(Equation(one[0], other[0]))
        found = [Negated(f) for f in found] if head == "distinct" else found
        return found[0] if len(found) == 1 else Connected("and", tuple(found))

    def _related(
        self, said: _Group | Token, name: str, rest: Sequence[_Group | Token], bound: tuple[Variable, ...]
    ) -> Formula:
        sorts = self.predicates.get((name, len(rest)))
        if sorts is None:
            say = f"{shown_text(name)} is no declared predicate of {len(rest)} arguments"
            raise UnreadableError(say, said.at, "undeclared")
        return Related(name, self._arguments(name, rest, sorts, bound))

    def _arguments(
        self, name: str, rest: Sequence[_Group | Token], sorts: Sequence[str], bound: tuple[Variable, ...]
    ) -> tuple[LogicTerm, ...]:
        given = []
        for part, sort in zip(rest, sorts, strict=True):
            found = self.term(part, bound)
            if found is None or found[1] != sort:
                raise UnreadableError(f"{shown_text(name)} takes {sort} here", part.at, "sort")
            given.append(found[0])
        return tuple(given)

    def term(self, said: _Group | Token, bound: tuple[Variable, ...]) -> tuple[LogicTerm, str] | None:
        """A term with its sort; None for what is none."""
        name, rest = (_plain(said), ()) if isinstance(said, Token) else (_head(said), said.items[1:])
        variable = next((v for v in reversed(bound) if v.name == name), None)
        if variable is not None and not rest:
            return variable, variable.sort
        if (name, len(rest)) not in self.functions:
            return None
        sorts, value = self.functions[name, len(rest)]
        return Applied(name, self._arguments(name, rest, sorts, bound)), value


def _folded(head: str, parts: Sequence[Formula]) -> Formula:
    """Several formulas joined by one word, as SMT-LIB groups them."""
    if len(parts) == 1:
        return parts[0]
    if head in ("and", "or"):
        return Connected("and" if head == "and" else "or", tuple(parts))
    if head == "xor":
        return reduce(lambda left, right: Connected("xor", (left, right)), parts)
    return reduce(lambda right, left: Connected("implies", (left, right)), reversed(parts))


def _plain(token: Token) -> str:
    if token.kind in ("number", "string"):
        raise UnreadableError("numbers and strings are not read", token.at, "refused")
    return token.text[1:-1] if token.kind == "quoted" else token.text


def _head(group: _Group) -> str:
    return _word(group, 0)


def _word(group: _Group, place: int) -> str:
    """The name at a place of a group.

    Raises:
        UnreadableError: there is none.
    """
    item = group.items[place] if place < len(group.items) else None
    if item is None or isinstance(item, _Group):
        raise UnreadableError("a name is expected", item.at if item else group.at)
    return item.text if place == 2 and item.kind == "number" else _plain(item)
