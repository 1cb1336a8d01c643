"""Plays Undercover by attribution: first who is who, then a description or a vote that follows from it."""

from __future__ import annotations

from syllogos.contract import Desk, Seat
from syllogos.plugins import uses
from syllogos.undercover.talking import TalkingPlayer


@uses(
    games=("undercover",),
    prompts=("undercover_att_describe", "undercover_att_vote", "retry"),
    roles=("main",),
)
def make(desk: Desk, seat: Seat) -> TalkingPlayer:
    """The standard Att-NLI agent (Undercover-V, section 3.1.2); prompts of our own."""
    return TalkingPlayer(desk, seat, "undercover_att", believes=True)


make.most_calls = lambda _config: 1  # type: ignore[attr-defined]
