"""The semantic level: does a game pay what its description says?

Actions may have any names.  Players who share the names of their actions share the renaming as
well; the seats may be swapped.  What fits only when the players' actions are renamed apart is
``unanchored`` and never counts as correct.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from typing import Literal

from syllogos.formalization.facts import GameFacts, Order
from syllogos.gametheory.normal_form import NormalForm, Profile

ComparisonStatus = Literal["exact", "unanchored", "wrong", "other shape"]

MOST_WORK = 300_000
"""Cells that are compared at most; larger games are compared under their own names only."""

Renaming = tuple[Mapping[str, str], ...]
"""One mapping per seat of the game: the game's action -> the target's."""


@dataclass(frozen=True)
class Difference:
    """A cell where a game departs from its target: the profile, the player, both payoffs."""

    profile: Profile
    player: str
    got: Fraction
    wanted: Fraction

    def __str__(self) -> str:
        sign = ": the sign is wrong" if self.got == -self.wanted else ""
        say = f"at ({', '.join(self.profile)}) {self.player} gets {self.got}, and should get {self.wanted}"
        return say + sign


@dataclass(frozen=True)
class PayoffComparison:
    """How a game compares with its target, under the renaming that fits best."""

    status: ComparisonStatus
    differences: tuple[Difference, ...] = ()
    why: str = ""


def match(
    form: NormalForm,
    target: GameFacts,
    *,
    default: str = "",
    order: Order = (),
    named: bool = False,
) -> PayoffComparison:
    """Compare every cell of ``form`` with ``target``.

    Args:
        form: the game to judge.
        target: what it should be; its default move, where given, anchors the renaming.
        default: the game's default move, for that anchor.
        order: the stages of the game; empty for at once.
        named: actions that have the target's names keep them.
    """
    wanted = target.form
    if sorted(map(len, form.actions)) != sorted(map(len, wanted.actions)):
        return PayoffComparison("other shape", (), f"{_shape(form)}, and should have {_shape(wanted)}")
    order = order or (tuple(range(len(form.players))),)
    anchor = (default, target.default) if default and target.default else None
    best: tuple[Difference, ...] | None = None
    for seats, renaming in _renamings(form, wanted, anchor, named=named, together=True):
        found = _differences(form, target, order, seats, renaming)
        if found is not None and (best is None or len(found) < len(best)):
            best = found
        if best == ():
            return PayoffComparison("exact")
    if best is None:
        return PayoffComparison("other shape", (), "the order of moves is another one")
    for seats, renaming in _renamings(form, wanted, None, named=False, together=False):
        if _differences(form, target, order, seats, renaming) == ():
            return PayoffComparison(
                "unanchored", best, "it fits only when the players' actions are renamed apart"
            )
    return PayoffComparison("wrong", best)


def _renamings(
    form: NormalForm, target: NormalForm, anchor: tuple[str, str] | None, *, named: bool, together: bool
) -> Iterator[tuple[tuple[int, ...], Renaming]]:
    """Seatings (target's seat of each player) with renamings of every player's actions."""
    count = len(form.players)
    shared = together and count > 1 and len({frozenset(own) for own in form.actions}) == 1
    most = max(map(len, form.actions))
    work = factorial(count) * factorial(most) ** (1 if shared else count) * most**count
    if work > MOST_WORK or (named and all(set(a) <= set(b) for a, b in _paired(form, target))):
        yield tuple(range(count)), tuple({a: a for a in own} for own in form.actions)
        return
    for seats in permutations(range(count)):
        if any(len(form.actions[i]) != len(target.actions[s]) for i, s in enumerate(seats)):
            continue
        for renaming in _maps(form, target, seats, shared=shared):
            if anchor is None or all(m.get(anchor[0], anchor[1]) == anchor[1] for m in renaming):
                yield seats, renaming


def _paired(form: NormalForm, target: NormalForm) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return list(zip(form.actions, target.actions, strict=True))


def _maps(
    form: NormalForm, target: NormalForm, seats: tuple[int, ...], *, shared: bool
) -> Iterator[Renaming]:
    first = form.actions[0]
    if shared and len({frozenset(own) for own in target.actions}) == 1:
        for image in permutations(target.actions[0]):
            yield (dict(zip(first, image, strict=True)),) * len(seats)
        return
    each = [
        [dict(zip(own, image, strict=True)) for image in permutations(target.actions[s])]
        for own, s in zip(form.actions, seats, strict=True)
    ]
    yield from product(*each)


def _differences(
    form: NormalForm, target: GameFacts, order: Order, seats: tuple[int, ...], renaming: Renaming
) -> tuple[Difference, ...] | None:
    """The cells that differ; None when the stages do."""
    if tuple(frozenset(seats[i] for i in stage) for stage in order) != tuple(map(frozenset, target.order)):
        return None
    found = []
    for profile, row in form.payoffs.items():
        renamed = {s: renaming[i].get(profile[i], "") for i, s in enumerate(seats)}
        wanted = target.form.payoffs.get(tuple(renamed[s] for s in range(len(seats))))
        if wanted is None:
            return None
        found += [
            Difference(profile, form.players[i], row[i], wanted[s])
            for i, s in enumerate(seats)
            if row[i] != wanted[s]
        ]
    return tuple(found)


def _shape(form: NormalForm) -> str:
    return f"{len(form.players)} players with {', '.join(str(len(own)) for own in form.actions)} actions"
