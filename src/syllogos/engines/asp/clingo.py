"""Programs in sealed workers of clingo, and what they say of rules and of finite problems."""

from __future__ import annotations

import os
from collections.abc import Sequence
from secrets import token_hex

from syllogos.engines.asp.finite import FiniteProgram
from syllogos.engines.asp.rules import THING, RuleNames, statements
from syllogos.engines.asp.wire import AspCheck, AspResult, atoms, request, results
from syllogos.engines.finite.search import choose_by
from syllogos.engines.guard.isolation import WorkerLimits
from syllogos.engines.guard.pool import Pool
from syllogos.engines.guard.python_worker import python_worker
from syllogos.engines.guard.worker import Death, Worker
from syllogos.engines.steps import LimitReached, Steps
from syllogos.logic.constraints import Assignment, Expression, FiniteProblem
from syllogos.logic.derivations import Fixpoint
from syllogos.logic.languages.asp import AspLiteral, printed
from syllogos.logic.options import ChosenOptions, ConflictingConstraints
from syllogos.logic.rules import RuleProgram, World
from syllogos.verdict import Isolation

LIFE = 2_000
"""Requests after which a worker is replaced."""
PACKAGES = ("clingo", "cffi", "_cffi_backend")


class AspStoppedError(Exception):
    """A program that was stopped, and by what; ``stable``: by its steps, not by a clock."""

    def __init__(self, say: str, *, stable: bool) -> None:
        self.stable = stable
        super().__init__(say)


class ClingoWorkers:
    """Workers of clingo.  They start when they are needed and end with it."""

    def __init__(self, isolation: Isolation, wall: float, limits: WorkerLimits, workers: int) -> None:
        """Workers of 0 are one a processor.

        Raises:
            InputError: clingo is missing.
        """
        start = python_worker(
            "syllogos.engines.asp.worker", PACKAGES, "clingo is missing; pip install clingo",
            isolation=isolation, limits=limits,
        )  # fmt: skip
        self._wall = wall
        self._pool = Pool(lambda: Worker(start, limits.memory), workers or os.cpu_count() or 1, LIFE)

    async def run(self, program: str, checks: Sequence[AspCheck], steps: int) -> tuple[AspResult, ...]:
        """The results of checks of a program, each within ``steps`` conflicts.

        Raises:
            AspStoppedError: by a limit.
            RefusedError: clingo cannot read the program.
        """
        ticket = token_hex(8)
        reply = await self._pool.ask(request(program, checks, steps, ticket), self._wall)
        if isinstance(reply, Death):
            raise AspStoppedError(reply.say, stable=False)
        try:
            found = results(reply, ticket)
        except ValueError as error:
            await self._pool.retire()
            raise AspStoppedError(str(error), stable=False) from error
        if stopped := next((one for one in found if one.result == "unknown"), None):
            raise AspStoppedError(f"clingo stopped: {stopped.why}", stable=True)
        return found

    async def facts(self, program: RuleProgram, world: World, steps: int) -> Fixpoint:
        """All that rules derive.

        Raises:
            AspStoppedError: by a limit.
        """
        names = RuleNames(program)
        (found,) = await self.run(printed(list(statements(program, names, world))), [AspCheck()], steps)
        derived = (names.fact(name, things) for name, things in atoms(found.models[0]) if name != THING)
        return Fixpoint(tuple(derived))

    async def options(self, problem: FiniteProblem, steps: int) -> ChosenOptions | ConflictingConstraints:
        """What of each option is right, or which constraints cannot hold together.

        Raises:
            AspStoppedError: by a limit.
            TooLargeError: a condition has no program of a sensible size.
        """
        try:
            search = _Search(problem, Steps(steps))
            while True:
                try:
                    return choose_by(search, problem, Steps(steps))
                except _UnansweredError as question:
                    literals, minimal = search.literals(question.constraints), question.minimal
                    program = printed(search.program.statements)
                    (found,) = await self.run(program, [AspCheck(literals, minimal=minimal)], steps)
                    search.hear(question, found)
        except LimitReached as error:
            raise AspStoppedError(f"stopped after {steps} engine steps", stable=True) from error

    def close(self) -> None:
        """End the workers."""
        self._pool.close()


Constraints = tuple[Expression, ...]


class _UnansweredError(Exception):
    """What has to be asked before the choice of options can go on."""

    def __init__(self, constraints: Constraints, *, minimal: bool) -> None:
        self.constraints, self.minimal = constraints, minimal
        super().__init__(constraints)


class _Search:
    """Assignments as far as they were asked for: the choice of options begins anew with each reply."""

    def __init__(self, problem: FiniteProblem, steps: Steps) -> None:
        self.program = FiniteProgram(problem, steps)
        self._solutions: dict[Constraints, Assignment | None] = {}
        self._conflicts: dict[Constraints, Constraints] = {}

    def literals(self, constraints: Constraints) -> tuple[AspLiteral, ...]:
        """What has to hold for the constraints to hold."""
        return tuple(self.program.condition(constraint, {}) for constraint in constraints)

    def solution(self, constraints: Sequence[Expression]) -> Assignment | None:
        """Some assignment of which all constraints are true."""
        key = tuple(constraints)
        if key not in self._solutions:
            raise _UnansweredError(key, minimal=False)
        return self._solutions[key]

    def conflict(self, constraints: Sequence[Expression]) -> Constraints:
        """Constraints that cannot hold together, of which none can be left out."""
        key = tuple(dict.fromkeys(constraints))
        if key not in self._conflicts:
            raise _UnansweredError(key, minimal=True)
        return self._conflicts[key]

    def hear(self, question: _UnansweredError, found: AspResult) -> None:
        """Keep the reply to a question."""
        key = question.constraints
        if question.minimal:
            self._conflicts[key] = tuple(key[n] for n in found.core)
        elif found.result == "sat":
            chosen = {place[0]: place[1] for name, place in atoms(found.models[0]) if name == "v"}
            self._solutions[key] = self.program.assignment(chosen)
        else:
            self._solutions[key] = None
