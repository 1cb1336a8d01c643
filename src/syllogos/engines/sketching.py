"""Checking the sketch of a proof step by step, each by a solver of theories, up to the first that fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from syllogos.errors import InputError
from syllogos.logic.formulas import Formula
from syllogos.logic.sketches import CheckedSketch, CheckedStep, ProofSketch
from syllogos.logic.theories import Statement, Theory, occurring
from syllogos.verdict import Status, Verdict

AskTheory = Callable[[Theory], Awaitable[Verdict[Any]]]
"""What a solver of theories says of one, within the steps that it has."""


async def check_sketch(theory: Theory, sketch: ProofSketch, ask: AskTheory) -> CheckedSketch:
    """Whether each step follows from what it cites (from all premises and earlier steps where it cites
    nothing), and the last one gives the conclusion.

    A step holds only where the solver says TRUE; one from contradicting premises does not.

    Raises:
        InputError: a step cites what is no premise and no earlier step.
    """
    known = {p.name: p for p in theory.premises}
    checked: list[CheckedStep] = []
    for step in sketch.steps:
        uses = step.uses or tuple(known)
        if missing := [name for name in uses if name not in known]:
            raise InputError(f"step {step.name} cites {missing[0]}, which is no premise and no earlier step")
        verdict = await ask(_from(theory, [known[name] for name in uses], step.formula))
        checked.append(CheckedStep(step, uses, verdict))
        if verdict.status is not Status.TRUE:
            return CheckedSketch(sketch, tuple(checked))
        known[step.name] = Statement(step.name, step.formula)
    last = checked[-1].step.formula if checked else None
    if last is None or theory.conclusion is None or last == theory.conclusion:
        return CheckedSketch(sketch, tuple(checked))
    ending = await ask(_from(theory, [known[checked[-1].step.name]], theory.conclusion))
    return CheckedSketch(sketch, tuple(checked), ending)


def _from(theory: Theory, premises: Sequence[Statement], conclusion: Formula) -> Theory:
    """The question that a step is, over the names that occur in it."""
    asked = replace(theory, premises=tuple(premises), conclusion=conclusion, weaker=None)
    return replace(asked, signature=occurring(theory.signature, asked.formulas))
