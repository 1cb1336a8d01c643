"""Expressions over finite domains as Python would write them: our own grammar, nothing is run.

Precedence, loosest first: ``<->``, ``->``, ``or``, ``and``, ``not``, comparison and ``in``, ``+ -``,
``* %``, sign.  A row ``(a, b)``, which a function with several results gives, is carried as the ``and``
of its parts until it is compared or one of its parts is taken.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from syllogos.logic.constraints import (
    AppliedFunction,
    Expression,
    Known,
    Operation,
    Possible,
    Range,
    Ranged,
    Ranging,
    Value,
    bound_to,
)
from syllogos.logic.languages._expression_tokens import (
    KEYWORDS,
    ExpressionToken,
    Kind,
    NamesInScope,
    read_number,
    tokens,
)
from syllogos.logic.lookalikes import mistaken, strange_letter
from syllogos.logic.reading import Repair, Unreadable

DEEPEST = 40
"""Brackets within brackets that are read."""
LONGEST = 60
"""Sums and products of terms in a row that are read."""
RANGES: Mapping[str, Range] = {
    "forall": "all", "exists": "some", "count": "count", "sum": "sum", "distinct": "different",
}  # fmt: skip
AT_LEAST: Mapping[str, tuple[str, int | None]] = {
    "atleast": (">=", None), "atmost": ("<=", None), "exactly": ("==", None),
    "atleastone": (">=", 1), "atmostone": ("<=", 1), "exactlyone": ("==", 1),
}  # fmt: skip
"""Words for how many of some conditions hold -> the comparison, and the number where the word says it."""
CALLS: Mapping[str, tuple[str, int | None]] = {
    "and": ("and", None), "or": ("or", None), "not": ("not", 1), "implies": ("implies", 2), "iff": ("iff", 2),
    "xor": ("xor", 2), "if": ("if", 3), "ifthenelse": ("if", 3), "abs": ("abs", 1), "min": ("min", None),
    "max": ("max", None),
}  # fmt: skip
"""Functions of the language, in any case -> what they are, and of how many parts."""
DIFFERENT = frozenset(("distinct", "alldifferent", "alldifferentconstraint"))
MOST_CASES = 1_000
"""Cases of one list with ``for``."""
TRUTHS = {"true": True, "false": False}
CLOSING = {"[": "]", "(": ")", "{": "}"}
ANY = "anything"
"""The kind of ``_`` in a row."""


class ExpressionParser:
    """Reads expressions from the tokens of one line."""

    def __init__(
        self,
        text: str,
        scope: NamesInScope,
        line: int,
        column: int = 1,
        *,
        asks: Mapping[str, str] | None = None,
        second: bool = False,
    ) -> None:
        """``text`` stands in ``line`` at ``column``.

        ``asks`` are words for what an option asks; with ``second`` what can be read in two ways is read in
        the second one.

        Raises:
            Unreadable: a character of no token.
        """
        self._tokens = [*tokens(text, column), ExpressionToken("", column + len(text))]
        self._at, self._depth = 0, 0
        self._scope, self._line = scope, line
        self.repairs: list[Repair] = []
        self._bound: dict[str, str] = {}
        self._wild: list[tuple[str, str]] = []  # what stands for ``_`` in the condition that is read
        self._wilds = 0
        self._asks = asks or {}
        self._second = second
        self._body_ends = -1  # where the ``for`` stands whose body is read
        self.doubtful = False

    @property
    def here(self) -> ExpressionToken:
        """The next token; its text is empty at the end."""
        return self._tokens[self._at]

    @property
    def place(self) -> int:
        """How many tokens are taken; set back to read them again."""
        return self._at

    @place.setter
    def place(self, place: int) -> None:
        self._at, self._depth = place, 0

    def next(self) -> ExpressionToken:
        """Take a token."""
        token = self.here
        self._at += bool(token.text or token.quoted)
        return token

    def comes(self, *texts: str) -> bool:
        """Whether one of some signs or keywords comes."""
        return not self.here.quoted and self.here.text in texts

    def need(self, text: str) -> ExpressionToken:
        """Take a sign.

        Raises:
            Unreadable: another token stands there.
        """
        if not self.comes(text):
            raise Unreadable(self.here.column, self.named(self.here), repr(text))
        return self.next()

    def named(self, token: ExpressionToken) -> str:
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
        expression, kind = self._said()
        self._of_kind(kind, "truth", at)
        return expression

    def conditions(self) -> list[Expression]:
        """Conditions between commas, which hold together.

        Raises:
            Unreadable: one is none.
        """
        found = [self.condition()]
        while self.comes(","):
            comma = self.next()
            if self.comes("", ")"):
                break
            found.append(self.condition())
            self.repairs.append(Repair(self._line, comma.column, "','", "and"))
        return found

    def _said(self) -> tuple[Expression, Kind]:
        """Equivalences of implications, the loosest of all."""
        at = self.here
        left, kind = self._implied()
        times = 0
        while self.comes("<->"):
            _, times = self._operator(times)
            self._of_kind(kind, "truth", at)
            right_at = self.here
            right, other = self._implied()
            self._of_kind(other, "truth", right_at)
            left = Operation("iff", (left, right))
        return left, kind

    def _implied(self) -> tuple[Expression, Kind]:
        at = self.here
        parts = [self._either()]
        while self.comes("->"):
            self._operator(len(parts))
            parts.append(self._either())
        result, kind = parts.pop()
        if parts:
            for _, one in (*parts, (result, kind)):
                self._of_kind(one, "truth", at)
        for condition, _ in reversed(parts):
            result = _operation("implies", (condition, result))
        return result, kind

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
        """A comparison, or a term; what stands for ``_`` in it is something."""
        outer, self._wild = self._wild, []
        result, kind = self._comparisons()
        if self._wild and kind == "truth":
            result, self._wild = Ranging("some", tuple(self._wild), result), []
        self._wild = [*outer, *self._wild]
        return result, kind

    def _comparisons(self) -> tuple[Expression, Kind]:
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
        self, operator: ExpressionToken, one: tuple[Expression, Kind], other: tuple[Expression, Kind]
    ) -> Expression:
        if operator.text in (">", ">="):
            one, other = other, one
        if operator.text not in ("==", "!=") and isinstance(one[1], tuple):
            raise Unreadable(operator.column, f"rows compared by {operator.text!r}", "== or !=")
        equal = self._same(*one, *other, operator)
        match operator.text:
            case "==":
                return equal
            case "!=":
                return Operation("not", (equal,))
        assert isinstance(equal, Operation)
        return Operation("<" if operator.text in ("<", ">") else "<=", equal.parts)

    def _same(
        self, left: Expression, kind: Kind, right: Expression, other: Kind, operator: ExpressionToken
    ) -> Expression:
        """That two terms are equal; a digit that is the name of a thing is that thing."""
        if isinstance(kind, tuple) and isinstance(other, tuple) and len(kind) == len(other):
            pairs = zip(_parts(left), kind, _parts(right), other, strict=True)
            return Operation("and", tuple(self._same(a, k, b, o, operator) for a, k, b, o in pairs))
        if ANY in (kind, other):
            return Known(True)
        left, kind = self._as_thing(left, kind, other, operator)
        right, other = self._as_thing(right, other, kind, operator)
        numbers = {"truth", "number"}  # models write truth values as 0 and 1
        if kind != other and not {kind, other} <= numbers:
            found = f"{self._kind_named(kind)} and {self._kind_named(other)} compared"
            raise Unreadable(operator.column, found, "things of one sort, or numbers")
        return Operation("==", (left, right))

    def _as_thing(
        self, term: Expression, kind: Kind, other: Kind, at: ExpressionToken
    ) -> tuple[Expression, Kind]:
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
        if isinstance(kind, tuple):
            return f"a row of {len(kind)} values"
        if isinstance(kind, str):
            return {"truth": "a truth value", "number": "a number", ANY: "'_'"}[kind]
        sort = next((s for s in self._scope.sorts if self._scope.kind_of(s) == kind), "")
        return f"a thing of {sort}"

    def _of_kind(self, kind: Kind, wanted: Kind, at: ExpressionToken) -> None:
        if kind != wanted:
            raise Unreadable(at.column, self._kind_named(kind), self._kind_named(wanted))

    def _list(self) -> list[tuple[Expression, Kind]]:
        """What stands behind ``in`` or in a call: a list between brackets, or the name of a sort."""
        if self.here.text in self._scope.sorts:
            sort = self.next().text
            kind = self._scope.kind_of(sort)
            return [(Known(thing), kind) for thing in self._scope.sorts[sort]]
        if not self.comes(*CLOSING):
            self.need("[")
        opening = self.next()
        self._deeper(opening)
        closing = CLOSING[opening.text]
        if (place := self._for(closing)) is not None:
            return self._each(place, closing)
        items = []
        while not self.comes(closing):
            items.append(self._said())
            if not self.comes(closing):
                self.need(",")
        self.next()
        self._depth -= 1
        return items

    def _for(self, closing: str) -> int | None:
        """The place of ``for`` in ``[body for x in sort]``, None where it is a plain list."""
        depth = 0
        for place in range(self._at, len(self._tokens)):
            token = self._tokens[place]
            if token.quoted:
                continue
            if not depth and token.text in (closing, ""):
                return None
            depth += (token.text in CLOSING) - (token.text in CLOSING.values())
            if not depth and token.text == "for":
                return place
        return None

    def _each(self, place: int, closing: str) -> list[tuple[Expression, Kind]]:
        """``body for x in sort if condition``, whose body stands before what binds it: one item a case."""
        start, self._at = self._at, place
        outer, ways = dict(self._bound), [dict[str, Value]()]
        while self.comes("for"):
            self.next()
            names = [self.next().text]
            while self.comes(","):
                self.next()
                names.append(self.next().text)
            self.need("in")
            sort = self._sort(("for", "if", closing, ""))
            for name in names:
                self._bound[name] = sort
                ways = [{**way, name: thing} for way in ways for thing in self._scope.sorts[sort]]
            if len(ways) > MOST_CASES:
                raise Unreadable(self.here.column, "too many cases", f"at most {MOST_CASES}")
        self.need(closing)
        after, self._at = self._at, start
        outer_for, self._body_ends = self._body_ends, place
        body, kind = self._said()
        self._body_ends = outer_for
        if self._at != place:
            raise Unreadable(self.here.column, self.named(self.here), "'for'")
        self._at, self._bound = after, outer
        self._depth -= 1
        return [(bound_to(body, way), kind) for way in ways]

    def _sort(self, ends: tuple[str, ...]) -> str:
        """The name of a declared sort, which stands before one of some signs."""
        first = self.next()
        name = first.text
        while not self.comes(*ends) and not first.quoted:
            name = f"{name} {self.next().text}"
        if name not in self._scope.sorts:
            raise Unreadable(first.column, repr(name) if name else self.named(first), "a declared sort")
        return name

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

    def _operator(self, times: int) -> tuple[ExpressionToken, int]:
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
        expression, kind = self._whole()
        while isinstance(kind, tuple) and self.comes("["):
            bracket = self.next()
            place = read_number(self.next().text)
            if not isinstance(place, int) or place >= len(kind):
                raise Unreadable(
                    bracket.column, f"[{place}] of {self._kind_named(kind)}", f"0 to {len(kind) - 1}"
                )
            self.need("]")
            expression, kind = _parts(expression)[place], kind[place]
        return expression, kind

    def _whole(self) -> tuple[Expression, Kind]:
        token = self.next()
        if not token.quoted and token.text == "(":
            return self._bracket(token)
        if not token.quoted and not re.match(r"\w", token.text):
            raise Unreadable(token.column, self.named(token), "a name, a number or a bracket")
        token = token if token.quoted else self._joined_by_signs(token)
        name = token.text
        if not token.quoted and not self.comes("("):
            while re.match(r"\w", self.here.text) and not self.here.quoted and self.here.text not in KEYWORDS:
                if self._at == self._body_ends:
                    break
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

    def _joined_by_signs(self, token: ExpressionToken) -> ExpressionToken:
        """A declared name with signs in it, such as ``Mary-Ann``, that no space interrupts."""
        name, end, longest = token.text, token.column + len(token.text), (token, self._at)
        for place in range(self._at, min(self._at + 2 * LONGEST, len(self._tokens))):
            one = self._tokens[place]
            if one.quoted or one.column != end or one.text in (*CLOSING, *CLOSING.values(), ",", ""):
                break
            name, end = name + one.text, end + len(one.text)
            if name in self._scope.families or name in self._scope.functions:
                longest = token._replace(text=name), place + 1
        self._at = longest[1]
        return longest[0]

    def _bracket(self, token: ExpressionToken) -> tuple[Expression, Kind]:
        """An expression in brackets, or a row."""
        self._deeper(token)
        items = [self._cell()]
        while self.comes(","):
            self.next()
            items.append(self._cell())
        self.need(")")
        self._depth -= 1
        if len(items) == 1:
            return items[0]
        return Operation("and", tuple(item for item, _ in items)), tuple(kind for _, kind in items)

    def _cell(self) -> tuple[Expression, Kind]:
        if self.comes("_") and "_" not in self._bound and self._declared("_") is None:
            self.next()
            return Known(True), ANY
        return self._said()

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

    def _applied(self, token: ExpressionToken) -> tuple[Expression, Kind]:
        sorts, kind = self._scope.functions[token.text]
        self._deeper(self.need("("))
        parts: list[Expression] = []
        while not self.comes(")"):
            at = self.here
            if len(parts) < len(sorts):
                wanted = self._scope.kind_of(sorts[len(parts)])
                if self.comes("_") and self._declared("_") is None:
                    parts.append(self._something(sorts[len(parts)]))
                    if not self.comes(")"):
                        self.need(",")
                    continue
                part, found = self._said()
                part, found = self._as_thing(part, found, wanted, at)
                self._of_kind(found, wanted, at)
            else:
                part, found = self._said()
            parts.append(part)
            if not self.comes(")"):
                self.need(",")
        self.next()
        self._depth -= 1
        if len(parts) != len(sorts):
            raise Unreadable(token.column, f"{token.text!r} of {len(parts)} things", f"{len(sorts)}")
        if isinstance(kind, tuple):
            names = (part_of(token.text, place) for place in range(len(kind)))
            return Operation("and", tuple(AppliedFunction(name, tuple(parts)) for name in names)), kind
        return AppliedFunction(token.text, tuple(parts)), kind

    def _something(self, sort: str) -> Ranged:
        """What stands for ``_``: some thing, for which the comparison or atom around it is true."""
        at = self.next()
        self._wilds += 1
        while (name := f"any{self._wilds}") in self._bound or self._declared(name) is not None:
            self._wilds += 1
        self._wild.append((name, sort))
        self.repairs.append(Repair(self._line, at.column, "'_'", f"some {sort}"))
        return Ranged(name)

    def _call(self, token: ExpressionToken) -> tuple[Expression, Kind]:
        word = token.text.casefold()
        result: tuple[Expression, Kind]
        self._deeper(self.need("("))
        ranges = self._has_ranges()
        if word in DIFFERENT and not ranges:
            result = self._different(token)
        elif word in RANGES and ranges:
            result = self._ranging(RANGES[word], token)
        elif word in ("count", "sum"):
            result = self._added_up(self._items(), word, token), "number"
        elif word in AT_LEAST:
            result = self._at_least(token), "truth"
        elif word in self._asks:
            result = self._asked(token), "truth"
        elif word in CALLS:
            result = self._operation(token)
        else:
            raise Unreadable(token.column, f"{token.text!r}, which nothing declares", "a declared function")
        self.need(")")
        self._depth -= 1
        return result

    def _has_ranges(self) -> bool:
        """Whether variables with their sorts come: ``[x:people, y:days]``, also ``[x, y:people]``."""
        if not self.comes("["):
            return False
        for place in range(self._at + 1, len(self._tokens) - 1, 2):
            sign = self._tokens[place + 1]
            if sign.text in (":", "in") and not sign.quoted:
                return True
            if sign.text != ",":
                return False
        return False

    def _items(self) -> list[tuple[Expression, Kind]]:
        """The parts of a call: between commas, or one list."""
        if self.comes("["):
            return self._list()
        items = []
        while not self.comes(")"):
            items.append(self._said())
            if not self.comes(")"):
                self.need(",")
        return items

    def _different(self, token: ExpressionToken) -> tuple[Expression, Kind]:
        items = self._items()
        for expression, kind in items[1:]:
            self._same(*items[0], expression, kind, token)
        if items and isinstance(items[0][1], tuple):
            raise Unreadable(token.column, "rows that differ", "values that differ")
        return Operation("different", tuple(e for e, _ in items)), "truth"

    def _added_up(
        self, items: list[tuple[Expression, Kind]], word: str, token: ExpressionToken
    ) -> Expression:
        """The sum of numbers, or how many of some conditions hold."""
        wanted: Kind = "truth" if word == "count" or (items and items[0][1] == "truth") else "number"
        total: Expression | None = None
        if not 0 < len(items) <= LONGEST:
            raise Unreadable(token.column, f"{token.text} of {len(items)} parts", f"1 to {LONGEST}")
        for item, kind in items:
            self._of_kind(kind, wanted, token)
            part = Operation("if", (item, Known(1), Known(0))) if wanted == "truth" else item
            total = part if total is None else Operation("+", (total, part))
        assert total is not None
        return total

    def _at_least(self, token: ExpressionToken) -> Expression:
        """``AtLeast(2, [x:people], ...)``, also with the number at the end, or with conditions."""
        sign, number = AT_LEAST[token.text.casefold()]
        if number is None and isinstance(read_number(self.here.text), int):
            number = int(self.next().text)
            self.need(",")
        if self._has_ranges():
            counted, _ = self._ranging("count", token)
            items: list[tuple[Expression, Kind]] = []
            if number is None:
                self.need(",")
                items = self._items()
        else:
            items = self._items()
            if number is None and self.comes(","):
                self.next()
                items += self._items()
            last = items.pop() if number is None and items else None
            counted = self._added_up(items, "count", token)
            items = [last] if last else []
        if number is None:
            value = items[0][0] if len(items) == 1 else None
            if not (isinstance(value, Known) and isinstance(value.value, int)):
                raise Unreadable(token.column, f"{token.text} without a number", "how many")
            number = value.value
        parts = (counted, Known(number))
        if sign == "==":
            return Operation("==", parts)
        return Operation("<=", parts if sign == "<=" else parts[::-1])

    def _asked(self, token: ExpressionToken) -> Expression:
        """What an option asks of a condition, within a larger one."""
        conditions = self.conditions()
        body = conditions[0] if len(conditions) == 1 else Operation("and", tuple(conditions))
        return asked(self._asks[token.text.casefold()], body)

    def _ranging(self, kind: Range, token: ExpressionToken) -> tuple[Expression, Kind]:
        outer, variables = dict(self._bound), self._variables()
        if self.comes(")") and kind == "count":
            raise Unreadable(self.here.column, "nothing to count", "a condition")
        self.need(",")
        at = self.here
        body, found = self._said()
        if kind == "different" and isinstance(found, tuple):
            raise Unreadable(token.column, "rows that differ", "values that differ")
        if kind == "count" and found == "number":  # as the first programs that ran these texts have it
            self.repairs.append(Repair(self._line, token.column, "a count of numbers", "their sum"))
            kind = "sum"
        if kind != "different":
            self._of_kind(found, "number" if kind == "sum" else "truth", at)
        self._bound = outer
        return Ranging(kind, tuple(variables), body), "number" if kind in ("count", "sum") else "truth"

    def _variables(self) -> list[tuple[str, str]]:
        """Variables with their sorts, which several may share."""
        self.need("[")
        variables: list[tuple[str, str]] = []
        waiting: list[str] = []
        while not self.comes("]"):
            waiting.append(self.next().text)
            if self.comes(","):
                self.next()
                continue
            if not self.comes("in"):
                self.need(":")
            else:
                self.next()
            sort = self._sort((",", "]", ""))
            variables += [(name, sort) for name in waiting]
            self._bound |= dict.fromkeys(waiting, sort)
            waiting = []
            if not self.comes("]"):
                self.need(",")
        if waiting:
            raise Unreadable(self.here.column, f"{waiting[0]!r} without its sort", "name:sort")
        self.next()
        return variables

    def _operation(self, token: ExpressionToken) -> tuple[Expression, Kind]:
        operator, size = CALLS[token.text.casefold()]
        items = self._items()
        parts, kinds = [item for item, _ in items], [kind for _, kind in items]
        if operator == "implies" and len(parts) > 2:
            parts, kinds = self._of_two_parts(parts, kinds, token)
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

    def _of_two_parts(
        self, parts: list[Expression], kinds: list[Kind], token: ExpressionToken
    ) -> tuple[list[Expression], list[Kind]]:
        """``Implies(a, b, c)``: c follows from a and b, or b and c from a; nobody can say which is meant."""
        for kind in kinds:
            self._of_kind(kind, "truth", token)
        self.doubtful = True
        cut = len(parts) - 1 if self._second else 1
        halves = [parts[:cut], parts[cut:]]
        joined = [half[0] if len(half) == 1 else Operation("and", tuple(half)) for half in halves]
        self.repairs.append(Repair(self._line, token.column, f"{len(parts)} parts", "both ways to pair them"))
        return joined, ["truth", "truth"]

    def _deeper(self, token: ExpressionToken) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise Unreadable(token.column, "a bracket nested too deep", f"at most {DEEPEST} levels")


def part_of(function: str, place: int) -> str:
    """The name of the function that gives one value of a row."""
    return f"{function}[{place}]"


def asked(word: str, condition: Expression) -> Expression:
    """Whether ``valid``, ``sat`` or ``unsat`` is so of a condition; ``exception``: whether it is not so."""
    match word:
        case "sat":
            return Possible(condition)
        case "unsat":
            return Operation("not", (Possible(condition),))
        case "valid":
            return Operation("not", (Possible(Operation("not", (condition,))),))
    return Operation("not", (condition,))


def _parts(row: Expression) -> tuple[Expression, ...]:
    return row.parts if isinstance(row, Operation) else ()


def _operation(operator: str, parts: tuple[Expression, ...]) -> Expression:
    match operator:
        case "implies":
            return Operation("or", (Operation("not", parts[:1]), parts[1]))
        case "xor":
            return Operation("not", (Operation("iff", parts),))
        case "and" | "or" | "not" | "iff" | "if" | "abs" | "min" | "max" as known:
            return Operation(known, parts)
    raise AssertionError(operator)
