r"""Logic programs with signs, as models write them.

::

    Facts:
    Cold(Bob, True) ::: Bob is cold.
    Rules:
    Cold($x, True) && Kind($x, False) >>> Rough($x, True)
    Query:
    Rough(Bob, False)

A last argument ``True`` or ``False`` is the sign; without one the atom holds, unless ``not``, ``!``,
``~`` or ``Not(...)`` stands before it.  Names may hold spaces and any letters.  ``:::`` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from syllogos.logic.languages._rule_lines import (
    DEEPEST,
    SIGNS,
    UNSURE,
    WORDS,
    NameSpot,
    RuleFormula,
    RuleLine,
    read_line,
)
from syllogos.logic.languages._rule_names import key_of, settled
from syllogos.logic.reading import Repair, SyntaxComplaint, Unreadable, too_long
from syllogos.logic.rules import HornRule, RuleProgram, RuleTerm, RuleVariable, SignedAtom

__all__ = ["DEEPEST", "RuleReading", "parse", "print_rules"]

WORDS_OF_SECTIONS = r"(predicate|fact|rule|query|querie|question|answer|谓词|事实|规则|查询|问题)s?"
SECTION = re.compile(
    rf"\s*(?:#+\s*)?\**{WORDS_OF_SECTIONS}\**\s*[:：]\**[ \t]*"
    rf"|[\s#*=]*{WORDS_OF_SECTIONS}[\s*=]*$",
    re.IGNORECASE,
)
SECTIONS = {
    "querie": "query", "question": "query", "谓词": "predicate", "事实": "fact", "规则": "rule",
    "查询": "query", "问题": "query",
}  # fmt: skip
"""Other words of headings -> the usual one."""
SKIPPED = re.compile(r"\s*(?:```.*|#.*|//.*|%.*|:::.*)?$")
"""Lines that say nothing: empty ones, fences, comments."""
BULLET = re.compile(r"\s*(?:[-*•]\s+|\d+[.)]\s+)?")
DECLARED = re.compile(r"\s*+([^\W\d][^()$]*+)\(")
ANYTHING = frozenset(
    (
        "something",
        "someone",
        "somebody",
        "anything",
        "anyone",
        "anybody",
        "everything",
        "everyone",
        "everybody",
    )
)
"""Words that models write for a variable."""
LETTERS = frozenset("xyz")
"""Letters that they write for one without its ``$``."""
PLAIN = re.compile(r"[^\W\d_](?:[\w'\-]*\w)?(?: \w(?:[\w'\-]*\w)?)*")
"""Names that are printed without quotes."""


@dataclass(frozen=True)
class RuleReading:
    """What a text comes to: a program, or why it is none.

    Attributes:
        program: None when there are complaints.
        repairs: what was read although it was written otherwise.
        complaints: what could not be read.
    """

    program: RuleProgram | None
    repairs: tuple[Repair, ...] = ()
    complaints: tuple[SyntaxComplaint, ...] = ()


def parse(text: str) -> RuleReading:
    """Read a program; nothing is raised, and nothing is left out: one bad line is a complaint."""
    if long := too_long(text):
        return RuleReading(None, (), (long,))
    parts = _Parts()
    for line in _lines(text):
        try:
            parts.read(line)
        except Unreadable as problem:
            parts.complaints.append(problem.at(line.number))
    return parts.result()


def print_rules(program: RuleProgram) -> str:
    """``program`` in the language; :func:`parse` gives it back as it is."""
    keys: dict[tuple[bool, str], set[str]] = {}
    for atom in program.atoms:
        keys.setdefault((True, key_of(atom.predicate)), set()).add(atom.predicate)
        for term in atom.arguments:
            if isinstance(term, str):
                keys.setdefault((False, key_of(term)), set()).add(term)
    alike = frozenset(name for names in keys.values() if len(names) > 1 for name in names)
    lines = ["Facts:", *(_printed(fact, alike) for fact in program.facts), "Rules:"]
    for rule in program.rules:
        conditions = " && ".join(_printed(condition, alike) for condition in rule.conditions)
        lines.append(f"{conditions} >>> {_printed(rule.conclusion, alike)}".strip())
    return "\n".join([*lines, "Query:", _printed(program.query, alike), ""])


def _printed(atom: SignedAtom, alike: frozenset[str]) -> str:
    terms = [f"${t.name}" if isinstance(t, RuleVariable) else _name(t, alike) for t in atom.arguments]
    return f"{_name(atom.predicate, alike)}({', '.join([*terms, str(atom.holds)])})"


def _name(name: str, alike: frozenset[str]) -> str:
    """A name, in quotes where it would be read as something else."""
    words = frozenset(name.casefold().split(" "))
    special = words & (SIGNS.keys() | WORDS.keys() | ANYTHING | LETTERS | UNSURE | {"is", "if", "then"})
    if PLAIN.fullmatch(name) and not special and name not in alike:
        return name
    escaped = re.sub(r'(["\\])', r"\\\1", name).replace("\n", r"\n")
    return f'"{escaped}"'


@dataclass(frozen=True)
class _Line:
    number: int
    column: int
    section: str
    text: str


def _lines(text: str) -> Iterator[_Line]:
    """The lines that say something, without comments, each with its section."""
    section = ""
    for number, whole in enumerate(text.split("\n"), 1):
        line, column = whole.rstrip("\r"), 1
        if header := SECTION.match(line):
            word = (header[1] or header[2]).casefold()
            section = SECTIONS.get(word, word)
            line, column = line[header.end() :], header.end() + 1
        if SKIPPED.fullmatch(line):
            continue
        start = BULLET.match(line)
        skip = start.end() if start else 0
        yield _Line(number, column + skip, section, line[skip:])


@dataclass
class _Parts:
    """The lines that were read so far."""

    declared: list[str] = field(default_factory=list)
    statements: list[RuleLine] = field(default_factory=list)
    rules: list[RuleLine] = field(default_factory=list)
    queries: list[RuleLine] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    complaints: list[SyntaxComplaint] = field(default_factory=list)

    def read(self, line: _Line) -> None:
        """One line, by its section and by whether it has an arrow.

        Raises:
            Unreadable: it is none of the language.
        """
        if line.section == "predicate":
            if name := DECLARED.match(line.text):
                self.declared.append(name[1].rstrip())
            return
        if line.section == "answer":
            self.repairs.append(Repair(line.number, line.column, repr(line.text), "no part of the program"))
            return
        if not line.section:
            raise Unreadable(line.column, repr(line.text[:60]), "Facts:, Rules: or Query:")
        read = read_line(line.text, line.number, line.column)
        if line.section == "query":
            self._query(read, line)
        elif read.conditions is None:
            self._statement(read, line)
        else:
            if len(read.said) != 1:
                raise Unreadable(line.column, "alternatives in a conclusion", "atoms that all hold")
            self.rules.append(read)
        self.repairs += read.repairs

    def _query(self, read: RuleLine, line: _Line) -> None:
        if self.queries:
            raise Unreadable(line.column, "a second query", "one")
        if read.conditions is not None or len(read.said) != 1 or len(read.said[0]) != 1:
            raise Unreadable(line.column, repr(line.text[:60]), "one atom as the query")
        if read.said[0][0].variables:
            raise Unreadable(line.column, "a variable in the query", "the name of a thing")
        self.queries.append(read)

    def _statement(self, read: RuleLine, line: _Line) -> None:
        if len(read.said) != 1:
            raise Unreadable(line.column, "alternatives in a fact", "an atom that holds")
        if any(atom.variables for atom in read.said[0]):
            raise Unreadable(line.column, "a variable in a fact", "names of things, or a rule with >>>")
        self.statements.append(read)

    def result(self) -> RuleReading:
        """The program of all lines, or the complaints."""
        if not self.queries and not self.complaints:
            self.complaints.append(SyntaxComplaint(1, 1, "no query", "Query: and one atom"))
        lines = (*self.statements, *self.rules, *self.queries)
        names = settled(self.declared, lines)
        complaints = (*self.complaints, *names.complaints)
        if complaints:
            return RuleReading(None, (*self.repairs, *names.repairs), complaints)
        ground = {t for line in (*self.statements, *self.queries) for a in line.said[0] for t in a.arguments}
        free = ANYTHING | {letter for letter in LETTERS if letter not in ground}
        facts = (names.renamed(atom) for line in self.statements for atom in line.said[0])
        rules, repairs = [], [*self.repairs, *names.repairs]
        for line in self.rules:
            said = _as_variables(line, free, repairs)
            for way in said.conditions or ():
                conditions = tuple(map(names.renamed, way))
                rules += [HornRule(conditions, names.renamed(atom)) for atom in said.said[0]]
        query = names.renamed(self.queries[0].said[0][0])
        unique = tuple(dict.fromkeys(facts))
        return RuleReading(RuleProgram(unique, tuple(dict.fromkeys(rules)), query), tuple(repairs))


def _as_variables(line: RuleLine, free: frozenset[str], repairs: list[Repair]) -> RuleLine:
    """A rule in which ``something``, or a letter that names nothing, is the variable that is meant."""
    meant: dict[str, NameSpot] = {}
    for spot in line.spots:
        if spot.role == "thing" and not spot.quoted and spot.name.casefold() in free:
            meant.setdefault(spot.name, spot)
    if not meant:
        return line
    for spot in meant.values():
        repairs.append(Repair(spot.line, spot.column, repr(spot.name), f"the variable ${spot.name}"))
    exchanged: dict[RuleTerm, RuleTerm] = {name: RuleVariable(name.casefold()) for name in meant}

    def changed(ways: RuleFormula) -> RuleFormula:
        return tuple(
            tuple(replace(a, arguments=tuple(exchanged.get(t, t) for t in a.arguments)) for a in way)
            for way in ways
        )

    return replace(line, conditions=changed(line.conditions or ()), said=changed(line.said))
