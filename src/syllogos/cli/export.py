"""Write a run as tables for other programs: JSONL or Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos.cli._options import Json, print_json
from syllogos.cli._say import say, tell
from syllogos.errors import unknown
from syllogos.reporting.export import export
from syllogos.reporting.writing import refuse_link
from syllogos.store.store import open_store

FORMATS = ("jsonl", "parquet")


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
    if format not in FORMATS:
        raise unknown("format", format, FORMATS)
    target = out or folder / "export"
    if not out:
        refuse_link(target)
    store = open_store(folder)
    try:
        rows, problems = export(store, target, "jsonl" if format == "jsonl" else "parquet")
    finally:
        store.close()
    for problem in problems:
        say(f"syllogos: {problem}")
    if json:
        print_json({"out": str(target), "rows": rows, "problems": problems})
        return
    for name, n in rows.items():
        tell(f"{target / name}: {n} rows")
