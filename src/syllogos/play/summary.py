"""What a run's games came to, cell by cell; plain counts and means, computed from records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from syllogos.play.store import Store


@dataclass(frozen=True)
class Cell:
    """One condition in one cell of the grid.

    ``scores`` are means over the finished games, one per seat, None without any; ``forced``
    counts the turns at which a seat gave no move, over the finished games, and
    ``games_forced`` the games that have one.
    """

    condition: str
    cell: Mapping[str, object]
    agents: tuple[str, ...]
    games: int
    finished: int
    crashed: int
    abandoned: int
    scores: tuple[float | None, ...]
    forced: int
    games_forced: int


def summary(store: Store) -> tuple[Cell, ...]:
    """The cells of the run, in the order of its plan."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for game in store.games():
        groups.setdefault((game["condition"], str(game["cell"])), []).append(game)
    return tuple(_cell(games, store) for games in groups.values())


def _cell(games: list[dict[str, Any]], store: Store) -> Cell:
    first = games[0]
    agents = tuple(str(seat["agent"][0]) for seat in first["spec"]["seats"])
    records = [r for g in games if g["status"] == "finished" and (r := store.record(g["key"]))]
    scores = [r["outcome"]["scores"] for r in records]
    forced = [unmoved(r) for r in records]
    return Cell(
        condition=first["condition"],
        cell=first["cell"],
        agents=agents,
        games=len(games),
        finished=len(records),
        crashed=sum(g["status"] == "crashed" for g in games),
        abandoned=sum(g["status"] == "abandoned" for g in games),
        scores=tuple(_mean(s[str(i)] for s in scores if str(i) in s) for i in range(len(agents))),
        forced=sum(forced),
        games_forced=sum(n > 0 for n in forced),
    )


def unmoved(record: Mapping[str, Any]) -> int:
    """At how many turns of a record (as JSON) a seat's attempts ran out without a move."""
    lasts = [attempts[-1] for turn in record["turns"] for attempts in turn.values()]
    return sum(last["fault"] is not None or last["refused"] is not None for last in lasts)


def _mean(values: Iterable[float]) -> float | None:
    numbers = list(values)
    return fmean(numbers) if numbers else None
