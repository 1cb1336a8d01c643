"""A run as six tidy tables: what a notebook loads and what ``syllogos export`` writes.

A row is a frozen dataclass; its fields are the columns, documented in ``docs/frames.md``.  New
columns may come; a column that changes its meaning raises :data:`VERSION`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from syllogos.contract import Attempt, Fault
from syllogos.errors import StoreError
from syllogos.experiment.reading import CallRow, calls_of, record_json, times
from syllogos.match.record import Record, fault_of, record_from_json, verdicts_of
from syllogos.metrics.games import GameResult, Usage
from syllogos.reporting.gather import gather
from syllogos.store.rows import short
from syllogos.store.store import Store
from syllogos.text.plain import canonical, plain

VERSION = 2
"""2: measures; tokens that a server did not count are null, and so is every sum of them."""


@dataclass(frozen=True)
class GameRow:
    """One planned game."""

    key: str
    experiment: str
    condition: str
    cell: str
    repetition: int
    seed: int
    game: str
    status: str
    kind: str
    end: str
    turns: int
    missing: int
    calls: int
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None
    started: float | None
    seconds: float | None
    error: str


@dataclass(frozen=True)
class SeatRow:
    """One seat of one game."""

    key: str
    condition: str
    cell: str
    repetition: int
    seed: int
    seat: int
    agent: str
    models: str
    score: float | None
    turns: int
    missing: int
    attempts: int
    faults: int
    calls: int
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None


@dataclass(frozen=True)
class TurnRow:
    """One attempt of one seat at one turn; ``inner`` counts within the agent's own refinement."""

    key: str
    turn: int
    seat: int
    seat_turn: int
    attempt: int
    inner: int | None
    stood: bool
    move: str | None
    fault: str | None
    say: str
    because: str


@dataclass(frozen=True)
class CallsRow:
    """One call of a model, as it was journalled."""

    key: str
    seat: int
    seat_turn: int
    n: int
    role: str
    model: str
    messages: str
    text: str
    reasoning: str
    fault: str | None
    finish: str | None
    finish_said: str
    tokens_in: int | None
    tokens_out: int | None
    tokens_reasoning: int | None
    cost: float | None
    cached: bool
    started: float | None
    seconds: float | None


@dataclass(frozen=True)
class VerdictRow:
    """One verdict: of a referee on an attempt, or of a solver that a seat asked."""

    key: str
    seat: int
    seat_turn: int
    source: str
    attempt: int | None
    status: str
    engine: str
    isolation: str
    stable: bool
    reason: str
    answer: str | None
    evidence: str | None


@dataclass(frozen=True)
class MeasureRow:
    """One row of what a game measures of itself; ``seed`` and ``cell`` as in its row of games."""

    key: str
    condition: str
    cell: str
    repetition: int
    seed: int
    player: str
    measure: str
    value: float
    out_of: float
    unit: str


ROWS: Mapping[str, type] = {
    "games": GameRow,
    "seats": SeatRow,
    "turns": TurnRow,
    "calls": CallsRow,
    "verdicts": VerdictRow,
    "measures": MeasureRow,
}
"""The tables by name."""


@dataclass(frozen=True)
class GamePart:
    """What one game adds to each table."""

    games: GameRow
    seats: tuple[SeatRow, ...]
    turns: tuple[TurnRow, ...] = ()
    calls: tuple[CallsRow, ...] = ()
    verdicts: tuple[VerdictRow, ...] = ()
    measures: tuple[MeasureRow, ...] = ()
    record: Mapping[str, Any] | None = None
    problem: str = ""


def columns(table: str) -> tuple[str, ...]:
    """The columns of a table, in order."""
    return tuple(field.name for field in fields(ROWS[table]))


