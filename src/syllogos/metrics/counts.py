"""What happened, counted: faults and missing moves, ends, attempts, calls and their price."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from syllogos.metrics.games import KINDS, OF_FAULT, GameResult, SeatResult, Usage
from syllogos.metrics.groups import by_player_rows, grouped
from syllogos.metrics.intervals import Cluster, mean, ratio
from syllogos.metrics.table import Table, TableCell

UNKNOWN = "unknown"
MOST_ATTEMPTS = 8
"""Columns of the attempts table; more attempts are counted in the last."""


def faults(games: Sequence[GameResult]) -> Table:
    """Faulty attempts by kind, and turns that ended without a move."""
    seats = [s for game in games for s in game.seats]
    kinds = [kind for kind in OF_FAULT if any(kind in s.faults for s in seats)]

    def row(played: list[list[SeatResult]]) -> tuple[TableCell, ...]:
        flat = [s for seated in played for s in seated]
        turns = [(sum(len(s.missing) for s in g), sum(len(s.attempts) for s in g)) for g in played]
        return (
            sum(len(s.attempts) for s in flat),
            sum(sum(s.attempts) for s in flat),
            *(sum(s.faults.get(kind, 0) for s in flat) for kind in kinds),
            sum(len(s.missing) for s in flat),
            ratio(turns, "share"),
        )

    rows = [r for r in by_player_rows(games, row) if any(r[4:-1])]
    columns = ("condition", "player", "turns", "attempts", *kinds, "no move", "share of turns")
    note = (
        "Attempts by what was wrong with them, and turns at which none stood; players without are left out."
    )
    return Table("faults", "Faulty attempts and missing moves", columns, tuple(rows), 2, note)


def ends(games: Sequence[GameResult]) -> Table:
    """How games ended: by their own rules, or what went wrong and where."""
    rows: list[tuple[TableCell, ...]] = []
    for group in grouped(games, by_cell=False):
        counts = Counter((game.kind, game.end or "–") for game in group.games)
        n = len(group.games)
        ordered = sorted(counts.items(), key=lambda item: (KINDS.index(item[0][0]), item[0][1]))
        rows += [(group.condition, kind, end, count, count / n) for (kind, end), count in ordered]
    note = (
        "Kept apart: a reply nobody could read (format violation), a refusal, a move the rules forbid (rule "
        "violation), a service that failed (API error), an error of a program (crash). A game with missing "
        "moves still ends by its own rules, named under “end”."
    )
    whole = tuple((*row[:4], f"{100 * float(str(row[4])):.0f} %") for row in rows)
    return Table("ends", "How games ended", ("condition", "how", "end", "games", "share"), whole, 3, note)


def attempts(games: Sequence[GameResult]) -> Table:
    """How many attempts a turn took, among players that ever needed more than one."""
    most = max((n for game in games for s in game.seats for n in s.attempts), default=1)
    shown = range(1, min(most, MOST_ATTEMPTS) + 1)

    def row(played: list[list[SeatResult]]) -> tuple[TableCell, ...]:
        turns = Counter(min(n, shown[-1]) for seated in played for s in seated for n in s.attempts)
        clusters: list[Cluster] = [
            (sum(sum(s.attempts) for s in g), sum(len(s.attempts) for s in g)) for g in played
        ]
        return (*(turns[n] for n in shown), ratio(clusters, "attempts a turn"))

    rows = [r for r in by_player_rows(games, row) if any(r[3:-1])]
    last = f"{shown[-1]}+" if most > shown[-1] else str(shown[-1])
    columns = ("condition", "player", *(str(n) for n in shown[:-1]), last, "mean")
    return Table(
        "attempts", "Attempts a turn", columns, tuple(rows), 2, "Turns by the number of attempts they took."
    )


def usage(games: Sequence[GameResult]) -> Table:
    """Model calls, tokens, time and money of each condition, per game and in total."""
    rows: list[tuple[TableCell, ...]] = []
    for group in grouped(games, by_cell=False):
        total = sum((game.usage for game in group.games), Usage())
        if not total.calls:
            continue
        used = [game.usage for game in group.finished]
        rows.append(
            (
                group.condition,
                total.calls,
                mean([u.calls for u in used], "calls a game"),
                UNKNOWN if total.uncounted else mean([u.tokens or 0 for u in used], "tokens a game"),
                UNKNOWN if total.uncounted else total.tokens_in / total.calls,
                UNKNOWN if total.uncounted else total.tokens_out / total.calls,
                total.seconds / total.calls,
                _counted(total),
                _money(total),
            )
        )
    columns = (
        "condition", "calls", "calls a game", "tokens a game", "tokens in a call", "tokens out a call",
        "seconds a call", "tokens", "cost",
    )  # fmt: skip
    note = (
        "Per game over finished games; totals over everything that was paid for. Tokens are unknown where a "
        "server did not count them."
    )
    return Table("usage", "Calls, tokens, time and money", columns, tuple(rows), 1, note)


def _counted(total: Usage) -> TableCell:
    known = total.tokens_in + total.tokens_out
    if not total.uncounted:
        return known
    some = f"{known:,} counted, " if known else ""
    return f"{some}{total.uncounted} calls {UNKNOWN}"


def _money(total: Usage) -> str:
    if total.unpriced == total.calls:
        return UNKNOWN
    known = f"${total.cost:.4f}"
    return f"{known}, {total.unpriced} calls unpriced" if total.unpriced else known
