"""Tournaments: totals, normalized payoffs, winners, and the heat map of strategies by games.

Normalized payoff (GAMA paper, section 4.5): (total - least) / (most - least), where least and most
are what could have been reached in the same games over the same rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from syllogos.errors import StoreError
from syllogos.match.record import Record, kind_of, plain_of
from syllogos.metrics.intervals import BOOTSTRAP, TOO_FEW, Score, ratio
from syllogos.metrics.table import Table, TableCell


@dataclass(frozen=True)
class Bout:
    """One match of a tournament.

    Attributes:
        game: the name of the game that was played.
        players: who sat where; ids, unique in the pool.
        payoffs: total payoff by seat.
        least, most: the lowest and highest total that a seat could have had.
        clones: seats of clones, which never enter results.
        played: payoffs by round and seat.
    """

    game: str
    players: tuple[str, ...]
    payoffs: tuple[Fraction, ...]
    least: tuple[Fraction, ...]
    most: tuple[Fraction, ...]
    clones: frozenset[int] = frozenset()
    played: tuple[tuple[Fraction, ...], ...] = ()


@dataclass(frozen=True)
class Standing:
    """One player in one game (or over all): matches, total payoff, and the normalized payoff.

    ``normalized`` is None where nothing was at stake.
    """

    player: str
    game: str
    matches: int
    total: Fraction
    normalized: Fraction | None


def bout(game: str, players: Sequence[str], record: Record, clones: Iterable[int] = ()) -> Bout | None:
    """A bout from a record; None unless it is a finished game in normal form.

    Raises:
        StoreError: its events have not the shape of such a game's.
    """
    if record.status != "finished":
        return None
    whats = [event.what for event in record.log]
    try:
        told = next((plain_of(what) for what in whats if kind_of(what) == "Described"), None)
        if told is None:
            return None
        rounds = [plain_of(what)["payoffs"] for what in whats if kind_of(what) == "Played"]
        played = tuple(tuple(map(Fraction, row)) for row in rounds)
        cells = [tuple(map(Fraction, row)) for row in told["form"]["payoffs"].values()]
        count = int(told["rounds"])
        seats = range(len(players))
        return Bout(
            game,
            tuple(players),
            tuple(sum((row[i] for row in played), Fraction(0)) for i in seats),
            tuple(count * min(row[i] for row in cells) for i in seats),
            tuple(count * max(row[i] for row in cells) for i in seats),
            frozenset(clones),
            played,
        )
    except (KeyError, TypeError, IndexError, ValueError, AttributeError) as error:
        raise StoreError(f"the record of a match is damaged ({error!r})") from None


def normalized(total: Fraction, least: Fraction, most: Fraction) -> Fraction | None:
    """(total - least) / (most - least); None when both ends are the same."""
    return (total - least) / (most - least) if most != least else None


def standings(bouts: Iterable[Bout], *, by_game: bool = True) -> tuple[Standing, ...]:
    """Every player's standing in every game, clones left out; a match against oneself counts twice."""
    sums: dict[tuple[str, str], list[Fraction]] = {}
    counts: dict[tuple[str, str], int] = {}
    for one in bouts:
        for seat, player in enumerate(one.players):
            if seat in one.clones:
                continue
            key = (player, one.game if by_game else "")
            held = sums.setdefault(key, [Fraction(0)] * 3)
            for i, value in enumerate((one.payoffs[seat], one.least[seat], one.most[seat])):
                held[i] += value
            counts[key] = counts.get(key, 0) + 1
    return tuple(
        Standing(player, game, counts[player, game], total, normalized(total, least, most))
        for (player, game), (total, least, most) in sums.items()
    )


def winners(bouts: Sequence[Bout]) -> tuple[str, ...]:
    """The players with the highest total payoff; several when they tie."""
    totals = {s.player: s.total for s in standings(bouts, by_game=False)}
    best = max(totals.values(), default=None)
    return tuple(player for player, total in totals.items() if total == best)


def on_target(
    bouts: Iterable[Bout],
    totals: Mapping[str, Fraction] | None = None,
    sequences: Iterable[Sequence[Fraction]] = (),
) -> tuple[str, ...]:
    """The players who reach a target in every match: their total, or one of the payoff sequences.

    Args:
        bouts: the matches.
        totals: target total by player.
        sequences: target payoffs round by round, any of which will do for anybody.
    """
    wanted = {tuple(s) for s in sequences}
    good: dict[str, bool] = {}
    for one in bouts:
        for seat, player in enumerate(one.players):
            if seat in one.clones:
                continue
            hit = one.payoffs[seat] == totals.get(player) if totals is not None else True
            if wanted:
                hit = hit and tuple(row[seat] for row in one.played) in wanted
            good[player] = good.get(player, True) and hit
    return tuple(player for player, ok in good.items() if ok)


def heat(bouts: Sequence[Bout]) -> Table:
    """Normalized payoffs, players by games, the best on average first, columns alike."""
    found = {(s.player, s.game): s.normalized for s in standings(bouts)}
    players = dict.fromkeys(player for player, _ in found)
    games = dict.fromkeys(game for _, game in found)
    rows = sorted(players, key=lambda p: -_average([found.get((p, g)) for g in games]))
    columns = sorted(games, key=lambda g: -_average([found.get((p, g)) for p in players]))
    cells: list[tuple[TableCell, ...]] = []
    for player in rows:
        values = [found.get((player, game)) for game in columns]
        shown: list[TableCell] = [None if v is None else round(float(v), 4) for v in values]
        cells.append((player, *shown, round(_average(values), 4)))
    note = (
        "Normalized payoff: (total - least) / (most - least), with the least and the most that the same "
        "seats could have had in the same games."
    )
    return Table("tournament", "Strategies by games", ("player", *columns, "mean"), tuple(cells), 1, note)


def normalized_payoffs(bouts: Sequence[Bout]) -> Table:
    """Mean normalized payoff a match with its interval, over all games and game by game, the best first."""
    games = tuple(dict.fromkeys(one.game for one in bouts))
    parts = [(game, [one for one in bouts if one.game == game]) for game in games]
    rows: list[tuple[TableCell, ...]] = []
    for game, played in [("all games", bouts), *parts] if len(games) > 1 else parts:
        found = [(s.player, s.matches, float(s.total)) for s in standings(played, by_game=False)]
        scored = [(*row, payoff_of(row[0], played)) for row in found]
        rows += [(game, *row) for row in sorted(scored, key=lambda row: -(row[3].value or 0.0))]
    note = (
        "Normalized payoff: (total - least) / (most - least), with the least and the most that a seat could "
        "have had over the rounds of its game, so that games of different scales compare; mean over matches "
        f"with 95 % intervals ({BOOTSTRAP}, none for {TOO_FEW})."
    )
    columns = ("game", "player", "seats played", "total payoff", "normalized payoff")
    return Table("tournament", "Normalized payoffs", columns, tuple(rows), 2, note)


def payoff_of(player: str, bouts: Iterable[Bout]) -> Score:
    """The mean normalized payoff of ``player``; matches are the clusters, those without stakes left out."""
    clusters = []
    for one in bouts:
        seats = [i for i, name in enumerate(one.players) if name == player and i not in one.clones]
        values = [normalized(one.payoffs[i], one.least[i], one.most[i]) for i in seats]
        known = [float(value) for value in values if value is not None]
        clusters.append((sum(known), float(len(known))))
    return ratio(clusters, "normalized")


def _average(values: Sequence[Fraction | None]) -> float:
    known = [v for v in values if v is not None]
    return float(sum(known, Fraction(0)) / len(known)) if known else 0.0
