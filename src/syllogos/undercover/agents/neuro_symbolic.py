"""Plays Undercover by attribution, with a prover's verdicts on what was said and a guess that they mend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from syllogos.contract import Desk, Fault, Message, Seat
from syllogos.plugins import uses
from syllogos.text.replies import read_object, split_thoughts
from syllogos.text.visible import one_line
from syllogos.undercover.guess import GuessUpdated, guess_step
from syllogos.undercover.identities import LONGEST_WORD, Identity, read_belief
from syllogos.undercover.quoting import quoted
from syllogos.undercover.situation import UndercoverSituation
from syllogos.undercover.talking import TalkingPlayer
from syllogos.undercover.verification import ClaimToCheck, PlayerVerifier, TheoryChecked, verdicts_told
from syllogos.undercover.word_forms import same_word

GUESS: Mapping[str, Any] = {
    "type": "object",
    "properties": {"why": {"type": "string"}, "guess": {"type": "string"}},
    "required": ["why", "guess"],
    "additionalProperties": False,
}
"""What a model says of the word that the other side holds."""
PROMPTS = (
    "undercover_att_describe", "undercover_att_vote", "undercover_evidence", "undercover_guess",
    "undercover_update", "undercover_rules", "undercover_formalize", "undercover_sketch", "retry",
)  # fmt: skip


class NeuroSymbolicPlayer(TalkingPlayer):
    """The agent; it keeps a guess, the record of verdicts, and who it takes itself for."""

    def __init__(self, desk: Desk, seat: Seat, verifier: PlayerVerifier) -> None:
        super().__init__(desk, seat, "undercover_att", believes=True)
        self._verifier = verifier
        self._guess = ""
        self._own: Identity = "unknown"
        self._checked: dict[Seat, TheoryChecked] = {}
        self._seen_out: tuple[Seat, ...] = ()

    def heard(self, reply: str, now: UndercoverSituation) -> None:
        """Keep who it takes itself for, which decides what becomes of its guess."""
        super().heard(reply, now)
        if (own := read_belief(reply, now).own) != "unknown":
            self._own = own

    async def evidence(self, now: UndercoverSituation) -> str:
        """The guess, the verdicts with facts and rules, and how to weigh them."""
        if not self._guess:
            await self._first_guess(now)
        for out in now.eliminated:
            if out.seat not in self._seen_out:
                self._seen_out = (*self._seen_out, out.seat)
                if out.seat != self._seat:
                    await self._mend_guess(now, out.seat)
        await self._verify(now)
        names = {seat: now.name(seat) for seat in self._checked}
        return self._desk.prompt(
            "undercover_evidence", guess=quoted(self._guess) if self._guess else "none yet",
            verdicts=verdicts_told(self._checked, names) or "- nobody has said anything yet",
        )  # fmt: skip

    async def _verify(self, now: UndercoverSituation) -> None:
        """Check whoever has said something new since the last time."""
        claims = []
        for seat in now.others:
            facts = tuple(one.text for one in now.said_by(seat))
            known = self._checked.get(seat)
            if facts and (known is None or known.facts != facts):
                claims.append(ClaimToCheck(seat, facts, now.word))
        if not claims:
            return
        for checked in await self._verifier.check(claims, now.round):
            self._checked[checked.seat] = checked
            self._desk.note(checked)

    async def _first_guess(self, now: UndercoverSituation) -> None:
        said = "\n".join(f"- {quoted(one.text)}" for one in now.descriptions if one.text) or "- nothing yet"
        words = self._desk.prompt("undercover_guess", word=quoted(now.word), said=said)
        self._guess, because = await self._asked_guess(words, now.word, "")
        if self._guess:
            self._desk.note(
                GuessUpdated(now.round, None, None, None, "first", "", self._guess, because=because)
            )

    async def _mend_guess(self, now: UndercoverSituation, out: Seat) -> None:
        """What the table of guesses says when ``out`` is eliminated."""
        recorded = self._checked[out].verdict if out in self._checked else None
        facts = tuple(one.text for one in now.said_by(out))
        guessed, failing, checked = None, "", None
        if recorded == "invalid" and self._guess and facts:
            claim = ClaimToCheck(out, facts, self._guess)
            (checked,) = await self._verifier.check([claim], now.round)
            guessed = checked.verdict
            self._desk.note(checked)
        step = guess_step(recorded, guessed, self._own)
        before, because = self._guess, ""
        if step != "keep" and checked is not None:
            failing = await self._verifier.failing_step(ClaimToCheck(out, facts, self._guess), checked)
            words = self._desk.prompt(
                "undercover_update", word=quoted(now.word), guess=quoted(before), player=now.name(out),
                facts="\n".join(f"- {quoted(fact)}" for fact in facts), trace=checked.says,
                failing=failing or "no sketch of a proof could be checked",
                choice="Name another word." if step == "must change" else
                "Name another word, or the same one if you think that the vote was wrong.",
            )  # fmt: skip
            barred = before if step == "must change" else ""
            new, because = await self._asked_guess(words, now.word, barred)
            self._guess = new or before
        self._desk.note(
            GuessUpdated(now.round, out, recorded, guessed, step, before, self._guess, failing, because)
        )

    async def _asked_guess(self, words: str, own: str, barred: str) -> tuple[str, str]:
        """A word and why; empty where no reply has one that is neither one's own nor ``barred``."""
        talk: tuple[Message, ...] = (Message("user", words),)
        for _ in range(self._verifier.attempts):
            reply = await self._desk.complete(talk, schema=GUESS)
            text = "" if isinstance(reply, Fault) else split_thoughts(reply.text).said
            found = read_object(text, ["guess"]) if text else None
            word = found.get("guess") if found else None
            said = one_line(word).strip()[:LONGEST_WORD] if isinstance(word, str) else ""
            if not said:
                fault = 'a JSON object with "why" and "guess", a word, is wanted'
            elif same_word(said, own):
                fault = "that is your own word; the other side holds another"
            elif barred and same_word(said, barred):
                fault = "that is the guess that does not fit; name another word"
            else:
                return said, one_line(str((found or {}).get("why", "")))[:500]
            talk = (
                *talk,
                Message("assistant", text[:500]),
                Message("user", self._desk.prompt("retry", fault=fault)),
            )
        return "", ""


