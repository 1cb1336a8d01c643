"""One SQLite file a run: games, journalled calls, texts once by hash, times apart.

What is acknowledged survives SIGKILL: every write is one committed transaction.  Several
processes may share a store; a game is leased to one of them at a time, and a lease whose
process is gone is free at once on the same machine, elsewhere after :data:`LEASE` seconds.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from syllogos.errors import LeaseLost, StoreError
from syllogos.formats.plain import canonical, digest
from syllogos.play.database import connect, explained, fold, prepare, put_texts, unfold
from syllogos.play.owner import gone, me
from syllogos.play.rows import Call, Counts, Planned, Spent
from syllogos.rules import Ending

LEASE = 60.0


class Store:
    """A run's store.  Open it with :func:`open_store`; close it when done."""

    def __init__(self, connection: sqlite3.Connection, place: str) -> None:
        self._db = connection
        self.place = place
        self._me = me()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    # -- the plan ---------------------------------------------------------------------

    def begin(
        self,
        identity: Mapping[str, object],
        experiment: str,
        games: Iterable[Planned],
        places: Iterable[int] | None = None,
    ) -> None:
        """Take up an experiment: new games are added, none is invalidated, faulty ones reopened.

        ``places`` are the games' places in the whole plan, when these are a part of it.

        Raises:
            StoreError: the folder holds a different experiment.
        """
        with self._writing() as db:
            held = db.execute("SELECT value FROM meta WHERE name = 'identity'").fetchone()
            if held and held[0] != canonical(identity):
                raise StoreError(
                    f"{self.place} holds another experiment ({held[0]}), not this one "
                    f"({canonical(identity)}): choose another --out"
                )
            meta = (("identity", canonical(identity)), ("experiment", experiment))
            db.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", meta)
            db.execute("UPDATE games SET planned = 0")
            rows = [
                (g.key, place, g.condition, canonical(g.cell), g.repetition, g.seed, g.spec)
                for place, g in zip(count() if places is None else places, games, strict=False)
            ]
            db.executemany(
                "INSERT INTO games (key, place, planned, condition, cell, repetition, seed, spec, status) "
                "VALUES (?, ?, 1, ?, ?, ?, ?, ?, 'open') ON CONFLICT (key) DO UPDATE SET planned = 1, "
                "place = excluded.place, condition = excluded.condition, cell = excluded.cell",
                rows,
            )
            db.execute("DELETE FROM mine")
            db.executemany("INSERT OR IGNORE INTO mine VALUES (?)", [(row[0],) for row in rows])
            db.execute(
                "UPDATE games SET status = 'open' WHERE status IN ('crashed', 'abandoned') "
                "AND key IN (SELECT key FROM mine)"
            )

    def meta(self, name: str) -> str | None:
        """A value kept with the run (``identity``, ``experiment``), or None."""
        row = self._one("SELECT value FROM meta WHERE name = ?", (name,))
        return row[0] if row else None

    def claim(self) -> str | None:
        """Lease the next open game of this plan that nobody plays; None if none is left."""
        now = time.time()
        with self._writing() as db:
            for key, owner, until in db.execute("SELECT key, owner, until FROM leases").fetchall():
                if owner != self._me and gone(owner, until):
                    db.execute("DELETE FROM leases WHERE key = ?", (key,))
            row = db.execute(
                "SELECT key FROM games WHERE status = 'open' AND planned = 1 AND key IN (SELECT key FROM "
                "mine) AND key NOT IN (SELECT key FROM leases) ORDER BY place LIMIT 1"
            ).fetchone()
            if row is None:
                return None
            db.execute("INSERT INTO leases VALUES (?, ?, ?)", (row[0], self._me, now + LEASE))
            db.execute("INSERT OR IGNORE INTO game_times VALUES (?, ?, NULL)", (row[0], now))
            return str(row[0])

    def keep_leases(self) -> None:
        """Extend this store's leases; call it several times within :data:`LEASE` seconds."""
        with self._writing() as db:
            db.execute("UPDATE leases SET until = ? WHERE owner = ?", (time.time() + LEASE, self._me))

    def release(self, key: str | None = None) -> None:
        """Give up this store's lease of ``key``, or all of them, so that another may go on at once."""
        with self._writing() as db:
            db.execute("DELETE FROM leases WHERE owner = ? AND key = coalesce(?, key)", (self._me, key))

    def _hold(self, db: sqlite3.Connection, key: str) -> None:
        """Raise ``LeaseLost`` unless this store still has the lease of a game it writes to."""
        row = db.execute("SELECT owner FROM leases WHERE key = ?", (key,)).fetchone()
        if row != (self._me,):
            raise LeaseLost(f"{self.place}: another process has taken over game {key}")

    def finish(self, key: str, status: Ending, record: Mapping[str, Any], error: str = "") -> None:
        """Store how a game ended, and end its lease.  A finished game is never overwritten."""
        texts: dict[str, str] = {}
        folded = canonical(fold(record, texts))
        with self._writing() as db:
            self._hold(db, key)
            put_texts(db, texts)
            db.execute(
                "UPDATE games SET status = ?, record = ?, error = ? WHERE key = ? AND status <> 'finished'",
                (status, folded, error, key),
            )
            db.execute("DELETE FROM leases WHERE key = ?", (key,))
            db.execute("UPDATE game_times SET ended = ? WHERE key = ?", (time.time(), key))

    def reopen(self, key: str) -> None:
        """Let a game be played again; its journal stays and is replayed."""
        with self._writing() as db:
            db.execute("UPDATE games SET status = 'open', record = NULL, error = '' WHERE key = ?", (key,))

    # -- the journal ------------------------------------------------------------------

    def calls(self, key: str) -> dict[tuple[int, int, int], Call]:
        """The journal of one game, by (seat, turn, n)."""
        rows = self._all(
            "SELECT seat, turn, n, kind, what, request, answer, tokens_in, tokens_out, cost, cached "
            "FROM calls WHERE key = ?",
            (key,),
        )
        return {
            (r[0], r[1], r[2]): Call(r[3], r[4], r[5], self.text(r[6]), r[7], r[8], r[9], bool(r[10]))
            for r in rows
        }

    def put_call(
        self, key: str, at: tuple[int, int, int], call: Call, texts: Mapping[str, str], started: float
    ) -> None:
        """Journal one call under (seat, turn, n), with the texts its request refers to by hash."""
        answer = digest(call.answer)
        with self._writing() as db:
            self._hold(db, key)
            put_texts(db, {**texts, answer: call.answer})
            row = (*at, call.kind, call.what, call.request, answer, call.tokens_in, call.tokens_out)
            new = db.execute(
                "INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (key, *row, call.cost, call.cached),
            )
            seconds = time.time() - started
            db.execute(
                "INSERT OR IGNORE INTO call_times VALUES (?, ?, ?, ?, ?, ?)", (key, *at, started, seconds)
            )
            if call.kind == "complete" and new.rowcount:
                db.execute(
                    "UPDATE spent SET calls = calls + 1, tokens = tokens + ?, cost = cost + ?, "
                    "unpriced = unpriced + ?, seconds = seconds + ?",
                    (call.tokens_in + call.tokens_out, call.cost or 0.0, call.cost is None, seconds),
                )

    def forget(self, key: str) -> None:
        """Drop the journal of one game, so that it starts anew."""
        with self._writing() as db:
            db.execute("DELETE FROM calls WHERE key = ?", (key,))
            db.execute("DELETE FROM call_times WHERE key = ?", (key,))

    # -- reading ----------------------------------------------------------------------

    def text(self, hash_: str) -> str:
        """A stored text.

        Raises:
            StoreError: it is not there (the store is damaged).
        """
        row = self._one("SELECT body FROM texts WHERE hash = ?", (hash_,))
        if row is None:
            raise StoreError(f"{self.place}: damaged, the text {hash_} is missing")
        return str(row[0])

    def games(self) -> Iterator[dict[str, Any]]:
        """The planned games as rows, in the order of the plan, records unread.

        Raises:
            StoreError: a row cannot be read, with its key.
        """
        names = ("key", "condition", "cell", "repetition", "seed", "spec", "status", "error")
        for row in self._all(f"SELECT {', '.join(names)} FROM games WHERE planned = 1 ORDER BY place", ()):
            values = dict(zip(names, row, strict=True))
            with self._undamaged(f"the row of game {values['key']}"):
                yield {
                    **values,
                    "cell": dict(json.loads(values["cell"])),
                    "spec": dict(json.loads(values["spec"])),
                }

    def record(self, key: str) -> dict[str, Any] | None:
        """The record of a game as JSON, its texts put back; None while there is none.

        Raises:
            StoreError: it cannot be read.
        """
        row = self._one("SELECT record FROM games WHERE key = ?", (key,))
        if row is None or row[0] is None:
            return None
        with self._undamaged(f"the record of game {key}"):
            return dict(unfold(json.loads(row[0]), self.text))

    def spent(self) -> Spent:
        """What the run's model calls cost so far."""
        row = self._one("SELECT calls, tokens, cost, unpriced, seconds FROM spent", ())
        if row is None:
            raise StoreError(f"{self.place}: damaged, the sums are missing; restore the file from a copy")
        return Spent(*row)

    def begun(self) -> int:
        """How many planned games are played or being played."""
        sql = (
            "SELECT count(*) FROM games WHERE planned = 1 "
            "AND (status <> 'open' OR key IN (SELECT key FROM leases))"
        )
        return int(self._one(sql, ())[0])

    def counts(self) -> Counts:
        """The planned games by status."""
        states = dict(self._all("SELECT status, count(*) FROM games WHERE planned = 1 GROUP BY status", ()))
        leases = self._all("SELECT owner, until FROM leases", ())
        return Counts(
            games=sum(states.values()),
            open=states.get("open", 0),
            finished=states.get("finished", 0),
            crashed=states.get("crashed", 0),
            abandoned=states.get("abandoned", 0),
            running=sum(not gone(owner, until) for owner, until in leases),
        )

    def select(self, sql: str, values: tuple[object, ...] = ()) -> list[Any]:
        """The rows of a query; for readers (:mod:`syllogos.play.reading`)."""
        return self._all(sql, values)

    # -- plumbing ---------------------------------------------------------------------

    @contextmanager
    def _undamaged(self, what: str) -> Iterator[None]:
        try:
            yield
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise StoreError(f"{self.place}: {what} is damaged ({error})") from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with explained(self.place):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def _one(self, sql: str, values: tuple[object, ...]) -> Any:
        with explained(self.place):
            return self._db.execute(sql, values).fetchone()

    def _all(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        with explained(self.place):
            return self._db.execute(sql, values).fetchall()


def open_store(folder: Path, *, create: bool = False) -> Store:
    """The store in ``folder``; see :func:`syllogos.play.database.connect` for what can go wrong."""
    return Store(connect(folder, create=create), str(folder))


def memory_store() -> Store:
    """A store that lives as long as the process."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    prepare(db, "memory")
    return Store(db, "memory")
