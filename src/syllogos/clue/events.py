"""What happens in a game of Clue, event by event; each goes to those who may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from syllogos.contract import INSTEAD, Log, Seat

Ask = Literal["suggest", "show", "accuse"]
Cards = tuple[str, ...]
"""One card of each category, in the order of the categories."""


@dataclass(frozen=True)
class Rules:
    """The choices that the game leaves open.

    Attributes:
        rounds: the game is over after so many.
        order: of the two parts of a turn.
        suggestion: whether a player may go without one.
        own_cards: whether cards of the own hand may be suggested.
        show: who chooses the card to show: the agent, chance, or a rule by which it is one that
            the suggester has seen before, else one that most others have seen.
        accusations: what others learn of an accusation beside that it was made: nothing, the
            cards of a wrong one, or the cards and whether it was right.
        play_on: whether the others go on after the first right accusation.
        on_invalid: what stands in for a missing move: nothing (``abstain``; a card must be shown
            and is drawn), or a suggestion drawn at random (``forced``).
    """

    rounds: int = 20
    order: Literal["suggest_first", "accuse_first"] = "suggest_first"
    suggestion: Literal["optional", "required"] = "optional"
    own_cards: bool = True
    show: Literal["agent", "random", "least_revealing"] = "agent"
    accusations: Literal["private", "wrong_public", "public"] = "private"
    play_on: bool = True
    on_invalid: Literal["abstain", "forced"] = "abstain"


@dataclass(frozen=True)
class Opened:
    """The table as everyone sees it: ``order`` are the seats in order of turns."""

    names: tuple[str, ...]
    order: tuple[Seat, ...]
    categories: Mapping[str, Cards]
    hand_sizes: tuple[int, ...]
    public: Cards
    rules: Rules

    def __str__(self) -> str:
        order = ", ".join(f"{self.names[s]} ({self.hand_sizes[s]} cards)" for s in self.order)
        return f"{order}; face up: {', '.join(self.public) or 'nothing'}; {self.rules.rounds} rounds"


@dataclass(frozen=True)
class Dealt:
    """A seat's hand."""

    seat: Seat
    cards: Cards

    def __str__(self) -> str:
        return f"seat {self.seat} holds {', '.join(self.cards)}"


@dataclass(frozen=True)
class Sealed:
    """The envelope, for the record only."""

    cards: Cards

    def __str__(self) -> str:
        return f"the envelope holds {', '.join(self.cards)}"


@dataclass(frozen=True)
class Asked:
    """What a seat is asked to decide; ``cards`` are those it may show, to ``by``."""

    turn: int
    round: int
    seat: Seat
    what: Ask
    cards: Cards = ()
    by: Seat | None = None

    def __str__(self) -> str:
        return f"round {self.round}, turn {self.turn}: seat {self.seat} is asked to {self.what}"


@dataclass(frozen=True)
class Suggested:
    """A suggestion; without cards the seat made none."""

    turn: int
    round: int
    seat: Seat
    cards: Cards

    def __str__(self) -> str:
        what = f"suggests {', '.join(self.cards)}" if self.cards else "makes no suggestion"
        return f"round {self.round}, turn {self.turn}: seat {self.seat} {what}"


@dataclass(frozen=True)
class Passed:
    """A seat holds none of the suggested cards."""

    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} passes"


@dataclass(frozen=True)
class Showed:
    """A seat showed one card to the suggester."""

    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} shows a card"


@dataclass(frozen=True)
class Shown:
    """Which card that was, for the two."""

    seat: Seat
    to: Seat
    card: str

    def __str__(self) -> str:
        return f"seat {self.seat} shows {self.card} to seat {self.to}"


@dataclass(frozen=True)
class Accused:
    """A seat made its accusation, and takes no more turns.

    ``cards`` and ``correct`` are withheld (empty, None) from those who may not know them.
    """

    turn: int
    round: int
    seat: Seat
    cards: Cards = ()
    correct: bool | None = None

    def __str__(self) -> str:
        what = f" {', '.join(self.cards)}" if self.cards else ""
        end = {True: ": right", False: ": wrong", None: ""}[self.correct]
        return f"round {self.round}, turn {self.turn}: seat {self.seat} accuses{what}{end}"


@dataclass(frozen=True)
class Thought:
    """A seat's own reasoning at a turn, for itself."""

    turn: int
    round: int
    seat: Seat
    text: str

    def __str__(self) -> str:
        return f"seat {self.seat} thinks: {self.text}"


@dataclass(frozen=True)
class NoMove:
    """A seat gave no legal move; ``rule`` says what stood in."""

    turn: int
    seat: Seat
    what: Ask
    rule: str
    fault: str

    def __str__(self) -> str:
        instead = INSTEAD.get(self.rule, self.rule)
        return f"turn {self.turn}: seat {self.seat} gave no legal move ({self.fault}): {instead}"


Happening = Opened | Dealt | Sealed | Asked | Suggested | Passed | Showed | Shown | Accused | Thought | NoMove
EVENTS: tuple[type, ...] = Happening.__args__
"""What a record of Clue holds, for reading it back."""


def opened(log: Log) -> Opened:
    """The opening of a game, its first event.

    Raises:
        ValueError: the log is not one of Clue.
    """
    first = log[0].what if log else None
    if not isinstance(first, Opened):
        raise ValueError("this is not the log of a game of Clue")
    return first
