r"""Sketches of proofs as people and models write them: a step a line (or between semicolons).

::

    1. Dog(rex)     from premise_2
    2. Mammal(rex)  from 1, premise_1

A formula is one of the ``.fol`` form; after ``from`` stand the names of premises and the numbers of earlier
steps.  A step without ``from`` is said to follow from all premises and earlier steps.  As JSON:
``{"steps": [{"formula": TREE, "from": ["premise_2"]}, ...]}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from syllogos.logic.formulas import Applied, Formula, closed, free_variables, substituted
from syllogos.logic.languages import fol
from syllogos.logic.reading import Repair
from syllogos.logic.sketches import ProofSketch, ReadSketch, SketchStep
from syllogos.logic.sorting import UnfitError, fitted
from syllogos.logic.theories import ProblemOfTheory, Theory, TheoryProblem
from syllogos.logic.trees import SCHEMA as TREE_SCHEMA
from syllogos.logic.trees import TreeError, formula_from_tree

MOST_STEPS = 200
MOST_TEXT = 200_000
"""Characters of a text that is read."""
PART = re.compile(r"""(?:"(?:[^"\\\n]|\\["\\]){0,200}"|:(?!::)|[^;\n":])+|:::[^\n]*|["]""")
"""A step, or a comment to the end of a line; a semicolon in quotation marks ends nothing."""
STEP_NUMBER = re.compile(r"[ \t]*(?:step[ \t]+)?(\d{1,3})[.):](?!\d)[ \t]*", re.IGNORECASE)
FROM = re.compile(r"""[ \t]from[ \t]+([^"()]*)$""", re.IGNORECASE)
CITED = re.compile(r"[ \t]*(?:step[ \t]+)?([\w.'’-]*[\w'’])[ \t]*", re.IGNORECASE)

_STEP = {
    "type": "object", "properties": {
        "formula": {"$ref": "#/$defs/formula"},
        "from": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}},
    }, "required": ["formula", "from"], "additionalProperties": False,
}  # fmt: skip
SCHEMA: Mapping[str, Any] = {
    "type": "object", "properties": {"steps": {"type": "array", "items": _STEP, "minItems": 1}},
    "required": ["steps"], "additionalProperties": False, "$defs": TREE_SCHEMA["$defs"],
}  # fmt: skip
"""The JSON schema of a sketch whose formulas are trees."""


