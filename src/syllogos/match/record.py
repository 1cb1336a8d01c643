"""A record as JSON.  Every event also says itself in words, so that a reader of a run can
show any game, even one whose plugin is gone.

``{schema, key, seed, status, log: [{kind, say, what, to}], turns: [{seat: [attempt]}],
begun: [length of the log at each turn], outcome: {end, scores} | null}`` with
``attempt = {move, fault, because, refused, verdicts, tried: [attempt]}``; ``fault`` is the
reply's own, ``refused`` the review's, ``tried`` the agent's own refinement, whose last
step is this attempt: its verdicts stand with the review's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from syllogos.contract import SCHEMA, Attempt, Ending, Event, Fault, Outcome, Record, Seat, Trace
from syllogos.text.plain import canonical, plain


def record_to_json(record: Record) -> dict[str, Any]:
    """The JSON form of ``record``; see the module's documentation for its shape."""
    log = [event_to_json(event) for event in record.log]
    turns = [turn_to_json(turn) for turn in record.turns]
    begun = list(record.begun)
    return record_of(record.key, record.seed, record.status, log, turns, begun, record.outcome)


def record_of(
    key: str,
    seed: int,
    status: Ending,
    log: list[dict[str, Any]],
    turns: list[dict[str, Any]],
    begun: list[int],
    outcome: Outcome | None,
) -> dict[str, Any]:
    """The JSON form of a record, from the JSON of its events and turns."""
    return {
        "schema": SCHEMA,
        "key": key,
        "seed": seed,
        "status": status,
        "log": log,
        "turns": turns,
        "begun": begun,
        "outcome": plain(outcome),
    }


def turn_to_json(turn: Mapping[Seat, Trace[object]]) -> dict[str, Any]:
    """The JSON form of one turn: the attempts of each seat that moved."""
    return {str(seat): [_attempt(a) for a in trace.attempts] for seat, trace in turn.items()}


def event_to_json(event: Event) -> dict[str, Any]:
    """The JSON form of one event; ``say`` is its text form, ``kind`` the name of its type."""
    return {
        "kind": type(event.what).__name__,
        "say": in_words(event.what),
        "what": plain(event.what),
        "to": plain(event.to),
    }


def in_words(what: object) -> str:
    """How an event says itself: by its own ``__str__``, a text as it is, else as JSON.

    The text form that Python gives by default depends on hash randomisation (sets), so it is
    never recorded.
    """
    own = type(what).__str__ not in (object.__str__, type(what).__repr__)
    return str(what) if own or isinstance(what, str | int | float) else canonical(what)


def _attempt(attempt: Attempt[object]) -> dict[str, Any]:
    move = attempt.decision.move
    own = attempt.decision.tried[-1].review.verdicts if attempt.decision.tried else ()
    return {
        "move": None if isinstance(move, Fault) else plain(move),
        "fault": _fault(move) if isinstance(move, Fault) else None,
        "because": attempt.decision.because,
        "refused": _fault(attempt.review.fault),
        "verdicts": plain((*attempt.review.verdicts, *own)),
        "tried": [_attempt(a) for a in attempt.decision.tried],
    }


def _fault(fault: Fault | None) -> dict[str, str] | None:
    # The reply behind a fault is in the journal.
    return {"kind": fault.kind, "say": fault.say} if fault else None
