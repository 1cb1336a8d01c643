"""What happens in a game of Undercover, event by event; each goes to those who may know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from syllogos.contract import INSTEAD, Log, OnInvalid, Seat
from syllogos.undercover.quoting import quoted

Phase = Literal["describe", "vote"]
Winner = Literal["citizens", "spy", ""]
"""The side that wins; empty where nobody does."""
UndercoverEnd = Literal["spy out", "two left", "tied votes", "rounds played", "forfeited"]


@dataclass(frozen=True)
class TableOpened:
    """The table as everyone sees it.

    Attributes:
        names: by seat, in the order in which they speak.
        rounds: the game is over after so many (reconstructed: the paper names no cap).
        ties: so many rounds in a row whose vote is tied end the game.
        on_invalid: what happens where a seat makes no legal move (reconstructed).
        attempts: how often a seat may try at one move.
    """

    names: tuple[str, ...]
    rounds: int
    ties: int
    on_invalid: OnInvalid
    attempts: int

    def __str__(self) -> str:
        return f"{', '.join(self.names)}; one is the spy; at most {self.rounds} rounds"


@dataclass(frozen=True)
class PairDrawn:
    """The two words and the spy's seat, for the record only; the rest is what a data set says of the pair."""

    citizen_word: str
    spy_word: str
    spy: Seat
    id: str = ""
    topic: str = ""
    similarity: float | None = None
    band: str = ""

    def __str__(self) -> str:
        return f"the citizens have {self.citizen_word!r}; seat {self.spy} is the spy with {self.spy_word!r}"


@dataclass(frozen=True)
class WordDealt:
    """A seat's own word."""

    seat: Seat
    word: str

    def __str__(self) -> str:
        return f"seat {self.seat} has the word {self.word!r}"


@dataclass(frozen=True)
class RoundOpened:
    """A round begins; ``alive`` are the seats still in the game, in the order in which they speak."""

    round: int
    alive: tuple[Seat, ...]

    def __str__(self) -> str:
        return f"round {self.round}: {len(self.alive)} players are in the game"


@dataclass(frozen=True)
class DescriptionGiven:
    """What a seat said of its word, as one line; empty where it gave no description."""

    round: int
    seat: Seat
    text: str

    def __str__(self) -> str:
        said = f"says {quoted(self.text)}" if self.text else "gives no description"
        return f"round {self.round}: seat {self.seat} {said}"


@dataclass(frozen=True)
class SpokeAsOther:
    """A description that speaks as the game or as somebody else, for the record only.

    It is shown in quotes like any other, and changes nothing.
    """

    round: int
    seat: Seat
    words: str

    def __str__(self) -> str:
        return f"round {self.round}: seat {self.seat} speaks as somebody else: {quoted(self.words)}"


@dataclass(frozen=True)
class VotesTold:
    """All votes of a round, as (voter, target), told when all are in; who gave none is not there."""

    round: int
    votes: tuple[tuple[Seat, Seat], ...]

    def __str__(self) -> str:
        votes = ", ".join(f"{voter} for {target}" for voter, target in self.votes)
        return f"round {self.round}: seats vote {votes or 'for nobody'}"


@dataclass(frozen=True)
class SeatEliminated:
    """The seat with the most votes is out of the game."""

    round: int
    seat: Seat

    def __str__(self) -> str:
        return f"round {self.round}: seat {self.seat} is eliminated"


@dataclass(frozen=True)
class RoundTied:
    """Several seats share the most votes, so nobody is out; it is the ``in_a_row``-th such round in a row."""

    round: int
    seats: tuple[Seat, ...]
    in_a_row: int

    def __str__(self) -> str:
        who = f"of seats {', '.join(map(str, self.seats))}" if self.seats else "without votes"
        return f"round {self.round}: a tie {who}, number {self.in_a_row} in a row"


@dataclass(frozen=True)
class MoveMissing:
    """A seat gave no legal move; ``rule`` says what stood in, ``why`` what was wrong at the last."""

    round: int
    seat: Seat
    phase: Phase
    rule: OnInvalid
    fault: str
    why: str = ""

    def __str__(self) -> str:
        what = "description" if self.phase == "describe" else "vote"
        instead = INSTEAD[self.rule]
        return (
            f"round {self.round}: seat {self.seat} gave no legal {what} ({self.fault}: {self.why}): {instead}"
        )


@dataclass(frozen=True)
class WordsRevealed:
    """The game is over: both words, the spy, how it ended; ``winner`` is empty where nobody won."""

    citizen_word: str
    spy_word: str
    spy: Seat
    end: UndercoverEnd
    winner: Winner

    def __str__(self) -> str:
        won = {"citizens": "the citizens win", "spy": "the spy wins", "": "nobody wins"}[self.winner]
        words = f"{self.citizen_word!r}, the spy's {self.spy_word!r}"
        return f"{self.end}: {won}; the spy was seat {self.spy}, the citizens' word {words}"


UndercoverHappening = (
    TableOpened
    | PairDrawn
    | WordDealt
    | RoundOpened
    | DescriptionGiven
    | SpokeAsOther
    | VotesTold
    | SeatEliminated
    | RoundTied
    | MoveMissing
    | WordsRevealed
)


def game_opened(log: Log) -> TableOpened:
    """The opening of a game, its first event.

    Raises:
        ValueError: the log is not one of Undercover.
    """
    first = log[0].what if log else None
    if not isinstance(first, TableOpened):
        raise ValueError("this is not the log of a game of Undercover")
    return first
