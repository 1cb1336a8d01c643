"""Whether a store's file still stands where it was opened: SQLite writes on into one that is gone."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable

from syllogos.errors import StoreError


def stands(db: sqlite3.Connection) -> Callable[[], bool]:
    """A question to ask from now on: whether the file that is open is the one that has its name."""
    name = db.execute("PRAGMA database_list").fetchone()[2]
    opened = os.stat(name) if name else None  # noqa: PTH116 (asked at each write, so no Path is made for it)

    def answer() -> bool:
        try:
            now = os.stat(name) if opened else None  # noqa: PTH116
        except OSError:
            return False
        return now is None or opened is None or (now.st_dev, now.st_ino) == (opened.st_dev, opened.st_ino)

    return answer


def gone(place: str) -> StoreError:
    """The error for a file that does not stand there any more."""
    return StoreError(
        f"{place}: the file in it was moved, deleted or replaced while it was in use; put it back, then run "
        "the same command again"
    )
