"""Reading the files that people name, with one clear line when that fails."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from syllogos.errors import InputError
from syllogos.text.source import Source
from syllogos.text.whole_file import MOST, read_whole

SUFFIXES = (".json", ".jsonl", ".pl", ".txt", ".md", ".csv", ".thy", ".p", ".smt2", ".fol")
STDIN = "standard input"


def read_source(path: Path, most: int = MOST) -> Source:
    """The text of ``path``, in UTF-8 (a byte-order mark is dropped).

    Raises:
        InputError: no such file, no file at all, larger than ``most`` bytes, or in another encoding.
    """
    return _source(str(path), read_whole(path, most), lines=True)


def read_input(name: str) -> Source:
    """The text of the file ``name``, or of the standard input where ``name`` is ``-``.

    Raises:
        InputError: as of :func:`read_source`.
    """
    if name != "-":
        return read_source(Path(name))
    if sys.stdin is None:
        raise InputError(f"{STDIN}: it is closed; give a file")
    try:
        data = sys.stdin.buffer.read(MOST + 1)
    except OSError as error:
        raise InputError(f"{STDIN}: {error.strerror}; give a file") from None
    if len(data) > MOST:
        raise InputError(f"{STDIN}: more than {MOST // 2**20} MB; give less")
    return _source(STDIN, data, lines=False)


def json_rows(path: Path) -> Iterator[tuple[str, Any]]:
    """Each row of a file of JSON lines, with its place as errors name it.

    Raises:
        InputError: the file cannot be read, or a line is no JSON.
    """
    source = read_source(path)
    for number, line in enumerate(source.text.split("\n"), 1):
        place = f"{source.name}:{number}"
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except RecursionError:
            raise InputError(f"{place}: nested too deep") from None
        except ValueError as error:
            raise InputError(f"{place}: {getattr(error, 'msg', error)}") from None
        yield place, row


@lru_cache(maxsize=64)
def _source(name: str, data: bytes, *, lines: bool) -> Source:
    """One text for all games that name an unchanged file; ``lines`` makes every line end alike."""
    try:
        text = data.decode("utf-8-sig")
        return Source(name, text.replace("\r\n", "\n").replace("\r", "\n") if lines else text)
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: not UTF-8 at byte {error.start}; save it as UTF-8") from None


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
