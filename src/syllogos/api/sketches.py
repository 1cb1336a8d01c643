"""Sketches of proofs beside a theory that is verified: read over its names, checked step by step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from syllogos.engines.sketching import check_sketch
from syllogos.engines.solver_plan import close, plan_solver
from syllogos.logic.evidence import LogicEvidence, NeededPremises
from syllogos.logic.languages import fol, sketch
from syllogos.logic.sketches import CheckedSketch, ProofSketch, ReadSketch
from syllogos.logic.theories import Theory, TheoryProblem
from syllogos.match.engine import run_now
from syllogos.text.files import read_source
from syllogos.text.source import Source
from syllogos.verdict import Status, Verdict


@dataclass(frozen=True)
class VerifiedSketch:
    """What became of a sketch.

    Attributes:
        name: of its file.
        status: ``TRUE`` where it proves the conclusion; ``REJECTED`` where it cannot be read or its last step
            is not the conclusion and does not give it; ``INCONSISTENT`` where the premises are; else what
            the solver says of the first step that does not hold.
        read: with the problems and repairs.
        checked: the steps up to the first that does not hold; None where it cannot be read.
    """

    name: str
    status: Status
    read: ReadSketch
    checked: CheckedSketch | None = None


def verified_sketch(
    theory: Theory,
    given: str | Path | Source | ProofSketch,
    verdict: Verdict[Any],
    engine: str | object,
    steps: int,
) -> tuple[VerifiedSketch, Verdict[Any]]:
    """A sketch checked by an engine, and the verdict on the theory, which a sketch may make known.

    Raises:
        InputError: no such file; a step cites what is none.
    """
    name, read = _read(given, theory)
    if read.sketch is None:
        return VerifiedSketch(name, Status.REJECTED, read), verdict
    checked = _checked(theory, read.sketch, engine, steps)
    status = _status(checked, verdict)
    if status is Status.TRUE and verdict.status is Status.UNKNOWN:
        said = f"shown by the sketch, step by step (by itself: {verdict.reason})"
        evidence = LogicEvidence("UNKNOWN", NeededPremises(_premises(checked, theory)))
        verdict = replace(verdict, status=Status.TRUE, evidence=evidence, reason=said)
    return VerifiedSketch(name, status, read, checked), verdict


def _read(given: str | Path | Source | ProofSketch, theory: Theory) -> tuple[str, ReadSketch]:
    if isinstance(given, ProofSketch):
        return "sketch", ReadSketch(given)
    source = given if isinstance(given, Source) else read_source(Path(given))
    if not source.name.endswith(".json"):
        return source.name, sketch.read(source.text, theory)
    try:
        tree = json.loads(source.text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        return source.name, ReadSketch(None, (TheoryProblem("syntax", "this is no JSON", line, column),))
    return source.name, sketch.read_tree(tree, theory)


def _checked(theory: Theory, read: ProofSketch, engine: str | object, steps: int) -> CheckedSketch:
    plan = plan_solver(engine)
    solver = plan.open()

    async def ask(question: Theory) -> Verdict[Any]:
        return await solver.ask(question, steps=steps)

    async def asked() -> CheckedSketch:
        try:
            return await check_sketch(theory, read, ask)
        finally:
            if not plan.lent:
                await close(solver)

    return run_now(asked())


def _status(checked: CheckedSketch, verdict: Verdict[Any]) -> Status:
    if checked.failing:
        return checked.failing.verdict.status
    if verdict.status is Status.INCONSISTENT:
        return Status.INCONSISTENT
    return Status.TRUE if checked.proved else Status.REJECTED


def _premises(checked: CheckedSketch, theory: Theory) -> tuple[str, ...]:
    """The premises that the steps rest on, in the theory's order."""
    used: set[str] = set()
    for step in checked.steps:
        evidence = step.verdict.evidence
        needed = evidence.needed if isinstance(evidence, LogicEvidence) else None
        used.update(needed.premises if needed else step.uses)
    return tuple(p.name for p in theory.premises if p.name in used)


def sketch_json(found: VerifiedSketch) -> Mapping[str, Any]:
    """The part of ``verify --json`` that is about a sketch."""
    failing = found.checked.failing if found.checked else None
    return {
        "file": found.name,
        "status": found.status.value,
        "failing": failing.step.name if failing else None,
        "steps": [
            {
                "step": one.step.name,
                "formula": fol.printed_formula(one.step.formula),
                "from": list(one.step.uses),
                "status": one.verdict.status.value,
                "reason": one.verdict.reason,
            }
            for one in (found.checked.steps if found.checked else ())
        ],
        "errors": [
            {"line": p.line, "column": p.column, "message": p.say, "kind": p.kind}
            for p in found.read.problems
        ],
        "repaired": [str(repair) for repair in found.read.repairs],
    }
