"""Budgets of a run."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, Strict

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
