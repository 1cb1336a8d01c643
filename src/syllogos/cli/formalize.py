"""Make a game of a description: executable, validated, with a report that says how far to trust it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from syllogos import api
from syllogos.cli._console import console, on_terminal
from syllogos.cli._exits import FORMAL, FailOn, fail, failing
from syllogos.cli._models import BaseUrlOption, ModelSet, chosen_model
from syllogos.cli._options import Json, Patience, print_json
from syllogos.cli._say import say, tell
from syllogos.text.files import read_source
from syllogos.text.source import Source


def make(
    description: Annotated[Path, typer.Argument(help="A text, or a page (.md) with the expected game")],
    author: Annotated[str, typer.Option(help="rules, model, both, or a file (.pl, .json)")] = "rules",
    model: Annotated[str | None, typer.Option(help="The model that writes the game")] = None,
    base_url: BaseUrlOption = None,
    model_set: ModelSet = None,
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
    patience: Patience = None,
    fail_on: FailOn = "",
    json: Json = False,
) -> None:
    """Make a game of a description: NAME.json or NAME.pl, which `syllogos play` plays, and a report.

    Examples:

        syllogos formalize description.txt

        syllogos formalize description.txt --author model --model openai/gpt-4o-mini --class pd

        syllogos formalize description.txt --author game.pl --payoffs expected.json
    """
    wrong = failing(fail_on, FORMAL)
    by = read_source(Path(author)) if Path(author).suffix in (".pl", ".json") else author
    files = [
        description,
        *([payoffs] if payoffs else []),
        *([Path(by.name)] if isinstance(by, Source) else []),
    ]
    named = chosen_model(model, base_url, model_set)
    folder = api.folder_for(out or description.parent)
    formal = api.formalize(
        read_source(description), by, named, target=target, payoffs=read_source(payoffs) if payoffs else None,
        game_class=game_class, feedback=feedback, strict=strict, isolation=isolation, steps=steps,
        attempts=attempts, patience=patience, say=say,
    )  # fmt: skip
    written = api.write_formal(formal, folder, description.stem, files)
    say(f"report: {written.report}")
    if written.game:
        say(f"game: {written.game}")
    if json:
        print_json(api.formal_json(formal, str(written.game or "")))
    elif on_terminal():
        console().print(Markdown(api.formal_markdown(formal), hyperlinks=False))
    else:
        tell(api.formal_markdown(formal).rstrip())
    fail(formal.status, wrong)
