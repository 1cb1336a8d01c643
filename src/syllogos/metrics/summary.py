"""What a run's games came to, cell by cell, for a program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from syllogos.metrics.games import GameResult
from syllogos.metrics.groups import grouped
from syllogos.metrics.intervals import Score
from syllogos.metrics.tables import binary, score_of


@dataclass(frozen=True)
class SummaryCell:
    """One condition in one cell of the grid.

    ``scores`` are means over the finished games, one per seat; ``forced`` counts the turns at which a
    seat gave no move, over the finished games, and ``games_forced`` the games that have one.
    """

    condition: str
    cell: Mapping[str, object]
    agents: tuple[str, ...]
    games: int
    finished: int
    crashed: int
    abandoned: int
    scores: tuple[Score, ...]
    forced: int
    games_forced: int


def summary(games: Iterable[GameResult]) -> tuple[SummaryCell, ...]:
    """The cells of a run, in the order of its plan."""
    games = tuple(games)
    one = binary(games)
    return tuple(
        SummaryCell(
            condition=group.condition,
            cell=group.cell,
            agents=tuple(seat.agent for seat in group.seats),
            games=len(group.games),
            finished=len(group.finished),
            crashed=sum(game.status == "crashed" for game in group.games),
            abandoned=sum(game.status == "abandoned" for game in group.games),
            scores=tuple(score_of(group.games, (i,), as_share=one) for i in range(len(group.seats))),
            forced=sum(len(seat.missing) for game in group.finished for seat in game.seats),
            games_forced=sum(game.affected for game in group.finished),
        )
        for group in grouped(games)
    )
