"""Games of Clue by player: wins, ranks, accusations, claims, and knowledge round by round.

What is counted of one game is defined in :mod:`syllogos.clue.measures`; here games are put
together, with intervals over games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from syllogos.clue.events import opened
from syllogos.clue.measures import GameMeasures, SeatMeasures, measured
from syllogos.match.record import Record
from syllogos.metrics.intervals import Score, ratio
from syllogos.metrics.table import Table, TableCell

Records = Iterable[tuple[Sequence[str], Record]]
"""Games as (player by seat, record); a player is an agent with its models, a family."""


@dataclass(frozen=True)
class PlayedClue:
    """A measured game, who sat where, and how many categories its deck has."""

    players: tuple[str, ...]
    game: GameMeasures
    categories: int

    def seats(self, player: str) -> list[SeatMeasures]:
        """The seats of a player."""
        return [s for s, who in zip(self.game.seats, self.players, strict=True) if who == player]


def measure(records: Records) -> tuple[PlayedClue, ...]:
    """Measure recorded games; the slow part, a fraction of a second a game."""
    logs = ((tuple(players), record.log) for players, record in records)
    return tuple(PlayedClue(players, measured(log), len(opened(log).categories)) for players, log in logs)


def by_player(games: Sequence[PlayedClue]) -> Table:
    """One row a player.

    ``wins``: share of games whose first right accusation was the player's; ``rank``: mean, 1 is
    best, also for seats that never accused; ``cards right``: share of the cards of its accusations
    that were right; ``exact``: share of accusations that were right; ``accused``: share of seats
    that accused; claims: different ones a seat and game; ``ready``: share of seats that were ever
    ready; ``ready gap``: player turns from then to the game's first right accusation.
    """
    columns = ("wins", "rank", "accused", "cards right", "exact", "claims right", "claims wrong", "entailed")
    rows: tuple[tuple[TableCell, ...], ...] = tuple(
        (player, sum(player in g.players for g in games), *_row(games, player)) for player in _players(games)
    )
    return Table("clue", "Clue by player", ("player", "games", *columns, "ready", "ready gap"), rows, 1)


def knowledge(games: Sequence[PlayedClue], what: str) -> dict[str, tuple[Score, ...]]:
    """Per player the mean over seats after each round of ``seen``, ``deduced`` or ``bits``.

    A game that is over keeps its last value, so that every round's mean is over the same games.

    Raises:
        ValueError: another name.
    """
    if what not in ("seen", "deduced", "bits"):
        raise ValueError(f"knowledge is seen, deduced or bits, not {what!r}")
    rounds = max((len(s.knowledge) for g in games for s in g.game.seats), default=0)

    def after(number: int) -> Callable[[SeatMeasures], float]:
        return lambda seat: float(getattr(seat.knowledge[min(number, len(seat.knowledge) - 1)], what))

    return {p: tuple(_mean(games, p, after(n)) for n in range(rounds)) for p in _players(games)}


def _row(games: Sequence[PlayedClue], player: str) -> tuple[Score, ...]:
    won = [
        (float(player == g.players[g.game.winner]) if g.game.winner is not None else 0.0, 1.0)
        for g in games
        if player in g.players
    ]
    size = games[0].categories
    return (
        ratio(won, "share"),
        _mean(games, player, lambda s: s.rank),
        _mean(games, player, lambda s: float(s.accused is not None), "share"),
        _mean(games, player, lambda s: None if s.cards_right is None else s.cards_right / size, "share"),
        _mean(games, player, lambda s: None if s.cards_right is None else float(s.right), "share"),
        _mean(games, player, lambda s: s.quality.correct),
        _mean(games, player, lambda s: s.quality.incorrect),
        _mean(games, player, lambda s: s.quality.entailed),
        _mean(games, player, lambda s: float(s.ready is not None), "share"),
        _mean(games, player, lambda s: s.ready_gap),
    )


def _mean(
    games: Sequence[PlayedClue], player: str, of: Callable[[SeatMeasures], float | None], unit: str = ""
) -> Score:
    """The mean over a player's seats that have the value; games are the clusters."""
    found = [[v for s in game.seats(player) if (v := of(s)) is not None] for game in games]
    return ratio([(sum(values), float(len(values))) for values in found], unit)


def _players(games: Sequence[PlayedClue]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(player for game in games for player in game.players))
