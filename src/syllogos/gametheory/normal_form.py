"""Finite games in normal form, exactly: payoffs are fractions, answers are sets.

Definitions follow Osborne and Rubinstein, *A Course in Game Theory* (1994), ch. 2-3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

Profile = tuple[str, ...]
"""One action label per player, in player order."""


@dataclass(frozen=True)
class NormalForm:
    """A finite game: ``payoffs`` maps every profile to one payoff per player.

    Raises:
        ValueError: a player without actions, a repeated name, a profile that is
            missing or unknown, or a payoff vector of the wrong length.
    """

    players: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    payoffs: Mapping[Profile, tuple[Fraction, ...]]

    def __post_init__(self) -> None:
        if not self.players or len(set(self.players)) != len(self.players):
            raise ValueError(f"players must be distinct names, not {list(self.players)}")
        if len(self.actions) != len(self.players):
            raise ValueError(f"{len(self.players)} players but {len(self.actions)} lists of actions")
        for player, own in zip(self.players, self.actions, strict=True):
            if not own or len(set(own)) != len(own):
                raise ValueError(f"the actions of {player} must be distinct, at least one: {list(own)}")
        wanted = set(self.profiles)
        if missing := sorted(wanted - set(self.payoffs)):
            raise ValueError(f"no payoffs for {','.join(missing[0])} ({len(missing)} missing)")
        if extra := sorted(set(self.payoffs) - wanted):
            raise ValueError(f"{','.join(extra[0])} is no profile of this game")
        for profile, row in self.payoffs.items():
            if len(row) != len(self.players):
                raise ValueError(f"{','.join(profile)} needs {len(self.players)} payoffs, has {len(row)}")

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> NormalForm:
        """The game as a record holds it: payoffs by the actions of a profile with commas between."""
        actions = tuple(map(tuple, plain["actions"]))
        payoffs = {own: tuple(map(Fraction, plain["payoffs"][",".join(own)])) for own in product(*actions)}
        return cls(tuple(plain["players"]), actions, payoffs)

    @cached_property
    def profiles(self) -> tuple[Profile, ...]:
        """All profiles, in the order of the players' actions."""
        return tuple(product(*self.actions))

    def payoff(self, player: int, profile: Profile) -> Fraction:
        """What ``player`` (an index) gets at ``profile``."""
        return self.payoffs[profile][player]

    def row(self, player: int, action: str) -> tuple[Fraction, ...]:
        """All payoffs ``player`` can get with ``action``, one per profile of the others."""
        return self._rows[player][action]

    @cached_property
    def lowest(self) -> tuple[Fraction, ...]:
        """The lowest payoff of each player in the game."""
        return tuple(map(min, zip(*self.payoffs.values(), strict=True)))

    @cached_property
    def _rows(self) -> tuple[Mapping[str, tuple[Fraction, ...]], ...]:
        rows: list[dict[str, list[Fraction]]] = [{a: [] for a in own} for own in self.actions]
        for profile in self.profiles:
            for own, action, value in zip(rows, profile, self.payoffs[profile], strict=True):
                own[action].append(value)
        return tuple({a: tuple(values) for a, values in own.items()} for own in rows)

    @cached_property
    def _equilibria(self) -> tuple[Profile, ...]:
        left = self.profiles
        for i in range(len(self.players)):
            top: dict[Profile, Fraction] = {}
            for p in self.profiles:
                others, value = (*p[:i], *p[i + 1 :]), self.payoffs[p][i]
                top[others] = max(top.get(others, value), value)
            left = tuple(p for p in left if self.payoffs[p][i] == top[*p[:i], *p[i + 1 :]])
        return left


def swap(profile: Profile, player: int, action: str) -> Profile:
    """``profile`` with ``player``'s action replaced."""
    return (*profile[:player], action, *profile[player + 1 :])


def best_responses(game: NormalForm, player: int, profile: Profile) -> frozenset[str]:
    """The actions of ``player`` that do best against the others' part of ``profile``."""
    value = {a: game.payoff(player, swap(profile, player, a)) for a in game.actions[player]}
    best = max(value.values())
    return frozenset(a for a, v in value.items() if v == best)


def pure_equilibria(game: NormalForm) -> tuple[Profile, ...]:
    """Profiles at which every action is a best response to the others (Nash 1950)."""
    return game._equilibria


def dominates(game: NormalForm, player: int, a: str, b: str, *, strict: bool) -> bool:
    """Whether ``a`` dominates ``b`` for ``player``: always better; weakly: never worse, once better."""
    pairs = list(zip(game.row(player, a), game.row(player, b), strict=True))
    if strict:
        return all(x > y for x, y in pairs)
    return all(x >= y for x, y in pairs) and any(x > y for x, y in pairs)


def guarantee(game: NormalForm, player: int, action: str) -> Fraction:
    """The worst payoff ``action`` can bring ``player`` (its security level in pure actions)."""
    return min(game.row(player, action))


def maximin(game: NormalForm, player: int) -> frozenset[str]:
    """The actions with the highest guarantee."""
    best = max(guarantee(game, player, a) for a in game.actions[player])
    return frozenset(a for a in game.actions[player] if guarantee(game, player, a) == best)


def pareto_dominates(game: NormalForm, p: Profile, q: Profile) -> bool:
    """Whether ``p`` gives nobody less than ``q`` and somebody more."""
    pairs = list(zip(game.payoffs[p], game.payoffs[q], strict=True))
    return all(x >= y for x, y in pairs) and any(x > y for x, y in pairs)
