"""The tables of a store: made, recognised, and brought up from earlier versions."""

from __future__ import annotations

import sqlite3
from functools import cache

from syllogos.errors import StoreError

VERSION = 2
"""2: a lease has a beat, in place of a time of some machine's clock."""
APPLICATION = 0x53594C4C
"""The file's application id, "SYLL", so that another program's file is recognised as such."""

TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE texts (hash TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE games (
  key TEXT PRIMARY KEY, place INTEGER NOT NULL, planned INTEGER NOT NULL, condition TEXT NOT NULL,
  cell TEXT NOT NULL, repetition INTEGER NOT NULL, seed INTEGER NOT NULL, spec TEXT NOT NULL,
  status TEXT NOT NULL, record TEXT, error TEXT NOT NULL DEFAULT '');
CREATE INDEX games_open ON games (status, planned, place);
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
CREATE TABLE game_times (key TEXT PRIMARY KEY, started REAL NOT NULL, ended REAL) WITHOUT ROWID;
"""
LEASES = {
    1: "CREATE TABLE leases (key TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID",
    2: "CREATE TABLE leases (key TEXT PRIMARY KEY, owner TEXT NOT NULL, beat INTEGER NOT NULL) WITHOUT ROWID",
}
PARTS = "SELECT type, name, tbl_name, sql FROM sqlite_master LIMIT 100"


def check(db: sqlite3.Connection, place: str) -> int:
    """The version of a file with exactly our tables; 0 when it has none at all.

    Call it inside a transaction: what it reads belongs together.

    Raises:
        StoreError: it is of a newer version, another program's, or has more in it than tables.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (application,) = db.execute("PRAGMA application_id").fetchone()
    parts = frozenset(db.execute(PARTS))
    if parts and application != APPLICATION:
        raise StoreError(f"{place}: not a run of Syllogos; choose another --out")
    if version > VERSION:
        raise StoreError(
            f"{place}: written by a newer Syllogos (store version {version}; this one reads up to "
            f"{VERSION}): upgrade with pip install -U syllogos"
        )
    if not parts:
        return 0
    # A view or a trigger in a table's place would run a stranger's SQL.
    odd = parts ^ _expected(version) if version in LEASES else parts
    if odd:
        kind, name = min((str(kind), str(name)) for kind, name, *_ in odd)
        raise StoreError(
            f"{place}: its {kind[:20]!r} {name[:40]!r} is not as Syllogos makes it; restore it from a copy"
        )
    return int(version)


@cache
def _expected(version: int) -> frozenset[tuple[object, ...]]:
    db = sqlite3.connect(":memory:")
    try:
        _make(db, version)
        return frozenset(db.execute(PARTS))
    finally:
        db.close()


def _make(db: sqlite3.Connection, version: int) -> None:
    for statement in (*TABLES.split(";"), LEASES[version], "INSERT INTO spent VALUES (0, 0, 0, 0, 0)"):
        db.execute(statement)


def prepare(db: sqlite3.Connection, place: str) -> None:
    """Make the tables of an empty file; bring those of an earlier version up to date."""
    db.execute("BEGIN IMMEDIATE")
    try:
        version = check(db, place)
        if not version:
            _make(db, VERSION)
        elif version < VERSION:
            # Whoever still plays with an earlier version is given as long as any other machine.
            held = db.execute("SELECT key, owner FROM leases").fetchall()
            db.execute("DROP TABLE leases")
            db.execute(LEASES[VERSION])
            db.executemany("INSERT INTO leases VALUES (?, ?, 0)", held)
        if version < VERSION:
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    # The games that this connection may claim: those of its own plan.
    db.execute("CREATE TEMP TABLE mine (key TEXT PRIMARY KEY) WITHOUT ROWID")
