"""A prover's proof in a few plain lines."""

from __future__ import annotations

from collections.abc import Sequence

from syllogos.logic.narrate.length import cut
from syllogos.logic.proofs import Proof, ProofStep

MOST_LINES = 14
"""Lines of a proof; of a longer one the middle is left out, and counted."""
ASSUMED = {"negated conclusion": "the contrary of what is to be shown", "conclusion": "what is to be refuted"}
"""Rules that begin a proof by contradiction."""


def narrated_proof(proof: Proof) -> Sequence[str]:
    """A line a step, numbered from 1, with the steps that it rests on.

    >>> steps = ProofStep("Dog(rex)", "premise", (), "premise_1"), ProofStep("Mammal(rex)", "rw", (0,))
    >>> print("\\n".join(narrated_proof(Proof(steps))))
    1. Dog(rex) (premise_1)
    2. Mammal(rex), by 1 (rw)
    """
    lines = [_line(number, step) for number, step in enumerate(proof.steps, 1)]
    if len(lines) <= MOST_LINES:
        return lines
    head, tail = MOST_LINES // 2, MOST_LINES - MOST_LINES // 2 - 1
    return (*lines[:head], f"... {len(lines) - head - tail} more steps ...", *lines[-tail:])


def _line(number: int, step: ProofStep) -> str:
    formula = cut(" ".join(step.formula.split()), 200)
    if step.premise:
        return f"{number}. {formula} ({step.premise})"
    if step.rule in ASSUMED:
        return f"{number}. Suppose {formula} ({ASSUMED[step.rule]})"
    said = "a contradiction" if formula.lower() in ("$false", "false", "⊥") else formula
    if not step.parents:
        return f"{number}. {said} ({step.rule})"
    return f"{number}. {said}, by {', '.join(str(p + 1) for p in step.parents)} ({step.rule})"
