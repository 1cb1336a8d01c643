"""Run an experiment, or go on with one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from syllogos import plugins
from syllogos.cli._options import Json, Patience, interruptible, print_json
from syllogos.cli._progress import progress
from syllogos.cli._say import say, tell
from syllogos.cli._table import print_results, result
from syllogos.errors import InputError, SyllogosError
from syllogos.experiment.experiment import Experiment, begin, read_experiment
from syllogos.experiment.merge import sharded
from syllogos.match.engine import Run, Settings
from syllogos.store.store import open_store

LONGEST_SHARD = 40


def make(
    experiment: Annotated[Path, typer.Argument(help="EXPERIMENT.toml")],
    out: Annotated[Path | None, typer.Option(help="Folder of the run; the same one goes on")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check the file, list the games, call nothing")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=1_000, help="Games at once in this process")] = 16,
    patience: Patience = 60.0,
    restart_changed: Annotated[
        bool, typer.Option("--restart-changed", help="Play games anew whose agent or game code has changed")
    ] = False,
    engine: Annotated[str, typer.Option(help="local")] = "local",
    shard: Annotated[
        str | None,
        typer.Option(help="i/n: only every n-th game from the i-th (from 0); see `syllogos merge`"),
    ] = None,
    json: Json = False,
) -> None:
    """Run an experiment, or go on with one.

    Killed or stopped, the same command goes on; nothing is paid for twice. Several processes
    may run the same experiment in the same folder.

    Examples:

        syllogos run experiment.toml --dry-run

        syllogos run experiment.toml --out runs/first

        syllogos run experiment.toml --out runs/part0 --shard 0/4
    """
    if shard and len(shard) > LONGEST_SHARD:
        raise InputError("--shard: write i/n with i from 0 to n-1, such as 0/4")
    plan, places = sharded(read_experiment(experiment), shard)
    if engine != "local":
        raise InputError(f"--engine {engine}: not there yet; use local, in several processes if you like")
    if dry_run:
        _dry(plan, json)
        return
    if out is None:
        raise InputError("give a folder for the run: --out runs/NAME (or --dry-run)")
    _play(plan, places, out, Settings(workers, patience, plan.limits, restart_changed, plan.cache, say), json)


def _play(plan: Experiment, places: Sequence[int] | None, out: Path, settings: Settings, json: bool) -> None:
    store = open_store(out, create=True)
    try:
        begin(plan, store, places)
        with progress(out), interruptible():
            ended = asyncio.run(Run(plan.matches, store, settings).go())
        if json:
            print_json(result(store))
        else:
            print_results(store)
        crashed = store.counts().crashed
    finally:
        store.close()
    if ended.failed:
        raise SyllogosError(ended.reason)
    if ended.reason:
        say(ended.reason)
    if crashed:
        say(
            f"{crashed} games crashed; `syllogos report {out}` shows where, the same command plays them again"
        )
        raise typer.Exit(1)


def _dry(plan: Experiment, json: bool) -> None:
    rows = [
        {
            "key": match.key,
            "condition": match.condition,
            "cell": match.cell,
            "repetition": match.repetition,
            "seed": match.seed,
            "agents": [plugins.label(seat.agent) for seat in match.seats],
        }
        for match in plan.matches
    ]
    if json:
        print_json({"experiment": plan.name, "games": len(rows), "matches": rows})
        return
    conditions = list(dict.fromkeys(match.condition for match in plan.matches))
    tell(f"{plan.name}: {len(rows)} games, conditions {', '.join(conditions)}. Nothing was called.")
