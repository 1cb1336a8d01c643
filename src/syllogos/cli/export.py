"""Write a run as tables for other programs: JSONL or Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos import api
from syllogos.cli._options import Json, print_json
from syllogos.cli._say import say, tell


def make(
    folder: Annotated[Path, typer.Argument(help="The folder of the run")],
    format: Annotated[str, typer.Option(help="jsonl, or parquet (needs the extra frames)")] = "jsonl",
    out: Annotated[
        Path | None, typer.Option(help="Where to write; export/ in the run's folder if left out")
    ] = None,
    json: Json = False,
) -> None:
    """Write a run as tables for other programs: JSONL or Parquet.

    One file each for games, seats, turns, calls and verdicts, and as JSONL the whole records.

    Example: syllogos export runs/first --format parquet
    """
    exported = api.export(folder, format, out)
    for problem in exported.problems:
        say(f"syllogos: {problem}")
    if json:
        print_json({"out": str(exported.out), "rows": exported.rows, "problems": exported.problems})
        return
    for name, n in exported.rows.items():
        tell(f"{exported.out / name}: {n} rows")
