"""Which games of a plan a shard plays: as many of each condition and cell as every other shard.

A plan is ordered repetition by repetition, in each cell by cell, in each condition by condition.
Dealing its places out in turn would give a shard the same few conditions again and again, so the
deal goes condition by condition within a repetition and moves on with each.  It depends on the
numbers of conditions and cells alone: more repetitions leave the games of a shard where they are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd

from syllogos.errors import InputError
from syllogos.experiment.grid import count

SPREAD = " spread"
"""Ends the label of a shard that was dealt so; one without was dealt place by place, before."""


@dataclass(frozen=True)
class Shard:
    """The part ``i`` (from 0) of ``n``; ``spread`` over conditions and cells, or by place alone."""

    i: int
    n: int
    spread: bool = True

    @property
    def label(self) -> str:
        """What a run is identified by that is this shard."""
        return f"{self.i}/{self.n}{SPREAD if self.spread else ''}"

    def __str__(self) -> str:
        return f"{self.i}/{self.n}"


def shard_of(text: str) -> Shard:
    """``i/n`` as a shard.

    Raises:
        InputError: it does not have that form, or i is not below n.

    >>> shard_of("0/4")
    Shard(i=0, n=4, spread=True)
    """
    i, mark, n = text.partition("/")
    if not (mark and i.isdecimal() and n.isdecimal() and int(i) < int(n)):
        raise InputError(f"--shard {text}: write i/n with i from 0 to n-1, such as 0/4")
    return Shard(int(i), int(n))


def labelled(label: str) -> Shard:
    """The shard of a label."""
    i, _, n = label.removesuffix(SPREAD).partition("/")
    return Shard(int(i), int(n), label.endswith(SPREAD))


def shard_at(place: int, n: int, conditions: int, cells: int, *, spread: bool = True) -> int:
    """Which of ``n`` shards plays the game at a place of the plan.

    >>> [shard_at(place, 2, conditions=2, cells=1) for place in range(8)]
    [0, 1, 1, 0, 0, 1, 1, 0]
    """
    if not spread:
        return place % n
    repetition, rest = divmod(place, conditions * cells)
    cell, condition = divmod(rest, conditions)
    return (repetition * _step(conditions * cells, n) + condition * cells + cell) % n


def _step(games: int, n: int) -> int:
    """How far the deal moves on with each repetition: so that each game of it meets every shard in turn."""
    return next(step for step in range(games, games + n + 1) if gcd(step, n) == 1)


def places(shard: Shard, games: int, conditions: int, cells: int) -> tuple[int, ...]:
    """The places in a plan of ``games`` games that a shard plays."""
    at = (shard_at(place, shard.n, conditions, cells, spread=shard.spread) for place in range(games))
    return tuple(place for place, i in enumerate(at) if i == shard.i)


def sides(text: str) -> tuple[int, int]:
    """How many conditions and cells the text of an experiment makes; one each where it cannot be read."""
    try:
        table = tomllib.loads(text)
        return max(1, len(table.get("condition", ()))), max(1, count(table.get("grid", {})))
    except (ValueError, TypeError, AttributeError, RecursionError, InputError):
        return 1, 1


def missing(seen: Iterable[str], held: Iterable[int], conditions: int, cells: int) -> tuple[str, ...]:
    """The shards that are neither ``seen`` nor have a game at one of the places that are ``held``.

    Args:
        seen: labels of shards.
        held: places in the plan.
        conditions: of the plan.
        cells: of its grid.

    >>> missing(["0/3", "1/3"], [0, 1, 3, 4], 2, 1)
    ('2/3',)
    """
    shards, held = {labelled(label) for label in seen}, tuple(held)
    deals: Sequence[tuple[int, bool]] = sorted({(shard.n, shard.spread) for shard in shards})
    lacking = []
    for n, spread in deals:
        here = {
            shard_at(place, n, conditions, cells, spread=spread) for place in held if isinstance(place, int)
        }
        lacking += [
            str(one) for i in range(n) if (one := Shard(i, n, spread)) not in shards and i not in here
        ]
    return tuple(dict.fromkeys(lacking))
