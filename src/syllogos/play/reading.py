"""Reading a run for reports and frames: what the store holds, row by row, damage named and left out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from syllogos.errors import StoreError
from syllogos.play.database import unfold
from syllogos.play.store import Store


@dataclass(frozen=True)
class Used:
    """The model calls of one seat in one game, as sums; negative seats are a referee's."""

    seat: int
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float
    unpriced: int
    seconds: float


@dataclass(frozen=True)
class CallRow:
    """One journalled use of a seat's means, its texts put back.

    ``request`` is the conversation as (role, text) for a model's call, else the query or the note;
    ``answer`` is what came back as JSON; ``started`` is in seconds since 1970.
    """

    seat: int
    turn: int
    n: int
    kind: str
    what: str
    request: Any
    answer: Any
    tokens_in: int
    tokens_out: int
    cost: float | None
    cached: bool
    started: float | None
    seconds: float | None


def used(store: Store) -> dict[str, list[Used]]:
    """Sums over the model calls of each game, seat by seat."""
    sql = (
        "SELECT c.key, c.seat, count(*), sum(tokens_in), sum(tokens_out), coalesce(sum(cost), 0.0), "
        "sum(cost IS NULL), coalesce(sum(t.seconds), 0.0) FROM calls c LEFT JOIN call_times t "
        "USING (key, seat, turn, n) WHERE kind = 'complete' GROUP BY c.key, c.seat"
    )
    games: dict[str, list[Used]] = {}
    for key, *sums in store.select(sql):
        games.setdefault(key, []).append(Used(*sums))
    return games


def times(store: Store) -> dict[str, tuple[float, float | None]]:
    """When each game was first begun and when it ended, in seconds since 1970."""
    rows = store.select("SELECT key, started, ended FROM game_times")
    return {key: (started, ended) for key, started, ended in rows}


def folded_record(store: Store, key: str) -> dict[str, Any] | None:
    """The record of a game with its long texts left as references: enough to count by.

    Raises:
        StoreError: it is damaged.
    """
    rows = store.select("SELECT record FROM games WHERE key = ?", (key,))
    if not rows or rows[0][0] is None:
        return None
    try:
        record = json.loads(rows[0][0])
        head = ("outcome", "status")
        return {**record, **{name: unfold(record[name], store.text) for name in head}}
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"the record of game {key} is damaged ({error!r})") from None


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
    for seat, turn, n, kind, what, request, answer, *rest in store.select(sql, (key,)):
        try:
            asked, said = json.loads(store.text(request)), json.loads(store.text(answer))
            if kind == "complete":
                asked = [(role, store.text(text)) for role, text in asked[0]]
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise StoreError(f"the journal of game {key} is damaged ({error!r})") from None
        tokens_in, tokens_out, cost, cached, started, seconds = rest
        yield CallRow(
            seat,
            turn,
            n,
            kind,
            what,
            asked,
            said,
            tokens_in,
            tokens_out,
            cost,
            bool(cached),
            started,
            seconds,
        )


def key_like(store: Store, start: str) -> str:
    """The key of the one planned game whose key begins with ``start``.

    Raises:
        StoreError: there is none, or several.
    """
    rows = store.select(
        "SELECT key FROM games WHERE planned = 1 AND substr(key, 1, ?) = ?", (len(start), start)
    )
    if len(rows) != 1:
        found = "no game has" if not rows else f"{len(rows)} games have"
        raise StoreError(f"{store.place}: {found} a key that begins with {start!r}")
    return str(rows[0][0])


def identity_of(store: Store) -> dict[str, Any]:
    """What a run is identified by.

    Raises:
        StoreError: it is damaged.
    """
    try:
        return dict(json.loads(store.meta("identity") or "{}"))
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreError(
            f"{store.place}: damaged, the run's identity cannot be read ({error}); restore it from a copy"
        ) from None


def experiment_of(store: Store) -> tuple[str, str]:
    """The experiment's name and its file's text; of a single game, neither.

    Raises:
        StoreError: they are damaged.
    """
    return str(identity_of(store).get("name", "")), str(store.meta("experiment") or "")


def shards_seen(store: Store) -> tuple[str, ...]:
    """The shards, as ``i/n``, that a run is made of while it is not whole; none of a whole one.

    Raises:
        StoreError: they are damaged.
    """
    try:
        held = json.loads(store.meta("shards") or "[]")
        own = identity_of(store).get("shard")
        return tuple(map(str, [own] if own else held))
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreError(f"{store.place}: damaged, its shards cannot be read ({error})") from None


def shards_missing(seen: Iterable[str], places: Iterable[int]) -> tuple[str, ...]:
    """The shards that are neither ``seen`` nor have a game at one of the ``places`` in the plan.

    >>> shards_missing(["0/3", "1/3"], [0, 1, 3, 4])
    ('2/3',)
    """
    seen, places = tuple(seen), tuple(places)
    sizes = dict.fromkeys(int(shard.partition("/")[2]) for shard in seen)
    here = {(n, place % n) for n in sizes for place in places}
    return tuple(f"{i}/{n}" for n in sizes for i in range(n) if f"{i}/{n}" not in seen and (n, i) not in here)


def game_rows(store: Store) -> Iterator[tuple[dict[str, Any], str]]:
    """The rows of :meth:`Store.games`, each with what is damaged in it, nothing in a sound one.

    Of a damaged row the cell or the spec is empty and the status is ``damaged``.
    """
    names = ("key", "condition", "cell", "repetition", "seed", "spec", "status", "error")
    for row in store.select(f"SELECT {', '.join(names)} FROM games WHERE planned = 1 ORDER BY place"):
        values = dict(zip(names, row, strict=True))
        cell, spec = _mapping(values["cell"]), _mapping(values["spec"])
        bad = " and ".join(name for name, held in (("cell", cell), ("spec", spec)) if held is None)
        sound = {**values, "cell": cell or {}, "spec": spec or {}}
        if bad:
            problem = f"the row of game {values['key']} is damaged: its {bad} cannot be read"
            yield {**sound, "status": "damaged", "error": problem}, problem
        else:
            yield sound, ""


def _mapping(text: object) -> dict[str, Any] | None:
    try:
        held = json.loads(str(text))
    except (ValueError, RecursionError):
        return None
    return held if isinstance(held, dict) else None
