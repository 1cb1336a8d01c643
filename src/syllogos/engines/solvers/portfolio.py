"""Several solvers on one question: all agree, a majority, the first answer, or one that came twice."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from functools import cached_property
from typing import Annotated, Any

from pydantic import Field

from syllogos.contract import Solver
from syllogos.engines.portfolio import RUNS, Opinion, Opinions, Rule, combined, settled
from syllogos.engines.prolog.wire import PrologQuery
from syllogos.engines.solver_plan import SolverPlan, ask_again, close, plan_solver
from syllogos.errors import InputError
from syllogos.logic.theories import Theory, reordered
from syllogos.verdict import Verdict

__all__ = ["Opinion", "Opinions", "Portfolio", "make"]


class Member:
    """One solver of a portfolio, opened when it is asked first."""

    def __init__(self, name: str, plan: SolverPlan) -> None:
        self.name, self._plan = name, plan

    def again(self, order: int) -> Repeated:
        """The same solver, for another run with the premises in another order."""
        return Repeated(self, order)

    @cached_property
    def solver(self) -> Solver[Any, Any]:
        """The solver itself."""
        return self._plan.open()

    async def ask(self, query: object, steps: int, held: Mapping[str, Any] | None) -> Verdict[Any]:
        """Its verdict within its own number of steps, else ``steps``; again as journalled in ``held``."""
        steps = self._plan.steps or steps
        if held is not None:
            return await ask_again(self.solver, query, steps=steps, held=held)
        return await self.solver.ask(query, steps=steps)

    async def aclose(self) -> None:
        """End its processes, unless somebody else opened it."""
        if "solver" in vars(self) and not self._plan.lent:
            await close(self.solver)


class Repeated:
    """Another run of a member: the same question, with its premises in another order where it has some."""

    def __init__(self, member: Member, order: int) -> None:
        self.name, self._member, self._order = f"{member.name}, order {order + 1}", member, order

    async def ask(self, query: object, steps: int, held: Mapping[str, Any] | None) -> Verdict[Any]:
        """The member's verdict."""
        if isinstance(query, Theory):
            query = reordered(query, self._order)
        return await self._member.ask(query, steps, held)


class Portfolio:
    """The solver.  All members are asked at once; those nobody has to wait for are stopped."""

    def __init__(self, members: Sequence[Member], rule: Rule) -> None:
        self._members, self._rule = tuple(members), rule
        self._runs: tuple[Member | Repeated, ...] = self._members
        if rule == "twice":
            runs = ((n // len(members), members[n % len(members)]) for n in range(RUNS))
            self._runs = tuple(member.again(order) if order else member for order, member in runs)

    async def ask(self, query: object, *, steps: int) -> Verdict[Any]:
        """What the members' verdicts come to, with :class:`Opinions` as evidence."""
        return await self._asked(query, steps, {member.name: None for member in self._runs})

    async def again(self, query: object, *, steps: int, held: Mapping[str, Any]) -> Verdict[Any]:
        """The verdict that was journalled as ``held``: those who were stopped then are not asked."""
        said = {opinion["solver"]: opinion["verdict"] for opinion in held["evidence"]["members"]}
        return await self._asked(query, steps, {name: verdict for name, verdict in said.items() if verdict})

    async def aclose(self) -> None:
        """End the processes of every member."""
        async with AsyncExitStack() as closing:
            for member in self._members:
                closing.push_async_callback(member.aclose)

    async def _asked(
        self, query: object, steps: int, whom: Mapping[str, Mapping[str, Any] | None]
    ) -> Verdict[Any]:
        race = all(held is None for held in whom.values())
        asked = [member for member in self._runs if member.name in whom]
        if self._rule == "twice":
            return await self._asked_in_turn(query, steps, asked, whom)
        running = {m.name: asyncio.create_task(m.ask(query, steps, whom[m.name])) for m in asked}
        heard: dict[str, Verdict[Any]] = {}
        try:
            while len(heard) < len(running) and not (race and settled(self._opinions(heard))):
                left = [task for name, task in running.items() if name not in heard]
                await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
                heard = {name: task.result() for name, task in running.items() if task.done()}
        finally:
            for task in running.values():
                task.cancel()
            await asyncio.gather(*running.values(), return_exceptions=True)
        return combined(self._opinions(heard), steps=steps)

    async def _asked_in_turn(
        self,
        query: object,
        steps: int,
        asked: Sequence[Member | Repeated],
        whom: Mapping[str, Mapping[str, Any] | None],
    ) -> Verdict[Any]:
        """One run after the other, until an outcome has come twice."""
        heard: dict[str, Verdict[Any]] = {}
        for member in asked:
            heard[member.name] = await member.ask(query, steps, whom[member.name])
            if settled(self._opinions(heard)):
                break
        return combined(self._opinions(heard), steps=steps)

    def _opinions(self, heard: Mapping[str, Verdict[Any]]) -> Opinions:
        return Opinions(self._rule, tuple(Opinion(m.name, heard.get(m.name)) for m in self._runs))


def make(solvers: Annotated[tuple[Any, ...], Field(min_length=2)], rule: Rule = "agreement") -> Portfolio:
    """A solver of solvers.

    Args:
        solvers: at least two: names of ``[solvers.x]`` tables or of solvers, tables, or solvers.
        rule: ``agreement``: all who decide must agree, else ``UNKNOWN``; ``majority``: what more
            than half of all say, the others are stopped then; ``first``: the first who decides;
            ``twice``: one is asked after the other, and again with the premises in another order,
            until one outcome has come twice, at most :data:`RUNS` times.

    Raises:
        InputError: fewer than two, an unknown solver or setting.
    """
    if len(solvers) < 2:
        raise InputError(f"a portfolio has at least 2 solvers, not {len(solvers)}")
    members, times = [], Counter[str]()
    for plan in map(plan_solver, solvers):
        times[plan.label] += 1
        again = f" {times[plan.label]}" if times[plan.label] > 1 else ""
        members.append(Member(plan.label + again, plan))
    return Portfolio(members, rule)


make.example = {"solvers": [{"solver": "swipl", "workers": 1}, {"solver": "swipl", "workers": 2}]}  # type: ignore[attr-defined]
make.queries = (  # type: ignore[attr-defined]
    PrologQuery("p(X)", "p(a). p(b)."),
    PrologQuery("p(c)", "p(a). p(b)."),
    PrologQuery("p(X", ""),
)
