"""Play one game and watch it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from syllogos import api
from syllogos.cli._exits import SILENT
from syllogos.cli._models import BaseUrlOption, ModelSet, chosen_model, settings
from syllogos.cli._options import Json, Patience, interruptible, print_json
from syllogos.cli._say import say, warn
from syllogos.cli._watch import Watcher


def make(
    game: Annotated[
        str, typer.Argument(help="pd, hd, sh, bs, mp, rps, a game plugin, game.json or path.py:Name")
    ],
    agents: Annotated[
        str, typer.Option(help="One agent per seat: tit_for_tat,cot (see `syllogos list agents NAME`)")
    ],
    model: Annotated[
        str | None,
        typer.Option(help="One model for all seats, one per seat, or by role: main=..,translator=.."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of all chance in the game")] = 0,
    set_: Annotated[list[str] | None, typer.Option("--set", help="A setting of the game: rounds=10")] = None,
    agent_set: Annotated[
        list[str] | None,
        typer.Option("--agent-set", help="A setting of agents: attempts=3, or of some: 0.attempts=3"),
    ] = None,
    base_url: BaseUrlOption = None,
    model_set: ModelSet = None,
    out: Annotated[Path | None, typer.Option(help="Keep the game in this folder")] = None,
    patience: Patience = None,
    json: Json = False,
) -> None:
    """Play one game and watch it.

    Examples:

        syllogos play pd --agents tit_for_tat,random --set rounds=5

        syllogos play hd --agents cot,best_response --model local/smollm2-135m --seed 1

        syllogos play pd --agents lelma,cot --model openai/x --base-url http://localhost:8000/v1

        syllogos play pd --agents lelma,cot --model experiment.toml:small --agent-set 0.attempts=2
    """
    seats = words(agents)
    watcher = Watcher(seats, quiet=json)
    seated = api.with_settings(seats, agent_settings(agent_set))
    models = by_seat(model, base_url, model_set)
    with interruptible(out):
        record = api.play(
            game, seated, models, seed=seed, patience=patience, out=out, say=say, watch=watcher.see,
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


def agent_settings(pairs: list[str] | None) -> list[api.AgentSetting]:
    """``key=value`` for all agents that take the setting, ``WHOSE.key=value`` for a seat or a name."""
    found = []
    for key, value in settings(pairs, "--agent-set").items():
        whose, mark, own = key.rpartition(".")
        found.append(api.AgentSetting(own, value, whose if mark else ""))
    return found


def by_seat(model: str | None, base_url: str | None, model_set: list[str] | None) -> list[Any]:
    """The models of the seats: a list, or one table by role for all of them."""
    named = words(model)
    if not named:
        chosen_model(None, base_url, model_set)
    parts = [word.partition("=") for word in named]
    if named and all(mark and "/" not in role for role, mark, _ in parts):
        return [{role: chosen_model(name, base_url, model_set) for role, _, name in parts}]
    return [chosen_model(name, base_url, model_set) for name in named]


def words(text: str | None) -> list[str]:
    """A comma-separated list."""
    return [part.strip() for part in (text or "").split(",") if part.strip()]
