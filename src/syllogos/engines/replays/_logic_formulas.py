"""Recorded first-order programs of models, each read and decided again, its countermodel checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from pydantic import BaseModel

from syllogos.contract import Solver
from syllogos.logic.evidence import LogicEvidence, countermodel
from syllogos.logic.languages import fol
from syllogos.logic.theories import ReadTheory, Theory
from syllogos.verdict import Status, Verdict

LETTERS: Mapping[Status, str] = {Status.TRUE: "A", Status.FALSE: "B", Status.OPEN: "C"}
"""A) True, B) False, C) Uncertain or Unknown; another status is no answer."""


class FormulaRow(BaseModel):
    """A recorded program, or the formulas of a gold annotation; other fields are left out."""

    problem_id: str
    dataset: str
    language: str
    model: str
    expected_answer: str
    program: str | None = None
    premises_fol: list[str] | None = None
    conclusion_fol: str | None = None


@dataclass(frozen=True)
class DecidedFormulas:
    """What became of a row.

    Attributes:
        row: the row.
        got: the letter, or the status that is none, in small letters.
        why: the reason in one line.
        repaired: whether something was read otherwise than it was written.
        unshown: what is wrong with the evidence, empty for nothing.
        milliseconds: reading and deciding.
    """

    row: FormulaRow
    got: str
    why: str
    repaired: bool
    unshown: str
    milliseconds: float

    @property
    def executed(self) -> bool:
        """Whether one answer came out."""
        return len(self.got) == 1


def read_row(row: FormulaRow) -> ReadTheory | None:
    """The theory of a row by its language; None where it has no program."""
    if row.program is not None:
        return fol.read_interleaved(row.program) if row.language == "FOL-nltk" else fol.read(row.program)
    if row.premises_fol is None or row.conclusion_fol is None:
        return None
    return fol.read_lines(row.premises_fol, row.conclusion_fol)


async def decided(row: FormulaRow, solver: Solver[Any, Any], steps: int) -> DecidedFormulas | None:
    """Read a row and decide it within ``steps`` engine steps a check; None where it has no program."""
    start = perf_counter()
    read = read_row(row)
    if read is None:
        return None
    if read.theory is None:
        spent = (perf_counter() - start) * 1000
        return DecidedFormulas(row, "rejected", str(read.problems[0]), bool(read.repairs), "", spent)
    verdict: Verdict[None] = await solver.ask(read.theory, steps=steps)
    spent = (perf_counter() - start) * 1000
    got = LETTERS.get(verdict.status, verdict.status.value.lower())
    loose = verdict.reason.startswith("free variables")
    unshown = _unshown(read.theory, verdict)
    return DecidedFormulas(row, got, verdict.reason, bool(read.repairs) or loose, unshown, spent)


def _unshown(theory: Theory, verdict: Verdict[None]) -> str:
    """What is wrong with a verdict's countermodel, when it is looked at without an engine."""
    evidence = verdict.evidence
    if not isinstance(evidence, LogicEvidence) or evidence.countermodel is None or theory.conclusion is None:
        return ""
    structure = evidence.countermodel.structure
    bare = Theory(theory.premises, theory.conclusion, theory.signature, bare=True)
    shown = countermodel(bare, theory.conclusion, structure)
    return "" if shown else "the countermodel is none"
