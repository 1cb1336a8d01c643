"""Why a cell is decided, or a log impossible: a smallest set of events that forces it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from syllogos.clue.belief import Contradiction, Mark
from syllogos.clue.deals import ENVELOPE, TableLog, breach
from syllogos.clue.deduction.facts import (
    Facts,
    Mode,
    cards_mask,
    close,
    deny,
    give,
    holder_index,
    opening,
    possible,
    set_up_conflict,
    tell,
)

Events = tuple[int, ...]
"""Indices into the events of a log."""


@dataclass(frozen=True)
class Reason:
    """A decided cell and events that force it; with any of them left out it would be open.

    ``events`` is empty when the set-up alone forces the cell.
    """

    card: str
    holder: str
    mark: Mark
    events: Events
    say: str


def reason(log: TableLog, card: str, holder: str, mark: Mark) -> Reason:
    """Why ``card`` is (``YES``) or is not (``NO``) with ``holder``, in a consistent log."""
    where, at = cards_mask(log.table, [card]), holder_index(log.table, holder)
    change = deny if mark == "YES" else give

    def forced(events: Events) -> bool:
        facts = facts_of(log, events)
        return facts is None or not has_deal(change(facts, at, where))

    events = minimal(forced, len(log.events))
    place = "in the envelope" if holder == ENVELOPE else f"with {holder}"
    head = f"{card} is {'' if mark == 'YES' else 'not '}{place}"
    return Reason(card, holder, mark, events, _told(head, log, events))


def contradiction(log: TableLog, mode: Mode = "full") -> Contradiction:
    """The first event after which no deal is left, and a smallest set of events to blame."""

    def test(facts: Facts) -> bool:
        return has_deal(facts) if mode == "full" else close(facts, mode) is not None

    def impossible(events: Events) -> bool:
        facts = facts_of(log, events)
        return facts is None or not test(facts)

    events = minimal(impossible, len(log.events))
    return Contradiction(max(events, default=-1), events, _told("No deal is left", log, events))


def minimal(test: Callable[[Events], bool], n: int) -> Events:
    """A smallest set of the events 0..n-1 that passes a monotone test, by inclusion.

    First the shortest prefix that passes, then QuickXplain (Junker 2004) within it.
    """
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if test(tuple(range(middle))):
            high = middle
        else:
            low = middle + 1
    if low == 0:
        return ()
    # The prefix's last event is needed, or a shorter prefix would have passed.
    last = low - 1
    return tuple(sorted((last, *_explain(test, (last,), tuple(range(last)), fresh=True))))


def has_deal(facts: Facts) -> bool:
    """Whether a deal meets the facts."""
    return possible(facts) is not None


def facts_of(log: TableLog, events: Sequence[int]) -> Facts | None:
    """The facts of some of the events; None when the set-up is impossible."""
    facts = opening(log.table)
    for i in events:
        facts = facts and tell(facts, log.table, log.events[i])
    return facts


def _explain(test: Callable[[Events], bool], given: Events, among: Events, *, fresh: bool) -> Events:
    if fresh and test(tuple(sorted(given))):
        return ()
    if len(among) <= 1:
        return among
    older, newer = among[: len(among) // 2], among[len(among) // 2 :]
    from_older = _explain(test, (*given, *newer), older, fresh=True)
    from_newer = _explain(test, (*given, *from_older), newer, fresh=bool(from_older))
    return (*from_older, *from_newer)


def _told(head: str, log: TableLog, events: Events) -> str:
    if not events:
        return f"{head}: {set_up_conflict(log.table) or 'the set-up alone says so'}."
    broken = {i: f" ({wrong})" for i in events if (wrong := breach(log.events[i]))}
    lines = [f"  event {i}: {log.events[i]}{broken.get(i, '')}" for i in events]
    return "\n".join([f"{head}, because of", *lines])
