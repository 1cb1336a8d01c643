"""A model that is asked for its move and nothing else."""

from __future__ import annotations

from syllogos.agents._asking import PROMPTS, Asking
from syllogos.contract import Desk, Seat
from syllogos.plugins import uses


@uses(prompts=("direct", *PROMPTS), roles=("main",))
def make(desk: Desk, seat: Seat) -> Asking:
    """Ask with the prompt ``direct``."""
    return Asking(desk, "direct", reasons=False)


make.most_calls = lambda _config: 1  # type: ignore[attr-defined]
