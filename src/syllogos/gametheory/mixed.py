"""Mixed equilibria of two-player games in exact fractions, by support enumeration."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from syllogos.gametheory.normal_form import NormalForm

Mixture = tuple[Fraction, ...]
"""One probability per action, in the order of the player's actions."""
ExactRows = tuple[tuple[Fraction, ...], ...]

MOST_SUPPORTS = 1_000
"""Pairs of supports up to which a game is enumerated (two players with six actions: 923)."""
FEW_SUPPORTS = 250
"""The same for payoffs of many digits, with which exact arithmetic is slow."""


def mixed_equilibria(game: NormalForm) -> tuple[tuple[Mixture, Mixture], ...] | None:
    """Nash equilibria of a two-player game, pure ones included; None when it is too large.

    All of them where the game is non-degenerate; of a continuum only ends, namely those that a
    pair of supports of equal size determines (Nisan et al., *Algorithmic Game Theory* (2007),
    algorithm 3.4, with zero weights allowed).

    Raises:
        ValueError: not two players.
    """
    if len(game.players) != 2:
        raise ValueError(f"mixed equilibria are computed for two players, not {len(game.players)}")
    rows, columns = game.actions
    a = tuple(tuple(game.payoffs[r, c][0] for c in columns) for r in rows)
    b = tuple(tuple(game.payoffs[r, c][1] for r in rows) for c in columns)
    pairs = (
        [
            (own, other)
            for size in range(1, min(len(rows), len(columns)) + 1)
            for own in combinations(range(len(rows)), size)
            for other in combinations(range(len(columns)), size)
        ]
        if _few(len(rows), len(columns), MOST_SUPPORTS if _short(a + b) else FEW_SUPPORTS)
        else None
    )
    if pairs is None:
        return None
    found: dict[tuple[Mixture, Mixture], None] = {}
    for own, other in pairs:
        x = _indifferent(b, own, other)
        y = _indifferent(a, other, own)
        if x and y and _best(a, x, y) and _best(b, y, x):
            found[x, y] = None
    return tuple(found)


def _short(rows: ExactRows) -> bool:
    return all(v.numerator.bit_length() + v.denominator.bit_length() <= 32 for row in rows for v in row)


def _few(m: int, n: int, most: int) -> bool:
    # C(m + n, m) counts the pairs of supports of equal size, the empty ones included.
    count = 1
    for k in range(1, min(m, n) + 1):
        count = count * (m + n - k + 1) // k
    return count <= most


def _indifferent(payoffs: ExactRows, weights: Sequence[int], replies: Sequence[int]) -> Mixture | None:
    """The only mixture over ``weights`` to which all ``replies`` do equally well, or None."""
    n = len(weights)
    system = [[*(payoffs[r][w] for w in weights), Fraction(-1), Fraction(0)] for r in replies]
    system.append([*(Fraction(1) for _ in weights), Fraction(0), Fraction(1)])
    solved = _solve(system)
    if solved is None or any(p < 0 for p in solved[:n]):
        return None
    size = len(payoffs[0])
    at = dict(zip(weights, solved[:n], strict=True))
    return tuple(at.get(k, Fraction(0)) for k in range(size))


def _solve(system: list[list[Fraction]]) -> list[Fraction] | None:
    """The unique solution of a square system (augmented matrix), by Gauss-Jordan elimination."""
    size = len(system)
    for column in range(size):
        pivot = next((r for r in range(column, size) if system[r][column]), None)
        if pivot is None:
            return None
        system[column], system[pivot] = system[pivot], system[column]
        head = system[column][column]
        system[column] = [v / head for v in system[column]]
        for r in range(size):
            if r != column and (factor := system[r][column]):
                system[r] = [v - factor * w for v, w in zip(system[r], system[column], strict=True)]
    return [row[-1] for row in system]


def _best(payoffs: ExactRows, own: Mixture, other: Mixture) -> bool:
    values = [sum((v * q for v, q in zip(row, other, strict=True)), Fraction(0)) for row in payoffs]
    top = max(values)
    return all(value == top for value, p in zip(values, own, strict=True) if p)
