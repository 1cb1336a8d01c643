"""The Python API: what the command line does, as functions of values.

Wherever a name is accepted, so is an object or ``path.py:Name``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from syllogos.play.engine import Run, Settings, play_match, run_now
from syllogos.play.experiment import read_experiment, single
from syllogos.play.store import memory_store, open_store
from syllogos.play.summary import Cell, summary


def play(
    game: str | object,
    agents: Sequence[str | object],
    model: str | Sequence[str | dict[str, str]] = (),
    *,
    seed: int = 0,
    patience: float = 5.0,
    **config: object,
) -> dict[str, Any]:
    """Play one game and return its record (the JSON form; see ``syllogos.formats.record``).

    Args:
        game: ``"pd"``, a plugin, ``"game.json"``, ``"path.py:Name"``, or a game object.
        agents: one per seat, names or ``make(desk, seat)`` callables.
        model: one for all seats, or one per seat: ``"provider/name"`` or a table by role.
        seed: the seed of all chance in the game.
        patience: seconds to wait for a model that does not answer.
        config: settings of the game, such as ``rounds=10``.

    Raises:
        SyllogosError: a wrong name or setting, a model that cannot be used, a crash.

    >>> record = play("pd", ["tit_for_tat", "default_move"], rounds=3)
    >>> record["outcome"]
    {'end': 'rounds played', 'scores': {'0': 9.0, '1': 9.0}}
    """
    models = (model,) if isinstance(model, str) else model
    match = single(game, agents, models, seed=seed, config=config)
    store = memory_store()
    play_match(match, store, patience=patience)
    record = store.record(match.key)
    store.close()
    assert record is not None, "a game that did not crash has a record"
    return record


def run(
    experiment: str | Path,
    out: str | Path,
    *,
    workers: int = 16,
    patience: float = 60.0,
    say: Callable[[str], None] = lambda _text: None,
) -> tuple[Cell, ...]:
    """Run an experiment file in the folder ``out``, or go on with it; return its results by cell.

    Raises:
        SyllogosError: see ``syllogos run``.
    """
    plan = read_experiment(Path(experiment))
    store = open_store(Path(out), create=True)
    try:
        store.begin(plan.identity, plan.text, [match.planned() for match in plan.matches])
        settings = Settings(workers, patience, plan.limits, cache=plan.cache, say=say)
        run_now(Run(plan.matches, store, settings).go())
        return summary(store)
    finally:
        store.close()
