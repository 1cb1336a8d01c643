"""One constraint by itself as a whole program: its names are declared by how the line uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

NUMBERS = range(1, 10)
"""What a function or variable may be where the line says nothing of it."""
RANGED = re.compile(r"[\[,]\s*(\w+)\s*:\s*(\w+)")
APPLIED = re.compile(r"\b([A-Za-z]\w*)\(\s*(\w+(?:\s*,\s*\w+)*)\s*\)")
NAME = re.compile(r"(?<![\w.'\"])[A-Za-z]\w*(?![\w.'\"]*[(.'\"])")


def programs(line: str) -> Iterator[tuple[str, str]]:
    """Programs with the line as their constraint, each with its language; the first readable one is meant.

    A line that ranges over sorts (``ForAll([c:children], ...)``) is of ``sat``, with functions to numbers or
    else to truth values; any other is of ``csp``, and its names are variables.
    """
    line = " ".join(line.split())
    ranged = dict(RANGED.findall(line))
    if not ranged:
        numbers = ", ".join(map(str, NUMBERS))
        declared = [f"{name} [IN] [{numbers}]" for name in dict.fromkeys(NAME.findall(line))]
        yield "csp", "\n".join(["Variables:", *declared, "Constraints:", line, "Query:", "A) 1 == 1"])
        return
    functions = _functions(line, ranged)
    things: dict[str, dict[str, None]] = {sort: {"somebody": None} for sort in ranged.values()}
    for name, given in APPLIED.findall(line):
        for thing, sort in zip(
            [part.strip() for part in given.split(",")], functions.get(name, ()), strict=False
        ):
            if thing not in ranged:
                things[sort][thing] = None
    for value in ("int", "bool"):
        lines = [
            "# Declarations",
            *(f"{sort} = EnumSort([{', '.join(known)}])" for sort, known in things.items()),
        ]
        lines += [
            f"{name} = Function([{', '.join(sorts)}] -> [{value}])" for name, sorts in functions.items()
        ]
        lines += ["# Constraints", *(_bounds(functions) if value == "int" else ()), line]
        yield "sat", "\n".join([*lines, "# Options", "is_valid(1 == 1)"])


def _functions(line: str, ranged: Mapping[str, str]) -> dict[str, list[str]]:
    """What is applied to nothing but ranged variables somewhere, with the sorts of these."""
    functions: dict[str, list[str]] = {}
    for name, given in APPLIED.findall(line):
        arguments = [part.strip() for part in given.split(",")]
        if all(argument in ranged for argument in arguments):
            functions.setdefault(name, [ranged[argument] for argument in arguments])
    return functions


def _bounds(functions: Mapping[str, list[str]]) -> Iterator[str]:
    for name, sorts in functions.items():
        letters = [f"v{n}" for n in range(len(sorts))]
        listed = ", ".join(f"{letter}:{sort}" for letter, sort in zip(letters, sorts, strict=True))
        value = f"{name}({', '.join(letters)})"
        yield f"ForAll([{listed}], And({value} >= {NUMBERS[0]}, {value} <= {NUMBERS[-1]}))"
