"""The record of a game: what was played, as a value and as JSON, and nothing of when or where.

Every event and note also says itself in words, so that a reader of a run can show any game, even
one whose plugin is gone.  As JSON:

``{schema, key, seed, status, log: [{kind, say, what, to}], turns: [{seat: [attempt]}],
begun: [length of the log at each turn], outcome: {end, scores} | null}`` with
``attempt = {move, fault, because, refused, verdicts, notes: [{kind, say, what}], tried: [attempt]}``;
``fault`` is the reply's own, ``refused`` the review's, ``tried`` the agent's own refinement, whose
last step is this attempt: its verdicts stand with the review's.  ``notes`` is there only where a
referee left some.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError

from syllogos.contract import (
    SCHEMA,
    Attempt,
    Decision,
    Ending,
    Event,
    Fault,
    FaultKind,
    Log,
    Outcome,
    Review,
    Seat,
    Trace,
)
from syllogos.match.record_shape import check_record
from syllogos.text.plain import canonical, plain
from syllogos.verdict import Bounds, Isolation, Status, Verdict

FOLDED = "…"
"""Stands for a long text of a stored record that was left in the store; see ``folded_record``."""


@dataclass(frozen=True)
class Record:
    """A game as it was played.  It holds no clock and no host: equal inputs, equal bytes.

    ``begun`` is the length of the log when each turn began, so that events and turns interleave;
    records of old have none.
    """

    schema: int
    key: str
    seed: int
    log: Log
    turns: tuple[Mapping[Seat, Trace[object]], ...]
    outcome: Outcome | None
    status: Ending
    begun: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The JSON form; see the module's documentation for its shape."""
        log = [event_to_json(event) for event in self.log]
        turns = [turn_to_json(turn) for turn in self.turns]
        begun = list(self.begun)
        return record_of(self.key, self.seed, self.status, log, turns, begun, self.outcome)


PLAIN: Mapping[str, type] = {kind.__name__: kind for kind in (str, int, float, bool)}
"""Types of events that say what they are themselves."""


@dataclass(frozen=True)
class Recorded:
    """An event or a note of a type that is not known here: as its record holds it."""

    kind: str
    say: str
    what: Any

    def __str__(self) -> str:
        return self.say


def record_from_json(held: object, types: Iterable[type] = ()) -> Record:
    """A record from its JSON form; what :meth:`Record.to_json` gives reads back equal in every byte.

    Events and notes whose kind is the name of one of ``types`` (a game's own, ``make.events``)
    become such values, by the type's ``from_plain`` where its fields alone do not say how; all
    others stay :class:`Recorded`, and moves stay plain.

    Raises:
        ValueError: it has not the shape of a record; the message names the place.

    >>> record_from_json({"status": "finished", "log": 7, "turns": [], "outcome": None})
    Traceback (most recent call last):
    ValueError: log: Input should be a valid list
    """
    shaped, known = check_record(held), {_kind(of): of for of in types}
    outcome = shaped["outcome"]
    return Record(
        shaped.get("schema", SCHEMA),
        shaped.get("key", ""),
        shaped.get("seed", 0),
        tuple(_event(event, f"log.{i}", known) for i, event in enumerate(shaped["log"])),
        tuple(_turn(turn, f"turns.{i}", known) for i, turn in enumerate(shaped["turns"])),
        None if outcome is None else _outcome(outcome),
        shaped["status"],
        tuple(shaped.get("begun") or ()),
    )


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
    return {str(seat): [_attempt_json(a) for a in trace.attempts] for seat, trace in turn.items()}


def event_to_json(event: Event) -> dict[str, Any]:
    """The JSON form of one event; ``say`` is its text form, ``kind`` the name of its type."""
    return {**_said(event.what), "to": plain(event.to)}


def kind_of(what: object) -> str:
    """The name of the type of an event or a note, also of one that is only :class:`Recorded`.

    A type whose ``recorded_as`` names it goes by that, so that renaming it in code leaves the
    records of old runs readable.
    """
    return what.kind if isinstance(what, Recorded) else _kind(type(what))


def _kind(of: type) -> str:
    named: str = getattr(of, "recorded_as", of.__name__)
    return named


def plain_of(what: object) -> Any:
    """An event or a note as plain values, also of one that is only :class:`Recorded`."""
    return what.what if isinstance(what, Recorded) else plain(what)


def in_words(what: object) -> str:
    """How an event says itself: by its own ``__str__``, a text as it is, else as JSON.

    The text form that Python gives by default depends on hash randomisation (sets), so it is
    never recorded.
    """
    own = type(what).__str__ not in (object.__str__, type(what).__repr__)
    return str(what) if own or isinstance(what, str | int | float) else canonical(what)


