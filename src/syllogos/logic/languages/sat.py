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
constraints must say the least and the greatest.  A function with several results (``-> [rooms, times]``)
gives a row: ``f(x) == (red, 2)``, ``f(x)[1] < 3``.  ``_`` is something, for which the atom or comparison
around it is true.  A count of numbers is their sum.

An option is right when its condition follows (``is_valid``), agrees with the constraints (``is_sat``) or does
not (``is_unsat``); when two conditions do the same among the other constraints (``is_equivalent``); when one
of a list always holds and each can (``is_accurate_list``).  ``is_exception`` turns that round, and a
condition may be made of what several tests give.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, product
from typing import Literal

from syllogos.logic.constraints import (
    ChoiceOption,
    Expression,
    FiniteFunction,
    FiniteProblem,
    Operation,
    Possible,
    Value,
)
from syllogos.logic.languages._expression_tokens import Kind, NamesInScope
from syllogos.logic.languages._expressions import ExpressionParser, part_of
from syllogos.logic.languages._finite import FiniteReading, label_of, whole_numbers
from syllogos.logic.languages._print_expressions import printed, printed_name, printed_value
from syllogos.logic.languages._statements import (
    LABEL,
    ProgramStatement,
    items_of,
    listed,
    signed_number,
    statements,
    top_level,
)
from syllogos.logic.options import only_asks
from syllogos.logic.reading import Repair, SyntaxComplaint, Unreadable, too_long

__all__ = ["FiniteReading", "parse", "print_sat"]

BECOMES = re.compile(r":=|[=:：＝]")
MOST_SIGNS = 8
"""Signs of a line that may be the one between a name and its value."""
DECLARED_AS = re.compile(
    r"(?P<sort>(?:Enum|Int)(?:Sort)?)\(|(?P<function>Function|Func)\(|(?P<variable>Int|Bool|Const|Variable)\(",
    re.I,
)
LABELLED = re.compile(r"(?:'[^']*+'|\"[^\"]*+\")\s*+,")
MAPS_TO = re.compile(r"->|→|=>|⇒")
DECLARES = re.compile(r"\w[\w ]*+[=:]\s*+\w*(?:Sort|Function)\b", re.I)
TESTS: dict[str, tuple[Literal["follows", "agrees"], bool]] = {
    "is_valid": ("follows", True), "is_sat": ("agrees", True), "is_unsat": ("agrees", False),
}  # fmt: skip
"""What an option asks of its condition, and whether it is wanted."""
EXCEPTION, EQUIVALENT, ACCURATE = "is_exception", "is_equivalent", "is_accurate_list"
TESTED = (*TESTS, EQUIVALENT, ACCURATE)
ASKS = {
    "is_valid": "valid", "is_sat": "sat", "is_unsat": "unsat", EXCEPTION: "exception",
}  # fmt: skip
NUMBERS = frozenset(("int", "integer", "intsort()"))
TRUTHS = frozenset(("bool", "boolean", "boolsort()"))


