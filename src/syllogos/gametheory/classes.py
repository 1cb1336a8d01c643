"""Which game is it?  The named classes of 2x2 games, by the order of payoffs alone.

Payoffs of a 2x2 game are written W X / Y Z, row player first; of a symmetric one T, R, P, S
(temptation, reward, punishment, sucker's payoff), with the first action as cooperation.
Definitions: the GAMA paper, section 2.1; Rapoport, Guyer and Gordon, *The 2x2 Game* (1976).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from syllogos.gametheory.normal_form import NormalForm

Fit = Literal["fits", "unanchored", "no"]
"""``unanchored``: only when the two players' actions are renamed differently although they share names."""


@dataclass(frozen=True)
class Square:
    """The payoffs of a 2x2 game; each cell is (row player's, column player's)."""

    w: tuple[Fraction, Fraction]
    x: tuple[Fraction, Fraction]
    y: tuple[Fraction, Fraction]
    z: tuple[Fraction, Fraction]

    @property
    def symmetric(self) -> bool:
        """Whether exchanging the players changes nothing."""
        return self.w[0] == self.w[1] and self.z[0] == self.z[1] and self.x == self.y[::-1]

    @property
    def trps(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """Temptation, reward, punishment and sucker's payoff of the row player."""
        return self.y[0], self.w[0], self.z[0], self.x[0]


@dataclass(frozen=True)
class GameClass:
    """A class of 2x2 games: ``holds`` decides for one naming of actions and one seating."""

    title: str
    definition: str
    holds: Callable[[Square], bool]
    symmetric: bool = False


def _falling(*letters: str) -> Callable[[Square], bool]:
    """Whether the payoffs so named (T, R, P, S) are each above the next."""

    def holds(q: Square) -> bool:
        named = dict(zip("TRPS", q.trps, strict=True))
        return all(named[high] > named[low] for high, low in pairwise(letters))

    return holds


def _bs(q: Square) -> bool:
    (w, w2), (z, z2) = q.w, q.z
    return w > z > max(q.x[0], q.y[0]) and z2 > w2 > max(q.x[1], q.y[1])


def _mp(q: Square) -> bool:
    row = min(q.w[0], q.z[0]) > max(q.x[0], q.y[0])
    return row and min(q.x[1], q.y[1]) > max(q.w[1], q.z[1])


def _harmony(q: Square) -> bool:
    t, r, p, s = q.trps
    return r > max(t, s, p) and s > p


def _coordination(q: Square) -> bool:
    own = (q.w[0] == q.z[0], q.w[1] == q.z[1], q.x[0] == q.y[0], q.x[1] == q.y[1])
    return all(own) and q.w[0] > q.x[0] and q.w[1] > q.x[1]


def _ordered(title: str, order: str) -> GameClass:
    """A symmetric class that is one order of T, R, P and S."""
    return GameClass(title, order, _falling(*order.split(" > ")), symmetric=True)


CLASSES: Mapping[str, GameClass] = {
    "pd": _ordered("prisoner's dilemma", "T > R > P > S"),
    "hd": _ordered("hawk-dove", "T > R > S > P"),
    "sh": _ordered("stag hunt", "R > T > P > S"),
    "bs": GameClass("battle of the sexes", "row: W > Z > X, Y; column: Z > W > X, Y", _bs),
    "mp": GameClass("matching pennies", "row: W, Z > X, Y; column: X, Y > W, Z", _mp),
    "deadlock": _ordered("deadlock", "T > P > R > S"),
    "harmony": GameClass("harmony", "R > T, S, P; S > P", _harmony, symmetric=True),
    "leader": _ordered("leader", "T > S > R > P"),
    "hero": _ordered("hero", "S > T > R > P"),
    "coordination": GameClass("pure coordination", "both: W = Z > X = Y", _coordination),
}
"""Code -> class, the five of the paper first."""


def is_square(game: NormalForm) -> bool:
    """Two players with two actions each."""
    return [len(own) for own in game.actions] == [2, 2]


def fit(game: NormalForm, code: str) -> Fit:
    """Whether a game belongs to a class under some renaming of actions and either seating.

    Players who share the names of their actions also share the renaming; players who do not are
    renamed apart.  No game but a 2x2 game belongs to any of the classes.

    Raises:
        KeyError: ``code`` is none of :data:`CLASSES`.
    """
    wanted = CLASSES[code]
    if not is_square(game):
        return "no"
    shared = set(game.actions[0]) == set(game.actions[1])
    if _any(wanted, namings(game, together=shared)):
        return "fits"
    return "unanchored" if shared and _any(wanted, namings(game, together=False)) else "no"


def classes(game: NormalForm) -> tuple[str, ...]:
    """The codes of all classes that a game belongs to."""
    return tuple(code for code in CLASSES if fit(game, code) == "fits")


def namings(game: NormalForm, *, together: bool) -> Iterator[Square]:
    """The squares of a 2x2 game over all renamings and both seatings.

    ``together``: a second action of one player's stands for the same of the other's.
    """
    first, second = game.actions
    second = first if set(first) == set(second) else second
    for flip in (False, True):
        for other in (flip,) if together else (False, True):
            rows = first[::-1] if flip else first
            columns = second[::-1] if other else second
            cells = [_pair(game, r, c) for r in rows for c in columns]
            w, x, y, z = cells
            yield Square(w, x, y, z)
            yield Square(w[::-1], y[::-1], x[::-1], z[::-1])


def ordinal(game: NormalForm) -> str:
    """The ordinal class of a 2x2 game: its ranks, 4 the best, in the least of its equivalent forms.

    Two games have the same text exactly when they differ by names, seats and payoffs of the same
    order only; the 78 games of Rapoport and Guyer (1966) are those without ties.

    >>> from syllogos.gametheory.catalog import GAMES
    >>> ordinal(GAMES["pd"])
    '14,33/22,41'
    """
    return min(map(_ranks, namings(game, together=False)))


def traits(game: NormalForm) -> tuple[str, ...]:
    """What holds of games of any size: ``zero-sum``, ``constant-sum``, ``common interest``, ``symmetric``."""
    rows = list(game.payoffs.values())
    sums = {sum(row) for row in rows}
    found = []
    if len(game.players) > 1 and len(sums) == 1:
        found.append("zero-sum" if sums == {0} else "constant-sum")
    if len(game.players) > 1 and all(len(set(row)) == 1 for row in rows):
        found.append("common interest")
    if len(game.players) == 2 and _is_symmetric(game):
        found.append("symmetric")
    return tuple(found)


def _any(wanted: GameClass, squares: Iterator[Square]) -> bool:
    return any(wanted.holds(q) for q in squares if q.symmetric or not wanted.symmetric)


def _pair(game: NormalForm, row: str, column: str) -> tuple[Fraction, Fraction]:
    mine, theirs = game.payoffs[row, column]
    return mine, theirs


def _is_symmetric(game: NormalForm) -> bool:
    if set(game.actions[0]) != set(game.actions[1]):
        return False
    return all(game.payoffs[a, b] == game.payoffs[b, a][::-1] for a, b in game.profiles)


def _ranks(q: Square) -> str:
    cells = (q.w, q.x, q.y, q.z)
    orders = [sorted({cell[i] for cell in cells}) for i in (0, 1)]
    least = [4 - len(order) for order in orders]
    marks = ["".join(str(least[i] + orders[i].index(c[i]) + 1) for i in (0, 1)) for c in cells]
    return f"{marks[0]},{marks[1]}/{marks[2]},{marks[3]}"
