"""Formulas as people and models write them, with signs of Unicode or ASCII; ``.fol`` files.

Precedence, strongest first: not, and, or, xor, implies (to the right), iff.  A quantifier binds like
``not``; where its variable is used in what follows, its scope is all of that, and a repair says so.
Names that nothing binds are variables when they look like ``x``, ``y1``, ``z`` (``u`` to ``z``); a name in
double quotes is never a variable.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

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
    Quantifier,
    Related,
    Truth,
    Variable,
    closed,
    free_variables,
    subformulas,
)
from syllogos.logic.languages._fol_layout import Span, concluded, laid_out, narrowed
from syllogos.logic.languages._fol_signs import BRACKETS, CALLS, LOOSE_VARIABLE, TOKENS, WORDS, worded
from syllogos.logic.languages._precedence import (
    POWERS,
    FormulaReader,
    FormulaToken,
    UnreadableError,
    check_depth,
    connective_of,
    lexed,
    lone_return,
    look_alikes,
    problem_at,
    shown,
    too_long,
)
from syllogos.logic.languages._print_fol import printed, printed_formula
from syllogos.logic.languages._slips import renamed, slips
from syllogos.logic.reading import Repair
from syllogos.logic.theories import ReadTheory, Statement, Theory, inferred

__all__ = [
    "SIGN_WORDS",
    "ReadFormula",
    "parse",
    "printed",
    "printed_formula",
    "read",
    "read_interleaved",
    "read_lines",
]
COMPARISONS = ("member", "equal", "unequal", "less", "more", "at_most", "at_least")

SIGN_WORDS = frozenset(WORDS)
"""Words that are signs, in small letters."""


@dataclass(frozen=True)
class ReadFormula:
    """A formula with what was mended in it."""

    formula: Formula
    repairs: tuple[Repair, ...] = ()


def parse(text: str) -> ReadFormula | ReadTheory:
    """One formula; where it cannot be read, a :class:`ReadTheory` without theory that says why.

    >>> parse("∀x (Dog(x) → Mammal(x))").formula.quantifier
    'forall'
    >>> parse("p & q => r") == parse("(p and q) -> r")
    True
    >>> str(parse("p ∧ ∧ q").problems[0])
    'line 1, column 5: a formula is expected, not ‘∧’ (U+2227)'
    """
    if long := too_long(text) or lone_return(text):
        return ReadTheory(None, long)
    try:
        return _formula(text, 0, len(text))
    except UnreadableError as error:
        return ReadTheory(None, (problem_at(text, error),))


def read(text: str) -> ReadTheory:
    """A theory in ``.fol`` form: ``Premises:``, ``Conclusion:``, a formula a line, ``:::`` before comments.

    Headings may be others that mean the same (``Axioms``, ``Facts``, ``Goal``, ...), comments begin with
    ``#``, ``//`` or ``%`` too, lines may have numbers or bullets; of a text with a fence its inside counts.

    Free variables of premises are closed by ``forall``, which a note says.  Of a conclusion with some nobody
    knows whether all values were meant or some: the theory holds both readings (``weaker``).
    """
    if long := too_long(text) or lone_return(text):
        return ReadTheory(None, long)
    try:
        layout = laid_out(text)
    except UnreadableError as error:
        return ReadTheory(None, (problem_at(text, error),))
    ends = [concluded(text, span) for span in layout.conclusions]
    return _theory(text, layout.premises, ends, layout.declared)


def read_interleaved(text: str) -> ReadTheory:
    """Lines ``TEXT:`` and ``FOL:`` in turn; the last formula is the conclusion."""
    if long := too_long(text) or lone_return(text):
        return ReadTheory(None, long)
    spans = [(m.start(1), m.end(1)) for m in re.finditer(r"^FOL:[ \t]*(.*)$", text, re.MULTILINE)]
    return _theory(text, spans[:-1], spans[-1:])


def read_lines(premises: Sequence[str], conclusion: str) -> ReadTheory:
    """Premises and a conclusion, one text each; line numbers count the premises from 1."""
    lines = [" ".join(line.split("\n")) for line in (*premises, conclusion)]
    text, spans, at = "\n".join(lines), [], 0
    for line in lines:
        spans.append((at, at + len(line)))
        at += len(line) + 1
    return _theory(text, [s for s in spans[:-1] if text[slice(*s)].strip()], spans[-1:])


def _theory(
    text: str, premises: Sequence[Span], conclusions: Sequence[Span], declared: Collection[str] = ()
) -> ReadTheory:
    repairs: list[Repair] = []
    notes: list[Repair] = []
    statements: list[Statement] = []
    try:
        if len(conclusions) != 1:
            say = "there is no conclusion" if not conclusions else f"there are {len(conclusions)} conclusions"
            at = conclusions[1][0] if conclusions else len(text)
            raise UnreadableError(say, at, "no conclusion")
        for number, span in enumerate(premises, 1):
            found = _formula(text, *span)
            repairs += found.repairs
            free = free_variables(found.formula)
            statements.append(Statement(f"premise_{number}", closed(found.formula), closed=bool(free)))
            if free:
                names = ", ".join(v.name for v in free)
                line, column = _position(text, span[0])
                notes.append(Repair(line, column, f"{names} is free", "meant for all values"))
        end = _formula(text, *conclusions[0])
    except UnreadableError as error:
        return ReadTheory(None, (problem_at(text, error),), tuple(repairs), tuple(notes))
    wrong = slips([*(s.formula for s in statements), end.formula], declared)
    for (name, _), known in wrong.items():
        place = _position(text, max(text.find(name, premises[0][0] if premises else 0), 0))
        repairs.append(Repair(*place, f"‘{name}’, which is used once", f"‘{known}’"))
    if wrong:
        statements = [replace(s, formula=renamed(s.formula, wrong)) for s in statements]
        end = replace(end, formula=renamed(end.formula, wrong))
    signature = inferred((*(s.formula for s in statements), end.formula))
    if alike := look_alikes(text, (n for n, _ in (*signature.functions, *signature.predicates))):
        return ReadTheory(None, alike, tuple(repairs), tuple(notes))
    theory = Theory(tuple(statements), closed(end.formula), signature)
    if free := free_variables(end.formula):
        line, column = _position(text, conclusions[0][0])
        names = ", ".join(v.name for v in free)
        became = "an answer only where it is the same for all values and for some"
        repairs.append(Repair(line, column, f"{names} is free in the conclusion", became))
        theory = replace(theory, weaker=Quantified("exists", free, end.formula))
    return ReadTheory(theory, (), (*repairs, *end.repairs), tuple(notes))


def _position(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def _formula(text: str, start: int, end: int) -> ReadFormula:
    """The formula of one statement.

    Raises:
        UnreadableError: there is none.
    """
    place = _position(text, start)
    (start, end), marks = narrowed(text, start, end)
    repairs = [Repair(*place, f"the mark {mark} before a formula", "nothing") for mark in marks]
    tokens = worded(lexed(text, TOKENS, start, end))
    if not tokens:
        raise UnreadableError("a formula is expected", start)
    reader = _Reader(tokens, end, text)
    formula = reader.whole()
    return ReadFormula(formula, (*repairs, *reader.repairs))


@dataclass
class _Reader(FormulaReader):
    tokens: list[FormulaToken]
    end: int
    text: str
    repairs: list[Repair] = field(default_factory=list)

    def __post_init__(self) -> None:
        FormulaReader.__init__(self, self.tokens, self.end)
        self._ends = self._brackets()

    def _brackets(self) -> list[int]:
        """For each token the place of the bracket that closes around it, else the end."""
        ends, around = [0] * len(self.tokens), [len(self.tokens) - 1]
        for number in range(len(self.tokens) - 1, -1, -1):
            ends[number] = around[-1]
            kind = self.tokens[number].kind
            if kind == "close":
                around.append(number)
            elif kind == "open" and len(around) > 1:
                around.pop()
        return ends

    def whole(self) -> Formula:
        """The formula that all tokens are; a full stop or brackets too many at the end are dropped."""
        formula = self._past_stray_bracket(self.formula())
        while self.token.kind in ("dot", "close", "comma") and all(
            t.kind in ("dot", "close", "comma", "end") for t in self.tokens[self.place :]
        ):
            if self.token.kind != "dot":
                self._mend(self.token.at, f"{shown(self.token.text)} belongs to nothing", "nothing")
            self.place += 1
        if self.token.kind != "end":
            self.refuse("a connective or the end")
        check_depth(formula, self.tokens[0].at)
        return formula

    def prefix(self) -> Formula:
        """A formula without connective outside brackets, or ``if ... then ...``."""
        if self._bracketed():
            return self.quantified()
        if not self.take("if"):
            return super().prefix()
        self.deeper()
        condition = self.formula()
        self.take("comma")
        self.expect("then", "a connective or ‘then’")
        follows = self.formula(POWERS["implies"])
        self.depth -= 1
        return Connected("implies", (condition, follows))

    def _bracketed(self) -> bool:
        """Whether a quantifier stands here with its variable alone in brackets: ``(∀x)``."""
        kinds = [self.following(ahead).kind for ahead in range(4)]
        return kinds[0] == "open" and kinds[1] in ("forall", "exists") and kinds[2:] == ["name", "close"]

    def _called(self) -> Formula | None:
        """A formula whose sign is written like a function, as in ``Implies(P(x), Q(x))``; None for others."""
        sign = CALLS.get(self.token.text.lower()) if self.token.kind == "name" else None
        if sign is None or self.following().text not in "(（" or not self._formulas_within(sign):
            return None
        self.deeper()
        word, opened = self._next(), self._next()
        before, variables = len(self.bound), []
        if sign in ("forall", "exists"):
            bracket = self.take("open")
            variables = [self._variable()]
            while bracket and self.take("comma"):
                variables.append(self._variable())
            self._closes(bracket, "", "‘[’ is never closed") if bracket else None
            self.expect("comma", "‘,’")
            self.bound += variables
        parts = [self.formula()]
        while self.take("comma"):
            parts.append(self.formula())
        del self.bound[before:]
        self._closes(opened, "‘,’ or ", f"the brackets of {shown(word.text)} are never closed")
        self.depth -= 1
        return self._built(sign, variables, parts, word.at)

    def _formulas_within(self, sign: str) -> bool:
        """Whether what the brackets after the next token hold are formulas: else the word is a name."""
        ahead = 2
        if sign in ("forall", "exists"):
            if self.following(2).kind == "open":
                return True
            ahead = 4 if self.following(3).kind == "comma" else 99
        one, after = self.following(ahead), self.following(ahead + 1)
        return one.kind in ("not", "forall", "exists", "open") or (one.kind, after.kind) == ("name", "open")

    def _built(self, sign: str, variables: list[Variable], parts: list[Formula], at: int) -> Formula:
        most = {"not": 1, "forall": 1, "exists": 1, "implies": 2, "iff": 2, "xor": 2}.get(sign)
        if most is not None and len(parts) != most:
            raise UnreadableError(f"{sign} takes {most}, not {len(parts)}", at)
        match sign:
            case "not":
                return Negated(parts[0])
            case "forall" | "exists":
                return Quantified("forall" if sign == "forall" else "exists", tuple(variables), parts[0])
            case "and" | "or":
                return parts[0] if len(parts) == 1 else Connected(sign, tuple(parts))
            case "implies" | "iff" | "xor":
                return Connected(sign, tuple(parts))
        raise ValueError(sign)

    def _past_stray_bracket(self, formula: Formula) -> Formula:
        """The formula with what follows a bracket that closes nothing, where nothing hangs on the place
        at which it was opened: what joins on binds less than what it would hold together."""
        joining = connective_of(self.following())
        loose = isinstance(formula, Connected) and joining and POWERS[formula.connective] > POWERS[joining]
        if self.token.kind != "close" or not loose:
            return formula
        names = {v.name for p in subformulas(formula) if isinstance(p, Quantified) for v in p.variables}
        if any(self.occurs(name, self.place, len(self.tokens)) is not None for name in names):
            return formula
        self._mend(self.token.at, f"{shown(self.token.text)} closes nothing", "opened at the start")
        self.place += 1
        return self.joined(formula, 0)

    def _mend(self, at: int, what: str, became: str) -> None:
        self.repairs.append(Repair(*_position(self.text, at), what, became))

    def quantified(self) -> Formula:
        """Neighbouring quantifiers, and their scope."""
        start, prefix = self.token.at, []
        before = len(self.bound)
        while self.token.kind in ("forall", "exists") or self._bracketed():
            self.deeper()
            bracket = self.take("open")
            kind: Quantifier = "forall" if self._next().kind == "forall" else "exists"
            variables = self._variables()
            if bracket:
                self._closes(bracket, "", "‘(’ is never closed")
            prefix.append((kind, variables))
            self.bound += variables
        names = [v.name for _, group in prefix for v in group]
        body = self.prefix()
        if (connective_of(self.token)) and self._used_after(names):
            self._mend(start, "a quantifier without brackets", "one that holds for all that follows")
            body = self.joined(body, 0)
        del self.bound[before:]
        for kind, variables in reversed(prefix):
            body = Quantified(kind, tuple(variables), body)
            self.depth -= 1
        return body

    def _variables(self) -> list[Variable]:
        """The names after a quantifier: divided by commas, or letters that look like variables."""
        found = [self._variable()]
        while (self.token.kind == "comma" and not self._body_follows()) or (
            self.token.kind == "name"
            and LOOSE_VARIABLE.fullmatch(self.token.text)
            and self.following().kind not in COMPARISONS
        ):
            self.take("comma")
            found.append(self._variable())
        self.take("dot", "colon", "comma")
        return found

    def _body_follows(self) -> bool:
        """Whether the formula begins after this comma, and no further variable."""
        name, after = self.following(), self.following(2)
        if name.kind != "name":
            return True
        if after.kind == "open":  # a call stands close to its bracket
            return after.at == name.at + len(name.text) and not LOOSE_VARIABLE.fullmatch(name.text)
        return after.kind in ("end", "close", *COMPARISONS) or connective_of(after) is not None

    def _variable(self) -> Variable:
        """A variable; not a word that says more of one, as in ``exactly one x`` or ``all people x``."""
        after = self.following()
        loose = after.kind == "name" and LOOSE_VARIABLE.fullmatch(after.text)
        if (
            loose
            and not LOOSE_VARIABLE.fullmatch(self.token.text)
            and self.following(2).kind not in COMPARISONS
        ):
            self.refuse("a variable")
        return Variable(self.expect("name", "a variable").text)

    def _used_after(self, names: Sequence[str]) -> bool:
        """Whether one of the names is used from here to the end of the brackets, unbound by others."""
        for name in names:
            at = self.occurs(name, self.place, self._ends[self.place])
            if at is not None and self.tokens[at - 1].kind not in ("forall", "exists", "comma"):
                return True
            if at is not None and self.tokens[at - 1].kind == "comma" and not self._lists_variable(at):
                return True
        return False

    def _lists_variable(self, at: int) -> bool:
        """Whether the name at a place stands in the list of a quantifier."""
        while self.tokens[at].kind in ("name", "comma"):
            at -= 1
        return self.tokens[at].kind in ("forall", "exists")

    def atom(self) -> Formula:
        """A relation, a comparison, a truth value, or a formula in brackets."""
        if called := self._called():
            return called
        if opened := self.take("open"):
            formula = self.formula()
            self._closes(opened, "a connective or ", f"‘{opened.text}’ is never closed")
            return formula
        if self.token.kind in ("true", "false"):
            return Truth(self._next().kind == "true")
        if self.token.kind not in ("name", "quoted", "number"):
            self.refuse("a formula")
        start = self.token.at
        left = self.term()
        if self.token.kind in COMPARISONS:
            return self._compared(left)
        if isinstance(left, Applied):
            return Related(left.name, left.arguments)
        raise UnreadableError("a formula is expected, and this is a thing", start)

    def _compared(self, left: LogicTerm) -> Formula:
        sign = self._next()
        if sign.kind in ("equal", "unequal") and self.token.text.lower() in ("true", "false"):
            return self._is_true(left, sign)
        right = self.term()
        if self.token.kind in COMPARISONS:
            raise UnreadableError("one comparison at a time: put ∧ between them", self.token.at)
        match sign.kind:
            case "member":
                return Related("∈", (left, right))
            case "equal":
                return Equation(left, right)
            case "unequal":
                return Negated(Equation(left, right))
            case "less":
                return Ordering("<", left, right)
            case "more":
                return Ordering("<", right, left)
            case "at_most":
                return Ordering("<=", left, right)
        return Ordering("<=", right, left)

    def _is_true(self, left: LogicTerm, sign: FormulaToken) -> Formula:
        """A relation that is said to be true, or false."""
        if not isinstance(left, Applied):
            raise UnreadableError("only a relation is true or false", sign.at)
        word = self._next().text.lower()
        self._mend(
            sign.at, f"{sign.text} {word}", "a relation that holds" if word == "true" else "one that does not"
        )
        related = Related(left.name, left.arguments)
        return related if (word == "true") is (sign.kind == "equal") else Negated(related)

    def _next(self) -> FormulaToken:
        self.place += 1
        return self.tokens[self.place - 1]

    def term(self, *, listed: bool = False) -> LogicTerm:
        """A variable, a number, a constant, or a function of terms; ``listed`` among arguments."""
        if listed and self.token.kind == "open" and self.token.text in "[{":
            return self._list()
        token = self.take("name", "quoted", "number") or self.refuse("a name")
        name = self._long_name(token, listed)
        if token.kind == "number" and name == token.text:
            return Numeral(format(Decimal(name).normalize(), "f"))
        if not (self.token.text in "(（" and self.take("open")):
            plain = token.kind == "name" and name == token.text
            if plain and (bound := self.variable(name)):
                return bound
            return Variable(name) if plain and LOOSE_VARIABLE.fullmatch(name) else Applied(name)
        opened = self.tokens[self.place - 1]
        arguments = self._arguments()
        self._closes(opened, "‘,’ or ", f"the brackets of {shown(name)} are never closed", token.at)
        return Applied(name, arguments)

    def _arguments(self) -> tuple[LogicTerm, ...]:
        """Terms divided by commas, up to a bracket that closes."""
        self.deeper()
        arguments = [] if self.token.kind == "close" else [self.term(listed=True)]
        while self.take("comma"):
            arguments.append(self.term(listed=True))
        self.depth -= 1
        return tuple(arguments)

    def _list(self) -> LogicTerm:
        """A list or a set as a thing that is made of its members, of which nothing else is known."""
        opened = self._next()
        members = self._arguments()
        self._closes(opened, "‘,’ or ", f"‘{opened.text}’ is never closed")
        self._mend(opened.at, f"{opened.text}…{BRACKETS[opened.text]}", "a thing that is made of its members")
        return Applied(opened.text + BRACKETS[opened.text], members)

    def _closes(self, opened: FormulaToken, or_else: str, unclosed: str, at: int | None = None) -> None:
        """Take the bracket that closes another one; at the end it may be missing.

        Raises:
            UnreadableError: something else stands here.
        """
        closing = BRACKETS[opened.text]
        if self.token.kind == "end":
            self._mend(opened.at if at is None else at, unclosed, "closed at the end")
        elif self.token.text not in (closing, *(")）" if closing in ")）" else "")):
            self.refuse(f"{or_else}‘{closing}’")
        else:
            self.place += 1

    def _long_name(self, token: FormulaToken, listed: bool) -> str:
        """The name that starts with a token: with full stops inside, or of words among arguments."""
        name, last = _unquoted(token), token
        while self.token.kind == "dot" and self.token.at == last.at + len(last.text):
            after = self.following()
            if after.kind not in ("name", "number") or after.at != self.token.at + 1:
                break
            self.place += 2
            name, last = f"{name}.{after.text}", after
        words = [last]
        while listed and self.token.kind == "name" and self.token.at > token.at:
            words.append(self._next())
        if len(words) > 1:
            if any(self.variable(w.text) or LOOSE_VARIABLE.fullmatch(w.text) for w in words):
                raise UnreadableError("‘,’ or ‘)’ is expected", words[1].at)
            name = "_".join([name, *(w.text for w in words[1:])])
            self._mend(token.at, "a name with spaces", f"‘{name}’")
        return name


def _unquoted(token: FormulaToken) -> str:
    return re.sub(r"\\(.)", r"\1", token.text[1:-1]) if token.kind == "quoted" else token.text