class _StepError(Exception):
    def __init__(self, problem: TheoryProblem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def read(text: str, theory: Theory) -> ReadSketch:
    """The steps of a text over the names of a theory, or what is wrong with it by line and column."""
    if len(text) > MOST_TEXT:
        say = f"a sketch of {len(text)} characters; at most {MOST_TEXT} are read"
        return ReadSketch(None, (TheoryProblem("limit", say),))
    reading = _Reading(theory)
    try:
        for line, column, part in _parts(text):
            reading.text_step(line, column, part)
        return reading.whole()
    except _StepError as error:
        return ReadSketch(None, (error.problem,), tuple(reading.repairs))


def read_tree(tree: object, theory: Theory) -> ReadSketch:
    """The steps of a JSON object, see :data:`SCHEMA`; lines of problems count its steps from 1."""
    reading = _Reading(theory)
    try:
        listed = tree.get("steps") if isinstance(tree, Mapping) else None
        if not isinstance(listed, list):
            raise _wrong(1, 1, 'a sketch is {"steps": [...]}')
        for number, step in enumerate(listed, 1):
            reading.tree_step(number, step)
        return reading.whole()
    except _StepError as error:
        return ReadSketch(None, (error.problem,), tuple(reading.repairs))


def _parts(text: str) -> Iterator[tuple[int, int, str]]:
    """Each step with its line and column."""
    for line, whole in enumerate(text.split("\n"), 1):
        for match in PART.finditer(whole):
            part = match.group()
            if part.startswith(":::"):
                break
            if part.strip():
                yield line, match.start() + 1, part


def _wrong(line: int, column: int, say: str, kind: ProblemOfTheory = "syntax") -> _StepError:
    return _StepError(TheoryProblem(kind, say, line, column))


@dataclass
class _Reading:
    """The steps of one sketch as they are read."""

    theory: Theory
    steps: dict[str, SketchStep] = field(default_factory=dict)
    repairs: list[Repair] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.premises = [p.name for p in self.theory.premises]

    def whole(self) -> ReadSketch:
        """The sketch of all steps."""
        if not self.steps:
            raise _wrong(1, 1, "there is no step")
        return ReadSketch(ProofSketch(tuple(self.steps.values())), (), tuple(self.repairs))

    def text_step(self, line: int, column: int, part: str) -> None:
        """Take one more step of a text."""
        numbered = STEP_NUMBER.match(part)
        start = numbered.end() if numbered else 0
        name = self._new_name(numbered[1] if numbered else "", line, column)
        cited = FROM.search(part, start)
        end = cited.start() if cited else len(part)
        found = fol.parse(part[start:end])
        at = column + start - 1
        if not isinstance(found, fol.ReadFormula):
            problem = found.problems[0]
            raise _StepError(replace(problem, line=line, column=problem.column + at))
        self.repairs += [replace(r, line=line, column=r.column + at) for r in found.repairs]
        formula = self._formula(found.formula, line, column + start)
        uses = self._cited(cited[1], line, column + cited.start(1)) if cited else ()
        self._take(SketchStep(name, formula, uses, line))

    def tree_step(self, number: int, step: object) -> None:
        """Take one more step of an object."""
        if not isinstance(step, Mapping) or set(step) - {"formula", "from"} or "formula" not in step:
            raise _wrong(number, 1, f'step {number} is {{"formula": ..., "from": [...]}}')
        try:
            formula = self._formula(formula_from_tree(step["formula"]), number, 1)
        except TreeError as error:
            raise _wrong(number, 1, f"step {number}: {error}") from None
        cited = step.get("from", [])
        if not isinstance(cited, list) or not all(
            isinstance(c, str | int) and not isinstance(c, bool) for c in cited
        ):
            raise _wrong(number, 1, f"step {number}: from is a list of names and numbers")
        uses = tuple(self._known(str(c), number, 1) for c in cited)
        self._take(SketchStep(self._new_name("", number, 1), formula, uses, number))

    def _take(self, step: SketchStep) -> None:
        if len(self.steps) >= MOST_STEPS:
            raise _wrong(step.line, 1, f"there are more than {MOST_STEPS} steps", "limit")
        self.steps[step.name] = step

    def _new_name(self, number: str, line: int, column: int) -> str:
        name = str(int(number)) if number else str(len(self.steps) + 1)
        if name in self.steps:
            raise _wrong(line, column, f"there are two steps {name}", "duplicate")
        if name in self.premises:
            raise _wrong(line, column, f"a premise is called {name}, so no step can be", "duplicate")
        return name

    def _formula(self, formula: Formula, line: int, column: int) -> Formula:
        """The formula over the theory: what is free is a constant of it, else meant for all values."""
        constants = self.theory.signature.functions
        known = {v: Applied(v.name) for v in free_variables(formula) if (v.name, 0) in constants}
        formula = substituted(formula, known)
        if free := free_variables(formula):
            names = ", ".join(v.name for v in free)
            self.repairs.append(Repair(line, column, f"{names} is free", "meant for all values"))
        try:
            return fitted(closed(formula), self.theory.signature)
        except UnfitError as error:
            raise _wrong(line, column, str(error), error.kind) from None

    def _cited(self, text: str, line: int, column: int) -> tuple[str, ...]:
        uses, at = [], 0
        for piece in re.split(r"(,|\band\b)", text.rstrip().removesuffix(".")):
            if piece not in (",", "and"):
                match = CITED.fullmatch(piece)
                if match is None:
                    raise _wrong(line, column + at, "a premise or an earlier step is expected after from")
                uses.append(self._known(match[1], line, column + at + match.start(1)))
            at += len(piece)
        return tuple(dict.fromkeys(uses))

    def _known(self, name: str, line: int, column: int) -> str:
        """A name that may be cited."""
        if name in self.premises or name in self.steps:
            return name
        if name.isdigit() and str(int(name)) in self.steps:
            return str(int(name))
        near = get_close_matches(name, self.premises, n=1, cutoff=0.7)
        hint = f"; did you mean {near[0]}?" if near else _listed(self.premises)
        raise _wrong(line, column, f"‘{name}’ is no premise and no earlier step{hint}", "undeclared")


def _listed(premises: Sequence[str]) -> str:
    if not premises:
        return ""
    more = f" and {len(premises) - 5} more" if len(premises) > 5 else ""
    return f"; premises are {', '.join(premises[:5])}{more}"
