"""Expressions over finite domains as Python would write them: our own grammar, nothing is run.

Precedence, loosest first: ``or``, ``and``, ``not``, comparison and ``in``, ``+ -``, ``* %``, sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from syllogos.logic.constraints import (
    AppliedFunction,
    Expression,
    Known,
    Operation,
    Range,
    Ranged,
    Ranging,
    Value,
)
from syllogos.logic.lookalikes import mistaken, strange_letter
from syllogos.logic.reading import Repair, Unreadable

DEEPEST = 40
"""Brackets within brackets that are read."""
LONGEST = 60
"""Sums and products of terms in a row that are read."""
TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>:::.*|\#.*)
    |(?P<sign>->|==|!=|<>|<=|>=|≤|≥|≠|&&|\|\||\*\*|[-+*/%<>=!¬~&|∧∨()\[\],:.;（），])
    |"(?P<quoted>(?:[^"\\]|\\.)*)"
    |(?P<word>\w+(?:\.\d+|:\d+)?(?:['’.]\w+)*)""",
    re.VERBOSE,
)
SAME = {
    "≤": "<=", "≥": ">=", "≠": "!=", "<>": "!=", "=": "==", "mod": "%", "（": "(", "）": ")", "，": ",",
    "&&": "and", "&": "and", "∧": "and", "||": "or", "|": "or", "∨": "or", "!": "not", "¬": "not", "~": "not",
}  # fmt: skip
KEYWORDS = frozenset(("and", "or", "not", "in", "mod"))
RANGES: Mapping[str, Range] = {
    "forall": "all", "exists": "some", "count": "count", "sum": "sum", "distinct": "different",
}  # fmt: skip
CALLS: Mapping[str, tuple[str, int | None]] = {
    "and": ("and", None), "or": ("or", None), "not": ("not", 1), "implies": ("implies", 2), "iff": ("iff", 2),
    "xor": ("xor", 2), "if": ("if", 3), "ifthenelse": ("if", 3), "abs": ("abs", 1), "min": ("min", None),
    "max": ("max", None),
}  # fmt: skip
"""Functions of the language, in any case -> what they are, and of how many parts."""
DIFFERENT = frozenset(("distinct", "alldifferent", "alldifferentconstraint"))
TRUTHS = {"true": True, "false": False}

Kind = str | int
"""``truth``, ``number``, or the number of a family of sorts whose things are meant."""


class Token(NamedTuple):
    """A word or a sign with its column, from 1; ``quoted`` when it is a name to the letter."""

    text: str
    column: int
    quoted: bool = False

    @property
    def ends_operand(self) -> bool:
        """Whether an operator may follow it."""
        return (
            self.quoted or self.text in (")", "]") or bool(re.match(r"(?!(?:and|or|not|in)$)\w", self.text))
        )


@dataclass(frozen=True)
class Scope:
    """What names mean.

    Attributes:
        sorts: the things of each sort.
        families: the named things -> the number of their family of sorts.
        functions: the sorts of the arguments of each function, and the kind of its values.
        numbers: words for numbers.
    """

    sorts: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    families: Mapping[str, int] = field(default_factory=dict)
    functions: Mapping[str, tuple[tuple[str, ...], Kind]] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)

    def kind_of(self, sort: str) -> Kind:
        """The kind of the things of a sort."""
        named = next((thing for thing in self.sorts[sort] if isinstance(thing, str)), None)
        return "number" if named is None else self.families[named]


def tokens(text: str, column: int = 1) -> list[Token]:
    """The tokens of a line whose first character stands at ``column``.

    Raises:
        Unreadable: a character of no token.
    """
    found, at = [], 0
    for match in TOKEN.finditer(text):
        if match.start() != at:
            break
        at = match.end()
        said = match[match.lastgroup or 0]
        if match.lastgroup == "quoted":
            unescaped = re.sub(r"\\(.)", lambda e: "\n" if e[1] == "n" else e[1], said)
            found.append(Token(unescaped, column + match.start(), quoted=True))
        elif match.lastgroup not in ("space", "comment"):
            said = SAME.get(said, said)
            if said.casefold() in KEYWORDS and (said in KEYWORDS or (found and found[-1].ends_operand)):
                said = said.casefold()  # also And and Or between two conditions
            found.append(Token(SAME.get(said, said), column + match.start()))
    if at < len(text):
        raise Unreadable(column + at, repr(text[at]), "a name, a number or an operator")
    return found


def read_number(word: str) -> int | Fraction | None:
    """The number that a word is, or None."""
    if re.fullmatch(r"[0-9]{1,9}", word):
        return int(word)
    return Fraction(word) if re.fullmatch(r"[0-9]{1,9}\.[0-9]{1,9}", word) else None


