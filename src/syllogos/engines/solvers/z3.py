"""Theories of first-order logic, decided by Z3 in sealed workers.

``TRUE`` and ``FALSE`` come with the premises that are needed, ``OPEN`` with a finite countermodel where one
was found, which is checked by our own evaluation.  Premises that contradict each other are ``INCONSISTENT``,
whatever the conclusion.  Steps are Z3's resource units, for each of a theory's checks; a short first
try follows long chains.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from secrets import token_hex
from typing import Annotated, Literal

from pydantic import Field

from syllogos.engines.guard.isolation import WorkerLimits, require
from syllogos.engines.guard.pool import Pool
from syllogos.engines.guard.worker import Death, Worker
from syllogos.engines.proving import decide
from syllogos.engines.smt.start import command
from syllogos.engines.smt.wire import Check, CheckResult, SmtProblem
from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.formulas import Applied, Connected, Quantified, Related, Variable
from syllogos.logic.theories import Statement, Theory, inferred
from syllogos.verdict import Bounds, Isolation, Status, Verdict

__all__ = ["Z3", "LogicEvidence", "Theory", "make"]

ENGINE = "z3"
LIFE = 2_000
"""Requests after which a worker is replaced."""


class StoppedError(Exception):
    """A worker that gave no reply, and what it died of."""


class Z3:
    """The solver.  Its workers start when they are needed and end with it."""

    def __init__(self, isolation: Isolation, wall: float, limits: WorkerLimits, workers: int) -> None:
        self.isolation, self.wall = isolation, wall
        start = command(isolation, limits)
        self._pool = Pool(lambda: Worker(start, limits.memory), workers, LIFE)

    async def ask(self, query: Theory, *, steps: int) -> Verdict[None]:
        """Whether the conclusion of a theory follows, each check within ``steps`` resource units."""

        async def results(problem: SmtProblem, checks: Sequence[Check]) -> Sequence[CheckResult]:
            return await self._checked(problem, checks, steps)

        bounds = Bounds(steps, self.wall)
        try:
            ruling = await decide(query, results)
        except StoppedError as error:
            evidence = LogicEvidence("UNKNOWN")
            return Verdict(Status.UNKNOWN, None, evidence, str(error), ENGINE, self.isolation, False, bounds)
        return Verdict(
            ruling.status, None, ruling.evidence, ruling.reason, ENGINE, self.isolation, True, bounds
        )

    async def _checked(
        self, problem: SmtProblem, checks: Sequence[Check], steps: int
    ) -> Sequence[CheckResult]:
        ticket = token_hex(8)
        reply = await self._pool.ask(problem.request(checks, steps, ticket), self.wall)
        if isinstance(reply, Death):
            raise StoppedError(reply.say)
        try:
            return problem.results(reply, ticket)
        except ValueError as error:
            await self._pool.retire()
            raise StoppedError(str(error)) from error

    async def aclose(self) -> None:
        """End the workers."""
        self.close()

    def close(self) -> None:
        """End the workers now."""
        self._pool.close()


def make(
    isolation: Literal["sealed", "guarded"] = "sealed",
    wall: Annotated[float, Field(gt=0)] = 10.0,
    memory_mb: Annotated[int, Field(gt=0)] = 1000,
    workers: Annotated[int, Field(ge=0)] = 0,
) -> Z3:
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
    return Z3(isolation, wall, WorkerLimits(memory_mb * 1_000_000), workers or os.cpu_count() or 1)


_X = Variable("x")
_ALL = Quantified("forall", (_X,), Connected("implies", (Related("Dog", (_X,)), Related("Mammal", (_X,)))))
_REX = Related("Dog", (Applied("rex"),))


def _example(conclusion: str, *premises: Quantified | Related) -> Theory:
    goal = Related(conclusion, (Applied("rex"),))
    statements = tuple(Statement(f"premise_{n}", p) for n, p in enumerate(premises, 1))
    return Theory(statements, goal, inferred((*premises, goal)))


make.queries = (_example("Mammal", _ALL, _REX), _example("Mammal", _ALL), _example("Dog", _REX))  # type: ignore[attr-defined]
