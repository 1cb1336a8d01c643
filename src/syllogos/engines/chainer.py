"""Forward chaining over signed rules to the fixpoint, with a derivation of every fact.

Semi-naive: a new fact is joined with the known ones at each condition that it meets.  In an open world
what does not hold must be derived as well.  In a closed one an atom does not hold when it cannot be
derived; rules are then taken stratum by stratum (Apt, Blair and Walker, "Towards a theory of declarative
knowledge", 1988), so that a stratum is complete before anything rests on what it lacks.

An engine step is one candidate looked at: a fact for a condition, or a thing for a free variable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from syllogos.engines.steps import LimitReached, Steps
from syllogos.logic.derivations import Derivation, DerivationStep, Fixpoint, OpposedDerivations
from syllogos.logic.rules import HornRule, RuleProgram, RuleVariable, SignedAtom, World

_Kind = tuple[str, int, bool]
"""Predicate, number of arguments, sign."""
_Fact = tuple[_Kind, tuple[str, ...]]
_Bound = dict[str, str]
_Use = tuple[_Fact, bool]
"""What meets a condition, and whether it is the absence of its opposite instead of a fact."""
_Why = tuple[HornRule | None, tuple[_Use, ...]]


@dataclass(frozen=True)
class Chained:
    """How far chaining came.

    Attributes:
        end: ``fixpoint``; ``opposed``: a fact and its opposite, where it stops; ``steps``: the limit;
            ``circle``: in a closed world an atom rests on its own absence, so that nothing is said.
        fixpoint: the facts so far, in the order in which they were derived.
        steps: engine steps taken.
        opposed: the two derivations, where there are.
        circle: the predicates of the circle, where there is one.
    """

    end: Literal["fixpoint", "opposed", "steps", "circle"]
    fixpoint: Fixpoint
    steps: int
    opposed: OpposedDerivations | None = None
    circle: tuple[str, ...] = ()
    _why: Mapping[_Fact, _Why] = field(default_factory=dict, repr=False, compare=False)

    def derivation(self, atom: SignedAtom) -> Derivation | None:
        """How a fact follows, or None: it is no fact."""
        fact = _fact(atom)
        return _derivation(fact, self._why) if fact in self._why else None


def chain(program: RuleProgram, *, world: World = "open", steps: int = 1_000_000) -> Chained:
    """Everything that follows from the facts and rules of ``program``, within ``steps`` engine steps."""
    counter = Steps(steps)
    try:
        strata = _strata(program.rules, counter) if world == "closed" else (program.rules,)
    except LimitReached:
        return Chained("steps", Fixpoint(()), counter.taken)
    except _Circle as circle:
        return Chained("circle", Fixpoint(()), counter.taken, circle=circle.predicates)
    chaining = _Chaining(program, counter, closed=world == "closed")
    try:
        for rules in strata:
            chaining.stratum(rules)
        end: Literal["fixpoint", "steps", "opposed"] = "fixpoint"
    except LimitReached:
        end = "steps"
    except _Opposed:
        end = "opposed"
    return chaining.result(end)


def resting_on_absence(program: RuleProgram, steps: Steps) -> tuple[str, ...]:
    """The predicates of a circle through which, in a closed world, an atom rests on its own absence.

    Raises:
        LimitReached: there are too many rules for the steps.
    """
    try:
        _strata(program.rules, steps)
    except _Circle as circle:
        return circle.predicates
    return ()


class _Opposed(Exception):
    """The newest fact is the opposite of another."""


class _Circle(Exception):
    def __init__(self, predicates: tuple[str, ...]) -> None:
        self.predicates = predicates
        super().__init__(predicates)


class _Chaining:
    """The facts while they grow."""

    def __init__(self, program: RuleProgram, steps: Steps, *, closed: bool) -> None:
        self._steps, self._closed = steps, closed
        self._things = program.things
        self._known: dict[_Kind, dict[tuple[str, ...], None]] = {}
        self._why: dict[_Fact, _Why] = {}
        self._new: deque[_Fact] = deque()
        self._given = tuple(map(_fact, program.facts))

    def stratum(self, rules: Sequence[HornRule]) -> None:
        """Derive all that these rules give."""
        if self._given:
            for fact in self._given:
                self._add(fact, (None, ()))
            self._given = ()
        meeting: dict[_Kind, list[tuple[HornRule, int]]] = {}
        for rule in rules:
            for place, condition in enumerate(rule.conditions):
                meeting.setdefault(_kind(condition), []).append((rule, place))
        self._new.clear()
        for rule in rules:  # on what earlier strata left
            self._fire(rule, rule.conditions, {}, None)
        while self._new:
            kind, things = self._new.popleft()
            for rule, place in meeting.get(kind, ()):
                self._steps.take()
                bound: _Bound = {}
                if _unify(rule.conditions[place], things, bound):
                    self._fire(rule, rule.conditions, bound, place)

    def _fire(self, rule: HornRule, conditions: Sequence[SignedAtom], bound: _Bound, met: int | None) -> None:
        """Add the conclusions of every way to meet the conditions but the one at ``met``."""
        left = [c for place, c in enumerate(conditions) if place != met]
        if self._closed:  # what is absent is looked for last, when its things are known
            left.sort(key=lambda condition: not condition.holds)
        for ways in list(self._ways(left, bound)):
            for full in self._filled((*rule.conditions, rule.conclusion), ways):
                used = tuple((_ground(c, full), self._closed and not c.holds) for c in rule.conditions)
                self._add(_ground(rule.conclusion, full), (rule, used))

    def _ways(self, conditions: Sequence[SignedAtom], bound: _Bound) -> Iterator[_Bound]:
        """Every extension of ``bound`` that meets all conditions; without recursion."""
        ways = [bound]
        for condition in conditions:
            ways = [longer for way in ways for longer in self._met(condition, way)]
            if not ways:
                return
        yield from ways

    def _met(self, condition: SignedAtom, bound: _Bound) -> Iterator[_Bound]:
        kind = _kind(condition)
        known = self._known.get(kind, {})
        if self._closed and not condition.holds:
            for full in self._filled((condition,), bound):
                if _ground(condition, full)[1] not in self._known.get((*kind[:2], True), {}):
                    yield full
            return
        if condition.variables <= bound.keys():
            self._steps.take()
            if _ground(condition, bound)[1] in known:
                yield bound
            return
        for things in known:
            self._steps.take()
            longer = dict(bound)
            if _unify(condition, things, longer):
                yield longer

    def _filled(self, atoms: Sequence[SignedAtom], bound: _Bound) -> Iterator[_Bound]:
        """``bound`` with every thing for each variable of the atoms that it leaves free."""
        free = sorted(frozenset[str]().union(*(atom.variables for atom in atoms)) - bound.keys())
        ways = [bound]
        for name in free:
            longer = []
            for way in ways:
                for thing in self._things:
                    self._steps.take()
                    longer.append({**way, name: thing})
            ways = longer
        yield from ways

    def _add(self, fact: _Fact, why: _Why) -> None:
        kind, things = fact
        self._steps.take()
        known = self._known.setdefault(kind, {})
        if things in known:
            return
        known[things] = None
        self._why[fact] = why
        self._new.append(fact)
        if things in self._known.get((*kind[:2], not kind[2]), {}):
            raise _Opposed

    def result(self, end: Literal["fixpoint", "steps", "opposed"]) -> Chained:
        """What it came to."""
        facts = tuple(self._why)
        opposed = None
        if end == "opposed":
            kind, things = facts[-1]
            one, other = ((*kind[:2], not kind[2]), things), facts[-1]
            opposed = OpposedDerivations(_derivation(one, self._why), _derivation(other, self._why))
        return Chained(end, Fixpoint(tuple(map(_atom, facts))), self._steps.taken, opposed, (), self._why)


def _derivation(fact: _Fact, why: Mapping[_Fact, _Why]) -> Derivation:
    """The steps that lead to a fact, each once, uses before what they are used for."""
    place: dict[_Use, int] = {}
    steps: list[DerivationStep] = []
    stack: list[_Use] = [(fact, False)]
    while stack:
        atom, absent = top = stack[-1]
        rule, used = (None, ()) if absent else why[atom]
        missing = [] if top in place else [use for use in used if use not in place]
        if missing:
            stack.extend(reversed(missing))
            continue
        stack.pop()
        if top not in place:
            place[top] = len(steps)
            reason: Literal["given", "rule", "closed world"] = "rule" if rule else "given"
            uses = tuple(place[use] for use in used)
            steps.append(DerivationStep(_atom(atom), "closed world" if absent else reason, rule, uses))
    return Derivation(tuple(steps))


def _strata(rules: Sequence[HornRule], steps: Steps) -> Sequence[Sequence[HornRule]]:
    """The rules by strata, lowest first.

    Raises:
        _Circle: an atom rests on its own absence.
        LimitReached: there are too many rules for the steps.
    """
    level: dict[_Kind, int] = {}
    under: dict[_Kind, _Kind] = {}
    needed: dict[_Kind, list[tuple[_Kind, int]]] = {}
    for rule in rules:
        for condition in rule.conditions:
            predicate, size, holds = _kind(condition)
            needed.setdefault((predicate, size, holds), []).append((_kind(rule.conclusion), 0))
            if not holds:
                needed.setdefault((predicate, size, True), []).append((_kind(rule.conclusion), 1))
    most = len({target for targets in needed.values() for target, rise in targets if rise})
    waiting = deque(needed)
    while waiting:
        lower = waiting.popleft()
        for target, rise in needed.get(lower, ()):
            steps.take()
            if level.get(target, 0) < level.get(lower, 0) + rise:
                level[target], under[target] = level.get(lower, 0) + rise, lower
                if level[target] > most:
                    raise _Circle(_circle(target, under))
                waiting.append(target)
    levels: dict[int, list[HornRule]] = {}
    for rule in rules:
        levels.setdefault(level.get(_kind(rule.conclusion), 0), []).append(rule)
    return [levels[n] for n in sorted(levels)] or [()]


def _circle(start: _Kind, under: Mapping[_Kind, _Kind]) -> tuple[str, ...]:
    """The predicates of the circle that is reached from ``start`` downwards."""
    seen: dict[_Kind, None] = {}
    while start not in seen:
        seen[start] = None
        start = under[start]
    way = list(seen)
    return tuple(dict.fromkeys(kind[0] for kind in way[way.index(start) :]))


def _kind(atom: SignedAtom) -> _Kind:
    return atom.predicate, len(atom.arguments), atom.holds


def _fact(atom: SignedAtom) -> _Fact:
    return _ground(atom, {})


def _ground(atom: SignedAtom, bound: Mapping[str, str]) -> _Fact:
    things = tuple(bound[t.name] if isinstance(t, RuleVariable) else t for t in atom.arguments)
    return _kind(atom), things


def _atom(fact: _Fact) -> SignedAtom:
    (predicate, _, holds), things = fact
    return SignedAtom(predicate, things, holds)


def _unify(pattern: SignedAtom, things: tuple[str, ...], bound: _Bound) -> bool:
    """Whether things are a case of a pattern under ``bound``, which is extended."""
    for term, thing in zip(pattern.arguments, things, strict=True):
        meant = bound.setdefault(term.name, thing) if isinstance(term, RuleVariable) else term
        if meant != thing:
            return False
    return True
