"""A run's games in groups: by condition and cell, and by player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from syllogos.metrics.games import GameResult, SeatResult
from syllogos.metrics.table import TableCell

PAIRED = "condition.agents"
"""The grid field that seats agents in pairs: a tournament."""


@dataclass(frozen=True)
class Group:
    """The games of one condition in one cell of the grid, in the order of the plan."""

    condition: str
    cell: Mapping[str, object]
    games: tuple[GameResult, ...]

    @property
    def seats(self) -> tuple[SeatResult, ...]:
        """The seats of the first game that has any: a damaged one has none."""
        return next((game.seats for game in self.games if game.seats), ())

    @property
    def players(self) -> dict[str, tuple[int, ...]]:
        """Seats by who sits there, in the order of seats."""
        seats: dict[str, tuple[int, ...]] = {}
        for seat in self.seats:
            seats[seat.player] = (*seats.get(seat.player, ()), seat.seat)
        return seats

    @property
    def by_seat(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Each seat by itself, with who sits there."""
        return tuple((seat.player, (seat.seat,)) for seat in self.seats)

    @property
    def finished(self) -> tuple[GameResult, ...]:
        """Those that finished."""
        return tuple(game for game in self.games if game.finished)


def grouped(games: Iterable[GameResult], *, by_cell: bool = True) -> tuple[Group, ...]:
    """Games by condition (and cell), in the order of the plan."""
    found: dict[tuple[str, str], list[GameResult]] = {}
    for game in games:
        found.setdefault((str(game.cell) if by_cell else "", game.condition), []).append(game)
    return tuple(Group(g[0].condition, g[0].cell if by_cell else {}, tuple(g)) for g in found.values())


def studied(groups: Sequence[Group]) -> tuple[str, ...]:
    """The players that the conditions vary, that is, those not in all of them; all players if none is."""
    players = tuple(dict.fromkeys(player for group in groups for player in group.players))
    return tuple(p for p in players if any(p not in group.players for group in groups)) or players


def cells(games: Iterable[GameResult]) -> tuple[tuple[Group, ...], ...]:
    """The groups of each cell of the grid, in the order of the plan."""
    found: dict[str, list[Group]] = {}
    for group in grouped(games):
        found.setdefault(str(group.cell), []).append(group)
    return tuple(map(tuple, found.values()))


def fields(games: Iterable[GameResult]) -> tuple[str, ...]:
    """The fields of the grid."""
    return tuple(dict.fromkeys(name for game in games for name in game.cell))


def by_player_rows(
    games: Sequence[GameResult], row: Callable[[list[list[SeatResult]]], tuple[TableCell, ...]]
) -> list[tuple[TableCell, ...]]:
    """``row`` of the seats of each player of each condition, game by game, cells pooled."""
    seated: dict[tuple[str, str], list[list[SeatResult]]] = {}
    for game in games:
        by_player: dict[str, list[SeatResult]] = {}
        for seat in game.seats:
            by_player.setdefault(seat.player, []).append(seat)
        for player, seats in by_player.items():
            seated.setdefault((game.condition, player), []).append(seats)
    return [(condition, player, *row(played)) for (condition, player), played in seated.items()]
