"""How long a failed exchange is repeated within one call."""

from __future__ import annotations

from contextvars import ContextVar
from math import inf

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 4.0
"""Seconds before an exchange is repeated within a call; longer waits are for whoever has the patience."""
gives_up_at: ContextVar[float] = ContextVar("gives_up_at", default=inf)
"""When the caller's patience ends, by the monotonic clock: no exchange is repeated after that."""

silent_until: ContextVar[float] = ContextVar("silent_until", default=inf)
"""When the caller's patience with a server that is there and says nothing ends, by the loop's clock."""


def pause_before(attempt: int, asked: float | None) -> float:
    """Seconds to wait after the failed ``attempt`` (from 0), when the server asks for ``asked`` or not."""
    return min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE) if asked is None else asked
