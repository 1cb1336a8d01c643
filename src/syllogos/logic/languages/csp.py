r"""Orders and other finite problems, as models write them for questions of deduction.

::

    Domain:
    1: leftmost
    3: rightmost
    Variables:
    owl [IN] [1, 2, 3]
    crow [IN] [1, 2, 3]
    Constraints:
    owl < crow ::: The owl is to the left of the crow.
    AllDifferentConstraint([owl, crow])
    Query:
    A) owl == 1
    B) crow == 1

An option is right when it follows from the constraints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from syllogos.logic.constraints import (
    ChoiceOption,
    Expression,
    FiniteFunction,
    FiniteProblem,
)
from syllogos.logic.languages._expressions import (
    ExpressionParser,
    Scope,
    read_number,
)
from syllogos.logic.languages._finite import FiniteReading, label_of
from syllogos.logic.languages._print_expressions import printed, printed_name
from syllogos.logic.reading import Repair, SyntaxComplaint, Unreadable, too_long

__all__ = ["FiniteReading", "parse", "print_csp"]

SECTION = re.compile(
    r"\s*(?:#+\s*)?\**(domain|variable|constraint|query|option|question)s?\**\s*[:：]\**[ \t]*", re.IGNORECASE
)
SKIPPED = re.compile(r"\s*(?:```.*|#.*|//.*|:::.*)?$")
VARIABLE = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|(.+?))\s*\[IN\]\s*\[(.*)\]\s*', re.IGNORECASE)
DOMAIN = re.compile(r"\s*(-?\d{1,9})\s*[:：]\s*(.+?)\s*")
OPTION = re.compile(r"\s*\(?([A-Z])[).:]\s*", re.IGNORECASE)


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
    for line in sorted(_lines(text), key=lambda line: line.section not in ("domain", "variable")):
        try:
            parts.read(line)
        except Unreadable as problem:
            parts.complaints.append(problem.at(line.number))
    return parts.result()


def _lines(text: str) -> Iterator[_Line]:
    section = ""
    for number, whole in enumerate(text.split("\n"), 1):
        line, column = whole, 1
        if header := SECTION.match(line):
            section = header[1].casefold()
            line, column = line[header.end() :], header.end() + 1
        if not SKIPPED.fullmatch(line):
            yield _Line(number, column, section, line)


@dataclass
class _Parts:
    """The lines that were read so far; domain and variables come first."""

    scope: Scope = field(default_factory=Scope)
    numbers: dict[str, int] = field(default_factory=dict)
    functions: dict[str, FiniteFunction] = field(default_factory=dict)
    constraints: list[Expression] = field(default_factory=list)
    options: list[ChoiceOption] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    complaints: list[SyntaxComplaint] = field(default_factory=list)

    def read(self, line: _Line) -> None:
        """One line, by its section.

        Raises:
            Unreadable: it is none of the language.
        """
        match line.section:
            case "domain":
                self._domain(line)
            case "variable":
                self._variable(line)
            case "constraint":
                self.constraints.append(self._condition(line, 0))
            case "query" | "option" | "question":
                self._option(line)
            case _:
                raise Unreadable(line.column, repr(line.text[:60]), "Variables:, Constraints: or Query:")

    def _domain(self, line: _Line) -> None:
        said = line.text.partition(":::")[0]
        if match := DOMAIN.fullmatch(said):
            self.numbers[match[2]] = int(match[1])

    def _variable(self, line: _Line) -> None:
        match = VARIABLE.fullmatch(line.text.partition(":::")[0])
        if not match:
            raise Unreadable(line.column, repr(line.text[:60]), "a variable such as owl [IN] [1, 2, 3]")
        name = re.sub(r"\\(.)", lambda e: "\n" if e[1] == "n" else e[1], match[1] or "") or match[2]
        values = [self._value(item.strip()) for item in match[3].split(",")]
        known = tuple(value for value in values if value is not None)
        if len(known) < len(values):
            item = match[3].split(",")[values.index(None)].strip()
            raise Unreadable(line.column + match.start(3), repr(item), "numbers")
        if name in self.functions:
            raise Unreadable(line.column, f"{name!r} a second time", "one line for each variable")
        self.functions[name] = FiniteFunction(name, (), known)
        kinds: dict[str, tuple[tuple[str, ...], str | int]] = dict.fromkeys(self.functions, ((), "number"))
        self.scope = Scope(functions=kinds, numbers=self.numbers)

    def _value(self, item: str) -> int | None:
        number = read_number(item.removeprefix("-"))
        if isinstance(number, int):
            return -number if item.startswith("-") else number
        return self.numbers.get(item)

    def _option(self, line: _Line) -> None:
        label, start = label_of(len(self.options)), 0
        if match := OPTION.match(line.text):
            label, start = match[1].upper(), match.end()
        if any(option.label == label for option in self.options):
            raise Unreadable(line.column, f"option {label} a second time", "another letter")
        condition = self._condition(line, start)
        self.options.append(ChoiceOption(label, "follows", condition))

    def _condition(self, line: _Line, start: int) -> Expression:
        reader = ExpressionParser(line.text[start:], self.scope, line.number, line.column + start)
        condition = reader.condition()
        reader.ended()
        self.repairs += reader.repairs
        return condition

    def result(self) -> FiniteReading:
        """The problem of all lines, or the complaints."""
        if not self.complaints and not self.options:
            self.complaints.append(SyntaxComplaint(1, 1, "no options", "Query: and options A), B), ..."))
        if self.complaints:
            return FiniteReading(None, tuple(self.repairs), tuple(self.complaints))
        functions = tuple(self.functions.values())
        problem = FiniteProblem({}, functions, tuple(self.constraints), tuple(self.options))
        return FiniteReading(problem, tuple(self.repairs))


def print_csp(problem: FiniteProblem) -> str:
    """``problem`` in the language; :func:`parse` gives it back as it is.

    Raises:
        ValueError: it has sorts, functions with arguments, or options that ask for more than what follows.
    """
    simple = all(option.test == "follows" and option.wanted for option in problem.options)
    if problem.sorts or any(f.arguments for f in problem.functions) or not simple:
        raise ValueError("a problem with sorts or with other options has no form in this language")
    lines = ["Variables:"]
    for function in problem.functions:
        lines.append(f"{printed_name(function.name)} [IN] [{', '.join(map(str, function.values))}]")
    lines += ["Constraints:", *map(printed, problem.constraints), "Query:"]
    lines += [f"{option.label}) {printed(option.condition)}" for option in problem.options]
    return "\n".join([*lines, ""])
