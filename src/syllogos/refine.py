"""The one idea: propose, check, say what is wrong, propose again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from syllogos.contract import Attempt, Decision, Fault, Review, Trace

M = TypeVar("M")


async def refine(
    propose: Callable[[Fault | None], Awaitable[Decision[M]]],
    check: Callable[[Decision[M]], Awaitable[Review]],
    *,
    attempts: int,
) -> Trace[M]:
    """Ask ``propose`` until ``check`` finds no fault, at most ``attempts`` times.

    Every proposal after the first is given the fault of the one before it.  The trace
    holds every attempt; its ``move`` is None when the last one did not stand.

    Raises:
        ValueError: ``attempts`` is less than 1.
    """
    if attempts < 1:
        raise ValueError(f"attempts must be at least 1, not {attempts}")
    tried: tuple[Attempt[M], ...] = ()
    fault: Fault | None = None
    while len(tried) < attempts:
        decision = await propose(fault)
        review = await check(decision)
        tried += (Attempt(decision, review),)
        fault = review.fault
        if fault is None:
            break
    return Trace(tried)
