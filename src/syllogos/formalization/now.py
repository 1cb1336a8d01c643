"""A game program's game for callers that cannot wait for one: games are made by plain functions."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from syllogos.engines.solvers.swipl import make as swipl
from syllogos.errors import InputError
from syllogos.formalization.program import Validation, Wanted, judged
from syllogos.formalization.tree import STEPS, Expanded, expand
from syllogos.text.source import Source
from syllogos.verdict import Isolation

MOST_KEPT = 64
"""Programs whose games are kept; each is played once."""


def checked(
    program: Source,
    wanted: Wanted,
    isolation: Isolation = "sealed",
    *,
    strict: bool = False,
    steps: int = STEPS,
) -> Validation:
    """The validation of a program, within so many inferences.

    Raises:
        InputError: no worker can be started.
    """
    return judged(_expanded(program.text, isolation, strict, steps), wanted)


def played(
    program: Source, isolation: Isolation = "sealed", *, strict: bool = False, steps: int = STEPS
) -> Validation:
    """The game that a program plays within so many inferences.

    Raises:
        InputError: the program is no game, with its file, line and fault; or no worker can start.
    """
    found = checked(program, Wanted(), isolation, strict=strict, steps=steps)
    if found.tree is None:
        first = found.faults[0]
        line = f":{first.line}" if first.line else ""
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        raise InputError(f"{program.name}{line}: {first.say}{more}")
    return found


class _Unstable(Exception):
    """Carries what a clock decided past the cache, which keeps no exceptions."""

    def __init__(self, found: Expanded) -> None:
        super().__init__()
        self.found = found


def _expanded(text: str, isolation: Isolation, strict: bool, steps: int) -> Expanded:
    try:
        return _kept(text, isolation, strict, steps)
    except _Unstable as unstable:
        return unstable.found


@lru_cache(maxsize=MOST_KEPT)
def _kept(text: str, isolation: Isolation, strict: bool, steps: int) -> Expanded:
    # A thread of its own: a caller may be inside a running event loop, and a pool has one loop.
    with ThreadPoolExecutor(max_workers=1) as thread:
        found = thread.submit(asyncio.run, _expand(text, isolation, strict, steps)).result()
    if not found.stable:
        raise _Unstable(found)
    return found


async def _expand(text: str, isolation: Isolation, strict: bool, steps: int) -> Expanded:
    prolog = swipl("guarded" if isolation == "guarded" else "sealed", workers=1)
    try:
        return await expand(text, prolog, strict=strict, steps=steps)
    finally:
        prolog.close()
