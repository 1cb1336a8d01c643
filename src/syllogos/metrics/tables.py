"""The numbers a run is about: scores, their differences between conditions, a game's own measures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import fsum

from syllogos.contract import Measure
from syllogos.metrics.games import GameResult
from syllogos.metrics.groups import Group, cells, fields, grouped
from syllogos.metrics.score import BOOTSTRAP, FEWEST, TOO_FEW, Score, holm, mean, ratio, share, sign_flip
from syllogos.metrics.table import Table, TableCell, named, without_empty

ALL_PAIRS = 4
"""Up to so many conditions are compared each with each, more of them with the first."""


def binary(games: Iterable[GameResult]) -> bool:
    """Whether every score of the run is 0 or 1, so that a seat's score is one binary outcome a game."""
    return all(seat.score in (0, 1, None) for game in games for seat in game.seats)


def score_of(games: Iterable[GameResult], seats: Sequence[int], *, as_share: bool = False) -> Score:
    """The mean score of ``seats`` over finished games; games are the clusters."""
    scores = [[s for i in seats if (s := game.seats[i].score) is not None] for game in games if game.finished]
    if as_share and len(seats) == 1:
        return share([bool(s[0]) for s in scores if s])
    return ratio([(sum(s), len(s)) for s in scores], "points a game")


def score_of_player(games: Iterable[GameResult], player: str, *, as_share: bool = False) -> Score:
    """The mean score of ``player`` over finished games, wherever they sit in each; games are the clusters."""
    seated = [
        [s.score for s in g.seats if s.player == player and s.score is not None] for g in games if g.finished
    ]
    if as_share and all(len(scores) <= 1 for scores in seated):
        return share([bool(s[0]) for s in seated if s])
    return ratio([(sum(s), len(s)) for s in seated], "points a game")


def missing_of(games: Iterable[GameResult], seats: Sequence[int]) -> Score:
    """The share of turns at which ``seats`` gave no move, over finished games."""
    picked = [[game.seats[i] for i in seats] for game in games if game.finished]
    return ratio(
        [(sum(len(s.missing) for s in seated), sum(len(s.attempts) for s in seated)) for seated in picked],
        "share",
    )


def played_share(games: Iterable[GameResult]) -> Score:
    """The share of finished games without a format violation; rule violations do not count against it."""
    return share([game.kind != "format violation" for game in games if game.finished])


def scores(games: Sequence[GameResult], *, by_seat: bool = False) -> Table:
    """Mean score of each player (or seat) of each condition in each cell, with missing moves."""
    names, one = fields(games), binary(games)
    rows = [
        (
            *(named(group.cell.get(name, "")) for name in names),
            *(group.condition, player, _seats(seats), len(group.finished)),
            score_of(group.games, seats, as_share=one),
            *_without_affected(group, seats, one),
        )
        for group in grouped(games)
        for player, seats in (group.by_seat if by_seat else group.players.items())
    ]
    columns = ("condition", "player", "seat", "games", "mean score")
    more = ("no move", "score without such games", "games left")
    note = _intervals(one)
    if any(game.affected for game in games if game.finished):
        note += (
            " “No move” is the share of turns at which none came and the game's own rule put something in "
            "its place; the last two columns leave out every game in which that happened to anyone."
        )
    name, title = ("seats", "Scores by seat") if by_seat else ("scores", "Scores")
    table = Table(name, title, (*names, *columns, *more), tuple(rows), len(names) + 3, note)
    return without_empty(table)


def _without_affected(
    group: Group, seats: Sequence[int], one: bool
) -> tuple[TableCell, TableCell, TableCell]:
    clean = [game for game in group.finished if not game.affected]
    if len(clean) == len(group.finished):
        return None, None, None
    return missing_of(group.games, seats), score_of(clean, seats, as_share=one), len(clean)


