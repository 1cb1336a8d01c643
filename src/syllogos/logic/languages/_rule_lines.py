"""One line of a logic program: atoms, signs, connectives and at most one arrow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple

from syllogos.logic.reading import Repair, Unreadable
from syllogos.logic.rules import RuleTerm, RuleVariable, SignedAtom

DEEPEST = 100
"""Brackets within brackets that are read."""
MOST_WAYS = 64
"""Alternatives that the conditions of one rule may come to."""
RULE_TOKEN = re.compile(
    r"""\s*+(?:(\w(?:[\w'’.\-]*[\w'’])?|\?(?!\w))|([(（])|([,，])|([)）])|[$＄?](\w+)|(&&?|∧|＆＆?)
    |(>>>|==?>|--?>|→|⇒)|((?::::|\#|//|%).*)|(<<<|<--?|←|:-)|(\|\|?|∨|｜｜?)|([=＝]{1,2})|([¬!~！～])|([.;。；])
    |"((?:[^"\\]|\\.)*)"|“([^”]*)”|'([^']*)')""",
    re.VERBOSE,
)
SIMPLE_ATOM = re.compile(
    r"\s*+([^\W\d_]\w*)\(\s*((?:\$?\w+)(?:\s*,\s*\$?\w+)*?)\s*,\s*(True|False)\s*\)\s*(&&|>>>|:::|$)"
)
"""An atom of plain names with its sign, and what follows it."""
KINDS = (
    "", "word", "open", "comma", "close", "variable", "and", "arrow", "comment", "back", "or", "equals",
    "not", "stop", "quoted", "quoted", "quoted",
)  # fmt: skip
"""What each group of a token is; the most frequent ones come first."""
SIGNS = {"true": True, "false": False}
UNSURE = frozenset(("bool", "?", "unknown", "uncertain"))
"""Words that stand where a sign should, and give none."""
WORDS = {"and": "and", "or": "or", "not": "not"}

NameRole = Literal["predicate", "thing"]
RuleFormula = tuple[tuple[SignedAtom, ...], ...]
"""Alternatives, each of atoms that hold together."""


@dataclass(frozen=True)
class NameSpot:
    """Where a name stands; ``quoted`` when it is meant to the letter."""

    role: NameRole
    name: str
    line: int
    column: int
    quoted: bool


@dataclass(frozen=True)
class RuleLine:
    """A line: conditions, None where it has no arrow, and what it says."""

    conditions: RuleFormula | None
    said: RuleFormula
    spots: tuple[NameSpot, ...]
    repairs: tuple[Repair, ...]


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def read_line(text: str, line: int, column: int = 1) -> RuleLine:
    """Read a line whose first character stands at ``column``.

    Raises:
        Unreadable: where it cannot be read.
    """
    return _simple_line(text, line, column) or _Parser(_tokens(text, column), line, column + len(text)).line()


def _simple_line(text: str, line: int, column: int) -> RuleLine | None:
    """What the parser makes of a line of the usual form, several times as fast; None of any other line."""
    atoms: list[SignedAtom] = []
    spots: list[NameSpot] = []
    arrow, at, end = 0, 0, ""
    while (match := SIMPLE_ATOM.match(text, at)) and match[1].casefold() not in WORDS:
        terms: list[RuleTerm] = []
        spots.append(NameSpot("predicate", match[1], line, column + match.start(1), False))
        place = match.start(2)
        for said in match[2].split(","):
            term = said.strip()
            if term[:1] == "$":
                terms.append(RuleVariable(term[1:]))
            elif term.casefold() in SIGNS or term.casefold() in UNSURE or term.casefold() in WORDS:
                return None
            else:
                spots.append(
                    NameSpot("thing", term, line, column + place + len(said) - len(said.lstrip()), False)
                )
                terms.append(term)
            place += len(said) + 1
        atoms.append(SignedAtom(match[1], tuple(terms), match[3] == "True"))
        at, end = match.end(), match[4]
        if end == ">>>":
            if arrow:
                return None
            arrow = len(atoms)
        elif end != "&&":
            conditions = (tuple(atoms[:arrow]),) if arrow else None
            return RuleLine(conditions, (tuple(atoms[arrow:]),), tuple(spots), ())
    return None


