"""A game of Clue for a page: turn by turn, matrices beside the truth, and how knowledge grew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING

from syllogos.clue.belief import Belief
from syllogos.clue.course import Course
from syllogos.clue.deals import ENVELOPE
from syllogos.clue.events import (
    Accused,
    Dealt,
    NoMove,
    Passed,
    Shown,
    Suggested,
    Thought,
)
from syllogos.clue.measures import SeatMeasures, measured, measures
from syllogos.contract import INSTEAD, Seat
from syllogos.match.record import Record
from syllogos.metrics.intervals import Score
from syllogos.reporting.drawing import Dot, Figure, Line, Shape, player_look
from syllogos.reporting.html import render_part
from syllogos.reporting.plots import lines

if TYPE_CHECKING:
    from markupsafe import Markup

MOST_THOUGHT = 1_500
LOOKS = {"YES": "yes", "NO": "no", "MAYBE": "chance"}
HEADS = (
    "player", "rank", "accused at turn", "cards right", "ready after turn", "claims right", "wrong",
    "bits of the envelope it lacks, by turn",
)  # fmt: skip


@dataclass(frozen=True)
class Told:
    """What all were told in a line, or with a ``head`` a long text that is folded under it."""

    text: str
    head: str = ""


@dataclass(frozen=True)
class Matrix:
    """What a seat can know: a card's row holds (text, look) for each holder."""

    head: str
    opened: bool
    holders: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True)
class Turn:
    """A turn of the game as it is shown."""

    number: int
    round: int
    told: tuple[Told, ...]
    matrices: tuple[Matrix, ...]


def view(record: Record) -> Markup:
    """A record as a part of a page."""
    course = Course(record.log)
    game = measured(course.log)
    told = [row for row in measures(record, course.start.names) if not row.player]
    return render_part(
        "clue/view.html.j2",
        envelope=", ".join(course.envelope),
        public=course.start.public,
        measures=[(row.name, "yes" if row.value else "no") if row.unit == "share" else
                  (row.name, f"{row.value:g}") for row in told],
        heads=HEADS,
        seats=[(*_standing(seat), _spark(course, Seat(i))) for i, seat in enumerate(game.seats)],
        curves=_curves(game.seats),
        turns=[_turn(course, number) for number in range(1, len(course.turns) + 1)],
    )  # fmt: skip


def _standing(seat: SeatMeasures) -> tuple[str, ...]:
    numbers = (seat.accused, seat.cards_right, seat.ready, seat.quality.correct, seat.quality.incorrect)
    return seat.name, f"{seat.rank:g}", *("–" if n is None else str(n) for n in numbers)


def _spark(course: Course, seat: Seat) -> Figure:
    """How many bits a seat still lacked of the envelope, by turn: at its own and at the ends of rounds."""
    turns = sorted({0, *course.own_turns(seat), *course.round_ends})
    bits = [_entropy(course.belief(seat, turn)) for turn in turns]
    top, last = max(*bits, 1e-9), max(turns[-1], 1)
    points = [(2 + 96 * t / last, 26 - 22 * b / top) for t, b in zip(turns, bits, strict=True)]
    look = player_look(seat)
    marks: list[Shape] = [Line(2, 26, 98, 26)]
    marks += [Line(x1, y1, x2, y2, look) for (x1, y1), (x2, y2) in pairwise(points)]
    marks += [
        Dot(x, y, 1.6, look, f"after turn {t}: {b:.2f} bits")
        for (x, y), t, b in zip(points, turns, bits, strict=True)
    ]
    who = course.start.names[seat]
    title = f"bits of the envelope that {who} lacks: {bits[0]:.1f}, in the end {bits[-1]:.1f}"
    return Figure(f"lacks-{seat}", title, 100, 30, tuple(marks))


def _entropy(belief: Belief) -> float:
    """Of what a seat can think of the envelope, in bits."""
    return -sum(float(p) * log2(p) for p in belief.envelopes.values() if p > 0)


def _curves(seats: Sequence[SeatMeasures]) -> Figure | None:
    """Cards known (seen and deduced) and bits left, mean over seats, by round; None before two rounds."""
    by_round = list(zip(*(seat.knowledge for seat in seats), strict=True))
    if len(by_round) < 2:
        return None
    curves = {
        "cards seen": [_mean(k.seen for k in row) for row in by_round],
        "cards seen or deduced": [_mean(k.seen + k.deduced for k in row) for row in by_round],
        "bits left: log2 of the deals that are still possible": [
            _mean(k.bits for k in row) for row in by_round
        ],
    }
    series = [
        (name, [(float(n), Score(value, len(seats))) for n, value in enumerate(values, 1)])
        for name, values in curves.items()
    ]
    return lines("knowledge", "Knowledge by round, mean over players", "round", series)


def _turn(course: Course, number: int) -> Turn:
    whats = [e.what for e in course.log[course.cuts[number - 1] : course.cuts[number]]]
    mover = _mover(course, number)
    # All seats at the end of a round, else who moved: all seats every turn would be megabytes.
    seats = range(len(course.start.names)) if number in course.round_ends else (mover,)
    return Turn(
        number,
        course.rounds[number - 1],
        tuple(told for what in whats if (told := _told(course, what))),
        tuple(_matrix(course, Seat(seat), number, seat == mover) for seat in seats),
    )


def _mover(course: Course, number: int) -> int:
    return next(s for s in range(len(course.start.names)) if number in course.own_turns(Seat(s)))


def _told(course: Course, what: object) -> Told | None:
    names = course.start.names
    match what:
        case Suggested(seat=seat, cards=cards):
            return Told(f"{names[seat]} suggests {', '.join(cards) or 'nothing'}.")
        case Passed(seat=seat):
            return Told(f"{names[seat]} passes.")
        case Shown(seat=seat, card=card):
            return Told(f"{names[seat]} shows {card}.")
        case Accused(seat=seat, cards=cards, correct=correct) if cards:
            return Told(f"{names[seat]} accuses {', '.join(cards)}: {'right' if correct else 'wrong'}.")
        case NoMove(seat=seat, fault=fault, rule=rule):
            return Told(f"{names[seat]} gave no legal move ({fault}): {INSTEAD.get(rule, rule)}.")
        case Thought(seat=seat, text=said):
            return Told(said[:MOST_THOUGHT], f"{names[seat]} thinks")
        case _:
            return None


def _matrix(course: Course, seat: Seat, number: int, opened: bool) -> Matrix:
    belief = course.belief(seat, number)
    truth = dict.fromkeys(course.envelope, ENVELOPE)
    for what in (e.what for e in course.log):
        if isinstance(what, Dealt):
            truth |= dict.fromkeys(what.cards, course.start.names[what.seat])
    ready = f", ready: {', '.join(belief.ready)}" if belief.ready else ""
    holders = belief.table.holders
    rows = (
        (card, tuple(_cell(belief, card, who, truth.get(card)) for who in holders))
        for card in belief.table.cards
    )
    return Matrix(
        f"{course.start.names[seat]}: {belief.deals:,} deals left{ready}",
        opened,
        tuple("envelope" if who == ENVELOPE else who for who in holders),
        tuple(rows),
    )


def _cell(belief: Belief, card: str, holder: str, truth: str | None) -> tuple[str, str]:
    mark = (belief.matrix or {})[card][holder]
    text = {"YES": "yes", "NO": "·"}.get(mark) or f"{float((belief.probabilities or {})[card][holder]):.0%}"
    return text, f"{LOOKS[mark]} truth" if holder == truth else LOOKS[mark]


def _mean(values: Iterator[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)