def parse(text: str) -> FiniteReading:
    """Read a problem; nothing is raised, and nothing is left out: one bad line is a complaint."""
    if long := too_long(text):
        return FiniteReading(None, (), (long,))
    lines = tuple(statements(text, inline=False))
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
    """The lines that were read so far."""

    second: bool
    doubtful: bool = False
    sorts: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    functions: dict[str, tuple[tuple[str, ...], tuple[str, ...], ProgramStatement]] = field(
        default_factory=dict
    )
    constraints: list[Expression] = field(default_factory=list)
    options: list[ChoiceOption] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)
    complaints: list[SyntaxComplaint] = field(default_factory=list)
    scope: NamesInScope = field(default_factory=NamesInScope)

    def read(self, line: ProgramStatement) -> None:
        """One line, by its section and by what it declares.

        Raises:
            Unreadable: it is none of the language.
        """
        if not line.section:
            raise Unreadable(line.column, repr(line.text[:60]), "# Declarations")
        if line.section == "option":
            self._option(line)
        elif not self._declared(line, line.bare.strip().rstrip(";；,").rstrip()):
            if DECLARES.match(line.bare.strip()):
                wanted = "name = EnumSort([a, b]) or name = Function([sort] -> [sort])"
                raise Unreadable(line.column, repr(line.bare.strip()[:60]), wanted)
            reader = ExpressionParser(line.text, self.scope, line.number, line.column, second=self.second)
            conditions = reader.conditions()
            reader.ended()
            self.constraints += conditions
            self._took(reader, line)

    def _declared(self, line: ProgramStatement, bare: str) -> bool:
        """Whether a line declares something, which is then known."""
        found = _assigned(bare)
        match found:
            case (name, "sort", _, inner):
                if not (items := items_of(_unlabelled(inner))):
                    raise Unreadable(line.column, repr(inner[:60]), "names of things")
                self._sort(line, self._new(name, line), items)
            case (name, "function", _, inner):
                self._function(line, name, _sides(inner, line))
            case (name, "variable", word, inner):
                kind = word.casefold()
                result = kind if kind in NUMBERS | TRUTHS else top_level(inner)[-1]
                self._function(line, name, ([], [result.strip("[]")]))
            case (name, "list", _, inner) if line.section == "declaration" and "(" not in name:
                self._sort(line, self._new(name, line), items_of(inner) or [])
            case _:
                return False
        self._scoped()
        return True

    def _new(self, name: str, line: ProgramStatement) -> str:
        (name, _), *others = listed(name) or [("", False)]
        if not name or others or name in self.sorts or name in self.functions:
            found = f"{name!r} a second time" if name and not others else "no name"
            raise Unreadable(line.column, found, "one declaration for each name")
        return name

    def _sort(self, line: ProgramStatement, name: str, items: list[tuple[str, bool]]) -> None:
        if not items or any(not item for item, _ in items):
            raise Unreadable(
                line.column, f"{name!r} without things, or with one without a name", "names of things"
            )
        numbers = [None if quoted else signed_number(item) for item, quoted in items]
        known = [number for number in numbers if number is not None]
        things: list[Value] = [*known] if len(known) == len(items) else [item for item, _ in items]
        if len(set(things)) < len(things):
            raise Unreadable(line.column, f"a thing of {name!r} a second time", "things that differ")
        self.sorts[name] = tuple(things)

    def _function(self, line: ProgramStatement, name: str, sides: tuple[list[str], list[str]]) -> None:
        arguments = tuple(self._sort_of(line, text) for text in sides[0])
        simple = NUMBERS | TRUTHS
        results = tuple(
            text.casefold() if text.casefold() in simple else self._sort_of(line, text) for text in sides[1]
        )
        self.functions[self._new(name, line)] = arguments, results, line

    def _sort_of(self, line: ProgramStatement, text: str) -> str:
        """The name of a sort; one that is written out, or that joins others, is declared by that."""
        ((name, _),) = listed(text)[:1] or [("", False)]
        if name in self.sorts:
            return name
        inline = _assigned(f"x = {text}")
        if inline and inline[1] == "sort" and (items := items_of(_unlabelled(inline[3]))):
            name = f"{{{', '.join(item for item, _ in items)}}}"
            if name not in self.sorts:
                self._sort(line, name, items)
            return name
        joined = [part.strip() for part in re.split(r"[+|∪]", text)]
        if len(joined) > 1 and all(part in self.sorts for part in joined):
            name = " + ".join(joined)
            self.sorts[name] = tuple(dict.fromkeys(thing for part in joined for thing in self.sorts[part]))
            return name
        raise Unreadable(line.column, f"{text!r}, which nothing declares", "a declared sort, int or bool")

    def _scoped(self) -> None:
        places = FiniteProblem(self.sorts, (), (), ()).places()
        families = {thing: family for thing, (family, _) in places.items()}
        scope = NamesInScope(self.sorts, families)
        kinds: dict[str, tuple[tuple[str, ...], Kind]] = {}
        for name, (arguments, results, _) in self.functions.items():
            row = tuple(
                scope.kind_of(result) if result in self.sorts else "truth" if result in TRUTHS else "number"
                for result in results
            )
            kinds[name] = arguments, row if len(row) > 1 else row[0]
        self.scope = NamesInScope(self.sorts, families, kinds)

    def _option(self, line: ProgramStatement) -> None:
        start, label = 0, label_of(len(self.options))
        if match := LABEL.match(line.text):
            start, label = match.end(), match[1].upper()
        if any(option.label == label for option in self.options):
            raise Unreadable(line.column, f"option {label} a second time", "another letter")
        text, column = line.text[start:].rstrip().rstrip(",，"), line.column + start
        reader = ExpressionParser(text, self.scope, line.number, column, asks=ASKS, second=self.second)
        option = _asked(reader, label)
        reader.ended()
        self._took(reader, line)
        self.options.append(option)

    def _took(self, reader: ExpressionParser, line: ProgramStatement) -> None:
        self.repairs += map(line.placed, reader.repairs)
        self.doubtful |= reader.doubtful

    def result(self) -> FiniteReading:
        """The problem of all lines, or the complaints."""
        if not self.complaints and not self.options:
            self.complaints.append(SyntaxComplaint(1, 1, "no options", "# Options and is_valid(...)"))
        functions = [] if self.complaints else [f for name in self.functions for f in self._with_values(name)]
        if self.complaints:
            return FiniteReading(None, tuple(self.repairs), tuple(self.complaints))
        constraints, options = tuple(self.constraints), tuple(self.options)
        problem = FiniteProblem(self.sorts, tuple(functions), constraints, options)
        return FiniteReading(problem, tuple(self.repairs))

    def _with_values(self, name: str) -> Iterator[FiniteFunction]:
        arguments, results, line = self.functions[name]
        for place, result in enumerate(results):
            part = name if len(results) == 1 else part_of(name, place)
            if result in self.sorts:
                yield FiniteFunction(part, arguments, self.sorts[result])
            elif result in TRUTHS:
                yield FiniteFunction(part, arguments, (False, True))
            else:
                cells = list(product(*(self.sorts[sort] for sort in arguments)))
                values = whole_numbers(part, cells, self.constraints, self.sorts)
                if not values:
                    found = f"{name!r} without a least and a greatest number"
                    wanted = "constraints that say them, such as 1 <= f(x) <= 5"
                    self.complaints.append(SyntaxComplaint(line.number, line.column, found, wanted))
                yield FiniteFunction(part, arguments, values)


