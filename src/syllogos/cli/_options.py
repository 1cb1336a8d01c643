"""What several commands share: options, reading ``key=value``, writing JSON."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Annotated

import typer

from syllogos.cli._say import say
from syllogos.errors import InputError
from syllogos.text.plain import plain

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Patience = Annotated[
    float, typer.Option(min=0.0, help="Seconds to go on trying while a model does not answer.")
]


def settings(pairs: list[str] | None) -> dict[str, object]:
    """``key=value`` pairs as a table; values are read as TOML, a bare word is a text.

    >>> settings(["rounds=10", "payoffs=pd"])
    {'rounds': 10, 'payoffs': 'pd'}
    """
    table: dict[str, object] = {}
    for pair in pairs or ():
        key, mark, value = pair.partition("=")
        if not mark or not key.strip():
            raise InputError(f"--set {pair!r}: write key=value, such as --set rounds=10")
        try:
            table[key.strip()] = tomllib.loads(f"v = {value}")["v"]
        except (ValueError, RecursionError):
            table[key.strip()] = value
    return table


def words(text: str | None) -> list[str]:
    """A comma-separated list."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def print_json(value: object) -> None:
    """One JSON object on stdout."""
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
def interruptible() -> Iterator[None]:
    """Say how to go on when the work is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        say("syllogos: interrupted; the same command goes on where it stopped")
        raise