def fault_of(attempt: Attempt[object]) -> Fault | None:
    """The fault of an attempt: its check's, or its own."""
    move = attempt.decision.move
    return attempt.review.fault or (move if isinstance(move, Fault) else None)


def verdicts_of(attempt: Attempt[object]) -> tuple[Verdict[object], ...]:
    """What was found of an attempt: by its review, and by the last step of the agent's own refinement."""
    tried = attempt.decision.tried
    return (*attempt.review.verdicts, *(tried[-1].review.verdicts if tried else ()))


def _said(what: object) -> dict[str, Any]:
    return {"kind": kind_of(what), "say": in_words(what), "what": plain_of(what)}


def _attempt_json(attempt: Attempt[object]) -> dict[str, Any]:
    move, notes = attempt.decision.move, attempt.review.notes
    return {
        "move": None if isinstance(move, Fault) else plain(move),
        "fault": _fault_json(move) if isinstance(move, Fault) else None,
        "because": attempt.decision.because,
        "refused": _fault_json(attempt.review.fault),
        "verdicts": [_verdict_to_json(verdict) for verdict in verdicts_of(attempt)],
        **({"notes": [_said(note) for note in notes]} if notes else {}),
        "tried": [_attempt_json(a) for a in attempt.decision.tried],
    }


def _fault_json(fault: Fault | None) -> dict[str, str] | None:
    # The reply behind a fault is in the journal.
    return {"kind": fault.kind, "say": fault.say} if fault else None


def _event(held: Mapping[str, Any], place: str, known: Mapping[str, type]) -> Event:
    to = held["to"]
    return Event(_what(held, place, known), None if to is None else frozenset(map(Seat, to)))


def _what(held: Mapping[str, Any], place: str, known: Mapping[str, type]) -> object:
    """An event or a note, of its own type where that is known."""
    kind = known.get(held["kind"]) or PLAIN.get(held["kind"])
    if kind in PLAIN.values() and type(held["what"]) is kind:
        return held["what"]
    if kind is None or kind in PLAIN.values():
        return Recorded(held["kind"], _text(held["say"]), held["what"])
    if own := getattr(kind, "from_plain", None):
        try:
            return own(held["what"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{place}.{kind.__name__}: {error}"[:200]) from None
    try:
        return _reader(kind).validate_python(held["what"])
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        inside = ".".join(str(part)[:40] for part in (place, kind.__name__, *first["loc"][:12]))
        raise ValueError(f"{inside}: {first['msg']}"[:200]) from None


@lru_cache(maxsize=256)
def _reader(kind: type) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _turn(turn: Mapping[str, Any], place: str, known: Mapping[str, type]) -> dict[Seat, Trace[object]]:
    return {
        Seat(int(seat)): Trace(
            tuple(_attempt(a, f"{place}.{seat}.{i}", known) for i, a in enumerate(attempts))
        )
        for seat, attempts in turn.items()
    }


def _attempt(held: Mapping[str, Any], place: str, known: Mapping[str, type]) -> Attempt[object]:
    tried = tuple(_attempt(a, f"{place}.tried.{i}", known) for i, a in enumerate(held.get("tried", ())))
    verdicts = tuple(map(_verdict, held["verdicts"]))
    own = tried[-1].review.verdicts if tried else ()
    if own and verdicts[-len(own) :] == own:
        verdicts = verdicts[: -len(own)]
    notes = (_what(note, f"{place}.notes.{i}", known) for i, note in enumerate(held.get("notes", ())))
    fault = _fault(held["fault"])
    return Attempt(
        Decision(held["move"] if fault is None else fault, _text(held["because"]), tried),
        Review(_fault(held["refused"]), verdicts, tuple(notes)),
    )


def _fault(held: Mapping[str, Any] | None) -> Fault | None:
    # A kind that only a later version knows stays what it is.
    return Fault(cast(FaultKind, held["kind"]), _text(held["say"])) if held else None


def _verdict(held: Mapping[str, Any]) -> Verdict[object]:
    return Verdict(
        Status(held["status"]),
        held.get("answer"),
        held.get("evidence"),
        _text(held.get("reason") or ""),
        _text(held.get("engine") or ""),
        cast(Isolation, held.get("isolation", "none")),
        held.get("stable", True),
        Bounds(**held["bounds"]) if held.get("bounds") else None,
    )


def _verdict_to_json(verdict: Verdict[object]) -> dict[str, Any]:
    """A verdict, its bounds only where it has some: older records have none."""
    held: dict[str, Any] = plain(verdict)
    return {key: value for key, value in held.items() if key != "bounds" or value is not None}


def _outcome(held: Mapping[str, Any]) -> Outcome:
    scores = held["scores"].items()
    return Outcome(_text(held["end"]), {Seat(int(s)): float(v) for s, v in scores if v is not None})


def _text(held: object) -> str:
    return held if isinstance(held, str) else FOLDED
