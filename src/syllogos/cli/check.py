"""Check what a text claims about a game's payoffs: what holds, what does not, what is true."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syllogos import api
from syllogos.cli._exits import TEXT, FailOn, fail, failing
from syllogos.cli._models import BaseUrlOption, ModelSet, chosen_model
from syllogos.cli._options import Json, Patience, print_json
from syllogos.cli._say import quoted, say, tell
from syllogos.errors import InputError
from syllogos.text.files import read_input, there
from syllogos.text.source import Source
from syllogos.text.whole_file import write_whole

if TYPE_CHECKING:
    from syllogos.payoffs.check import CheckedText


def make(
    reasoning: Annotated[str, typer.Argument(help="A text file in UTF-8, or - for standard input")],
    game: Annotated[str, typer.Option(help="pd, hd, sh, bs, mp, rps, or game.json")],
    translator: Annotated[str, typer.Option(help="rules, model, or both")] = "rules",
    model: Annotated[str | None, typer.Option(help="The model that translates")] = None,
    base_url: BaseUrlOption = None,
    model_set: ModelSet = None,
    player: Annotated[int, typer.Option(min=1, max=1_000, help="Which player says I (1 is the first)")] = 1,
    html: Annotated[Path | None, typer.Option(help="Write the marked text as a page")] = None,
    original: Annotated[bool, typer.Option("--original", help="With the original system's filters")] = False,
    patience: Patience = None,
    fail_on: FailOn = "",
    json: Json = False,
) -> None:
    """Check what a text claims about a game's payoffs.

    VERIFIED: every payoff sentence was read and is true. PARTIAL: some are true, others were not
    read. REFUTED: one is false. UNCHECKED: none was read, which says nothing about the text.

    Examples:

        syllogos check reasoning.txt --game pd

        syllogos check - --game game.json --translator both --model openai/gpt-4o-mini
    """
    wrong = failing(fail_on, TEXT)
    text = _read(reasoning)
    named = chosen_model(model, base_url, model_set)
    checked = api.check(
        text.text, game, translator, named, player=player, patience=patience, original=original
    )
    if html:
        write_whole(html, api.checked_html(text, checked))
        say(f"written: {html}")
    if json:
        print_json(api.checked_json(checked))
    else:
        _show(text.text, checked)
    fail(checked.status, wrong)


def _read(name: str) -> Source:
    if " " in name and not there(Path(name)):
        raise InputError(f"{name[:60]!r} is no file: give a file, or - and pipe the text in")
    return read_input(name)


def _show(text: str, checked: CheckedText) -> None:
    """The text with its claims in colour, on a terminal; without colours, its lines as they are."""
    if sys.stdout.isatty() or "FORCE_COLOR" in os.environ:
        from syllogos.cli._marked import show  # noqa: PLC0415 (rich, which plain lines do not need)

        show(text, checked)
        return
    tell(f"{text}\n\n{checked.status}: {checked.means}")
    for claim in checked.claims:
        tell(f"  {claim.verdict}  “{quoted(claim.text)}”")
        if claim.correction:
            tell(f"    {claim.correction}")
