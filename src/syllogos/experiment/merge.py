"""Merging the stores of shards: the whole is what one process would have left behind."""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from syllogos.errors import InputError, StoreError
from syllogos.experiment.experiment import Experiment
from syllogos.experiment.reading import experiment_of, identity_of, shards_seen
from syllogos.experiment.shards import Shard, places, sides
from syllogos.experiment.shards import missing as shards_missing
from syllogos.store.database import FILE, connect, explained
from syllogos.store.rows import PAID, short
from syllogos.store.same_file import gone, stands
from syllogos.store.store import Store, open_store
from syllogos.text.plain import canonical

RANK = {"finished": 3, "crashed": 2, "abandoned": 1, "open": 0}
"""Of two stores' versions of a game the one that got further is kept, of equals the earlier one."""
OWN = ("limits", "cache")
"""Tables of an experiment file in which shards may differ."""
TYPES: Mapping[str, tuple[type, ...]] = {
    "text": (str,),
    "text or null": (str, type(None)),
    "number": (int, float),
    "whole number": (int,),
    "whole number or null": (int, type(None)),
    "number or null": (int, float, type(None)),
}
_PLACE = ("text", "whole number", "whole number", "whole number")
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "games": (
        *("text", "whole number", "whole number", "text", "text", "whole number", "whole number", "text"),
        *("text", "text or null", "text"),
    ),
    "calls": (
        *(*_PLACE, "text", "text", "text", "text"),
        *("whole number or null", "whole number or null", "number or null", "whole number"),
    ),
    "call_times": (*_PLACE, "number", "number"),
    "game_times": ("text", "number", "number or null"),
}
"""What the columns of the tables hold that a game is made of, in their order."""


@dataclass(frozen=True)
class Merged:
    """What a merge came to.

    ``taken`` counts the games that were new or had got further, ``missing`` names the shards, as
    ``i/n``, whose games are not there yet.
    """

    games: int
    finished: int
    taken: int
    missing: tuple[str, ...] = ()


def sharded(plan: Experiment, shard: Shard | None) -> tuple[Experiment, Sequence[int]]:
    """The part of an experiment that a shard plays, and its games' places in the whole plan.

    The shard is part of the identity, so that two never share a folder.
    """
    if shard is None:
        return plan, range(len(plan.matches))
    mine = places(shard, len(plan.matches), *sides(plan.text))
    identity = {**plan.identity, "shard": shard.label}
    return replace(plan, matches=tuple(plan.matches[place] for place in mine), identity=identity), mine


def merge(sources: Sequence[Path], out: Path) -> Merged:
    """Put the games of ``sources`` into the run in ``out``, which may hold some already.

    Doing it again changes nothing.

    Raises:
        InputError: a source is no run.
        StoreError: a source is of another experiment, or two hold different records of one game.
    """
    if not sources:
        raise InputError("name at least one run to merge")
    heads = [_head(folder) for folder in sources]
    if _begun(out):
        heads.insert(0, _head(out))
    for head in heads[1:]:
        _same(heads[0], head)
    others = [folder for folder in sources if folder.resolve() != out.resolve()]
    with closing(connect(out, create=True)) as db, _transaction(db, str(out)):
        # All in one transaction: whenever it is killed, all of it or nothing is there.
        _keep_meta(db, out, heads[0])
        taken = sum(_take(db, out, folder) for folder in others)
        if taken:
            _count_spent(db)
        seen = sorted({shard for head in heads for shard in head.shards})
        missing = _keep_shards(db, seen, heads[0].text)
        games, finished = db.execute(
            "SELECT count(*), coalesce(sum(status = 'finished'), 0) FROM games WHERE planned = 1"
        ).fetchone()
    return Merged(games, finished, taken, missing)


def _keep_meta(db: sqlite3.Connection, out: Path, head: _Head) -> None:
    """Note what the whole is, unless another merge has begun something else here in the meantime."""
    identity = canonical(head.identity)
    held = db.execute("SELECT value FROM meta WHERE name = 'identity'").fetchone()
    if held and out != head.folder and held[0] != identity:
        raise StoreError(f"{out} holds another experiment ({short(held[0])}): choose another --out")
    meta = (("identity", identity), ("experiment", head.text))
    db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta)


def _begun(out: Path) -> bool:
    """Whether a run is there: one that was killed as it made its file has nothing to merge with."""
    if not (out / FILE).is_file():
        return False
    with explained(str(out)), closing(connect(out, create=True)) as db:
        return bool(db.execute("SELECT count(*) FROM meta").fetchone()[0])


def _keep_shards(db: sqlite3.Connection, seen: Sequence[str], text: str) -> tuple[str, ...]:
    """Note which shards are in a run while others are not; those that are not."""
    held = [place for (place,) in db.execute("SELECT place FROM games WHERE planned = 1")]
    missing = shards_missing(seen, held, *sides(text))
    db.execute("DELETE FROM meta WHERE name = 'shards'")
    if missing:
        db.execute("INSERT INTO meta VALUES ('shards', ?)", (canonical(seen),))
    return missing


