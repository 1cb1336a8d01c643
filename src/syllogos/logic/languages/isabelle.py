"""Theories of Isabelle/HOL in the fragment of many-sorted first-order logic: ``.thy`` files read and printed.

Read are ``typedecl``, ``consts``, ``axiomatization`` and one ``theorem`` (or ``lemma``); proofs are skipped,
since nothing of them counts here.  Every other command is refused by name.  Stricter than Isabelle: a name
that an axiom uses and nothing declares is a problem, not a variable.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import islice
from typing import NoReturn

from syllogos.logic.formulas import (
    ENTITY,
    Applied,
    Connected,
    Connective,
    Equation,
    Formula,
    LogicTerm,
    Negated,
    Quantified,
    Quantifier,
    Related,
    Truth,
    Variable,
    all_terms,
    subformulas,
    substituted,
    substituted_sorts,
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
from syllogos.logic.theories import Arguments, ReadTheory, Signature, Statement, Symbol, Theory

GREEK_NAMES = (
    *(
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "mu",
        "nu",
        "xi",
    ),
    *("pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
    *("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"),
)
"""Letters that Isabelle writes as ``\\<alpha>``, too; ``\\<lambda>`` is none."""
SPELLED = re.compile(r"\\<(" + "|".join(GREEK_NAMES) + r")>|\\<\^sub>")
LETTER = rf"(?:[^\W\d]|\\<(?:{'|'.join(GREEK_NAMES)})>)"
NAME = rf"{LETTER}(?:[\w']|\\<(?:{'|'.join(GREEK_NAMES)})>|(?:⇩|\\<\^sub>)\w)*"
OUTER = re.compile(
    rf"""(?P<skip>\s+)|(?P<comment>\(\*)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<cartouche>‹|\\<open>)
    |(?P<remark>(?:—|―|--|\\<comment>)\s*(?=‹|\\<open>))
    |(?P<name>{NAME}(?:\.{NAME})*)|(?P<is>::)|(?P<colon>:)|(?P<arrow>=>|⇒|\\<Rightarrow>)|(?P<other>[^\s"])""",
    re.VERBOSE,
)
INNER = re.compile(
    rf"""(?P<skip>\s+|\(\*.{{0,100}}?\*\))
    |(?P<iff><->|<-->|⟷|↔|\\<longleftrightarrow>)|(?P<implies>-->|⟶|\\<longrightarrow>)
    |(?P<meta>==>|⟹|\\<Longrightarrow>)|(?P<every>⋀|\\<And>|!!)|(?P<semicolon>;)
    |(?P<premises>⟦|\\<lbrakk>|\[\|)|(?P<thus>⟧|\\<rbrakk>|\|\])|(?P<wrong>→|⇒|->|=>|\\<rightarrow>|\\<Rightarrow>)
    |(?P<and>&|∧|\\<and>)|(?P<or>\||∨|\\<or>)|(?P<unequal>~=|≠|\\<noteq>)|(?P<not>¬|~|\\<not>)
    |(?P<forall>∀|\\<forall>|!(?=\s*[^\W\d])|ALL\b)|(?P<single>(?:∃|\\<exists>|\?|EX\s*)!)
    |(?P<none>∄|\\<nexists>)|(?P<exists>∃|\\<exists>|\?(?=\s*[^\W\d])|EX\b)
    |(?P<equal>=)|(?P<open>\()|(?P<close>\))|(?P<is>::)|(?P<dot>\.)
    |(?P<name>{NAME})""",
    re.VERBOSE | re.DOTALL,
)
OPENS, CLOSES = ("‹", "\\<open>"), ("›", "\\<close>")
CARTOUCHE = re.compile("|".join(map(re.escape, (*OPENS, *CLOSES))))
COMMANDS = ("typedecl", "consts", "axiomatization", "theorem", "lemma", "corollary", "end")
PROSE = ("text", "section", "subsection", "chapter", "paragraph", "txt")
WORDS = (*COMMANDS, "theory", "imports", "begin", "where", "and", "assumes", "shows", "fixes")
LIBRARIES = ("Main", "HOL", "Complex_Main")
QUOTED_LIBRARIES = tuple(f'"{name}"' for name in LIBRARIES)
LEAKS = re.compile(r"\n[ \t]*(?:theorem|lemma|axiomatization|assumes|shows|consts|end|by|using)\b")
"""What a string that was closed too late runs into."""
BOOL = "bool"
MOST_PARTS = 1_000
"""Parts of a formula that is said twice, as that of ∃! is."""
GUESS = "?"
"""How the sort of a variable starts while it is not known yet."""

SIGNS: Mapping[Connective, str] = {"iff": "⟷", "implies": "⟶", "xor": "≠", "or": "∨", "and": "∧"}


def read(text: str) -> ReadTheory:
    """A theory, or what is wrong with it by line and column.

    Names that only the theorem uses are fixed unknowns, which a note says.
    """
    if long := too_long(text):
        return ReadTheory(None, long)
    reader = None
    try:
        reader = _Outer(text, list(_outer_tokens(text)))
        theory = reader.theory()
    except UnreadableError as error:
        return ReadTheory(None, (problem_at(text, error),))
    names = (n for n, _ in (*theory.signature.functions, *theory.signature.predicates))
    if alike := look_alikes(text, names):
        return ReadTheory(None, alike)
    return ReadTheory(theory, (), (), tuple(reader.notes))


def _outer_tokens(text: str) -> Iterator[FormulaToken]:
    """The tokens of a theory outside its strings; comments are skipped, which may be nested."""
    at = 0
    while at < len(text):
        if text.startswith("(*", at):
            at = _comment_end(text, at)
            continue
        match = OUTER.match(text, at)
        if match is None:
            raise UnreadableError("a quotation mark is never closed", at)
        if match.lastgroup == "quoted" and LEAKS.search(match.group()):
            raise UnreadableError("a quotation mark is never closed", at)
        start, at = at, match.end()
        if match.lastgroup == "cartouche":
            at = _cartouche_end(text, start)
        elif match.lastgroup == "remark":
            at = _cartouche_end(text, at)
            continue
        if match.lastgroup != "skip":
            found = FormulaToken(str(match.lastgroup), text[start:at], start)
            yield _as_letters(found) if found.kind == "name" else found
    yield FormulaToken("end", "", len(text))


def _as_letters(token: FormulaToken) -> FormulaToken:
    """A name with Greek letters and subscripts as the signs that they are."""
    if "\\" not in token.text or token.kind != "name":
        return token

    def letter(spelled: re.Match[str]) -> str:
        name = spelled.group(1)
        size = "CAPITAL" if name and name[0].isupper() else "SMALL"
        # Unicode calls it by its old name.
        plain = "LAMDA" if name == "Lambda" else (name or "").upper()
        return unicodedata.lookup(f"GREEK {size} LETTER {plain}") if name else "⇩"

    return replace(token, text=SPELLED.sub(letter, token.text))


def _cartouche_end(text: str, start: int) -> int:
    """Where what ‹ opens is closed; others may stand within it."""
    depth = 0
    for mark in CARTOUCHE.finditer(text, start):
        depth += 1 if mark.group() in OPENS else -1
        if depth == 0:
            return mark.end()
    raise UnreadableError("‹ is never closed", start)


def _comment_end(text: str, start: int) -> int:
    depth, at = 0, start
    for mark in re.finditer(r"\(\*|\*\)", text[start:]):
        depth += 1 if mark.group() == "(*" else -1
        at = start + mark.end()
        if depth == 0:
            return at
    raise UnreadableError("a comment is never closed", start)


@dataclass
class _Outer:
    """The commands of a theory, read in order."""

    text: str
    tokens: Sequence[FormulaToken]
    place: int = 0
    sorts: dict[str, int] = field(default_factory=dict)
    constants: dict[str, tuple[Arguments, str]] = field(default_factory=dict)
    premises: list[Statement] = field(default_factory=list)
    conclusion: Formula | None = None
    unknowns: dict[str, _Slot] = field(default_factory=dict)
    notes: list[Repair] = field(default_factory=list)

    @property
    def token(self) -> FormulaToken:
        """The next token; at the end that of the end, however much was skipped."""
        return self.tokens[min(self.place, len(self.tokens) - 1)]

    def take(self, *words: str) -> FormulaToken | None:
        """The next token when it is one of these words."""
        if self.token.kind != "name" or self.token.text not in words:
            return None
        self.place += 1
        return self.tokens[self.place - 1]

    def expect(self, kind: str, wanted: str, *words: str) -> FormulaToken:
        """The next token, of a kind and among words.

        Raises:
            UnreadableError: it is something else.
        """
        token = self.token
        if token.kind != kind or (words and token.text not in words):
            near = get_close_matches(token.text, WORDS, n=1, cutoff=0.8) if token.kind == "name" else []
            hint = f"; did you mean {near[0]}?" if near and near[0] != token.text else ""
            got = "the end" if token.kind == "end" else shown(token.text)
            raise UnreadableError(f"{wanted} is expected, not {got}{hint}", token.at)
        self.place += 1
        return token

    def theory(self) -> Theory:
        """The whole theory."""
        self.expect("name", "theory", "theory")
        name = self.expect("name", "the theory's name").text
        self.expect("name", "imports", "imports")
        while not self.take("begin"):
            if self.token.text in QUOTED_LIBRARIES:
                self.place += 1
                continue
            imported = self.expect("name", "begin", *LIBRARIES, "begin")
            if imported.text == "begin":
                break
        while not self.take("end"):
            self._command()
        if self.token.kind != "end":
            raise UnreadableError("nothing follows the end of a theory", self.token.at)
        if self.conclusion is None:
            raise UnreadableError("there is no theorem", self.tokens[-1].at, "no conclusion")
        return self._finished(name)

    def _command(self) -> None:
        if self.take(*PROSE):
            self.place += 1
        elif self.take("typedecl"):
            self._sort()
        elif self.take("consts"):
            while self.token.kind == "name" and self.token.text not in COMMANDS:
                self._constant()
        elif self.take("axiomatization"):
            self._axioms()
        elif command := self.take("theorem", "lemma", "corollary"):
            self._theorem(command)
        elif self.token.kind == "name" and not get_close_matches(self.token.text, WORDS, n=1, cutoff=0.8):
            say = f"the command {shown(self.token.text)} is not read ({', '.join(COMMANDS)} are)"
            raise UnreadableError(say, self.token.at, "refused")
        else:
            self.expect("name", "a command or end", *COMMANDS)

    def _fresh(self, wanted: str) -> FormulaToken:
        """A name that is to mean something new."""
        token = self.expect("name", wanted)
        check_fresh(token)
        return token

    def _sort(self) -> None:
        token = self._fresh("the name of a type")
        if token.text in self.sorts:
            raise UnreadableError(f"the type {shown(token.text)} is declared twice", token.at, "duplicate")
        self.sorts[token.text] = token.at

    def _constant(self) -> None:
        token = self._fresh("the name of a constant")
        near = get_close_matches(token.text, COMMANDS, n=1, cutoff=0.8)
        if self.token.kind != "is" and near:
            self.place -= 1
            self.expect("name", "a command", *COMMANDS)
        self.expect("is", "‘::’")
        if token.text in self.constants:
            raise UnreadableError(f"{shown(token.text)} is declared twice", token.at, "duplicate")
        self.constants[token.text] = self._type()

    def _type(self) -> tuple[Arguments, str]:
        """A type as sorts of arguments and of the value."""
        token = self.token
        if token.kind == "quoted":
            self.place += 1
            inner = lexed(self.text, OUTER, token.at + 1, token.at + len(token.text) - 1)
            parts = [_as_letters(one) for one in inner]
        else:
            parts = [self.expect("name", "a type")]
            while self.token.kind == "arrow":
                self.place += 2
                parts += self.tokens[self.place - 2 : self.place]
        names, arrows = parts[::2], parts[1::2]
        for arrow in arrows:
            if arrow.kind != "arrow":
                raise UnreadableError(f"‘⇒’ is expected, not {shown(arrow.text)}", arrow.at)
        if len(names) == len(arrows) or not names:
            raise UnreadableError("a type is expected", token.at)
        for number, name in enumerate(names):
            if name.text not in self.sorts and (name.text != BOOL or number < len(names) - 1):
                raise UnreadableError(f"there is no type {shown(name.text)} here", name.at, "undeclared")
        return tuple(n.text for n in names[:-1]), names[-1].text

    def _axioms(self) -> None:
        while self.token.kind == "name" and self.token.text not in (*WORDS,):
            self._constant()
            self.take("and")
        if not self.take("where"):
            return
        if self.conclusion is not None:
            raise UnreadableError(
                "an axiom after the theorem is none of its premises", self.token.at, "refused"
            )
        while True:
            name = self._label() or f"axiom_{len(self.premises) + 1}"
            self.premises.append(Statement(name, self._formula(None)))
            if not self.take("and"):
                return

    def _label(self) -> str:
        """The name of a statement, with its attributes, where it has one."""
        if self.token.kind != "name" or self.token.text in ("shows", "assumes", "fixes"):
            return ""
        name = self.expect("name", "a name").text
        if self.token.text == "[":
            while self.token.kind != "end" and self.token.text != "]":
                self.place += 1
            self.place += 1
        self.expect("colon", "‘:’")
        return name

    def _theorem(self, command: FormulaToken) -> None:
        if self.conclusion is not None:
            raise UnreadableError("there are several theorems; one is checked at a time", command.at)
        self._label()
        while self.take("fixes", "and"):
            self._fixed()
        assumed = False
        while self.take("assumes", "and") if assumed else self.take("assumes"):
            name = self._label() or f"assumption_{len(self.premises) + 1}"
            self.premises.append(Statement(name, self._formula(self.unknowns), "assumption"))
            assumed = True
        if assumed:
            self.expect("name", "shows", "shows")
        else:
            self.take("shows")
        self._label()
        self.conclusion = self._formula(self.unknowns)
        self._proof()

    def _fixed(self) -> None:
        """Unknowns of one type, or of one that is not told."""
        slots: list[_Slot] = []
        while not slots or (
            self.token.kind == "name" and self.token.text not in ("and", "assumes", "shows", "fixes")
        ):
            token = self._fresh("the name of a variable")
            slots.append(_Slot(token.text))
            self.unknowns[token.text] = slots[-1]
        if self.token.kind == "is":
            self.place += 1
            sort = self._type()[1]
            for slot in slots:
                slot.sort = sort

    def _proof(self) -> None:
        """Skip what follows a theorem, up to the next command at its own place."""
        while self.token.kind != "end" and not (
            self.token.kind == "name" and self.token.text in (*COMMANDS, *PROSE, *REFUSED)
        ):
            self.place += 1

    def _formula(self, unknowns: dict[str, _Slot] | None) -> Formula:
        token = self.token
        if token.kind != "cartouche":
            self.expect("quoted", "a formula in quotation marks")
        else:
            self.place += 1
        opened = next((len(mark) for mark in OPENS if token.text.startswith(mark)), 1)
        closed = next((len(mark) for mark in CLOSES if token.text.endswith(mark)), 1)
        end = token.at + len(token.text) - closed
        tokens = [_as_letters(one) for one in lexed(self.text, INNER, token.at + opened, end)]
        if not tokens:
            raise UnreadableError("a formula is expected", token.at)
        return _Inner(tokens, end, self, unknowns).whole()

    def _finished(self, name: str) -> Theory:
        """The theory with unknowns as constants of the sorts that their use gives them."""
        first = next(iter(self.sorts), ENTITY)
        sorts = {slot.mark: slot.known or first for slot in self.unknowns.values()}
        functions: dict[Symbol, tuple[Arguments, str]] = {}
        predicates: dict[Symbol, Arguments] = {}
        for constant, (arguments, value) in self.constants.items():
            if value == BOOL:
                predicates[constant, len(arguments)] = arguments
            else:
                functions[constant, len(arguments)] = (arguments, value)
        for unknown, slot in self.unknowns.items():
            functions[unknown, 0] = ((), sorts[slot.mark])
        premises = tuple(replace(p, formula=substituted_sorts(p.formula, sorts)) for p in self.premises)
        goal = substituted_sorts(self.conclusion, sorts) if self.conclusion else None
        return Theory(premises, goal, Signature(tuple(self.sorts) or (ENTITY,), functions, predicates), name)


def check_fresh(token: FormulaToken) -> None:
    """Refuse a name of HOL for something new: which of the two is meant is no reader's guess.

    Raises:
        UnreadableError: it is one.
    """
    if token.text in (BOOL, "True", "False"):
        raise UnreadableError(f"{shown(token.text)} has a meaning in HOL already", token.at, "duplicate")


REFUSED = (
    *("ML", "ML_file", "ML_val", "setup", "declare", "oracle", "method_setup", "attribute_setup", "locale"),
    *("definition", "abbreviation", "datatype", "fun", "function", "primrec", "context", "axiomatisation"),
)
"""Commands after which a proof cannot go on; at their own place they are refused."""


@dataclass
class _Slot:
    """A variable while its sort is being found out; others may have to be of the same sort."""

    name: str
    sort: str | None = None
    at: int = 0
    same: _Slot | None = None

    @property
    def root(self) -> _Slot:
        slot = self
        while slot.same is not None:
            slot = slot.same
        return slot

    @property
    def known(self) -> str | None:
        return self.root.sort

    @property
    def mark(self) -> str:
        """What stands for its sort meanwhile."""
        return f"{GUESS}{id(self)}"


class _Inner(FormulaReader):
    """A formula in quotation marks, with its sorts checked."""

    powers: Mapping[Connective, int] = {"iff": 2, "implies": 2, "xor": 9, "or": 3, "and": 4}
    to_the_right: Collection[Connective] = ("implies", "iff")

    def __init__(
        self, tokens: Sequence[FormulaToken], end: int, outer: _Outer, unknowns: dict[str, _Slot] | None
    ) -> None:
        super().__init__(tokens, end)
        self.outer, self.unknowns = outer, unknowns
        self.slots: list[_Slot] = []
        self.every: list[_Slot] = []

    def whole(self) -> Formula:
        """The formula that all tokens are, each variable with its sort."""
        formula = self._rule()
        if self.token.kind == "wrong":
            say = f"{shown(self.token.text)} is no implication of HOL; write ⟶ or -->"
            raise UnreadableError(say, self.token.at)
        if self.token.kind != "end":
            self.refuse("a connective or the end")
        check_depth(formula, self.tokens[0].at)
        first = next(iter(self.outer.sorts), ENTITY)
        return substituted_sorts(formula, {slot.mark: slot.known or first for slot in self.every})

    def refuse(self, wanted: str) -> FormulaToken:
        """Stop here; an arrow of another language is said to be one."""
        if self.token.kind == "wrong":
            say = f"{shown(self.token.text)} is no implication of HOL; write ⟶ or -->"
            raise UnreadableError(say, self.token.at)
        return super().refuse(wanted)

    def _rule(self) -> Formula:
        """A formula, or what follows from several, as ``⋀x. ⟦A; B⟧ ⟹ C``, which is ``A ⟹ B ⟹ C``."""
        self.deeper()
        found: Formula
        if self.take("every"):
            fresh = self._variables()
            body = self._rule()
            found = Quantified("forall", self._bound_by(fresh), body)
        elif self.take("premises"):
            parts = [self._rule()]
            while self.take("semicolon"):
                parts.append(self._rule())
            self.expect("thus", "‘;’ or ‘⟧’")
            self.expect("meta", "‘⟹’")
            given = parts[0] if len(parts) == 1 else Connected("and", tuple(parts))
            found = Connected("implies", (given, self._rule()))
        else:
            found = self.formula()
            if self.take("meta"):
                found = Connected("implies", (found, self._rule()))
        self.depth -= 1
        return found

    def prefix(self) -> Formula:
        """A formula that starts here and has no connective outside brackets."""
        return self.quantified() if self.token.kind in ("none", "single") else super().prefix()

    def quantified(self) -> Formula:
        """A quantifier, whose scope is all that follows."""
        self.deeper()
        sign = self.take("forall", "exists", "none", "single") or self.refuse("a quantifier")
        fresh = self._variables()
        body = self.formula()
        variables = self._bound_by(fresh)
        self.depth -= 1
        if sign.kind == "single":
            return _only(variables, body, sign.at)
        kind: Quantifier = "forall" if sign.kind == "forall" else "exists"
        found = Quantified(kind, variables, body)
        return Negated(found) if sign.kind == "none" else found

    def _bound_by(self, fresh: Sequence[_Slot]) -> tuple[Variable, ...]:
        """The variables of a quantifier whose scope ends here."""
        del self.slots[len(self.slots) - len(fresh) :]
        return tuple(Variable(slot.name, slot.mark) for slot in fresh)

    def _variables(self) -> list[_Slot]:
        """Variables up to the dot, bound from now on."""
        fresh = []
        while self.token.kind in ("name", "open"):
            opened = self.take("open")
            token = self.expect("name", "a variable")
            check_fresh(token)
            slot = _Slot(token.text, at=token.at)
            if self.take("is"):
                slot.sort = self._sort()
            if opened:
                self.expect("close", "‘)’")
            fresh.append(slot)
        self.expect("dot", "‘.’ after the variables")
        if not fresh:
            self.refuse("a variable")
        self.slots += fresh
        self.every += fresh
        return fresh

    def _sort(self) -> str:
        token = self.expect("name", "a type")
        if token.text not in self.outer.sorts:
            raise UnreadableError(f"there is no type {shown(token.text)} here", token.at, "undeclared")
        return token.text

    def atom(self) -> Formula:
        """A relation, an equation, or a formula in brackets."""
        start = self.token.at
        left = self._operand()
        if self.token.kind in ("equal", "unequal"):
            return self._equated(left)
        if isinstance(left, _Typed):
            raise UnreadableError("a formula is expected, and this is a thing", start, "sort")
        return left

    def _equated(self, left: Formula | _Typed) -> Formula:
        sign = self.take("equal", "unequal")
        at = self.token.at
        right = self._operand()
        same = sign is not None and sign.kind == "equal"
        if isinstance(left, _Typed) and isinstance(right, _Typed):
            self._alike(left, right, at)
            equation = Equation(left.term, right.term)
            return equation if same else Negated(equation)
        if isinstance(left, _Typed) or isinstance(right, _Typed):
            raise UnreadableError("a formula and a thing are never equal", at, "sort")
        return Connected("iff" if same else "xor", (left, right))

    def _alike(self, left: _Typed, right: _Typed, at: int) -> None:
        """Both sides of an equation are of one sort."""
        if right.sort:
            self._must_be(left, right.sort, left.at, "equal to one")
        elif left.sort:
            self._must_be(right, left.sort, at, "equal to one")
        elif left.slot and right.slot and left.slot.root is not right.slot.root:
            left.slot.root.same = right.slot.root

    def _must_be(self, typed: _Typed, sort: str, at: int, why: str) -> None:
        if typed.slot and typed.slot.known is None:
            typed.slot.root.sort = sort
        elif typed.sort != sort:
            say = f"{shown(typed.name)} is of type {typed.sort}, not {sort} ({why})"
            raise UnreadableError(say, at, "sort")

    def _operand(self) -> Formula | _Typed:
        """A formula that binds strongest, or a term."""
        if self.token.kind == "open":
            return self._bracketed()
        token = self.expect("name", "a formula")
        if token.text in ("True", "False"):
            return Truth(token.text == "True")
        slot = next((s for s in reversed(self.slots) if s.name == token.text), None)
        if slot is None and token.text in self.outer.constants:
            return self._applied(token, *self.outer.constants[token.text])
        if slot is None:
            if self.token.kind in ("name", "open"):
                self._undeclared(token)
            return self._unknown(token)
        return _Typed(Variable(slot.name, slot.mark), token.text, token.at, slot)

    def _unknown(self, token: FormulaToken) -> _Typed:
        """A name that nothing declares: a fixed unknown of a theorem."""
        if self.unknowns is None:
            self._undeclared(token)
        if token.text not in self.unknowns:
            line = self.outer.text.count("\n", 0, token.at) + 1
            column = token.at - self.outer.text.rfind("\n", 0, token.at)
            self.unknowns[token.text] = _Slot(token.text, at=token.at)
            note = Repair(line, column, f"{token.text} is not declared", "one fixed unknown thing")
            self.outer.notes.append(note)
        return _Typed(Applied(token.text), token.text, token.at, self.unknowns[token.text])

    def _undeclared(self, token: FormulaToken) -> NoReturn:
        near = get_close_matches(token.text, self.outer.constants, n=1, cutoff=0.7)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UnreadableError(f"{shown(token.text)} is not declared{hint}", token.at, "undeclared")

    def _bracketed(self) -> Formula | _Typed:
        opened = self.take("open")
        self.deeper()
        left: Formula | _Typed
        if self.token.kind in ("not", "forall", "exists", "none", "single"):
            left = self.formula()
        else:
            left = self._operand()
            if self.token.kind in ("equal", "unequal"):
                left = self._equated(left)
        if not isinstance(left, _Typed):
            left = self.joined(left, 0)
        elif self.take("is"):
            self._must_be(left, self._sort(), left.at, "as it says")
        self.depth -= 1
        if not self.take("close"):
            line = self.outer.text.count("\n", 0, opened.at if opened else 0) + 1
            self.refuse(f"‘)’ for the ‘(’ of line {line}")
        return left

    def _applied(self, head: FormulaToken, arguments: Arguments, value: str) -> Formula | _Typed:
        """A constant with as many arguments as it takes."""
        given: list[LogicTerm] = []
        for number, sort in enumerate(arguments, 1):
            if self.token.kind not in ("name", "open"):
                say = f"{shown(head.text)} takes {len(arguments)} arguments, not {number - 1}"
                raise UnreadableError(say, head.at, "sort")
            given.append(self._argument(head, number, sort))
        if self.token.kind in ("name", "open"):
            say = f"{shown(head.text)} takes {len(arguments)} arguments, and this is one more"
            raise UnreadableError(say, self.token.at, "sort")
        if value == BOOL:
            return Related(head.text, tuple(given))
        return _Typed(Applied(head.text, tuple(given)), head.text, head.at, None, value)

    def _argument(self, head: FormulaToken, number: int, sort: str) -> LogicTerm:
        at = self.token.at
        if self.token.kind == "open":
            found = self._bracketed()
        else:
            token = self.token
            arguments, value = self.outer.constants.get(token.text, ((), ""))
            bound = any(s.name == token.text for s in self.slots)
            if not bound and (arguments or value == BOOL):
                raise UnreadableError(f"{shown(token.text)} needs brackets, or is no thing", at, "sort")
            found = self._simple(token, value, bound)
        if not isinstance(found, _Typed):
            raise UnreadableError(f"{shown(head.text)} takes things, and this is a formula", at, "sort")
        self._must_be(found, sort, at, f"argument {number} of {head.text}")
        return found.term

    def _simple(self, token: FormulaToken, value: str, bound: bool) -> _Typed:
        """A variable or a constant among arguments."""
        self.place += 1
        if bound:
            slot = next(s for s in reversed(self.slots) if s.name == token.text)
            return _Typed(Variable(slot.name, slot.mark), token.text, token.at, slot)
        if value:
            return _Typed(Applied(token.text), token.text, token.at, None, value)
        return self._unknown(token)


def _only(variables: Sequence[Variable], body: Formula, at: int) -> Formula:
    """That there is exactly one thing of which a formula is true.

    Raises:
        UnreadableError: there are several variables, or the formula is too large to be said twice.
    """
    if len(variables) > 1:
        raise UnreadableError("∃! is read with one variable", at, "refused")
    parts = list(islice(subformulas(body), MOST_PARTS + 1))
    if len(parts) > MOST_PARTS:
        raise UnreadableError(f"∃! of more than {MOST_PARTS} parts", at, "limit")
    one = variables[0]
    taken = {t.name for t in all_terms(body) if isinstance(t, Variable | Applied)} | {one.name}
    taken |= {v.name for part in parts if isinstance(part, Quantified) for v in part.variables}
    other = Variable(unused(one.name, taken), one.sort)
    same = Connected("implies", (substituted(body, {one: other}), Equation(other, one)))
    return Quantified("exists", (one,), Connected("and", (body, Quantified("forall", (other,), same))))


@dataclass(frozen=True)
class _Typed:
    """A term with its sort, or the slot that will have it."""

    term: LogicTerm
    name: str
    at: int
    slot: _Slot | None = None
    value: str = ""

    @property
    def sort(self) -> str | None:
        """The sort, as far as it is known."""
        return self.slot.known if self.slot else self.value


def printed(theory: Theory, proof: str = "oops") -> str:
    """A theory as ``.thy``, which :func:`read` reads back as it was (an unknown comes back as a constant).

    ``proof`` stands below the theorem; whoever gives one answers for it.

    Raises:
        ValueError: no conclusion, a name that Isabelle cannot have, numerals or order.
    """
    if theory.conclusion is None:
        raise ValueError("a theory of Isabelle has a theorem here")
    signature = theory.signature
    types = [*((n, (*a, v)) for (n, _), (a, v) in signature.functions.items())]
    types += [(n, (*a, BOOL)) for (n, _), a in signature.predicates.items()]
    _check_names([*signature.sorts, *(name for name, _ in types), theory.name])
    lines = [f"theory {theory.name}", "imports Main", "begin", ""]
    lines += [f"typedecl {sort}" for sort in signature.sorts]
    lines += (
        ["", "consts", *(f'  {name} :: "{" ⇒ ".join(sorts)}"' for name, sorts in types), ""]
        if types
        else [""]
    )
    axioms = [p for p in theory.premises if p.role == "axiom"]
    for number, premise in enumerate(axioms):
        lines += ["axiomatization where"] if number == 0 else []
        end = " and" if number < len(axioms) - 1 else "\n"
        lines.append(f'  {premise.name}: "{printed_formula(premise.formula)}"{end}')
    lines.append("theorem conclusion:")
    assumed = [p for p in theory.premises if p.role == "assumption"]
    for number, premise in enumerate(assumed):
        lines.append(
            f'  {"and" if number else "assumes"} {premise.name}: "{printed_formula(premise.formula)}"'
        )
    lines += [f'  shows "{printed_formula(theory.conclusion)}"', f"  {proof}", "", "end", ""]
    return "\n".join(lines)


def _check_names(names: Sequence[str]) -> None:
    for name in names:
        if not re.fullmatch(NAME, name) or name in (
            *WORDS,
            *PROSE,
            BOOL,
            "True",
            "False",
            "ALL",
            "EX",
        ):
            raise ValueError(f"{name!r} cannot be a name in Isabelle")
    if len(set(names[:-1])) < len(names) - 1:
        raise ValueError("in Isabelle a name has one meaning")


def printed_formula(formula: Formula) -> str:
    """A formula of HOL; every formula within another stands in brackets, every variable has its type."""
    match formula:
        case Truth(value):
            return str(value)
        case Related(name, arguments):
            return " ".join([name, *map(_argument, arguments)])
        case Equation(left, right):
            return f"{_argument(left)} = {_argument(right)}"
        case Negated(body):
            return f"¬{_within(body)}"
        case Connected(connective, parts):
            return f" {SIGNS[connective]} ".join(_within(part) for part in parts)
        case Quantified():
            apart = _apart(formula)
            sign = "∀" if apart.quantifier == "forall" else "∃"
            listed = " ".join(f"({v.name}::{v.sort})" for v in apart.variables)
            return f"{sign}{listed}. {printed_formula(apart.body)}"
    raise ValueError("order has no place in the printed theories")


def _apart(formula: Quantified) -> Quantified:
    """The formula with other names for variables that are called like a constant or predicate within it."""
    names = {t.name for t in all_terms(formula.body) if isinstance(t, Applied)}
    names |= {part.name for part in subformulas(formula.body) if isinstance(part, Related)}
    if not any(v.name in names for v in formula.variables):
        return formula
    names |= {t.name for t in all_terms(formula.body) if isinstance(t, Variable)}
    fresh = {
        v: v if v.name not in names else Variable(unused(v.name, names), v.sort) for v in formula.variables
    }
    return Quantified(formula.quantifier, tuple(fresh.values()), substituted(formula.body, fresh))


def _within(formula: Formula) -> str:
    text = printed_formula(formula)
    return text if isinstance(formula, Truth) else f"({text})"


def _argument(term: LogicTerm) -> str:
    match term:
        case Variable(name) | Applied(name, ()):
            return name
        case Applied(name, arguments):
            return f"({' '.join([name, *map(_argument, arguments)])})"
    raise ValueError("numerals have no place in the printed theories")
