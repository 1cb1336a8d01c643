"""How long the report of 10,000 games takes, and how much memory, beside reading their records alone."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from _measure import emit, peak_mb

from syllogos import api
from syllogos.experiment.experiment import ExperimentFile, build
from syllogos.reporting.build import write_report
from syllogos.store.store import Store, open_store
from syllogos.text.plain import canonical

CONDITIONS = (
    ("random", "tit_for_tat"),
    ("best_response", "tit_for_tat"),
    ("anti_default_move", "random"),
    ("random", "random"),
    ("default_move", "random"),
)
REPETITIONS = 1_000
VERSUS = " against "


def main() -> None:
    """10,000 games of two payoff tables and five conditions, five rounds each."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder), create=True)
        _fill(store)
        started = time.perf_counter()
        for game in store.games():
            store.record(game["key"])
        reading = time.perf_counter() - started
        started = time.perf_counter()
        report = write_report(store, Path(folder))
        seconds = time.perf_counter() - started
        size = report.html.stat().st_size / 2**20
        store.close()
    emit("report of 10,000 games", seconds, "s", budget=30, baseline=reading)
    emit("report of 10,000 games, memory", peak_mb(), "MB", budget=400)
    emit("report of 10,000 games, size of the page", size, "MB", budget=10)


def _fill(store: Store) -> None:
    """Records of games really played, each of a few dozen stored under many keys."""
    conditions = [{"name": VERSUS.join(agents), "agents": list(agents)} for agents in CONDITIONS]
    file = {
        "name": "many games", "repetitions": REPETITIONS, "game": {"kind": "normal_form", "rounds": 5},
        "grid": {"payoffs": ["pd", "hd"]}, "condition": conditions,
    }  # fmt: skip
    plan = build(ExperimentFile.model_validate(file))
    store.begin(plan.identity, "", [match.planned() for match in plan.matches])
    played: dict[str, str] = {}
    for match in plan.matches:
        agents = match.condition.split(VERSUS)
        kind = canonical([agents, match.cell, match.repetition % 40])
        if kind not in played:
            found = api.play("normal_form", agents, seed=match.repetition, **dict(match.config))
            played[kind] = json.dumps(found.to_json())
        key = store.claim()
        assert key == match.key
        store.finish(key, "finished", {**json.loads(played[kind]), "key": key, "seed": match.seed})


if __name__ == "__main__":
    sys.exit(main())
