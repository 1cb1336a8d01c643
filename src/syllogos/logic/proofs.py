"""A prover's proof as a value: its steps in order, each with what it is said to rest on.

It is what a prover wrote, for people to read: it certifies nothing.  A verdict rests on the prover that was
asked, and on the premises that it needed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProofStep:
    """One line of a proof.

    Attributes:
        formula: what it says, as text.
        rule: how it is reached, in the prover's word: ``premise`` for one that is given,
            ``negated conclusion`` where a proof by contradiction begins, else an inference such as ``rw``.
        parents: the places in the proof, from 0, of the steps that it rests on.
        premise: the name of the premise that it is, where it is one.
    """

    formula: str
    rule: str
    parents: tuple[int, ...] = ()
    premise: str = ""


@dataclass(frozen=True)
class Proof:
    """Steps, of which each rests on earlier ones; the last is what was shown, or the contradiction."""

    steps: tuple[ProofStep, ...]
