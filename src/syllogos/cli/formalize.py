"""Make a game of a description: executable, validated, with a report that says how far to trust it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, get_args

import typer
from rich.console import Console
from rich.markdown import Markdown

from syllogos.checking.game_page import Formal, formal_html, formal_json, formal_markdown
from syllogos.cli._options import Json, Patience, print_json, say
from syllogos.errors import InputError, unknown
from syllogos.formats.game import form_of
from syllogos.formats.game_facts import GameFacts, facts_of, is_facts, parse_facts
from syllogos.play.files import read_source
from syllogos.play.formalizing import Feedback, Isolation, by_hand, by_model, by_rules, task_of
from syllogos.translate.game_model import Target

Author = Literal["rules", "model", "both"]


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
    """Make a game of a description.

    Writes NAME.json (facts) or NAME.pl (a program), which `syllogos play` plays, and the report
    NAME.report.md and NAME.report.html.

    Examples:

        syllogos formalize description.txt

        syllogos formalize description.txt --author model --model openai/gpt-4o-mini --class pd

        syllogos formalize description.txt --author game.pl --payoffs expected.json
    """
    _known("target", target, get_args(Target))
    _known("feedback", feedback, get_args(Feedback))
    _known("isolation", isolation, get_args(Isolation))
    task, wanted = task_of(read_source(description), _payoffs(payoffs), game_class)
    confined: Isolation = "guarded" if isolation == "guarded" else "sealed"
    form: Target = "full" if target == "full" else "facts"
    if author == "rules":
        formal = by_rules(task, wanted, form, confined)
    elif author in ("model", "both"):
        if model is None:
            raise InputError(f"--author {author} needs a model: --model provider/name")
        level: Feedback = next(f for f in get_args(Feedback) if f == feedback)
        formal = by_model(
            task, wanted, form, model, author="both" if author == "both" else "model", feedback=level,
            strict=strict, isolation=confined, attempts=attempts, patience=patience, say=say,
        )  # fmt: skip
    elif Path(author).suffix in (".pl", ".json"):
        formal = by_hand(task, read_source(Path(author)), wanted, confined, strict=strict)
    else:
        raise unknown("author", author, [*get_args(Author), "FILE.pl", "FILE.json"])
    written = _write(formal, description, out)
    if json:
        print_json(formal_json(formal, written))
    else:
        Console(highlight=False).print(Markdown(formal_markdown(formal)))


def _known(name: str, value: str, values: tuple[str, ...]) -> None:
    if value not in values:
        raise unknown(name, value, values)


def _payoffs(path: Path | None) -> GameFacts | None:
    if path is None:
        return None
    source = read_source(path)
    return parse_facts(source.text, source.name) if is_facts(source.text) else facts_of(form_of(source))


def _write(formal: Formal, description: Path, out: Path | None) -> str:
    """Write the game, when there is a valid one or a file to mend, and the report; the game's path."""
    folder = out or description.parent
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, text in ((".report.md", formal_markdown(formal)), (".report.html", formal_html(formal))):
        (folder / f"{description.stem}{suffix}").write_text(text, encoding="utf-8")
    say(f"report: {folder / description.stem}.report.html")
    if not formal.text:
        return ""
    place = folder / f"{description.stem}{'.pl' if formal.target == 'full' else '.json'}"
    place.write_text(formal.text, encoding="utf-8")
    say(f"game: {place}")
    return str(place)
