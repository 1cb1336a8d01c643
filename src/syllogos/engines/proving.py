"""Deciding a theory by a prover's checks: both ways at once, countermodels checked by our own evaluation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from syllogos.engines.smt.wire import CheckResult, ProverCheck, SmtProblem
from syllogos.logic.evidence import Countermodel, LogicEvidence, NeededPremises, countermodel
from syllogos.logic.formulas import (
    Applied,
    Connected,
    Formula,
    Negated,
    Quantified,
    Related,
    Truth,
    Variable,
)
from syllogos.logic.theories import Statement, Theory, background, inferred
from syllogos.verdict import Bounds, Isolation, Status, Verdict

SIZES = (1, 2, 3, 4)
"""Elements of the domains that are searched where the prover gives no finite model."""
NO_MODEL = f"no countermodel with at most {SIZES[-1]} elements was found"
SATURATED = "neither follows: all that could was looked at"

AskChecks = Callable[[SmtProblem, Sequence[ProverCheck]], Awaitable[Sequence[CheckResult]]]
"""The results of checks of a problem, in order."""


class StoppedError(Exception):
    """A prover that gave no reply, and what stopped it."""


@dataclass(frozen=True)
class Ruling:
    """What the checks of a theory come to."""

    status: Status
    evidence: LogicEvidence
    reason: str = ""


async def ruled(
    theory: Theory, ask: AskChecks, *, engine: str, isolation: Isolation, bounds: Bounds, models: bool = True
) -> Verdict[None]:
    """:func:`decide` as a verdict; a prover that was stopped leaves it unknown, and unstable."""
    try:
        ruling = await decide(theory, ask, models=models)
    except StoppedError as error:
        evidence = LogicEvidence("UNKNOWN")
        return Verdict(Status.UNKNOWN, None, evidence, str(error), engine, isolation, False, bounds)
    return Verdict(ruling.status, None, ruling.evidence, ruling.reason, engine, isolation, True, bounds)


async def decide(theory: Theory, ask: AskChecks, *, models: bool = True) -> Ruling:
    """Whether the conclusion follows, its negation, neither, or anything at all.

    A theory without conclusion is OPEN where its premises have a model.  ``models`` is False for a prover
    that gives none: it can say that there is one, as it looked at all that follows.
    """
    if theory.conclusion is None:
        return await _Question(theory, Truth(False), ask, models).satisfiable()
    first = await _Question(theory, theory.conclusion, ask, models).decided()
    if first.status is Status.INCONSISTENT and _by_closing(theory, first):
        loose = await decide(replace(theory, bare=True), ask, models=models)
        say = "free variables of premises contradict the meaning of order and numbers, which is left out"
        return replace(loose, reason="; ".join(filter(None, (say, loose.reason))))
    if theory.weaker is None or first.status is Status.INCONSISTENT:
        return first
    other = await _Question(theory, theory.weaker, ask, models).decided()
    if first.status is other.status:
        return first
    say = f"for all values that is {first.status}, for some {other.status}"
    return Ruling(Status.REJECTED, first.evidence, f"the conclusion has free variables: {say}")


def _by_closing(theory: Theory, ruling: Ruling) -> bool:
    """Whether a contradiction needs a premise that was closed for all values, and numbers or order."""
    needed = ruling.evidence.needed.premises if ruling.evidence.needed else ()
    return bool(background(theory)) and any(p.closed and p.name in needed for p in theory.premises)


class _Question:
    """One goal over the premises of a theory."""

    def __init__(self, theory: Theory, goal: Formula, ask: AskChecks, models: bool) -> None:
        self.theory, self.goal, self.ask, self.models = theory, goal, ask, models
        meaning = background(theory)
        formulas = (*(p.formula for p in theory.premises), *meaning, goal)
        self.problem = SmtProblem.of(theory, formulas)
        self.given = tuple((n, True) for n in range(len(formulas) - 1))
        self.last = len(formulas) - 1

    async def satisfiable(self) -> Ruling:
        """Whether the premises have a model."""
        (result,) = await self.ask(self.problem, [ProverCheck(self.given, glance=True)])
        if result.result == "unsat":
            return self._inconsistent(result)
        model = await self._model(result, goal_is=False)
        if model or result.result == "sat":
            return Ruling(Status.OPEN, LogicEvidence("TRUE", None, model), "the premises have a model")
        return Ruling(Status.UNKNOWN, LogicEvidence("UNKNOWN"), _why(result))

    async def decided(self) -> Ruling:
        """Whether the premises entail the goal, or its negation."""
        refuting, affirming = (
            ProverCheck((*self.given, (self.last, False)), glance=True),
            ProverCheck((*self.given, (self.last, True))),
        )
        without, within = await self.ask(self.problem, [refuting, affirming])
        if without.result == "unsat" or within.result == "unsat":
            return await self._proved(without, within)
        against = await self._model(without, goal_is=False)
        if not against and without.result == "unknown":
            return Ruling(Status.UNKNOWN, LogicEvidence("UNKNOWN"), _why(without))
        if within.result == "unknown" and not await self._model(within, goal_is=True):
            return Ruling(Status.UNKNOWN, LogicEvidence("TRUE", None, against), _why(within))
        say = "" if against else NO_MODEL if self.models else SATURATED
        return Ruling(Status.OPEN, LogicEvidence("TRUE", None, against), say)

    async def _proved(self, without: CheckResult, within: CheckResult) -> Ruling:
        """One of the two checks has no model: a proof, unless the premises have none themselves."""
        proof, other = (without, within) if without.result == "unsat" else (within, without)
        consistency = "TRUE"
        if other.result != "sat":
            (alone,) = await self.ask(self.problem, [ProverCheck(self.given)])
            if alone.result == "unsat":
                return self._inconsistent(alone)
            consistency = "TRUE" if alone.result == "sat" else "UNKNOWN"
        status = Status.TRUE if proof is without else Status.FALSE
        return Ruling(status, LogicEvidence(consistency, self._needed(proof), proof=proof.proof))

    def _inconsistent(self, result: CheckResult) -> Ruling:
        needed = self._needed(result)
        reason = f"the premises contradict each other: {needed}"
        evidence = LogicEvidence("FALSE", needed, proof=result.proof)
        return Ruling(Status.INCONSISTENT, evidence, reason)

    def _needed(self, result: CheckResult) -> NeededPremises:
        premises = self.theory.premises
        names = tuple(premises[n].name for n in result.core if n < len(premises))
        return NeededPremises(names, self.last in result.core)

    async def _model(self, result: CheckResult, *, goal_is: bool) -> Countermodel | None:
        """A checked structure in which the premises hold and the goal is true or false."""
        if not self.models:
            return None
        wrong = Negated(self.goal) if goal_is else self.goal
        if result.structure and (model := countermodel(self.theory, wrong, result.structure)):
            return model
        wanted = ProverCheck((*self.given, (self.last, goal_is)), model=True)
        small = [problem for size in SIZES if (problem := self.problem.over(size))]
        for problem in [*small, self.problem] if result.result == "sat" else small:
            (found,) = await self.ask(problem, [wanted])
            if found.structure and (model := countermodel(self.theory, wrong, found.structure)):
                return model
        return None


def _why(result: CheckResult) -> str:
    return f"the prover stopped: {result.why or 'no reason given'}"


_X = Variable("x")
_ALL = Quantified("forall", (_X,), Connected("implies", (Related("Dog", (_X,)), Related("Mammal", (_X,)))))
_REX = Related("Dog", (Applied("rex"),))


def _example(conclusion: str, *premises: Quantified | Related) -> Theory:
    goal = Related(conclusion, (Applied("rex"),))
    statements = tuple(Statement(f"premise_{n}", p) for n, p in enumerate(premises, 1))
    return Theory(statements, goal, inferred((*premises, goal)))


EXAMPLES = (_example("Mammal", _ALL, _REX), _example("Mammal", _ALL), _example("Dog", _REX))
"""Theories that every solver of theories is shown."""
