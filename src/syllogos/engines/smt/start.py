"""The commands that start workers of the solvers that read SMT-LIB."""

from __future__ import annotations

from syllogos.engines.guard.isolation import WorkerLimits
from syllogos.engines.guard.python_worker import python_worker
from syllogos.verdict import Isolation


def command(isolation: Isolation, limits: WorkerLimits) -> tuple[str, ...]:
    """The confined command of a worker of Z3.

    Raises:
        InputError: Z3 is missing.
    """
    missing = "Z3 is missing; pip install z3-solver"
    return python_worker("syllogos.engines.smt.worker", ("z3",), missing, isolation=isolation, limits=limits)


def cvc5_command(isolation: Isolation, limits: WorkerLimits) -> tuple[str, ...]:
    """The confined command of a worker of cvc5.

    Raises:
        InputError: cvc5 is missing.
    """
    missing = "cvc5 is missing; pip install cvc5"
    return python_worker(
        "syllogos.engines.smt.cvc5_worker", ("cvc5",), missing, isolation=isolation, limits=limits
    )
