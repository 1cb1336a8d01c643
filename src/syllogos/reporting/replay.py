"""One game for a page, from its record alone: events with their audience, every attempt, what was found.

A record says each event in words (``say``, ``to``), so any game can be shown, also one whose plugin
is gone.  The values here are text; the template ``replay.html.j2`` lays them out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from syllogos.contract import Attempt, Event, Fault, Seat, Trace, total
from syllogos.experiment.reading import CallRow
from syllogos.gametheory.payoff_table import PayoffTable
from syllogos.match.record import Record, fault_of, in_words, verdicts_of
from syllogos.match.referees import judged_seat
from syllogos.metrics.games import GameResult, SeatResult
from syllogos.metrics.table import named, shown
from syllogos.reporting.drawing import player_look
from syllogos.reporting.html import LONGEST, shortened
from syllogos.reporting.marking import Finding, Piece, findings_of, is_check, pieces
from syllogos.text.plain import plain
from syllogos.verdict import Verdict

Calls = Mapping[tuple[int, int], Sequence[CallRow]]
"""Journalled calls by seat and the number of the seat's own turn; at -1 those of no turn, as of referees."""


NO_TURN = -1


@dataclass(frozen=True)
class SeatLine:
    """Who sat where, and the score in words."""

    number: int
    look: str
    player: str
    score: str


@dataclass(frozen=True)
class EventLine:
    """An event in words; no ``audience`` is everybody."""

    audience: str
    say: str


@dataclass(frozen=True)
class FaultLine:
    """What was wrong."""

    kind: str
    say: str


@dataclass(frozen=True)
class VerdictFold:
    """A verdict, folded; ``parts`` are named texts."""

    status: str
    engine: str
    reason: str
    parts: tuple[tuple[str, str], ...]
    limits: str


@dataclass(frozen=True)
class AttemptLine:
    """One attempt at a turn, and what the agent tried before it by itself.

    ``said`` is its reasoning in pieces where the agent noted what is true and false in it, and
    ``findings`` those sentences, by number, that are not true; the reasoning is then told openly.
    """

    move: str | None
    fault: FaultLine | None
    verdicts: tuple[VerdictFold, ...]
    notes: tuple[str, ...]
    because: str
    said: tuple[Piece, ...]
    findings: tuple[tuple[int, Finding], ...]
    earlier: tuple[AttemptLine, ...]


@dataclass(frozen=True)
class CallFold:
    """A journalled call: named texts that were asked, then a fault, a thought, what was said."""

    asked: tuple[tuple[str, str], ...]
    head: str = ""
    fault: FaultLine | None = None
    thought: str = ""
    said: str | None = None


@dataclass(frozen=True)
class SeatTurn:
    """What a seat did in a turn; ``calls`` are folded under ``called``."""

    number: int
    look: str
    agent: str
    attempts: tuple[AttemptLine, ...]
    called: str
    calls: tuple[CallFold, ...]


@dataclass(frozen=True)
class TurnLine:
    """A turn, and the events that it caused."""

    number: int
    seats: tuple[SeatTurn, ...]
    events: tuple[EventLine, ...] = ()


@dataclass(frozen=True)
class Beside:
    """What was asked and said of a seat beside its turns, as by referees."""

    seat: int
    calls: tuple[CallFold, ...]


@dataclass(frozen=True)
class GameCourse:
    """Events before the first turn, then the turns; all events are ``before`` where no order is known."""

    before: tuple[EventLine, ...]
    turns: tuple[TurnLine, ...]
    ordered: bool
    beside: tuple[Beside, ...] = ()


@dataclass(frozen=True)
class Article:
    """One game on a page, and its line in the list.

    ``view`` is what the game drew of itself: markup of :mod:`syllogos.reporting.html`, or text.
    """

    key: str
    label: str
    state: str
    good: bool
    words: str
    end: str
    facts: tuple[str, ...]
    seats: tuple[SeatLine, ...]
    error: str
    course: GameCourse | None
    view: object
    payoffs: PayoffTable | None


