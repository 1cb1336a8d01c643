"""How often a game is played and how often a move may be tried: the limits of every game."""

from __future__ import annotations

from syllogos.errors import InputError

MOST_ROUNDS = 100_000
"""Rounds of one game: its record holds every one, and is read whole."""
MOST_ATTEMPTS = 1_000


def check_counts(rounds: int, attempts: int) -> None:
    """Raise an ``InputError`` for a number of rounds or of attempts that no game can have."""
    if rounds < 1 or attempts < 1:
        raise InputError(
            f"rounds and attempts must be at least 1, not {rounds} and {attempts}",
            key=("rounds" if rounds < 1 else "attempts",),
        )
    if rounds > MOST_ROUNDS or attempts > MOST_ATTEMPTS:
        raise InputError(
            f"rounds and attempts must be at most {MOST_ROUNDS:,} and {MOST_ATTEMPTS:,}, "
            f"not {rounds:,} and {attempts:,}",
            key=("rounds" if rounds > MOST_ROUNDS else "attempts",),
        )
