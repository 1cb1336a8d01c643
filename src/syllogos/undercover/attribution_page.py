"""An attribution as JSON and as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.languages import tptp
from syllogos.text.plain import plain
from syllogos.undercover.attribution import Attribution, DrawnConclusion
from syllogos.verdict import Verdict

LIKENESS = "selected by likeness of words, which is no reasoning; a model reasons: --model provider/name"


def attribution_json(found: Attribution) -> dict[str, Any]:
    """What ``attribute --json`` prints: the four keys of its contract, and what led there."""
    drawn = found.conclusion
    return {
        "selected": dict(found.selected),
        "plausibility": {one.agent: dict(one.plausibility) for one in found.selections},
        "because": {one.agent: one.because for one in found.selections},
        "faults": {one.agent: one.fault.say for one in found.selections if one.fault},
        "by": found.by,
        "conclusion": drawn.text if drawn else None,
        "conclusion_because": drawn.because if drawn else None,
        "conclusion_fault": drawn.fault.say if drawn and drawn.fault else None,
        "attempts": drawn.attempts if drawn else 0,
        "verdict": _verdict_json(drawn.verdict) if drawn and drawn.verdict else None,
        "theory": tptp.printed(drawn.theory) if drawn and drawn.theory else None,
        "tokens": found.tokens,
    }


def _verdict_json(verdict: Verdict[Any]) -> dict[str, Any]:
    evidence = verdict.evidence
    logic = evidence if isinstance(evidence, LogicEvidence) else LogicEvidence("UNKNOWN")
    return {
        "status": verdict.status.value,
        "engine": verdict.engine,
        "isolation": verdict.isolation,
        "consistency": logic.consistency,
        "needed": list(logic.needed.premises) if logic.needed else None,
        "countermodel": plain(logic.countermodel.structure) if logic.countermodel else None,
        "says": str(logic.countermodel or logic.needed or ""),
        "reason": verdict.reason,
        "stable": verdict.stable,
    }


def attribution_lines(found: Attribution) -> Iterator[str]:
    """An attribution, line by line."""
    for one in found.selections:
        yield f"{one.agent}: {one.hypothesis or _undecided(one.fault.say if one.fault else '')}"
        for hypothesis, share in sorted(one.plausibility.items(), key=lambda item: -item[1]):
            yield f"  {share:6.1%}  {hypothesis}"
        if one.because and found.by == "model":
            yield f"  because {one.because}"
    if found.by == "likeness":
        yield f"({LIKENESS})"
    elif found.conclusion is None:
        yield "no conclusion: an intention is open, and nothing is assumed for it"
    else:
        yield from _concluded(found.conclusion)


def _undecided(fault: str) -> str:
    return f"undecided ({fault})" if fault else "undecided: two hypotheses are alike"


def _concluded(drawn: DrawnConclusion) -> Iterator[str]:
    yield f"so: {drawn.text or 'nothing'}"
    if drawn.because:
        yield f"  because {drawn.because}"
    if drawn.fault:
        yield f"  not checked: {drawn.fault.say}"
    if drawn.verdict:
        said = _verdict_json(drawn.verdict)
        why = said["says"] or said["reason"]
        yield f"  {drawn.verdict.status}{f' ({why})' if why else ''}"
    if drawn.attempts > 1:
        yield f"  the {_ordinal(drawn.attempts)} conclusion; those before it did not stand"


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")
