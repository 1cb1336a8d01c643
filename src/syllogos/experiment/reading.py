"""Reading a run for reports and frames: what the store holds, row by row, damage named and left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from syllogos.errors import StoreError
from syllogos.match.record import Record, record_from_json
from syllogos.match.record_shape import check_record
from syllogos.store.database import MOST_TEXT, read_json, too_deep, unfold
from syllogos.store.rows import PAID, call_of, number, short, whole, words
from syllogos.store.store import Store

KEY = re.compile(r"[\w.-]{1,200}")
"""What a game's key looks like, which names files and anchors."""
SHARD = re.compile(r"[0-9]{1,7}/[1-9][0-9]{0,6}(?: spread)?")
STATUSES = ("open", "finished", "crashed", "abandoned")


@dataclass(frozen=True)
class Used:
    """The model calls of one seat in one game, as sums; negative seats are referees'.

    Tokens are those that servers counted; ``uncounted`` are the calls with some that none did.
    """

    seat: int
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float
    unpriced: int
    uncounted: int
    seconds: float


@dataclass(frozen=True)
class SeatNote:
    """What a seat put on the record beside its moves: its type's name, and its fields as plain values."""

    seat: int
    turn: int
    kind: str
    what: Any


@dataclass(frozen=True)
class CallRow:
    """One journalled use of a seat's means, its texts put back.

    ``request`` is the conversation as (role, text) for a model's call, the texts for an embedding,
    else the query or the note;
    ``answer`` is what came back as JSON; ``started`` is in seconds since 1970.
    """

    seat: int
    turn: int
    n: int
    kind: str
    what: str
    request: Any
    answer: Any
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None
    cached: bool
    started: float | None
    seconds: float | None


SOUND = " AND ".join(
    [
        "typeof(c.seat) = 'integer' AND abs(c.seat) < 1000000",
        *(
            f"({n} IS NULL OR typeof({n}) = 'integer' AND {n} BETWEEN 0 AND 1000000000000)"
            for n in ("tokens_in", "tokens_out")
        ),
        "(cost IS NULL OR typeof(cost) IN ('real', 'integer') AND cost BETWEEN -1e12 AND 1e12)",
        "(t.seconds IS NULL OR typeof(t.seconds) IN ('real', 'integer') AND abs(t.seconds) < 1e12)",
    ]
)
"""Journalled calls whose numbers can be summed."""
CALLS = f"FROM calls c LEFT JOIN call_times t USING (key, seat, turn, n) WHERE {PAID}"


def used(store: Store) -> dict[str, list[Used]]:
    """Sums over the model calls of each game, seat by seat; damaged calls are in no sum."""
    sql = (
        "SELECT c.key, c.seat, count(*), coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), "
        "coalesce(sum(cost), 0.0), sum(cost IS NULL), sum(tokens_in IS NULL OR tokens_out IS NULL), "
        f"coalesce(sum(t.seconds), 0.0) {CALLS} AND {SOUND} GROUP BY c.key, c.seat"
    )
    games: dict[str, list[Used]] = {}
    for key, *sums in store.select(sql):
        games.setdefault(key, []).append(Used(*sums))
    return games


def roles_asked(store: Store) -> Iterator[tuple[str, int, str]]:
    """Game, seat and role of each model that was asked."""
    sql = "SELECT DISTINCT key, seat, what FROM calls WHERE kind = 'complete' AND seat >= 0"
    for key, seat, role in store.select(sql):
        if isinstance(key, str) and isinstance(seat, int) and isinstance(role, str):
            yield key, seat, role


def uncounted(store: Store) -> tuple[str, ...]:
    """One line for each game with calls that are too damaged to be counted."""
    rows = store.select(f"SELECT DISTINCT c.key {CALLS} AND NOT ({SOUND})")
    return tuple(
        f"the journal of game {short(key)} is damaged: not all of its calls are counted" for (key,) in rows
    )


def times(store: Store) -> dict[str, tuple[float | None, float | None]]:
    """When each game was first begun and when it ended, in seconds since 1970; None where unknown."""
    rows = store.select("SELECT key, started, ended FROM game_times")
    return {key: (_time(started), _time(ended)) for key, started, ended in rows}


