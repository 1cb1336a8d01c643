"""Embeds every description of Undercover and leaves its vector on the record, for the scores; blocks none."""

from __future__ import annotations

from syllogos.contract import Decision, Desk, Fault, Log, Review, Seat
from syllogos.errors import InputError
from syllogos.plugins import uses
from syllogos.text.visible import one_line
from syllogos.undercover.events import PairDrawn
from syllogos.undercover.measures import description_vector
from syllogos.undercover.situation import situation


class DescriptionVectors:
    """Notes a :class:`~syllogos.undercover.measures.DescriptionVector` for each description."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def review(self, log: Log, seat: Seat, decision: Decision[object]) -> Review:
        """The vectors of the description and of the citizens' word; nothing where there is none."""
        drawn = next((e.what for e in log if isinstance(e.what, PairDrawn)), None)
        if drawn is None:
            raise InputError("judge description_vectors reviews games of undercover only")
        now = situation(seat, log)
        if now.phase != "describe" or not isinstance(decision.move, str):
            return Review()
        text = one_line(decision.move)
        vectors = await self._desk.embed([text, drawn.citizen_word])
        if isinstance(vectors, Fault):
            return Review(notes=(vectors,))
        return Review(notes=(description_vector(now.round, seat, text, vectors),))


@uses(games=("undercover",), embeddings={"main": "hashed"})
def make(desk: Desk) -> DescriptionVectors:
    """The referee; its embedding has the role ``main``, and is ``hashed`` where none is named."""
    return DescriptionVectors(desk)
