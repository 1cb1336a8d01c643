"""Solvers as people plan them: by name, with settings and a number of steps, as ``[solvers.x]`` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from syllogos import plugins
from syllogos.contract import Solver
from syllogos.errors import InputError, Key, under
from syllogos.text.plain import canonical, plain
from syllogos.verdict import Verdict, journalled

MEMBERS = "solvers"
"""The setting of a solver that names others: tables of the same file, or solvers."""


@dataclass(frozen=True)
class SolverPlan:
    """A solver with its settings.

    Attributes:
        solver: the plugin, a name of one, or a solver that somebody else opened and will close.
        settings: what its ``make`` is given.
        steps: engine steps for each query of somebody who wants no other number; None for the usual.
        name: what it is called among others.
    """

    solver: str | object
    settings: Mapping[str, object] = field(default_factory=dict)
    steps: int | None = None
    name: str = ""

    @property
    def lent(self) -> bool:
        """Whether it is a solver already, which is not ours to close."""
        return not (isinstance(self.solver, str | plugins.Plugin) or callable(self.solver))

    @property
    def label(self) -> str:
        """Its name, else the plugin's."""
        return self.name or plugins.label(self.solver)

    @property
    def inner(self) -> tuple[SolverPlan, ...]:
        """The solvers that it is made of."""
        named = self.settings.get(MEMBERS)
        return tuple(p for p in named if isinstance(p, SolverPlan)) if isinstance(named, tuple) else ()

    @property
    def members(self) -> frozenset[str]:
        """The names of the tables that it is made of, theirs too."""
        own = {plan.name for plan in self.inner if plan.name}
        return frozenset(own.union(*(plan.members for plan in self.inner)))

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What of it is part of a game's key."""
        plugin = [plugins.label(self.solver), plugins.fingerprint(self.solver)]
        said = {"solver": plugin, "settings": _identified(self.settings), "steps": self.steps}
        return {**said, "name": self.name} if self.name else said

    @cached_property
    def engine_key(self) -> tuple[object, ...]:
        """Equal for plans that one opened solver can serve; objects of one class are different ones."""
        named = isinstance(self.solver, str | plugins.Plugin)
        said = canonical([self.identity["solver"], self.identity["settings"]])
        return said, 0 if named else id(self.solver), *(plan.engine_key for plan in self.inner)

    def open(self) -> Solver[Any, Any]:
        """The solver itself.

        Raises:
            InputError: an unknown name or setting, or this machine cannot run it.
        """
        solver: Solver[Any, Any] = plugins.build("solvers", self.solver, self.settings)
        return solver


async def close(solver: object) -> None:
    """End a solver's processes, if it has any."""
    if aclose := getattr(solver, "aclose", None):
        await aclose()


async def ask_again(
    solver: Solver[Any, Any], query: object, *, steps: int, held: Mapping[str, Any]
) -> Verdict[Any]:
    """The verdict that was journalled as ``held``: a stable one is computed again, any other kept."""
    if held["stable"]:
        return await solver.ask(query, steps=steps)
    if again := getattr(solver, "again", None):
        verdict: Verdict[Any] = await again(query, steps=steps, held=held)
        return verdict
    return journalled(held)


def plan_solver(entry: object) -> SolverPlan:
    """The plan of a single entry: a name, a table ``{solver = "swipl", wall = 2.0}``, or a solver.

    Raises:
        InputError: an unknown solver or setting, a wrong type.
    """
    return _Tables({}).member(entry)


def plan_solvers(tables: Mapping[str, object]) -> dict[str, SolverPlan]:
    """The plans of ``[solvers.x]`` tables, by name; their members may be other tables.

    Args:
        tables: name -> a table, the name of a solver, or a solver.

    Raises:
        InputError: an unknown solver or setting, a wrong type, a circle; it begins with the table.
    """
    reading = _Tables(tables)
    return {name: reading.table(name) for name in tables}


class _Tables:
    """The tables of one file while they are read."""

    def __init__(self, tables: Mapping[str, object]) -> None:
        self._tables = tables
        self._done: dict[str, SolverPlan] = {}

    def table(self, name: str, inside: tuple[str, ...] = ()) -> SolverPlan:
        """The plan of a table, read once."""
        if name in inside:
            circle = f"it is a member of itself: {' -> '.join((*inside, name))}"
            raise InputError(f"[solvers.{name}]: {circle}", key=("solvers", name))
        if name not in self._done:
            self._done[name] = self._plan(self._tables[name], ("solvers", name), (*inside, name))
        return self._done[name]

    def member(self, entry: object, place: Key = (), inside: tuple[str, ...] = ()) -> SolverPlan:
        """The plan of an entry in a list of solvers: a table's name, or whatever a table may be."""
        if isinstance(entry, str) and entry in self._tables:
            plan = self.table(entry, inside)
            return SolverPlan(plan.solver, plan.settings, plan.steps, entry)
        return self._plan(entry, place, inside)

    def _plan(self, entry: object, place: Key, inside: tuple[str, ...]) -> SolverPlan:
        if isinstance(entry, SolverPlan):
            return entry
        table = dict(entry) if isinstance(entry, Mapping) else {"solver": entry}
        what = f"[solvers.{place[1]}]" if place else ""
        with under(*place, what=what):
            solver, steps = _solver(table), _steps(table)
        if isinstance(members := table.get(MEMBERS), list | tuple):
            within = (*place, MEMBERS) if place else ()
            table[MEMBERS] = tuple(self.member(m, within, inside) for m in members)
        with under(*place, what=what):
            plugins.configure(plugins.load("solvers", solver), table, also=("solver", "steps"))
        return SolverPlan(solver, table, steps)


def _solver(table: dict[str, object]) -> object:
    """Take the solver out of a table."""
    if "solver" not in table:
        raise InputError('the solver is missing: write solver = "swipl"')
    solver = table.pop("solver")
    if not isinstance(solver, str):
        if not (callable(solver) or hasattr(solver, "ask")):
            raise InputError(f"solver = {solver!r}: the name of a solver is wanted", key=("solver",))
        return solver
    with under("solver"):
        return plugins.find("solvers", solver)


def _steps(table: dict[str, object]) -> int | None:
    """Take the steps out of a table."""
    steps = table.pop("steps", None)
    if steps is None:
        return None
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
        wanted = "a whole number of engine steps from 1 on is wanted"
        raise InputError(f"steps = {steps!r}: {wanted}", key=("steps",))
    return steps


def _identified(value: object) -> Any:
    """A setting without any folder: a ``path.py:Name`` stands as its label and fingerprint."""
    match value:
        case SolverPlan():
            return value.identity
        case str() if ".py:" in value:
            return [plugins.label(value), plugins.fingerprint(value)]
        case Mapping():
            return {str(key): _identified(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_identified(inner) for inner in value]
    return plain(value)
