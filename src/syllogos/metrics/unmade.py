"""MoveCounts that nobody made: how many of how many, and the seats that hardly moved by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from syllogos.contract import Seat
from syllogos.match.record import Record
from syllogos.metrics.games import GameResult


@dataclass(frozen=True)
class SeatMoves:
    """A seat of a condition: how often it was to move, and how often no move of its own stood."""

    condition: str
    seat: int
    player: str
    asked: int
    missing: int

    @property
    def silent(self) -> bool:
        """Whether it made no move of its own in more than half its turns."""
        return 2 * self.missing > self.asked

    def __str__(self) -> str:
        of = f" of condition {self.condition!r}" if self.condition else ""
        return (
            f"seat {self.seat} ({self.player}){of} made no move of its own in {self.missing:,} of "
            f"{self.asked:,} turns"
        )


@dataclass(frozen=True)
class MoveCounts:
    """All moves that were asked for: ``missing`` of ``asked`` were made by nobody, in ``games`` games."""

    asked: int
    missing: int
    games: int
    seats: tuple[SeatMoves, ...]

    @property
    def silent(self) -> tuple[SeatMoves, ...]:
        """The seats that hardly moved: their scores say nothing about who sat there."""
        return tuple(seat for seat in self.seats if seat.silent)

    @property
    def line(self) -> str:
        """How many of how many, in words; empty where nothing is missing."""
        if not self.missing:
            return ""
        games = f"{self.games:,} game{'' if self.games == 1 else 's'}"
        return f"moves missing: {self.missing:,} of {self.asked:,}, in {games}"

    @property
    def warning(self) -> str:
        """What is to be said of the seats that hardly moved; empty where there are none."""
        if not self.silent:
            return ""
        named = "; ".join(map(str, self.silent[:MOST_NAMED]))
        more = f"; and {len(self.silent) - MOST_NAMED} seats more" if len(self.silent) > MOST_NAMED else ""
        return f"{named}{more}: the scores of such games say little about who played"

    def to_json(self) -> dict[str, Any]:
        """The key ``moves`` of ``--json``."""
        silent = [asdict(seat) for seat in self.silent]
        return {"asked": self.asked, "missing": self.missing, "games": self.games, "silent": silent}


MOST_NAMED = 5
"""Seats that one warning names."""


def moves_of(games: Iterable[GameResult]) -> MoveCounts:
    """The moves of a run's finished games; cells of a grid that do not change the player are pooled."""
    finished = [game for game in games if game.finished]
    counts: dict[tuple[str, int, str], tuple[int, int]] = {}
    for game in finished:
        for seat in game.seats:
            place = (game.condition, seat.seat, seat.player)
            asked, missing = counts.get(place, (0, 0))
            counts[place] = (asked + len(seat.attempts), missing + len(seat.missing))
    return _summed(counts, sum(game.affected for game in finished))


def moves_in(record: Record, players: Sequence[str]) -> MoveCounts:
    """The moves of one game; ``players`` says who sat at each seat."""
    counts: dict[tuple[str, int, str], tuple[int, int]] = {}
    for number, player in enumerate(players):
        traces = [turn[Seat(number)] for turn in record.turns if Seat(number) in turn]
        counts["", number, player] = (len(traces), sum(trace.move is None for trace in traces))
    return _summed(counts, int(any(missing for _, missing in counts.values())))


def _summed(counts: Mapping[tuple[str, int, str], tuple[int, int]], games: int) -> MoveCounts:
    seats = tuple(SeatMoves(*place, asked, missing) for place, (asked, missing) in counts.items())
    return MoveCounts(sum(s.asked for s in seats), sum(s.missing for s in seats), games, seats)
