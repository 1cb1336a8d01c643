"""What a solver answers: a status that is never merged with another, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Literal, TypeVar

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
class Verdict(Generic[A_co]):
    """One engine's answer to one query.

    Attributes:
        status: one of :class:`Status`.
        answer: the value found (a corrected payoff, a model, a list), or None.
        evidence: what backs the status: a proof, countermodel, core, derivation.
        reason: one English line; for ``UNKNOWN`` the limit, for ``REJECTED`` the fault.
        engine: which engine answered.
        isolation: how the engine was confined while it read the query.
        stable: False when a wall-clock kill decided; such a verdict is never cached.
    """

    status: Status
    answer: A_co | None = None
    evidence: object = None
    reason: str = ""
    engine: str = ""
    isolation: Isolation = "none"
    stable: bool = True
