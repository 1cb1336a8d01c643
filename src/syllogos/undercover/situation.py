"""What a player of Undercover knows, as values: from the events that its seat has seen and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeVar

from syllogos.contract import Log, Seat
from syllogos.undercover.events import (
    DescriptionGiven,
    RoundOpened,
    RoundTied,
    SeatEliminated,
    TableOpened,
    VotesTold,
    WordDealt,
    WordsRevealed,
    game_opened,
)

T = TypeVar("T")


@dataclass(frozen=True)
class UndercoverSituation:
    """All that a seat knows.

    Attributes:
        seat: whose situation it is.
        table: names and rules.
        word: its own word.
        round: from 1.
        phase: what the table does now.
        alive: seats in the game, in the order in which they speak.
        eliminated: who is out, with the round, in order.
        descriptions: all so far, of this round too; one without a text was not given.
        votes: of the rounds before, as all were told.
        ties: rounds in a row, up to now, whose vote was tied.
    """

    seat: Seat
    table: TableOpened
    word: str
    round: int
    phase: Literal["describe", "vote", "over"]
    alive: tuple[Seat, ...]
    eliminated: tuple[SeatEliminated, ...]
    descriptions: tuple[DescriptionGiven, ...]
    votes: tuple[VotesTold, ...]
    ties: int

    def name(self, seat: Seat) -> str:
        """The name at ``seat``."""
        return self.table.names[seat]

    def said_by(self, seat: Seat) -> tuple[DescriptionGiven, ...]:
        """What ``seat`` has said, in order."""
        return tuple(one for one in self.descriptions if one.seat == seat and one.text)

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats in the game: whom this one may vote for."""
        return tuple(seat for seat in self.alive if seat != self.seat)


def situation(seat: Seat, seen: Log) -> UndercoverSituation:
    """The situation of ``seat`` after the events ``seen``."""
    table = game_opened(seen)
    opened = _all(seen, RoundOpened)
    said = _all(seen, DescriptionGiven)
    turn = opened[-1] if opened else RoundOpened(1, tuple(map(Seat, range(len(table.names)))))
    spoken = sum(one.round == turn.round for one in said)
    over = bool(_all(seen, WordsRevealed))
    results = [event.what for event in seen if isinstance(event.what, RoundTied | SeatEliminated)]
    last = results[-1] if results else None
    return UndercoverSituation(
        seat,
        table,
        next((dealt.word for dealt in _all(seen, WordDealt) if dealt.seat == seat), ""),
        turn.round,
        "over" if over else "describe" if spoken < len(turn.alive) else "vote",
        turn.alive,
        _all(seen, SeatEliminated),
        said,
        _all(seen, VotesTold),
        last.in_a_row if isinstance(last, RoundTied) else 0,
    )


def _all(seen: Log, kind: type[T]) -> tuple[T, ...]:
    return tuple(event.what for event in seen if isinstance(event.what, kind))