def _time(value: object) -> float | None:
    try:
        return None if value is None else number(value)
    except ValueError:
        return None


def folded_record(store: Store, key: str) -> Record | None:
    """The record of a game with its long texts left as references: enough to count by.

    Raises:
        StoreError: it is damaged.
    """
    with _damage(f"the record of game {key}"):
        held = _held(store, key)
        if held is None:
            return None
        outcome = held.get("outcome") if isinstance(held, dict) else None
        return record_from_json({**held, "outcome": unfold(outcome, store.text)} if outcome else held)


def whole_record(store: Store, key: str, types: Iterable[type] = ()) -> Record | None:
    """The record of a game, its texts put back, events and notes of ``types`` as such values.

    Raises:
        StoreError: it is damaged.
    """
    held = record_json(store, key)
    if held is None:
        return None
    with _damage(f"the record of game {key}"):
        return record_from_json(held, types)


def record_json(store: Store, key: str) -> dict[str, Any] | None:
    """The record of a game as it is stored, its texts put back; :func:`whole_record` reads it.

    Raises:
        StoreError: it is missing, or cannot be read at all.
    """
    with _damage(f"the record of game {key}"):
        held = _held(store, key)
        if held is None:
            return None
        check_record(held)
        whole: dict[str, Any] = unfold(held, store.text)
        return whole


def _held(store: Store, key: str) -> Any:
    rows = store.select("SELECT record, status FROM games WHERE key = ?", (key,))
    if not rows or (rows[0][0] is None and rows[0][1] == "finished"):
        raise ValueError("it is missing")
    return None if rows[0][0] is None else read_json(rows[0][0])


