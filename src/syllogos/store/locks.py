"""Whether a folder's file system has locks that work: without them a store cannot be shared, nor trusted."""

from __future__ import annotations

import errno
import os
import struct
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from syllogos.errors import StoreError

with suppress(ImportError):  # Windows has none, and its file systems always lock
    import fcntl

NONE = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)


def probe(folder: Path) -> None:
    """Try a lock on a file of its own, and that a second one is refused.

    SQLite takes a missing lock for one that another process holds, and waits.

    Raises:
        StoreError: there are none, or they keep nobody out.
    """
    if os.name == "nt":
        return
    try:
        one, name = mkstemp(prefix=".locks-", dir=folder)
    except OSError:
        return  # a folder that cannot be written is named when the store is opened
    two = -1
    try:
        two = os.open(name, os.O_RDWR)
        Path(name).unlink()  # at once: whoever is killed leaves nothing
        _lock(one)
        if _free(two):
            raise _no_locks(folder, "a second lock of a file was given too")
    except OSError as error:
        if error.errno in NONE:
            raise _no_locks(folder, error.strerror or "") from None
    finally:
        os.close(one)
        if two >= 0:
            os.close(two)


def _lock(handle: int) -> None:
    # Locks of an open file, not of a process: the second one must fail even within a process.
    if hasattr(fcntl, "F_OFD_SETLK"):
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))
    else:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _free(handle: int) -> bool:
    if not hasattr(fcntl, "F_OFD_SETLK"):
        return False
    try:
        _lock(handle)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise
    return True


def _no_locks(folder: Path, why: str) -> StoreError:
    return StoreError(f"{folder}: its file system has no file locks ({why}); choose an --out on a local disk")
