"""Recorded programs, each read and decided again, and its evidence checked by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import perf_counter

from pydantic import BaseModel

from syllogos.engines.chainer import chain
from syllogos.engines.solvers import finite as finite_solver
from syllogos.engines.solvers import rules as rule_solver
from syllogos.logic.answers import STYLES, answered
from syllogos.logic.derivations import Derivation, OpposedDerivations, faulty_step
from syllogos.logic.languages import csp, rules, sat
from syllogos.logic.options import ChosenOptions, faulty_case
from syllogos.verdict import Status


class RecordedProgram(BaseModel):
    """One recorded program, or the formulas of an annotation; fields not needed here are left out."""

    problem_id: str
    dataset: str
    language: str
    model: str
    expected_answer: str
    program: str | None = None
    premises_fol: list[str] | None = None
    conclusion_fol: str | None = None

    @property
    def text(self) -> str:
        """The program, empty where there is none."""
        return self.program or ""


@dataclass(frozen=True)
class DecidedProgram:
    """What became of a recorded program.

    Attributes:
        row: the row.
        got: the letter, or why there is none.
        why: the reason in one line.
        repaired: whether something was read otherwise than it was written.
        unshown: what is wrong with the evidence, empty for nothing.
        options: how many options its text has, 0 where it is not read.
        milliseconds: reading and deciding.
    """

    row: RecordedProgram
    got: str
    why: str
    repaired: bool = False
    unshown: str = ""
    options: int = 0
    milliseconds: float = 0.0

    @property
    def executed(self) -> bool:
        """Whether one answer came out."""
        return len(self.got) == 1


EvidenceCheck = Callable[[], str]
"""What is wrong with the evidence, empty for nothing; its time is no part of deciding."""


def decided(row: RecordedProgram, steps: int) -> DecidedProgram:
    """Read the program of a row and decide it within ``steps`` engine steps."""
    start = perf_counter()
    result, check = LANGUAGES[row.language](row, steps)
    milliseconds = (perf_counter() - start) * 1000
    return replace(result, milliseconds=milliseconds, unshown=check())


def _rules(row: RecordedProgram, steps: int) -> tuple[DecidedProgram, EvidenceCheck]:
    reading = rules.parse(row.text)
    program, repaired = reading.program, bool(reading.repairs)
    if program is None:
        return DecidedProgram(row, "rejected", str(reading.complaints[0]), repaired), str
    world = STYLES[row.dataset].world
    verdict = rule_solver.decide(rule_solver.RuleQuestion(program, world), steps=steps)
    shown = verdict.evidence

    def check() -> str:
        derivations = (shown.one, shown.other) if isinstance(shown, OpposedDerivations) else (shown,)
        derivable = None
        if world == "closed" and isinstance(shown, Derivation | OpposedDerivations):
            derivable = set(chain(program, world=world, steps=steps).fixpoint.facts)
        faults = (faulty_step(d, program, derivable) for d in derivations if isinstance(d, Derivation))
        return next(filter(None, faults), "")

    return DecidedProgram(row, answered("LP", verdict), verdict.reason, repaired), check


def _orders(row: RecordedProgram, steps: int) -> tuple[DecidedProgram, EvidenceCheck]:
    return _finite(row, csp.parse(row.text), steps)


def _puzzles(row: RecordedProgram, steps: int) -> tuple[DecidedProgram, EvidenceCheck]:
    return _finite(row, sat.parse(row.text), steps)


def _finite(
    row: RecordedProgram, reading: csp.FiniteReading, steps: int
) -> tuple[DecidedProgram, EvidenceCheck]:
    problem, repaired = reading.problem, bool(reading.repairs)
    if problem is None:
        return DecidedProgram(row, "rejected", str(reading.complaints[0]), repaired), str
    verdict = finite_solver.decide_reading(problem, reading.second, steps=steps)
    evidence = verdict.evidence

    def check() -> str:
        return faulty_case(evidence, problem) if isinstance(evidence, ChosenOptions) else ""

    # An answer by elimination rests on more than the text: that one option is to be right.
    eliminated = verdict.status is Status.TRUE and isinstance(evidence, ChosenOptions) and not evidence.right
    got, options = answered(row.language, verdict), len(problem.options)
    return DecidedProgram(row, got, verdict.reason, repaired or eliminated, options=options), check


LANGUAGES: Mapping[str, Callable[[RecordedProgram, int], tuple[DecidedProgram, EvidenceCheck]]] = {
    "LP": _rules, "CSP": _orders, "SAT": _puzzles,
}  # fmt: skip
"""Language -> what reads and decides its programs."""
