"""From a game program to the finite tree of its play, in a guarded Prolog worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from syllogos.contract import Desk, Solver
from syllogos.engines.prolog.terms import Term
from syllogos.engines.solvers.swipl import Answers, Evidence, PrologQuery
from syllogos.formalization.faults import GameFault
from syllogos.formalization.play_report import (
    MOST_FAULTS,
    PlayedProgram,
    TreeReader,
    indicator,
    items,
    problem_fault,
)
from syllogos.formalization.situation import COMPLETIONS, GOAL, REQUIRED, cleaned, completed
from syllogos.match.desk import STEPS as DESK_STEPS
from syllogos.verdict import Bounds, Isolation, Status, Verdict

Prolog = Solver[PrologQuery, Answers]

# What a desk gives: else a referee refuses what is valid when the same program is checked by hand.
STEPS = DESK_STEPS
"""Inferences that a program's whole play may take."""


@dataclass(frozen=True)
class DeskProlog:
    """The desk's Prolog; the steps of a query are those of its table, or the desk's."""

    desk: Desk

    async def ask(self, query: PrologQuery, *, steps: int) -> Verdict[Answers]:  # noqa: ARG002
        """The verdict of the desk's solver."""
        return cast("Verdict[Answers]", await self.desk.ask("swipl", query))


@dataclass(frozen=True)
class Expanded:
    """What became of a program: the text that ran, what was removed and added, the game or the faults."""

    text: str
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    game: PlayedProgram | None = None
    faults: tuple[GameFault, ...] = ()
    seen: tuple[str, ...] = ()
    """The standard predicates that the program itself defines."""
    isolation: Isolation = "none"
    bounds: Bounds | None = None
    stable: bool = True
    """How it was confined, how far it was let go, and whether no clock decided; see :class:`Verdict`."""


async def expand(text: str, prolog: Prolog, *, strict: bool = False, steps: int = STEPS) -> Expanded:
    """Play a program's whole game.

    Args:
        text: the program.  Markdown fences and foreign comment marks are tolerated, and missing
            standard predicates are completed when moves and payoffs are defined.
        prolog: the solver that runs it.
        strict: tolerate and complete nothing, and where several payoffs are derived for one
            player take the first, as the original system does.
        steps: inferences, after which the program is stopped.
    """
    clean = cleaned(text)
    source = text if strict else clean.text
    removed = () if strict else clean.removed
    verdict = await _ask(source, prolog, steps)
    missing = () if strict else _Report.of(verdict).completable
    if missing:
        source = completed(source, missing)
        verdict = await _ask(source, prolog, steps)
    found = _expanded(_Report.of(verdict), source, removed, missing, strict)
    return replace(found, isolation=verdict.isolation, bounds=verdict.bounds, stable=verdict.stable)


async def _ask(text: str, prolog: Prolog, steps: int) -> Verdict[Answers]:
    query = PrologQuery(GOAL, program=text, libraries=("situation", "games"), answers=1)
    return await prolog.ask(query, steps=steps)


@dataclass(frozen=True)
class _Report:
    """The worker's answer: its terms, or the faults that stand in their place."""

    terms: Mapping[str, Term] = field(default_factory=dict)
    faults: tuple[GameFault, ...] = ()

    @classmethod
    def of(cls, verdict: Verdict[Answers]) -> _Report:
        if verdict.answer is not None and verdict.answer.rows:
            return cls(verdict.answer.rows[0])
        if verdict.status is Status.UNKNOWN:
            return cls({}, (GameFault("runtime", f"the program does not end: {verdict.reason}"),))
        evidence = verdict.evidence
        problems = evidence.problems if isinstance(evidence, Evidence) else ()
        found = tuple(problem_fault(p) for p in problems[:MOST_FAULTS])
        return cls({}, found or (GameFault("runtime", verdict.reason or "the program gives no game"),))

    @property
    def known(self) -> tuple[str, ...]:
        """The standard predicates that have clauses, as ``name/arity``."""
        return tuple(indicator(t) for t in items(self.terms.get("Known")))

    @property
    def completable(self) -> tuple[str, ...]:
        """Missing predicates that the library can add: where moves and payoffs are defined."""
        if not self.terms or not {*REQUIRED} <= {*self.known}:
            return ()
        if not {"payoff/4", "finally/2"} & {*self.known}:
            return ()
        return tuple(name for name in COMPLETIONS if name not in self.known)


def _expanded(
    report: _Report, text: str, removed: tuple[str, ...], added: tuple[str, ...], strict: bool
) -> Expanded:
    found = Expanded(text, removed, added, None, report.faults, report.known)
    if not report.terms:
        return found
    reader = TreeReader(text, strict)
    game = reader.game(report.terms)
    faults = tuple(dict.fromkeys(reader.faults))[:MOST_FAULTS]
    return Expanded(text, removed, added, None if faults else game, faults, report.known)
