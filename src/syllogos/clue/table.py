"""A game of Clue as one seat, or somebody who only watches, can reason about it."""

from __future__ import annotations

from dataclasses import replace

from syllogos.clue.deals import Accusation, ClueTable, Suggestion, TableEvent, TableLog
from syllogos.clue.events import Accused, Dealt, Opened, Passed, Showed, Shown, Suggested, opened
from syllogos.contract import Log, Seat


def table_log(seat: Seat | None, seen: Log) -> TableLog:
    """The log of the table as ``seat`` has seen it; players are in order of turns."""
    start = opened(seen)
    hand = next((e.what.cards for e in seen if isinstance(e.what, Dealt) and e.what.seat == seat), ())
    table = ClueTable(
        categories=start.categories,
        players=tuple(start.names[s] for s in start.order),
        hand_sizes=tuple(start.hand_sizes[s] for s in start.order),
        observer=None if seat is None else start.names[seat],
        hand=hand,
        public=start.public,
    )
    events: list[TableEvent] = []
    for event in seen:
        _add(events, event.what, start)
    return TableLog(table, tuple(events))


def _add(events: list[TableEvent], what: object, start: Opened) -> None:
    match what:
        case Suggested(seat=seat, cards=cards) if cards:
            events.append(Suggestion(start.names[seat], cards))
        case Accused(seat=seat, cards=cards, correct=bool(correct)):
            events.append(Accusation(start.names[seat], cards, correct))
        case Passed(seat=seat):
            last = _suggestion(events)
            events[-1] = replace(last, passed=(*last.passed, start.names[seat]))
        case Showed(seat=seat):
            events[-1] = replace(_suggestion(events), shower=start.names[seat])
        case Shown(card=card):
            events[-1] = replace(_suggestion(events), shown=card)


def _suggestion(events: list[TableEvent]) -> Suggestion:
    last = events[-1]
    assert isinstance(last, Suggestion), "answers follow a suggestion"
    return last
