"""One SQLite file a run: games, journalled calls, texts once by hash, times apart.

What is acknowledged survives SIGKILL: every write is one committed transaction.  Several
processes may share a store; a game is leased to one of them at a time, and a lease whose
process is gone is free at once on the same machine, elsewhere after a time without a beat
(:mod:`syllogos.store.owner`).
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from syllogos.contract import Ending
from syllogos.errors import LeaseLost, StoreError
from syllogos.store.database import (
    BUSY_SECONDS,
    FILE,
    connect,
    explained,
    fold,
    limit,
    put_texts,
    read_json,
    unfold,
)
from syllogos.store.owner import Beats, Holder, OwnerState, in_words, me, process_state
from syllogos.store.rows import Call, GameCounts, Planned, Spent, call_of, short, spent_of
from syllogos.store.same_file import gone, stands
from syllogos.store.schema import prepare
from syllogos.text.plain import canonical, digest

BEAT_SECONDS = 2.0
"""How long a beat waits for a locked store, since all games wait with it."""


class Store:
    """A run's store.  Open it with :func:`open_store`; close it when done."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        place: str,
        *,
        reads: Path | None = None,
        machine: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A store over a connection; of a reader ``reads`` names the file."""
        self._db = connection
        self.place = place
        self._reads = reads
        self._stands = stands(connection)
        self._me = me(machine)
        self._beats = Beats(clock)
        self._patience: float | None = None

    def close(self) -> None:
        """Close the file, with all that is in it in one file if nobody else has it open."""
        if self._reads is None:
            # What cannot be done now is done by whoever closes last, or opens next.
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA busy_timeout = 1000")
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
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
                    f"{self.place} holds another experiment ({short(held[0])}), not this one "
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
        with self._writing() as db:
            for owner, state in self._owners(db).items():
                if state == "gone":
                    db.execute("DELETE FROM leases WHERE owner = ?", (owner,))
            row = db.execute(
                "SELECT key FROM games WHERE status = 'open' AND planned = 1 AND key IN (SELECT key FROM "
                "mine) AND key NOT IN (SELECT key FROM leases) ORDER BY place LIMIT 1"
            ).fetchone()
            if row is None:
                return None
            db.execute("INSERT INTO leases VALUES (?, ?, 0)", (row[0], self._me))
            db.execute("INSERT OR IGNORE INTO game_times VALUES (?, ?, NULL)", (row[0], time.time()))
            return str(row[0])

    def _owners(self, db: sqlite3.Connection) -> dict[str, OwnerState]:
        """What is known of every other owner of a lease, after one more look at the beats."""
        leases = db.execute("SELECT key, owner, beat FROM leases WHERE owner <> ?", (self._me,)).fetchall()
        self._beats.look(leases)
        states = {owner: process_state(owner, self._me) for _, owner, _ in leases}
        return {o: self._beats.state(o) if state == "unknown" else state for o, state in states.items()}

    def holders(self) -> list[Holder]:
        """Who else plays open games of this plan."""
        with self._writing() as db:
            states = self._owners(db)
            rows = db.execute(
                "SELECT owner, count(*) FROM leases JOIN games USING (key) WHERE status = 'open' "
                "AND planned = 1 AND owner <> ? AND key IN (SELECT key FROM mine) "
                "GROUP BY owner ORDER BY owner",
                (self._me,),
            ).fetchall()
        return [Holder(*in_words(owner, self._me), games, states[owner]) for owner, games in rows]

    def keep_leases(self) -> frozenset[str]:
        """Show others that this store's games are played; call it every :data:`owner.BEAT` seconds.

        Returns:
            The games that are still leased to this store.
        """
        with self._writing(BEAT_SECONDS) as db:
            db.execute("UPDATE leases SET beat = beat + 1 WHERE owner = ?", (self._me,))
            held = db.execute("SELECT key FROM leases WHERE owner = ?", (self._me,)).fetchall()
            self._owners(db)
        return frozenset(key for (key,) in held)

    def checkpoint(self) -> None:
        """Bring what was written into the main file, as far as readers allow, so that a copy of it has it."""
        with explained(self.place):
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)")

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
        found = {}
        for row in rows:
            with self._undamaged(f"the journal of game {key}"):
                at, call = call_of(row, self.text)
                found[at] = call
        return found

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
            if call.paid and new.rowcount:
                tokens = (call.tokens_in, call.tokens_out)
                db.execute(
                    "UPDATE spent SET calls = calls + 1, tokens = tokens + ?, cost = cost + ?, "
                    "unpriced = unpriced + ?, uncounted = uncounted + ?, seconds = seconds + ?",
                    (
                        sum(n or 0 for n in tokens),
                        call.cost or 0.0,
                        call.cost is None,
                        None in tokens,
                        seconds,
                    ),
                )

    def forget(self, key: str) -> None:
        """Drop the journal of one game, so that it starts anew."""
        with self._writing() as db:
            self._hold(db, key)
            db.execute("DELETE FROM calls WHERE key = ?", (key,))
            db.execute("DELETE FROM call_times WHERE key = ?", (key,))

    # -- reading ----------------------------------------------------------------------

    def text(self, hash_: str) -> str:
        """A stored text.

        Raises:
            StoreError: it is not there (the store is damaged).
        """
        row = self._one("SELECT body FROM texts WHERE hash = ?", (hash_,)) if isinstance(hash_, str) else None
        if row is None or not isinstance(row[0], str):
            raise StoreError(f"{self.place}: damaged, the text {short(hash_)} is missing")
        return row[0]

    def games(self) -> Iterator[dict[str, Any]]:
        """The planned games as rows, in the order of the plan, records unread.

        Raises:
            StoreError: a row cannot be read, with its key.
        """
        names = ("key", "condition", "cell", "repetition", "seed", "spec", "status", "error")
        for row in self._all(f"SELECT {', '.join(names)} FROM games WHERE planned = 1 ORDER BY place", ()):
            values = dict(zip(names, row, strict=True))
            with self._undamaged(f"the row of game {short(values['key'])}"):
                yield {
                    **values,
                    "cell": dict(read_json(values["cell"])),
                    "spec": dict(read_json(values["spec"])),
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
            return dict(unfold(read_json(row[0]), self.text))

    def spent(self) -> Spent:
        """What the run's model calls cost so far."""
        row = self._one("SELECT * FROM spent", ())
        if row is not None and len(row) == 5:  # a reader's, of a version that knows of no uncounted calls
            row = (*row[:4], 0, row[4])
        if row is None:
            raise StoreError(f"{self.place}: damaged, the sums are missing; restore the file from a copy")
        with self._undamaged("the row of the sums"):
            return spent_of(row)

    def begun(self) -> int:
        """How many planned games are played or being played."""
        sql = (
            "SELECT count(*) FROM games WHERE planned = 1 "
            "AND (status <> 'open' OR key IN (SELECT key FROM leases))"
        )
        return int(self._one(sql, ())[0])

    def counts(self) -> GameCounts:
        """The planned games by status."""
        states = dict(self._all("SELECT status, count(*) FROM games WHERE planned = 1 GROUP BY status", ()))
        leases = self._all("SELECT owner FROM leases", ())
        return GameCounts(
            games=sum(states.values()),
            open=states.get("open", 0),
            finished=states.get("finished", 0),
            crashed=states.get("crashed", 0),
            abandoned=states.get("abandoned", 0),
            running=sum(process_state(owner, self._me) != "gone" for (owner,) in leases),
        )

    def select(self, sql: str, values: tuple[object, ...] = ()) -> list[Any]:
        """The rows of a query; for readers (:mod:`syllogos.experiment.reading`)."""
        return self._all(sql, values)

    # -- plumbing ---------------------------------------------------------------------

    @contextmanager
    def _undamaged(self, what: str) -> Iterator[None]:
        try:
            yield
        except (StoreError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise StoreError(f"{self.place}: {what} is damaged ({short(error)})") from None

    @contextmanager
    def _writing(self, patience: float = BUSY_SECONDS) -> Iterator[sqlite3.Connection]:
        if not self._stands():
            raise gone(self.place)
        with explained(self.place):
            if patience != self._patience:
                self._db.execute(f"PRAGMA busy_timeout = {patience * 1000:.0f}")
                self._patience = patience
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def _one(self, sql: str, values: tuple[object, ...]) -> Any:
        return next(iter(self._all(sql, values)), None)

    def _all(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        with explained(self.place):
            if self._reads is None:
                return self._db.execute(sql, values).fetchall()
            most, rows = limit(self._db, self._reads), []
            for row in self._db.execute(sql, values):
                most -= sum(len(value) for value in row if isinstance(value, str | bytes))
                if most < 0:
                    raise sqlite3.DatabaseError("a table is larger than its file")
                rows.append(row)
            return rows


def open_store(folder: Path, *, create: bool = False) -> Store:
    """The store in ``folder``; see :func:`syllogos.store.database.connect` for what can go wrong."""
    return Store(connect(folder, create=create), str(folder), reads=None if create else folder / FILE)


def memory_store() -> Store:
    """A store that lives as long as the process."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    prepare(db, "memory")
    return Store(db, "memory")
