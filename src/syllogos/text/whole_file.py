"""Reading what people name as a file: whole, bounded, and never anything but a file; and writing it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from syllogos.errors import InputError

MOST = 64 * 2**20
"""Bytes of a file that are read."""
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read_whole(path: Path, most: int = MOST) -> bytes:
    """The bytes of the file ``path``, at most ``most``.

    What a file is said to hold is not believed: it may grow while it is read, or say nothing.

    Raises:
        InputError: no such file, not a file (a folder, a pipe, a device ...), or too large.
    """
    try:
        refuse_other(path, Path(path).stat().st_mode)
        with open(path, "rb", opener=_at_once) as file:
            found = os.fstat(file.fileno())
            refuse_other(path, found.st_mode)
            data = b"" if found.st_size > most else file.read(most + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if found.st_size > most or len(data or b"") > most:
        raise InputError(f"{path}: larger than {_size(most)}; give a smaller file")
    if data is None:
        raise InputError(f"{path}: it does not say now what it holds; give a file")
    return data


def write_whole(path: Path, text: str) -> None:
    """Write ``text`` to ``path``; a pipe that nobody reads is refused, not waited for.

    Raises:
        InputError: it cannot be written.
    """
    try:
        with open(path, "wb", opener=_at_once) as file:
            os.set_blocking(file.fileno(), True)
            file.write(text.encode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: {reason}; choose another place to write to") from None


def refuse_unread(path: Path) -> None:
    """Raise an ``InputError`` where ``path`` is a pipe that nobody reads: writing to it would wait."""
    try:
        if path.is_fifo():
            os.close(_at_once(str(path), os.O_WRONLY))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: {reason}; choose another --out") from None


def refuse_other(path: Path, mode: int) -> None:
    """Raise an ``InputError`` where ``mode`` is not that of a file: a pipe would wait, a device not end."""
    if not stat.S_ISREG(mode):
        kind = next((name for is_kind, name in KINDS if is_kind(mode)), "not a file")
        raise InputError(f"{path}: {kind}, but a file is wanted")


def _at_once(name: str, flags: int) -> int:
    """Open without waiting: a pipe may have taken the file's place since it was looked at."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0), 0o666)


def _size(most: int) -> str:
    return f"{most // 2**20} MB" if most >= 2**20 else f"{most // 2**10} KB"
