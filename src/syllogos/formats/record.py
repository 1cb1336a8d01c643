"""A record as JSON.  Every event also says itself in words, so that a reader of a run can
show any game, even one whose plugin is gone.

``{schema, key, seed, status, log: [{kind, say, what, to}], turns: [{seat: [attempt]}],
outcome: {end, scores} | null}`` with
``attempt = {move, fault, because, refused, verdicts, tried: [attempt]}``; ``fault`` is the
reply's own, ``refused`` the review's, ``tried`` the agent's own refinement.
"""

from __future__ import annotations

from typing import Any

from syllogos.formats.plain import plain
from syllogos.rules import Attempt, Event, Fault, Record


def record_to_json(record: Record) -> dict[str, Any]:
    """The JSON form of ``record``; see the module's documentation for its shape."""
    return {
        "schema": record.schema,
        "key": record.key,
        "seed": record.seed,
        "status": record.status,
        "log": [event_to_json(event) for event in record.log],
        "turns": [
            {str(seat): [_attempt(a) for a in trace.attempts] for seat, trace in turn.items()}
            for turn in record.turns
        ],
        "outcome": plain(record.outcome),
    }


def event_to_json(event: Event) -> dict[str, Any]:
    """The JSON form of one event; ``say`` is its text form, ``kind`` the name of its type."""
    return {
        "kind": type(event.what).__name__,
        "say": str(event.what),
        "what": plain(event.what),
        "to": plain(event.to),
    }


def _attempt(attempt: Attempt[object]) -> dict[str, Any]:
    move = attempt.decision.move
    return {
        "move": None if isinstance(move, Fault) else plain(move),
        "fault": _fault(move) if isinstance(move, Fault) else None,
        "because": attempt.decision.because,
        "refused": _fault(attempt.review.fault),
        "verdicts": plain(attempt.review.verdicts),
        "tried": [_attempt(a) for a in attempt.decision.tried],
    }


def _fault(fault: Fault | None) -> dict[str, str] | None:
    # The reply behind a fault is in the journal.
    return {"kind": fault.kind, "say": fault.say} if fault else None
