"""List what can be named: games, agents, models, solvers, judges, datasets, embeddings."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from syllogos import plugins
from syllogos.cli._console import console
from syllogos.cli._options import Json, print_json
from syllogos.errors import unknown
from syllogos.gametheory.catalog import TITLES
from syllogos.plugins import folders
from syllogos.prompts import prompt_names

KINDS = (*folders.KINDS, "prompts")


def make(
    kind: Annotated[str, typer.Argument(help=" ".join(KINDS))],
    json: Json = False,
) -> None:
    """List what can be named of a kind, with one line each.

    Example: syllogos list agents
    """
    if kind not in KINDS and f"{kind}s" in KINDS:
        kind = f"{kind}s"
    if kind not in KINDS:
        raise unknown("kind", kind, KINDS)
    if kind == "prompts":
        rows = [{"name": name, "about": ""} for name in prompt_names()]
    else:
        rows = [{"name": name, "about": plugins.summary(kind, name)} for name in plugins.names(kind)]
    if kind == "games":
        rows += [{"name": name, "about": f"A normal-form game: {title}."} for name, title in TITLES.items()]
    if json:
        print_json({kind: rows})
        return
    table = Table(box=None, show_header=False)
    for row in rows:
        table.add_row(Text(row["name"], "bold"), row["about"])
    console().print(table)
