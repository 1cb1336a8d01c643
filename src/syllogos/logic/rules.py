"""Rules with signs: facts, rules from conditions to a conclusion, and one query.

An atom is said to hold or not to hold, and both are facts of their own: what is not said is open, or,
in a closed world, does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

World = Literal["open", "closed"]
"""Whether what cannot be derived is open, or does not hold (negation as failure)."""


@dataclass(frozen=True)
class RuleVariable:
    """A variable of a rule, which stands for every thing that is named; ``$x`` is ``RuleVariable("x")``."""

    name: str


RuleTerm = str | RuleVariable
"""A thing by its name, or a variable."""


@dataclass(frozen=True)
class SignedAtom:
    """A predicate of things that holds, or does not hold."""

    predicate: str
    arguments: tuple[RuleTerm, ...] = ()
    holds: bool = True

    @property
    def opposite(self) -> SignedAtom:
        """The atom with the other sign."""
        return SignedAtom(self.predicate, self.arguments, not self.holds)

    @property
    def variables(self) -> frozenset[str]:
        """The names of its variables."""
        return frozenset(term.name for term in self.arguments if isinstance(term, RuleVariable))

    def __str__(self) -> str:
        terms = ", ".join(f"${t.name}" if isinstance(t, RuleVariable) else t for t in self.arguments)
        return f"{'' if self.holds else 'not '}{self.predicate}{f'({terms})' if terms else ''}"


@dataclass(frozen=True)
class HornRule:
    """Where all conditions are facts the conclusion is one too.

    A variable of the conclusion that no condition binds stands for every thing that is named.
    """

    conditions: tuple[SignedAtom, ...]
    conclusion: SignedAtom

    def __str__(self) -> str:
        conclusion = f"always {self.conclusion}"
        if self.conditions:
            conclusion = f"if {' and '.join(map(str, self.conditions))} then {self.conclusion}"
        return conclusion


@dataclass(frozen=True)
class RuleProgram:
    """Facts without variables, rules, and the atom that is asked for."""

    facts: tuple[SignedAtom, ...]
    rules: tuple[HornRule, ...]
    query: SignedAtom

    @property
    def atoms(self) -> Iterator[SignedAtom]:
        """Every atom, in the order in which they stand."""
        yield from self.facts
        for rule in self.rules:
            yield from rule.conditions
            yield rule.conclusion
        yield self.query

    @property
    def things(self) -> tuple[str, ...]:
        """The names of all things, in the order in which they appear."""
        named = (term for atom in self.atoms for term in atom.arguments if isinstance(term, str))
        return tuple(dict.fromkeys(named))


@dataclass(frozen=True)
class RuleQuestion:
    """A program and the world in which its query is asked."""

    program: RuleProgram
    world: World = "open"
