"""Rules with signs as answer set programs: what holds and what does not are two predicates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from syllogos.logic.languages.asp import AspAtom, AspLiteral, AspRule, AspStatement
from syllogos.logic.rules import HornRule, RuleProgram, RuleVariable, SignedAtom, World

THING = "thing"


class RuleNames:
    """The numbers of a program's predicates and things."""

    def __init__(self, program: RuleProgram) -> None:
        self.things = program.things
        self.predicates = tuple(dict.fromkeys((a.predicate, len(a.arguments)) for a in program.atoms))
        self._thing = {thing: n for n, thing in enumerate(self.things)}
        self._predicate = {key: n for n, key in enumerate(self.predicates)}

    def atom(self, signed: SignedAtom, letters: Mapping[str, str], *, holds: bool) -> AspAtom:
        """An atom in numbers: ``y3`` is the fourth predicate that holds, ``n3`` that it does not."""
        number = self._predicate[signed.predicate, len(signed.arguments)]
        terms = (letters[t.name] if isinstance(t, RuleVariable) else self._thing[t] for t in signed.arguments)
        return AspAtom(f"{'y' if holds else 'n'}{number}", tuple(terms))

    def fact(self, name: str, things: Sequence[int]) -> SignedAtom:
        """The fact that an atom of a model stands for."""
        predicate = self.predicates[int(name[1:])][0]
        return SignedAtom(predicate, tuple(self.things[n] for n in things), name[0] == "y")


def statements(program: RuleProgram, names: RuleNames, world: World) -> Iterable[AspStatement]:
    """The program; in a closed world what does not hold in a condition is what nothing derives."""
    closed = world == "closed"
    yield from (AspRule(AspAtom(THING, (n,))) for n in range(len(names.things)))
    for rule in (*(HornRule((), fact) for fact in program.facts), *program.rules):
        whole = (*rule.conditions, rule.conclusion)
        free = sorted(frozenset[str]().union(*(a.variables for a in whole)))
        letters = {name: f"V{n}" for n, name in enumerate(free)}
        body = [
            AspLiteral(names.atom(c, letters, holds=c.holds or closed), c.holds or not closed)
            for c in rule.conditions
        ]
        body += [AspLiteral(AspAtom(THING, (letter,))) for letter in letters.values()]
        yield AspRule(names.atom(rule.conclusion, letters, holds=rule.conclusion.holds), tuple(body))
