"""Say how far a run is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos import api
from syllogos.cli._options import Json, print_json
from syllogos.cli._say import warn
from syllogos.cli._table import print_results


def make(
    folder: Annotated[Path, typer.Argument(help="The folder of the run")],
    json: Json = False,
) -> None:
    """Say how far a run is; a running one is not disturbed.

    Example: syllogos status runs/first
    """
    standing = api.status(folder)
    if json:
        print_json(standing.summary)
    else:
        print_results(standing)
    warn(standing.moves)
