"""Playing one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from syllogos import plugins
from syllogos.contract import Embedding, Log, Model
from syllogos.experiment.experiment import single
from syllogos.gametheory.payoff_table import PayoffTable
from syllogos.match.engine import play_match
from syllogos.match.loop import Turns
from syllogos.match.match import Match
from syllogos.match.record import Record, in_words, record_from_json
from syllogos.store.store import memory_store, open_store

__all__ = ["in_words", "payoffs_of", "play"]

WatchMatch = Callable[[Match, Log, Turns], None]
"""Called after every turn with the game so far."""


def play(
    game: str | object,
    agents: Sequence[str | object],
    model: str | Model | Sequence[str | Mapping[str, str] | Model] = (),
    *,
    seed: int = 0,
    patience: float = 5.0,
    solvers: Mapping[str, object] | None = None,
    embeddings: Mapping[str, str | Embedding] | None = None,
    out: str | Path | None = None,
    say: Callable[[str], None] = lambda _text: None,
    watch: WatchMatch = lambda _match, _log, _turns: None,
    settings: Mapping[str, object] | None = None,
    **config: object,
) -> Record:
    """Play one game and return its record; ``record.to_json()`` is its JSON form.

    Args:
        game: ``"pd"``, a plugin, ``"game.json"``, ``"path.py:Name"``, a table of payoffs, or an object.
        agents: one per seat, names or ``make(desk, seat)`` callables.
        model: one for all seats, or one per seat: ``"provider/name"``, a table by role, or an object.
        seed: the seed of all chance in the game.
        patience: seconds to wait for a model that does not answer.
        solvers: solvers by the names that agents ask for: a table ``{"solver": "swipl", "steps": 100_000,
            "wall": 2.0}``, a name, or an object.
        embeddings: by role, ``"hashed"``, ``"use"``, ``"openai/NAME"`` or an object.
        out: a folder to keep the game in; one that is there already is not played again.
        say: told what is worth a line while it is played.
        watch: called after every turn with the match, the events and the turns so far.
        settings: settings of the game as a table, for those whose names are taken here.
        config: settings of the game, such as ``rounds=10``.

    Raises:
        SyllogosError: a wrong name or setting, a model that cannot be used, a crash.

    >>> record = play("pd", ["tit_for_tat", "default_move"], rounds=3)
    >>> record.outcome
    Outcome(end='rounds played', scores={0: 9.0, 1: 9.0})
    """
    models = model if isinstance(model, Sequence) and not isinstance(model, str) else (model,)
    config = {**(settings or {}), **config}
    if isinstance(game, Mapping):
        config = {"payoffs": dict(game), **config}
        game = "normal_form"
    match = single(game, agents, models, seed=seed, config=config, solvers=solvers, embeddings=embeddings)
    store = open_store(Path(out), create=True) if out is not None else memory_store()
    try:
        play_match(match, store, patience=patience, say=say, watch=watch)
        held = store.record(match.key)
    finally:
        store.close()
    return record_from_json(held, plugins.events_of(plugins.find("games", match.game).make))


def payoffs_of(game: str | object, log: Log) -> PayoffTable | None:
    """What a game pays, by its plugin (``make.payoff_table``) from the events so far; None without."""
    payoffs = getattr(plugins.find("games", game).make, "payoff_table", None)
    found = payoffs(log) if callable(payoffs) else None
    return found if isinstance(found, PayoffTable) else None
