"""How a verdict on a program of each language becomes the answer of a question: one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from syllogos.logic.rules import World
from syllogos.verdict import Status, Verdict

Unanswered = Literal["rejected", "inconsistent", "unknown", "none", "several"]


@dataclass(frozen=True)
class LanguageAnswers:
    """What the statuses of one language mean.

    Attributes:
        letters: the option that a status chooses; empty where the verdict's answer is the options.
        unanswered: what it is called when a status chooses none.
    """

    letters: Mapping[Status, str]
    unanswered: Mapping[Status, Unanswered]


STOPPED: Mapping[Status, Unanswered] = {
    Status.REJECTED: "rejected", Status.INCONSISTENT: "inconsistent", Status.UNKNOWN: "unknown",
}  # fmt: skip
TRUTH = LanguageAnswers({Status.TRUE: "A", Status.FALSE: "B", Status.OPEN: "C"}, STOPPED)
"""A) True, B) False, C) Uncertain or Unknown."""
CHOICE = LanguageAnswers({}, {**STOPPED, Status.FALSE: "none", Status.OPEN: "several"})
ANSWERS: Mapping[str, LanguageAnswers] = {"LP": TRUTH, "FOL": TRUTH, "CSP": CHOICE, "SAT": CHOICE}
"""Language -> how it answers."""


@dataclass(frozen=True)
class QuestionStyle:
    """How a data set asks: how many options, None where each question has its own, in which world."""

    options: int | None
    world: World = "open"


STYLES: Mapping[str, QuestionStyle] = {
    "ProofWriter": QuestionStyle(3), "ProntoQA": QuestionStyle(2, "closed"), "FOLIO": QuestionStyle(3),
    "LogicalDeduction": QuestionStyle(None), "AR-LSAT": QuestionStyle(5),
}  # fmt: skip
"""Data set -> how it asks."""


def answered(language: str, verdict: Verdict[tuple[str, ...]] | Verdict[None]) -> str | Unanswered:
    """The letter of the option that a verdict chooses, or why it chooses none."""
    table = ANSWERS[language]
    if verdict.status in table.letters:
        return table.letters[verdict.status]
    if verdict.status in table.unanswered:
        return table.unanswered[verdict.status]
    return verdict.answer[0] if verdict.answer else "none"
