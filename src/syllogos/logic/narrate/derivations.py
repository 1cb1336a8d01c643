"""Derivations in a few plain lines."""

from __future__ import annotations

from collections.abc import Sequence

from syllogos.logic.derivations import Derivation, Fixpoint, OpposedDerivations
from syllogos.logic.rules import SignedAtom

MOST_LINES = 14
"""Lines of one narration; of a longer derivation the middle is left out, and counted."""
MOST_FACTS = 20
"""Facts that are listed."""


def narrate(evidence: Derivation | OpposedDerivations | Fixpoint, query: SignedAtom | None = None) -> str:
    """What the evidence says, one step a line.

    Args:
        evidence: of a verdict on rules.
        query: what was asked, for evidence that it cannot be derived.
    """
    match evidence:
        case Derivation():
            return "\n".join(_shortened(_steps(evidence), MOST_LINES))
        case OpposedDerivations(one, other):
            lines = [f"The premises contradict each other: {one.shown}, and {other.shown}."]
            for derivation in (one, other):
                lines += [f"Why {derivation.shown}:", *_shortened(_steps(derivation), MOST_LINES // 2)]
            return "\n".join(lines)
        case Fixpoint(facts):
            about = [fact for fact in facts if not query or fact.predicate == query.predicate]
            asked = f"Neither {query} nor {query.opposite} can be derived. " if query else ""
            said = f"{asked}All that follows"
            return f"{said}{f' about {query.predicate}' if query else ''}: {_listed(about)}."


def _steps(derivation: Derivation) -> Sequence[str]:
    facts = [step.fact for step in derivation.steps]
    lines = []
    if given := [step.fact for step in derivation.steps if step.why == "given"]:
        lines.append(f"Given: {_listed(given)}.")
    for step in derivation.steps:
        if step.why == "closed world":
            lines.append(f"{step.fact}, since nothing says otherwise (closed world).")
        elif step.rule:
            because = " and ".join(str(facts[use]) for use in step.uses)
            since = f", since {because}" if because else ""
            lines.append(f"So {step.fact}{since} (rule: {step.rule}).")
    return lines


def _shortened(lines: Sequence[str], most: int) -> Sequence[str]:
    if len(lines) <= most:
        return lines
    head, tail = most // 2, most - most // 2 - 1
    return (*lines[:head], f"... {len(lines) - head - tail} more steps ...", *lines[-tail:])


def _listed(facts: Sequence[SignedAtom]) -> str:
    shown = ", ".join(map(str, facts[:MOST_FACTS])) or "nothing"
    more = len(facts) - MOST_FACTS
    return f"{shown} and {more} more" if more > 0 else shown
