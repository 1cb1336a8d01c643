"""Rules with signs, chained forward to the fixpoint.

``TRUE`` the query is derived, ``FALSE`` its opposite is; in an open world ``OPEN`` neither.  In a closed
one what cannot be derived does not hold.  ``INCONSISTENT`` an atom and its opposite are derived,
whether the query rests on them or not.
"""

from __future__ import annotations

from dataclasses import replace

from syllogos.engines.chainer import Chained, chain
from syllogos.engines.rule_verdicts import EXAMPLES, RuleVerdict, answered, rejected
from syllogos.logic.rules import RuleQuestion
from syllogos.verdict import Bounds, Status, Verdict

__all__ = ["RuleQuestion", "decide", "make"]

ENGINE = "rules"


def decide(question: RuleQuestion, *, steps: int) -> RuleVerdict:
    """The verdict within ``steps`` engine steps.

    Its evidence is a :class:`~syllogos.logic.derivations.Derivation`, for a contradiction
    :class:`~syllogos.logic.derivations.OpposedDerivations`, and where nothing is derived the
    :class:`~syllogos.logic.derivations.Fixpoint`.
    """
    chained = chain(question.program, world=question.world, steps=steps)
    return replace(_verdict(question, chained, steps), engine=ENGINE, bounds=Bounds(steps))


def _verdict(question: RuleQuestion, chained: Chained, steps: int) -> RuleVerdict:
    match chained.end:
        case "steps":
            return Verdict(Status.UNKNOWN, reason=f"stopped after {steps} engine steps")
        case "circle":
            return rejected(chained.circle)
        case "opposed":
            opposed = chained.opposed
            said = f"{opposed.one.shown} and {opposed.other.shown} both follow" if opposed else ""
            return Verdict(Status.INCONSISTENT, evidence=opposed, reason=said)
    return answered(question, chained.fixpoint, chained.derivation)


class Chainer:
    """The solver: :func:`decide` behind the contract."""

    async def ask(self, query: RuleQuestion, *, steps: int) -> RuleVerdict:
        """The verdict on ``query``."""
        return decide(query, steps=steps)


def make() -> Chainer:
    """The solver of rules."""
    return Chainer()


make.queries = EXAMPLES  # type: ignore[attr-defined]
