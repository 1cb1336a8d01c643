"""A model that reasons step by step before its move (Wei et al. 2022)."""

from __future__ import annotations

from syllogos.agents._asking import PROMPTS, Asking
from syllogos.contract import Desk, Seat
from syllogos.plugins import uses


@uses(prompts=("cot", *PROMPTS), roles=("main",))
def make(desk: Desk, seat: Seat) -> Asking:
    """Ask with the prompt ``cot``; the reasoning is recorded with the move."""
    return Asking(desk, "cot", reasons=True)


make.most_calls = lambda _config: 1  # type: ignore[attr-defined]
