"""Rules with signs, chained forward to the fixpoint.

``TRUE`` the query is derived, ``FALSE`` its opposite is; in an open world ``OPEN`` neither.  In a closed
one what cannot be derived does not hold.  ``INCONSISTENT`` an atom and its opposite are derived,
whether the query rests on them or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from syllogos.engines.chainer import Chained, chain
from syllogos.logic.derivations import Derivation, DerivationStep, Fixpoint
from syllogos.logic.rules import HornRule, RuleProgram, RuleVariable, SignedAtom, World
from syllogos.verdict import Bounds, Status, Verdict

__all__ = ["RuleQuestion", "answered", "decide", "make", "rejected"]

ENGINE = "rules"

RuleVerdict = Verdict[None]


@dataclass(frozen=True)
class RuleQuestion:
    """A program and the world in which its query is asked."""

    program: RuleProgram
    world: World = "open"


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


def answered(
    question: RuleQuestion, fixpoint: Fixpoint, derived: Callable[[SignedAtom], object]
) -> RuleVerdict:
    """The verdict of a program without contradictions; ``derived`` is a fact's evidence, None for no fact."""
    query = question.program.query
    if derivation := derived(query):
        return Verdict(Status.TRUE, evidence=derivation, reason=f"{query} is derived")
    if derivation := derived(query.opposite):
        return Verdict(Status.FALSE, evidence=derivation, reason=f"{query.opposite} is derived")
    if question.world == "open":
        said = f"neither {query} nor {query.opposite} can be derived"
        return Verdict(Status.OPEN, evidence=fixpoint, reason=said)
    if query.holds:
        said = f"{query} cannot be derived (closed world)"
        return Verdict(Status.FALSE, evidence=fixpoint, reason=said)
    absent = Derivation((DerivationStep(query, "closed world"),))
    return Verdict(Status.TRUE, evidence=absent, reason=f"{query.opposite} cannot be derived (closed world)")


def rejected(circle: Sequence[str]) -> RuleVerdict:
    """The verdict of a program in which, in a closed world, an atom rests on its own absence."""
    way = " -> ".join((*circle, circle[0]))
    return Verdict(Status.REJECTED, reason=f"in a closed world it rests on its own absence: {way}")


class Chainer:
    """The solver: :func:`decide` behind the contract."""

    async def ask(self, query: RuleQuestion, *, steps: int) -> RuleVerdict:
        """The verdict on ``query``."""
        return decide(query, steps=steps)


def make() -> Chainer:
    """The solver of rules."""
    return Chainer()


_X = RuleVariable("x")
_COLD = SignedAtom("Cold", ("Bob",))
_RULES = (
    HornRule((SignedAtom("Cold", (_X,)),), SignedAtom("Rough", (_X,))),
    HornRule((SignedAtom("Rough", (_X,)),), SignedAtom("Kind", (_X,), holds=False)),
)
_CIRCLE = HornRule((SignedAtom("Kind", (_X,), holds=False),), SignedAtom("Kind", (_X,)))
make.queries = (  # type: ignore[attr-defined]
    RuleQuestion(RuleProgram((_COLD,), _RULES, SignedAtom("Rough", ("Bob",)))),
    RuleQuestion(RuleProgram((_COLD,), _RULES, SignedAtom("Kind", ("Bob",)))),
    RuleQuestion(RuleProgram((_COLD,), _RULES, SignedAtom("Nice", ("Bob",)))),
    RuleQuestion(RuleProgram((_COLD,), _RULES, SignedAtom("Nice", ("Bob",))), "closed"),
    RuleQuestion(RuleProgram((_COLD, SignedAtom("Kind", ("Bob",))), _RULES, _COLD)),
    RuleQuestion(RuleProgram((_COLD,), (_CIRCLE,), _COLD), "closed"),
)
