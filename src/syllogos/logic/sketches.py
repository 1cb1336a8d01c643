"""Sketches of proofs: steps, each with what it is said to follow from, and what a check finds of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from syllogos.logic.formulas import Formula
from syllogos.logic.reading import Repair
from syllogos.logic.theories import TheoryProblem
from syllogos.verdict import Status, Verdict


@dataclass(frozen=True)
class SketchStep:
    """One step.

    Attributes:
        name: its number, as others cite it.
        formula: what it says; closed.
        uses: the names of premises and earlier steps that it is said to follow from; none for all of them.
        line: where it stands in its text, from 1.
    """

    name: str
    formula: Formula
    uses: tuple[str, ...] = ()
    line: int = 1


@dataclass(frozen=True)
class ProofSketch:
    """Steps in order; the last is to be the conclusion."""

    steps: tuple[SketchStep, ...]


@dataclass(frozen=True)
class ReadSketch:
    """What a reader made of a text: a sketch, or None and the problems."""

    sketch: ProofSketch | None
    problems: tuple[TheoryProblem, ...] = ()
    repairs: tuple[Repair, ...] = ()


@dataclass(frozen=True)
class CheckedStep:
    """A step, what it was checked from, and the verdict: it holds where that is TRUE."""

    step: SketchStep
    uses: tuple[str, ...]
    verdict: Verdict[Any]


@dataclass(frozen=True)
class CheckedSketch:
    """A sketch up to its first step that does not hold.

    Attributes:
        sketch: as it was given.
        steps: those that were checked; all but the last of them hold.
        ending: of a sketch whose last step is not the conclusion in its words: whether the conclusion
            follows from it.
    """

    sketch: ProofSketch
    steps: tuple[CheckedStep, ...]
    ending: Verdict[Any] | None = None

    @property
    def failing(self) -> CheckedStep | None:
        """The first step that does not hold; None where all do."""
        last = self.steps[-1] if self.steps else None
        return last if last and last.verdict.status is not Status.TRUE else None

    @property
    def proved(self) -> bool:
        """Whether every step holds and the last one is, or gives, the conclusion."""
        ends = self.ending is None or self.ending.status is Status.TRUE
        return bool(self.steps) and self.failing is None and ends
