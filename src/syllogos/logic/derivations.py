"""How a fact follows from facts and rules, step by step, and the check of such steps by themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from syllogos.logic.rules import HornRule, RuleProgram, RuleTerm, RuleVariable, SignedAtom


@dataclass(frozen=True)
class DerivationStep:
    """One fact and why it is one.

    Attributes:
        fact: without variables.
        why: ``given``; by a ``rule``; or ``closed world``: the opposite cannot be derived.
        rule: the rule, where it is one.
        uses: the places in the derivation, from 0, of the facts that meet the rule's conditions.
    """

    fact: SignedAtom
    why: Literal["given", "rule", "closed world"]
    rule: HornRule | None = None
    uses: tuple[int, ...] = ()


@dataclass(frozen=True)
class Derivation:
    """Steps, of which each uses earlier ones; the last is what was to be shown."""

    steps: tuple[DerivationStep, ...]

    @property
    def shown(self) -> SignedAtom:
        """What it derives."""
        return self.steps[-1].fact


@dataclass(frozen=True)
class OpposedDerivations:
    """Why premises contradict each other: the derivation of a fact, and that of its opposite."""

    one: Derivation
    other: Derivation


@dataclass(frozen=True)
class Fixpoint:
    """All facts that can be derived, in the order in which they were; the rules give no more."""

    facts: tuple[SignedAtom, ...]


def faulty_step(
    derivation: Derivation, program: RuleProgram, derivable: Collection[SignedAtom] | None = None
) -> str:
    """What is wrong with a derivation, empty for nothing; it uses no engine.

    Args:
        derivation: the steps.
        program: the facts and rules that they may use.
        derivable: all facts that can be derived, where the world is closed; None in an open one.
    """
    given, rules = set(program.facts), set(program.rules)
    for place, step in enumerate(derivation.steps):
        match step.why:
            case "given":
                wrong = "" if step.fact in given else "it is not given"
            case "closed world":
                closed = derivable is not None and not step.fact.holds
                wrong = "" if closed and step.fact.opposite not in (derivable or ()) else "its world is open"
            case "rule":
                wrong = _wrong_use(derivation, place, rules)
        if wrong:
            return f"step {place + 1} ({step.fact}): {wrong}"
    return ""


def _wrong_use(derivation: Derivation, place: int, rules: Collection[HornRule]) -> str:
    step = derivation.steps[place]
    if step.rule not in rules or step.rule is None:
        return "its rule is not given"
    if any(not 0 <= use < place for use in step.uses) or len(step.uses) != len(step.rule.conditions):
        return "it does not use one earlier step for each condition"
    facts = [derivation.steps[use].fact for use in step.uses]
    bound: dict[str, str] = {}
    for pattern, fact in zip((*step.rule.conditions, step.rule.conclusion), (*facts, step.fact), strict=True):
        if not _meets(pattern, fact, bound):
            return f"{fact} is no case of {pattern}"
    return ""


def _meets(pattern: SignedAtom, fact: SignedAtom, bound: dict[str, str]) -> bool:
    """Whether ``fact`` is a case of ``pattern`` under ``bound``, which is extended."""
    same = (pattern.predicate, pattern.holds, len(pattern.arguments)) == (
        fact.predicate, fact.holds, len(fact.arguments),
    )  # fmt: skip
    return same and all(
        _stands(term, thing, bound) for term, thing in zip(pattern.arguments, fact.arguments, strict=True)
    )


def _stands(term: RuleTerm, thing: RuleTerm, bound: dict[str, str]) -> bool:
    if not isinstance(thing, str):
        return False
    return (bound.setdefault(term.name, thing) if isinstance(term, RuleVariable) else term) == thing


def instance(pattern: SignedAtom, bound: Mapping[str, str]) -> SignedAtom:
    """``pattern`` with its variables replaced."""
    terms = tuple(bound[t.name] if isinstance(t, RuleVariable) else t for t in pattern.arguments)
    return SignedAtom(pattern.predicate, terms, pattern.holds)
