"""A model as a judge of payoff reasoning: one verdict a decision, by a short protocol."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, ValidationError

from syllogos.contract import Decision, Desk, Fault, Log, Message, Review, Seat
from syllogos.errors import InputError
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.by_model import payoff_lines
from syllogos.plugins import uses
from syllogos.repeated.games.normal_form import Described
from syllogos.text.replies import read_object
from syllogos.verdict import Status, Verdict

ENGINE = "judge correctness"


class Judgement(BaseModel):
    """What the judge answers."""

    model_config = ConfigDict(extra="forbid")
    error: str
    correct: bool


class Correctness:
    """Annotates each decision and blocks none (LELMA, section 4: correct means free of errors
    about payoffs, whatever one thinks of the choice)."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def review(self, log: Log, seat: Seat, decision: Decision[object]) -> Review:
        """TRUE when the judge finds no error, FALSE with the error it names, else UNKNOWN."""
        if not decision.because.strip():
            return Review(None, (_unknown("there is no reasoning to judge"),))
        words = self._desk.prompt(
            "judge", game=payoff_lines(_form(log), int(seat)), reasoning=decision.because
        )
        schema = Judgement.model_json_schema()
        reply = await self._desk.complete([Message("user", words)], role="judge", schema=schema)
        if isinstance(reply, Fault):
            return Review(None, (_unknown(f"the judge gave no reply ({reply.kind})"),))
        return Review(None, (read_judgement(reply.text),))


@uses(prompts=("judge",), roles=("judge",), games=("normal_form",))
def make(desk: Desk) -> Correctness:
    """The judge; its model has the role ``judge``."""
    return Correctness(desk)


def read_judgement(text: str) -> Verdict[object]:
    """The verdict in a judge's reply; UNKNOWN when it cannot be read."""
    try:
        said = Judgement.model_validate(read_object(text, ["correct"]))
    except ValidationError:
        return _unknown("the judge's reply could not be read")
    return Verdict(
        Status.TRUE if said.correct else Status.FALSE,
        reason="" if said.correct else said.error,
        evidence="a model's opinion",
        engine=ENGINE,
    )


def _unknown(reason: str) -> Verdict[object]:
    return Verdict(Status.UNKNOWN, reason=reason, engine=ENGINE)


def _form(log: Log) -> NormalForm:
    for event in log:
        if isinstance(event.what, Described):
            return event.what.form
    raise InputError("judge correctness judges games in normal form only")
