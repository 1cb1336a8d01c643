"""Replies kept in a file, so that the same draw of the same question is paid for once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from syllogos.contract import Message, Reply, Schema
from syllogos.errors import StoreError
from syllogos.models.client.reading import odd

VERSION = 1
APPLICATION = 0x53594C52
"""What SQLite keeps in the file's head, to tell a cache from other databases (a run's store, say)."""
PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""


def cache_key(
    identity: Mapping[str, object], messages: Sequence[Message], schema: Schema | None, draw: str
) -> str:
    """The key of one draw of a reply.

    Args:
        identity: what identifies the model (:func:`syllogos.models.client.spec.identity`).
        messages: the conversation.
        schema: the JSON schema asked for, if any.
        draw: which draw this is: equal for a repeated call, different for an independent one.
    """
    said = [[m.role, m.text] for m in messages]
    text = json.dumps([identity, said, schema, draw], sort_keys=True, ensure_ascii=False)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class ReplyCache:
    """A SQLite file of replies by key.  Several processes may use it at once; faults are not kept.

    Raises:
        StoreError: the file is no cache of this version, or cannot be read or written.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        with self._told():
            self._file = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            self._prepare()

    def get(self, key: str) -> Reply | None:
        """The reply kept under ``key``, or None."""
        with self._told():
            row = self._file.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            reply = Reply(**json.loads(row[0]))
            if why := odd(reply):
                raise ValueError(f"a reply in it is damaged, {why}")
            return reply

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply.  The first one under a key stays, so that all readers see the same."""
        with self._told():
            self._file.execute(
                "INSERT OR IGNORE INTO replies VALUES (?, ?)", (key, json.dumps(asdict(reply)))
            )

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _prepare(self) -> None:
        self._file.execute("BEGIN IMMEDIATE")
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if (application, version) != (APPLICATION, VERSION) and (application or version or tables):
            self._file.close()
            raise StoreError(f"{self.path}: no reply cache of version {VERSION}; name another file")
        self._file.execute(
            "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID"
        )
        self._file.execute(f"PRAGMA application_id = {APPLICATION}")
        self._file.execute(f"PRAGMA user_version = {VERSION}")
        self._file.execute("COMMIT")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise StoreError(f"{self.path}: the reply cache cannot be used ({error})") from error
