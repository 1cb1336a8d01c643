"""A solver of theories that reads SMT-LIB, in sealed workers: what Z3 and cvc5 share."""

from __future__ import annotations

import os
from collections.abc import Sequence
from secrets import token_hex

from syllogos.engines.guard.isolation import WorkerLimits
from syllogos.engines.guard.pool import Pool
from syllogos.engines.guard.worker import Death, Worker
from syllogos.engines.proving import StoppedError, ruled
from syllogos.engines.smt.wire import CheckResult, ProverCheck, SmtProblem
from syllogos.logic.theories import Theory
from syllogos.verdict import Bounds, Isolation, Verdict

LIFE = 2_000
"""Requests after which a worker is replaced."""


class SmtProver:
    """The solver.  Its workers start when they are needed and end with it."""

    def __init__(
        self,
        engine: str,
        start: Sequence[str],
        *,
        isolation: Isolation,
        wall: float,
        limits: WorkerLimits,
        workers: int,
    ) -> None:
        """``start`` is the confined command of a worker; ``workers`` of 0 is one a processor."""
        self.engine, self.isolation, self.wall = engine, isolation, wall
        self._pool = Pool(lambda: Worker(start, limits.memory), workers or os.cpu_count() or 1, LIFE)

    async def ask(self, query: Theory, *, steps: int) -> Verdict[None]:
        """Whether the conclusion of a theory follows, each check within ``steps`` resource units."""

        async def results(problem: SmtProblem, checks: Sequence[ProverCheck]) -> Sequence[CheckResult]:
            return await self._checked(problem, checks, steps)

        bounds = Bounds(steps, self.wall)
        return await ruled(query, results, engine=self.engine, isolation=self.isolation, bounds=bounds)

    async def _checked(
        self, problem: SmtProblem, checks: Sequence[ProverCheck], steps: int
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
