"""Attribution by itself, outside of any game: asking models and a solver, or comparing words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from syllogos.contract import Decision, Desk, Embedding, Fault, Message, Reply, Review, Role, Schema, total
from syllogos.errors import InputError
from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.theories import Theory
from syllogos.match.alone import ModelName, desk_alone
from syllogos.match.engine import run_now
from syllogos.refine import refine
from syllogos.store.store import Store
from syllogos.text.arguments import check_argument
from syllogos.text.replies import split_thoughts
from syllogos.text.visible import one_line
from syllogos.undercover.attribution import (
    CONCLUSION,
    PLAUSIBILITY,
    Attribution,
    AttributionQuestion,
    DrawnConclusion,
    SelectedHypothesis,
    read_conclusion,
    read_selection,
    read_theory,
    selection,
    theory_schema,
)
from syllogos.verdict import Status

T = TypeVar("T")

MAIN, FORMALIZER = "main", "formalizer"
MOST_QUOTED = 8_000
"""Characters of a model's reply that are shown back to it."""


def attribute(
    premises: Sequence[str] | AttributionQuestion,
    hypotheses: Mapping[str, Sequence[str]] | None = None,
    model: ModelName | None = None,
    *,
    formalizer: ModelName | None = None,
    embedding: str | Mapping[str, object] | Embedding = "hashed",
    engine: str | object = "z3",
    attempts: int = 3,
    steps: int = 2_000_000,
    patience: float | None = None,
    store: Store | None = None,
) -> Attribution:
    """What each agent most likely intends, and what follows from that.

    With a ``model`` both stages are its work, and the conclusion is checked: a formalizer writes the
    statements as formulas, a solver says whether the conclusion follows from the premises and the selected
    hypotheses, and where it does not, the model concludes again from the countermodel.  Without one the
    hypothesis is selected whose words are most like the premises, which is no reasoning, and nothing
    is concluded.

    Args:
        premises: what is taken for true, or a whole question.
        hypotheses: agent -> what it may intend.
        model: who selects and concludes.
        formalizer: who writes formulas; left out, ``model``.
        embedding: what compares words where there is no model.
        engine: a solver of theories.
        attempts: how often a reply, a theory and a conclusion may be tried.
        steps: engine steps for each check.
        patience: seconds to wait for a model.
        store: keeps what the models said, so that the same question asks them once.

    Raises:
        SyllogosError: a wrong argument, or a model or solver that cannot be used.

    >>> found = attribute(["Ada asks for a lower price twice."],
    ...                   {"Ada": ["wants a lower price", "leaves the shop"]})
    >>> found.selected, found.by
    ({'Ada': 'wants a lower price'}, 'likeness')
    """
    check_argument("attempts", attempts, int, least=1)
    check_argument("steps", steps, int, least=1)
    check_argument("patience", patience, float, type(None), least=0)
    question = _question(premises, hypotheses)
    if model is None and formalizer is not None:
        raise InputError("a formalizer has nothing to write without a model: --model provider/name")
    work = ["attribute", list(question.premises), {a: list(h) for a, h in question.hypotheses.items()}]
    models = {} if model is None else {MAIN: model, FORMALIZER: formalizer or model}

    async def found() -> Attribution:
        async with desk_alone(
            models, store, embeddings={MAIN: embedding} if model is None else None,
            solvers={"prover": engine}, work=work, patience=patience,
        ) as desk:  # fmt: skip
            if model is None:
                return Attribution(question, await likened(question, desk), None, "likeness")
            asking = AttributionAsking(desk, attempts, steps)
            selections = await asking.selected(question)
            conclusion = await asking.concluded(question, selections)
            return Attribution(question, selections, conclusion, "model", total(asking.tokens))

    return run_now(found())


def _question(
    premises: Sequence[str] | AttributionQuestion, hypotheses: Mapping[str, Sequence[str]] | None
) -> AttributionQuestion:
    if isinstance(premises, AttributionQuestion):
        return premises
    if isinstance(premises, str):
        raise InputError("premises: a list of texts is wanted, not one text")
    check_argument("hypotheses", hypotheses, Mapping)
    return AttributionQuestion(tuple(premises), {a: tuple(h) for a, h in (hypotheses or {}).items()})


async def likened(question: AttributionQuestion, desk: Desk) -> tuple[SelectedHypothesis, ...]:
    """For each agent the hypothesis whose words are most like the premises; see :func:`attribute`."""
    texts = list(dict.fromkeys(h for choices in question.hypotheses.values() for h in choices))
    vectors = await desk.embed([" ".join(question.premises), *texts])
    if isinstance(vectors, Fault):
        return tuple(SelectedHypothesis(a, None, {}, fault=vectors) for a in question.hypotheses)
    alike = {text: max(0.0, float(vectors[0] @ row)) for text, row in zip(texts, vectors[1:], strict=True)}
    return tuple(
        selection(agent, choices, [alike[choice] for choice in choices], "likest in its words")
        for agent, choices in question.hypotheses.items()
    )


