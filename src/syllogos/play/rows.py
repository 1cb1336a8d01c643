"""The rows that a store keeps, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Call:
    """One journalled use of a seat's means.

    ``kind`` is complete, ask or note; ``what`` the model's role or the solver's name;
    ``request`` and ``answer`` are JSON; ``cost`` is in US dollars, None when unknown.
    """

    kind: str
    what: str
    request: str
    answer: str
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0
    cached: bool = False


@dataclass(frozen=True)
class Planned:
    """A game of the plan: its key, labels for reports, and its full specification as JSON."""

    key: str
    condition: str
    cell: Mapping[str, object]
    repetition: int
    seed: int
    spec: str


@dataclass(frozen=True)
class Spent:
    """What all model calls of a run cost so far, each counted once whatever was resumed.

    ``cost`` is in US dollars over the calls whose price is known; ``unpriced`` counts the others.
    """

    calls: int
    tokens: int
    cost: float
    unpriced: int
    seconds: float


@dataclass(frozen=True)
class Counts:
    """The planned games by status; ``running`` ones are leased to a living process."""

    games: int
    open: int
    finished: int
    crashed: int
    abandoned: int
    running: int
