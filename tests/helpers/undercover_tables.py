"""Games of Undercover played by a script: what each seat replies, in order, read as a model's reply is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from syllogos.contract import Decision, Fault, Form, Menu, View
from syllogos.match.loop import play
from syllogos.match.record import Record
from syllogos.text.replies import read_answer
from syllogos.undercover.games import undercover

WORDS = ("qzplum", "qzpear")


@dataclass
class Scripted:
    """Votes as its script says round by round, describes by a counter where it says nothing else.

    ``votes``: a reply for each vote; ``says``: replies for descriptions.  A reply may be a list: one for
    each attempt.  What is used up repeats its last.
    """

    seat: int
    votes: Sequence[str | Sequence[str]]
    says: Sequence[str | Sequence[str]] = ()
    told: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    described: int = -1
    voted: int = -1
    attempt: int = 0

    async def act(self, view: View[Any], fault: Fault | None) -> Decision[Any]:
        """The next reply of the script."""
        self.told.append(view.text)
        if fault is not None:
            self.faults.append(fault)
        self.attempt = 0 if fault is None else self.attempt + 1
        if isinstance(view.moves, Form):
            self.described += fault is None
            return self._said(view.moves)
        self.voted += fault is None
        return read_answer(_at(_at(self.votes, self.voted), self.attempt), view.moves)

    def _said(self, moves: Form[Any]) -> Decision[Any]:
        if self.described < len(self.says):
            return Decision(_at(self.says[self.described], self.attempt))
        return Decision(f"It is thing {self.seat} of round {self.described}.")


def _at(replies: Any, place: int) -> Any:
    return replies if isinstance(replies, str) else replies[min(place, len(replies) - 1)]


def game(
    votes: Mapping[str, Sequence[str | Sequence[str]]],
    *,
    says: Mapping[str, Sequence[str | Sequence[str]]] | None = None,
    spy: int = 0,
    seed: int = 0,
    **settings: Any,
) -> tuple[Record, list[Scripted]]:
    """A game between the players that ``votes`` names, each with its replies to every vote."""
    names = list(votes)
    built = undercover.make(players=names, words=list(WORDS), spy=spy, **settings)
    agents = [Scripted(seat, votes[name], (says or {}).get(name, ())) for seat, name in enumerate(names)]
    return asyncio.run(play(built, agents, seed)), agents


def of(record: Record, kind: type) -> list[Any]:
    """The events of a kind."""
    return [event.what for event in record.log if isinstance(event.what, kind)]


def menu_of(options: Iterable[str], barred: Mapping[str, str] | None = None) -> Menu[str]:
    """A menu of labels that stand for themselves."""
    return Menu({name: name for name in options}, barred or {})
