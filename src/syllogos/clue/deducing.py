"""What follows from a log of Clue, by the words people use: the log as text, cards by their short names."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from syllogos.clue.belief import Belief
from syllogos.clue.deals import TableLog
from syllogos.clue.deck import matches
from syllogos.clue.deduction.facts import Mode
from syllogos.clue.deduction.probabilities import ShowModel
from syllogos.clue.deduction.reasons import Reason
from syllogos.clue.log.read import parse_log
from syllogos.clue.solvers import deals
from syllogos.errors import InputError, unknown
from syllogos.text.arguments import check_argument
from syllogos.text.source import Source

if TYPE_CHECKING:
    from syllogos.clue.deduction.advice import Advice

__all__ = ["Mode", "ShowModel", "deduce", "reason_of", "suggestions"]


def deduce(log: str | TableLog, *, mode: Mode = "full", show_model: ShowModel = "uniform") -> Belief:
    """What follows from the log of a game of Clue: exact matrix, probabilities, number of deals.

    Args:
        log: JSON or the text notation (see ``syllogos deduce --help``), or a parsed log.
        mode: ``full`` (complete), or the literal rules ``L0``, ``L1``, ``L2`` for comparison.
        show_model: how a player with several cards to show chooses: ``uniform`` over deals, or
            ``random_card``.

    Raises:
        InputError: the log cannot be read, with the event's number or line.

    >>> log = "me Ada: Plum, Rope, Hall\\nplayers Ada 3, Ben 3, Cleo 3, Dan 3, Eve 3, Fay 3"
    >>> belief = deduce(log)
    >>> belief.matrix["Professor Plum"]["Ada"], len(belief.envelopes) > 0
    ('YES', True)
    """
    check_argument("log", log, str, TableLog)
    for name, value, values in (
        ("mode", mode, get_args(Mode)),
        ("show_model", show_model, get_args(ShowModel)),
    ):
        if value not in values:
            raise unknown(name, str(value), values)
    table_log = parse_log(Source("log", log)) if isinstance(log, str) else log
    return deals.deduce(table_log, mode, show_model, once=True)


def reason_of(log: TableLog, card: str, holder: str) -> Reason | None:
    """Why a cell of the matrix is decided, None when it is open; names may be short (``Plum``).

    Raises:
        InputError: a name that is of no card or holder, or of several.
    """
    cards = matches(card, log.table.cards)
    holders = matches(holder, log.table.holders)
    for said, found, names in ((card, cards, log.table.cards), (holder, holders, log.table.holders)):
        if len(found) != 1:
            raise InputError(f"--why: {said!r} is not one of {', '.join(found or names)}")
    return deals.explain(log, cards[0], holders[0])


def suggestions(belief: Belief, most: int | None = None) -> tuple[Advice, ...]:
    """The suggestions that teach most, best first; see ``syllogos.clue.deduction.advice``.

    Raises:
        InputError: nobody observes, or the belief has no probabilities.
    """
    from syllogos.clue.deduction.advice import advise  # noqa: PLC0415 (numpy, which nothing else here needs)

    return advise(belief, most)
