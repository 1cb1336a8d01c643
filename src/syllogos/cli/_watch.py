"""A game in the terminal, as it happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from syllogos import api
from syllogos.cli._console import console
from syllogos.cli._table import print_payoffs

if TYPE_CHECKING:
    from syllogos.contract import Attempt, Log, Outcome, Seat
    from syllogos.match.loop import Turns
    from syllogos.match.match import Match

LONGEST = 600
"""Characters of reasoning that are shown."""
COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "red")


class Watcher:
    """Prints each decision and each event once."""

    def __init__(self, agents: Sequence[str], *, quiet: bool) -> None:
        self._console = console(quiet=quiet)
        self.names = [api.label(agent) for agent in agents]
        self.rules: tuple[str, ...] = ()
        self._events = 0
        self._turns = 0
        self.saw = False

    def see(self, match: Match, log: Log, turns: Turns) -> None:
        """Print what is new; first what stands in where a seat makes no legal move, and the payoffs."""
        if not self.saw:
            self.rules = api.rules_of([match])
            self._say((api.rules_line(self.rules), "dim"))
            print_payoffs(self._console, match, log)
        self.saw = True
        for turn in turns[self._turns :]:
            for seat, trace in turn.items():
                for number, attempt in enumerate(trace.attempts, 1):
                    self._decision(seat, number, attempt)
        for event in log[self._events :]:
            audience = "" if event.to is None else f" (to {sorted(event.to) or 'the record'})"
            self._say(("•", "bold"), f" {api.in_words(event.what)}", (audience, "dim"))
        self._events, self._turns = len(log), len(turns)

    def end(self, outcome: Outcome | None, missing: str) -> None:
        """Print how it ended, and which moves nobody made."""
        if outcome is not None:
            scores = ", ".join(f"{self.names[seat]} {score:g}" for seat, score in outcome.scores.items())
            self._say((outcome.end, "bold"), f": {scores or 'no scores'}")
        if missing:
            self._say((missing, "red"))

    def _decision(self, seat: Seat, number: int, attempt: Attempt[object]) -> None:
        name = (f"{seat} {self.names[seat]}", COLOURS[seat % len(COLOURS)])
        again = (f" (attempt {number})" if number > 1 else "", "dim")
        for tried, one in enumerate(attempt.decision.tried, 1):
            self._tried(tried, one)
        fault = attempt.review.fault
        move = attempt.decision.move
        said = (f"{fault.kind}: {fault.say}", "red") if fault else _text(move)
        self._say("  ", name, again, ": ", said)
        because = " ".join(attempt.decision.because.split())
        if because and not isinstance(move, api.Fault):
            cut = because if len(because) <= LONGEST else because[:LONGEST] + " ..."
            self._say((f"    {cut}", "dim"))

    def _tried(self, number: int, attempt: Attempt[object]) -> None:
        """An attempt of the agent's own refinement: what was checked, and what was wrong."""
        found = Counter(verdict.status for verdict in attempt.review.verdicts)
        checked = ", ".join(f"{n} {status}" for status, n in sorted(found.items())) or "nothing to check"
        self._say((f"    checked, attempt {number}: {checked}", "dim"))
        if attempt.review.fault:
            self._say((f"      {attempt.review.fault.say}", "red"))

    def _say(self, *parts: str | tuple[str, str]) -> None:
        self._console.print(Text.assemble(*parts))


def _text(move: object) -> str:
    return move if isinstance(move, str) else repr(move)
