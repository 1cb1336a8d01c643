"""Say what this machine can do, and how to get what is missing."""

from __future__ import annotations

import platform

from rich.table import Table
from rich.text import Text

from syllogos import api
from syllogos.cli._console import console
from syllogos.cli._options import Json, print_json
from syllogos.version import VERSION


def make(json: Json = False) -> None:
    """Say what this machine can do, and how to get what is missing.

    The core needs none of it. Example: syllogos doctor
    """
    parts = api.machine()
    if json:
        print_json({"version": VERSION, "python": platform.python_version(), "parts": parts})
        return
    table = Table("part", "", "used for", "how to get it", header_style="bold")
    for part in parts:
        mark = Text("yes", "green") if part.there else Text("no", "yellow")
        table.add_row(part.name, mark, part.use, "" if part.there else part.mend)
    terminal = console()
    terminal.print(f"syllogos {VERSION}, Python {platform.python_version()}, {platform.system()}")
    terminal.print(table)