def _roles(config: Mapping[str, Any]) -> tuple[str, ...]:
    return ("main", "formalizer") if config.get("formalizer") else ("main",)


def _solvers(config: Mapping[str, Any]) -> tuple[str, ...]:
    return (str(config.get("prover", "z3")),)


def _most_calls(config: Mapping[str, Any]) -> int:
    """Calls of one attempt at most: at a table of twelve everybody is checked, and one guess is mended."""
    attempts = int(config.get("attempts", 2))
    return 1 + 2 * attempts + 11 * (1 + attempts) + (1 + attempts) + 1


@uses(
    games=("undercover",), prompts=PROMPTS, roles=_roles, solvers=_solvers,
)  # fmt: skip
def make(
    desk: Desk,
    seat: Seat,
    attempts: Annotated[int, Field(gt=0, le=10)] = 2,
    steps: Annotated[int, Field(gt=0)] = 300_000,
    prover: str = "z3",
    formalizer: bool = False,
    original: bool = False,
) -> NeuroSymbolicPlayer:
    """The neuro-symbolic Att-NLI agent (Undercover-V, section 3.1.3 and appendix B); prompts of our own.

    Args:
        attempts: how often formulas and a guess may be written.
        steps: engine steps for each check.
        prover: the solver of theories, by its own name or that of a table ``[solvers.x]``.
        formalizer: whether a model of its own, of the role ``formalizer``, writes formulas and sketches.
        original: count a prover's silence as a refutation, as the paper does.
    """
    writer = "formalizer" if formalizer else "main"
    verifier = PlayerVerifier(desk, attempts, steps, prover=prover, formalizer=writer, original=original)
    return NeuroSymbolicPlayer(desk, seat, verifier)


make.most_calls = _most_calls  # type: ignore[attr-defined]
