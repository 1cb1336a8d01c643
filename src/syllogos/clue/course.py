"""A recorded game of Clue turn by turn, with what each seat could know after each."""

from __future__ import annotations

from functools import cache

from syllogos.clue.belief import Belief
from syllogos.clue.events import Accused, Asked, Opened, Sealed, Suggested, opened
from syllogos.clue.solvers.deals import deduce
from syllogos.clue.table import table_log
from syllogos.contract import Log, Seat, seen_by


class Course:
    """A game's log with its turns marked, and each seat's belief after any of them."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.start: Opened = opened(log)
        self.envelope = next(e.what.cards for e in log if isinstance(e.what, Sealed))
        self.turns: list[int] = []
        self.rounds: list[int] = []
        self.cuts = [0]
        for at, what in enumerate(e.what for e in log):
            if isinstance(what, Asked) and what.turn not in self.turns:
                self.turns.append(what.turn)
                self.rounds.append(what.round)
                self.cuts[-1] = at
                self.cuts.append(len(log))
        self.belief = cache(self._belief)

    def number(self, turn: int) -> int:
        """The number of a turn among those that were played."""
        return self.turns.index(turn) + 1

    def seen(self, seat: Seat, turns: int) -> Log:
        """What a seat has seen after so many turns, but for how its own accusation ended."""
        seen = seen_by(seat, self.log[: self.cuts[turns]])
        return tuple(e for e in seen if not (isinstance(e.what, Accused) and e.what.seat == seat))

    def own_turns(self, seat: Seat) -> list[int]:
        """The numbers of a seat's turns."""
        first = "suggest" if self.start.rules.order == "suggest_first" else "accuse"
        asked = (e.what for e in self.log if isinstance(e.what, Asked) and e.what.seat == seat)
        return [self.number(a.turn) for a in asked if a.what == first]

    @property
    def round_ends(self) -> list[int]:
        """For each round that was begun, how many turns were played by its end."""
        return [i for i, n in enumerate(self.rounds, 1) if i == len(self.rounds) or self.rounds[i] != n]

    def _belief(self, seat: Seat, turns: int) -> Belief:
        return deduce(table_log(seat, self.seen(seat, turns)))

    def ready(self, seat: Seat) -> int | None:
        """The first number of turns after which the seat is ready; what follows once follows ever after."""
        low, high = 0, len(self.turns)
        if not self.belief(seat, high).ready:
            return None
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.belief(seat, middle).ready else (middle + 1, high)
        return low

    def solution(self) -> tuple[int, Seat] | None:
        """Turn and seat of the first suggestion of the envelope's cards; nobody can disprove it."""
        for what in (e.what for e in self.log):
            if isinstance(what, Suggested) and what.cards == self.envelope:
                return self.number(what.turn), what.seat
        return None
