"""What a solver answers: a status that is never merged with another, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Literal, TypeVar

A_co = TypeVar("A_co", covariant=True)

Isolation = Literal["sealed", "guarded", "none"]


class Status(StrEnum):
    """The six answers kept apart everywhere.

    ``TRUE`` entailed; ``FALSE`` the negation is entailed; ``OPEN`` neither (a
    countermodel exists); ``INCONSISTENT`` the premises contradict each other;
    ``UNKNOWN`` a limit stopped the engine; ``REJECTED`` the input is not well formed.
    """

    TRUE = "TRUE"
    FALSE = "FALSE"
    OPEN = "OPEN"
    INCONSISTENT = "INCONSISTENT"
    UNKNOWN = "UNKNOWN"
    REJECTED = "REJECTED"


@dataclass(frozen=True)
class Bounds:
    """How far an engine was let go for one query; None where nothing bounds it.

    ``steps`` are engine steps, ``wall`` seconds after which it is killed.
    """

    steps: int | None = None
    wall: float | None = None

    def __str__(self) -> str:
        steps = "" if self.steps is None else f"{self.steps} engine steps"
        wall = "" if self.wall is None else f"{self.wall:g} s"
        return " and ".join(filter(None, (steps, wall))) or "no bounds"


@dataclass(frozen=True)
class Verdict(Generic[A_co]):
    """One engine's answer to one query.

    Attributes:
        status: one of :class:`Status`.
        answer: the value found (a corrected payoff, a model, a list), or None.
        evidence: what backs the status: a proof, countermodel, core, derivation.
        reason: one English line; for ``UNKNOWN`` the limit, for ``REJECTED`` the fault.
        engine: which engine answered.
        isolation: how the engine was confined while it read the query.
        stable: False when a clock decided (a kill, or who answered first); never cached.
        bounds: the limits that were applied, which a verdict depends on; None before they are known.
    """

    status: Status
    answer: A_co | None = None
    evidence: object = None
    reason: str = ""
    engine: str = ""
    isolation: Isolation = "none"
    stable: bool = True
    bounds: Bounds | None = None


def journalled(held: Mapping[str, Any]) -> Verdict[Any]:
    """A verdict from its JSON in a journal, which may be of an older version; values stay JSON."""
    bounds = held.get("bounds")
    return Verdict(
        Status(held["status"]),
        held.get("answer"),
        held.get("evidence"),
        held["reason"],
        held["engine"],
        held.get("isolation", "none"),
        held["stable"],
        Bounds(**bounds) if bounds else None,
    )
