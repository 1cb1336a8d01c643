"""Strategies in English to Prolog programs, by a model."""

from __future__ import annotations

import re

from syllogos.contract import Fault
from syllogos.text.replies import split_thoughts

LONGEST = 50_000
"""Characters of a reply that are read."""
SELECT = re.compile(r"^[^\S\n]*+select\(", re.MULTILINE)


def read_reply(reply: str) -> str | Fault:
    """The program in a reply, or the fault of a reply without one."""
    if len(reply) > LONGEST:
        return Fault("unparsable", f"the reply is longer than {LONGEST} characters")
    said = split_thoughts(reply).said
    if not SELECT.search(said):
        return Fault("unparsable", "the reply has no clause of select(Player, Opponent, Situation, Move)")
    return said
