"""The solvers that decide theories: whichever declare such queries."""

from __future__ import annotations

from syllogos import plugins
from syllogos.engines.solver_plan import SolverPlan, plan_solver
from syllogos.errors import InputError
from syllogos.logic.theories import Theory

USUAL = "z3"
"""The one that is always installed."""


def theory_solvers() -> tuple[str, ...]:
    """Their names, the usual one first."""
    names = [name for name in plugins.names("solvers") if _takes_theories(name)]
    return tuple(sorted(names, key=lambda name: (name != USUAL, name)))


def _takes_theories(name: str) -> bool:
    queries = getattr(plugins.load("solvers", name), "queries", ())
    return bool(queries) and all(isinstance(query, Theory) for query in queries)


def missing(name: str) -> str:
    """Why a solver cannot be had on this machine; empty for one that can."""
    try:
        solver = plan_solver(name).open()
    except InputError as error:
        return str(error)
    if close := getattr(solver, "close", None):
        close()
    return ""


def theories_in_turn() -> SolverPlan:
    """A portfolio of all that are there: one after the other until one outcome has come twice."""
    there = [name for name in theory_solvers() if not missing(name)] or [USUAL]
    several = there if len(there) > 1 else [*there, *there]
    return plan_solver({"solver": "portfolio", "solvers": several, "rule": "twice"})
