"""Verdicts of every solver of theories that is installed, from one loop, for tests that hold them together."""

from __future__ import annotations

import asyncio

from syllogos.engines.guard.isolation import available
from syllogos.engines.solver_plan import close, plan_solver
from syllogos.engines.theory_solvers import missing, theory_solvers

PROVERS = ("z3", "cvc5", "eprover")
"""Those that decide by themselves, without a server."""
THERE = tuple(
    name for name in theory_solvers() if name in PROVERS and available()[0] == "sealed" and not missing(name)
)
"""Of these the ones that are installed."""


class Engines:
    """The solvers, opened when they are asked first."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.opened: dict[str, object] = {}

    def __call__(self, name, theory, steps=400_000):
        """The verdict of one of them."""
        if name not in self.opened:
            self.opened[name] = plan_solver({"solver": name, "wall": 30.0}).open()
        return self.runner.run(self.opened[name].ask(theory, steps=steps))

    def close(self) -> None:
        """End them."""
        for solver in self.opened.values():
            self.runner.run(close(solver))
        self.runner.close()