def _assigned(bare: str) -> tuple[str, str, str, str] | None:
    """What a line declares: the name, the kind, its word, and what stands between its brackets."""
    for sign in islice(BECOMES.finditer(bare), MOST_SIGNS):
        name, value = bare[: sign.start()].strip(), bare[sign.end() :].strip()
        name = name[5:].strip() if name[:6].casefold().rstrip() == "const" and name[5:6].isspace() else name
        if not name:
            continue
        if (match := DECLARED_AS.match(value)) and value.endswith(")"):
            return (
                name,
                str(match.lastgroup),
                str(match[match.lastgroup or 0]),
                value[match.end() : -1].strip(),
            )
        plain = value[4:].strip() if value[:4].casefold() == "set(" else value
        plain = plain[:-1].rstrip() if plain.endswith(("])", "})")) else plain
        if (plain[:1], plain[-1:]) in (("[", "]"), ("{", "}")) or re.fullmatch(
            r"range\([^()]*+\)", plain, re.I
        ):
            return name, "list", "", plain
    return None


def _unlabelled(inner: str) -> str:
    """The things of a sort without its name, which may come first in quotes."""
    label = LABELLED.match(inner)
    return (inner[label.end() :] if label else inner).strip().removesuffix(",").strip()


def _sides(text: str, line: ProgramStatement) -> tuple[list[str], list[str]]:
    """The sorts of the arguments and of the values, between the brackets of ``Function(...)``.

    Raises:
        Unreadable: there are none.
    """
    if len(sides := [side.strip() for side in MAPS_TO.split(text)]) == 2:
        pair = [top_level(side[1:-1] if side[:1] + side[-1:] in ("[]", "()") else side) for side in sides]
        if pair[1]:
            return pair[0], pair[1]
    parts = top_level(text)
    if parts and parts[0][:1] in ("'", '"'):
        parts = parts[1:]
    if len(sides) == 1 and parts:
        return parts[:-1], parts[-1:]
    raise Unreadable(line.column, repr(text[:60]), "[sort, ...] -> [sort]")


def _asked(reader: ExpressionParser, label: str) -> ChoiceOption:
    """An option: one test of a condition, or a condition of what several tests give."""
    start = reader.place
    word, wanted, depth = reader.next(), True, 1
    while word.text.casefold() == EXCEPTION and reader.comes("("):
        reader.need("(")
        word, wanted, depth = reader.next(), not wanted, depth + 1
    name = word.text.casefold()
    if name not in TESTED:
        if re.match(r"is_\w+", name):
            raise Unreadable(word.column, reader.named(word), ", ".join(TESTED))
        reader.place = start
        return _of_tests(reader, label)
    reader.need("(")
    instead_of: Expression | None = None
    test, usual = TESTS.get(name, ("follows", True))
    if name == EQUIVALENT:
        instead_of = reader.condition()
        reader.need(",")
        condition: Expression = Operation("iff", (instead_of, reader.condition()))
    elif name == ACCURATE:
        condition = _accurate(reader)
    else:
        conditions = reader.conditions()
        condition = conditions[0] if len(conditions) == 1 else Operation("and", tuple(conditions))
    for _ in range(depth):
        reader.need(")")
    if reader.here.text not in ("", ".", ";"):
        reader.place = start
        return _of_tests(reader, label)
    return ChoiceOption(label, test, condition, wanted == usual, instead_of)


def _of_tests(reader: ExpressionParser, label: str) -> ChoiceOption:
    """A condition in which every function stands within a test."""
    at = reader.here
    condition = reader.condition()
    if not only_asks(condition):
        raise Unreadable(at.column, repr(at.text), ", ".join(TESTED))
    return ChoiceOption(label, "follows", condition)


def _accurate(reader: ExpressionParser) -> Expression:
    """That a list of conditions is complete and correct: one of them always holds, and each can."""
    bracket = reader.comes("[")
    if bracket:
        reader.need("[")
    conditions = tuple(reader.conditions())
    if bracket:
        reader.need("]")
    return Operation("and", (Operation("or", conditions), *map(Possible, conditions)))


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
        if option.instead_of is not None and isinstance(option.condition, Operation):
            said = f"{EQUIVALENT}({', '.join(map(printed, option.condition.parts))})"
            lines.append(said if option.wanted else f"{EXCEPTION}({said})")
        elif word := words.get((option.test, option.wanted)):
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
