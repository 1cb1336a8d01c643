"""Which suggestion to make next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syllogos.clue.belief import Belief
from syllogos.clue.deals import ENVELOPE
from syllogos.errors import InputError

Array = NDArray[Any]


@dataclass(frozen=True)
class Advice:
    """A suggestion, the bits about the envelope expected from its answers, and the probability
    that it is the envelope."""

    cards: tuple[str, ...]
    bits: float
    envelope: float


def advise(belief: Belief, most: int | None = None) -> tuple[Advice, ...]:
    """All suggestions of the observer, or the ``most`` best, by expected information, best first.

    The information is that between the answers and which of the suggested cards are in the
    envelope.  The latter has its exact joint distribution; who holds the others is taken as
    independent from card to card, and a shown card as drawn from those that could be.

    Raises:
        InputError: nobody observes, or the belief has no probabilities.
    """
    table, odds = belief.table, belief.probabilities
    if table.observer is None:
        raise InputError("a next suggestion needs a player whose turn it may be")
    if odds is None:
        raise InputError("a next suggestion needs probabilities: a consistent log, fully reasoned")
    me = table.players.index(table.observer)
    others = (*table.players[me + 1 :], *table.players[:me])
    decks = tuple(table.categories.values())
    joint = np.zeros(tuple(map(len, decks)))
    for cards, p in belief.envelopes.items():
        joint[tuple(deck.index(card) for deck, card in zip(decks, cards, strict=True))] = p
    held = [np.array([[float(odds[c][who]) for who in others] for c in deck]) for deck in decks]
    sealed = [np.array([float(odds[c][ENVELOPE]) for c in deck]) for deck in decks]
    free = [h / np.where(e < 1, 1 - e, 1)[:, None] for h, e in zip(held, sealed, strict=True)]
    bits = information(joint, free)
    order = np.lexsort((-joint.ravel(), -bits.ravel().round(9)), axis=0)[:most]
    suggestions = list(product(*decks))
    return tuple(Advice(suggestions[i], float(bits.ravel()[i]), float(joint.ravel()[i])) for i in order)


def information(joint: Array, held: list[Array]) -> Array:
    """Expected bits about the envelope, for every suggestion.

    Args:
        joint: probability of each envelope; one axis a category.
        held: per category, cards x players: the probability that a player holds a card that is
            not in the envelope, players in the order in which they answer.

    >>> information(np.array([0.5, 0.5]), [np.array([[1.0], [1.0]])])
    array([1., 1.])
    """
    mixture: Array | None = None
    conditional: Array = np.zeros(joint.shape)
    for sealed in product((False, True), repeat=joint.ndim):
        share = _exactly(joint, sealed)
        answers = _answers([h * (not s) for h, s in zip(held, sealed, strict=True)])
        conditional = conditional + share * _entropy(answers)
        mixture = share[..., None] * answers + (0 if mixture is None else mixture)
    assert mixture is not None
    bits: Array = np.maximum(_entropy(mixture) - conditional, 0)
    return bits


def _exactly(joint: Array, sealed: tuple[bool, ...]) -> Array:
    """The probability that of each suggestion's cards exactly those of some categories are sealed."""
    for axis, inside in enumerate(sealed):
        joint = joint if inside else joint.sum(axis=axis, keepdims=True) - joint
    return joint


def _answers(held: list[Array]) -> Array:
    """The probability of each answer: the player and the card shown, or, last, nobody."""
    shape = tuple(len(h) for h in held)
    grids = [
        h.reshape([-1 if a == axis else 1 for a in range(len(held))] + [h.shape[1]])
        for axis, h in enumerate(held)
    ]
    none: Array = np.ones((*shape, held[0].shape[1]))
    for grid in grids:
        none = none * (1 - grid)
    shown = [np.zeros_like(none) for _ in grids]
    for which in _some(len(grids)):
        share = np.ones_like(none) / sum(which)
        for grid, own in zip(grids, which, strict=True):
            share = share * (grid if own else 1 - grid)
        for card in (i for i, own in enumerate(which) if own):
            shown[card] = shown[card] + share
    reached = np.cumprod(np.concatenate([np.ones((*shape, 1)), none], axis=-1), axis=-1)
    return np.concatenate([*(reached[..., :-1] * s for s in shown), reached[..., -1:]], axis=-1)


def _some(n: int) -> Iterator[tuple[bool, ...]]:
    return (which for which in product((False, True), repeat=n) if any(which))


def _entropy(shares: Array) -> Array:
    bits: Array = -(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=-1)
    return bits
