"""A model that is asked for its move and nothing else."""

from __future__ import annotations

from syllogos.agents._asking import PROMPTS, Asking
from syllogos.rules import Desk, Seat


def make(desk: Desk, seat: Seat) -> Asking:
    """Ask with the prompt ``direct``."""
    return Asking(desk, "direct", reasons=False)


make.prompts = ("direct", *PROMPTS)  # type: ignore[attr-defined]
