"""Whether a theory's conclusion follows: files of four languages, one question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from syllogos.engines.solver_plan import close, plan_solver
from syllogos.errors import InputError
from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.languages import fol, isabelle, smtlib, tptp
from syllogos.logic.reading import Repair
from syllogos.logic.theories import NOTHING, ReadTheory, Theory, TheoryProblem
from syllogos.match.engine import run_now
from syllogos.text.files import read_source
from syllogos.text.plain import plain
from syllogos.text.source import Source
from syllogos.verdict import Status, Verdict

STEPS = 2_000_000
"""Engine steps for each check of a theory."""
READERS = {".thy": isabelle.read, ".p": tptp.read, ".smt2": smtlib.read, ".fol": fol.read}
"""Endings of files -> who reads them."""


@dataclass(frozen=True)
class VerifiedTheory:
    """What became of one theory.

    Attributes:
        verdict: what the engine says, or ``REJECTED`` where nothing could be read.
        errors: what is wrong with the text, by line and column.
        repaired: what was mended while reading; where there is something, it may not be what was meant.
        notes: how names and free variables were understood.
        seconds: that it took.
        axioms: how many premises it has, None where it could not be read.
    """

    name: str
    verdict: Verdict[Any]
    errors: tuple[TheoryProblem, ...]
    repaired: tuple[Repair, ...]
    notes: tuple[Repair, ...]
    seconds: float
    axioms: int | None = None

    @property
    def status(self) -> Status:
        """The verdict's status."""
        return self.verdict.status

    @property
    def consistency(self) -> str:
        """Whether the premises can be true together, as far as it is known."""
        evidence = self.verdict.evidence
        return evidence.consistency if isinstance(evidence, LogicEvidence) else "UNKNOWN"


def verify(
    theory: str | Path | Source | Theory, engine: str | object = "z3", *, steps: int = STEPS
) -> VerifiedTheory:
    """Whether the conclusion of a theory follows from its premises, with the evidence.

    Args:
        theory: a file (``.thy .p .smt2 .fol``), a text with such a name, or a theory.
        engine: a solver of theories, by name or itself.
        steps: engine steps for each check.

    Raises:
        InputError: no such file or engine, or another ending.

    >>> from syllogos.text.source import Source
    >>> dogs = Source("dogs.fol", "Premises:\\n∀x (Dog(x) → Mammal(x))\\nConclusion:\\nMammal(rex)")
    >>> found = verify(dogs)
    >>> found.status.value, str(found.verdict.evidence.countermodel)
    ('OPEN', 'rex: not Dog(rex), not Mammal(rex)')
    """
    (found,) = verify_all([theory], engine, steps=steps)
    return found


def verify_all(
    theories: list[str | Path | Source | Theory],
    engine: str | object = "z3",
    *,
    steps: int = STEPS,
    watch: Callable[[int, int], None] | None = None,
) -> tuple[VerifiedTheory, ...]:
    """:func:`verify` of several theories by one engine, in order.

    ``watch`` is told how many are done, of how many.
    """
    read = [_read(theory) for theory in theories]
    plan = plan_solver(engine)
    solver = plan.open()

    async def asked() -> tuple[VerifiedTheory, ...]:
        found: list[VerifiedTheory] = []
        try:
            if len(read) > 1:
                await solver.ask(NOTHING, steps=steps)
            for name, one in read:
                found.append(await _verified(name, one, solver, plan.label, steps))
                if watch:
                    watch(len(found), len(read))
            return tuple(found)
        finally:
            if not plan.lent:
                await close(solver)

    return run_now(asked())


def _read(theory: str | Path | Source | Theory) -> tuple[str, ReadTheory]:
    if isinstance(theory, Theory):
        return theory.name, ReadTheory(theory)
    source = theory if isinstance(theory, Source) else read_source(Path(theory))
    reader = READERS.get(Path(source.name).suffix)
    if reader is None:
        raise InputError(
            "no language is known by this ending", file=source.name, mend=f"use {', '.join(READERS)}"
        )
    return source.name, reader(source.text)


async def _verified(name: str, read: ReadTheory, solver: Any, engine: str, steps: int) -> VerifiedTheory:
    started = perf_counter()
    if read.theory is None:
        reason = str(read.problems[0])
        verdict: Verdict[Any] = Verdict(Status.REJECTED, reason=reason, engine=engine)
    else:
        verdict = await solver.ask(read.theory, steps=steps)
    if name.endswith(".smt2") and verdict.status is Status.INCONSISTENT:
        # Of a script nobody knows which assertions are premises: unsatisfiable is all there is to show.
        verdict = replace(verdict, status=Status.TRUE)
    seconds = perf_counter() - started
    axioms = len(read.theory.premises) if read.theory else None
    return VerifiedTheory(name, verdict, read.problems, read.repairs, read.notes, seconds, axioms)


def verified_json(found: VerifiedTheory) -> Mapping[str, Any]:
    """What ``verify --json`` prints."""
    verdict = found.verdict
    evidence = verdict.evidence
    shown = None
    if isinstance(evidence, LogicEvidence):
        model = evidence.countermodel
        needed = evidence.needed
        shown = {
            "needed": list(needed.premises) if needed else None,
            "countermodel": plain(model.structure) if model else None,
            "says": str(model or needed or ""),
        }
    return {
        "file": found.name,
        "status": verdict.status.value,
        "engine": verdict.engine,
        "isolation": verdict.isolation,
        "consistency": found.consistency,
        "evidence": shown if shown else plain(evidence),
        "reason": verdict.reason,
        "errors": [
            {"line": e.line, "column": e.column, "message": e.say, "kind": e.kind} for e in found.errors
        ],
        "repaired": [str(r) for r in found.repaired],
        "notes": [str(n) for n in found.notes],
        "stable": verdict.stable,
        "seconds": round(found.seconds, 4),
    }
