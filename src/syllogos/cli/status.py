"""Say how far a run is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos.cli._options import Json, print_json
from syllogos.cli._table import print_results, result
from syllogos.store.store import open_store


def make(
    folder: Annotated[Path, typer.Argument(help="The folder of the run")],
    json: Json = False,
) -> None:
    """Say how far a run is; a running one is not disturbed.

    Example: syllogos status runs/first
    """
    store = open_store(folder)
    try:
        if json:
            print_json(result(store))
        else:
            print_results(store)
    finally:
        store.close()
