"""Play one game and watch it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import typer

from syllogos import api
from syllogos.cli._exits import SILENT
from syllogos.cli._options import Json, Patience, interruptible, print_json
from syllogos.cli._say import say, warn
from syllogos.cli._watch import Watcher
from syllogos.errors import InputError


def make(
    game: Annotated[
        str, typer.Argument(help="pd, hd, sh, bs, mp, rps, a game plugin, game.json or path.py:Name")
    ],
    agents: Annotated[
        str, typer.Option(help="One agent per seat: tit_for_tat,cot (see `syllogos list agents`)")
    ],
    model: Annotated[str | None, typer.Option(help="One model for all seats, or one per seat")] = None,
    seed: Annotated[int, typer.Option(help="Seed of all chance in the game")] = 0,
    set_: Annotated[list[str] | None, typer.Option("--set", help="A setting of the game: rounds=10")] = None,
    out: Annotated[Path | None, typer.Option(help="Keep the game in this folder")] = None,
    patience: Patience = 5.0,
    json: Json = False,
) -> None:
    """Play one game and watch it.

    Examples:

        syllogos play pd --agents tit_for_tat,random --set rounds=5

        syllogos play hd --agents cot,best_response --model local/smollm2-135m --seed 1
    """
    seats = words(agents)
    watcher = Watcher(seats, quiet=json)
    with interruptible(out):
        record = api.play(
            game, seats, words(model), seed=seed, patience=patience, out=out, say=say, watch=watcher.see,
            settings=settings(set_),
        )  # fmt: skip
    moves = api.moves_in(record, watcher.names)
    if json:
        print_json({**record.to_json(), "moves": moves.to_json(), "on_invalid": watcher.rules})
    else:
        watcher.end(record.outcome, moves.line)
    if out and not json:
        say(f"{'' if watcher.saw else 'played before; '}kept in {out}: syllogos report {out}")
    warn(moves)
    if moves.silent:
        raise typer.Exit(SILENT)


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
