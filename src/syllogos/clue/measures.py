"""What a game of Clue measures, computed from its record alone.

Turns are player turns that were played, numbered from 1; a seat knows something *after* a turn
when it follows from all that the seat has seen by then (0: before the first turn).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from types import MappingProxyType

from syllogos.clue.claims import claims
from syllogos.clue.course import Course
from syllogos.clue.deals import ENVELOPE
from syllogos.clue.events import (
    Accused,
    Dealt,
    Opened,
    Shown,
    Thought,
    opened,
)
from syllogos.clue.solvers.deals import deduce
from syllogos.clue.table import table_log
from syllogos.contract import Log, Measure, Seat, seen_by
from syllogos.match.record import Record

KINDS: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {
        (True, True): "entailed",
        (True, False): "lucky",
        (False, True): "contradicted",
        (False, False): "unlucky",
    }
)
"""Whether a claim is true, and whether its cell was decided -> its kind."""


@dataclass(frozen=True)
class Quality:
    """Different claims (card, holder, sign) in a seat's reasoning, each counted when first made.

    Claims about the own hand and face-up cards are left out.  ``entailed``: true, and it followed
    from what the seat had seen; ``lucky``: true, but it did not follow; ``contradicted``: false,
    and its opposite followed; ``unlucky``: false, but open from what the seat had seen.
    """

    entailed: int = 0
    lucky: int = 0
    contradicted: int = 0
    unlucky: int = 0

    @property
    def correct(self) -> int:
        """Claims that match the truth (the paper's correct deductions)."""
        return self.entailed + self.lucky

    @property
    def incorrect(self) -> int:
        """Claims that do not match the truth."""
        return self.contradicted + self.unlucky


@dataclass(frozen=True)
class Knowledge:
    """A seat's knowledge after a round.

    ``seen``: cards of the own hand, face up, or shown to it; ``deduced``: further cards whose place
    (a player or the envelope) follows; ``bits``: log2 of the number of deals left.
    """

    seen: int
    deduced: int
    bits: float


@dataclass(frozen=True)
class SeatMeasures:
    """One seat of one game.

    Attributes:
        name: the player.
        accused: the turn of its accusation, None when it never made one.
        cards_right: cards of its accusation that are in the envelope; None without one.
        right: whether all of them are.
        rank: 1 is best: right accusations by turn, then seats that never accused, then wrong
            ones by cards right, then by turn; seats that tie share the mean of their places.
        ready: the turn after which one candidate of each category was left (complete matrix).
        ready_gap: player turns from ``ready`` to the game's first right accusation; None when
            there is none, or the seat was not ready before it.
        ready_own_turns: own turns begun after ``ready`` up to the own accusation or the end.
        quality: of its reasoning.
        knowledge: after each round.
    """

    name: str
    accused: int | None
    cards_right: int | None
    right: bool
    rank: float
    ready: int | None
    ready_gap: int | None
    ready_own_turns: int | None
    quality: Quality
    knowledge: tuple[Knowledge, ...]


@dataclass(frozen=True)
class GameMeasures:
    """One game.

    Attributes:
        seats: by seat.
        turns: player turns played.
        solution_suggested: the turn of the first suggestion that is the envelope and that nobody
            disproved.
        delay_first: player turns from there to the first accusation made after it.
        delay_right: player turns from there to the first right accusation.
        same_player: whether the one who suggested it made that right accusation.
    """

    seats: tuple[SeatMeasures, ...]
    turns: int
    solution_suggested: int | None
    delay_first: int | None
    delay_right: int | None
    same_player: bool | None

    @property
    def winner(self) -> int | None:
        """The seat of the first right accusation."""
        return next((i for i, seat in enumerate(self.seats) if seat.right and seat.rank == 1), None)


def measures(record: Record, players: Sequence[str]) -> tuple[Measure, ...]:
    """The rows of a game for reports, those of its seats and its own; the classes here say what they mean.

    ``accuracy`` is cards right over cards named and ``exact`` accusations all right over accusations,
    both of seats that accused; ``accused`` and ``ready`` are shares of seats.
    """
    game, size = measured(record.log), len(opened(record.log).categories)
    wins = [seat.accused for seat in game.seats if seat.right and seat.accused is not None]
    whole = (
        ("turns to a right accusation", min(wins, default=None), "turns"),
        ("solution suggested at turn", game.solution_suggested, "turns"),
        ("delay to first accusation", game.delay_first, "turns"),
        ("delay to right accusation", game.delay_right, "turns"),
        ("same player", game.same_player, "share"),
    )
    return (
        *(row for seat, who in zip(game.seats, players, strict=True) for row in _rows(seat, who, size)),
        *(Measure("", name, float(value), unit) for name, value, unit in whole if value is not None),
    )


def _rows(seat: SeatMeasures, player: str, size: int) -> Iterator[Measure]:
    """The rows of a seat; ``size`` cards make an accusation."""
    yield Measure(player, "accused", float(seat.accused is not None), "share")
    if seat.cards_right is not None:
        yield Measure(player, "accuracy", seat.cards_right, "share", size)
        yield Measure(player, "exact", float(seat.right), "share")
    yield Measure(player, "rank", seat.rank, "place")
    yield Measure(player, "ready", float(seat.ready is not None), "share")
    if seat.ready_gap is not None:
        yield Measure(player, "ready gap", seat.ready_gap, "turns")
    yield Measure(player, "claims correct", seat.quality.correct)
    yield Measure(player, "claims incorrect", seat.quality.incorrect)
    yield Measure(player, "claims entailed", seat.quality.entailed)
    if seat.knowledge:
        yield Measure(player, "left open", seat.knowledge[-1].bits, "bits")


def measured(log: Log) -> GameMeasures:
    """Everything measured of a game, from its whole log."""
    start, course = opened(log), Course(log)
    accused = {e.what.seat: e.what for e in log if isinstance(e.what, Accused) and e.what.cards}
    ranks = _ranks(start, accused, course.envelope)
    wins = [a for a in accused.values() if a.correct]
    first_right = course.number(min(a.turn for a in wins)) if wins else None
    seats = tuple(
        _seat(course, Seat(i), accused.get(Seat(i)), ranks[i], first_right) for i in range(len(start.names))
    )
    delays = _delays(course, accused, first_right)
    return GameMeasures(seats, len(course.turns), *delays)


def _delays(
    course: Course, accused: Mapping[Seat, Accused], first_right: int | None
) -> tuple[int | None, int | None, int | None, bool | None]:
    suggested = course.solution()
    if suggested is None:
        return None, None, None, None
    turn, seat = suggested
    after = [number - turn for a in accused.values() if (number := course.number(a.turn)) >= turn]
    if first_right is None or first_right < turn:
        return turn, min(after, default=None), None, None
    winner = next(a.seat for a in accused.values() if a.correct and course.number(a.turn) == first_right)
    return turn, min(after), first_right - turn, winner == seat


def _seat(
    course: Course, seat: Seat, accused: Accused | None, rank: float, first_right: int | None
) -> SeatMeasures:
    ready = course.ready(seat)
    before = first_right is not None and ready is not None and ready < first_right
    return SeatMeasures(
        name=course.start.names[seat],
        accused=course.number(accused.turn) if accused else None,
        cards_right=_hits(accused.cards, course.envelope) if accused else None,
        right=bool(accused and accused.correct),
        rank=rank,
        ready=ready,
        ready_gap=(first_right or 0) - (ready or 0) if before else None,
        ready_own_turns=None if ready is None else sum(turn > ready for turn in course.own_turns(seat)),
        quality=_quality(course, seat),
        knowledge=tuple(_knowledge(course, seat, n) for n in course.round_ends),
    )


def _knowledge(course: Course, seat: Seat, turns: int) -> Knowledge:
    belief = course.belief(seat, turns)
    whats = [e.what for e in course.seen(seat, turns)]
    seen = {card for w in whats if isinstance(w, Dealt) for card in w.cards} | set(course.start.public)
    seen |= {w.card for w in whats if isinstance(w, Shown) and w.to == seat}
    placed = {card for card, row in (belief.matrix or {}).items() if "YES" in row.values()}
    return Knowledge(len(seen), len(placed - seen), log2(belief.deals or 1))


def _quality(course: Course, seat: Seat) -> Quality:
    truth = dict.fromkeys(course.envelope, ENVELOPE)
    for what in (e.what for e in course.log):
        if isinstance(what, Dealt):
            truth |= dict.fromkeys(what.cards, course.start.names[what.seat])
    me = course.start.names[seat]
    counts, made = dict.fromkeys(KINDS.values(), 0), set()
    for at, event in enumerate(course.log):
        if not isinstance(event.what, Thought) or event.what.seat != seat:
            continue
        said = claims(event.what.text, course.start.names, tuple(truth))
        new = [c for c in said if c not in made and me not in (c.holder, truth[c.card])]
        made |= set(new)
        belief = deduce(table_log(seat, seen_by(seat, course.log[:at]))) if new else None
        for claim in new:
            true = (truth[claim.card] == claim.holder) == claim.yes
            follows = belief is not None and (belief.matrix or {})[claim.card][claim.holder] != "MAYBE"
            kind = (
                ("entailed" if follows else "lucky") if true else ("contradicted" if follows else "unlucky")
            )
            counts[kind] += 1
    return Quality(**counts)


def _ranks(start: Opened, accused: Mapping[Seat, Accused], envelope: tuple[str, ...]) -> list[float]:
    def key(seat: Seat) -> tuple[int, int, int]:
        made = accused.get(seat)
        if made is None:
            return (1, 0, 0)
        return (0, 0, made.turn) if made.correct else (2, -_hits(made.cards, envelope), made.turn)

    keys = [key(Seat(i)) for i in range(len(start.names))]
    return [sum(k < own for k in keys) + (sum(k == own for k in keys) + 1) / 2 for own in keys]


def _hits(cards: Sequence[str], envelope: Sequence[str]) -> int:
    return sum(a == b for a, b in zip(cards, envelope, strict=True))
