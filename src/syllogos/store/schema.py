"""The tables of a store: made, recognised, and brought up from earlier versions."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from functools import cache

from syllogos.errors import StoreError

VERSION = 3
"""2: a lease has a beat, in place of a time of some machine's clock.
3: tokens that a server does not count are NULL, not 0, and calls with such are counted.
"""
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
CREATE TABLE call_times (
  key TEXT NOT NULL, seat INTEGER NOT NULL, turn INTEGER NOT NULL, n INTEGER NOT NULL,
  started REAL NOT NULL, seconds REAL NOT NULL, PRIMARY KEY (key, seat, turn, n)) WITHOUT ROWID;
CREATE TABLE game_times (key TEXT PRIMARY KEY, started REAL NOT NULL, ended REAL) WITHOUT ROWID;
"""
_TIMED = "CREATE TABLE leases (key TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID"
_BEATEN = (
    "CREATE TABLE leases (key TEXT PRIMARY KEY, owner TEXT NOT NULL, beat INTEGER NOT NULL) WITHOUT ROWID"
)
_COUNTED = """
CREATE TABLE calls (
  key TEXT NOT NULL, seat INTEGER NOT NULL, turn INTEGER NOT NULL, n INTEGER NOT NULL,
  kind TEXT NOT NULL, what TEXT NOT NULL, request TEXT NOT NULL, answer TEXT NOT NULL,
  tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL, cost REAL, cached INTEGER NOT NULL,
  PRIMARY KEY (key, seat, turn, n)) WITHOUT ROWID"""
_SUMS = """
CREATE TABLE spent (calls INTEGER NOT NULL, tokens INTEGER NOT NULL, cost REAL NOT NULL,
  unpriced INTEGER NOT NULL, seconds REAL NOT NULL)"""
CHANGED: Mapping[int, Mapping[str, str]] = {
    1: {"leases": _TIMED, "calls": _COUNTED, "spent": _SUMS},
    2: {"leases": _BEATEN, "calls": _COUNTED, "spent": _SUMS},
    3: {
        "leases": _BEATEN,
        "calls": _COUNTED.replace(
            "tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL", "tokens_in INTEGER, tokens_out INTEGER"
        ),
        "spent": _SUMS.replace(
            "unpriced INTEGER NOT NULL", "unpriced INTEGER NOT NULL, uncounted INTEGER NOT NULL"
        ),
    },
}
"""The tables that are not in every version as they are in the others."""
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
    odd = parts ^ _expected(version) if version in CHANGED else parts
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
    for statement in (*TABLES.split(";"), *CHANGED[version].values()):
        db.execute(statement)
    sums = len(db.execute("SELECT * FROM spent").description)
    db.execute(f"INSERT INTO spent VALUES ({', '.join('0' * sums)})")


def _bring_up(db: sqlite3.Connection, version: int) -> None:
    """Make tables of the newest version of those of an earlier one."""
    if version == 1:
        # Whoever still plays with an earlier version is given as long as any other machine.
        held = db.execute("SELECT key, owner FROM leases").fetchall()
        db.execute("DROP TABLE leases")
        db.execute(CHANGED[VERSION]["leases"])
        db.executemany("INSERT INTO leases VALUES (?, ?, 0)", held)
    columns = {"calls": "*", "spent": "calls, tokens, cost, unpriced, 0, seconds"}
    for table, kept in columns.items():
        # The old one makes way: a table that is renamed into place is not as a new store has it.
        db.execute(f"ALTER TABLE {table} RENAME TO old_{table}")
        db.execute(CHANGED[VERSION][table])
        db.execute(f"INSERT INTO {table} SELECT {kept} FROM old_{table}")
        db.execute(f"DROP TABLE old_{table}")


def prepare(db: sqlite3.Connection, place: str) -> None:
    """Make the tables of an empty file; bring those of an earlier version up to date."""
    db.execute("BEGIN IMMEDIATE")
    try:
        version = check(db, place)
        if not version:
            _make(db, VERSION)
        elif version < VERSION:
            _bring_up(db, version)
        if version < VERSION:
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    # The games that this connection may claim: those of its own plan.
    db.execute("CREATE TEMP TABLE mine (key TEXT PRIMARY KEY) WITHOUT ROWID")
