"""Budgets: of a run, and of one seat in one game."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, Strict

from syllogos.contract import Fault

Whole = Annotated[int, Strict()]
"""A number as TOML has it: neither true nor a text that looks like one."""
Number = Annotated[float, Strict()]


class Limits(BaseModel):
    """Budgets; None is no limit.  ``money`` is in US dollars, ``seconds`` of this invocation."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    tokens: Whole | None = Field(None, ge=0)
    money: Number | None = Field(None, ge=0)
    games: Whole | None = Field(None, ge=0)
    seconds: Number | None = Field(None, ge=0)


class SeatBudget(BaseModel):
    """What one seat may use in one game before it gets the fault ``limit``; None is no limit."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    calls: Whole | None = Field(None, ge=0)
    tokens: Whole | None = Field(None, ge=0)


class Meter:
    """What a seat has used in a game.  Replayed calls count, so that a resumed game ends alike."""

    def __init__(self, budget: SeatBudget | None = None) -> None:
        self._budget = budget or SeatBudget(calls=None, tokens=None)
        self._calls = self._tokens = self._uncounted = 0

    def refusal(self) -> Fault | None:
        """The fault of one more call, or None while there is something left."""
        most, tokens = self._budget.calls, self._budget.tokens
        if most is not None and self._calls >= most:
            return Fault("limit", f"this seat's budget of {most} calls is used up")
        if tokens is not None and self._uncounted:
            n = self._uncounted
            said = f"the tokens of {n} call{'' if n == 1 else 's'} of this seat are unknown"
            return Fault("limit", f"{said}, so its budget of {tokens} tokens cannot be kept")
        if tokens is not None and self._tokens >= tokens:
            return Fault("limit", f"this seat's budget of {tokens} tokens is used up")
        return None

    def begin(self) -> None:
        """Count a call."""
        self._calls += 1

    def add(self, tokens: int | None) -> None:
        """Count what a call took, None when nobody knows."""
        self._tokens += tokens or 0
        self._uncounted += tokens is None
