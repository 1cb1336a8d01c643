"""Write one game of a run as a page, with every prompt and reply."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos import api
from syllogos.cli._options import Json, print_json
from syllogos.cli._say import tell


def make(
    folder: Annotated[Path, typer.Argument(help="The folder of the run")],
    key: Annotated[str, typer.Argument(help="The game's key, or how it begins (see the report)")],
    out: Annotated[
        Path | None, typer.Option(help="The file; game-KEY.html in the run's folder if left out")
    ] = None,
    json: Json = False,
) -> None:
    """Write one game of a run as a page, with every prompt and reply.

    Example: syllogos show runs/first 69cf05de
    """
    shown = api.show(folder, key, out)
    if json:
        print_json({"html": str(shown.html), "key": shown.key})
    else:
        tell(str(shown.html))
