"""What several commands share: options, writing JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from syllogos.cli._exits import INTERRUPTED
from syllogos.cli._say import say

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Patience = Annotated[
    float | None,
    typer.Option(
        min=0.0,
        show_default="5 s (run: 60) while it is away, as long as it takes while it thinks",
        help="Seconds to wait for a model that does not answer.",
    ),
]


def print_json(value: object) -> None:
    """One JSON object on stdout."""
    import json  # noqa: PLC0415 (first use)

    from syllogos.text.plain import plain  # noqa: PLC0415 (first use)

    # All in ASCII: it is valid in every encoding, and no character of it steers a terminal.
    json.dump(_finite(plain(value)), sys.stdout, indent=2, allow_nan=False)
    sys.stdout.write("\n")


def _finite(value: object) -> object:
    """A value with null where a number is none: JSON has no word for it, and its readers refuse ours."""
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not isfinite(value) else value


@contextmanager
def interruptible(out: Path | None) -> Iterator[None]:
    """Say what is kept when the work is interrupted, and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        if out is None:
            say("syllogos: interrupted; nothing is kept of this game (with --out FOLDER it is)")
        else:
            say(
                f"syllogos: interrupted; what was played is kept in {out}, and the same command goes on there"
            )
        raise typer.Exit(INTERRUPTED) from None
