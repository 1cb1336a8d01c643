"""Chooses uniformly among the options, from the seat's own seeded source."""

from __future__ import annotations

from typing import Any

from syllogos.contract import Decision, Desk, Fault, Menu, Seat, View
from syllogos.errors import InputError


class RandomAgent:
    """Plays any game whose moves are options."""

    def __init__(self, desk: Desk) -> None:
        self._rng = desk.rng

    async def act(self, view: View[Any], fault: Fault | None) -> Decision[Any]:
        """One of the options."""
        if not isinstance(view.moves, Menu):
            raise InputError("agent random chooses among options; this game asks for a form")
        return Decision(view.moves.options[self._rng.choice(list(view.moves.options))])


def make(desk: Desk, seat: Seat) -> RandomAgent:
    """A random agent."""
    return RandomAgent(desk)