def differences(games: Sequence[GameResult]) -> Table:
    """Differences in score between conditions, over games paired by their seed."""
    names = fields(games)
    rows: list[tuple[TableCell, ...]] = []
    ps: list[float | None] = []
    for same in cells(games):
        pairs = list(combinations(same, 2)) if len(same) <= ALL_PAIRS else [(same[0], g) for g in same[1:]]
        for base, other in pairs:
            for seat in _changed(base, other):
                gaps = paired(base.games, other.games, seat)
                if gaps:
                    cell = [named(base.cell.get(name, "")) for name in names]
                    rows.append((*cell, other.condition, base.condition, str(seat), mean(gaps, "points")))
                    ps.append(sign_flip(gaps) if len(gaps) >= FEWEST else None)
    adjusted = iter(holm([p for p in ps if p is not None]))
    tested = [None if p is None else next(adjusted) for p in ps]
    whole = tuple((*row, n := _pairs(row[-1]), _p(p, n)) for row, p in zip(rows, tested, strict=True))
    columns = (*names, "condition", "minus", "seat", "difference", "pairs", "p (Holm)")
    note = (
        "Games with the same seed meet the same chance, so conditions are compared pair by pair, for the "
        "seats at which they differ. Intervals by bootstrap over pairs; p by flipping signs, adjusted for "
        "all rows that are tested. Fewer than six pairs get neither: not even pairs that all agree could "
        "tell a difference from chance."
    )
    return Table("differences", "Conditions compared", columns, whole, len(names) + 3, note)


def paired(base: Iterable[GameResult], other: Iterable[GameResult], seat: int) -> list[float]:
    """Score of ``seat`` in ``other`` minus in ``base``, over the seeds at which both finished."""

    def scored(games: Iterable[GameResult]) -> dict[tuple[int, int], float]:
        return {
            (game.seed, game.repetition): score
            for game in games
            if game.finished and seat < len(game.seats) and (score := game.seats[seat].score) is not None
        }

    one, two = scored(base), scored(other)
    return [two[at] - one[at] for at in one if at in two]


def measures(games: Sequence[GameResult]) -> Table:
    """What the game itself measures, of each player and of games as a whole, by condition and cell."""
    names = fields(games)
    found = tuple(dict.fromkeys((row.name, row.unit) for game in games for row in game.measures))

    def row(group: Group, player: str) -> tuple[TableCell, ...]:
        played = [[m for m in game.measures if m.player == player] for game in group.finished]
        cell = (named(group.cell.get(name, "")) for name in names)
        scored = [measure_of(played, name, unit) for name, unit in found]
        # What nobody measured of this player is no number that is missing.
        told = (score if score.n else None for score in scored)
        return (*cell, group.condition, player, sum(map(bool, played)), *told)

    rows = tuple(
        row(group, player)
        for group in grouped(games)
        for player in dict.fromkeys(m.player for game in group.finished for m in game.measures)
    )
    heads = (name if unit in ("share", "count") else f"{name} ({unit})" for name, unit in found)
    columns = (*names, "condition", "player", "games", *heads)
    note = (
        "Rows without a player are of games as a whole." if any(not r[len(names) + 1] for r in rows) else ""
    )
    return Table("measures", "What this game measures", columns, rows, len(names) + 2, note)


def measure_of(played: Iterable[Iterable[Measure]], name: str, unit: str) -> Score:
    """One measure, pooled as a ratio of sums over the rows of each game; games are the clusters.

    A share that is one yes or no a game gets Wilson's interval, anything else the bootstrap.
    """
    rows = [[m for m in game if (m.name, m.unit) == (name, unit)] for game in played]
    if unit == "share" and all(
        len(r) <= 1 and all(m.out_of == 1 and m.value in (0, 1) for m in r) for r in rows
    ):
        return share([bool(m.value) for r in rows for m in r])
    return ratio([(fsum(m.value for m in r), fsum(m.out_of for m in r)) for r in rows], unit)


def _changed(base: Group, other: Group) -> list[int]:
    """The seats at which two conditions differ, or all of them when none does."""
    both = list(zip(base.seats, other.seats, strict=False))
    return [a.seat for a, b in both if a.player != b.player] or [a.seat for a, _ in both]


def _seats(seats: Sequence[int]) -> str:
    run = len(seats) > 2 and seats[-1] - seats[0] == len(seats) - 1
    return f"{seats[0]}–{seats[-1]}" if run else ", ".join(map(str, seats))


def _intervals(one: bool) -> str:
    how = "Wilson's, for one outcome a game" if one else f"{BOOTSTRAP}, none for {TOO_FEW}"
    return (
        f"Means over finished games with 95 % intervals in brackets ({how}); none where all games are equal."
    )


def _pairs(cell: TableCell) -> int:
    return cell.n if isinstance(cell, Score) else 0


def _p(p: float | None, pairs: int) -> str:
    if p is None:
        return f"no test: {'one pair' if pairs == 1 else f'{pairs} pairs'}"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
