"""Plays Undercover without a model: describes from a lexicon near what was said, votes by likeness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

from syllogos.contract import Decision, Desk, Fault, Seat, View
from syllogos.plugins import uses
from syllogos.text.source import Source
from syllogos.undercover.descriptions import description_fault
from syllogos.undercover.games.undercover import UndercoverMove
from syllogos.undercover.lexicon import NEUTRAL, lexicon, parse_lexicon, sentences_of
from syllogos.undercover.similarity import alignments, fits, lowest, nearest
from syllogos.undercover.situation import UndercoverSituation, situation

if TYPE_CHECKING:
    from syllogos.contract import Vectors

MOST_WEIGHED = 12
"""Sentences among which a description is chosen."""


@dataclass(frozen=True)
class SimilarityBelief:
    """What the agent notes before a vote: what it takes itself for, and how well each fits its word."""

    round: int
    identity: Literal["citizen", "spy"]
    fit: Mapping[Seat, float]

    def __str__(self) -> str:
        fit = ", ".join(f"seat {seat} {value:.2f}" for seat, value in self.fit.items())
        return f"round {self.round}: I take myself for a {self.identity}; fit to my word: {fit}"


class EmbeddingPlayer:
    """The agent; it never says what is not true of its word."""

    def __init__(self, desk: Desk, seat: Seat, known: Mapping[str, Sequence[str]]) -> None:
        self._desk = desk
        self._seat = seat
        self._known = known

    async def act(self, view: View[UndercoverMove], fault: Fault | None) -> Decision[UndercoverMove]:
        """A description, or a vote."""
        now = situation(self._seat, view.log)
        return await (self._describe(now) if now.phase == "describe" else self._vote(now))

    async def _describe(self, now: UndercoverSituation) -> Decision[UndercoverMove]:
        earlier = [one.text for one in now.descriptions if one.text]
        facts = self._facts(now.word)
        mixed = self._desk.rng.sample(facts, len(facts))
        fresh = (text for text in sentences_of(mixed) if not description_fault(text, now.word, earlier))
        weighed = list(islice(fresh, MOST_WEIGHED))
        if not weighed:
            return Decision(Fault("illegal", "nothing new is left to be said"))
        others = [one.text for one in now.descriptions if one.text and one.seat != self._seat]
        if not others:
            return Decision(weighed[0])
        vectors = await self._desk.embed([*weighed, *others])
        if isinstance(vectors, Fault):
            return Decision(vectors)
        return Decision(weighed[nearest(vectors[: len(weighed)], vectors[len(weighed) :])])

    async def _vote(self, now: UndercoverSituation) -> Decision[UndercoverMove]:
        own = list(sentences_of(self._facts(now.word)))[: len(self._facts(now.word))]
        said = [one for one in now.descriptions if one.text]
        vectors = await self._desk.embed([*own, *(one.text for one in said)])
        if isinstance(vectors, Fault):
            return Decision(vectors)
        by_seat = {seat: _rows(seat, now, vectors[len(own) :]) for seat in now.alive}
        fit, alignment = fits(vectors[: len(own)], by_seat), alignments(by_seat)
        spy = lowest(alignment, now.alive) == (self._seat,)
        self._desk.note(SimilarityBelief(now.round, "spy" if spy else "citizen", fit))
        return Decision(self._desk.rng.choice(lowest(alignment if spy else fit, now.others)))

    def _facts(self, word: str) -> Sequence[str]:
        return self._known.get(word) or NEUTRAL


@uses(games=("undercover",), embeddings={"main": "hashed"})
def make(desk: Desk, seat: Seat, facts: Source | None = None) -> EmbeddingPlayer:
    """The agent; its embedding has the role ``main``, and is ``hashed`` where none is named.

    ``facts`` is a file with a lexicon of one's own, ``{"word": ["is red", "grows on trees"]}`` (JSON),
    which goes before that of the package.  Of a word that neither has it says what fits about anything.

    Raises:
        InputError: the file is no such lexicon.
    """
    return EmbeddingPlayer(desk, seat, {**lexicon(), **(parse_lexicon(facts) if facts else {})})


def _rows(seat: Seat, now: UndercoverSituation, vectors: Vectors) -> Vectors:
    """The vectors of what a seat has said; ``vectors`` are those of all that was said."""
    said = [one for one in now.descriptions if one.text]
    return vectors[[one.seat == seat for one in said]]
