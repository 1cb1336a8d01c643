"""Prolog programs, guarded, in SWI-Prolog workers.

Status of a goal: ``TRUE`` it succeeds (the answers say how), ``FALSE`` it fails finitely, which
is negation as failure: the program does not make it true.  ``UNKNOWN`` a limit stopped it before
an answer, ``REJECTED`` the program cannot be read, may not run or ends in an error.  A Prolog
program has no countermodels and no contradictions: ``OPEN`` and ``INCONSISTENT`` never occur.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Annotated, Literal

from pydantic import Field

from syllogos.engines.guard.isolation import WorkerLimits, require
from syllogos.engines.guard.pool import Pool
from syllogos.engines.guard.precheck import ProgramProblem
from syllogos.engines.guard.worker import Death, Worker
from syllogos.engines.prolog.start import command
from syllogos.engines.prolog.wire import Answers, PrologQuery, WorkerReply, complaints, decode, encode
from syllogos.verdict import Bounds, Isolation, Status, Verdict

__all__ = ["Answers", "Evidence", "PrologQuery", "Swipl", "make"]

ENGINE = "swipl"
LONG = 100_000
"""A reply of more bytes than this is read in a thread."""


@dataclass(frozen=True)
class Evidence:
    """What backs a verdict beside its answers: the problems, and what the program wrote.

    Of many problems the first are listed; ``unlisted`` counts the others.
    """

    problems: tuple[ProgramProblem, ...] = ()
    output: str = ""
    unlisted: int = 0


class Swipl:
    """The solver.  Its workers start when they are needed and end with it."""

    def __init__(self, isolation: Isolation, wall: float, limits: WorkerLimits, workers: int) -> None:
        self.isolation, self.wall = isolation, wall
        start = command(isolation, limits)
        self._pool = Pool(lambda: Worker(start, limits.memory), workers)

    async def ask(self, query: PrologQuery, *, steps: int) -> Verdict[Answers]:
        """Prove the goal within ``steps`` inferences.

        Returns:
            a verdict with :class:`Answers` when it is ``TRUE``, and :class:`Evidence`.  When a
            limit or an error stops the search after some answers it is ``TRUE`` all the same,
            with ``complete=False`` and the reason.
        """
        return replace(await self._answer(query, steps), bounds=Bounds(steps, self.wall))

    async def _answer(self, query: PrologQuery, steps: int) -> Verdict[Answers]:
        if problems := complaints(query):
            return self._rejected(Evidence(problems))
        ticket = token_hex(8)
        reply = await self._pool.ask(encode(query, steps, ticket), self.wall)
        if isinstance(reply, Death):
            return self._verdict(Status.UNKNOWN, reply.say, stable=False)
        try:
            if len(reply) > LONG:  # the loop must not stand still for it
                answer = await asyncio.to_thread(decode, reply, query, ticket)
            else:
                answer = decode(reply, query, ticket)
        except ValueError as error:
            await self._pool.retire()  # whatever that worker says next is not to be trusted
            return self._verdict(Status.UNKNOWN, str(error), stable=False)
        if answer.end == "memory":
            await self._pool.retire()
        return self._judged(answer)

    async def aclose(self) -> None:
        """End the workers."""
        self.close()

    def close(self) -> None:
        """End the workers now."""
        self._pool.close()

    def _judged(self, reply: WorkerReply) -> Verdict[Answers]:
        evidence = Evidence(reply.problems, reply.output, reply.unlisted)
        if reply.problems:
            return self._rejected(evidence)
        if reply.end == "refused" or (reply.end == "error" and not reply.rows):
            kind: Literal["refused", "error"] = "refused" if reply.end == "refused" else "error"
            return self._rejected(Evidence((ProgramProblem(kind, reply.say),), reply.output))
        stable = reply.end != "memory"  # how much is left depends on what the worker did before
        if reply.rows:
            complete = reply.end == "done" and not (reply.more or reply.pending)
            answers = Answers(reply.rows, complete)
            return self._verdict(Status.TRUE, reply.say, answers, evidence, stable=stable)
        if reply.end != "done":
            return self._verdict(Status.UNKNOWN, reply.say, evidence=evidence, stable=stable)
        if reply.pending:
            say = "an answer depends on constraints that nothing solved (label its variables)"
            return self._verdict(Status.UNKNOWN, say, evidence=evidence)
        return self._verdict(Status.FALSE, "the goal fails (negation as failure)", evidence=evidence)

    def _rejected(self, evidence: Evidence) -> Verdict[Answers]:
        first, *others = evidence.problems
        more = len(others) + evidence.unlisted
        say = f"{first}{f' (and {more} more)' if more else ''}"
        return self._verdict(Status.REJECTED, say, evidence=evidence)

    def _verdict(
        self, status: Status, say: str, answer: Answers | None = None,
        evidence: Evidence | None = None, *, stable: bool = True,
    ) -> Verdict[Answers]:  # fmt: skip
        return Verdict(status, answer, evidence or Evidence(), say, ENGINE, self.isolation, stable)


def make(
    isolation: Literal["sealed", "guarded"] = "sealed",
    wall: Annotated[float, Field(gt=0)] = 5.0,
    memory_mb: Annotated[int, Field(gt=0)] = 1000,
    workers: Annotated[int, Field(ge=0)] = 0,
) -> Swipl:
    """The solver of Prolog programs.

    Args:
        isolation: ``sealed``, or ``guarded`` where a machine cannot seal and you accept that.
        wall: seconds after which a worker is killed; a verdict that the clock decides is unstable.
        memory_mb: address space of a worker, in millions of bytes.
        workers: at most this many processes; 0 for one a processor.

    Raises:
        InputError: SWI-Prolog is missing, or this machine cannot give the isolation.
    """
    require(isolation)
    return Swipl(isolation, wall, WorkerLimits(memory_mb * 1_000_000), workers or os.cpu_count() or 1)


make.queries = (  # type: ignore[attr-defined]
    PrologQuery("X is 2 + 2"),
    PrologQuery("p(X)", "p(a). p(b)."),
    PrologQuery("p(c)", "p(a). p(b)."),
    PrologQuery("loop", "loop :- loop."),
    PrologQuery("p(X", ""),
)
