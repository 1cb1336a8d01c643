"""The possibility matrix of a table of Clue: complete, exact, with reasons.

``deduce(log)`` decides every cell that all consistent deals agree on, counts the deals and
gives exact probabilities; ``explain`` names the events that force a cell.  A log grows by
``replace(log, events=(*log.events, event))`` and shrinks by dropping its last event.
"""

from __future__ import annotations

from dataclasses import dataclass

from syllogos.clue.belief import Belief
from syllogos.clue.deals import ClueTable, Suggestion, TableLog, event_fault, length_fault, table_fault
from syllogos.clue.deduction.classes import work
from syllogos.clue.deduction.facts import Facts, Mode, close
from syllogos.clue.deduction.probabilities import ShowModel, belief_of
from syllogos.clue.deduction.reasons import Reason, facts_of, reason
from syllogos.errors import InputError
from syllogos.verdict import Status, Verdict

ENGINE = "deals"
POINTS_A_STEP = 256
"""Grid points counted in one engine step."""
MOST_POINTS = 16_000_000
"""Grid points that :func:`deduce` counts; any table with the classic deck needs fewer."""


@dataclass(frozen=True)
class Query:
    """A log, how far to reason, and how to weight the deals."""

    log: TableLog
    mode: Mode = "full"
    show_model: ShowModel = "uniform"


def deduce(
    log: TableLog, mode: Mode = "full", show_model: ShowModel = "uniform", *, once: bool = False
) -> Belief:
    """What follows from a log; ``once`` says that no other will be asked for, see :func:`count`.

    Modes below ``full`` decide fewer cells and count nothing.  A log that no deal fits is a
    belief with a contradiction.

    Raises:
        InputError: the log names what is not there, see :func:`fault_of`, or the deals are more
            than can be counted.
    """
    if fault := fault_of(log):
        raise InputError(fault)
    facts = _closed(log, mode)
    points = work(facts, weighted=show_model == "random_card") if facts and mode == "full" else 0
    if points > MOST_POINTS:
        say = f"the deals are too many to count ({points} points, at most {MOST_POINTS})"
        raise InputError(f"{say}: reason less far, with mode L2")
    return belief_of(log, facts, mode, show_model, once=once)


def explain(log: TableLog, card: str, holder: str) -> Reason | None:
    """Why a cell of the complete matrix is decided; None when it is open.

    Raises:
        InputError: an unknown card or holder, or a log that is senseless or impossible.
    """
    belief = deduce(log)
    if belief.contradiction or belief.matrix is None:
        raise InputError("no deal is left, so no cell has a reason")
    if card not in belief.matrix or holder not in belief.matrix[card]:
        raise InputError(f"there is no cell {card!r}, {holder!r}")
    mark = belief.matrix[card][holder]
    return None if mark == "MAYBE" else reason(log, card, holder, mark)


def fault_of(log: TableLog) -> str:
    """What makes a log senseless, with the event's number from 0; empty when nothing does."""
    if fault := table_fault(log.table) or length_fault(len(log.events)):
        return fault
    faults = ((i, event_fault(log.table, event)) for i, event in enumerate(log.events))
    return next((f"event {i}: {fault}" for i, fault in faults if fault), "")


class Deals:
    """The solver: :func:`deduce` in a thread, so that an event loop goes on meanwhile."""

    async def ask(self, query: Query, *, steps: int) -> Verdict[Belief]:
        """The belief (``TRUE``), a contradiction (``INCONSISTENT``), or the limit (``UNKNOWN``)."""
        from asyncio import to_thread  # noqa: PLC0415 (a matrix alone needs no event loop)

        return await to_thread(answer, query, steps)


def answer(query: Query, steps: int) -> Verdict[Belief]:
    """The verdict on a query; a step is :data:`POINTS_A_STEP` points of the counting grid."""
    if fault := fault_of(query.log):
        return Verdict(Status.REJECTED, reason=fault, engine=ENGINE)
    facts = _closed(query.log, query.mode)
    weighted = query.show_model == "random_card"
    needed = work(facts, weighted=weighted) // POINTS_A_STEP if facts and query.mode == "full" else 0
    if needed > steps:
        return Verdict(Status.UNKNOWN, reason=f"{needed} steps are needed, {steps} allowed", engine=ENGINE)
    belief = belief_of(query.log, facts, query.mode, query.show_model)
    status = Status.INCONSISTENT if belief.contradiction else Status.TRUE
    return Verdict(status, belief, evidence=belief.contradiction or belief.deals, engine=ENGINE)


def make() -> Deals:
    """The solver of deals."""
    return Deals()


_TABLE = ClueTable(
    {"who": ("Ann", "Bob"), "what": ("Cup", "Pin"), "where": ("Attic", "Barn")},
    ("Ivy", "Jon"), (2, 1), "Jon", ("Cup",), (),
)  # fmt: skip
_SHOWN = Suggestion("Jon", ("Ann", "Pin", "Attic"), (), "Ivy", "Ann")
make.queries = (  # type: ignore[attr-defined]
    Query(TableLog(_TABLE, (_SHOWN,))),
    Query(TableLog(_TABLE, (_SHOWN,)), "L1"),
    Query(TableLog(_TABLE, (_SHOWN, Suggestion("Jon", ("Ann", "Pin", "Attic"), ("Ivy",))))),
)


def _closed(log: TableLog, mode: Mode) -> Facts | None:
    facts = facts_of(log, range(len(log.events)))
    return close(facts, mode) if facts else None