@dataclass
class AttributionAsking:
    """The stages by models, over one desk.  ``tokens`` are those of each reply, None where unknown."""

    desk: Desk
    attempts: int
    steps: int
    tokens: list[int | None] = field(default_factory=list)

    async def selected(self, question: AttributionQuestion) -> tuple[SelectedHypothesis, ...]:
        """The abduction: each agent's hypotheses weighed in a conversation of its own."""
        # One after another: the calls of a desk are numbered in order, and replayed by their numbers.
        return tuple([await self._selection(question, agent) for agent in question.hypotheses])

    async def _selection(self, question: AttributionQuestion, agent: str) -> SelectedHypothesis:
        choices = question.hypotheses[agent]
        words = self.desk.prompt(
            "attribute_select",
            premises=_numbered(question.premises), agent=agent, hypotheses=_numbered(choices),
        )  # fmt: skip
        found = await self._refined(words, PLAUSIBILITY, lambda said: read_selection(said, agent, choices))
        return SelectedHypothesis(agent, None, {}, fault=found) if isinstance(found, Fault) else found

    async def concluded(
        self, question: AttributionQuestion, selections: Sequence[SelectedHypothesis]
    ) -> DrawnConclusion | None:
        """The deduction, mended by the solver; None where an intention is open: nothing is assumed for it."""
        if any(one.hypothesis is None for one in selections):
            return None
        intentions = tuple(f"{one.agent}: {one.hypothesis}" for one in selections)
        words = self.desk.prompt(
            "attribute_conclude", premises=_numbered(question.premises), intentions=_numbered(intentions)
        )
        talk = _Talk(words)

        async def propose(fault: Fault | None) -> Decision[DrawnConclusion]:
            if fault:
                talk.say("user", fault.say)
            read = await self._asked(talk, CONCLUSION, MAIN, read_conclusion)
            if isinstance(read, Fault):
                return Decision(read)
            text, because = read
            theory = await self._formalized((*question.premises, *intentions), text)
            if isinstance(theory, Fault):
                return Decision(DrawnConclusion(text, because, fault=theory))
            verdict = await self.desk.ask("prover", theory, self.steps)
            return Decision(DrawnConclusion(text, because, theory, verdict))

        async def check(decision: Decision[DrawnConclusion]) -> Review:
            drawn = decision.move
            if isinstance(drawn, Fault):
                return Review(replace(drawn, say=f"That could not be used: {drawn.say}"))
            return Review(self._refuted(drawn))

        trace = await refine(propose, check, attempts=self.attempts)
        last = trace.last.decision.move
        if isinstance(last, Fault):
            return DrawnConclusion("", fault=last, attempts=len(trace.attempts))
        return replace(last, attempts=len(trace.attempts))

    def _refuted(self, drawn: DrawnConclusion) -> Fault | None:
        """What to tell of a conclusion that does not follow.

        Contradictory premises are no fault of a conclusion, and an undecided one is none either.
        """
        if drawn.verdict is None or drawn.verdict.status not in (Status.FALSE, Status.OPEN):
            return None
        evidence = drawn.verdict.evidence
        model = evidence.countermodel if isinstance(evidence, LogicEvidence) else None
        finding = "It does not: its opposite follows."
        if drawn.verdict.status is Status.OPEN:
            finding = "It does not follow: all statements can be true while it is false"
            finding += f", as here: {model}." if model else "."
        return Fault("refuted", self.desk.prompt("attribute_retry", conclusion=drawn.text, finding=finding))

    async def _formalized(self, statements: Sequence[str], conclusion: str) -> Theory | Fault:
        words = self.desk.prompt(
            "attribute_formalize", statements=_numbered(statements), conclusion=conclusion
        )
        names = [f"statement_{n}" for n in range(1, len(statements) + 1)]
        schema = theory_schema(len(names))
        return await self._refined(words, schema, lambda said: read_theory(said, names), FORMALIZER)

    async def _refined(
        self, words: str, schema: Schema, read: Callable[[str], T | Fault], role: str = MAIN
    ) -> T | Fault:
        """What ``read`` makes of a reply, asked again with what was wrong with the last one."""
        talk = _Talk(words)

        async def propose(fault: Fault | None) -> Decision[T]:
            if fault:
                talk.say("user", self.desk.prompt("retry", fault=fault.say))
            return Decision(await self._asked(talk, schema, role, read))

        async def check(decision: Decision[T]) -> Review:
            return Review(decision.move if isinstance(decision.move, Fault) else None)

        trace = await refine(propose, check, attempts=self.attempts)
        return trace.last.decision.move

    async def _asked(
        self, talk: _Talk, schema: Schema, role: str, read: Callable[[str], T | Fault]
    ) -> T | Fault:
        reply = await self.desk.complete(talk.messages, role=role, schema=schema)
        paid: Reply | None = reply.reply if isinstance(reply, Fault) else reply
        self.tokens.append(paid.tokens if paid else None)
        talk.say("assistant", paid.text[:MOST_QUOTED] if paid else "")
        return reply if isinstance(reply, Fault) else read(split_thoughts(reply.text).said)


class _Talk:
    """A conversation with a model that goes on."""

    def __init__(self, words: str) -> None:
        self.messages: tuple[Message, ...] = (Message("user", words),)

    def say(self, role: Role, text: str) -> None:
        """One message more."""
        self.messages = (*self.messages, Message(role, text))


def _numbered(texts: Sequence[str]) -> str:
    return "\n".join(f"{n}. {one_line(text)}" for n, text in enumerate(texts, 1))
