"""Make a game of a description: executable, validated, with a report that says how far to trust it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from syllogos.checking.game_page import Formal, formal_html, formal_json, formal_markdown
from syllogos.cli._options import Json, Patience, print_json
from syllogos.cli._say import say
from syllogos.formats.source import Source
from syllogos.play.files import read_source
from syllogos.play.formalizing import formalize


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
    attempts: Annotated[int, typer.Option(min=1, help="How often a model may try")] = 5,
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
    formal = formalize(
        read_source(description), by, model, target=target, payoffs=read_source(payoffs) if payoffs else None,
        game_class=game_class, feedback=feedback, strict=strict, isolation=isolation, attempts=attempts,
        patience=patience, say=say,
    )  # fmt: skip
    written = _write(formal, description, out, by.name if isinstance(by, Source) else "")
    if json:
        print_json(formal_json(formal, written))
    else:
        Console(highlight=False).print(Markdown(formal_markdown(formal)))


def _write(formal: Formal, description: Path, out: Path | None, author: str) -> str:
    """Write the report, and the game where there is one; the game's path.  An author's file is kept."""
    folder = out or description.parent
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, text in ((".report.md", formal_markdown(formal)), (".report.html", formal_html(formal))):
        (folder / f"{description.stem}{suffix}").write_text(text, encoding="utf-8")
    say(f"report: {folder / description.stem}.report.html")
    if not formal.text:
        return ""
    suffix = ".pl" if formal.target == "full" else ".json"
    place = folder / f"{description.stem}{suffix}"
    if author and place.exists() and place.samefile(author):
        if place.read_text(encoding="utf-8") == formal.text:
            return str(place)
        place = folder / f"{description.stem}.game{suffix}"
    place.write_text(formal.text, encoding="utf-8")
    say(f"game: {place}")
    return str(place)
