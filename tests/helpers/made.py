"""Runs and records made up for tests: a game is said in a line, and the store holds it as the engine would."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from syllogos.match.record import record_from_json
from syllogos.metrics.games import GameResult, game_result
from syllogos.store.rows import Call, Planned
from syllogos.store.store import Store, open_store
from syllogos.text.plain import digest

Tries = Sequence[str]
"""A seat's attempts at a turn: a move, or ``!kind`` for a fault of that kind."""


@dataclass(frozen=True)
class Made:
    """A game: turns by seat, scores, how it ended."""

    condition: str = "one"
    scores: Mapping[int, float] = field(default_factory=lambda: {0: 1.0, 1: 0.0})
    turns: Sequence[Mapping[int, Tries]] = ({0: ["up"], 1: ["down"]},)
    status: str = "finished"
    end: str = "rounds played"
    seed: int = 0
    cell: Mapping[str, object] = field(default_factory=dict)
    agents: Sequence[str] = ("ann", "bob")
    game: str = "normal_form"
    says: Sequence[str] = ("it begins", "it goes on")
    error: str = ""
    key: str = ""

    @property
    def name(self) -> str:
        """The key: its own, or one that no other game of a test has."""
        return self.key or digest([self.condition, self.seed, self.cell])


def attempt(tried: str, because: str = "") -> dict[str, Any]:
    """An attempt of a record."""
    fault = {"kind": tried[1:], "say": f"it was {tried[1:]}"} if tried.startswith("!") else None
    move = None if fault else tried
    return {"move": move, "fault": fault, "because": because, "refused": fault, "verdicts": [], "tried": []}


def record(made: Made) -> dict[str, Any]:
    """The record of a game as JSON."""
    outcome = {"end": made.end, "scores": {str(k): v for k, v in made.scores.items()}}
    return {
        "schema": 1,
        "key": made.name,
        "seed": made.seed,
        "status": made.status,
        "log": [{"kind": "Said", "say": say, "what": say, "to": None} for say in made.says],
        "turns": [
            {str(seat): [attempt(t) for t in tries] for seat, tries in turn.items()} for turn in made.turns
        ],
        "outcome": outcome if made.status == "finished" else None,
    }


def spec(made: Made) -> dict[str, Any]:
    """What the store keeps of how the game was made."""
    seats = [{"agent": [agent, ""], "config": {}, "models": {}, "prompts": {}} for agent in made.agents]
    return {"game": [made.game, ""], "config": {}, "seats": seats, "seed": made.seed, "repetition": made.seed}


def result(made: Made) -> GameResult:
    """The game as the measures see it."""
    row = {
        "key": made.name, "condition": made.condition, "cell": dict(made.cell), "repetition": made.seed,
        "seed": made.seed, "spec": spec(made), "status": made.status, "error": made.error,
    }  # fmt: skip
    return game_result(row, record_from_json(record(made)) if made.status != "open" else None)


def store(
    folder: Path,
    games: Iterable[Made],
    *,
    name: str = "made",
    text: str = "",
    calls: int = 0,
    before: Callable[[Store, str], None] = lambda _kept, _key: None,
) -> Store:
    """A store with these games, each turn of seat 0 with ``calls`` journalled model calls.

    ``before`` may journal more of a game, by its key, before it ends.
    """
    games = list(games)
    kept = open_store(folder, create=True)
    planned = [Planned(g.name, g.condition, g.cell, g.seed, g.seed, json.dumps(spec(g))) for g in games]
    kept.begin({"name": name, "seed": 0}, text, planned)
    for made in games:
        assert kept.claim() == made.name
        for turn in range(len(made.turns)):
            for n in range(calls):
                put_call(kept, made.name, (0, turn, n), f"reply {turn}.{n}")
        before(kept, made.name)
        if made.status != "open":
            kept.finish(made.name, made.status, record(made), made.error)
    kept.release()
    return kept


def put_call(kept: Store, key: str, at: tuple[int, int, int], text: str) -> None:
    """Journal one model call of 10 tokens in, 5 out, at a cent."""
    asked = json.dumps([[["user", f"p{at}"]], None])
    call = Call(
        "complete", "main", f"r{at}", json.dumps({"text": text, "reasoning": "", "model": "m"}), 10, 5, 0.01
    )
    kept.put_call(key, at, call, {f"r{at}": asked, f"p{at}": f"a question at {at}"}, 0.0)
