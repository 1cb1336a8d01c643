"""Every regular expression of the package, and texts that make a pattern slow."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import process_time
from typing import Any

import syllogos

ROOT = Path(syllogos.__file__).parent
WHOLE = {"match", "fullmatch"}
SCANS = {"search", "sub", "subn", "split", "findall", "finditer"}
REPEATS = {op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT}
SMALL, LARGE = 150, 1_200
"""Lengths of two attacks: eight times the time is linear, sixty-four times quadratic."""


@dataclass(frozen=True)
class Pattern:
    """A pattern with its place, and the methods by which it is used."""

    place: str
    compiled: re.Pattern[str]
    ways: frozenset[str]


def patterns() -> list[Pattern]:
    """All patterns given to functions of ``re``; a value that only a run knows is taken as a word."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.rglob("*.py"))}
    used: dict[str, set[str]] = {}
    for node in (node for tree in trees.values() for node in ast.walk(tree)):
        if isinstance(node, ast.Attribute):
            owner = node.value
            name = owner.id if isinstance(owner, ast.Name) else getattr(owner, "attr", "")
            used.setdefault(name, set()).add(node.attr)
    return [made for path, tree in trees.items() for made in _in_module(path, tree, used)]


def _in_module(path: Path, tree: ast.Module, used: dict[str, set[str]]) -> Iterator[Pattern]:
    names = {
        id(node.value): ast.unparse(node.targets[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
    }
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        function = node.func.attr
        if ast.unparse(node.func.value) != "re" or function not in {"compile", *WHOLE, *SCANS}:
            continue
        parts = ["syllogos", *path.relative_to(ROOT).with_suffix("").parts]
        known = vars(importlib.import_module(".".join(parts).removesuffix(".__init__")))
        flags = re.NOFLAG
        for extra in [*node.args[1:], *(word.value for word in node.keywords)]:
            if ast.unparse(extra).startswith("re."):
                flags |= eval(ast.unparse(extra), {"re": re})  # noqa: S307
        named = names.get(id(node), "").rpartition(".")[2]
        calls = used.get(named, SCANS) if function == "compile" else {function}
        for text in _texts(node.args[0], known):
            place = f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"
            yield Pattern(place, re.compile(text, flags), frozenset(calls))


def _texts(node: ast.expr, known: dict[str, Any]) -> list[str]:
    """The texts that an expression may stand for."""
    if (isinstance(node, ast.Name) and node.id not in known) or ".format(" in ast.unparse(node):
        # Templates are filled where they are used; they stand at the top of their module.
        templates = [v for value in known.values() for v in (value if isinstance(value, tuple) else [value])]
        return [
            v.format(label="word", stem="stem") for v in templates if isinstance(v, str) and "{label}" in v
        ]
    for part in (part for part in ast.walk(node) if isinstance(part, ast.JoinedStr)):
        for k, value in enumerate(part.values):
            if isinstance(value, ast.FormattedValue) and ast.unparse(value.value) not in known:
                part.values[k] = ast.Constant("word")
    made = eval(ast.unparse(ast.fix_missing_locations(node)), dict(known))  # noqa: S307
    return [made] if isinstance(made, str) else []


def samples(sequence: Iterable[Any], most: int = 6) -> list[str]:
    """Some texts that a parsed pattern matches."""
    made = [""]
    for kind, value in sequence:
        options = list(dict.fromkeys(_options(kind, value, most)))[:12]
        longer = list(dict.fromkeys(before + after for after in options for before in made[:3]))
        made = longer[:1] + longer[1 :: max(1, len(longer) // most)][:most]
    return made


def _options(kind: Any, value: Any, most: int) -> list[str]:
    if kind == op.LITERAL:
        return [chr(value)]
    if kind == op.NOT_LITERAL:
        return [c for c in "a ,1" if ord(c) != value]
    if kind == op.ANY:
        return ["a", " ", "1"]
    if kind == op.IN:
        return _members(value)
    if kind in REPEATS:
        low, _, body = value
        return [text * max(low, 1) for text in samples(body, most)] + [""] * (low == 0)
    if kind == op.BRANCH:
        return [text for branch in value[1] for text in samples(branch, 2)]
    inner = _inner(kind, value)
    return samples(inner[0], most) if inner and kind not in (op.ASSERT, op.ASSERT_NOT) else [""]


def _members(items: list[tuple[Any, Any]]) -> list[str]:
    known = {"DIGIT": "1", "SPACE": " \n", "WORD": "aA1"}
    chars: list[str] = []
    for kind, value in items:
        if kind == op.LITERAL:
            chars.append(chr(value))
        elif kind == op.RANGE:
            chars += map(chr, value)
        elif kind == op.CATEGORY:
            chars += ",a " if "NOT" in str(value) else next(v for k, v in known.items() if k in str(value))
    if items[0][0] != op.NEGATE:
        return chars[:8]
    return [c for c in "aA1 ,.;:-\n(" if c not in chars][:6]


def _inner(kind: Any, value: Any) -> list[Any]:
    """The parts that a node is made of."""
    if kind in REPEATS:
        return [value[2]]
    if kind == op.BRANCH:
        return list(value[1])
    if kind == op.SUBPATTERN:
        return [value[3]]
    if kind == op.ATOMIC_GROUP:
        return [value]
    return [value[1]] if kind in (op.ASSERT, op.ASSERT_NOT) else []


def _repeats(sequence: Any, before: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """For every unbounded repeat what may stand before it, and what it repeats."""
    for k, (kind, value) in enumerate(sequence):
        ahead = [b + text for b in before[:3] for text in samples(list(sequence)[:k], 3)[:3]]
        if kind in REPEATS and value[1] > 99:
            yield ahead, samples(value[2], 8)
        for part in _inner(kind, value):
            yield from _repeats(part, ahead)


def _literals(sequence: Any) -> Iterator[str]:
    for kind, value in sequence:
        if kind in (op.LITERAL, op.NOT_LITERAL):
            yield chr(value)
        elif kind == op.IN:
            yield from (chr(v) for k, v in value if k == op.LITERAL)
        for part in _inner(kind, value):
            yield from _literals(part)


def attacks(pattern: re.Pattern[str]) -> Iterator[tuple[str, str, str]]:
    """Beginnings, what is repeated after them, and ends at which a match fails late."""
    tree = list(parser.parse(pattern.pattern, pattern.flags))
    pumps: dict[str, None] = {}
    begins: dict[str, None] = {"": None}
    for ahead, bodies in _repeats(tree, [""]):
        pumps |= dict.fromkeys(bodies)
        for begin in ahead[:2]:
            begins[begin] = None
            pumps |= dict.fromkeys(gap + begin + body for body in bodies[:2] for gap in ("", " "))
    marks = [c for c in dict.fromkeys(_literals(tree)) if not c.isalnum()][:8]
    pumps |= dict.fromkeys([*marks, *(a + b for a in marks for b in marks)])
    for pump in filter(None, pumps):
        for begin in islice(begins, 3):
            yield from ((begin, pump, end) for end in ("", "\n\x00"))


def weakness(pattern: Pattern) -> str:
    """An attack under which a pattern takes more than linear time; empty when none is found.

    Growth is measured in processor time and confirmed thrice at four times the length.
    """
    for begin, pump, end in attacks(pattern.compiled):

        def spent(size: int, begin: str = begin, pump: str = pump, end: str = end) -> float:
            return _spent(pattern, begin + pump * (size // len(pump) + 1) + end)

        short = next((n for n in (*range(8, 41, 4), 80, SMALL, 300, 600) if spent(n) > 0.05), 0)
        if short and min(spent(short) for _ in range(3)) > 0.05:
            return f"{begin!r} + {pump!r} * {short} + {end!r}"
        if spent(LARGE) < 20 * spent(SMALL):
            continue
        small = min(spent(4 * SMALL) for _ in range(5))
        if min(spent(4 * LARGE) for _ in range(3)) > 20 * small:
            return f"{begin!r} + {pump!r} * n + {end!r}"
    return ""


def _spent(pattern: Pattern, text: str) -> float:
    began = process_time()
    if pattern.ways & SCANS:
        for _ in pattern.compiled.finditer(text):
            pass
    for way in pattern.ways & WHOLE:
        getattr(pattern.compiled, way)(text)
    return process_time() - began
