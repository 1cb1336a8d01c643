"""Merging the stores of shards: the whole is what one process would have left behind."""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from syllogos.errors import InputError, StoreError
from syllogos.formats.plain import canonical
from syllogos.play.database import FILE, connect, explained
from syllogos.play.experiment import Experiment
from syllogos.play.reading import experiment_of, identity_of, shards_missing, shards_seen
from syllogos.play.store import open_store

RANK = {"finished": 3, "crashed": 2, "abandoned": 1, "open": 0}
"""Of two stores' versions of a game the one that got further is kept, of equals the earlier one."""
OWN = ("limits", "cache")
"""Tables of an experiment file in which shards may differ."""


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


def shard_of(text: str) -> tuple[int, int]:
    """``i/n`` as numbers: the games whose place in the plan is ``i`` modulo ``n``.

    Raises:
        InputError: it does not have that form, or i is not below n.

    >>> shard_of("0/4")
    (0, 4)
    """
    i, mark, n = text.partition("/")
    if not (mark and i.isdecimal() and n.isdecimal() and int(i) < int(n)):
        raise InputError(f"--shard {text}: write i/n with i from 0 to n-1, such as 0/4")
    return int(i), int(n)


def sharded(plan: Experiment, shard: str | None) -> tuple[Experiment, range]:
    """The part of an experiment that a shard plays, and its games' places in the whole plan.

    The shard is part of the identity, so that two never share a folder.
    """
    if not shard:
        return plan, range(len(plan.matches))
    i, n = shard_of(shard)
    identity = {**plan.identity, "shard": shard}
    return replace(plan, matches=plan.matches[i::n], identity=identity), range(i, len(plan.matches), n)


def merge(sources: Sequence[Path], out: Path) -> Merged:
    """Put the games of ``sources`` into the run in ``out``, which may hold some already.

    Doing it again changes nothing.

    Raises:
        InputError: a source is no run.
        StoreError: a source is of another experiment, or two hold different records of one game.
    """
    if not sources:
        raise InputError("name at least one run to merge")
    heads = [(folder, *_head(folder)) for folder in sources]
    if (out / FILE).is_file():
        heads.insert(0, (out, *_head(out)))
    for folder, identity, text in heads[1:]:
        _same(heads[0][0], heads[0][1:], folder, (identity, text))
    seen = sorted({shard for folder, *_ in heads for shard in _seen(folder)})
    db = connect(out, create=True)
    try:
        meta = (("identity", canonical(heads[0][1])), ("experiment", heads[0][2]))
        with _transaction(db, str(out)):
            db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta)
        others = [folder for folder in sources if folder.resolve() != out.resolve()]
        taken = sum(_take(db, out, folder) for folder in others)
        missing = _keep_shards(db, out, seen)
        games, finished = db.execute(
            "SELECT count(*), coalesce(sum(status = 'finished'), 0) FROM games WHERE planned = 1"
        ).fetchone()
    finally:
        db.close()
    return Merged(games, finished, taken, missing)


def _seen(folder: Path) -> tuple[str, ...]:
    store = open_store(folder)
    try:
        return shards_seen(store)
    finally:
        store.close()


def _keep_shards(db: sqlite3.Connection, out: Path, seen: Sequence[str]) -> tuple[str, ...]:
    """Note which shards are in a run while others are not; those that are not."""
    with _transaction(db, str(out)):
        places = [place for (place,) in db.execute("SELECT place FROM games WHERE planned = 1")]
        missing = shards_missing(seen, places)
        db.execute("DELETE FROM meta WHERE name = 'shards'")
        if missing:
            db.execute("INSERT INTO meta VALUES ('shards', ?)", (canonical(seen),))
    return missing


def _head(folder: Path) -> tuple[dict[str, Any], str]:
    """A run's identity, whichever shard it is, and its experiment's text."""
    store = open_store(folder)
    try:
        _, text = experiment_of(store)
        _content(folder, text)
        return {k: v for k, v in identity_of(store).items() if k != "shard"}, text
    finally:
        store.close()


def _same(
    first: Path, one: tuple[dict[str, Any], str], second: Path, two: tuple[dict[str, Any], str]
) -> None:
    if one[0] != two[0]:
        raise StoreError(
            f"{second} holds another experiment ({canonical(two[0])}) than {first} ({canonical(one[0])})"
        )
    before, after = _content(first, one[1]), _content(second, two[1])
    if changed := [key for key in {**before, **after} if before.get(key) != after.get(key)]:
        raise StoreError(
            f"{second} and {first} were run from different versions of the experiment file: "
            f"{', '.join(changed)} differ"
        )


def _content(folder: Path, text: str) -> dict[str, Any]:
    try:
        return {key: value for key, value in tomllib.loads(text).items() if key not in OWN}
    except tomllib.TOMLDecodeError as error:
        raise StoreError(
            f"{folder}: damaged, the experiment in it cannot be read ({error}); restore it from a copy"
        ) from None


def _take(db: sqlite3.Connection, out: Path, folder: Path) -> int:
    """Take over what ``folder`` has got further with; how many games that is."""
    with explained(str(folder)):
        db.execute("ATTACH ? AS source", (str(folder / FILE),))
    try:
        with _transaction(db, f"{out} or {folder}"):
            better = list(_better(db, out, folder))
            db.execute("INSERT OR IGNORE INTO main.texts SELECT * FROM source.texts")
            for key in better:
                for table in ("games", "calls", "call_times", "game_times"):
                    db.execute(f"DELETE FROM main.{table} WHERE key = ?", (key,))
                    db.execute(f"INSERT INTO main.{table} SELECT * FROM source.{table} WHERE key = ?", (key,))
            _count_spent(db)
    finally:
        db.execute("DETACH source")
    return len(better)


def _better(db: sqlite3.Connection, out: Path, folder: Path) -> Iterator[str]:
    sql = (
        "SELECT s.key, s.status, s.record, m.status, m.record, "
        "(SELECT count(*) FROM source.calls c WHERE c.key = s.key) > "
        "(SELECT count(*) FROM main.calls c WHERE c.key = s.key) "
        "FROM source.games s LEFT JOIN main.games m USING (key) WHERE s.planned = 1 ORDER BY s.place"
    )
    for key, status, record, held, held_record, more in db.execute(sql):
        if held is None or RANK[status] > RANK[held] or (status == held == "open" and more):
            yield key
        elif status == held == "finished" and record != held_record:
            raise StoreError(
                f"game {key} was played in {folder} and, with another course, in what is merged into {out}: "
                "leave one of the two out"
            )


def _count_spent(db: sqlite3.Connection) -> None:
    """What the calls that are here cost; calls a shard has dropped are not known any more."""
    db.execute(
        "UPDATE main.spent SET (calls, tokens, cost, unpriced, seconds) = (SELECT count(*), "
        "coalesce(sum(tokens_in + tokens_out), 0), coalesce(sum(cost), 0.0), coalesce(sum(cost IS NULL), 0), "
        "coalesce(sum(seconds), 0.0) FROM main.calls LEFT JOIN main.call_times USING (key, seat, turn, n) "
        "WHERE kind = 'complete')"
    )


@contextmanager
def _transaction(db: sqlite3.Connection, place: str) -> Iterator[None]:
    with explained(place):
        db.execute("BEGIN IMMEDIATE")
        try:
            yield
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")
