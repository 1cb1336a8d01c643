"""Install the small local model, which needs no key and no network to play."""

from __future__ import annotations

from typing import Annotated

import typer

from syllogos.cli._say import say
from syllogos.errors import unknown
from syllogos.models.client import local_install as _local_install


def make(
    what: Annotated[str, typer.Argument(help="local")] = "local",
) -> None:
    """Install the small local model (SmolLM2 135M, about 200 MB with its server).

    It shows the whole path offline and is too small to play well. Example: syllogos setup local
    """
    if what != "local":
        raise unknown("setup", what, ["local"])
    _local_install.install(say)
