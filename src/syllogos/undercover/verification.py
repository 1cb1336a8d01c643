"""Whether what players said implies a word: rules and formulas by models, the verdict by a prover."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from syllogos.contract import Desk, Fault, Message, Reply, Seat
from syllogos.engines.sketching import check_sketch
from syllogos.errors import InputError
from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.languages import isabelle, sketch
from syllogos.logic.narrate.verdicts import narrate
from syllogos.logic.theories import Theory
from syllogos.text.replies import read_object, split_thoughts
from syllogos.undercover.guess import VerdictWord, verdict_word
from syllogos.undercover.knowledge import RULES, knowledge_schema, read_knowledge, read_rules, word_predicate
from syllogos.undercover.quoting import quoted
from syllogos.verdict import Status, Verdict

MOST_FACTS = 12
"""Descriptions of one player that are written as formulas, the last ones."""
MOST_TOLD = 400
"""Characters of what is told of a verdict in a prompt."""
MOST_QUOTED = 6_000


@dataclass(frozen=True)
class TheoryChecked:
    """One player's descriptions against a word.

    Attributes:
        round: when it was checked.
        seat: whose descriptions they are.
        word: what they were to imply.
        verdict: what came of it.
        facts, rules: the sentences.
        theory: as an Isabelle theory, empty where no formulas could be read.
        says: why, in plain English.
        engine: who decided.
        attempts: how often formulas were written.
    """

    round: int
    seat: Seat
    word: str
    verdict: VerdictWord
    facts: tuple[str, ...]
    rules: tuple[str, ...]
    theory: str
    says: str
    engine: str = ""
    attempts: int = 1

    def __str__(self) -> str:
        return f"round {self.round}: what seat {self.seat} says implies {self.word!r}: {self.verdict}"


@dataclass(frozen=True)
class ClaimToCheck:
    """A player's descriptions, and the word that they may imply."""

    seat: Seat
    facts: tuple[str, ...]
    word: str


