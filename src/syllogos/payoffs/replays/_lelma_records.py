"""The recorded attempts, and what was judged in them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pydantic import BaseModel, ValidationError

from syllogos.errors import InputError
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claims import Claim, Label
from syllogos.text.files import read_source

Labels = dict[str, int]


class RecordedAttempt(BaseModel):
    """One recorded attempt; fields that are not needed here are left out."""

    id: str
    sample_id: str
    model: str
    game: str
    n_attempts: int
    is_initial: bool
    is_final: bool
    payoff_matrix: dict[str, tuple[Fraction, Fraction]]
    reasoning: str
    queries: list[str]
    query_reruns: dict[str, str]
    choice: str | None
    label_initial_agg: int | None
    label_final_agg: int | None
    labels_initial: Labels | None
    labels_final: Labels | None

    @property
    def normal_form(self) -> NormalForm:
        """The game, with the reasoner as the first player."""
        mine, theirs = (tuple(dict.fromkeys(cell[k] for cell in self.payoff_matrix)) for k in (0, 1))
        return NormalForm(("you", "them"), (mine, theirs), self.table)

    @property
    def table(self) -> dict[tuple[str, ...], tuple[Fraction, ...]]:
        """(my action, their action) -> (my payoff, theirs)."""
        return {tuple(cell): row for cell, row in self.payoff_matrix.items()}


@dataclass(frozen=True)
class JudgedQuery:
    """One query or claim: what it says, its verdict, and whether its corrections stand."""

    claims: tuple[Claim, ...]
    verdict: Label
    false_corrections: int
    recorded: str | None
    milliseconds: float


@dataclass(frozen=True)
class CheckedAttempt:
    """An attempt with all that was judged in it."""

    attempt: RecordedAttempt
    judged: tuple[JudgedQuery, ...]

    @property
    def flagged(self) -> bool:
        """Whether something in it is false."""
        return any(j.verdict == "FALSE" for j in self.judged)


def load(path: str | Path) -> tuple[RecordedAttempt, ...]:
    """The attempts of a file, one JSON object a line.

    Raises:
        InputError: with file, line and field.
    """
    attempts = []
    for number, line in enumerate(read_source(Path(path)).text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            attempts.append(RecordedAttempt.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            raise InputError(f"{path}:{number}: {place or 'line'}: {first['msg']}") from None
    return tuple(attempts)
