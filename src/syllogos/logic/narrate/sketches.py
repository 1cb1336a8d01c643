"""What is wrong with the sketch of a proof, in a few plain lines: the first step that does not hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.narrate.formulas import in_words
from syllogos.logic.narrate.length import cut, listed
from syllogos.logic.narrate.structures import structure_table
from syllogos.logic.sketches import CheckedSketch, CheckedStep
from syllogos.logic.theories import Theory
from syllogos.verdict import Status

MOST_USES = 8
"""Premises and steps that are named."""


def narrated_sketch(checked: CheckedSketch, theory: Theory | None, *, table: bool = True) -> Sequence[str]:
    """Whether a sketch proves the conclusion; if not, the first step that fails and why."""
    count = len(checked.steps)
    failing = checked.failing
    if failing is None and checked.proved:
        return [f"The sketch proves it: {'its one step holds' if count == 1 else f'all {count} steps hold'}."]
    if failing is None:
        last = checked.steps[-1].step if checked.steps else None
        said = f": {cut(in_words(last.formula))}" if last else ""
        return [f"Every step holds, but the last one does not give the conclusion{said}."]
    before = (
        f" The {'step' if count == 2 else f'{count - 1} steps'} before it hold{'s' if count == 2 else ''}."
    )
    return [*_failure(failing, theory, table=table), *([before.strip()] if count > 1 else [])]


def _failure(failing: CheckedStep, theory: Theory | None, *, table: bool) -> Iterator[str]:
    step, verdict, evidence = failing.step, failing.verdict, failing.verdict.evidence
    uses = listed(failing.uses, MOST_USES) or "nothing"
    said = f"Step {step.name} ({cut(in_words(step.formula), 160)})"
    match verdict.status:
        case Status.OPEN:
            yield f"{said} does not follow from {uses}."
            if isinstance(evidence, LogicEvidence) and evidence.countermodel:
                yield "What it cites is true and the step is not here:"
                model = evidence.countermodel
                signature = theory.signature if theory else None
                shown = structure_table(model.structure, signature) if table and signature else [model.says]
                yield from (f"  {line}" for line in shown)
        case Status.FALSE:
            yield f"{said} is false: its negation follows from {uses}."
        case Status.INCONSISTENT:
            needed = evidence.needed if isinstance(evidence, LogicEvidence) else None
            core = needed.premises if needed and needed.premises else failing.uses
            together = " together" if len(core) > 1 else ""
            yield f"{said} shows nothing: {listed(core, MOST_USES)} cannot be true{together}."
        case _:
            yield f"{said} is not known to follow from {uses}: {verdict.reason or verdict.status}."