@dataclass(frozen=True)
class _Head:
    """A run's identity, whichever shard it is, its experiment's text, and the shards that are in it."""

    folder: Path
    identity: dict[str, Any]
    text: str
    shards: tuple[str, ...]


def _head(folder: Path) -> _Head:
    with closing(open_store(folder)) as store:
        _, text = experiment_of(store)
        _content(folder, text)
        identity = {k: v for k, v in identity_of(store).items() if k != "shard"}
        return _Head(folder, identity, text, shards_seen(store))


def _same(one: _Head, two: _Head) -> None:
    first, second = one.folder, two.folder
    if one.identity != two.identity:
        raise StoreError(
            f"{second} holds another experiment ({short(canonical(two.identity))}) than {first} "
            f"({short(canonical(one.identity))})"
        )
    before, after = _content(first, one.text), _content(second, two.text)
    if changed := [key for key in {**before, **after} if before.get(key) != after.get(key)]:
        raise StoreError(
            f"{second} and {first} were run from different versions of the experiment file: "
            f"{short(', '.join(changed))} differ"
        )


def _content(folder: Path, text: str) -> dict[str, Any]:
    try:
        return {key: value for key, value in tomllib.loads(text).items() if key not in OWN}
    except (ValueError, RecursionError) as error:
        raise StoreError(
            f"{folder}: damaged, the experiment in it cannot be read ({short(error)}); restore it from a copy"
        ) from None


def _take(db: sqlite3.Connection, out: Path, folder: Path) -> int:
    """Take over what ``folder`` has got further with; how many games that is."""
    with closing(open_store(folder)) as source:
        better = list(_better(db, out, folder, source))
        _take_texts(db, out, folder, source)
        for key in better:
            # Whoever plays it here has another journal of it, and stops.
            db.execute("DELETE FROM leases WHERE key = ?", (key,))
            for table, types in COLUMNS.items():
                rows = source.select(f"SELECT * FROM {table} WHERE key = ?", (key,))
                for row in rows:
                    _checked(folder, table, types, row)
                db.execute(f"DELETE FROM {table} WHERE key = ?", (key,))
                db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(types))})", rows)
    return len(better)


def _take_texts(db: sqlite3.Connection, out: Path, folder: Path, source: Store) -> None:
    for (hash_,) in source.select("SELECT hash FROM texts"):
        _checked(folder, "texts", ("text",), (hash_,))
        body = source.text(hash_)
        db.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (hash_, body))
        if db.execute("SELECT body FROM texts WHERE hash = ?", (hash_,)).fetchone() != (body,):
            raise StoreError(
                f"{folder}: its text {short(hash_)} is not the one that is merged into {out}: one of the two "
                "is damaged, leave it out"
            )


def _checked(folder: Path, table: str, types: Sequence[str], row: Sequence[object]) -> None:
    """Raise unless the values of a row are what its columns say."""
    for kind, value in zip(types, row, strict=True):
        if not isinstance(value, TYPES[kind]):
            raise StoreError(
                f"{folder}: damaged, a row of {table} ({short(repr(row[0]), 60)}) holds "
                f"{short(repr(value), 40)} where a {kind} is wanted; restore it from a copy, or leave it out"
            )


def _better(db: sqlite3.Connection, out: Path, folder: Path, source: Store) -> Iterator[str]:
    calls = "SELECT count(*) FROM calls WHERE key = ?"
    rows = source.select("SELECT key, status FROM games WHERE planned = 1 ORDER BY place")
    for key, status in rows:
        if not isinstance(key, str) or status not in RANK:
            raise StoreError(
                f"{folder}: the row of game {short(key)} is damaged; leave the run out, or play it anew"
            )
        held = db.execute("SELECT status, record FROM games WHERE key = ?", (key,)).fetchone()
        if held is None or RANK[status] > RANK.get(held[0], 0):
            yield key
        elif status == held[0] == "open":
            if source.select(calls, (key,))[0] > db.execute(calls, (key,)).fetchone():
                yield key
        elif status == held[0] == "finished":
            ((record,),) = source.select("SELECT record FROM games WHERE key = ?", (key,))
            if record != held[1]:
                raise StoreError(
                    f"game {key} was played in {folder} and, with another course, in what is merged into "
                    f"{out}: leave one of the two out"
                )


def _count_spent(db: sqlite3.Connection) -> None:
    """What the calls that are here cost; calls a shard has dropped are not known any more."""
    db.execute(
        "UPDATE spent SET (calls, tokens, cost, unpriced, uncounted, seconds) = (SELECT count(*), "
        "coalesce(sum(coalesce(tokens_in, 0) + coalesce(tokens_out, 0)), 0), coalesce(sum(cost), 0.0), "
        "coalesce(sum(cost IS NULL), 0), coalesce(sum(tokens_in IS NULL OR tokens_out IS NULL), 0), "
        "coalesce(sum(seconds), 0.0) FROM calls LEFT JOIN call_times USING (key, seat, turn, n) "
        f"WHERE {PAID})"
    )


@contextmanager
def _transaction(db: sqlite3.Connection, place: str) -> Iterator[None]:
    there = stands(db)
    with explained(place):
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
            db.execute("COMMIT")
            if not there():
                raise gone(place)
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
