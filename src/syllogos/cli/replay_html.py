"""Write one game of a run as a page, with every prompt and reply."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syllogos.cli._options import Json, print_json
from syllogos.cli._say import tell
from syllogos.reporting.build import replay_page
from syllogos.reporting.writing import refuse_link, write_file
from syllogos.store.store import open_store
from syllogos.text.whole_file import refuse_unread


def make(
    folder: Annotated[Path, typer.Argument(help="The folder of the run")],
    key: Annotated[str, typer.Argument(help="The game's key, or how it begins (see the report)")],
    out: Annotated[
        Path | None, typer.Option(help="The file; game-KEY.html in the run's folder if left out")
    ] = None,
    json: Json = False,
) -> None:
    """Write one game of a run as a page, with every prompt and reply.

    Example: syllogos replay-html runs/first 69cf05de
    """
    if out:
        refuse_unread(out)
    store = open_store(folder)
    try:
        whole, page = replay_page(store, key)
    finally:
        store.close()
    path = out or folder / f"game-{whole[:12]}.html"
    if not out:
        refuse_link(path)
    write_file(path, page)
    if json:
        print_json({"html": str(path), "key": whole})
    else:
        tell(str(path))
