"""What is measured of a game of Undercover, from its record alone.

The scores are reconstructed (R): the display equations of the paper are missing.  Likeness needs an
embedding, and a measure may ask nothing; so the referee ``description_vectors`` embeds every description
when it is given and leaves the vector on the record, from which all scores follow, and others may.
Without that referee there are no rows of alignment.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from syllogos.contract import Log, Measure, Seat
from syllogos.match.record import Record
from syllogos.undercover.events import (
    DescriptionGiven,
    MoveMissing,
    PairDrawn,
    RoundOpened,
    RoundTied,
    SeatEliminated,
    SpokeAsOther,
    VotesTold,
    WordsRevealed,
)
from syllogos.undercover.votes import tally

if TYPE_CHECKING:
    from syllogos.contract import Vectors

T = TypeVar("T")


@dataclass(frozen=True)
class DescriptionVector:
    """A note of the referee ``description_vectors``: unit vectors of a description and the citizens' word.

    ``vectors`` holds the two one after the other, as float16 in base64, little-endian.
    """

    round: int
    seat: Seat
    text: str
    vectors: str

    def __str__(self) -> str:
        return f"round {self.round}: the vector of what seat {self.seat} says"


@dataclass(frozen=True)
class AttributionalScore:
    """A seat's scores over its rounds (R), each from 0 to 1; None where nothing was voted, or embedded.

    Attributes:
        soundness: mean over the rounds in which it was in the game and votes were told of
            1 - votes received / (players in the game - 1).
        alignment: mean over the rounds of max(0, cosine of its description and the centroid of the
            other citizens' descriptions).
        to_word: mean over the rounds of max(0, cosine of its description and the citizens' word), which
            the variant ``embedding-only`` has for soundness.
    """

    soundness: float | None
    alignment: float | None
    to_word: float | None

    @property
    def score(self) -> float | None:
        """Half of soundness and half of alignment."""
        return _half(self.soundness, self.alignment)

    @property
    def embedding_only(self) -> float | None:
        """The variant that knows no votes: half of the likeness to the word and half of alignment."""
        return _half(self.to_word, self.alignment)


def measures(record: Record, players: Sequence[str]) -> Iterator[Measure]:
    """The rows of a game for reports: its own, and those of its seats, a spy's and a citizen's apart.

    ``spy wins`` over all games; ``eliminated as citizen`` over the seats of citizens.
    """
    drawn = _first(record.log, PairDrawn)
    if drawn is None or record.status != "finished":
        return
    yield from _of_game(record.log)
    out = {one.seat for one in _all(record.log, SeatEliminated)}
    won = _first(record.log, WordsRevealed)
    for seat, player in enumerate(players):
        role = "spy" if seat == drawn.spy else "citizen"
        if role == "spy":
            yield Measure(player, "wins as spy", float(won is not None and won.winner == "spy"), "share")
        else:
            yield Measure(player, "eliminated as citizen", float(seat in out), "share")
        received = sum(target == seat for told in _all(record.log, VotesTold) for _, target in told.votes)
        yield Measure(player, f"votes received as {role}", float(received))
        scores = attributional_score(record, Seat(seat))
        for name, value in (
            ("soundness", scores.soundness),
            ("alignment", scores.alignment),
            ("attributional score", scores.score),
            ("attributional score (embedding-only)", scores.embedding_only),
        ):
            if value is not None:
                yield Measure(player, f"{name} as {role}", value, "share")


def attributional_score(record: Record, seat: Seat) -> AttributionalScore:
    """The scores of ``seat`` in one game."""
    sound = [
        1 - tally(target for _, target in told.votes)[seat] / (len(opened.alive) - 1)
        for opened, told in _rounds(record.log)
        if seat in opened.alive and len(opened.alive) > 1
    ]
    drawn = _first(record.log, PairDrawn)
    near, word = _likeness(record, seat, drawn.spy if drawn else Seat(-1))
    return AttributionalScore(_mean(sound), _mean(near), _mean(word))


def description_vector(round: int, seat: Seat, text: str, vectors: Vectors) -> DescriptionVector:
    """The note of a description, whose vector is the first of two; the citizens' word has the second."""
    return DescriptionVector(round, seat, text, b64encode(vectors.astype("<f2").tobytes()).decode())


def _of_game(log: Log) -> Iterator[Measure]:
    won = _first(log, WordsRevealed)
    yield Measure("", "rounds", float(len(_all(log, RoundOpened))), "rounds")
    yield Measure("", "spy wins", float(won is not None and won.winner == "spy"), "share")
    yield Measure("", "spy found", float(won is not None and won.end == "spy out"), "share")
    yield Measure("", "tied rounds", float(len(_all(log, RoundTied))))
    yield Measure("", "moves missing", float(len(_all(log, MoveMissing))))
    yield Measure("", "descriptions that speak as others", float(len(_all(log, SpokeAsOther))))


def _likeness(record: Record, seat: Seat, spy: Seat) -> tuple[list[float], list[float]]:
    """By round: likeness to the centroid of the other citizens' descriptions, and to the citizens' word."""
    near, to_word = [], []
    for vectors in _vectors(record).values():
        if seat not in vectors:
            continue
        own = vectors[seat]
        others = [one[0] for other, one in vectors.items() if other not in (seat, spy)]
        to_word.append(max(0.0, float(own[0] @ own[1])))
        if others:
            centre = sum(others[1:], others[0])
            length = float((centre @ centre) ** 0.5)
            near.append(max(0.0, float(own[0] @ centre)) / length if length else 0.0)
    return near, to_word


def _vectors(record: Record) -> Mapping[int, Mapping[Seat, Vectors]]:
    """Round -> seat -> its description's vector and the word's, of the descriptions that were given."""
    import numpy as np  # noqa: PLC0415 (only games with vectors pay for it)

    given = {(one.round, one.seat): one.text for one in _all(record.log, DescriptionGiven)}
    held: dict[int, dict[Seat, Vectors]] = {}
    notes = (trace.last.review.notes for turn in record.turns for trace in turn.values())
    for note in (note for some in notes for note in some if isinstance(note, DescriptionVector)):
        if given.get((note.round, note.seat)) == note.text:
            flat = np.frombuffer(b64decode(note.vectors), "<f2").astype(np.float32)
            pair = flat.reshape(2, -1)
            held.setdefault(note.round, {})[note.seat] = pair / np.linalg.norm(pair, axis=1, keepdims=True)
    return held


def _rounds(log: Log) -> Iterator[tuple[RoundOpened, VotesTold]]:
    told = {votes.round: votes for votes in _all(log, VotesTold)}
    for opened in _all(log, RoundOpened):
        if opened.round in told:
            yield opened, told[opened.round]


def _all(log: Log, kind: type[T]) -> list[T]:
    return [event.what for event in log if isinstance(event.what, kind)]


def _first(log: Log, kind: type[T]) -> T | None:
    return next(iter(_all(log, kind)), None)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _half(one: float | None, two: float | None) -> float | None:
    return None if one is None or two is None else (one + two) / 2
