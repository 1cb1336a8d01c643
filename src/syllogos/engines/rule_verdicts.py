"""What derived facts come to, whoever derived them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from syllogos.logic.derivations import Derivation, DerivationStep, Fixpoint
from syllogos.logic.rules import HornRule, RuleProgram, RuleQuestion, RuleVariable, SignedAtom
from syllogos.verdict import Status, Verdict

RuleVerdict = Verdict[None]


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


_X = RuleVariable("x")
_COLD = SignedAtom("Cold", ("Bob",))
_RULES = (
    HornRule((SignedAtom("Cold", (_X,)),), SignedAtom("Rough", (_X,))),
    HornRule((SignedAtom("Rough", (_X,)),), SignedAtom("Kind", (_X,), holds=False)),
)
_CIRCLE = HornRule((SignedAtom("Kind", (_X,), holds=False),), SignedAtom("Kind", (_X,)))
EXAMPLES = (
    RuleQuestion(RuleProgram((_COLD,), _RULES, SignedAtom("Rough", ("Bob",)))),
    RuleQuestion(RuleProgram((_COLD,), _RULES, SignedAtom("Kind", ("Bob",)))),
    RuleQuestion(RuleProgram((_COLD,), _RULES, SignedAtom("Nice", ("Bob",)))),
    RuleQuestion(RuleProgram((_COLD,), _RULES, SignedAtom("Nice", ("Bob",))), "closed"),
    RuleQuestion(RuleProgram((_COLD, SignedAtom("Kind", ("Bob",))), _RULES, _COLD)),
    RuleQuestion(RuleProgram((_COLD,), (_CIRCLE,), _COLD), "closed"),
)
"""Questions that every solver of rules is shown."""
