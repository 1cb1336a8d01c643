"""The possibility matrix of a table of Clue: complete, exact, with reasons.

``deduce(log)`` decides every cell that all consistent deals agree on, counts the deals and
gives exact probabilities; ``explain`` names the events that force a cell.  A log grows by
``replace(log, events=(*log.events, event))`` and shrinks by dropping its last event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from syllogos.clue.belief import Belief, Mark, Unresolved
from syllogos.clue.deals import ClueTable, Suggestion, TableLog, event_fault, length_fault, table_fault
from syllogos.clue.deduction.classes import Counts, work
from syllogos.clue.deduction.count import count
from syllogos.clue.deduction.facts import Facts, Mode, bits, close
from syllogos.clue.deduction.reasons import Reason, contradiction, facts_of, reason
from syllogos.errors import InputError
from syllogos.verdict import Status, Verdict

ENGINE = "deals"
POINTS_A_STEP = 256
"""Grid points counted in one engine step."""
MOST_POINTS = 16_000_000
"""Grid points that :func:`deduce` counts; any table with the classic deck needs fewer."""

Masks = tuple[tuple[int, int], ...]
ShowModel = Literal["uniform", "random_card"]
"""``uniform``: all consistent deals alike; ``random_card``: who was asked chose the card to show at
random, so that a card shown out of k counts 1/k."""


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
    return _belief(log, facts, mode, show_model, once=once)


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
    belief = _belief(query.log, facts, query.mode, query.show_model)
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


def _belief(
    log: TableLog, facts: Facts | None, mode: Mode, show_model: ShowModel, *, once: bool = False
) -> Belief:
    counts = count(facts, once=once) if facts and mode == "full" else None
    if facts is None or (counts and not counts.deals):
        return Belief(log.table, contradiction(log, mode), 0 if mode == "full" else None)
    if counts is None:
        can, has = facts.can, facts.has
        return Belief(
            log.table, matrix=_matrix(log, can, has), unresolved=_unresolved(log, facts.some, can, has)
        )
    can = tuple(sum(card for card, n in held.items() if n) for held in counts.held)
    has = tuple(sum(card for card, n in held.items() if n == counts.deals) for held in counts.held)
    weighted = (
        count(facts, weighted=True, once=once) if show_model == "random_card" and facts.shown else counts
    )
    return Belief(
        log.table,
        deals=counts.deals,
        matrix=_matrix(log, can, has),
        probabilities=_probabilities(log, weighted),
        envelopes=_envelopes(log, weighted),
        unresolved=_unresolved(log, facts.some, can, has),
    )


def _matrix(log: TableLog, can: tuple[int, ...], has: tuple[int, ...]) -> Mapping[str, Mapping[str, Mark]]:
    def mark(card: int, holder: int) -> Mark:
        return "YES" if has[holder] & card else "MAYBE" if can[holder] & card else "NO"

    holders = tuple(enumerate(log.table.holders))
    return {card: {who: mark(1 << i, h) for h, who in holders} for i, card in enumerate(log.table.cards)}


def _probabilities(log: TableLog, counts: Counts) -> Mapping[str, Mapping[str, Fraction]]:
    holders = tuple(enumerate(log.table.holders))
    shares = {n: Fraction(n, counts.deals) for held in counts.held for n in (0, *held.values())}
    return {
        card: {who: shares[counts.held[h].get(1 << i, 0)] for h, who in holders}
        for i, card in enumerate(log.table.cards)
    }


def _envelopes(log: TableLog, counts: Counts) -> Mapping[tuple[str, ...], Fraction]:
    # The cards of a mask come in the order of the deck, which is that of the categories.
    cards = log.table.cards
    return {
        tuple(cards[card.bit_length() - 1] for card in bits(own)): Fraction(n, counts.deals)
        for own, n in counts.envelopes.items()
    }


def _unresolved(
    log: TableLog, some: Masks, can: tuple[int, ...], has: tuple[int, ...]
) -> tuple[Unresolved, ...]:
    cards = log.table.cards
    open_ones = dict.fromkeys((h, own & can[h]) for h, own in some if not own & has[h])
    return tuple(
        Unresolved(log.table.players[h], tuple(cards[card.bit_length() - 1] for card in bits(own)))
        for h, own in open_ones
    )
