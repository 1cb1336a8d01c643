"""A description to be made a game: one seat, one text, a referee that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from pydantic import TypeAdapter

from syllogos.contract import NOBODY, Event, Fault, Form, Log, Measure, Outcome, Seat, Trace, accept
from syllogos.errors import InputError
from syllogos.formalization.by_model import Target, facts_in
from syllogos.formalization.facts import GameFacts, facts_of, is_facts, parse_facts
from syllogos.formalization.program import Wanted, validate_facts
from syllogos.formalization.task import GameTask, parse_task
from syllogos.gametheory.files import form_of
from syllogos.match.record import Record
from syllogos.text.source import Source

LEVELS = ("syntactic", "runtime", "semantic")
SAID: Mapping[bool | None, str] = {True: "right", False: "wrong", None: "unknown"}


@dataclass(frozen=True)
class Task:
    """What is to be made a game, and in which form: typed facts or a whole program."""

    description: str
    target: Target

    def __str__(self) -> str:
        return f"make a game ({self.target}) of: {' '.join(self.description.split())[:200]}"


@dataclass(frozen=True)
class PayoffsExpected:
    """What the game should be, for the record and the referee only."""

    recorded_as: ClassVar = "Expected"
    target: GameFacts | None
    game_class: str

    @classmethod
    def from_plain(cls, what: Mapping[str, Any]) -> PayoffsExpected:
        """The event as a record holds it."""
        return cls(what["target"] and GameFacts.from_plain(what["target"]), what["game_class"])

    def __str__(self) -> str:
        parts = [self.game_class and f"class {self.game_class}", self.target and "known payoffs"]
        return f"expected: {', '.join(p for p in map(str, filter(None, parts))) or 'nothing known'}"


@dataclass(frozen=True)
class Formalized:
    """The game that stood, empty when none did, and the levels that hold of it.

    A level is true, false, or None where nothing was checked.
    """

    text: str
    levels: Mapping[str, bool | None]
    attempts: int

    def __str__(self) -> str:
        said = [
            f"{level} {'right' if ok else 'unknown' if ok is None else 'wrong'}"
            for level, ok in self.levels.items()
        ]
        return f"{'a game' if self.text else 'no game'} after {self.attempts} attempt(s): {', '.join(said)}"


@dataclass(frozen=True)
class Levels:
    """What the referee ``formalization`` notes of a text; None where nothing was checked."""

    syntactic: bool | None
    runtime: bool | None
    semantic: bool | None

    def __str__(self) -> str:
        return ", ".join(f"{level} {SAID[getattr(self, level)]}" for level in LEVELS)


@dataclass(frozen=True)
class Formalizing:
    """The events so far."""

    log: Log


@dataclass(frozen=True)
class FormalizationGame:
    """One description, one formal text.  The score is 1 when everything that was checked holds."""

    task: GameTask
    target: Target = "facts"
    attempts: int = 5
    seats: int = 1

    def start(self, rng: Random) -> Formalizing:
        """Give the description; what is expected goes to the record alone."""
        known = PayoffsExpected(self.task.target, self.task.game_class)
        return Formalizing((Event(Task(self.task.description, self.target)), Event(known, NOBODY)))

    def to_move(self, state: Formalizing) -> frozenset[Seat]:
        """The one seat, once."""
        done = any(isinstance(e.what, Formalized) for e in state.log)
        return frozenset() if done else frozenset({Seat(0)})

    def moves(self, seat: Seat, seen: Log) -> Form[str]:
        """A text; typed facts are read at once, programs by the referee."""
        return Form(TypeAdapter(str), _readable if self.target == "facts" else accept)

    def words(self, seat: Seat, seen: Log) -> str:
        """The description."""
        return self.task.description

    def step(self, state: Formalizing, turn: Mapping[Seat, Trace[str]], rng: Random) -> Formalizing:
        """Take the text that stood."""
        trace = turn[Seat(0)]
        text = trace.move or ""
        return Formalizing((*state.log, Event(Formalized(text, self._levels(trace), len(trace.attempts)))))

    def outcome(self, state: Formalizing) -> Outcome:
        """1 when a game stood and no level is wrong, else 0."""
        made = next(e.what for e in state.log if isinstance(e.what, Formalized))
        right = bool(made.text) and all(ok is not False for ok in made.levels.values())
        wrong = [level for level, ok in made.levels.items() if ok is False]
        return Outcome(
            "right" if right else f"{wrong[0]} fault" if wrong else "no game", {Seat(0): float(right)}
        )

    def _levels(self, trace: Trace[str]) -> dict[str, bool | None]:
        noted = next((note for note in trace.last.review.notes if isinstance(note, Levels)), None)
        if noted is not None:
            return {level: getattr(noted, level) for level in LEVELS}
        if trace.move is None:
            return {"syntactic": False, "runtime": None, "semantic": None}
        facts = facts_in(trace.move) if self.target == "facts" else None
        if not isinstance(facts, GameFacts):
            return {"syntactic": None, "runtime": None, "semantic": None}
        wanted = Wanted(self.task.target, self.task.game_class, named=True)
        found = validate_facts(facts, wanted)
        return {"syntactic": True, "runtime": True, "semantic": found.semantic}


def make(
    task: str | Source,
    target: Target = "facts",
    payoffs: str | dict[str, Any] | Source = "",
    game_class: str = "",
    attempts: int = 5,
) -> FormalizationGame:
    """A task from a text or a page (see :mod:`syllogos.formalization.task`).

    ``payoffs`` (a game as everywhere) and ``game_class`` (pd hd sh bs mp ...) say what the game
    should be, over what the page says.  The referee ``formalization`` validates on all levels.

    Raises:
        InputError: no description, payoffs that are no game, an unknown class, attempts below 1.
    """
    if attempts < 1:
        raise InputError(f"attempts must be at least 1, not {attempts}", key=("attempts",))
    read = parse_task(task if isinstance(task, Source) else Source("task", task))
    known = _target(payoffs) if payoffs else read.target
    wanted = Wanted(known, game_class or read.game_class)
    return FormalizationGame(
        GameTask(read.name, read.description, wanted.target, wanted.game_class), target, attempts
    )  # fmt: skip


make.example = {  # type: ignore[attr-defined]
    "task": "Two cooks each choose salt or herbs, at the same time. Both like the same best.",
    "payoffs": {
        "players": ["cook", "other"],
        "actions": [["salt", "herbs"], ["salt", "herbs"]],
        "payoffs": {
            "salt,salt": [4271, 4271], "salt,herbs": [0, 0],
            "herbs,salt": [0, 0], "herbs,herbs": [4271, 4271],
        },
    },
}  # fmt: skip
make.secrets = {"4271": ()}  # type: ignore[attr-defined]
make.replies = (  # type: ignore[attr-defined]
    '{"players": ["cook", "other"], "roles": ["row", "column"], "order": "simultaneous", '
    '"actions": [["salt", "herbs"], ["salt", "herbs"]], "default_move": "salt", '
    '"payoffs": {"salt,salt": [1, 1], "salt,herbs": [0, 0], "herbs,salt": [0, 0], "herbs,herbs": [1, 1]}}',
)


def measures(record: Record, players: Sequence[str]) -> tuple[Measure, ...]:
    """Levels that hold, where they were checked, and the attempts."""
    made = next((e.what for e in record.log if isinstance(e.what, Formalized)), None)
    if made is None:
        return ()
    author = players[0] if players else ""
    levels = ((level, ok) for level, ok in made.levels.items() if ok is not None)
    return (
        *(Measure(author, level, float(ok), "share") for level, ok in levels),
        Measure(author, "attempts", float(made.attempts)),
    )


make.measures = measures  # type: ignore[attr-defined]
make.events = (Task, Formalized, PayoffsExpected)  # type: ignore[attr-defined]


def _target(payoffs: str | dict[str, Any] | Source) -> GameFacts:
    if isinstance(payoffs, Source) and is_facts(payoffs.text):
        return parse_facts(payoffs.text, payoffs.name)
    return facts_of(form_of(payoffs))


def _readable(text: str) -> Fault | None:
    facts = facts_in(text)
    return facts if isinstance(facts, Fault) else None
