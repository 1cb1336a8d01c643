"""A table of Clue as one of its players sees it: the set-up, the public events, what was shown.

Names are plain texts.  The solver ``deals`` says what follows from such a log; this module
only says whether a log makes sense at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

ENVELOPE = "ENVELOPE"
"""The holder of one card of each category that nobody has."""
MOST_PLAYERS = 12
MOST_CARDS = 60
MOST_EVENTS = 1_000
"""Events of a log that are read; games end within 200."""


@dataclass(frozen=True)
class ClueTable:
    """What is known before the first event.

    Attributes:
        categories: cards by category; the envelope holds one of each.
        players: in seat order.
        hand_sizes: cards dealt to each player.
        observer: whose knowledge it is; None for somebody who only watches.
        hand: the observer's cards.
        public: cards that lie face up and belong to nobody.
    """

    categories: Mapping[str, tuple[str, ...]]
    players: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    observer: str | None = None
    hand: tuple[str, ...] = ()
    public: tuple[str, ...] = ()

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All cards, category by category."""
        return tuple(card for cards in self.categories.values() for card in cards)

    @cached_property
    def holders(self) -> tuple[str, ...]:
        """The players and the envelope."""
        return (*self.players, ENVELOPE)


@dataclass(frozen=True)
class Suggestion:
    """A suggestion and the answers to it; ``shown`` only where the observer knows the card."""

    suggester: str
    cards: tuple[str, ...]
    passed: tuple[str, ...] = ()
    shower: str | None = None
    shown: str | None = None

    def __str__(self) -> str:
        answers = [f"{who} passed" for who in self.passed]
        if self.shower:
            answers.append(f"{self.shower} showed {self.shown or 'a card'}")
        return f"{self.suggester} suggested {', '.join(self.cards)}" + (
            f": {', '.join(answers)}" if answers else ""
        )


@dataclass(frozen=True)
class Accusation:
    """An accusation and whether it was right."""

    player: str
    cards: tuple[str, ...]
    correct: bool

    def __str__(self) -> str:
        return f"{self.player} accused {', '.join(self.cards)}: {'right' if self.correct else 'wrong'}"


TableEvent = Suggestion | Accusation


@dataclass(frozen=True)
class TableLog:
    """A table and what has happened at it."""

    table: ClueTable
    events: tuple[TableEvent, ...] = field(default=())


def table_fault(table: ClueTable) -> str:
    """What makes the set-up senseless, in words; empty when nothing does.

    Hands that do not add up are not senseless but impossible, which is for the solver to say.
    """
    if len(table.players) > MOST_PLAYERS or len(table.cards) > MOST_CARDS:
        say = f"{len(table.players)} players and {len(table.cards)} cards are too many"
        return f"{say} (at most {MOST_PLAYERS} and {MOST_CARDS})"
    if any(not cards for cards in table.categories.values()) or not table.categories:
        return "every category needs at least one card"
    if len(table.players) != len(table.hand_sizes):
        return f"{len(table.players)} players, but {len(table.hand_sizes)} hand sizes"
    if len(table.players) < 2:
        return "at least two players are needed"
    if min(table.hand_sizes) < 0:
        return "a hand size is negative"
    if ENVELOPE in table.players:
        return f"{ENVELOPE} is no name for a player"
    if table.observer is None and table.hand:
        return "a hand is given, but not whose it is"
    return (
        _twice("card", table.cards)
        or _twice("player", table.players)
        or _strange("player", [table.observer] if table.observer is not None else [], table.players)
        or _strange("card", (*table.hand, *table.public), table.cards)
        or _twice("card of the hand", table.hand)
        or _twice("face-up card", table.public)
    )


def length_fault(events: int) -> str:
    """What is wrong with a log of so many events, in words; empty when nothing is."""
    return f"{events} events are too many (at most {MOST_EVENTS})" if events > MOST_EVENTS else ""


def event_fault(table: ClueTable, event: TableEvent) -> str:
    """What makes an event senseless at this table, in words; empty when nothing does."""
    fault = _strange("card", event.cards, table.cards) or _one_each(table, event.cards)
    if fault:
        return fault
    if isinstance(event, Accusation):
        return _strange("player", [event.player], table.players)
    named = [event.suggester, *event.passed, *filter(None, [event.shower])]
    fault = _strange("player", named, table.players) or _twice("pass by", event.passed)
    if fault:
        return fault
    if event.suggester in event.passed:
        return f"{event.suggester} cannot pass on the own suggestion"
    if event.shown is not None:
        fault = _strange("card", [event.shown], table.cards)
    if event.shown is not None and event.shower is None:
        return f"{event.shown} is shown, but by nobody"
    return fault


def breach(event: TableEvent) -> str:
    """How an event breaks the rules of the game, so that no deal explains it; empty when it does not."""
    if isinstance(event, Accusation) or event.shower is None:
        return ""
    if event.shower == event.suggester:
        return f"{event.shower} cannot answer the own suggestion"
    if event.shower in event.passed:
        return f"{event.shower} passed and showed a card"
    if event.shown is not None and event.shown not in event.cards:
        return f"{event.shown} was not suggested"
    return ""


def _one_each(table: ClueTable, cards: Sequence[str]) -> str:
    if len(cards) != len(table.categories):
        return f"one card of each category is needed ({', '.join(table.categories)}), not {len(cards)} cards"
    for name, own in table.categories.items():
        if sum(card in own for card in cards) != 1:
            return f"{', '.join(cards)} does not have exactly one {name}"
    return ""


def _strange(kind: str, given: Iterable[str], known: Sequence[str]) -> str:
    strange = next((name for name in given if name not in known), None)
    return "" if strange is None else f"unknown {kind} {strange!r} (known: {', '.join(known)})"


def _twice(kind: str, given: Sequence[str]) -> str:
    twice = next((name for i, name in enumerate(given) if name in given[:i]), None)
    return "" if twice is None else f"{kind} {twice} is given twice"
