"""A question with options: a game of one seat whose moves are the options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase
from typing import Any, ClassVar

from syllogos import plugins
from syllogos.contract import NOBODY, Event, Log, Menu, Outcome, Seat, Trace
from syllogos.errors import InputError, under
from syllogos.questions.problem import Problem, parse_problems
from syllogos.text.source import Source

LABEL = re.compile(r"\s*\(?([A-Za-z0-9]{1,3})[).:]\s+(?=\S)")


@dataclass(frozen=True)
class QuestionAsked:
    """The question as everyone sees it."""

    recorded_as: ClassVar = "Asked"
    context: str
    question: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(filter(None, (self.question, *self.options)))


@dataclass(frozen=True)
class Solution:
    """The right option's label, for the record only; empty when none is known."""

    label: str

    def __str__(self) -> str:
        return f"right answer: {self.label or 'not given'}"


@dataclass(frozen=True)
class Answered:
    """The option chosen, by its label; empty when no legal answer came."""

    label: str

    def __str__(self) -> str:
        return f"answered: {self.label or 'nothing'}"


@dataclass(frozen=True)
class Posed:
    """The events so far."""

    log: Log


@dataclass(frozen=True)
class QuestionGame:
    """One question, one answer.  The score is 1 when right, else 0; nobody's when none is known."""

    problem: Problem
    attempts: int = 3
    seats: int = 1

    def start(self, rng: Random) -> Posed:
        """Pose the question; the solution goes to the record alone."""
        p = self.problem
        return Posed(
            (Event(QuestionAsked(p.context, p.question, p.options)), Event(Solution(p.answer), NOBODY))
        )

    def to_move(self, state: Posed) -> frozenset[Seat]:
        """The one seat, once."""
        return frozenset() if _answers(state.log) else frozenset({Seat(0)})

    def moves(self, seat: Seat, seen: Log) -> Menu[str]:
        """The options by their labels."""
        return Menu({label: label for label in labelled(self.problem.options)})

    def words(self, seat: Seat, seen: Log) -> str:
        """Context, question and options."""
        options = [f"{label}) {text}" for label, text in labelled(self.problem.options).items()]
        return "\n".join(filter(None, (self.problem.context, "", self.problem.question, *options)))

    def most_turns(self, seat: int) -> int:
        """The one answer."""
        return 1

    def step(self, state: Posed, turn: Mapping[Seat, Trace[str]], rng: Random) -> Posed:
        """Take the answer; an answer that never came is recorded as empty and is wrong."""
        return Posed((*state.log, Event(Answered(turn[Seat(0)].move or ""))))

    def outcome(self, state: Posed) -> Outcome:
        """Right or wrong."""
        given = _answers(state.log)[0]
        if not self.problem.answer:
            return Outcome("answered" if given else "no answer", {})
        right = given == self.problem.answer
        return Outcome("right" if right else "wrong" if given else "no answer", {Seat(0): float(right)})


def make(
    question: str = "",
    context: str = "",
    options: list[str] | None = None,
    answer: str = "",
    dataset: str | Source | dict[str, Any] = "",
    item: int | str = 0,
    attempts: int = 3,
) -> QuestionGame:
    """A question given in place, or ``item`` (index or id) of a data set.

    A data set is a name, a ``.jsonl`` file, or a table ``{kind = "NAME", path = "x.csv"}`` with its settings.

    Raises:
        InputError: neither is given, the item is not there, or the answer is no option.
    """
    problem = _item(dataset, item) if dataset else Problem(question, tuple(options or ()), context, answer)
    labels = labelled(problem.options)
    if not problem.question or len(labels) < 2:
        raise InputError("give a question and at least two different options, or a dataset and an item")
    if problem.answer and problem.answer not in labels:
        raise InputError(
            f"answer {problem.answer!r} is none of the options {', '.join(labels)}", key=("answer",)
        )
    return QuestionGame(problem, attempts)


make.example = {  # type: ignore[attr-defined]
    "context": "All otters swim. Tarn is an otter.",
    "question": "Tarn swims.",
    "options": ["true", "false", "uncertain"],
    "answer": "A",
}
make.events = (QuestionAsked, Solution, Answered)  # type: ignore[attr-defined]
make.secrets = {"right answer": ()}  # type: ignore[attr-defined]


def labelled(options: tuple[str, ...]) -> dict[str, str]:
    """Options by label: their own (``A) ...``) when all have one, else A, B, C ... (1, 2, 3 ... for many).

    >>> labelled(("A) yes", "B) no"))
    {'A': 'yes', 'B': 'no'}
    >>> labelled(("yes", "no"))
    {'A': 'yes', 'B': 'no'}
    """
    own = [LABEL.match(option) for option in options]
    marks = [m for m in own if m]
    if len(marks) == len(options) == len({m[1] for m in marks}):
        return {m[1]: option[m.end() :] for m, option in zip(marks, options, strict=True)}
    letters = ascii_uppercase if len(options) <= len(ascii_uppercase) else None
    return {letters[i] if letters else str(i + 1): option for i, option in enumerate(options)}


def _item(dataset: str | Source | dict[str, Any], item: int | str) -> Problem:
    problems: Sequence[Problem]
    with under("dataset"):
        if isinstance(dataset, Source):
            name, problems = dataset.name, parse_problems(dataset)
        else:
            name, problems = plugins.items(dataset, Problem)
    if isinstance(item, int):
        if 0 <= item < len(problems):
            return problems[item]
        raise InputError(f"{name} has items 0 to {len(problems) - 1}, not {item}", key=("item",))
    named = [p for p in problems if p.id == item]
    if not named:
        raise InputError(f"{name} has no item with id {item!r}", key=("item",))
    return named[0]


def _answers(log: Log) -> list[str]:
    return [e.what.label for e in log if isinstance(e.what, Answered)]