def parts(store: Store) -> Iterator[GamePart]:
    """The run game by game, in the order of the plan; of a damaged game what can be read."""
    run, when = gather(store), times(store)
    for game in run.games:
        head = _game(run.name, game, *when.get(game.key, (None, None)))
        seats, measures = tuple(_seats(game)), tuple(_measures(game))
        problem = game.error if game.status == "damaged" else ""
        try:
            calls = list(calls_of(store, game.key))
        except StoreError as error:
            calls, problem = [], str(error)
        try:
            held = record_json(store, game.key)
            turns = list(_attempts(record_from_json(held))) if held else []
            yield GamePart(
                head,
                seats,
                tuple(row for place, attempt in turns for row in _turn(game.key, place, attempt)),
                tuple(_call(game.key, call) for call in calls if call.kind == "complete"),
                (
                    *(row for place, attempt in turns for row in _reviews(game.key, place, attempt)),
                    *(_asked(game.key, call) for call in calls if call.kind == "ask"),
                ),
                measures,
                held,
                problem,
            )
        except (StoreError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            yield GamePart(
                head, seats, measures=measures, problem=f"game {game.key} is damaged: {short(error)}"
            )


def _game(experiment: str, game: GameResult, started: float | None, ended: float | None) -> GameRow:
    used = game.usage
    return GameRow(
        game.key, experiment, game.condition, canonical(game.cell), game.repetition, game.seed, game.game,
        game.status, game.kind, game.end, game.turns, sum(len(seat.missing) for seat in game.seats),
        used.calls, *_tokens(used), None if used.unpriced else used.cost, started,
        None if started is None or ended is None else ended - started, game.error,
    )  # fmt: skip


def _seats(game: GameResult) -> Iterator[SeatRow]:
    for seat in game.seats:
        used = seat.usage
        yield SeatRow(
            game.key, game.condition, canonical(game.cell), game.repetition, game.seed, seat.seat, seat.agent,
            seat.models, seat.score, len(seat.attempts), len(seat.missing), sum(seat.attempts),
            sum(seat.faults.values()), used.calls, *_tokens(used), None if used.unpriced else used.cost,
        )  # fmt: skip


def _tokens(used: Usage) -> tuple[int | None, int | None]:
    return (None, None) if used.uncounted else (used.tokens_in, used.tokens_out)


Place = tuple[int, int, int, int]
"""Turn of the game, seat, turn of the seat (which journalled calls go by), attempt."""


def _measures(game: GameResult) -> Iterator[MeasureRow]:
    for row in game.measures:
        yield MeasureRow(
            game.key, game.condition, canonical(game.cell), game.repetition, game.seed, row.player, row.name,
            float(row.value), float(row.out_of), row.unit,
        )  # fmt: skip


def _attempts(record: Record) -> Iterator[tuple[Place, Attempt[object]]]:
    own: Counter[int] = Counter()
    for number, turn in enumerate(record.turns):
        for seat, trace in sorted(turn.items()):
            for i, attempt in enumerate(trace.attempts):
                yield (number, seat, own[seat], i), attempt
            own[seat] += 1


def _turn(key: str, place: Place, attempt: Attempt[object]) -> Iterator[TurnRow]:
    steps: Sequence[tuple[int | None, Attempt[object]]] = [
        *enumerate(attempt.decision.tried[:-1]),
        (None, attempt),
    ]
    for inner, step in steps:
        fault, move = fault_of(step), step.decision.move
        shown = None if move is None or isinstance(move, Fault) else _text(move)
        kind, say = (fault.kind, fault.say) if fault else (None, "")
        stood = fault is None and inner is None
        yield TurnRow(key, *place, inner, stood, shown, kind, say, step.decision.because)


def _reviews(key: str, place: Place, attempt: Attempt[object]) -> Iterator[VerdictRow]:
    for step in (*attempt.decision.tried[:-1], attempt):
        for verdict in verdicts_of(step):
            yield _verdict(key, place[1], place[2], "review", place[3], plain(verdict))


def _asked(key: str, call: CallRow) -> VerdictRow:
    return _verdict(key, call.seat, call.turn, call.what, None, call.answer)


def _verdict(
    key: str, seat: int, turn: int, source: str, attempt: int | None, verdict: Mapping[str, Any]
) -> VerdictRow:
    answer, evidence = verdict.get("answer"), verdict.get("evidence")
    stable, isolation = bool(verdict.get("stable", True)), str(verdict.get("isolation", "none"))
    return VerdictRow(
        key, seat, turn, source, attempt, str(verdict["status"]), str(verdict.get("engine", "")), isolation,
        stable, str(verdict.get("reason", "")), None if answer is None else _text(answer),
        None if evidence is None else _text(evidence),
    )  # fmt: skip


def _call(key: str, call: CallRow) -> CallsRow:
    answer = call.answer
    fault = str(answer["kind"]) if "kind" in answer else None
    reply = (answer["reply"] if fault else answer) or {}
    messages = json.dumps([{"role": role, "text": text} for role, text in call.request], ensure_ascii=False)
    return CallsRow(
        key, call.seat, call.turn, call.n, call.what, str(reply.get("model", "")), messages,
        str(reply.get("text", "")), str(reply.get("reasoning", "")), fault, reply.get("finish"),
        str(reply.get("finish_said", "")), call.tokens_in, call.tokens_out, reply.get("tokens_reasoning"),
        call.cost, call.cached, call.started, call.seconds,
    )  # fmt: skip


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
