"""A game program's game for callers that cannot wait for one: games are made by plain functions."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from syllogos.engines.solvers.swipl import make as swipl
from syllogos.errors import InputError
from syllogos.formalization.program import Validation, Wanted, judged
from syllogos.formalization.tree import Expanded, expand
from syllogos.text.source import Source
from syllogos.verdict import Isolation

MOST_KEPT = 64
"""Programs whose games are kept; each is played once."""


def checked(
    program: Source, wanted: Wanted, isolation: Isolation = "sealed", *, strict: bool = False
) -> Validation:
    """The validation of a program.

    Raises:
        InputError: no worker can be started.
    """
    return judged(_expanded(program.text, isolation, strict), wanted)


def played(program: Source, isolation: Isolation = "sealed", *, strict: bool = False) -> Validation:
    """The game that a program plays.

    Raises:
        InputError: the program is no game, with its file, line and fault; or no worker can start.
    """
    found = checked(program, Wanted(), isolation, strict=strict)
    if found.tree is None:
        first = found.faults[0]
        line = f":{first.line}" if first.line else ""
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        raise InputError(f"{program.name}{line}: {first.say}{more}")
    return found


@lru_cache(maxsize=MOST_KEPT)
def _expanded(text: str, isolation: Isolation, strict: bool) -> Expanded:
    # A thread of its own: a caller may be inside a running event loop, and a pool has one loop.
    with ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, _expand(text, isolation, strict)).result()


async def _expand(text: str, isolation: Isolation, strict: bool) -> Expanded:
    prolog = swipl("guarded" if isolation == "guarded" else "sealed", workers=1)
    try:
        return await expand(text, prolog, strict=strict)
    finally:
        prolog.close()