class ExpressionParser:
    """Reads expressions from the tokens of one line."""

    def __init__(self, text: str, scope: Scope, line: int, column: int = 1) -> None:
        """``text`` stands in ``line`` at ``column``.

        Raises:
            Unreadable: a character of no token.
        """
        self._tokens = [*tokens(text, column), Token("", column + len(text))]
        self._at, self._depth = 0, 0
        self._scope, self._line = scope, line
        self.repairs: list[Repair] = []
        self._bound: dict[str, str] = {}

    @property
    def here(self) -> Token:
        """The next token; its text is empty at the end."""
        return self._tokens[self._at]

    def next(self) -> Token:
        """Take a token."""
        token = self.here
        self._at += bool(token.text or token.quoted)
        return token

    def comes(self, *texts: str) -> bool:
        """Whether one of some signs or keywords comes."""
        return not self.here.quoted and self.here.text in texts

    def need(self, text: str) -> Token:
        """Take a sign.

        Raises:
            Unreadable: another token stands there.
        """
        if not self.comes(text):
            raise Unreadable(self.here.column, self.named(self.here), repr(text))
        return self.next()

    def named(self, token: Token) -> str:
        """A token as a complaint names it."""
        return repr(token.text) if token.text or token.quoted else "the end of the line"

    def ended(self) -> None:
        """Complain when anything is left, beside a full stop.

        Raises:
            Unreadable: something is.
        """
        if self.comes(".", ";"):
            self.next()
        if self.here.text:
            raise Unreadable(self.here.column, self.named(self.here), "the end of the line")

    def condition(self) -> Expression:
        """An expression that is true or not.

        Raises:
            Unreadable: it cannot be read, names something undeclared, or is of another kind.
        """
        at = self.here
        expression, kind = self._either()
        self._of_kind(kind, "truth", at)
        return expression

    def _either(self) -> tuple[Expression, Kind]:
        return self._joined("or")

    def _both(self) -> tuple[Expression, Kind]:
        return self._joined("and")

    def _joined(self, operator: Literal["and", "or"]) -> tuple[Expression, Kind]:
        at = self.here
        read = self._both if operator == "or" else self._negated
        first, kind = read()
        if not self.comes(operator):
            return first, kind
        self._of_kind(kind, "truth", at)
        parts = [first]
        while self.comes(operator):
            self.next()
            at = self.here
            part, kind = read()
            self._of_kind(kind, "truth", at)
            parts.append(part)
        return Operation(operator, tuple(parts)), "truth"

    def _negated(self) -> tuple[Expression, Kind]:
        times, at = 0, self.here
        while self.comes("not"):
            self.next()
            times += 1
        expression, kind = self._compared()
        if times:
            self._of_kind(kind, "truth", at)
        return (Operation("not", (expression,)) if times % 2 else expression), kind

    def _compared(self) -> tuple[Expression, Kind]:
        left, kind = self._added()
        parts: list[Expression] = []
        while self.comes("==", "!=", "<", "<=", ">", ">=", "in", "not"):
            operator = self.next()
            if operator.text in ("in", "not"):
                if operator.text == "not":
                    self.need("in")
                among = Operation(
                    "or", tuple(self._same(left, kind, o, k, operator) for o, k in self._list())
                )
                parts.append(among if operator.text == "in" else Operation("not", (among,)))
                continue
            right, other = self._added()
            parts.append(self._comparison(operator, (left, kind), (right, other)))
            left, kind = right, other
        if not parts:
            return left, kind
        return (parts[0] if len(parts) == 1 else Operation("and", tuple(parts))), "truth"

    def _comparison(
        self, operator: Token, one: tuple[Expression, Kind], other: tuple[Expression, Kind]
    ) -> Expression:
        if operator.text in (">", ">="):
            one, other = other, one
        equal = self._same(*one, *other, operator)
        match operator.text:
            case "==":
                return equal
            case "!=":
                return Operation("not", (equal,))
        assert isinstance(equal, Operation)
        return Operation("<" if operator.text in ("<", ">") else "<=", equal.parts)

    def _same(
        self, left: Expression, kind: Kind, right: Expression, other: Kind, operator: Token
    ) -> Expression:
        """That two terms are equal; a digit that is the name of a thing is that thing."""
        left, kind = self._as_thing(left, kind, other, operator)
        right, other = self._as_thing(right, other, kind, operator)
        numbers = {"truth", "number"}  # models write truth values as 0 and 1
        if kind != other and not {kind, other} <= numbers:
            found = f"{self._kind_named(kind)} and {self._kind_named(other)} compared"
            raise Unreadable(operator.column, found, "things of one sort, or numbers")
        return Operation("==", (left, right))

    def _as_thing(self, term: Expression, kind: Kind, other: Kind, at: Token) -> tuple[Expression, Kind]:
        """A number beside a thing of a sort: the thing of that name, or the first, the second, ..."""
        if not (isinstance(term, Known) and kind == "number" and isinstance(other, int)):
            return term, kind
        if self._scope.families.get(str(term.value)) == other:
            return Known(str(term.value)), other
        things = next(
            things for sort, things in self._scope.sorts.items() if self._scope.kind_of(sort) == other
        )
        if isinstance(term.value, int) and 1 <= term.value <= len(things):
            thing = things[term.value - 1]
            self.repairs.append(Repair(self._line, at.column, f"number {term.value}", f"the thing {thing!r}"))
            return Known(thing), other
        return term, kind

    def _kind_named(self, kind: Kind) -> str:
        if isinstance(kind, str):
            return {"truth": "a truth value", "number": "a number"}[kind]
        sort = next((s for s in self._scope.sorts if self._scope.kind_of(s) == kind), "")
        return f"a thing of {sort}"

    def _of_kind(self, kind: Kind, wanted: Kind, at: Token) -> None:
        if kind != wanted:
            raise Unreadable(at.column, self._kind_named(kind), self._kind_named(wanted))

    def _list(self) -> list[tuple[Expression, Kind]]:
        """What stands behind ``in``: a list, or the name of a sort."""
        if self.here.text in self._scope.sorts:
            sort = self.next().text
            kind = self._scope.kind_of(sort)
            return [(Known(thing), kind) for thing in self._scope.sorts[sort]]
        self.need("[")
        items = []
        while not self.comes("]"):
            items.append(self._added())
            if not self.comes("]"):
                self.need(",")
        self.next()
        return items

    def _added(self) -> tuple[Expression, Kind]:
        left, kind = self._multiplied()
        times = 0
        while self.comes("+", "-"):
            operator, times = self._operator(times)
            right, other = self._multiplied()
            apart = operator.text == "-" and kind == other and isinstance(kind, int)
            if not apart:
                self._of_kind(other, "number", operator)
                if kind == "truth":
                    self._of_kind(kind, "number", operator)
            left = Operation("+" if operator.text == "+" else "-", (left, right))
            kind = "number" if apart else kind
        return left, kind

    def _multiplied(self) -> tuple[Expression, Kind]:
        left, kind = self._signed()
        times = 0
        while self.comes("*", "%"):
            operator, times = self._operator(times)
            right, other = self._signed()
            for one in (kind, other):
                self._of_kind(one, "number", operator)
            left = Operation("*" if operator.text == "*" else "mod", (left, right))
        return left, kind

    def _operator(self, times: int) -> tuple[Token, int]:
        if times >= LONGEST:
            raise Unreadable(self.here.column, "too many terms in a row", f"at most {LONGEST}")
        return self.next(), times + 1

    def _signed(self) -> tuple[Expression, Kind]:
        signs = []
        while self.comes("-", "+"):
            signs.append(self.next())
        expression, kind = self._primary()
        for sign in signs:
            self._of_kind(kind, "number", sign)
        if sum(sign.text == "-" for sign in signs) % 2:
            if isinstance(expression, Known) and isinstance(expression.value, int | Fraction):
                return Known(-expression.value), kind
            expression = Operation("-", (Known(0), expression))
        return expression, kind

    def _primary(self) -> tuple[Expression, Kind]:
        token = self.next()
        if not token.quoted and token.text == "(":
            self._deeper(token)
            inner = self._either()
            self.need(")")
            self._depth -= 1
            return inner
        if not token.quoted and not re.match(r"\w", token.text):
            raise Unreadable(token.column, self.named(token), "a name, a number or a bracket")
        name = token.text
        if not token.quoted and not self.comes("("):
            while re.match(r"\w", self.here.text) and not self.here.quoted and self.here.text not in KEYWORDS:
                if name in self._scope.functions and self._declared(f"{name} {self.here.text}") is None:
                    break
                name = f"{name} {self.next().text}"
        if self.comes("(") and not token.quoted and name not in self._scope.functions:
            return self._call(token._replace(text=name))
        if self.comes("(") and name in self._scope.functions:
            return self._applied(token._replace(text=name))
        known = self._declared(name, quoted=token.quoted)
        if known is None:
            raise Unreadable(
                token.column, f"{name!r}, which nothing declares{self._alike(name)}", "a declared name"
            )
        return known

    def _declared(self, name: str, *, quoted: bool = False) -> tuple[Expression, Kind] | None:
        """What a name without arguments is."""
        if name in self._bound and not quoted:
            return Ranged(name), self._scope.kind_of(self._bound[name])
        if name in self._scope.families:
            return Known(name), self._scope.families[name]
        if name in self._scope.functions and not self._scope.functions[name][0]:
            return AppliedFunction(name), self._scope.functions[name][1]
        if not quoted and (number := read_number(name)) is not None:
            return Known(number), "number"
        if name in self._scope.numbers:
            return Known(self._scope.numbers[name]), "number"
        if not quoted and name.casefold() in TRUTHS:
            return Known(TRUTHS[name.casefold()]), "truth"
        return None

    def _alike(self, name: str) -> str:
        known = (*self._scope.families, *self._scope.functions, *self._scope.numbers)
        meant = mistaken((name, *known)).get(name)
        return f" (it only looks like {meant!r}: {strange_letter(name)})" if meant else ""

    def _applied(self, token: Token) -> tuple[Expression, Kind]:
        sorts, kind = self._scope.functions[token.text]
        self._deeper(self.need("("))
        parts: list[Expression] = []
        while not self.comes(")"):
            at = self.here
            part, found = self._either()
            if len(parts) < len(sorts):
                wanted = self._scope.kind_of(sorts[len(parts)])
                part, found = self._as_thing(part, found, wanted, at)
                self._of_kind(found, wanted, at)
            parts.append(part)
            if not self.comes(")"):
                self.need(",")
        self.next()
        self._depth -= 1
        if len(parts) != len(sorts):
            raise Unreadable(token.column, f"{token.text!r} of {len(parts)} things", f"{len(sorts)}")
        return AppliedFunction(token.text, tuple(parts)), kind

    def _call(self, token: Token) -> tuple[Expression, Kind]:
        word = token.text.casefold()
        self._deeper(self.need("("))
        colon = [token.text for token in self._tokens[self._at + 2 :][:1]] == [":"]
        if word in DIFFERENT and self.comes("[") and not colon:
            items = self._list()
            for expression, kind in items[1:]:
                self._same(*items[0], expression, kind, token)
            result: tuple[Expression, Kind] = Operation("different", tuple(e for e, _ in items)), "truth"
        elif word in RANGES:
            result = self._ranging(RANGES[word])
        elif word in CALLS:
            result = self._operation(token)
        else:
            raise Unreadable(token.column, f"{token.text!r}, which nothing declares", "a declared function")
        self.need(")")
        self._depth -= 1
        return result

    def _ranging(self, kind: Range) -> tuple[Expression, Kind]:
        self.need("[")
        outer, variables = dict(self._bound), []
        while not self.comes("]"):
            name = self.next()
            self.need(":")
            sort = self.next()
            while not self.comes(",", "]", "") and not sort.quoted:
                sort = sort._replace(text=f"{sort.text} {self.next().text}")
            if sort.text not in self._scope.sorts:
                raise Unreadable(sort.column, self.named(sort), "a declared sort")
            variables.append((name.text, sort.text))
            self._bound[name.text] = sort.text
            if not self.comes("]"):
                self.need(",")
        self.next()
        self.need(",")
        at = self.here
        body, found = self._either()
        if kind != "different":
            self._of_kind(found, "number" if kind == "sum" else "truth", at)
        self._bound = outer
        return Ranging(kind, tuple(variables), body), "number" if kind in ("count", "sum") else "truth"

    def _operation(self, token: Token) -> tuple[Expression, Kind]:
        operator, size = CALLS[token.text.casefold()]
        parts, kinds = [], []
        while not self.comes(")"):
            part, kind = self._either()
            parts.append(part)
            kinds.append(kind)
            if not self.comes(")"):
                self.need(",")
        if operator == "if" and len(parts) == 2:  # without an else it is an implication
            operator, size = "implies", 2
        if len(parts) != size if size else not parts:
            raise Unreadable(token.column, f"{token.text} of {len(parts)} parts", f"{size or 'one or more'}")
        truths = {"if": 1}.get(operator, 0 if operator in ("abs", "min", "max") else len(parts))
        for place, kind in enumerate(kinds):
            if operator != "if" or place == 0:
                self._of_kind(kind, "truth" if place < truths else "number", token)
        if operator == "if":
            self._same(parts[1], kinds[1], parts[2], kinds[2], token)
        return _operation(operator, tuple(parts)), kinds[-1] if truths < len(parts) else "truth"

    def _deeper(self, token: Token) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Unreadable(token.column, "a bracket nested too deep", f"at most {DEEPEST} levels")


def _operation(operator: str, parts: tuple[Expression, ...]) -> Expression:
    match operator:
        case "implies":
            return Operation("or", (Operation("not", parts[:1]), parts[1]))
        case "xor":
            return Operation("not", (Operation("iff", parts),))
        case "and" | "or" | "not" | "iff" | "if" | "abs" | "min" | "max" as known:
            return Operation(known, parts)
    raise AssertionError(operator)
