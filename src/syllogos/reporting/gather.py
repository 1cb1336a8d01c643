"""A run read into the games that the measures see, damage named and left out."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

from syllogos import plugins
from syllogos.contract import Measure
from syllogos.errors import InputError, StoreError
from syllogos.experiment.reading import (
    experiment_of,
    folded_record,
    game_rows,
    roles_asked,
    shards_seen,
    uncounted,
    used,
    whole_record,
)
from syllogos.experiment.shards import missing as shards_missing
from syllogos.experiment.shards import sides
from syllogos.match.record import Record
from syllogos.match.stand_in import rule_said
from syllogos.metrics.games import GameResult, Usage, broken, game_result
from syllogos.metrics.groups import PAIRED
from syllogos.metrics.table import named
from syllogos.metrics.tournament import Bout, bout
from syllogos.store.rows import GameCounts, Spent, short
from syllogos.store.store import Store
from syllogos.text.plain import canonical

RunRow = Mapping[str, Any]


@dataclass(frozen=True)
class Gathered:
    """A run: its games in the order of the plan, what it cost, and what could not be read.

    ``paper`` is whose tables the experiment wants filled, as its file names it;
    ``bouts`` are the finished games in normal form of a grid that seats agents in pairs, ``rules``
    what stands in where no legal move does.
    """

    name: str
    text: str
    place: str
    games: tuple[GameResult, ...]
    counts: GameCounts
    spent: Spent
    problems: tuple[str, ...] = ()
    bouts: tuple[Bout, ...] = ()
    rules: tuple[str, ...] = ()
    paper: object = None


def gather(store: Store) -> Gathered:
    """Everything a report counts by, without the texts.

    A game's plugin may measure what is its own: ``measures(record, players)``, an attribute of its
    ``make``, gives rows of :class:`Measure`; see :func:`own`.
    """
    name, text = experiment_of(store)
    usage = {key: {u.seat: _usage(u) for u in seats} for key, seats in used(store).items()}
    games: list[GameResult] = []
    found = list(game_rows(store))
    rows = [row for row, _ in found]
    plugins_ = {played: _make(*played) for played in dict.fromkeys(map(_played, rows)) if played[0]}
    problems = [
        f"the game {label} is not here as it was played; shown from its events alone"
        for (label, _), make in plugins_.items()
        if make is None
    ]
    problems += [problem for _, problem in found if problem]
    problems += uncounted(store)
    problems += [f"shard {shard} is not here: merge it into {store.place}" for shard in _missing(store)]
    asked = _roles(store, rows)
    for row in rows:
        mine, roles = usage.get(row["key"], {}), [asked[plan] for plan in _plans(row)]
        if row["status"] == "damaged":
            games.append(broken(row, row["error"], mine, roles))
            continue
        try:
            game = game_result(row, folded_record(store, row["key"]), mine, roles)
            games.append(_measured(store, game, plugins_.get(_played(row)), problems))
        except StoreError as error:
            problems.append(str(error))
            games.append(broken(row, str(error), mine, roles))
    bouts = tuple(_bouts(store, games, problems))
    unique = tuple(dict.fromkeys(problems))
    rules = _rules(rows, plugins_)
    counts, spent = store.counts(), store.spent()
    return Gathered(
        name, text, store.place, tuple(games), counts, spent, unique, bouts, rules, _paper(text)
    )  # fmt: skip


def _paper(text: str) -> object:
    """The paper that the text of an experiment names."""
    try:
        return tomllib.loads(text).get("paper")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return None  # it was read when the run began; what is wrong with it now is said elsewhere


def _rules(rows: Iterable[RunRow], makes: Mapping[tuple[str, str], object]) -> tuple[str, ...]:
    """What stands in where no legal move does, of each kind of game that is here as it was played."""
    found: dict[str, None] = {}
    for row in rows:
        make, config = makes.get(_played(row)), row["spec"].get("config", {})
        if make is not None and isinstance(config, Mapping):
            found.setdefault(rule_said(make, config))
    return tuple(found)


def _bouts(store: Store, games: Iterable[GameResult], problems: list[str]) -> Iterator[Bout]:
    for game in games:
        if not (game.finished and PAIRED in game.cell):
            continue
        rest = ", ".join(f"{k} {named(v)}" for k, v in game.cell.items() if not k.startswith("condition."))
        try:
            record = whole_record(store, game.key)
            found = bout(rest or game.game, _players(game), record) if record else None
        except StoreError as error:
            problems.append(f"game {game.key} has no normalized payoff: {error}")
            continue
        if found is not None:
            yield found


def _missing(store: Store) -> tuple[str, ...]:
    """The shards that a merged run still lacks; a shard by itself lacks none."""
    if store.meta("shards") is None:
        return ()
    places = [place for (place,) in store.select("SELECT place FROM games WHERE planned = 1")]
    return shards_missing(shards_seen(store), places, *sides(experiment_of(store)[1]))


def own(game: str, fingerprint: str, what: str) -> Callable[..., Any] | None:
    """What the plugin of a game offers for its records: ``view(record)``, a part of a page made by
    :mod:`syllogos.reporting.html`, or ``measures(record, players)``.

    Both are attributes of the plugin's ``make`` and pure functions of a record, in which the events
    that ``make.events`` names are values of their own types.  None when there is none, or when the
    plugin is gone or, as a file, is not the one that was played.
    """
    found = getattr(_make(game, fingerprint), what, None)
    return found if callable(found) else None


def own_record(store: Store, game: GameResult) -> Record | None:
    """A game's record as its own plugin reads it.

    Raises:
        StoreError: it is damaged.
    """
    return whole_record(store, game.key, plugins.events_of(_make(game.game, game.code)))


def _make(game: str, fingerprint: str) -> Callable[..., Any] | None:
    try:
        if plugins.fingerprint(game) != fingerprint:
            return None
        return plugins.load("games", game)
    except (InputError, OSError):
        return None


def _roles(store: Store, rows: Sequence[RunRow]) -> dict[str, frozenset[str]]:
    """By each plan of a seat the model roles that its agent declares, or asked in any of its games."""
    plans = {row["key"]: _plans(row) for row in rows}
    roles = {plan: _declared(plan) for plan in dict.fromkeys(p for seats in plans.values() for p in seats)}
    for key, seat, role in roles_asked(store):
        if seat < len(plans.get(key, ())):
            roles[plans[key][seat]] |= {role}
    return roles


def _plans(row: RunRow) -> list[str]:
    """The plan of each seat as one line of JSON."""
    seats = row["spec"].get("seats", [])
    return [canonical(plan) for plan in seats] if isinstance(seats, list) else []


def _declared(plan: str) -> frozenset[str]:
    """The roles that an agent declares; none when it is gone or, as a file, is not the one that played."""
    match json.loads(plan):
        case {"agent": [str(label), str(fingerprint)], "config": dict(config)}:
            pass
        case _:
            return frozenset()
    try:
        if plugins.fingerprint(label) != fingerprint:
            return frozenset()
        return frozenset(plugins.roles_of("agents", label, config))
    except (InputError, OSError, TypeError, ValueError, AttributeError):
        return frozenset()


def _played(row: Mapping[str, Any]) -> tuple[str, str]:
    """The game's plugin and the hash of its file, if it is one."""
    match row["spec"].get("game"):
        case [str(label), str(fingerprint)]:
            return label, fingerprint
    return "", ""


def _measured(store: Store, game: GameResult, make: object, problems: list[str]) -> GameResult:
    measures = getattr(make, "measures", None)
    if not callable(measures) or not game.finished:
        return game
    try:
        record = whole_record(store, game.key, plugins.events_of(make))
        rows = tuple(measures(record, _players(game))) if record else ()
        if odd := next((row for row in rows if not _sound(row)), None):
            raise ValueError(f"{odd!r} is no Measure of finite numbers")
        return replace(game, measures=rows)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StoreError) as error:
        problems.append(f"game {game.key}: {game.game} could not measure it ({short(repr(error))})")
        return game


def _sound(row: object) -> bool:
    return isinstance(row, Measure) and isfinite(row.value) and isfinite(row.out_of) and row.out_of >= 0


def _players(game: GameResult) -> tuple[str, ...]:
    return tuple(seat.player for seat in game.seats)


def _usage(u: Any) -> Usage:
    return Usage(u.calls, u.tokens_in, u.tokens_out, u.cost, u.unpriced, u.seconds, u.uncounted)
