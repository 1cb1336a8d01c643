"""Make a game of a description: executable, validated, with a report that says how far to trust it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from syllogos.cli._console import console
from syllogos.cli._options import Json, Patience, print_json
from syllogos.cli._say import say
from syllogos.errors import InputError
from syllogos.formalization.formalizing import formalize
from syllogos.formalization.page import Formal, formal_html, formal_json, formal_markdown
from syllogos.text.files import read_source
from syllogos.text.source import Source

MARK = "<!-- syllogos formalize "
"""Begins the last line of a report, which tells its game by SHA-256: so own files are known."""


def make(
    description: Annotated[Path, typer.Argument(help="A text, or a page (.md) with the expected game")],
    author: Annotated[str, typer.Option(help="rules, model, both, or a file (.pl, .json)")] = "rules",
    model: Annotated[str | None, typer.Option(help="The model that writes the game")] = None,
    target: Annotated[str, typer.Option(help="facts (typed) or full (a whole program)")] = "facts",
    payoffs: Annotated[Path | None, typer.Option(help="The payoffs it should have (.json)")] = None,
    game_class: Annotated[str, typer.Option("--class", help="The class it should have: pd hd sh bs mp")] = "",
    feedback: Annotated[
        str, typer.Option(help="Faults that go back: up to syntactic, runtime or semantic")
    ] = "semantic",
    strict: Annotated[bool, typer.Option("--strict", help="Complete and tolerate nothing")] = False,
    out: Annotated[Path | None, typer.Option(help="Folder for game and report (beside the text)")] = None,
    isolation: Annotated[str, typer.Option(help="sealed, or guarded where a machine cannot seal")] = "sealed",
    steps: Annotated[int, typer.Option(min=1, help="Inferences that a program may take")] = 1_000_000,
    attempts: Annotated[int, typer.Option(min=1, max=1_000, help="How often a model may try")] = 5,
    patience: Patience = 5.0,
    json: Json = False,
) -> None:
    """Make a game of a description: NAME.json or NAME.pl, which `syllogos play` plays, and a report.

    Examples:

        syllogos formalize description.txt

        syllogos formalize description.txt --author model --model openai/gpt-4o-mini --class pd

        syllogos formalize description.txt --author game.pl --payoffs expected.json
    """
    by = read_source(Path(author)) if Path(author).suffix in (".pl", ".json") else author
    files = [
        description,
        *([payoffs] if payoffs else []),
        *([Path(by.name)] if isinstance(by, Source) else []),
    ]
    folder = _folder(out or description.parent)
    formal = formalize(
        read_source(description), by, model, target=target, payoffs=read_source(payoffs) if payoffs else None,
        game_class=game_class, feedback=feedback, strict=strict, isolation=isolation, steps=steps,
        attempts=attempts, patience=patience, say=say,
    )  # fmt: skip
    written = _write(formal, folder, description.stem, files)
    if json:
        print_json(formal_json(formal, written))
    else:
        console().print(Markdown(formal_markdown(formal), hyperlinks=False))


def _folder(folder: Path) -> Path:
    """The folder to write to, made before a model is paid."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror}") from None
    return folder


def _write(formal: Formal, folder: Path, stem: str, files: Sequence[Path]) -> str:
    """Write the report, and the game where there is one; the game's path.

    Nothing is written over a file that this command did not write: then NAME.game.json is used.
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
    say(f"report: {report}")
    if place is None:
        return ""
    say(f"game: {place}")
    return str(place)


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
