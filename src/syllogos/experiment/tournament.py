"""Tournaments: a pool, a match maker, and the matches of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product

from syllogos.errors import InputError
from syllogos.experiment.experiment import Experiment
from syllogos.experiment.naming import game_named
from syllogos.match.match import Match, SeatPlan, seed_of
from syllogos.models.client.spec import ModelSpec

OPPOSITE: Mapping[str, str] = {
    "default_move": "anti_default_move",
    "anti_default_move": "default_move",
    "tit_for_tat": "anti_tit_for_tat",
    "anti_tit_for_tat": "tit_for_tat",
}
"""Strategies and their opposites, which together meet every pair of moves."""


@dataclass(frozen=True)
class Entrant:
    """A member of a pool.  ``id`` is unique; a clone names the entrant it was made of."""

    id: str
    agent: str | object
    config: Mapping[str, object] = field(default_factory=dict)
    models: Mapping[str, ModelSpec] = field(default_factory=dict)
    clone_of: str = ""


Entrants = Sequence[Entrant]
Pairing = tuple[Entrant, ...]
MatchMaker = Callable[[Entrants], Iterable[Pairing]]
"""Who meets whom: one entrant per seat.  Any function of the pool will do."""


def round_robin(pool: Entrants) -> Iterable[Pairing]:
    """Everybody against everybody and against itself, in both seatings."""
    return product(pool, repeat=2)


def against_clone(opposite: str | object = "") -> MatchMaker:
    """Everybody against a clone of itself with the opposite strategy, as the agent or given.

    So all four pairs of moves occur in four rounds of a game of two actions.

    Raises:
        InputError: when the matches are made, for an agent whose opposite nobody knows.
    """

    def pairs(pool: Entrants) -> Iterable[Pairing]:
        for entrant in pool:
            other = opposite or (OPPOSITE.get(entrant.agent) if isinstance(entrant.agent, str) else None)
            if not other:
                raise InputError(f"the opposite of {entrant.id} is not known: name one")
            config = entrant.config if other == entrant.agent else {}
            yield (
                entrant,
                replace(entrant, id=f"{entrant.id}'", agent=other, config=config, clone_of=entrant.id),
            )

    return pairs


def tournament(
    name: str,
    pool: Entrants,
    games: Sequence[str],
    *,
    rounds: int = 10,
    maker: MatchMaker = round_robin,
    seed: int = 0,
) -> Experiment:
    """The matches of a tournament, as an experiment that :class:`syllogos.match.engine.Run` plays.

    The cell of a match tells its game, its players and the seats of clones.

    Raises:
        InputError: two entrants with one id, or a game that cannot be made.
    """
    ids = [entrant.id for entrant in pool]
    if twice := next((i for i in ids if ids.count(i) > 1), None):
        raise InputError(f"two entrants are called {twice!r}: ids are unique")
    matches: dict[str, Match] = {}
    for game in games:
        kind, config = game_named(game, {"rounds": rounds})
        for pairing in maker(pool):
            match = _match(
                game, kind, config, pairing, (seed_of(seed, kind, config, n) for n in count()), matches
            )
            matches[match.key] = match
    return Experiment(name, seed, tuple(matches.values()), identity={"name": name, "seed": seed})


def _match(
    game: str,
    kind: str | object,
    config: Mapping[str, object],
    pairing: Pairing,
    seeds: Iterator[int],
    others: Mapping[str, Match],
) -> Match:
    """The match of a pairing; one that is planned already is played anew with the next seed."""
    players = [entrant.id for entrant in pairing]
    clones = [seat for seat, entrant in enumerate(pairing) if entrant.clone_of]
    match = Match(
        kind,
        config,
        tuple(SeatPlan(e.agent, e.config, e.models) for e in pairing),
        next(seeds),
        condition=" v ".join(players),
        cell={"game": game, "players": players, "clones": clones},
    )
    while match.key in others:
        match = replace(match, seed=next(seeds))
    match.check()
    return match
