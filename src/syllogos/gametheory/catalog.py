"""Named games of the literature, ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from syllogos.gametheory.normal_form import NormalForm, Profile


def symmetric(name_c: str, name_d: str, t: int, r: int, p: int, s: int) -> NormalForm:
    """A symmetric 2x2 game from (temptation, reward, punishment, sucker's payoff).

    The mutual-cooperation cell comes first in the order of profiles.
    """
    cells = {
        (name_c, name_c): (r, r),
        (name_c, name_d): (s, t),
        (name_d, name_c): (t, s),
        (name_d, name_d): (p, p),
    }
    return bimatrix((name_c, name_d), (name_c, name_d), cells)


def bimatrix(
    rows: tuple[str, ...], columns: tuple[str, ...], cells: Mapping[tuple[str, str], tuple[int, int]]
) -> NormalForm:
    """A two-player game from integer cells keyed by (row action, column action)."""
    payoffs: dict[Profile, tuple[Fraction, ...]] = {
        profile: (Fraction(a), Fraction(b)) for profile, (a, b) in cells.items()
    }
    return NormalForm(("row", "column"), (rows, columns), payoffs)


def _rock_paper_scissors() -> NormalForm:
    hands = ("rock", "paper", "scissors")
    cells = {(a, b): WINNER[(hands.index(a) - hands.index(b)) % 3] for a in hands for b in hands}
    return bimatrix(hands, hands, cells)


WINNER = ((0, 0), (1, -1), (-1, 1))
"""Payoffs of rock-paper-scissors by (own index - other's index) mod 3."""

TITLES: Mapping[str, str] = {
    "pd": "prisoner's dilemma",
    "hd": "hawk-dove",
    "sh": "stag hunt",
    "bs": "battle of the sexes",
    "mp": "matching pennies",
    "rps": "rock, paper, scissors",
}
"""What the named games are called."""

GAMES: Mapping[str, NormalForm] = {
    "pd": symmetric("cooperate", "defect", 5, 3, 1, 0),
    "hd": symmetric("dove", "hawk", 5, 3, 0, 1),
    "sh": symmetric("stag", "hare", 3, 5, 1, 0),
    "bs": bimatrix(
        ("opera", "football"),
        ("opera", "football"),
        {
            ("opera", "opera"): (2, 1),
            ("opera", "football"): (0, 0),
            ("football", "opera"): (0, 0),
            ("football", "football"): (1, 2),
        },
    ),
    "mp": bimatrix(
        ("heads", "tails"),
        ("heads", "tails"),
        {
            ("heads", "heads"): (1, -1),
            ("heads", "tails"): (-1, 1),
            ("tails", "heads"): (-1, 1),
            ("tails", "tails"): (1, -1),
        },
    ),
    "rps": _rock_paper_scissors(),
}
"""Prisoner's dilemma, hawk-dove and stag hunt with the (T, R, P, S) of the LELMA paper
(section 4); battle of the sexes, matching pennies and rock-paper-scissors as in textbooks."""
