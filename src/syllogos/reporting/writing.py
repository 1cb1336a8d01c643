"""Writing files for people so that they are whole or not there: made aside, then put in place.

What is made stands in a folder of its own inside the target until all of it is on the disk.  Only
then are the old files taken away and the new ones moved in, pages last: a page never stands beside
files of another report.  Whoever is killed leaves a folder that the next one takes away.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from syllogos.errors import InputError
from syllogos.text.whole_file import write_whole

with suppress(ImportError):  # Windows has none: no other process is kept out
    import fcntl

SYSTEM = (("dev",), ("proc",))
"""Top folders in which no file is made aside."""
ASIDE = ".part-"
"""How the name of a folder begins in which files are made."""


@contextmanager
def put_in_place(out: Path, own: Sequence[str] = (), pages: Sequence[str] = ()) -> Iterator[Path]:
    """A folder to write files into, which come to stand in ``out`` when the block ends well.

    Args:
        out: made if need be; what else is in it stays.
        own: patterns of what is removed from it first, an earlier report's.
        pages: files that come last and go first, since others belong to them.

    Raises:
        InputError: ``out`` cannot be written; what was there before is still there.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        aside = out / f"{ASIDE}{uuid4().hex[:12]}"
        with _locked(out):
            _sweep(out)
            aside.mkdir()
            hold = _hold(aside)
        try:
            yield aside
            files = [path for path in sorted(aside.rglob("*")) if path.is_file()]
            for path in files:
                _sync(path)
            with _locked(out):
                _move(files, aside, out, own, pages)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
            if hold is not None:
                os.close(hold)
    except OSError as error:
        raise InputError(f"{out}: {error.strerror or error}; choose another --out") from None


def write_file(path: Path, text: str) -> None:
    """Write one text file, whole or not at all, and the folders above it.

    Raises:
        InputError: it cannot be written.
    """
    try:
        # What /dev/stdout leads to may be a file, but a name there is not ours to replace.
        other = path.exists() and (not path.is_file() or path.absolute().parts[1:2] in SYSTEM)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; choose another --out") from None
    if other:  # a terminal, a pipe
        write_whole(path, text)
        return
    with put_in_place(path.parent) as aside:
        (aside / path.name).write_text(text, encoding="utf-8", errors="replace", newline="\n")


def refuse_link(path: Path) -> None:
    """Raise an ``InputError`` where a link stands in a place that nobody named: a run may be a stranger's."""
    if path.is_symlink():
        raise InputError(f"{path}: a link, and nothing is written through it; take it away, or give an --out")


def _move(files: Sequence[Path], aside: Path, out: Path, own: Sequence[str], pages: Sequence[str]) -> None:
    targets = [(path, out / path.relative_to(aside)) for path in files]
    for _, to in targets:
        to.parent.mkdir(parents=True, exist_ok=True)
        if to.parent != out and to.parent.is_symlink():
            raise InputError(f"{to.parent}: a link, and nothing is written through it; take it away")
    for name in pages:
        (out / name).unlink(missing_ok=True)
    for path in [path for pattern in own for path in out.glob(pattern)]:
        if path.parent == out or not path.parent.is_symlink():
            path.unlink()
    for path, to in sorted(targets, key=lambda target: target[0].name in pages):
        path.replace(to)
    _sync(out)


def _sync(path: Path) -> None:
    """Bring a file, or a folder's names, to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        if path.is_file():
            raise
    finally:
        os.close(handle)


def _sweep(out: Path) -> None:
    """Take away what killed processes left: those folders that nobody holds any more."""
    for left in out.glob(f"{ASIDE}*"):
        # Its owner may take it away at any moment.
        with suppress(FileNotFoundError):
            if left.is_symlink() or not left.is_dir() or (hold := _hold(left, wait=False)) is None:
                continue
            shutil.rmtree(left, ignore_errors=True)
            os.close(hold)


def _hold(folder: Path, *, wait: bool = True) -> int | None:
    """A lock on a folder, until its number is closed or the process is gone; None where there is none."""
    if os.name == "nt":
        return None
    try:
        handle = os.open(folder, os.O_RDONLY)
    except FileNotFoundError:  # its owner has just taken it away
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        os.close(handle)
        return None
    return handle


@contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Alone among those that put files into ``out``, where its file system has locks."""
    handle = _hold(out)
    try:
        yield
    finally:
        if handle is not None:
            with suppress(OSError):
                os.close(handle)
