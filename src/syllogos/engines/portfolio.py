"""Several solvers on one question: what their verdicts come to, and when the others can stop.

An answer is ``TRUE``, ``FALSE`` or ``OPEN``; ``INCONSISTENT`` says that the premises are wrong.  Each of
these stands against every other.  ``UNKNOWN`` and ``REJECTED`` decide nothing and are counted for nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from syllogos.verdict import Bounds, Isolation, Status, Verdict

ENGINE = "portfolio"

Rule = Literal["agreement", "majority", "first", "twice"]
RUNS = 5
"""Runs at most until one outcome has come twice."""
DECIDED = frozenset({Status.TRUE, Status.FALSE, Status.OPEN, Status.INCONSISTENT})
WEAKEST: tuple[Isolation, ...] = ("none", "guarded", "sealed")


@dataclass(frozen=True)
class Opinion:
    """What one solver said; ``verdict`` is None when it was stopped before it had an answer."""

    solver: str
    verdict: Verdict[Any] | None = None

    def __str__(self) -> str:
        return f"{self.solver} {self.verdict.status}" if self.verdict else f"{self.solver} was stopped"


@dataclass(frozen=True)
class Opinions:
    """The evidence of a portfolio: who said what, in the order in which the solvers are listed."""

    rule: Rule
    members: tuple[Opinion, ...]

    def __str__(self) -> str:
        left_out = self.rule == "twice"  # who was not asked was not stopped either
        return ", ".join(str(member) for member in self.members if member.verdict or not left_out)

    @property
    def heard(self) -> tuple[Verdict[Any], ...]:
        """The verdicts of those who were not stopped."""
        return tuple(opinion.verdict for opinion in self.members if opinion.verdict)

    @property
    def decided(self) -> tuple[Verdict[Any], ...]:
        """The verdicts that decide something."""
        return tuple(verdict for verdict in self.heard if verdict.status in DECIDED)


def settled(opinions: Opinions) -> bool:
    """Whether nothing that is still to be said can change what the opinions come to."""
    match opinions.rule:
        case "first":
            return bool(opinions.decided)
        case "majority":
            return _most(opinions) is not None
        case "twice":
            return _twice(opinions) is not None
    return False


def combined(opinions: Opinions, *, steps: int) -> Verdict[Any]:
    """The verdict that the opinions come to.

    Its answer is that of the first listed solver with its status.  It is stable when all were
    heard and every verdict is; who was stopped depends on a clock, but where they are asked in turn.
    """
    chosen = _chosen(opinions)
    status = chosen.status if chosen else _undecided(opinions.heard)
    in_turn = opinions.rule == "twice"
    stable = all(o.verdict.stable if o.verdict else in_turn for o in opinions.members)
    confined = {v.isolation for v in opinions.heard}
    isolation = next((kind for kind in WEAKEST if kind in confined), WEAKEST[0])
    answer = chosen.answer if chosen else None
    reason = _reason(opinions, chosen)
    return Verdict(status, answer, opinions, reason, ENGINE, isolation, stable, Bounds(steps))


def _chosen(opinions: Opinions) -> Verdict[Any] | None:
    """The verdict that stands for all, if the rule gives one."""
    decided = opinions.decided
    match opinions.rule:
        case "first":
            return decided[0] if decided else None
        case "agreement":
            return decided[0] if len({v.status for v in decided}) == 1 else None
        case "twice":
            wanted = _twice(opinions)
        case "majority":
            wanted = _most(opinions)
    return next((v for v in decided if v.status == wanted), None)


def _twice(opinions: Opinions) -> Status | None:
    """The outcome that came twice first."""
    met: set[Status] = set()
    for verdict in opinions.decided:
        if verdict.status in met:
            return verdict.status
        met.add(verdict.status)
    return None


def _most(opinions: Opinions) -> Status | None:
    """What more than half of all solvers say, stopped and undecided ones among them."""
    votes = Counter(v.status for v in opinions.decided).most_common(1)
    return votes[0][0] if votes and 2 * votes[0][1] > len(opinions.members) else None


def _undecided(heard: Sequence[Verdict[Any]]) -> Status:
    """Where all refuse the query it is at fault; anything else leaves it unknown."""
    refused = heard and all(verdict.status is Status.REJECTED for verdict in heard)
    return Status.REJECTED if refused else Status.UNKNOWN


def _reason(opinions: Opinions, chosen: Verdict[Any] | None) -> str:
    if chosen:
        said = {
            "first": "the first answer",
            "majority": "a majority",
            "agreement": "all who decide agree",
            "twice": "it came twice",
        }
        return f"{said[opinions.rule]}: {opinions}"
    if not opinions.decided:
        why = "; ".join(f"{o}: {o.verdict.reason}" for o in opinions.members if o.verdict)
        return f"no solver decides: {why}"
    fails = "no majority" if opinions.rule in ("majority", "twice") else "the solvers disagree"
    return f"{fails}: {opinions}"
