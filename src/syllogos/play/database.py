"""The store's file: its tables, opening it safely, and its faults in words."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from syllogos.errors import InputError, StoreError
from syllogos.formats.plain import digest

VERSION = 1
FILE = "run.sqlite"
BUSY_SECONDS = 60.0
MAKING_SECONDS = 2.0
"""How long a reader waits for the tables of a run that has only just begun."""
APPLICATION = 0x53594C4C
"""The file's application id, "SYLL", so that another program's file is recognised as such."""
FOLD = 200
"""Texts of a record at least this long are stored once, by hash."""

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE texts (hash TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE games (
  key TEXT PRIMARY KEY, place INTEGER NOT NULL, planned INTEGER NOT NULL, condition TEXT NOT NULL,
  cell TEXT NOT NULL, repetition INTEGER NOT NULL, seed INTEGER NOT NULL, spec TEXT NOT NULL,
  status TEXT NOT NULL, record TEXT, error TEXT NOT NULL DEFAULT '');
CREATE INDEX games_open ON games (status, planned, place);
CREATE TABLE leases (key TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE calls (
  key TEXT NOT NULL, seat INTEGER NOT NULL, turn INTEGER NOT NULL, n INTEGER NOT NULL,
  kind TEXT NOT NULL, what TEXT NOT NULL, request TEXT NOT NULL, answer TEXT NOT NULL,
  tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL, cost REAL, cached INTEGER NOT NULL,
  PRIMARY KEY (key, seat, turn, n)) WITHOUT ROWID;
CREATE TABLE call_times (
  key TEXT NOT NULL, seat INTEGER NOT NULL, turn INTEGER NOT NULL, n INTEGER NOT NULL,
  started REAL NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (key, seat, turn, n)) WITHOUT ROWID;
CREATE TABLE spent (calls INTEGER NOT NULL, tokens INTEGER NOT NULL, cost REAL NOT NULL,
  unpriced INTEGER NOT NULL, seconds REAL NOT NULL);
INSERT INTO spent VALUES (0, 0, 0, 0, 0);
CREATE TABLE game_times (key TEXT PRIMARY KEY, started REAL NOT NULL, ended REAL) WITHOUT ROWID;
"""


def connect(folder: Path, *, create: bool) -> sqlite3.Connection:
    """Open the store in ``folder`` to write to it (``create``; made if need be), or only to read it.

    Raises:
        InputError: there is no store to read, or the folder cannot be made.
        StoreError: the file is damaged, of a newer version, or no store of ours.
    """
    path = folder / FILE
    there = _size(path)
    if there is None and not create:
        raise InputError(f"{folder}: no run there (no {FILE}); a run is made by `syllogos run`")
    # A file that another process is just making is empty too, but never for long.
    if there == 0 and create and time.time() - path.stat().st_mtime > BUSY_SECONDS:
        raise StoreError(f"{path}: empty; restore it from a copy, or delete it to start anew")
    if not create:
        return _readable(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror}; choose another --out") from None
    with explained(str(path)):
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        _journal_mode(db)
        prepare(db, str(path))
    return db


def _size(path: Path) -> int | None:
    """The file's size in bytes, None when there is none.

    Raises:
        InputError: it may not even be looked at.
    """
    try:
        return path.stat().st_size if path.is_file() else None
    except (OSError, ValueError) as error:
        raise InputError(f"{path.parent}: {getattr(error, 'strerror', None) or error}") from None


def _readable(path: Path) -> sqlite3.Connection:
    """A connection that never writes nor locks."""
    until = time.monotonic() + MAKING_SECONDS
    with explained(str(path)):
        while (db := _opened(path)) is None:
            # A run that has only just begun makes its tables in a moment.
            if time.monotonic() > until:
                raise StoreError(f"{path}: empty; restore it from a copy, or delete it to start anew")
            time.sleep(0.05)
        return db


