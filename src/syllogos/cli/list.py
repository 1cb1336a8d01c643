"""List what can be named: games, agents, models, solvers, judges, datasets, prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from syllogos import api
from syllogos.cli._console import console
from syllogos.cli._options import Json, print_json
from syllogos.plugins import folders

if TYPE_CHECKING:
    from syllogos.api.names import PluginPage

KINDS = (*filter(folders.files, folders.KINDS), "prompts")


def make(
    kind: Annotated[str, typer.Argument(help=" ".join(KINDS))],
    name: Annotated[
        str, typer.Argument(help="One of them, or path.py:Name: its settings and an example")
    ] = "",
    json: Json = False,
) -> None:
    """List what can be named of a kind, with one line each; or the settings of one.

    Examples:

        syllogos list agents

        syllogos list agents lelma
    """
    if name:
        _one(api.described(kind, name), json)
        return
    kind, rows = api.listed(kind)
    if json:
        print_json({kind: rows})
        return
    table = Table(box=None, show_header=False)
    for row in rows:
        table.add_row(Text(row.name, "bold"), row.about)
    console().print(table)


def _one(page: PluginPage, json: bool) -> None:
    """A plugin's settings with their types and defaults, and an example to paste."""
    if json:
        print_json(page)
        return
    terminal = console()
    terminal.print(Text.assemble((page.name, "bold"), f": {page.about}" if page.about else ""))
    terminal.print(Text(f"\n{page.text}\n"))
    if page.settings:
        table = Table("setting", "type", "default", box=None, header_style="bold")
        for setting in page.settings:
            table.add_row(
                setting.name, setting.type, "(to be given)" if setting.default is None else setting.default
            )
        terminal.print(table)
    else:
        terminal.print("no settings")
    if page.needs:
        terminal.print(f"\nneeds {', '.join(page.needs)}")
    terminal.print(f"\n{page.example}", soft_wrap=True)
