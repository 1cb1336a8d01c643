"""One solver for a test module, and a way to ask it from plain functions."""

from __future__ import annotations

import asyncio
import shutil

import pytest

from syllogos.engines.guard.isolation import available
from syllogos.engines.solvers.swipl import Answers, PrologQuery, Swipl, make
from syllogos.verdict import Verdict

needs_swipl = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is missing")
ISOLATION = available()[0]
HOST = "payoff(c, c, 3, 3).\npayoff(c, d, 0, 5).\npayoff(d, c, 5, 0).\npayoff(d, d, 1, 1).\n"


class Desk:
    """A solver with an event loop of its own."""

    def __init__(self, **config: object) -> None:
        self.solver: Swipl = make(**{"isolation": ISOLATION, "workers": 1, "wall": 60.0, **config})  # type: ignore[arg-type]
        self.runner = asyncio.Runner()

    def ask(self, query: PrologQuery, steps: int = 1_000_000) -> Verdict[Answers]:
        return self.runner.run(self.solver.ask(query, steps=steps))

    def run(self, goal: str, program: str = "", steps: int = 1_000_000, **more: object) -> Verdict[Answers]:
        return self.ask(PrologQuery(goal, program, **more), steps)  # type: ignore[arg-type]

    def close(self) -> None:
        self.solver.close()
        self.runner.close()
