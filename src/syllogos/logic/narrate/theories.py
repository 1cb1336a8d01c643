"""Verdicts on theories in a few plain lines: what follows from what, or where it does not hold."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from syllogos.logic.evidence import Countermodel, LogicEvidence, NeededPremises
from syllogos.logic.formulas import Formula
from syllogos.logic.narrate.formulas import in_words
from syllogos.logic.narrate.length import cut
from syllogos.logic.narrate.proofs import narrated_proof
from syllogos.logic.narrate.structures import structure_table
from syllogos.logic.theories import Theory
from syllogos.verdict import Status

MOST_PREMISES = 12
"""Premises that are told."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def narrated_theory(
    status: Status, evidence: LogicEvidence, theory: Theory | None, *, table: bool = True
) -> Sequence[str]:
    """What a verdict on a theory says, one thing a line.

    Args:
        status: of the verdict.
        evidence: of the verdict.
        theory: what was asked; without it premises are told by name alone.
        table: whether a countermodel is told as a table, else in a sentence.
    """
    lines = [_beginning(status, theory)]
    if evidence.needed is not None:
        lines += _needed(status, evidence.needed, theory)
    if evidence.proof is not None:
        lines += ["Proof:", *(f"  {line}" for line in narrated_proof(evidence.proof))]
    if evidence.countermodel is not None and theory is not None:
        lines += _against(evidence.countermodel, theory, table=table)
    if status in (Status.TRUE, Status.FALSE) and evidence.consistency != "TRUE":
        lines.append("Whether the premises can be true together is not known.")
    return [line for line in lines if line]


def _beginning(status: Status, theory: Theory | None) -> str:
    goal = _goal(theory)
    match status:
        case Status.TRUE:
            return f"It follows: {goal}."
        case Status.FALSE:
            return f"It is false, since its negation follows: {goal}."
        case Status.OPEN if theory is not None and theory.conclusion is None:
            return "The premises can be true together."
        case Status.OPEN:
            return f"It is open, neither it nor its negation follows: {goal}."
        case Status.UNKNOWN:
            return f"It is not known whether it follows: {goal}."
    return ""


def _goal(theory: Theory | None) -> str:
    if theory is None or theory.conclusion is None:
        return "the conclusion"
    return cut(in_words(theory.conclusion))


def _needed(status: Status, needed: NeededPremises, theory: Theory | None) -> Iterator[str]:
    count = len(needed.premises)
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    if status is Status.INCONSISTENT:
        if count == 1:
            yield "This premise cannot be true:"
        else:
            yield f"These {number} premises cannot be true together:"
    elif not count:
        yield "No premise is needed."
    else:
        yield "From this premise:" if count == 1 else f"From these {number} premises:"
    yield from premise_lines(needed.premises, theory)


def premise_lines(names: Collection[str], theory: Theory | None) -> Iterator[str]:
    """Premises by name and in words, and how many more there are."""
    formulas: dict[str, Formula] = {p.name: p.formula for p in theory.premises} if theory else {}
    for name in list(names)[:MOST_PREMISES]:
        yield f"  {name}: {cut(in_words(formulas[name]))}" if name in formulas else f"  {name}"
    if len(names) > MOST_PREMISES:
        yield f"  and {len(names) - MOST_PREMISES} more"


def _against(model: Countermodel, theory: Theory, *, table: bool) -> Iterator[str]:
    if theory.conclusion is None:
        yield "They are all true here:"
    else:
        yield "The premises are true and the conclusion is not here:"
    if table:
        yield from (f"  {line}" for line in structure_table(model.structure, theory.signature))
    else:
        yield f"  {model.says}"
