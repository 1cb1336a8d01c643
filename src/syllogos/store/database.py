"""The store's file: opening it safely, its faults in words, its texts."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from syllogos.errors import InputError, StoreError
from syllogos.store.locks import probe
from syllogos.store.schema import VERSION as VERSION
from syllogos.store.schema import check, prepare
from syllogos.text.plain import digest

FILE = "run.sqlite"
BUSY_SECONDS = 60.0
MAKING_SECONDS = 2.0
"""How long a reader waits for the tables of a run that has only just begun."""
FOLD = 200
"""Texts of a record at least this long are stored once, by hash."""
LONGEST = 128 * 2**20
"""Bytes of one value in a store."""
MOST_TEXT = 32 * 2**20
"""Characters that one record or one call comes to with its texts put back."""
MOST_VALUES = 4_000_000
"""Values in one record."""
DEEPEST = 200
"""Levels that a record may be nested."""


def connect(folder: Path, *, create: bool) -> sqlite3.Connection:
    """Open the store in ``folder`` to write to it (``create``; made if need be), or only to read it.

    Raises:
        InputError: there is no store to read, or the folder cannot be made.
        StoreError: the file is damaged, of a newer version, or no store of ours.
    """
    path = folder / FILE
    if not _there(path) and not create:
        raise InputError(f"{folder}: no run there (no {FILE}); a run is made by `syllogos run`")
    if not create:
        return _readable(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror}; choose another --out") from None
    probe(folder)
    with explained(str(path)):
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            harden(db)
            _sound(db, str(path))
            _journal_mode(db)
            prepare(db, str(path))
        except BaseException:
            db.close()
            raise
    return db


def _there(path: Path) -> bool:
    """Whether the store's file is there.

    Raises:
        InputError: it, or a file that SQLite keeps beside it, is no plain file, or may not be looked at.
    """
    try:
        for beside in ("-wal", "-shm", "-journal"):
            other = path.with_name(path.name + beside)
            if other.is_symlink() or (other.exists() and not other.is_file()):
                raise InputError(f"{other}: not a plain file; take it away, or choose another folder")
        if not path.is_file() and (path.is_symlink() or path.exists()):
            raise InputError(f"{path}: not a plain file; choose another folder")
        return path.is_file()
    except (OSError, ValueError) as error:
        raise InputError(f"{path.parent}: {getattr(error, 'strerror', None) or error}") from None


def harden(db: sqlite3.Connection) -> None:
    """Settings for a file that a stranger may have made."""
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
    db.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    db.text_factory = _text


def _text(raw: bytes) -> str | bytes:
    """A text; one that is not UTF-8 stays bytes, which no column of ours may hold."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw


def _sound(db: sqlite3.Connection, place: str) -> None:
    """Nothing is written, not even a mode, to a file that is damaged or not ours.

    Raises:
        StoreError: it is.
    """
    _patiently(db, "BEGIN")
    try:
        if check(db, place):
            (said,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if said != "ok":
                raise StoreError(f"{place}: {_mend(str(said).splitlines()[-1])}")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _readable(path: Path) -> sqlite3.Connection:
    """A connection that never writes nor locks."""
    until = time.monotonic() + MAKING_SECONDS
    with explained(str(path)):
        while (db := _opened(path)) is None:
            # A run that has only just begun makes its tables in a moment.
            if time.monotonic() > until:
                raise StoreError(
                    f"{path}: no games yet; the `syllogos run` or merge that made it puts them in"
                )
            time.sleep(0.05)
        return db


def _opened(path: Path) -> sqlite3.Connection | None:
    """The file to read, as it is where its folder cannot be written; None while it has no tables."""
    journal = path.with_name(path.name + "-journal")
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        uri = f"{path.absolute().as_uri()}?{mode}"
        db = sqlite3.connect(uri, BUSY_SECONDS, isolation_level=None, uri=True, check_same_thread=False)
        try:
            harden(db)
            limit(db, path)
            # Others may be making the tables right now: all of it is read at one moment.
            db.execute("BEGIN")
            version = check(db, str(path))
            db.execute("COMMIT")
            if version:
                return db
        except sqlite3.OperationalError as error:
            db.close()
            if "locked" in str(error):
                return None
            if "immutable" in mode or not re.search("unable to open|readonly", str(error)):
                raise
            if (wal := path.with_name(path.name + "-wal")).exists() and wal.stat().st_size:
                raise StoreError(
                    f"{path}: what was written last is still beside it, and is read only where its folder "
                    "can be written: copy the whole folder to such a place, and name that one"
                ) from None
            if journal.exists() and journal.stat().st_size:
                raise StoreError(
                    f"{path}: a process was killed while it wrote; the same `syllogos run` or merge mends it"
                ) from None
            continue
        except BaseException:
            db.close()
            raise
        db.close()
        return None
    return None


def limit(db: sqlite3.Connection, path: Path) -> int:
    """Let the next statement of a reader do no more than a file of this size can ask for.

    Pages of a crafted file may refer to each other without end.

    Returns:
        How many bytes the rows of one query may come to.
    """
    wal = path.with_name(path.name + "-wal")
    size = sum(file.stat().st_size for file in (path, wal) if file.exists())
    ticks, most = 0, 100 + size // 25_000

    def tick() -> bool:
        nonlocal ticks
        ticks += 1
        return ticks > most

    db.set_progress_handler(tick, 100_000)
    return 64 * 2**20 + 4 * size


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
    except (sqlite3.Error, UnicodeDecodeError) as error:
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
    """The inverse of :func:`fold`.

    Raises:
        ValueError: it is nested deeper, or comes to more text, than a record may.
    """
    left = MOST_TEXT

    def back(value: Any, level: int) -> Any:
        nonlocal left
        if level > DEEPEST:
            raise ValueError(f"nested deeper than {DEEPEST} levels")
        if isinstance(value, dict):
            if "$text" in value:
                whole = text(value["$text"])
                left -= len(whole)
                if left < 0:
                    raise ValueError(f"more than {MOST_TEXT:,} characters")
                return whole
            pairs = value.get("$pairs", value.items())
            return {key: back(item, level + 1) for key, item in pairs}
        if isinstance(value, list):
            return [back(item, level + 1) for item in value]
        return value

    return back(value, 0)


def read_json(text: object) -> Any:
    """A stored JSON text, of a size that fits into memory.

    Raises:
        ValueError: it is no text, no JSON, too large or too deep.
    """
    if not isinstance(text, str):
        raise ValueError("no text")
    if len(text) > MOST_VALUES and sum(map(text.count, ",[{")) > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES:,} values")
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def too_deep(value: object) -> bool:
    """Whether JSON is nested deeper than :data:`DEEPEST` levels."""
    level = [value]
    for _ in range(DEEPEST):
        inner: list[object] = []
        for item in level:
            inner += item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
        if not inner:
            return False
        level = inner
    return True
