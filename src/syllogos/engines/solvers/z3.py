"""Theories of first-order logic, decided by Z3 in sealed workers.

``TRUE`` and ``FALSE`` come with the premises that are needed, ``OPEN`` with a finite countermodel where one
was found, which is checked by our own evaluation.  Premises that contradict each other are ``INCONSISTENT``,
whatever the conclusion.  Steps are Z3's resource units, for each of a theory's checks; a short first
try follows long chains.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from syllogos.engines.guard.isolation import WorkerLimits, require
from syllogos.engines.proving import EXAMPLES
from syllogos.engines.smt.prover import SmtProver
from syllogos.engines.smt.start import command
from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.theories import Theory

__all__ = ["LogicEvidence", "SmtProver", "Theory", "make"]


def make(
    isolation: Literal["sealed", "guarded"] = "sealed",
    wall: Annotated[float, Field(gt=0)] = 10.0,
    memory_mb: Annotated[int, Field(gt=0)] = 1000,
    workers: Annotated[int, Field(ge=0)] = 0,
) -> SmtProver:
    """The solver of theories.

    Args:
        isolation: ``sealed``, or ``guarded`` where a machine cannot seal and you accept that.
        wall: seconds after which a worker is killed; a verdict that the clock decides is unstable.
        memory_mb: address space of a worker, in millions of bytes.
        workers: at most this many processes; 0 for one a processor.

    Raises:
        InputError: Z3 is missing, or this machine cannot give the isolation.
    """
    require(isolation)
    limits = WorkerLimits(memory_mb * 1_000_000)
    start = command(isolation, limits)
    return SmtProver("z3", start, isolation=isolation, wall=wall, limits=limits, workers=workers)


make.queries = EXAMPLES  # type: ignore[attr-defined]
