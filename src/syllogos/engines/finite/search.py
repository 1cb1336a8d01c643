"""Exact search over finite domains with propagation; every option of a problem on its own.

Values that make a condition false are struck out until nothing changes (Mackworth, "Consistency in
networks of relations", 1977), then the smallest domain is split.  The search is complete: that there is
no solution is a result.

An engine step is one reading of a condition, or one case of a quantifier that is expanded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Protocol

from syllogos.engines.finite.grounding import Domains, GroundCondition, GroundNumber, GroundProblem
from syllogos.engines.steps import Steps
from syllogos.logic.constraints import Assignment, Expression, FiniteProblem, Operation, holds
from syllogos.logic.options import (
    ChosenOptions,
    ConflictingConstraints,
    OptionResult,
    Possibility,
    settled,
    tested_with,
)

DEAREST = 4_000
"""Readings times cells of one condition beyond which its values are not tried one by one."""


def choose(problem: FiniteProblem, steps: Steps) -> ChosenOptions | ConflictingConstraints:
    """What of each option is right, or which constraints cannot hold together.

    Raises:
        LimitReached: the steps end before the search does.
    """
    return choose_by(_Search(problem, steps), problem, steps)


class AssignmentSearch(Protocol):
    """Whatever finds assignments."""

    def solution(self, constraints: Sequence[Expression]) -> Assignment | None:
        """Some assignment of which all constraints are true."""

    def conflict(self, constraints: Sequence[Expression]) -> tuple[Expression, ...]:
        """Constraints that cannot hold together, of which none can be left out."""


def choose_by(
    search: AssignmentSearch, problem: FiniteProblem, steps: Steps
) -> ChosenOptions | ConflictingConstraints:
    """:func:`choose` by any search; a step is one condition that an option asks about."""
    first = search.solution(problem.constraints)
    if first is None:
        return ConflictingConstraints(search.conflict(problem.constraints))
    found = [first]

    def case(aim: Expression, constraints: tuple[Expression, ...]) -> Assignment | None:
        """An assignment that meets the constraints and the aim; those of before are tried first."""
        one = next((one for one in found if holds(aim, one, problem)), None)
        if one is not None:
            return one
        one = search.solution((*constraints, aim))
        if one is not None and constraints is problem.constraints:
            found.append(one)
        return one

    possible: dict[Expression, Assignment | None] = {}

    def asked(body: Expression) -> bool:
        steps.take()
        if body not in possible:
            possible[body] = case(body, problem.constraints)
        return possible[body] is not None

    conditions = [settled(option.condition, problem, asked) for option in problem.options]
    results, left = [], []
    for option, condition in zip(problem.options, conditions, strict=True):
        follows = option.test == "follows"
        aim = Operation("not", (condition,)) if follows else condition
        shown = case(aim, tested_with(option, problem))
        results.append(OptionResult(option.label, ((shown is None) is follows) is option.wanted, shown))
    plain = all(o.test == "follows" and o.wanted and o.instead_of is None for o in problem.options)
    if plain and not possible and not any(r.right for r in results):
        shown_by = ((option.label, case(option.condition, problem.constraints)) for option in problem.options)
        left = [OptionResult(label, False, shown) for label, shown in shown_by if shown]
    asked_for = tuple(Possibility(body, shown) for body, shown in possible.items())
    return ChosenOptions(tuple(results), tuple(left), asked_for)


class _Search:
    """The cells of a problem, and the constraints that were read before."""

    def __init__(self, problem: FiniteProblem, steps: Steps) -> None:
        self._steps = steps
        self._ground = GroundProblem(problem, steps)
        self._read: dict[Expression, tuple[GroundCondition, ...]] = {}

    def solution(self, constraints: Sequence[Expression]) -> Assignment | None:
        """Some assignment of which all constraints are true."""
        conditions: list[GroundCondition] = []
        for constraint in constraints:
            if constraint not in self._read:
                self._read[constraint] = self._ground.conditions(constraint)
            conditions += self._read[constraint]
        domains = _searched(list(self._ground.domains), conditions, self._steps)
        return None if domains is None else self._ground.assignment(domains)

    def conflict(self, constraints: Sequence[Expression]) -> tuple[Expression, ...]:
        """Constraints that cannot hold together, of which none can be left out."""
        kept = list(dict.fromkeys(constraints))
        for constraint in tuple(kept):
            fewer = [one for one in kept if one != constraint]
            if self.solution(fewer) is None:
                kept = fewer
        return tuple(kept)


def _searched(domains: Domains, conditions: Sequence[GroundCondition], steps: Steps) -> Domains | None:
    """Domains of one value each that meet all conditions."""
    if not all(domains):
        return None
    touching: list[list[int]] = [[] for _ in domains]
    for number, condition in enumerate(conditions):
        for cell in condition.scope:
            touching[cell].append(number)
    if not _propagated(domains, conditions, touching, range(len(conditions)), steps):
        return None
    stack = [domains]
    while stack:
        top = stack.pop()
        free = [cell for cell, domain in enumerate(top) if len(domain) > 1]
        if not free:
            return top
        cell = min(free, key=lambda one: (len(top[one]), -len(touching[one])))
        for value in reversed(top[cell]):
            chosen = list(top)
            chosen[cell] = (value,)
            stack.append(chosen)
        while stack and not _propagated(
            stack[-1], conditions, touching, _changed(stack[-1], top, touching), steps
        ):
            stack.pop()
    return None


def _changed(domains: Domains, before: Domains, touching: Sequence[Sequence[int]]) -> Sequence[int]:
    cell = next((i for i, domain in enumerate(domains) if domain is not before[i]), None)
    return touching[cell] if cell is not None else ()


def _propagated(
    domains: Domains,
    conditions: Sequence[GroundCondition],
    touching: Sequence[Sequence[int]],
    first: Iterable[int],
    steps: Steps,
) -> bool:
    """Strike out of ``domains`` what no condition allows; false when nothing is left."""
    queue = deque(first)
    waiting = set(queue)
    while queue:
        number = queue.popleft()
        waiting.discard(number)
        condition = conditions[number]
        steps.take()
        truth = condition.read(domains)
        if truth is False:
            return False
        if truth is True:
            continue
        free = [cell for cell in condition.scope if len(domains[cell]) > 1]
        if len(free) > 1 and sum(len(domains[c]) for c in free) * len(condition.scope) > DEAREST:
            continue
        for cell in free:
            kept = _kept(domains, cell, condition, steps)
            if not kept:
                return False
            if len(kept) < len(domains[cell]):
                domains[cell] = kept
                for other in touching[cell]:
                    if other not in waiting:
                        waiting.add(other)
                        queue.append(other)
    return True


def _kept(domains: Domains, cell: int, condition: GroundCondition, steps: Steps) -> tuple[GroundNumber, ...]:
    domain, kept = domains[cell], []
    for value in domain:
        steps.take()
        domains[cell] = (value,)
        if condition.read(domains) is not False:
            kept.append(value)
    domains[cell] = domain
    return tuple(kept)
