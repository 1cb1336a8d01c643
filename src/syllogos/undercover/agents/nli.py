"""Plays Undercover by what was said alone: it describes and votes without asking who is who."""

from __future__ import annotations

from syllogos.contract import Desk, Seat
from syllogos.plugins import uses
from syllogos.undercover.talking import TalkingPlayer


@uses(games=("undercover",), prompts=("undercover_describe", "undercover_vote", "retry"), roles=("main",))
def make(desk: Desk, seat: Seat) -> TalkingPlayer:
    """The standard NLI agent (Undercover-V, section 3.1.1); prompts of our own."""
    return TalkingPlayer(desk, seat, "undercover", believes=False)


make.most_calls = lambda _config: 1  # type: ignore[attr-defined]