def _tokens(text: str, start: int) -> list[_Token]:
    found: list[_Token] = []
    at, text = 0, text.rstrip()
    while match := RULE_TOKEN.match(text, at):
        at = match.end()
        group = match.lastindex or 0
        kind, said = KINDS[group], match[group]
        if kind == "comment":
            continue
        if kind == "word":
            kind = WORDS.get(said.casefold(), kind) if len(said) < 4 else kind
        elif kind == "quoted" and "\\" in said:
            said = re.sub(r"\\(.)", lambda escaped: "\n" if escaped[1] == "n" else escaped[1], said)
        found.append(_Token(kind, said, start + match.start(group)))
    if at < len(text):
        at = len(text) - len(text[at:].lstrip())
        raise Unreadable(start + at, repr(text[at]), "a name, a bracket or a connective")
    return found


class _Parser:
    """Reads the tokens of one line from left to right."""

    def __init__(self, tokens: Sequence[_Token], line: int, end: int) -> None:
        self._tokens = [*tokens, _Token("end", "the end of the line", end)]
        self._at, self._line, self._depth = 0, line, 0
        self._here = self._tokens[0]  # read at every step, hence kept
        self._spots: list[NameSpot] = []
        self._repairs: list[Repair] = []

    def line(self) -> RuleLine:
        """The whole line."""
        if self._is_word("if"):
            return self._if_then()
        if self._is("arrow"):  # a rule without conditions
            self._next()
            conditions: RuleFormula | None = ((),)
            said = self._alternatives()
        else:
            conditions, said = None, self._alternatives()
            if self._is("arrow", "back"):
                arrow = self._next()
                other = self._alternatives()
                conditions, said = (said, other) if arrow.kind == "arrow" else (other, said)
                if arrow.text != ">>>":
                    self._repair(arrow, arrow.text, ">>>")
        return self._ended(conditions, said)

    def _ended(self, conditions: RuleFormula | None, said: RuleFormula) -> RuleLine:
        if self._is("stop", "comma") or self._is_word("?"):
            self._next()
        self._need("end", "&&, >>> or the end of the line")
        return RuleLine(conditions, said, tuple(self._spots), tuple(self._repairs))

    def _if_then(self) -> RuleLine:
        """``If Cold($x) and Big($x), then Rough($x)``."""
        token = self._next()
        conditions = self._alternatives()
        if self._is("comma"):
            self._next()
        if not self._is_word("then"):
            raise Unreadable(self._here.column, self._named(self._here), "'then'")
        self._next()
        self._repair(token, "if ... then", ">>>")
        return self._ended(conditions, self._alternatives())

    def _is_word(self, word: str) -> bool:
        return self._here.kind == "word" and self._here.text.casefold() == word

    def _is(self, *kinds: str) -> bool:
        return self._here.kind in kinds

    def _next(self) -> _Token:
        token = self._here
        if token.kind != "end":
            self._at += 1
            self._here = self._tokens[self._at]
        return token

    def _need(self, kind: str, expected: str) -> _Token:
        if not self._is(kind):
            raise Unreadable(self._here.column, self._named(self._here), expected)
        return self._next()

    def _named(self, token: _Token) -> str:
        return token.text if token.kind == "end" else repr(token.text)

    def _repair(self, token: _Token, what: str, became: str) -> None:
        self._repairs.append(Repair(self._line, token.column, repr(what), repr(became)))

    def _alternatives(self) -> RuleFormula:
        ways = self._together()
        while self._is("or"):
            self._next()
            ways = (*ways, *self._together())
        return ways

    def _together(self) -> RuleFormula:
        ways = self._signed()
        while self._is("and", "comma") and not self._before_sign() and not self._before_end():
            token = self._next()
            if token.text != "&&":
                self._repair(token, token.text, "&&")
            ways = self._both(ways, self._signed(), token)
        return ways

    def _both(self, one: RuleFormula, other: RuleFormula, token: _Token) -> RuleFormula:
        if len(one) * len(other) > MOST_WAYS:
            raise Unreadable(token.column, "too many alternatives", f"at most {MOST_WAYS}")
        return tuple((*a, *b) for a, b in product(one, other))

    def _signed(self) -> RuleFormula:
        negations = []
        while self._is("not"):
            negations.append(self._next())
        ways = self._bracket() if self._is("open") else ((self._atom(),),)
        if self._is("equals") or (self._is("word") and self._here.text == "is"):
            token = self._next()
            sign = self._sign_after(token)
            self._repair(token, f"{token.text} {sign}", "the sign of the atom")
            ways = ways if sign else self._opposite(ways, token)
        for token in reversed(negations):
            ways = self._opposite(ways, token)
        return ways

    def _sign_after(self, token: _Token) -> bool:
        word = self._need("word", "True or False").text.rstrip(".").casefold()
        if word not in SIGNS:
            raise Unreadable(token.column, repr(f"{token.text} {word}"), "True or False")
        return SIGNS[word]

    def _before_sign(self) -> bool:
        """Whether a comma stands before True or False, the sign of a whole bracket."""
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        return self._is("comma") and following.kind == "word" and following.text.casefold() in SIGNS

    def _before_end(self) -> bool:
        """Whether a comma ends the line, or what an if says."""
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        then = following.kind == "word" and following.text.casefold() == "then"
        return self._is("comma") and (following.kind == "end" or then)

    def _opposite(self, ways: RuleFormula, token: _Token) -> RuleFormula:
        """What holds when ``ways`` does not (De Morgan)."""
        opposite: RuleFormula = ((),)
        for way in ways:
            opposite = self._both(opposite, tuple((atom.opposite,) for atom in way), token)
        return opposite

    def _bracket(self) -> RuleFormula:
        """What stands between brackets."""
        token = self._next()
        self._depth += 1
        if self._depth > DEEPEST:
            raise Unreadable(token.column, "a bracket nested too deep", f"at most {DEEPEST} levels")
        ways = self._alternatives()
        self._depth -= 1
        if self._is("comma"):  # Not(Cold(Bob), True)
            comma = self._next()
            ways = ways if self._sign_after(comma) else self._opposite(ways, comma)
        self._need("close", "')'")
        return ways

    def _atom(self) -> SignedAtom:
        first = self._here
        name, quoted = self._name("an atom such as Cold(Bob, True)")
        self._spot("predicate", name, first, quoted)
        self._need("open", "'(' after the name of a predicate")
        terms: list[RuleTerm] = []
        sign: bool | None = None
        while not self._is("close"):
            if sign is not None:
                raise Unreadable(self._here.column, self._named(self._here), "')' after True or False")
            sign = self._argument(terms)
            if not self._is("close"):
                self._need("comma", "',' or ')'")
        self._next()
        return SignedAtom(name, tuple(terms), sign is not False)

    def _argument(self, terms: list[RuleTerm]) -> bool | None:
        """Add a term, or give the sign that stands in its place."""
        token = self._here
        if self._is("variable"):
            terms.append(RuleVariable(self._next().text))
            return None
        name, quoted = self._name("a thing, a variable such as $x, True or False")
        if not quoted and name.casefold() in SIGNS:
            return SIGNS[name.casefold()]
        if not quoted and name.casefold() in UNSURE:
            raise Unreadable(token.column, repr(name), "True or False")
        self._spot("thing", name, token, quoted)
        terms.append(name)
        return None

    def _name(self, expected: str) -> tuple[str, bool]:
        if self._is("quoted"):
            return self._next().text, True
        words = [self._need("word", expected).text]
        while self._is("word"):
            words.append(self._next().text)
        return " ".join(words), False

    def _spot(self, role: NameRole, name: str, token: _Token, quoted: bool) -> None:
        self._spots.append(NameSpot(role, name, self._line, token.column, quoted))
