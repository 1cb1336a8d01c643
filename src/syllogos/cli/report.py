"""Write what a run came to as one page, tables and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos.cli._options import Json, print_json
from syllogos.cli._say import say, tell
from syllogos.reporting.build import write_report
from syllogos.reporting.choose import MOST
from syllogos.store.store import open_store


def make(
    folder: Annotated[Path, typer.Argument(help="The folder of the run")],
    out: Annotated[
        Path | None, typer.Option(help="Where to write; the folder of the run itself if left out")
    ] = None,
    replays: Annotated[
        int, typer.Option(min=0, max=100_000, help="At most so many games are replayed in the page")
    ] = MOST,
    pdf: Annotated[bool, typer.Option("--pdf", help="Figures as PDF too (needs the extra frames)")] = False,
    json: Json = False,
) -> None:
    """Write what a run came to as one page, tables and figures.

    report.html is one file that asks nothing of the network; beside it are report.md, tables/*.csv
    and figures/*.svg. A run that is still going is reported as far as it is.

    Example: syllogos report runs/first
    """
    store = open_store(folder)
    try:
        report = write_report(store, out or folder, most=replays, pdf=pdf)
    finally:
        store.close()
    for problem in report.problems:
        say(f"syllogos: {problem}")
    if json:
        tables = {name: table.records() for name, table in report.tables.items()}
        print_json({"html": str(report.html), "tables": tables, "problems": report.problems})
    else:
        tell(str(report.html))
