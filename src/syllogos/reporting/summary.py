"""What was run and what came out, in a few sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from syllogos.match.stand_in import rules_line
from syllogos.metrics.games import GameResult
from syllogos.metrics.groups import PAIRED, Group, cells, fields, grouped, studied
from syllogos.metrics.intervals import Score
from syllogos.metrics.tables import binary, score_of, score_of_player
from syllogos.metrics.tournament import payoff_of
from syllogos.metrics.unmade import moves_of
from syllogos.reporting.gather import Gathered

MOST_NAMED = 8
"""Players of a tournament that are named in a sentence."""
SMALL = "local/"
"""Models that are embedded are small ones."""


def paragraphs(run: Gathered) -> list[str]:
    """What was run, and what came out."""
    came_out = (*_came_out(run), *_trouble(run.games), *_caution(run.games))
    return [" ".join(_what(run)), " ".join(came_out)]


def _what(run: Gathered) -> Iterator[str]:
    games, counts = run.games, run.counts
    if not games:
        yield "The run is empty: no game is planned in it."
        return
    conditions = len(grouped(games, by_cell=False))
    repetitions = len({game.repetition for game in games})
    over = f", {_n(len(cells(games)), 'cell')} ({', '.join(fields(games))})" if fields(games) else ""
    kinds = ", ".join(dict.fromkeys(game.game for game in games if game.game))
    yield (
        f"{_n(len(games), 'game')} of {kinds}: {_n(conditions, 'condition')}{over}, "
        f"{_n(repetitions, 'repetition')}."
    )
    left = [
        _n(n, what)
        for n, what in ((counts.crashed, "crashed"), (counts.abandoned, "abandoned"), (counts.open, "open"))
        if n
    ]
    running = f" {counts.running} of the open ones are being played now." if counts.running else ""
    rest = f"; {', '.join(f'{w}' for w in left)}" if left else ""
    done = (
        f"All {counts.finished}"
        if counts.finished == counts.games
        else f"{counts.finished} of {counts.games}"
    )
    yield f"{done} finished{rest}.{running}"
    if run.rules:
        yield f"{rules_line(run.rules).capitalize()}."
    spent = run.spent
    if spent.calls:
        yield _spent(run)


def _spent(run: Gathered) -> str:
    """Tokens and money; what nobody knows is said to be unknown."""
    spent = run.spent
    price = f"cost ${spent.cost:.4f}" if spent.cost else "cost nothing"
    if spent.unpriced:
        rest = f"the cost of {_n(spent.unpriced, 'call')} is unknown"
        price = f"{price}; {rest}" if spent.cost else rest
    tokens = f"{spent.tokens:,} tokens"
    if spent.uncounted:
        rest = f"the tokens of {_n(spent.uncounted, 'call')} are unknown"
        tokens = (
            f"{tokens} that were counted ({rest})" if spent.tokens else f"tokens that nobody counted ({rest})"
        )
    return f"{_n(spent.calls, 'model call')} took {tokens} and {price}."


def _came_out(run: Gathered) -> Iterator[str]:
    """Who of those that the conditions vary scored highest, over all cells of the grid."""
    games = run.games
    if PAIRED in fields(games):
        yield from _standings(run)
        return
    ranked = [rows for groups in cells(games) if len(rows := _ranked(groups, as_share=binary(games))) > 1]
    if len(ranked) == 1:
        (first, high), (last, low) = ranked[0][0], ranked[0][-1]
        apart = " Their intervals overlap." if _overlap(high, low) else ""
        yield f"Highest mean score: {first}, {high}; lowest: {last}, {low}.{apart}"
    elif ranked:
        best = Counter(rows[0][0] for rows in ranked if rows[0][1].value != rows[1][1].value)
        if said := " and ".join(f"{name} in {n} of {len(ranked)} cells" for name, n in best.most_common(2)):
            yield f"Highest mean score: {said}."


def _standings(run: Gathered) -> Iterator[str]:
    """Mean payoffs over all pairings of a tournament, the best first; raw where games have no bounds."""
    seats = [seat for game in run.games if game.finished for seat in game.seats]
    players = tuple(dict.fromkeys(seat.player for seat in seats))
    if run.bouts:
        what, found = "normalized payoff", {player: payoff_of(player, run.bouts) for player in players}
    else:
        what = "score a game (not normalized)"
        found = {player: score_of_player(run.games, player) for player in players}
    known = [(score.value, f"{name} {score}") for name, score in found.items() if score.value is not None]
    if ranked := [text for _, text in sorted(known, key=lambda row: -row[0])]:
        more = f", and {len(ranked) - MOST_NAMED} more" if len(ranked) > MOST_NAMED else ""
        yield f"Mean {what} over all pairings: {', '.join(ranked[:MOST_NAMED])}{more}."


def _ranked(groups: Sequence[Group], *, as_share: bool) -> list[tuple[str, Score]]:
    names = studied(groups)
    scored = [
        (_who(player, group.condition), score_of(group.games, seats, as_share=as_share))
        for group in groups
        for player, seats in group.players.items()
        if player in names
    ]
    return sorted((row for row in scored if row[1].value is not None), key=lambda row: -(row[1].value or 0.0))


def _trouble(games: Sequence[GameResult]) -> Iterator[str]:
    moves = moves_of(games)
    if moves.missing:
        yield (
            f"At {moves.missing:,} of {moves.asked:,} turns ({100 * moves.missing / moves.asked:.1f} %) no "
            f"move came, in {moves.games:,} games; the game's rule stood in, and scores are also given "
            "without those games."
        )
    if moves.warning:
        yield f"{moves.warning[:1].upper()}{moves.warning[1:]}."


def _caution(games: Sequence[GameResult]) -> Iterator[str]:
    if any(seat.models.startswith(SMALL) for game in games for seat in game.seats):
        yield "The embedded model is too small to play well: it shows the path, not what models can do."


def _who(player: str, condition: str) -> str:
    return player if player == condition else f"{player} (condition “{condition}”)"


def _overlap(one: Score, other: Score) -> bool:
    return bool(one.interval and other.interval and one.interval[0] <= other.interval[1])


def _n(n: int, what: str) -> str:
    plural = what if n == 1 or what in ("crashed", "abandoned", "open") else f"{what}s"
    return f"{n:,} {plural}"
