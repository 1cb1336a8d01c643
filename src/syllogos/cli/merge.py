"""Put the games of several runs of one experiment into one."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from syllogos import api
from syllogos.cli._options import Json, print_json
from syllogos.cli._say import tell


def make(
    folders: Annotated[list[Path], typer.Argument(help="The folders of the runs, such as shards")],
    out: Annotated[Path, typer.Option(help="The folder of the whole; it may hold some of the games already")],
    json: Json = False,
) -> None:
    """Put the games of several runs of one experiment into one.

    The whole is what one process would have left behind; merging again changes nothing.

    Example: syllogos merge runs/part0 runs/part1 --out runs/whole
    """
    merged = api.merge(folders, out)
    if json:
        print_json({"out": str(out), **asdict(merged)})
        return
    tell(f"{merged.finished} of {merged.games} games finished in {out}; {merged.taken} newly taken over")
    for shard in merged.missing:
        tell(f"shard {shard} is not here")