@contextmanager
def _damage(what: str) -> Iterator[None]:
    """Name what is damaged, in one line."""
    try:
        yield
    except (StoreError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise StoreError(f"{what} is damaged ({short(error)})") from None


def calls_of(store: Store, key: str) -> Iterator[CallRow]:
    """The journal of one game in order: by seat, turn and number.

    Raises:
        StoreError: a text of it is missing or damaged.
    """
    sql = (
        "SELECT c.seat, c.turn, c.n, kind, what, request, answer, tokens_in, tokens_out, cost, cached, "
        "started, seconds FROM calls c LEFT JOIN call_times t USING (key, seat, turn, n) "
        "WHERE c.key = ? ORDER BY c.seat, c.turn, c.n"
    )
    for row in store.select(sql, (key,)):
        with _damage(f"the journal of game {key}"):
            at, call = call_of(row[:11], store.text)
            asked, said = read_json(store.text(call.request)), read_json(call.answer)
            if too_deep(asked) or too_deep(said):
                raise ValueError("nested too deep")
            if call.kind == "complete":
                asked = _conversation(store, asked)
            elif call.kind == "embed":
                asked = [text for _, text in _conversation(store, [[("", hash_) for hash_ in asked]])]
            _check_answer(call.kind, said)
            tokens, cost = (call.tokens_in, call.tokens_out), call.cost
            times = _time(row[11]), _time(row[12])
            found = CallRow(*at, call.kind, call.what, asked, said, *tokens, cost, call.cached, *times)
        yield found


def _conversation(store: Store, asked: Any) -> list[tuple[str, str]]:
    """The messages of a request; many of them may be one text."""
    found, left = [], MOST_TEXT
    for role, hash_ in asked[0]:
        found.append((words(role), store.text(hash_)))
        left -= len(found[-1][1])
        if left < 0:
            raise ValueError(f"more than {MOST_TEXT:,} characters")
    return found


def _check_answer(kind: str, said: Any) -> None:
    """Raise unless an answer has the shape of a reply, a fault, vectors or a verdict."""
    if kind == "complete" and "kind" in said:
        words(said["kind"]), words(said["say"])
        said = said["reply"] or {}
    if kind == "complete":
        for name in ("text", "reasoning", "model"):
            words(said.get(name, ""))
    elif kind == "embed" and "kind" in said:
        words(said["kind"]), words(said["say"])
    elif kind == "embed":
        words(said["float32"]), [whole(size) for size in said["shape"]]
    elif kind == "ask":
        words(said["status"])


def key_like(store: Store, start: str) -> str:
    """The key of the one planned game whose key begins with ``start``.

    Raises:
        StoreError: there is none, or several.
    """
    keys = [row["key"] for row, _ in game_rows(store) if row["key"].startswith(start)]
    if len(keys) != 1:
        found = "no game has" if not keys else f"{len(keys)} games have"
        raise StoreError(f"{store.place}: {found} a key that begins with {start!r}")
    return str(keys[0])


def identity_of(store: Store) -> dict[str, Any]:
    """What a run is identified by.

    Raises:
        StoreError: it is damaged.
    """
    try:
        return _mapping(store.meta("identity") or "{}")
    except ValueError as error:
        raise StoreError(
            f"{store.place}: damaged, the run's identity cannot be read ({short(error)}); restore it from "
            "a copy"
        ) from None


def experiment_of(store: Store) -> tuple[str, str]:
    """The experiment's name and its file's text; of a single game, neither.

    Raises:
        StoreError: they are damaged.
    """
    name, text = identity_of(store).get("name", ""), store.meta("experiment") or ""
    if not isinstance(name, str) or not isinstance(text, str):
        raise StoreError(
            f"{store.place}: damaged, the experiment in it cannot be read; restore it from a copy"
        )
    return name, text


def shards_seen(store: Store) -> tuple[str, ...]:
    """The shards, as ``i/n``, that a run is made of while it is not whole; none of a whole one.

    Raises:
        StoreError: they are damaged.
    """
    try:
        held = read_json(store.meta("shards") or "[]")
        own = identity_of(store).get("shard")
        found = [words(shard) for shard in ([own] if own else held)]
        if odd := [shard for shard in found if not SHARD.fullmatch(shard)]:
            raise ValueError(f"{short(odd[0], 40)} is no shard")
        return tuple(found)
    except (ValueError, TypeError) as error:
        raise StoreError(f"{store.place}: damaged, its shards cannot be read ({short(error)})") from None


def game_rows(store: Store) -> Iterator[tuple[dict[str, Any], str]]:
    """The rows of :meth:`Store.games`, each with what is damaged in it, nothing in a sound one.

    What is damaged of a row is empty, and its status is ``damaged``.
    """
    names = ("key", "condition", "cell", "repetition", "seed", "spec", "status", "error")
    rows = store.select(f"SELECT {', '.join(names)} FROM games WHERE planned = 1 ORDER BY place")
    for place, row in enumerate(rows, 1):
        sound, bad = {}, []
        for name, value in zip(names, row, strict=True):
            try:
                sound[name] = READ[name](value)
            except ValueError:
                sound[name] = EMPTY[name]
                bad.append(name)
        if not bad:
            yield sound, ""
            continue
        sound["key"] = sound["key"] or f"row-{place}"
        problem = f"the row of game {sound['key']} is damaged: its {' and '.join(bad)} cannot be read"
        yield {**sound, "status": "damaged", "error": problem}, problem


def _mapping(text: object) -> dict[str, Any]:
    held = read_json(text)
    if isinstance(held, dict) and not too_deep(held):
        return held
    raise ValueError("no object, or nested too deep")


def _key(value: object) -> str:
    if KEY.fullmatch(words(value)):
        return words(value)
    raise ValueError("no key")


def _status(value: object) -> str:
    if value in STATUSES:
        return words(value)
    raise ValueError("no status")


def _seed(value: object) -> int:
    if isinstance(value, int):
        return value
    raise ValueError("no seed")


READ: Mapping[str, Callable[[object], Any]] = {
    "key": _key, "condition": words, "cell": _mapping, "repetition": whole, "seed": _seed, "spec": _mapping,
    "status": _status, "error": words,
}  # fmt: skip
EMPTY: Mapping[str, Any] = {
    "key": "", "condition": "", "cell": {}, "repetition": 0, "seed": 0, "spec": {}, "status": "damaged",
    "error": "",
}  # fmt: skip
