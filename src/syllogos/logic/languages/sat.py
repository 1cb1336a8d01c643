r"""Analytical puzzles over sorts and functions, as models write them after Z3's Python.

::

    # Declarations
    people = EnumSort([Ann, Ben])
    days = EnumSort([Monday, Tuesday])
    works = Function([people] -> [days])
    # Constraints
    works(Ann) < works(Ben)
    # Options
    is_valid(works(Ann) == Monday)
    is_valid(works(Ben) == Monday)

A line under Declarations that declares nothing is a constraint.  Of whole numbers (``[int]``) the
constraints must say the least and the greatest.  An option is right when its condition follows
(``is_valid``), agrees with the constraints (``is_sat``) or does not (``is_unsat``); ``is_exception``
turns that round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

from syllogos.logic.constraints import (
    ChoiceOption,
    Expression,
    FiniteFunction,
    FiniteProblem,
    Value,
)
from syllogos.logic.languages._expressions import ExpressionParser, Kind, Scope, read_number
from syllogos.logic.languages._finite import FiniteReading, label_of, whole_numbers
from syllogos.logic.languages._print_expressions import printed, printed_name, printed_value
from syllogos.logic.reading import Repair, SyntaxComplaint, Unreadable, too_long

__all__ = ["FiniteReading", "parse", "print_sat"]

SECTION = re.compile(
    r"\s*[#*]*\s*(declaration|constraint|option)s?\s*\**\s*[:：]?\**\s*(?:#.*)?$", re.IGNORECASE
)
SKIPPED = re.compile(r"\s*(?:```.*|#.*|//.*|:::.*|question\b[^(]*)?$", re.IGNORECASE)
ENUM = re.compile(r"\s*(.+?)\s*=\s*(?:Enum|Int)Sort\(\s*\[(.*)\]\s*\)\s*", re.IGNORECASE)
FUNCTION = re.compile(
    r"\s*(.+?)\s*=\s*Function\(\s*\[([^\[\]]*)\]\s*(?:->|→)\s*\[([^\[\]]*)\]\s*\)\s*", re.IGNORECASE
)
ITEM = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([^,"]*))\s*(?:,|$)')
LABEL = re.compile(r"\s*\(?([A-Z])[).:]\s+")
TESTS: dict[str, tuple[Literal["follows", "agrees"], bool]] = {
    "is_valid": ("follows", True), "is_sat": ("agrees", True), "is_unsat": ("agrees", False),
}  # fmt: skip
"""What an option asks of its condition, and whether it is wanted."""
EXCEPTION = "is_exception"
NUMBERS = frozenset(("int", "integer"))
TRUTHS = frozenset(("bool", "boolean"))


@dataclass(frozen=True)
class _Line:
    number: int
    column: int
    section: str
    text: str


def parse(text: str) -> FiniteReading:
    """Read a problem; nothing is raised, and nothing is left out: one bad line is a complaint."""
    if long := too_long(text):
        return FiniteReading(None, (), (long,))
    parts = _Parts()
    for line in _lines(text):
        try:
            parts.read(line)
        except Unreadable as problem:
            parts.complaints.append(problem.at(line.number))
    return parts.result()


def _lines(text: str) -> Iterator[_Line]:
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        if header := SECTION.match(line):
            section = header[1].casefold()
        elif not SKIPPED.fullmatch(line):
            yield _Line(number, 1, section, line)


@dataclass
class _Parts:
    """The lines that were read so far."""

    sorts: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    functions: dict[str, tuple[tuple[str, ...], str, _Line]] = field(default_factory=dict)
    constraints: list[Expression] = field(default_factory=list)
    options: list[ChoiceOption] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    complaints: list[SyntaxComplaint] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)

    def read(self, line: _Line) -> None:
        """One line, by its section and by what it declares.

        Raises:
            Unreadable: it is none of the language.
        """
        bare = re.split(r":::|#", line.text, maxsplit=1)[0]
        if not line.section:
            raise Unreadable(line.column, repr(line.text[:60]), "# Declarations")
        if line.section == "option":
            self._option(line)
        elif match := ENUM.fullmatch(bare):
            self._sort(line, match)
        elif match := FUNCTION.fullmatch(bare):
            self._function(line, match)
        elif re.match(r"\s*[\w ]+=\s*\w*(?:Sort|Function)\b", bare):
            wanted = "name = EnumSort([a, b]) or name = Function([sort] -> [sort])"
            raise Unreadable(line.column, repr(bare.strip()[:60]), wanted)
        else:
            reader = ExpressionParser(line.text, self.scope, line.number, line.column)
            condition = reader.condition()
            reader.ended()
            self.constraints.append(condition)
            self.repairs += reader.repairs

    def _new(self, name: str, line: _Line) -> str:
        name = _unquoted(name)
        if name in self.sorts or name in self.functions:
            raise Unreadable(line.column, f"{name!r} a second time", "one declaration for each name")
        return name

    def _sort(self, line: _Line, match: re.Match[str]) -> None:
        items = [_item(found) for found in ITEM.finditer(match[2].rstrip()) if found[0]]
        if not items or any(not item for item, _ in items):
            raise Unreadable(line.column + match.start(2), repr(match[2].strip()[:60]), "names of things")
        numbers = [None if quoted else read_number(item) for item, quoted in items]
        known = [number for number in numbers if number is not None]
        things: list[Value] = [*known] if len(known) == len(items) else [item for item, _ in items]
        if len(set(things)) < len(things):
            raise Unreadable(line.column + match.start(2), "a thing a second time", "things that differ")
        self.sorts[self._new(match[1], line)] = tuple(things)
        self._scoped()

    def _function(self, line: _Line, match: re.Match[str]) -> None:
        arguments = tuple(_item(found)[0] for found in ITEM.finditer(match[2].rstrip()) if found[0].strip())
        result = _unquoted(match[3].strip())
        for sort in (*arguments, result):
            simple = sort.casefold() in NUMBERS | TRUTHS and sort == result
            if sort not in self.sorts and not simple:
                raise Unreadable(
                    line.column, f"{sort!r}, which nothing declares", "a declared sort, int or bool"
                )
        self.functions[self._new(match[1], line)] = arguments, result, line
        self._scoped()

    def _scoped(self) -> None:
        places = FiniteProblem(self.sorts, (), (), ()).places()
        families = {thing: family for thing, (family, _) in places.items()}
        scope = Scope(self.sorts, families)
        kinds: dict[str, tuple[tuple[str, ...], Kind]] = {}
        for name, (arguments, result, _) in self.functions.items():
            plain: Kind = "truth" if result.casefold() in TRUTHS else "number"
            kinds[name] = arguments, scope.kind_of(result) if result in self.sorts else plain
        self.scope = Scope(self.sorts, families, kinds)

    def _option(self, line: _Line) -> None:
        start = match.end() if (match := LABEL.match(line.text)) else 0
        reader = ExpressionParser(line.text[start:], self.scope, line.number, line.column + start)
        word, wanted, depth = reader.next(), True, 1
        while word.text.casefold() == EXCEPTION:
            reader.need("(")
            word, wanted, depth = reader.next(), not wanted, depth + 1
        if word.text.casefold() not in TESTS:
            raise Unreadable(word.column, reader.named(word), ", ".join(TESTS))
        test, usual = TESTS[word.text.casefold()]
        reader.need("(")
        condition = reader.condition()
        for _ in range(depth):
            reader.need(")")
        reader.ended()
        self.repairs += reader.repairs
        self.options.append(ChoiceOption(label_of(len(self.options)), test, condition, wanted == usual))

    def result(self) -> FiniteReading:
        """The problem of all lines, or the complaints."""
        if not self.complaints and not self.options:
            self.complaints.append(SyntaxComplaint(1, 1, "no options", "# Options and is_valid(...)"))
        functions = [] if self.complaints else [self._with_values(name) for name in self.functions]
        if self.complaints:
            return FiniteReading(None, tuple(self.repairs), tuple(self.complaints))
        constraints, options = tuple(self.constraints), tuple(self.options)
        problem = FiniteProblem(self.sorts, tuple(functions), constraints, options)
        return FiniteReading(problem, tuple(self.repairs))

    def _with_values(self, name: str) -> FiniteFunction:
        arguments, result, line = self.functions[name]
        if result in self.sorts:
            return FiniteFunction(name, arguments, self.sorts[result])
        if result.casefold() in TRUTHS:
            return FiniteFunction(name, arguments, (False, True))
        cells = list(product(*(self.sorts[sort] for sort in arguments)))
        values = whole_numbers(name, cells, self.constraints, self.sorts)
        if not values:
            found = f"{name!r} without a least and a greatest number"
            wanted = "constraints that say them, such as 1 <= f(x) <= 5"
            self.complaints.append(SyntaxComplaint(line.number, line.column, found, wanted))
        return FiniteFunction(name, arguments, values)


def _item(found: re.Match[str]) -> tuple[str, bool]:
    quoted = found[1] is not None
    return (_unquoted(f'"{found[1]}"') if quoted else (found[2] or "").strip()), quoted


def _unquoted(name: str) -> str:
    if not (name.startswith('"') and name.endswith('"') and len(name) > 1):
        return name
    return re.sub(r"\\(.)", lambda e: "\n" if e[1] == "n" else e[1], name[1:-1])


def print_sat(problem: FiniteProblem) -> str:
    """``problem`` in the language; :func:`parse` gives it back as it is.

    Raises:
        ValueError: a function whose values are no sort, no truth values and not ended by the constraints.
    """
    lines = ["# Declarations"]
    for name, things in problem.sorts.items():
        lines.append(f"{printed_name(name)} = EnumSort([{', '.join(map(printed_value, things))}])")
    for function in problem.functions:
        sorts = ", ".join(map(printed_name, function.arguments))
        lines.append(f"{printed_name(function.name)} = Function([{sorts}] -> [{_result(function, problem)}])")
    lines += ["# Constraints", *map(printed, problem.constraints), "# Options"]
    words = {asked: word for word, asked in TESTS.items()}
    for option in problem.options:
        if word := words.get((option.test, option.wanted)):
            lines.append(f"{word}({printed(option.condition)})")
        else:
            word = words[option.test, not option.wanted]
            lines.append(f"{EXCEPTION}({word}({printed(option.condition)}))")
    return "\n".join([*lines, ""])


def _result(function: FiniteFunction, problem: FiniteProblem) -> str:
    if function.values == (False, True):
        return "bool"
    for name, things in problem.sorts.items():
        if things == function.values:
            return printed_name(name)
    cells = list(product(*(problem.sorts[sort] for sort in function.arguments)))
    if function.values == whole_numbers(function.name, cells, list(problem.constraints), problem.sorts):
        return "int"
    raise ValueError(f"the values of {function.name!r} have no form in this language")
