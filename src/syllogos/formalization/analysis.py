"""What can be said of a game: its class, dominance, equilibria; all exact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from syllogos.gametheory.classes import CLASSES, classes, is_square, ordinal, traits
from syllogos.gametheory.extensive import History, Node, Tree, nodes, search_perfect, strategic_form
from syllogos.gametheory.mixed import mixed_equilibria
from syllogos.gametheory.normal_form import NormalForm, dominates, pure_equilibria

MOST_LISTED = 12
"""Equilibria of a kind that are listed."""
MOST_PLANS = 128
"""Plans of a player that are compared with each other."""


@dataclass(frozen=True)
class EquilibriumFound:
    """An equilibrium in words: how it is played, what it pays, and of which kind it is.

    ``kind`` is pure, mixed or subgame-perfect.
    """

    kind: str
    play: str
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True)
class Analysis:
    """``classes`` are codes; ``ordinal`` the ordinal class of a 2x2 game; ``dominant`` a line each.

    ``whole`` is False when there may be more equilibria than were looked for.
    """

    classes: tuple[str, ...] = ()
    ordinal: str = ""
    traits: tuple[str, ...] = ()
    dominant: tuple[str, ...] = ()
    equilibria: tuple[EquilibriumFound, ...] = ()
    whole: bool = True

    @property
    def name(self) -> str:
        """The classes by their titles, else the traits, else nothing."""
        return ", ".join(CLASSES[code].title for code in self.classes) or ", ".join(self.traits)


def analysis(tree: Tree, players: tuple[str, ...], form: NormalForm | None) -> Analysis:
    """Analyse a game.

    Args:
        tree: the game.
        players: their names.
        form: the game in normal form when all move at once, else None.
    """
    if form is None:
        plans = strategic_form(tree, players)
        if plans and max(map(len, plans.actions)) > MOST_PLANS:
            plans = None
        perfect, whole = _perfect(tree, players) if isinstance(tree, Node) else ((), True)
        return Analysis(
            traits=traits(plans) if plans else (),
            dominant=tuple(_dominant(plans)) if plans else (),
            equilibria=(*perfect, *(_pure(plans) if plans else ())),
            whole=whole and plans is not None,
        )
    square = is_square(form)
    mixed = _mixed(form)
    return Analysis(
        classes(form) if square else (),
        ordinal(form) if square else "",
        traits(form),
        tuple(_dominant(form)),
        (*_pure(form), *(mixed or ())),
        whole=mixed is not None,
    )


def _dominant(form: NormalForm) -> Iterator[str]:
    for i, player in enumerate(form.players):
        rows = {a: form.row(i, a) for a in form.actions[i]}
        top = tuple(map(max, zip(*rows.values(), strict=True)))
        # Only an action that is best everywhere can dominate all others, and no two can.
        best = [a for a, row in rows.items() if row == top]
        if len(best) == 1 and len(rows) > 1:
            strictly = all(dominates(form, i, best[0], b, strict=True) for b in rows if b != best[0])
            yield f"{best[0]} {'strictly' if strictly else 'weakly'} dominates for {player}"


def _pure(form: NormalForm) -> tuple[EquilibriumFound, ...]:
    found = pure_equilibria(form)[:MOST_LISTED]
    return tuple(EquilibriumFound("pure", f"({', '.join(p)})", form.payoffs[p]) for p in found)


def _mixed(form: NormalForm) -> tuple[EquilibriumFound, ...] | None:
    """Mixed equilibria of two players; None where there are too many supports to look at."""
    if len(form.players) != 2:
        return ()
    pairs = mixed_equilibria(form)
    if pairs is None:
        return None
    found = []
    for pair in pairs:
        if all(1 in own for own in pair):
            continue
        said = [
            " + ".join(f"{p} {a}" for a, p in zip(own, mix, strict=True) if p)
            for own, mix in zip(form.actions, pair, strict=True)
        ]
        weight = {(a, b): p * q for a, p in zip(form.actions[0], pair[0], strict=True)
                  for b, q in zip(form.actions[1], pair[1], strict=True)}  # fmt: skip
        pays = tuple(
            sum((form.payoffs[cell][i] * w for cell, w in weight.items()), Fraction(0)) for i in (0, 1)
        )
        found.append(EquilibriumFound("mixed", f"({', '.join(said)})", pays))
    return tuple(found[:MOST_LISTED])


def _perfect(tree: Node, players: tuple[str, ...]) -> tuple[tuple[EquilibriumFound, ...], bool]:
    movers: dict[History, tuple[int, ...]] = {history: node.movers for history, node in nodes(tree)}
    found, whole = search_perfect(tree, MOST_LISTED)
    said = []
    for perfect in found:
        parts = []
        for history, joint in perfect.choices.items():
            after = f"after {', '.join(a for stage in history for a in stage)} " if history else ""
            pairs = zip(movers[history], joint, strict=True)
            parts.append(after + ", ".join(f"{players[m]} {a}" for m, a in pairs))
        said.append(EquilibriumFound("subgame-perfect", "; ".join(parts), perfect.payoffs))
    return tuple(said), whole
