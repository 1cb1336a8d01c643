"""Which plots a run gets: only those that say something about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeGuard

from syllogos.metrics.counts import attempts, usage
from syllogos.metrics.games import GameResult
from syllogos.metrics.groups import PAIRED, Group, cells, fields, grouped, studied
from syllogos.metrics.intervals import Score, ratio
from syllogos.metrics.table import Table, named
from syllogos.metrics.tables import binary, score_of, score_of_player
from syllogos.reporting.drawing import PLAYERS, Figure
from syllogos.reporting.plots import PlotRow, dots, heat, lines, stacks

MOST_PANELS = 12
MOST_ROWS = 60


def score_figures(games: Sequence[GameResult]) -> Iterator[Figure]:
    """Mean scores with intervals, one panel a cell."""
    one = binary(games)
    for number, groups in enumerate(cells(games)[:MOST_PANELS]):
        varied = studied(groups)
        rows = [
            PlotRow(
                player,
                score_of(group.games, seats, as_share=one),
                group.condition,
                "p0" if player in varied else "p1",
            )
            for group in groups
            for player, seats in group.players.items()
        ]
        if any(row.score.value is not None for row in rows):
            title = ", ".join(filter(None, ("Mean score", _title(groups[0].cell))))
            yield dots(f"scores-{number}", title, rows[:MOST_ROWS], axis=_unit(rows))


def difference_figures(table: Table, games: Sequence[GameResult]) -> Iterator[Figure]:
    """Differences between conditions, one panel a cell."""
    for number, (cell, rows) in enumerate(list(_compared(table, games).items())[:MOST_PANELS]):
        ordered = sorted(rows, key=lambda row: row.head)
        title = ", ".join(filter(None, ("Difference in score", cell)))
        axis = "points a game more (right of 0) or fewer (left) than the condition named above"
        yield dots(f"differences-{number}", title, ordered[:MOST_ROWS], zero=True, axis=axis)


def _compared(table: Table, games: Sequence[GameResult]) -> dict[str, list[PlotRow]]:
    fields_ = fields(games)
    names = len(fields_)
    panels: dict[str, list[PlotRow]] = {}
    for row in table.rows:
        condition, minus, seat, score = row[names : names + 4]
        if isinstance(score, Score):
            cell = ", ".join(f"{name} {value}" for name, value in zip(fields_, row, strict=False))
            panels.setdefault(cell, []).append(
                PlotRow(f"{condition}", score, f"compared with {minus}, at seat {seat}")
            )
    return panels


def heat_figures(meetings: Mapping[str, Sequence[GameResult]]) -> Iterator[Figure]:
    """Agent against agent, one panel a tournament; see :func:`tournaments`."""
    for number, (cell, played) in enumerate(list(meetings.items())[:MOST_PANELS]):
        pairs = {(g.seats[0].player, g.seats[1].player) for g in played}
        values = {pair: _against(played, *pair) for pair in pairs | {(b, a) for a, b in pairs}}
        names = list(dict.fromkeys(seat.player for g in played for seat in g.seats))
        totals = {n: [s.value or 0.0 for (a, _), s in values.items() if a == n] for n in names}
        names.sort(key=lambda n: -sum(totals[n]) / max(1, len(totals[n])))
        yield heat(f"heat-{number}", cell or "Agent against agent", names, values)


def tournaments(games: Sequence[GameResult]) -> dict[str, list[GameResult]]:
    """The finished two-seat games of three agents or more who all met, by the rest of the cell.

    Where the grid seats agents in pairs, half of the pairs are enough.
    """
    by_cell: dict[str, list[GameResult]] = {}
    for game in games:
        if len(game.seats) == 2 and game.finished:
            rest = {k: v for k, v in game.cell.items() if not k.startswith(("condition.", "agent"))}
            by_cell.setdefault(_title(rest), []).append(game)
    share = 0.5 if PAIRED in fields(games) else 1.0
    return {cell: played for cell, played in by_cell.items() if _met(played) >= share}


def _met(games: Iterable[GameResult]) -> float:
    """The share of pairs of different agents that met; none when agents are too few or too many to draw."""
    seated = [frozenset(seat.player for seat in game.seats) for game in games]
    n = len(frozenset[str]().union(*seated))
    return len({pair for pair in seated if len(pair) == 2}) / (n * (n - 1) / 2) if 3 <= n <= 20 else 0.0


def line_figures(games: Sequence[GameResult]) -> Iterator[Figure]:
    """Mean score of a few players against each field of the grid that has three numbers or more.

    Of a condition with one seating that is its first player, else everybody, each in their own games.
    """
    one = binary(games)
    shown = [(group, player) for group in grouped(games, by_cell=False) for player in _leading(group)]
    for field in fields(games) if len(shown) <= PLAYERS else ():
        xs = sorted({v for game in games if _is_number(v := game.cell.get(field))})
        if len(xs) < 3:
            continue
        series = []
        for group, player in shown:
            at = {x: [g for g in group.games if g.cell.get(field) == x] for x in xs}
            points = [(float(x), score_of_player(at[x], player, as_share=one)) for x in xs]
            series.append((f"{group.condition}: {player}", points))
        yield lines(f"by-{field}", f"Mean score by {field}", field, series)


def _leading(group: Group) -> tuple[str, ...]:
    seatings = {tuple(seat.player for seat in game.seats) for game in group.games}
    players = dict.fromkeys(seat.player for game in group.games for seat in game.seats)
    return tuple(players)[:1] if len(seatings) == 1 else tuple(players)


def count_figures(games: Sequence[GameResult]) -> Iterator[Figure]:
    """How many attempts turns took, and tokens a game."""
    table = attempts(games)
    if table.rows:
        parts = table.columns[2:-1]
        rows = [(str(r[0]), str(r[1]), [int(str(n)) for n in r[2:-1]]) for r in table.rows[:MOST_ROWS]]
        yield stacks("attempts", "Turns by attempts taken", parts, rows)
    spent = usage(games)
    tokens = [
        PlotRow(str(r["condition"]), s) for r in spent.records() if isinstance(s := r["tokens a game"], Score)
    ]
    if tokens:
        yield dots("tokens", "Tokens a game", tokens[:MOST_ROWS], axis=_unit(tokens))


def all_figures(games: Sequence[GameResult], compared: Table | None) -> dict[str, tuple[Figure, ...]]:
    """The figures by the table they belong to; ``compared`` are the differences, if there are any."""
    meetings, rest = _split(games)
    return {
        "scores": (*heat_figures(meetings), *score_figures(rest), *line_figures(games)),
        "differences": tuple(difference_figures(compared, games)) if compared else (),
        "counts": tuple(count_figures(games)),
    }


def left_out(games: Sequence[GameResult], compared: Table | None) -> dict[str, str]:
    """What the figures have no room for, in one sentence by the table they belong to."""
    meetings, rest = _split(games)
    seated = [sum(len(group.players) for group in groups) for groups in cells(rest)]
    panels = _compared(compared, games) if compared else {}
    said = {
        "scores": _cut(
            [*seated[:MOST_PANELS], *[0] * min(len(meetings), MOST_PANELS)], len(seated) + len(meetings)
        ),
        "differences": _cut([len(rows) for rows in panels.values()][:MOST_PANELS], len(panels)),
        "counts": _cut([len(by_player)], 1) if (by_player := attempts(games).rows) else "",
    }
    return {name: text for name, text in said.items() if text}


def _cut(rows: Sequence[int], panels: int) -> str:
    """A sentence on the panels drawn, by their rows, out of so many; empty when all of all are."""
    what = []
    if len(rows) < panels:
        what.append(f"{len(rows)} of {panels} cells are drawn")
    if (most := max(rows, default=0)) > MOST_ROWS:
        what.append(f"at most {MOST_ROWS} of {most} rows are drawn in a plot")
    return f"{'; '.join(what)}; all are in the table." if what else ""


def _unit(rows: Sequence[PlotRow]) -> str:
    """What the numbers count, where all count the same; shares say so by their percents."""
    units = {row.score.unit for row in rows if row.score.value is not None}
    return units.pop() if len(units) == 1 and units != {"share"} else ""


def _split(games: Sequence[GameResult]) -> tuple[dict[str, list[GameResult]], list[GameResult]]:
    """Tournaments, whose heat maps say it all, and the games that are in none of them."""
    meetings = tournaments(games)
    told = {game.key for played in meetings.values() for game in played}
    return meetings, [game for game in games if game.key not in told and (game.finished or not told)]


def _title(cell: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {named(value)}" for name, value in cell.items())


def _against(games: Iterable[GameResult], row: str, column: str) -> Score:
    """Mean score of ``row`` against ``column``, whoever of them sat first; games are the clusters."""
    scores = []
    for game in games:
        one, two = game.seats
        pairs = ((one, two), (two, one))
        mine = [a.score for a, b in pairs if (a.player, b.player) == (row, column) and a.score is not None]
        scores.append((sum(mine), float(len(mine))))
    return ratio(scores, "points a game")


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
