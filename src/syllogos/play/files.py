"""Reading the files that people name, with one clear line when that fails."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from syllogos.errors import InputError
from syllogos.formats.source import Source

SUFFIXES = (".json", ".jsonl", ".pl", ".txt", ".md", ".csv", ".thy", ".p", ".smt2", ".fol")
MOST = 64 * 2**20
"""Bytes of a file that are read."""


def read_source(path: Path) -> Source:
    """The text of ``path``, in UTF-8 (a byte-order mark is dropped).

    Raises:
        InputError: no such file, too large, or in another encoding.
    """
    try:
        found = path.stat()
        if found.st_size > MOST:
            raise InputError(f"{path}: larger than {MOST // 2**20} MB")
        return _read(path, found.st_mtime_ns, found.st_size)
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


@lru_cache(maxsize=64)
def _read(path: Path, _changed: int, _size: int) -> Source:
    """One text for all games that name an unchanged file."""
    return Source(str(path), path.read_text(encoding="utf-8-sig"))


def there(path: Path) -> bool:
    """Whether ``path`` is a file, as far as one may look."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def named_file(value: str, folder: Path) -> Source | str:
    """The file that a configuration value names, or the value itself when it names none.

    Raises:
        InputError: the value looks like a file's name, and there is no such file.
    """
    if not value.endswith(SUFFIXES) or any(c in value for c in "\n\r{"):
        return value
    return read_source(folder / value)