def article(
    game: GameResult,
    record: Record | None,
    calls: Calls,
    view: object = "",
    payoffs: PayoffTable | None = None,
    *,
    prompts: bool,
) -> Article:
    """The article of one game.

    Args:
        game: who played, and how it went.
        record: None for a game that has none yet.
        calls: what the models were asked and said.
        view: what the game's own plugin made of the record, shown first.
        payoffs: what the game pays, if its plugin says so.
        prompts: show the whole conversations; else only the replies behind faulty attempts.
    """
    course = _course(game, record, calls, prompts) if record is not None else None
    good = game.kind == "played"
    words = [game.condition, *map(str, game.cell.values()), game.kind, game.end, game.key]
    words += [seat.player for seat in game.seats]
    return Article(
        game.key,
        _label(game),
        (game.end or game.status) if good else game.kind,
        good,
        " ".join(words).lower(),
        "" if good else game.end,
        tuple(_facts(game)),
        tuple(map(_seat_line, game.seats)),
        game.error,
        course,
        view,
        payoffs,
    )


def by_turn(calls: Iterable[CallRow], seats: int) -> Calls:
    """Calls by seat and own turn; referees' go with the seat they judge, one of so many ``seats``."""
    rows: dict[tuple[int, int], list[CallRow]] = {}
    for call in calls:
        turn = call.turn if call.seat >= 0 else NO_TURN
        rows.setdefault((judged_seat(call.seat, seats), turn), []).append(call)
    return rows


def _label(game: GameResult) -> str:
    """A game in a line of the list: its condition, its cell, its repetition."""
    cell = ", ".join(map(named, game.cell.values()))
    return " · ".join(filter(None, (game.condition, cell, str(game.repetition + 1))))


def _facts(game: GameResult) -> Iterable[str]:
    yield game.game
    yield f"{game.turns} turns"
    if game.usage.calls:
        yield f"{game.usage.calls} calls, {_tokens(game.usage.tokens)}"
    yield f"seed {game.seed}"


def _seat_line(seat: SeatResult) -> SeatLine:
    score = "" if seat.score is None else shown(seat.score)
    return SeatLine(seat.seat, player_look(seat.seat), seat.player, score)


def _course(game: GameResult, record: Record, calls: Calls, prompts: bool) -> GameCourse:
    """Events and decisions in the order they came, or one after the other where a record has no order."""
    turns = _turns(game, record.turns, calls, prompts)
    events = tuple(map(_event, record.log))
    begun, beside = record.begun, tuple(_beside(calls)) if prompts else ()
    if len(begun) != len(turns):
        lines_only = tuple(TurnLine(n, seats) for n, seats in enumerate(turns, 1))
        return GameCourse(events, lines_only, ordered=False, beside=beside)
    cuts = [*begun, len(events)]
    caused = [events[a:b] for a, b in pairwise(cuts)]
    lines = (TurnLine(n, *line) for n, line in enumerate(zip(turns, caused, strict=True), 1))
    return GameCourse(events[: cuts[0]], tuple(lines), ordered=True, beside=beside)


def _beside(calls: Calls) -> Iterable[Beside]:
    """What was asked and said beside the turns, seat by seat."""
    for (seat, turn), said in sorted(calls.items()):
        if turn == NO_TURN:
            yield Beside(seat, tuple(_call(call, prompts=True) for call in said))


def _event(event: Event) -> EventLine:
    to, say = event.to, in_words(event.what)
    if to is None:
        return EventLine("", say)
    return EventLine("to " + ", ".join(map(str, sorted(to))) if to else "record only", say)


def _turns(
    game: GameResult, turns: Sequence[Mapping[Seat, Trace[object]]], calls: Calls, prompts: bool
) -> list[tuple[SeatTurn, ...]]:
    """Who moved in each turn; own turns are counted to find the calls behind them."""
    own: Counter[int] = Counter()
    lines = []
    for turn in turns:
        seats = []
        for seat, trace in sorted(turn.items()):
            said = calls.get((seat, own[seat]), ())
            own[seat] += 1
            seats.append(_seat(game, seat, trace.attempts, said, prompts))
        lines.append(tuple(seats))
    return lines


