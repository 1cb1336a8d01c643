"""A log of Clue as JSON, as in the recorded cases.

``{players, hand_sizes, observer, observer_hand, public_cards, categories, events}`` with events
``{type: "suggestion", suggester, cards, passed, shower, card_shown}`` and
``{type: "accusation", player, cards, correct}``; without ``categories`` the deck is the classic
one, and further keys are left alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from syllogos.clue.deals import (
    Accusation,
    ClueTable,
    Suggestion,
    TableEvent,
    TableLog,
    event_fault,
    length_fault,
    table_fault,
)
from syllogos.clue.deck import CLASSIC
from syllogos.errors import InputError


class _Suggested(BaseModel):
    model_config = ConfigDict(frozen=True)
    type: Literal["suggestion"]
    suggester: str
    cards: tuple[str, ...]
    passed: tuple[str, ...] = ()
    shower: str | None = None
    card_shown: str | None = None


class _Accused(BaseModel):
    model_config = ConfigDict(frozen=True)
    type: Literal["accusation"]
    player: str
    cards: tuple[str, ...]
    correct: bool


_Told = TypeAdapter[_Suggested | _Accused](Annotated[_Suggested | _Accused, Field(discriminator="type")])


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True)
    players: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    observer: str | None = None
    observer_hand: tuple[str, ...] = ()
    public_cards: tuple[str, ...] = ()
    categories: dict[str, tuple[str, ...]] = Field(default_factory=lambda: dict(CLASSIC))
    events: tuple[dict[str, Any], ...] = ()


def log_from_json(row: Mapping[str, Any], name: str) -> TableLog:
    """The log that a JSON object holds; other keys are left alone.

    Raises:
        InputError: names the place and what is wrong there.
    """
    try:
        read = _Row.model_validate(row)
    except ValidationError as error:
        raise InputError(f"{name}: {_first(error)}") from None
    table = ClueTable(
        read.categories,
        read.players,
        read.hand_sizes,
        read.observer,
        read.observer_hand,
        read.public_cards,
    )
    if fault := table_fault(table) or length_fault(len(read.events)):
        raise InputError(f"{name}: {fault}")
    return TableLog(table, tuple(_event(told, i, table, name) for i, told in enumerate(read.events)))


def log_to_json(log: TableLog) -> dict[str, Any]:
    """The JSON form of a log."""
    table = log.table
    return {
        "players": list(table.players),
        "hand_sizes": list(table.hand_sizes),
        "observer": table.observer,
        "observer_hand": list(table.hand),
        "public_cards": list(table.public),
        "categories": {name: list(cards) for name, cards in table.categories.items()},
        "events": [_event_json(event) for event in log.events],
    }


def _event(told: Mapping[str, Any], number: int, table: ClueTable, name: str) -> TableEvent:
    try:
        read = _Told.validate_python(told)
    except ValidationError as error:
        raise InputError(f"{name}: event {number}: {_first(error)}") from None
    event: TableEvent
    if isinstance(read, _Accused):
        event = Accusation(read.player, read.cards, read.correct)
    else:
        event = Suggestion(read.suggester, read.cards, read.passed, read.shower, read.card_shown)
    if fault := event_fault(table, event):
        raise InputError(f"{name}: event {number}: {fault}")
    return event


def _event_json(event: TableEvent) -> dict[str, Any]:
    if isinstance(event, Accusation):
        return {
            "type": "accusation",
            "player": event.player,
            "cards": list(event.cards),
            "correct": event.correct,
        }
    return {
        "type": "suggestion",
        "suggester": event.suggester,
        "cards": list(event.cards),
        "passed": list(event.passed),
        "shower": event.shower,
        "card_shown": event.shown,
    }


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else str(first["msg"])
