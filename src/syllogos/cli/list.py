"""List what can be named: games, agents, models, solvers, judges, datasets, prompts."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from syllogos import api
from syllogos.cli._console import console
from syllogos.cli._options import Json, print_json
from syllogos.plugins import folders

KINDS = (*filter(folders.files, folders.KINDS), "prompts")


def make(
    kind: Annotated[str, typer.Argument(help=" ".join(KINDS))],
    json: Json = False,
) -> None:
    """List what can be named of a kind, with one line each.

    Example: syllogos list agents
    """
    kind, rows = api.listed(kind)
    if json:
        print_json({kind: rows})
        return
    table = Table(box=None, show_header=False)
    for row in rows:
        table.add_row(Text(row.name, "bold"), row.about)
    console().print(table)
