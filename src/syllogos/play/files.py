"""Reading the files that people name, with one clear line when that fails."""

from __future__ import annotations

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
        if path.stat().st_size > MOST:
            raise InputError(f"{path}: larger than {MOST // 2**20} MB")
        return Source(str(path), path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 at byte {error.start}; save it as UTF-8") from None


def named_file(value: str, folder: Path) -> Source | str:
    """The file that a configuration value names, or the value itself when it names none.

    Raises:
        InputError: the value looks like a file's name, and there is no such file.
    """
    if not value.endswith(SUFFIXES) or any(c in value for c in "\n\r{"):
        return value
    return read_source(folder / value)
