"""Writing a formalization: the game and its report, over nothing that somebody else wrote."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from syllogos.errors import InputError
from syllogos.formalization.page import Formal, formal_html, formal_markdown

MARK = "<!-- syllogos formalize "
"""Begins the last line of a report, which tells its game by SHA-256: so own files are known."""


@dataclass(frozen=True)
class Written:
    """Where the report is (its page), and the game where there is one."""

    report: Path
    game: Path | None


def folder_for(folder: Path) -> Path:
    """The folder to write to, made before a model is paid.

    Raises:
        InputError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror}") from None
    return folder


def write_formal(formal: Formal, folder: Path, stem: str, files: Sequence[Path]) -> Written:
    """Write the report, and the game where there is one.

    Nothing is written over one of ``files``, or over a file that this did not write: then
    NAME.game.json is used.

    Raises:
        InputError: the folder cannot be written to.
    """
    suffix = ".pl" if formal.target == "full" else ".json"
    try:
        before = _last_line(folder / f"{stem}.report.md")
        kept = not formal.text and before.startswith(MARK)
        last = before if kept else f"{MARK}{_digest(formal.text)} -->"
        html, page = f"{formal_html(formal)}{last}\n", f"{formal_markdown(formal)}\n{last}\n"
        place = _free(folder, stem, suffix, formal.text, files) if formal.text else None
        if place:
            place.write_text(formal.text, encoding="utf-8")
        _free(folder, stem, ".report.md", page, files).write_text(page, encoding="utf-8")
        report = _free(folder, stem, ".report.html", html, files)
        report.write_text(html, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{error.filename or folder}: {error.strerror}") from None
    return Written(report, place)


def _free(folder: Path, stem: str, suffix: str, text: str, files: Sequence[Path]) -> Path:
    """The first of NAME, NAME.game, NAME.game2 ... that is free, has this text or is an own file."""
    own = _last_line(folder / f"{stem}.report.md")
    for name in _names(stem):
        place = folder / f"{name}{suffix}"
        if not (place.exists() or place.is_symlink()):
            return place
        if place.is_symlink() or not place.is_file():
            continue
        there = place.read_text(encoding="utf-8", errors="replace")
        if there == text:
            return place
        kept = any(file.exists() and place.samefile(file) for file in files)
        marked = ".report" in suffix and _last_line(place).startswith(MARK)
        if not kept and (marked or own == f"{MARK}{_digest(there)} -->"):
            return place
    raise AssertionError("names do not end")


def _names(stem: str) -> Iterator[str]:
    return chain((stem, f"{stem}.game"), (f"{stem}.game{n}" for n in count(2)))


def _last_line(place: Path) -> str:
    if not place.is_file():
        return ""
    return next(reversed(place.read_text(encoding="utf-8", errors="replace").splitlines()), "")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
