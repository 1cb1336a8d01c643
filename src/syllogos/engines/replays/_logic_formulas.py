"""Recorded first-order programs of models, each read and decided again, its countermodel checked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import Any

from syllogos.contract import Solver
from syllogos.engines.replays._logic_rows import DecidedProgram, RecordedProgram
from syllogos.engines.solver_plan import close, plan_solver
from syllogos.logic.answers import answered
from syllogos.logic.evidence import LogicEvidence, countermodel
from syllogos.logic.languages import fol
from syllogos.logic.theories import NOTHING, ReadTheory, Theory
from syllogos.verdict import Verdict

LANES = 2
"""Rows that are worked on at once."""
LANGUAGES = ("FOL", "FOL-nltk")
"""The languages of theories: with sections, and with sentences and formulas by turns."""


def read_row(row: RecordedProgram) -> ReadTheory | None:
    """The theory of a row by its language; None where it has no program."""
    if row.program is not None:
        return fol.read_interleaved(row.program) if row.language == "FOL-nltk" else fol.read(row.program)
    if row.premises_fol is None or row.conclusion_fol is None:
        return None
    return fol.read_lines(row.premises_fol, row.conclusion_fol)


async def decided_by(
    engine: str, rows: Sequence[RecordedProgram], steps: int, done: Callable[[], None]
) -> list[DecidedProgram]:
    """Every row's result by one engine, in order; rows without a program are left out."""
    solver = plan_solver(engine).open()
    numbered = iter(enumerate(rows))
    results: dict[int, DecidedProgram] = {}

    async def lane(left: Iterator[tuple[int, RecordedProgram]]) -> None:
        for number, row in left:
            if result := await _decided(row, solver, steps):
                results[number] = result
            done()

    try:
        await asyncio.gather(*(solver.ask(NOTHING, steps=steps) for _ in range(LANES)))
        await asyncio.gather(*(lane(numbered) for _ in range(LANES)))
    finally:
        await close(solver)
    return [results[number] for number in sorted(results)]


async def _decided(row: RecordedProgram, solver: Solver[Any, Any], steps: int) -> DecidedProgram | None:
    start = perf_counter()
    read = read_row(row)
    if read is None:
        return None
    if read.theory is None:
        spent = (perf_counter() - start) * 1000
        return DecidedProgram(row, "rejected", str(read.problems[0]), bool(read.repairs), milliseconds=spent)
    verdict: Verdict[None] = await solver.ask(read.theory, steps=steps)
    spent = (perf_counter() - start) * 1000
    loose = verdict.reason.startswith("free variables")
    return DecidedProgram(
        row, answered("FOL", verdict), verdict.reason, bool(read.repairs) or loose,
        _unshown(read.theory, verdict), milliseconds=spent,
    )  # fmt: skip


def _unshown(theory: Theory, verdict: Verdict[None]) -> str:
    """What is wrong with a verdict's countermodel, when it is looked at without an engine."""
    evidence = verdict.evidence
    if not isinstance(evidence, LogicEvidence) or evidence.countermodel is None or theory.conclusion is None:
        return ""
    structure = evidence.countermodel.structure
    bare = Theory(theory.premises, theory.conclusion, theory.signature, bare=True)
    shown = countermodel(bare, theory.conclusion, structure)
    return "" if shown else "the countermodel is none"
