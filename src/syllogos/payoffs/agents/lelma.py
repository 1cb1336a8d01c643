"""Any agent whose payoff claims are checked, corrected and thought over again (LELMA)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from syllogos import plugins
from syllogos.contract import (
    Agent,
    Decision,
    Desk,
    Fault,
    Message,
    Reply,
    Review,
    Schema,
    Seat,
    View,
)
from syllogos.errors import InputError
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import reader as claims_rules
from syllogos.payoffs.by_model import translate
from syllogos.payoffs.check import CheckedClaim, CheckedText, judge, merged
from syllogos.payoffs.checking import Translator
from syllogos.payoffs.claims import Reading
from syllogos.payoffs.original import judge_as_original
from syllogos.payoffs.solvers.claims import KnownClaims
from syllogos.plugins import uses
from syllogos.refine import refine
from syllogos.repeated.games.normal_form import Described
from syllogos.verdict import Verdict

Judge = Callable[[Reading, NormalForm, int], CheckedText]


def _prompts(config: Mapping[str, Any]) -> tuple[str, ...]:
    inner = plugins.prompts_of("agents", config.get("agent", "cot"), config.get("config") or {})
    return (*inner, "claims")


def _solvers(config: Mapping[str, Any]) -> tuple[str, ...]:
    return plugins.find("agents", config.get("agent", "cot")).solvers(config.get("config") or {})


def _roles(config: Mapping[str, Any]) -> tuple[str, ...]:
    inner = plugins.roles_of("agents", config.get("agent", "cot"), config.get("config") or {})
    return inner if config.get("translator", "rules") == "rules" else (*inner, "translator")


def _embeddings(config: Mapping[str, Any]) -> tuple[str, ...]:
    return plugins.embeddings_of("agents", config.get("agent", "cot"), config.get("config") or {})


class Lelma:
    """Algorithm 1 of the paper around any agent.

    Each reasoning is translated into claims and each claim decided exactly; false ones go back
    as corrections, at most ``attempts`` times in all.  The last attempt stands even when it
    still has a false claim, and every attempt with its verdicts is kept in ``tried``.
    """

    def __init__(
        self, desk: Desk, seat: Seat, inner: Agent[str], attempts: int, translator: Translator, judge: Judge
    ) -> None:
        self._desk = desk
        self._seat = seat
        self._inner = inner
        self._attempts = attempts
        self._translator = translator
        self._judge = judge

    async def act(self, view: View[str], fault: Fault | None) -> Decision[str]:
        """The inner agent's decision, refined until its claims hold or the attempts run out."""
        game = _game(view)

        async def propose(refuted: Fault | None) -> Decision[str]:
            return await self._inner.act(view, refuted or fault)

        async def check(decision: Decision[str]) -> Review:
            if isinstance(decision.move, Fault):
                return Review(decision.move)
            checked = await self.check(decision.because, game)
            verdicts = tuple(_quoting(c, c.judged) for c in checked.claims if c.judged)
            self._desk.note(_noted(checked))
            if checked.status != "REFUTED":
                return Review(None, verdicts)
            return Review(Fault("refuted", "\n".join(f"- {c}" for c in checked.corrections)), verdicts)

        trace = await refine(propose, check, attempts=self._attempts)
        return replace(trace.last.decision, tried=trace.attempts)

    async def check(self, text: str, game: NormalForm) -> CheckedText:
        """What ``text`` claims about ``game``, by this agent's translator, and what holds."""
        me = int(self._seat)
        rules = Reading() if self._translator == "model" else claims_rules.read(text, game, me)
        if self._translator == "rules" or (self._translator == "both" and not rules.unread):
            return self._judge(rules, game, me)
        model = await translate(text, game, me, self._ask, self._desk.prompt)
        return self._judge(model if self._translator == "model" else merged(rules, model), game, me)

    async def _ask(self, messages: Any, schema: Schema) -> Reply | Fault:
        talk: list[Message] = list(messages)
        return await self._desk.complete(talk, role="translator", schema=schema)


@uses(prompts=_prompts, roles=_roles, embeddings=_embeddings, games=("normal_form",), solvers=_solvers)
def make(
    desk: Desk,
    seat: Seat,
    agent: str = "cot",
    config: dict[str, Any] | None = None,
    attempts: int = 5,
    translator: Translator = "rules",
    original: bool = False,
) -> Lelma:
    """LELMA around another ``agent`` (with its own ``config``).

    ``translator``: rules (no model), model (the model of the role ``translator``), or both
    (rules first, the model where they cannot read).  ``original`` keeps the original system's two
    filters (see ``syllogos.payoffs.original``).

    Raises:
        InputError: attempts below 1, or an unknown inner agent or setting of it.
    """
    if attempts < 1:
        raise InputError(f"attempts must be at least 1, not {attempts}", key=("attempts",))
    inner = plugins.build("agents", agent, config or {}, desk, seat)
    judge_by = judge_as_original if original else judge
    return Lelma(desk, seat, inner, attempts, translator, judge_by)


def _most_calls(config: Mapping[str, Any]) -> int | None:
    """The calls of one attempt: in each refinement those of the inner agent, and its translator's."""
    inner = plugins.find("agents", config.get("agent", "cot"))
    said: Callable[[Mapping[str, Any]], int] | None = getattr(inner.make, "most_calls", None)
    if said is None:
        return None
    translator = bool(config.get("translator", "rules") != "rules")
    each = int(said(config.get("config") or {})) + translator
    return int(config.get("attempts", 5)) * each


make.most_calls = _most_calls  # type: ignore[attr-defined]


def _game(view: View[str]) -> NormalForm:
    for event in view.log:
        if isinstance(event.what, Described):
            return event.what.form
    raise InputError("agent lelma checks payoff claims: it plays games in normal form only")


def _quoting(claim: CheckedClaim, judged: Verdict[KnownClaims]) -> Verdict[KnownClaims]:
    """The verdict with the sentence it is about, so that a replay can be read beside the text."""
    return replace(judged, reason=f"“{claim.text}” {judged.reason or claim.correction}".strip())


def _noted(checked: CheckedText) -> dict[str, Any]:
    """What is kept of a check beside the verdicts: where each claim stands in the text."""
    claims = [
        {"start": c.start, "end": c.end, "text": c.text, "verdict": c.verdict, "correction": c.correction}
        for c in checked.claims
    ]
    return {"check": {"status": checked.status, "claims": claims}}
