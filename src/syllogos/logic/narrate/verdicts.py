"""Any verdict of a solver of logic in plain English: the one place that knows every kind of evidence.

What is told fits into a stated number of characters; of what does not fit it says how much more there is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from syllogos.logic.constraints import FiniteProblem
from syllogos.logic.derivations import Derivation, Fixpoint, OpposedDerivations
from syllogos.logic.evidence import Countermodel, LogicEvidence, NeededPremises
from syllogos.logic.narrate import derivations, options
from syllogos.logic.narrate.length import MOST_CHARACTERS, limited
from syllogos.logic.narrate.proofs import narrated_proof
from syllogos.logic.narrate.sketches import narrated_sketch
from syllogos.logic.narrate.theories import narrated_theory
from syllogos.logic.options import ChosenOptions, ConflictingConstraints
from syllogos.logic.proofs import Proof
from syllogos.logic.rules import RuleProgram, SignedAtom
from syllogos.logic.sketches import CheckedSketch
from syllogos.logic.theories import Theory
from syllogos.verdict import Status, Verdict

AskedValue = Theory | RuleProgram | SignedAtom | FiniteProblem | None
"""What a verdict answers; None where only its evidence is at hand."""


def narrate(
    verdict: Verdict[Any], asked: AskedValue = None, *, most: int = MOST_CHARACTERS, table: bool = True
) -> str:
    """What a verdict says and what it rests on.

    Args:
        verdict: of a solver of theories, rules or finite problems.
        asked: what it answers.
        most: characters at most.
        table: whether a structure is told as a table, else in a sentence.
    """
    if verdict.status is Status.REJECTED:
        return limited([f"It cannot be decided: {_ended(verdict.reason)}"], most)
    if isinstance(verdict.evidence, LogicEvidence):
        theory = asked if isinstance(asked, Theory) else None
        lines = narrated_theory(verdict.status, verdict.evidence, theory, table=table)
    else:
        lines = narrated_evidence(verdict.evidence, asked, table=table)
    unsaid = verdict.reason and (not lines or verdict.status is Status.UNKNOWN or _unshown(verdict))
    return limited([*lines, *([_sentence(verdict.reason)] if unsaid else [])], most)


def narrated_evidence(evidence: object, asked: AskedValue = None, *, table: bool = True) -> Sequence[str]:
    """The lines of one piece of evidence; none for a kind that nothing is told of."""
    match evidence:
        case Derivation() | OpposedDerivations() | Fixpoint():
            query = asked.query if isinstance(asked, RuleProgram) else asked
            return derivations.narrate(evidence, query if isinstance(query, SignedAtom) else None).split("\n")
        case ChosenOptions() | ConflictingConstraints() if isinstance(asked, FiniteProblem):
            return options.narrate(evidence, asked).split("\n")
        case Proof():
            return narrated_proof(evidence)
        case CheckedSketch():
            return narrated_sketch(evidence, asked if isinstance(asked, Theory) else None, table=table)
        case NeededPremises() | Countermodel():
            return [str(evidence)]
    return []


def _unshown(verdict: Verdict[Any]) -> bool:
    """Whether it is open, and no structure shows it."""
    evidence = verdict.evidence
    shown = isinstance(evidence, LogicEvidence) and evidence.countermodel is not None
    return verdict.status is Status.OPEN and isinstance(evidence, LogicEvidence) and not shown


def _sentence(reason: str) -> str:
    said = f"{reason[:1].upper()}{reason[1:]}"
    return said if said.endswith((".", "!", "?")) else f"{said}."


def _ended(text: str) -> str:
    """A text with a full stop, where it has no end of its own."""
    return text if text.endswith((".", "?", "!")) else f"{text}."
