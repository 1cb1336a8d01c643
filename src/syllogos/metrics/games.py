"""Games as the measures see them: a few numbers each, read from a run's rows and records.

What ended a game is kept apart by where it lies: with the game's own rules, with replies nobody
could read, with moves the rules forbid, with a service that failed, with the program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from syllogos.contract import Attempt, Measure, Seat
from syllogos.errors import StoreError
from syllogos.match.record import Record, fault_of

GroupKind = Literal[
    "played", "format violation", "refusal", "rule violation", "refuted", "limit", "API error", "crash",
    "damaged", "not finished",
]  # fmt: skip
KINDS: tuple[GroupKind, ...] = (
    "played", "format violation", "refusal", "rule violation", "refuted", "limit", "API error", "crash",
    "damaged", "not finished",
)  # fmt: skip
"""How a game went; the order is that of reports."""
OF_FAULT: Mapping[str, GroupKind] = {
    "empty": "format violation",
    "cut off": "format violation",
    "unparsable": "format violation",
    "refused": "refusal",
    "illegal": "rule violation",
    "refuted": "refuted",
    "limit": "limit",
}
OF_STATUS: Mapping[str, GroupKind] = {"crashed": "crash", "abandoned": "API error", "damaged": "damaged"}


@dataclass(frozen=True)
class Usage:
    """Model calls: ``cost`` in US dollars over those with a price, ``unpriced`` counts the others.

    Tokens are those that servers counted; ``uncounted`` are the calls with some that none did.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    unpriced: int = 0
    seconds: float = 0.0
    uncounted: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.cost + other.cost,
            self.unpriced + other.unpriced,
            self.seconds + other.seconds,
            self.uncounted + other.uncounted,
        )

    @property
    def tokens(self) -> int | None:
        """Tokens in and out, None when they are not all known."""
        return None if self.uncounted else self.tokens_in + self.tokens_out


@dataclass(frozen=True)
class SeatResult:
    """One seat of one game.

    Attributes:
        agent: the agent's name.
        models: the models of the roles it asks, ``role=model`` where there are more than one; empty
            for a strategy.
        score: None in a game that did not finish, or when the game gives this seat none.
        attempts: attempts at each of its turns, those of the agent's own refinement included.
        missing: the fault of the last attempt at each turn without a move.
        faults: attempts by kind of fault, whether or not a later one stood.
        usage: this seat's model calls.
    """

    seat: int
    agent: str
    models: str = ""
    score: float | None = None
    attempts: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    faults: Mapping[str, int] = field(default_factory=dict)
    usage: Usage = Usage()

    @property
    def player(self) -> str:
        """Agent and models, as rows of a report name them."""
        return f"{self.agent} ({self.models})" if self.models else self.agent


@dataclass(frozen=True)
class GameResult:
    """One planned game, played or not.

    ``code`` is the hash of the game's file when it is one of the user's own; ``usage`` includes a
    referee's calls; ``measures`` are the game's own.
    """

    key: str
    game: str
    condition: str
    cell: Mapping[str, object]
    repetition: int
    seed: int
    status: str
    seats: tuple[SeatResult, ...]
    end: str = ""
    turns: int = 0
    error: str = ""
    code: str = ""
    usage: Usage = Usage()
    measures: tuple[Measure, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether it came to an end by its own rules."""
        return self.status == "finished"

    @property
    def affected(self) -> bool:
        """Whether a seat's attempts ever ran out without a move, so that a substitute stood in."""
        return any(seat.missing for seat in self.seats)

    @property
    def kind(self) -> GroupKind:
        """How it went; a finished game with missing moves goes by the first kind that applies."""
        if not self.finished:
            return OF_STATUS.get(self.status, "not finished")
        kinds = {OF_FAULT.get(fault, "format violation") for seat in self.seats for fault in seat.missing}
        return next((kind for kind in KINDS if kind in kinds), "played")


Roles = Sequence[Collection[str]]
"""The model roles that each seat of a game asks; none are known of a seat beyond the last."""


def game_result(
    row: Mapping[str, Any],
    record: Record | None,
    usage: Mapping[int, Usage] | None = None,
    roles: Roles = (),
) -> GameResult:
    """A game from its row in the plan, its record (long texts may be folded) and its calls.

    Args:
        row: ``key condition cell repetition seed spec status error``, as the store gives them.
        record: None while there is none.
        usage: by seat; negative seats are the referees'.
        roles: by seat; of the models of other roles nothing is said.

    Raises:
        StoreError: what the row says of the players has not the shape of it.
    """
    spec, used = row["spec"], usage or {}
    try:
        plans = spec.get("seats", [])
        label, code = map(str, spec.get("game", ("", "")))
        asked = dict(enumerate(roles))
        seats = tuple(
            _seat(i, plan, models_of(plan, asked.get(i, ())), record, used.get(i, Usage()))
            for i, plan in enumerate(plans)
        )
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        raise StoreError(f"the row of game {row['key']} is damaged ({error!r})") from None
    end = record.outcome.end if record and record.outcome else ""
    turns = len(record.turns) if record else 0
    common = {k: row[k] for k in ("key", "condition", "cell", "repetition", "seed", "status", "error")}
    total = sum(used.values(), Usage())
    return GameResult(game=label, code=code, seats=seats, end=end, turns=turns, usage=total, **common)


def broken(
    row: Mapping[str, Any], error: str, usage: Mapping[int, Usage] | None = None, roles: Roles = ()
) -> GameResult:
    """The game of a record, or even a row, that cannot be read."""
    damaged = {**row, "status": "damaged", "error": error}
    try:
        return game_result(damaged, None, usage, roles)
    except StoreError:
        return game_result({**damaged, "spec": {}}, None, usage)


def models_of(plan: Mapping[str, Any], roles: Collection[str]) -> str:
    """The models that a seat's plan names for these roles; empty for an agent that asks none."""
    asked = {role: model for role, model in plan.get("models", {}).items() if role in roles}
    models = {r: f"{m['provider']}/{m['name']}" for r, m in asked.items()}
    models = {r: m.rpartition(":")[2] if ".py:" in m else m for r, m in models.items()}
    if set(models) <= {"main"}:
        return models.get("main", "")
    return ", ".join(f"{role}={model}" for role, model in sorted(models.items()))


def _seat(seat: int, plan: Mapping[str, Any], models: str, record: Record | None, used: Usage) -> SeatResult:
    agent = agent_label(plan)
    if record is None:
        return SeatResult(seat, agent, models, usage=used)
    me = Seat(seat)
    traces = [turn[me] for turn in record.turns if me in turn]
    tried = [[t for a in trace.attempts for t in (*a.decision.tried[:-1], a)] for trace in traces]
    return SeatResult(
        seat,
        agent,
        models,
        record.outcome.scores.get(me) if record.outcome else None,
        tuple(map(len, tried)),
        tuple(str(fault.kind) for trace in traces if (fault := fault_of(trace.last))),
        _kinds(attempt for turn in tried for attempt in turn),
        used,
    )


def agent_label(plan: Mapping[str, Any]) -> str:
    """An agent's name without the folder of its file, with its settings if it has any."""
    name = str(plan["agent"][0]).rpartition("/")[2]
    config = ", ".join(f"{key}={str(value)[:24]}" for key, value in sorted(plan.get("config", {}).items()))
    return f"{name} {config}" if config else name


def _kinds(attempts: Iterable[Attempt[object]]) -> Mapping[str, int]:
    return dict(Counter(str(fault.kind) for attempt in attempts if (fault := fault_of(attempt))))
