"""A game in the terminal, as it happens."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.console import Console
from rich.markup import escape

from syllogos import plugins
from syllogos.cli._say import shown
from syllogos.formats.record import in_words
from syllogos.play.loop import Turns
from syllogos.play.match import Match
from syllogos.rules import Attempt, Fault, Log, Seat

LONGEST = 600
"""Characters of reasoning that are shown."""
COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")


class Watcher:
    """Prints each decision and each event once."""

    def __init__(self, match: Match, *, quiet: bool) -> None:
        self._console = Console(quiet=quiet, highlight=False)
        self._names = [plugins.label(seat.agent) for seat in match.seats]
        self._events = 0
        self._turns = 0

    def see(self, _match: Match, log: Log, turns: Turns) -> None:
        """Print what is new."""
        for turn in turns[self._turns :]:
            for seat, trace in turn.items():
                for number, attempt in enumerate(trace.attempts, 1):
                    self._decision(seat, number, attempt)
        for event in log[self._events :]:
            audience = "" if event.to is None else f" [dim](to {sorted(event.to) or 'the record'})[/]"
            self._console.print(f"[bold]•[/] {_plain(in_words(event.what))}{audience}")
        self._events, self._turns = len(log), len(turns)

    def end(self, record: dict[str, Any]) -> None:
        """Print how it ended."""
        outcome = record["outcome"]
        scores = ", ".join(
            f"{_plain(self._names[int(seat)])} {score:g}" for seat, score in outcome["scores"].items()
        )
        self._console.print(f"[bold]{_plain(outcome['end'])}[/]: {scores or 'no scores'}")

    def _decision(self, seat: Seat, number: int, attempt: Attempt[object]) -> None:
        name = f"[{COLOURS[seat % len(COLOURS)]}]{seat} {_plain(self._names[seat])}[/]"
        again = f" [dim](attempt {number})[/]" if number > 1 else ""
        for tried, one in enumerate(attempt.decision.tried, 1):
            self._tried(tried, one)
        fault = attempt.review.fault
        move = attempt.decision.move
        said = f"[red]{fault.kind}: {_plain(fault.say)}[/]" if fault else _plain(_text(move))
        self._console.print(f"  {name}{again}: {said}")
        because = " ".join(attempt.decision.because.split())
        if because and not isinstance(move, Fault):
            cut = because if len(because) <= LONGEST else because[:LONGEST] + " ..."
            self._console.print(f"    [dim]{_plain(cut)}[/]")

    def _tried(self, number: int, attempt: Attempt[object]) -> None:
        """An attempt of the agent's own refinement: what was checked, and what was wrong."""
        found = Counter(verdict.status for verdict in attempt.review.verdicts)
        checked = ", ".join(f"{n} {status}" for status, n in sorted(found.items())) or "nothing to check"
        self._console.print(f"    [dim]checked, attempt {number}: {checked}[/]")
        if attempt.review.fault:
            self._console.print(f"      [red]{_plain(attempt.review.fault.say)}[/]")


def _plain(text: str) -> str:
    return escape(shown(text))


def _text(move: object) -> str:
    return move if isinstance(move, str) else repr(move)