class PlayerVerifier:
    """Checks players' descriptions, all of one call side by side.

    It goes stage by stage (rules of all, formulas of all, what could not be read again, verdicts of all),
    since a desk numbers calls as they begin: a game that is resumed asks in the same order.
    """

    def __init__(
        self, desk: Desk, attempts: int, steps: int, *, prover: str, formalizer: str, original: bool
    ) -> None:
        """``prover`` is a solver, ``formalizer`` the role of the model that writes formulas."""
        self.desk, self.attempts, self.steps, self.original = desk, attempts, steps, original
        self.prover, self.formalizer = prover, formalizer

    async def check(self, claims: Sequence[ClaimToCheck], round: int) -> tuple[TheoryChecked, ...]:
        """What becomes of each claim; see :meth:`theories` for the theories themselves."""
        claims = [ClaimToCheck(c.seat, c.facts[-MOST_FACTS:], c.word) for c in claims]
        rules = await asyncio.gather(*(self._rules(claim) for claim in claims))
        written, tried = await self._theories(claims, rules)
        verdicts = await asyncio.gather(*(self._verdict(theory) for theory in written))
        return tuple(
            self._checked(round, claim, said, theory, verdict, attempts)
            for claim, said, theory, verdict, attempts in zip(
                claims, rules, written, verdicts, tried, strict=True
            )
        )

    async def failing_step(self, claim: ClaimToCheck, checked: TheoryChecked) -> str:
        """The first step of a sketch of a proof that does not hold, with why; empty where there is none.

        A model writes the sketch; one that cannot be read is none.
        """
        theory = isabelle.read(checked.theory).theory
        if theory is None:
            return ""
        words = self.desk.prompt(
            "undercover_sketch", facts=_numbered("fact", checked.facts),
            rules=_numbered("rule", checked.rules), predicate=word_predicate(claim.word),
        )  # fmt: skip
        reply = await self.desk.complete([Message("user", words)], role=self.formalizer, schema=sketch.SCHEMA)
        tree = None if isinstance(reply, Fault) else read_object(reply.text, ["steps"])
        read = sketch.read_tree(tree, theory) if tree else None
        if read is None or read.sketch is None:
            return ""

        async def ask(one: Theory) -> Verdict[object]:
            return await self.desk.ask(self.prover, one, self.steps)

        try:
            failing = (await check_sketch(theory, read.sketch, ask)).failing
        except InputError:
            return ""  # it cites what is not there
        if failing is None:
            return ""
        why = narrate(failing.verdict, theory, most=MOST_TOLD, table=False).replace("\n", " ")
        return f"step {failing.step.name}: {why}"

    async def _rules(self, claim: ClaimToCheck) -> tuple[str, ...]:
        words = self.desk.prompt("undercover_rules", facts=_quoted(claim.facts), word=quoted(claim.word))
        reply = await self.desk.complete([Message("user", words)], schema=RULES)
        read = reply if isinstance(reply, Fault) else read_rules(split_thoughts(reply.text).said)
        return () if isinstance(read, Fault) else read

    async def _theories(
        self, claims: Sequence[ClaimToCheck], rules: Sequence[tuple[str, ...]]
    ) -> tuple[list[Theory | Fault], list[int]]:
        talks = [self._first(claim, said) for claim, said in zip(claims, rules, strict=True)]
        found: list[Theory | Fault] = [Fault("empty", "nothing was written")] * len(claims)
        tried, left = [0] * len(claims), list(range(len(claims)))
        for _ in range(self.attempts):
            replies = await asyncio.gather(*(
                self.desk.complete(
                    talks[n],
                    role=self.formalizer,
                    schema=knowledge_schema(len(claims[n].facts), len(rules[n])),
                )
                for n in left
            ))  # fmt: skip
            for n, reply in zip(left, replies, strict=True):
                tried[n] += 1
                found[n], talks[n] = self._read(claims[n], rules[n], reply, talks[n])
            left = [n for n in left if isinstance(found[n], Fault)]
            if not left:
                break
        return found, tried

    def _first(self, claim: ClaimToCheck, rules: tuple[str, ...]) -> tuple[Message, ...]:
        words = self.desk.prompt(
            "undercover_formalize", facts=_quoted(claim.facts), rules=_quoted(rules),
            predicate=word_predicate(claim.word),
        )  # fmt: skip
        return (Message("user", words),)

    def _read(
        self, claim: ClaimToCheck, rules: tuple[str, ...], reply: Reply | Fault, talk: tuple[Message, ...]
    ) -> tuple[Theory | Fault, tuple[Message, ...]]:
        """The theory of a reply, or what is wrong, and the conversation that goes on from there."""
        if isinstance(reply, Fault):
            read: Theory | Fault = reply
            text = reply.reply.text if reply.reply else ""
        else:
            text = split_thoughts(reply.text).said
            read = read_knowledge(text, len(claim.facts), len(rules), claim.word)
        if not isinstance(read, Fault):
            return read, talk
        again = self.desk.prompt("retry", fault=read.say)
        return read, (*talk, Message("assistant", text[:MOST_QUOTED]), Message("user", again))

    async def _verdict(self, theory: Theory | Fault) -> Verdict[object]:
        if isinstance(theory, Fault):
            return Verdict(Status.REJECTED, reason=theory.say)
        return await self.desk.ask(self.prover, theory, self.steps)

    def _checked(
        self, round: int, claim: ClaimToCheck, rules: tuple[str, ...], theory: Theory | Fault,
        verdict: Verdict[object], attempts: int,
    ) -> TheoryChecked:  # fmt: skip
        whole = None if isinstance(theory, Fault) else theory
        known = verdict.evidence is None or isinstance(verdict.evidence, LogicEvidence)
        says = narrate(verdict, whole, most=MOST_TOLD, table=False) if known else verdict.reason
        text = isabelle.printed(whole) if whole else ""
        word = verdict_word(verdict.status, original=self.original)
        return TheoryChecked(
            round, claim.seat, claim.word, word, claim.facts, rules, text, says.replace("\n", " "),
            verdict.engine, attempts,
        )  # fmt: skip


def verdicts_told(checked: Mapping[Seat, TheoryChecked], names: Mapping[Seat, str]) -> str:
    """The record of verdicts with facts and rules, a few lines a player."""
    lines: list[str] = []
    for seat, one in sorted(checked.items()):
        lines.append(f"- {names[seat]}: {one.verdict}. {one.says}")
        lines += [f"  - said: {quoted(fact)}" for fact in one.facts]
        lines += [f"  - rule: {quoted(rule)}" for rule in one.rules]
    return "\n".join(lines)


def _quoted(texts: Sequence[str]) -> str:
    return "\n".join(f"{n}. {quoted(text)}" for n, text in enumerate(texts, 1)) or "none"


def _numbered(kind: str, texts: Sequence[str]) -> str:
    return "\n".join(f"{kind}_{n}: {quoted(text)}" for n, text in enumerate(texts, 1)) or "none"
