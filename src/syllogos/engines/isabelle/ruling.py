"""What an Isabelle server's results on one question come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from syllogos.engines.isabelle.theories import PlainTheory, TheoryResult, used_premises
from syllogos.engines.proving import Ruling
from syllogos.logic.evidence import LogicEvidence, NeededPremises
from syllogos.logic.formulas import Formula, Negated, Truth
from syllogos.logic.theories import Theory, background
from syllogos.verdict import Status

AIMS = ("goal", "denial", "falsity")
"""What proofs are searched of: the goal, its negation, and what is never true."""


@dataclass(frozen=True)
class IsabelleFindings:
    """What was found of one question.

    Attributes:
        searched: aim -> the theory in which Sledgehammer and Nitpick searched.
        proofs: aim -> the proof that Isabelle accepted.
    """

    searched: Mapping[str, TheoryResult]
    proofs: Mapping[str, str]


def formula_of(aim: str, question: PlainTheory) -> Formula:
    """What is to be shown."""
    return {"goal": question.goal, "denial": Negated(question.goal), "falsity": Truth(False)}[aim]


def ruling(question: PlainTheory, findings: IsabelleFindings, seconds: float) -> Ruling:
    """The status with its evidence; a proof and a counterexample of one formula count for nothing."""
    proofs, searched = findings.proofs, findings.searched
    against, within = (aim in searched and searched[aim].refuted for aim in ("goal", "denial"))
    modelled = against or within or ("falsity" in searched and searched["falsity"].refuted)
    consistency = "TRUE" if modelled else "UNKNOWN"
    if clash := [aim for aim in proofs if aim in searched and searched[aim].refuted]:
        say = f"Isabelle proves what Nitpick refutes ({clash[0]}): one of them is wrong"
        return Ruling(Status.UNKNOWN, LogicEvidence("UNKNOWN"), say)
    if "falsity" in proofs or {"goal", "denial"} <= set(proofs):
        return _inconsistent(question, [proofs[a] for a in AIMS if a in proofs])
    for aim, status in (("goal", Status.TRUE), ("denial", Status.FALSE)):
        if aim in proofs:
            needed = NeededPremises(used_premises(proofs[aim], question.names))
            return Ruling(status, LogicEvidence(consistency, needed))
    if question.goal == Truth(False) and against:
        return Ruling(Status.OPEN, LogicEvidence("TRUE"), "Nitpick has a model of the premises")
    if against and within:
        say = "Nitpick has a genuine counterexample of the conclusion, and one of its negation"
        return Ruling(Status.OPEN, LogicEvidence("TRUE"), say)
    return Ruling(Status.UNKNOWN, LogicEvidence(consistency), _why(searched, against, within, seconds))


def both_readings(first: Ruling, other: Ruling) -> Ruling:
    """What counts of a conclusion with free variables: for all their values, and for some."""
    if first.status is other.status:
        return first
    say = f"for all values that is {first.status}, for some {other.status}"
    return Ruling(Status.REJECTED, first.evidence, f"the conclusion has free variables: {say}")


def by_closing(theory: Theory, decided: Ruling) -> bool:
    """Whether a contradiction needs a premise that was closed for all values, and numbers or order."""
    needed = decided.evidence.needed.premises if decided.evidence.needed else ()
    contradicts = decided.status is Status.INCONSISTENT and bool(background(theory))
    return contradicts and any(p.closed and p.name in needed for p in theory.premises)


def _inconsistent(question: PlainTheory, proofs: Sequence[str]) -> Ruling:
    used = {name for proof in proofs for name in used_premises(proof, question.names)}
    needed = NeededPremises(tuple(n for n in question.names.values() if n in used), conclusion=False)
    say = f"the premises contradict each other: {needed}"
    return Ruling(Status.INCONSISTENT, LogicEvidence("FALSE", needed), say)


def _why(searched: Mapping[str, TheoryResult], against: bool, within: bool, seconds: float) -> str:
    if against:
        return "the conclusion does not follow (Nitpick); whether its negation does was not found"
    if within:
        return "the negation does not follow (Nitpick); whether the conclusion does was not found"
    wrong = next((result.wrong for result in searched.values() if result.wrong), "")
    return wrong or f"neither a proof nor a genuine counterexample within {seconds:g} s"
