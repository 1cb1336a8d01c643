"""Write what a run came to as one page, tables and figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos import api
from syllogos.cli._options import Json, print_json
from syllogos.cli._say import say, tell, warn


def make(
    folder: Annotated[Path, typer.Argument(help="The folder of the run")],
    out: Annotated[
        Path | None, typer.Option(help="Where to write; the folder of the run itself if left out")
    ] = None,
    replays: Annotated[
        int, typer.Option(min=0, max=100_000, help="At most so many games are replayed in the page")
    ] = api.MOST_REPLAYS,
    pdf: Annotated[bool, typer.Option("--pdf", help="Figures as PDF too (needs the extra frames)")] = False,
    paper: Annotated[
        str | None, typer.Option(help="Fill the tables of this paper: undercover, undercover:fixed")
    ] = None,
    json: Json = False,
) -> None:
    """Write what a run came to as one page, tables and figures.

    report.html is one file that asks nothing of the network; beside it are report.md, tables/*.csv
    and figures/*.svg; of a paper that the experiment names (or --paper) the tables as the paper has
    them, as LaTeX too. A run that is still going is reported as far as it is.

    Example: syllogos report runs/first
    """
    report = api.report(folder, out, most=replays, pdf=pdf, paper=_paper(paper))
    for problem in report.problems:
        say(f"syllogos: {problem}")
    if json:
        tables = {name: table.records() for name, table in report.tables.items()}
        print_json(
            {
                "html": str(report.html),
                "tables": tables,
                "problems": report.problems,
                "moves": report.moves.to_json(),
            }
        )
    else:
        tell(str(report.html))
        warn(report.moves)


def _paper(named: str | None) -> str | dict[str, str] | None:
    """``undercover:fixed`` is the paper with that study; a file (``path.py:Name``) stays as it is."""
    if named is None or ".py:" in named or ":" not in named:
        return named
    kind, _, study = named.partition(":")
    return {"kind": kind, "study": study}
