"""Run an experiment, or go on with one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syllogos import api
from syllogos.cli._exits import FAILED, SILENT
from syllogos.cli._options import Json, Patience, interruptible, print_json
from syllogos.cli._outlook import print_outlook
from syllogos.cli._progress import progress
from syllogos.cli._say import say, warn
from syllogos.cli._table import print_results
from syllogos.errors import InputError, SyllogosError

if TYPE_CHECKING:
    from syllogos.experiment.experiment import Experiment
    from syllogos.match.engine import Ended
    from syllogos.reporting.standing import RunStanding


def make(
    experiment: Annotated[Path, typer.Argument(help="EXPERIMENT.toml")],
    out: Annotated[Path | None, typer.Option(help="Folder of the run; the same one goes on")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check the file, list the games, call nothing")
    ] = False,
    workers: Annotated[int, typer.Option(min=1, max=1_000, help="Games at once in this process")] = 16,
    patience: Patience = None,
    restart_changed: Annotated[
        bool, typer.Option("--restart-changed", help="Play games anew whose agent or game code has changed")
    ] = False,
    engine: Annotated[str, typer.Option(help="local")] = "local",
    shard: Annotated[
        str | None,
        typer.Option(help="i/n: part i (from 0) of n, with games of every condition; see `syllogos merge`"),
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
    plan = api.planned(experiment, shard)
    if engine != "local":
        raise InputError(f"--engine {engine}: not there yet; use local, in several processes if you like")
    if dry_run:
        _dry(plan.experiment, json)
        return
    if out is None:
        raise InputError("give a folder for the run: --out runs/NAME (or --dry-run)")
    with interruptible(out):
        ended = api.go_on(
            plan, out, workers=workers, patience=patience, restart_changed=restart_changed, say=say,
            beside=lambda: progress(out),
        )  # fmt: skip
    standing = api.status(out)
    if json:
        print_json(standing.summary)
    else:
        print_results(standing)
    _said(ended, standing, out)


def _said(ended: Ended, standing: RunStanding, out: Path) -> None:
    """Say why a run is at rest, and raise where somebody has to do something."""
    if ended.failed:
        raise SyllogosError(ended.reason)
    if ended.reason:
        say(ended.reason)
    warn(standing.moves)
    if crashed := standing.counts.crashed:
        say(
            f"{crashed} games crashed; `syllogos report {out}` shows where, the same command plays them again"
        )
        raise typer.Exit(FAILED)
    if standing.moves.silent:
        raise typer.Exit(SILENT)


def _dry(plan: Experiment, json: bool) -> None:
    seen = api.outlook(plan)
    if not json:
        print_outlook(plan.name, api.rules_line(api.rules_of(plan.matches)), seen)
        return
    rows = [
        {
            "key": match.key,
            "condition": match.condition,
            "cell": match.cell,
            "repetition": match.repetition,
            "seed": match.seed,
            "agents": [api.label(seat.agent) for seat in match.seats],
        }
        for match in plan.matches
    ]
    cells = {"cells": seen.cells, "calls_at_most": seen.calls, "limits": seen.limits, "models": seen.models}
    rules = list(api.rules_of(plan.matches))
    print_json({"experiment": plan.name, "games": len(rows), **cells, "on_invalid": rules, "matches": rows})
