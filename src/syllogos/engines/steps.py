"""Engine steps of the engines that run in Python: counted, and the end of them."""

from __future__ import annotations


class LimitReached(Exception):
    """The steps are used up; caught where the engine is asked."""


class Steps:
    """Counts engine steps up to a limit."""

    def __init__(self, most: int) -> None:
        self.most, self.taken = most, 0

    def take(self) -> None:
        """One step more.

        Raises:
            LimitReached: there is none.
        """
        if self.taken >= self.most:
            raise LimitReached
        self.taken += 1