def _seat(
    game: GameResult, seat: int, attempts: Sequence[Attempt[object]], calls: Sequence[CallRow], prompts: bool
) -> SeatTurn:
    agent = game.seats[seat].agent if seat < len(game.seats) else ""
    checks = iter([call.request for call in calls if call.kind == "note" and is_check(call.request)])
    lines = tuple(_attempt(attempt, checks) for attempt in attempts)
    if not prompts:
        faulty = any(fault_of(attempt) for attempt in attempts)
        calls = [call for call in calls if _adds(call, attempts)] if faulty else []
    return SeatTurn(
        seat,
        player_look(seat),
        agent,
        lines,
        "what was asked and said" if prompts else "what the model said",
        tuple(_call(call, prompts) for call in calls),
    )


def _adds(call: CallRow, attempts: Sequence[Attempt[object]]) -> bool:
    """Whether a call's reply says something that no attempt's reasoning says already."""
    answer = call.answer
    reply = answer.get("reply") if "kind" in answer else answer
    text = str((reply or {}).get("text", "")).strip()
    return (
        call.kind == "complete" and bool(text) and all(text != a.decision.because.strip() for a in attempts)
    )


def _attempt(attempt: Attempt[object], checks: Iterator[object]) -> AttemptLine:
    """An attempt in words; ``checks`` are the agent's notes on its reasonings that are still to come."""
    decision, fault = attempt.decision, fault_of(attempt)
    earlier = tuple(_attempt(one, checks) for one in decision.tried[:-1])
    # An agent checks what it reasoned where it came to a move; a reply without one it asks for anew.
    note = None if isinstance(decision.move, Fault) else next(checks, None)
    found = findings_of(note, decision.because) or ()
    return AttemptLine(
        _move(decision.move),
        FaultLine(fault.kind, fault.say) if fault else None,
        tuple(map(_verdict, verdicts_of(attempt))),
        tuple(map(in_words, attempt.review.notes)),
        decision.because,
        _marked(decision.because, found),
        tuple((n, one) for n, one in enumerate(found) if one.verdict != "TRUE"),
        earlier,
    )


def _marked(text: str, found: Sequence[Finding]) -> tuple[Piece, ...]:
    """A reasoning, as much of it as a page shows, with what was found marked; empty where nothing was."""
    return tuple(pieces(shortened(text), [one for one in found if one.end <= LONGEST])) if found else ()


def _move(move: object) -> str | None:
    """The move in words; None where there was none."""
    if move is None or isinstance(move, Fault):
        return None
    return move if isinstance(move, str) else json.dumps(move, ensure_ascii=False)


def _verdict(verdict: Verdict[object]) -> VerdictFold:
    named_values = (("answer", verdict.answer), ("evidence", verdict.evidence))
    return VerdictFold(
        verdict.status,
        verdict.engine,
        verdict.reason,
        tuple((name, _indented(plain(value))) for name, value in named_values if value is not None),
        f"isolation: {verdict.isolation}" + ("" if verdict.stable else ", stopped by a clock"),
    )


def _call(call: CallRow, prompts: bool) -> CallFold:
    asked: tuple[tuple[str, str], ...] = ()
    if prompts and call.kind == "complete":
        asked = tuple((str(role), str(text)) for role, text in call.request)
    elif prompts:
        asked = ((f"{call.kind} {call.what}", _pretty(call.request)),)
    if call.kind == "note":
        return CallFold(asked)
    if call.kind == "embed" and isinstance(call.answer, dict) and "shape" in call.answer:
        shape = " × ".join(map(str, call.answer["shape"]))
        return CallFold(asked, _answered(call), said=f"vectors: {shape}")
    if call.kind != "complete" or not isinstance(call.answer, dict):
        return CallFold(asked, _answered(call), said=_pretty(call.answer))
    answer = call.answer
    failed = "kind" in answer
    reply = answer.get("reply") if failed else answer
    fault = FaultLine(str(answer["kind"]), str(answer["say"])) if failed else None
    if not isinstance(reply, dict):
        return CallFold(asked, _answered(call), fault)
    thought = str(reply.get("reasoning") or "")
    return CallFold(asked, _answered(call), fault, thought, str(reply.get("text", "")))


def _answered(call: CallRow) -> str:
    if call.kind != "complete":
        return "answer"
    return f"answer, {_tokens(total([call.tokens_in, call.tokens_out]))}"


def _tokens(count: int | None) -> str:
    return "tokens unknown" if count is None else f"{count:,} tokens"


def _pretty(value: object) -> str:
    return value if isinstance(value, str) else _indented(value)


def _indented(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
