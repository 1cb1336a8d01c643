"""Install the small local model, which needs no key and no network to play."""

from __future__ import annotations

from typing import Annotated

import typer

from syllogos import api
from syllogos.cli._say import say


def make(
    what: Annotated[str, typer.Argument(help="local")] = "local",
) -> None:
    """Install the small local model (SmolLM2 135M, about 200 MB with its server).

    It shows the whole path offline and is too small to play well. Example: syllogos setup local
    """
    api.set_up(what, say)
