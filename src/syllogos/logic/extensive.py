"""Finite games with moves one after another or at once: multi-stage games with observed actions.

A node names who moves there; several movers choose at once, without seeing each other, and
everyone sees what was chosen before the next node (Fudenberg and Tirole, *Game Theory* (1991),
ch. 3).  One mover a node is a game of perfect information, a single node a normal form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import prod

from syllogos.logic.normal_form import NormalForm, Profile, pure_equilibria

MOST_EQUILIBRIA = 256
"""Subgame-perfect equilibria that are listed; games with many ties have more than anyone reads."""
MOST_STAGES = 1_000
"""Ways to go on below a node, one equilibrium a subgame, that are looked at."""
MOST_PROFILES = 20_000
"""Profiles of strategies up to which a strategic form is written out."""

Payoffs = tuple[Fraction, ...]
History = tuple[Profile, ...]
"""What was chosen so far: one tuple of actions per stage, in the order of its movers."""


@dataclass(frozen=True)
class End:
    """The game is over; one payoff per player."""

    payoffs: Payoffs


@dataclass(frozen=True)
class Node:
    """``movers`` (indices of players) choose at once; ``then`` has one subtree per joint choice.

    Raises:
        ValueError: no movers, a mover without actions, or subtrees that do not fit the actions.
    """

    movers: tuple[int, ...]
    actions: tuple[tuple[str, ...], ...]
    then: Mapping[Profile, Tree]

    def __post_init__(self) -> None:
        if not self.movers or len(set(self.movers)) != len(self.movers):
            raise ValueError(f"the movers of a node must be distinct players, not {self.movers}")
        if len(self.actions) != len(self.movers) or not all(self.actions):
            raise ValueError("every mover of a node needs at least one action")
        if set(self.then) != set(product(*self.actions)):
            raise ValueError("a node needs one subtree for each joint choice, and no other")


Tree = End | Node


def nodes(tree: Tree, history: History = ()) -> Iterator[tuple[History, Node]]:
    """All nodes with the history that leads to them, the root first."""
    if isinstance(tree, Node):
        yield history, tree
        for joint, below in tree.then.items():
            yield from nodes(below, (*history, joint))


def ends(tree: Tree, history: History = ()) -> Iterator[tuple[History, Payoffs]]:
    """All complete plays and what they pay."""
    if isinstance(tree, End):
        yield history, tree.payoffs
    else:
        for joint, below in tree.then.items():
            yield from ends(below, (*history, joint))


def at(tree: Tree, history: History) -> Tree:
    """The subtree after ``history``."""
    for joint in history:
        if not isinstance(tree, Node):
            raise KeyError(joint)
        tree = tree.then[joint]
    return tree


def staged(form: NormalForm, order: tuple[tuple[int, ...], ...]) -> Tree:
    """``form`` played in stages: ``order`` lists who moves at each, every player exactly once.

    Raises:
        ValueError: a player who never moves, moves twice, or does not exist.
    """
    if sorted(p for stage in order for p in stage) != list(range(len(form.players))):
        raise ValueError(f"every player moves exactly once, not {order}")
    return _staged(form, order, {})


def _staged(form: NormalForm, order: tuple[tuple[int, ...], ...], chosen: Mapping[int, str]) -> Tree:
    if not order:
        return End(form.payoffs[tuple(chosen[i] for i in range(len(form.players)))])
    movers, *rest = order
    actions = tuple(form.actions[i] for i in movers)
    then = {
        joint: _staged(form, tuple(rest), {**chosen, **dict(zip(movers, joint, strict=True))})
        for joint in product(*actions)
    }
    return Node(movers, actions, then)


def one_move_each(
    tree: Tree, players: tuple[str, ...]
) -> tuple[NormalForm, tuple[tuple[int, ...], ...]] | None:
    """The form and the order of stages when everybody moves once, always with the same actions.

    None for any other tree.  :func:`staged` is the inverse.
    """
    stages: dict[int, Node] = {}
    for history, node in nodes(tree):
        first = stages.setdefault(len(history), node)
        if (node.movers, node.actions) != (first.movers, first.actions):
            return None
    order = tuple(stages[depth].movers for depth in range(len(stages)))
    movers = [i for stage in order for i in stage]
    plays = list(ends(tree))
    if sorted(movers) != list(range(len(players))) or any(len(h) != len(order) for h, _ in plays):
        return None
    own = {i: a for node in stages.values() for i, a in zip(node.movers, node.actions, strict=True)}
    payoffs = {}
    for history, pay in plays:
        by_player = dict(zip(movers, (a for joint in history for a in joint), strict=True))
        payoffs[tuple(by_player[i] for i in range(len(players)))] = pay
    return NormalForm(players, tuple(own[i] for i in range(len(players))), payoffs), order


@dataclass(frozen=True)
class Perfect:
    """A subgame-perfect equilibrium in pure strategies: the joint choice at every node."""

    choices: Mapping[History, Profile]
    payoffs: Payoffs

    @property
    def path(self) -> History:
        """What is played."""
        history: History = ()
        while history in self.choices:
            history = (*history, self.choices[history])
        return history


def subgame_perfect(tree: Tree, most: int = MOST_EQUILIBRIA) -> tuple[Perfect, ...]:
    """Pure subgame-perfect equilibria by backward induction (Selten 1965), at most ``most``."""
    return search_perfect(tree, most)[0]


def search_perfect(tree: Tree, most: int = MOST_EQUILIBRIA) -> tuple[tuple[Perfect, ...], bool]:
    """As :func:`subgame_perfect`, and whether these are all: ties below a node multiply above it."""
    found, whole = _perfect(tree, (), min(most, MOST_EQUILIBRIA))
    return found[:most], whole and len(found) <= most


def _perfect(tree: Tree, history: History, most: int) -> tuple[tuple[Perfect, ...], bool]:
    if isinstance(tree, End):
        return (Perfect({}, tree.payoffs),), True
    searched = [_perfect(below, (*history, joint), most) for joint, below in tree.then.items()]
    below = [found for found, _ in searched]
    stages = islice(product(*below), MOST_STAGES)
    found = tuple(islice(_at_node(tree, history, stages), most + 1))
    whole = all(whole for _, whole in searched) and prod(map(len, below)) <= MOST_STAGES
    return found[:most], whole and len(found) <= most


def _at_node(node: Node, history: History, stages: Iterator[tuple[Perfect, ...]]) -> Iterator[Perfect]:
    for chosen in stages:
        stage = dict(zip(node.then, chosen, strict=True))
        for joint in _stage_equilibria(node, {j: e.payoffs for j, e in stage.items()}):
            choices = {history: joint}
            for equilibrium in chosen:
                choices |= equilibrium.choices
            yield Perfect(choices, stage[joint].payoffs)


def _stage_equilibria(node: Node, values: Mapping[Profile, Payoffs]) -> tuple[Profile, ...]:
    own = {joint: tuple(pay[i] for i in node.movers) for joint, pay in values.items()}
    return pure_equilibria(NormalForm(tuple(map(str, node.movers)), node.actions, own))


def strategic_form(tree: Tree, players: tuple[str, ...]) -> NormalForm | None:
    """The normal form whose actions are the players' plans, or None when it is too large.

    A plan names the player's action at each of its nodes, in the order of :func:`nodes`; a
    player who never moves has the one plan ``-``.
    """
    own: list[list[tuple[History, tuple[str, ...]]]] = [[] for _ in players]
    for history, node in nodes(tree):
        for mover, actions in zip(node.movers, node.actions, strict=True):
            own[mover].append((history, actions))
    if prod(len(actions) for moves in own for _, actions in moves) > MOST_PROFILES:
        return None
    plans = [list(product(*(actions for _, actions in moves))) for moves in own]
    payoffs: dict[Profile, Payoffs] = {}
    for profile in product(*plans):
        chosen = {
            (history, mover): action
            for mover, moves in enumerate(own)
            for (history, _), action in zip(moves, profile[mover], strict=True)
        }
        payoffs[tuple(map(_named, profile))] = _played(tree, chosen)
    return NormalForm(players, tuple(tuple(map(_named, own)) for own in plans), payoffs)


def _named(plan: tuple[str, ...]) -> str:
    return "/".join(plan) or "-"


def _played(tree: Tree, chosen: Mapping[tuple[History, int], str]) -> Payoffs:
    history: History = ()
    while isinstance(tree, Node):
        joint = tuple(chosen[history, i] for i in tree.movers)
        tree, history = tree.then[joint], (*history, joint)
    return tree.payoffs