def _opened(path: Path) -> sqlite3.Connection | None:
    """The file to read, as it is where its folder cannot be written; None while it has no tables."""
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        uri = f"{path.absolute().as_uri()}?{mode}"
        db = sqlite3.connect(uri, BUSY_SECONDS, isolation_level=None, uri=True, check_same_thread=False)
        try:
            if check(db, str(path)):
                return db
        except sqlite3.OperationalError as error:
            db.close()
            if "immutable" in mode or not re.search("unable to open|readonly", str(error)):
                raise
            continue
        db.close()
        return None
    return None


def check(db: sqlite3.Connection, place: str) -> bool:
    """Whether the file has the tables of this version; False when it has none at all.

    Raises:
        StoreError: it is of a newer version, or another program's.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION:
        raise StoreError(f"{place}: not a run of Syllogos; choose another --out")
    if version > VERSION:
        raise StoreError(
            f"{place}: written by a newer Syllogos (store version {version}; this one reads up to "
            f"{VERSION}): upgrade with pip install -U syllogos"
        )
    return bool(tables)


def prepare(db: sqlite3.Connection, place: str) -> None:
    """Make the tables of an empty file, or check those of a filled one."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if not check(db, place):
            for statement in TABLES.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    # The games that this connection may claim: those of its own plan.
    db.execute("CREATE TEMP TABLE mine (key TEXT PRIMARY KEY) WITHOUT ROWID")


def _journal_mode(db: sqlite3.Connection) -> None:
    """Write-ahead logging where it works; network file systems need a rollback journal."""
    try:
        _patiently(db, "PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        _patiently(db, "BEGIN IMMEDIATE")
        db.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "full" in str(error):
            raise
        db.execute("PRAGMA journal_mode = DELETE").fetchone()
        db.execute("PRAGMA synchronous = FULL")


def _patiently(db: sqlite3.Connection, statement: str) -> None:
    """Run a statement, again while the file is locked: the switch to WAL does not wait by itself."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute(statement).fetchone()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


@contextmanager
def explained(place: str) -> Iterator[None]:
    """Turn SQLite's errors into one line that names the file and the mend."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        raise StoreError(f"{place}: {_mend(str(error))}") from error


def _mend(message: str) -> str:
    if "full" in message:
        return "the disk is full; free some space and run the same command again, nothing stored is lost"
    if "locked" in message:
        return f"another process held the store for over {BUSY_SECONDS:.0f} s; run the same command again"
    if "readonly" in message or "unable to open" in message:
        return "cannot be written; check the permissions of the folder"
    if "disk I/O" in message:
        return "the disk failed to read or write; check it, then run the same command again"
    return f"damaged ({message}); restore the file from a copy, or start anew in another --out"


def put_texts(db: sqlite3.Connection, texts: Mapping[str, str]) -> None:
    """Store texts by hash; those already there stay."""
    db.executemany("INSERT OR IGNORE INTO texts VALUES (?, ?)", texts.items())


def fold(value: Any, texts: dict[str, str]) -> Any:
    """``value`` with its long texts replaced by ``{"$text": hash}``; the texts go to ``texts``.

    An object of the value's own whose keys look like ours is stored as ``{"$pairs": ...}``,
    so that nothing a model writes is ever taken for a reference.
    """
    if isinstance(value, str) and len(value) >= FOLD:
        hash_ = digest(value)
        texts[hash_] = value
        return {"$text": hash_}
    if isinstance(value, dict):
        folded = {key: fold(item, texts) for key, item in value.items()}
        return {"$pairs": list(folded.items())} if any(k.startswith("$") for k in folded) else folded
    if isinstance(value, list):
        return [fold(item, texts) for item in value]
    return value


def unfold(value: Any, text: Callable[[str], str]) -> Any:
    """The inverse of :func:`fold`."""
    if isinstance(value, dict):
        if "$text" in value:
            return text(value["$text"])
        pairs = value.get("$pairs", value.items())
        return {key: unfold(item, text) for key, item in pairs}
    if isinstance(value, list):
        return [unfold(item, text) for item in value]
    return value
