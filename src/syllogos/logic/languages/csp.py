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
from dataclasses import dataclass, field, replace

from syllogos.logic.constraints import (
    ChoiceOption,
    Expression,
    FiniteFunction,
    FiniteProblem,
    Operation,
)
from syllogos.logic.languages._expression_tokens import Kind, NamesInScope, unescaped
from syllogos.logic.languages._expressions import ExpressionParser
from syllogos.logic.languages._finite import FiniteReading, label_of
from syllogos.logic.languages._print_expressions import printed, printed_name
from syllogos.logic.languages._statements import LABEL, ProgramStatement, items_of, signed_number, statements
from syllogos.logic.reading import Repair, SyntaxComplaint, Unreadable, too_long

__all__ = ["FiniteReading", "parse", "print_csp"]

RANGES_OVER = re.compile(r"\[IN\]|∈|\bin\b|:|：", re.I)
IN_QUOTES = re.compile(r"""\s*+(?:"((?:[^"\\]|\\.)*+)"|'([^']*+)')\s*+""")
DOMAIN = re.compile(r"\s*(?:[-*•]\s+)?(-?\d{1,9})\s*[:：=]\s*(.+?)\s*")


def parse(text: str) -> FiniteReading:
    """Read a problem; nothing is raised, and nothing is left out: one bad line is a complaint."""
    if long := too_long(text):
        return FiniteReading(None, (), (long,))
    lines = tuple(
        sorted(statements(text, inline=True), key=lambda line: line.section not in ("domain", "variable"))
    )
    parts = _read(lines, second=False)
    reading = parts.result()
    if reading.problem is not None and parts.doubtful:
        return replace(reading, second=_read(lines, second=True).result().problem)
    return reading


def _read(lines: tuple[ProgramStatement, ...], *, second: bool) -> _Parts:
    parts = _Parts(second)
    for line in lines:
        try:
            line.check()
            parts.read(line)
        except Unreadable as problem:
            parts.complaints.append(line.complaint(problem))
    return parts


@dataclass
class _Parts:
    """The lines that were read so far; domain and variables come first."""

    second: bool
    doubtful: bool = False
    scope: NamesInScope = field(default_factory=NamesInScope)
    numbers: dict[str, int] = field(default_factory=dict)
    functions: dict[str, FiniteFunction] = field(default_factory=dict)
    constraints: list[Expression] = field(default_factory=list)
    options: list[ChoiceOption] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    complaints: list[SyntaxComplaint] = field(default_factory=list)

    def read(self, line: ProgramStatement) -> None:
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
            case "option":
                self._option(line)
            case _:
                raise Unreadable(line.column, repr(line.text[:60]), "Variables:, Constraints: or Query:")

    def _domain(self, line: ProgramStatement) -> None:
        if match := DOMAIN.fullmatch(line.bare):
            self.numbers[match[2]] = int(match[1])

    def _variable(self, line: ProgramStatement) -> None:
        text, quoted = line.bare, None
        if (named := IN_QUOTES.match(text)) and (over := RANGES_OVER.match(text, named.end())):
            quoted = unescaped(named[1]) if named[1] is not None else named[2]
        else:
            over = RANGES_OVER.search(text)
        written = text[: over.start()].strip() if over else ""
        domain = text[over.end() :].strip() if over else ""
        items = items_of(domain.rstrip()[:-1].rstrip() if domain[-1:] in ",;，；." else domain)
        if not over or not written or not items:
            raise Unreadable(line.column, repr(line.text[:60]), "a variable such as owl [IN] [1, 2, 3]")
        values = [self._value(item) for item, _ in items]
        known = tuple(dict.fromkeys(value for value in values if value is not None))
        if None in values:
            item = items[values.index(None)][0]
            raise Unreadable(line.column + text.find(domain, over.end()), repr(item), "numbers")
        parts = [part.strip() for part in written.split(",")]
        several = quoted is None and all(re.fullmatch(r"\w+", part) for part in parts)
        for name in parts if several else (written if quoted is None else quoted,):
            if name in self.functions:
                raise Unreadable(line.column, f"{name!r} a second time", "one line for each variable")
            self.functions[name] = FiniteFunction(name, (), known)
        kinds: dict[str, tuple[tuple[str, ...], Kind]] = dict.fromkeys(self.functions, ((), "number"))
        self.scope = NamesInScope(functions=kinds, numbers=self.numbers)

    def _value(self, item: str) -> int | None:
        number = signed_number(item)
        return number if isinstance(number, int) else self.numbers.get(item)

    def _option(self, line: ProgramStatement) -> None:
        label, start = label_of(len(self.options)), 0
        if match := LABEL.match(line.text):
            label, start = match[1].upper(), match.end()
        if any(option.label == label for option in self.options):
            raise Unreadable(line.column, f"option {label} a second time", "another letter")
        condition = self._condition(line, start)
        self.options.append(ChoiceOption(label, "follows", condition))

    def _condition(self, line: ProgramStatement, start: int) -> Expression:
        reader = ExpressionParser(
            line.text[start:], self.scope, line.number, line.column + start, second=self.second
        )
        conditions = reader.conditions()
        reader.ended()
        self._took(reader, line)
        return conditions[0] if len(conditions) == 1 else Operation("and", tuple(conditions))

    def _took(self, reader: ExpressionParser, line: ProgramStatement) -> None:
        self.repairs += map(line.placed, reader.repairs)
        self.doubtful |= reader.doubtful

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
