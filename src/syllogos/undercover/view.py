"""A game of Undercover for a page: round by round what was said and voted, and what the players believed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from syllogos.contract import Log, Seat
from syllogos.match.record import Record
from syllogos.reporting.html import render_part
from syllogos.undercover.events import (
    DescriptionGiven,
    MoveMissing,
    PairDrawn,
    Phase,
    RoundOpened,
    RoundTied,
    SeatEliminated,
    SpokeAsOther,
    VotesTold,
    WordsRevealed,
    game_opened,
)
from syllogos.undercover.measures import attributional_score

if TYPE_CHECKING:
    from markupsafe import Markup

    from syllogos.experiment.reading import SeatNote

RECONSTRUCTED = (
    "Reconstructed, since the paper leaves it open: the cap on rounds, what resets the count of ties, what "
    "stands in for a missing move, the attributional score, and the table of guesses."
)


@dataclass(frozen=True)
class SaidLine:
    """One player's part of a round; ``vote`` is whom it voted for, ``mark`` what is special about it."""

    player: str
    spy: bool
    text: str
    vote: str
    received: int
    mark: str


@dataclass(frozen=True)
class RoundShown:
    """A round: its lines and how it ended."""

    number: int
    lines: tuple[SaidLine, ...]
    result: str


@dataclass(frozen=True)
class BeliefCell:
    """How likely somebody is the spy, in the eyes of another; empty where it was not told."""

    text: str


@dataclass(frozen=True)
class BeliefTable:
    """What one player believed at each moment: ``rows`` are of the others, ``own`` is of itself."""

    player: str
    moments: tuple[str, ...]
    own: tuple[str, ...]
    rows: tuple[tuple[str, tuple[BeliefCell, ...]], ...]


@dataclass(frozen=True)
class TheoryShown:
    """A theory that a player had checked."""

    head: str
    says: str
    facts: tuple[str, ...]
    rules: tuple[str, ...]
    theory: str


@dataclass(frozen=True)
class ProverShown:
    """What one player had proved, and what became of its guess."""

    player: str
    guesses: tuple[str, ...]
    theories: tuple[TheoryShown, ...]


def view(record: Record, notes: Sequence[SeatNote] = ()) -> Markup:
    """A record as a part of a page; ``notes`` are what the seats put on the record beside their moves."""
    names = game_opened(record.log).names
    drawn = next((e.what for e in record.log if isinstance(e.what, PairDrawn)), None)
    end = next((e.what for e in record.log if isinstance(e.what, WordsRevealed)), None)
    spy = drawn.spy if drawn else Seat(-1)
    return render_part(
        "undercover/view.html.j2",
        drawn=drawn,
        spy=names[spy] if drawn else "",
        end=_ended(end),
        seats=[_standing(record, Seat(seat), name, spy) for seat, name in enumerate(names)],
        rounds=_rounds(record.log, names, spy),
        beliefs=_beliefs(notes, names),
        provers=_provers(notes, names),
        note=RECONSTRUCTED,
    )


def _ended(end: WordsRevealed | None) -> str:
    if end is None:
        return "It did not come to its end."
    won = {"citizens": "the citizens win", "spy": "the spy wins", "": "nobody wins"}[end.winner]
    return f"{end.end}: {won}"


def _standing(record: Record, seat: Seat, name: str, spy: Seat) -> tuple[str, ...]:
    out = [e.what for e in record.log if isinstance(e.what, SeatEliminated) and e.what.seat == seat]
    scores = attributional_score(record, seat)
    numbers = (scores.soundness, scores.alignment, scores.score)
    role = "spy" if seat == spy else "citizen"
    told = ("–" if number is None else f"{number:.2f}" for number in numbers)
    return name, role, f"out in round {out[0].round}" if out else "in the game", *told


def _rounds(log: Log, names: Sequence[str], spy: Seat) -> list[RoundShown]:
    happened = [event.what for event in log]
    shown = []
    for opened in (one for one in happened if isinstance(one, RoundOpened)):
        mine = [one for one in happened if getattr(one, "round", None) == opened.round]
        votes = next((dict(one.votes) for one in mine if isinstance(one, VotesTold)), {})
        said = {one.seat: one.text for one in mine if isinstance(one, DescriptionGiven)}
        missing = {(one.seat, one.phase): one for one in mine if isinstance(one, MoveMissing)}
        posing = {one.seat for one in mine if isinstance(one, SpokeAsOther)}
        lines = tuple(
            SaidLine(
                names[seat], seat == spy, said.get(seat, ""), names[votes[seat]] if seat in votes else "–",
                sum(target == seat for target in votes.values()), _mark(seat, missing, posing),
            )
            for seat in opened.alive
        )  # fmt: skip
        shown.append(RoundShown(opened.round, lines, _result(mine, names)))
    return shown


def _mark(seat: Seat, missing: Mapping[tuple[Seat, Phase], MoveMissing], posing: set[Seat]) -> str:
    marks = [
        f"no {'description' if phase == 'describe' else 'vote'} of its own ({missing[seat, phase].fault})"
        for phase in get_args(Phase)
        if (seat, phase) in missing
    ]
    return "; ".join([*marks, *(["speaks as somebody else"] if seat in posing else [])])


def _result(happened: Sequence[object], names: Sequence[str]) -> str:
    for one in happened:
        if isinstance(one, SeatEliminated):
            return f"{names[one.seat]} is out"
        if isinstance(one, RoundTied):
            who = ", ".join(names[seat] for seat in one.seats)
            return f"a tie{f' of {who}' if who else ''}, number {one.in_a_row} in a row: nobody is out"
    return ""


def _beliefs(notes: Sequence[SeatNote], names: Sequence[str]) -> list[BeliefTable]:
    tables = []
    for seat, name in enumerate(names):
        told = [
            n.what
            for n in notes
            if n.seat == seat and n.kind == "IdentityBelief" and isinstance(n.what, dict)
        ]
        latest = {(one.get("round"), one.get("phase")): one for one in told}
        if not latest:
            continue
        others = [other for other in range(len(names)) if other != seat]
        rows = tuple((names[other], tuple(_cell(one, other) for one in latest.values())) for other in others)
        moments = tuple(f"{number} {'vote' if phase == 'vote' else 'says'}" for number, phase in latest)
        own = tuple(str(one.get("own", "")) for one in latest.values())
        tables.append(BeliefTable(name, moments, own, rows))
    return tables


def _cell(belief: Mapping[str, Any], other: int) -> BeliefCell:
    suspicion = belief.get("suspicion")
    share = suspicion.get(str(other)) if isinstance(suspicion, dict) else None
    if isinstance(share, bool) or not isinstance(share, int | float):
        return BeliefCell("")
    return BeliefCell(f"{share:.0%}")


def _provers(notes: Sequence[SeatNote], names: Sequence[str]) -> list[ProverShown]:
    shown = []
    for seat, name in enumerate(names):
        mine = [n for n in notes if n.seat == seat and isinstance(n.what, dict)]
        guesses = tuple(_guess(n.what, names) for n in mine if n.kind == "GuessUpdated")
        theories = tuple(_theory(n.what, names) for n in mine if n.kind == "TheoryChecked")
        if guesses or theories:
            shown.append(ProverShown(name, guesses, theories))
    return shown


def _guess(told: Mapping[str, Any], names: Sequence[str]) -> str:
    number, before, after = told.get("round"), told.get("before"), told.get("after")
    if told.get("step") == "first":
        return f"round {number}: the other word may be “{after}”"
    out = told.get("out")
    who = names[out] if isinstance(out, int) and 0 <= out < len(names) else "somebody"
    became = f"“{before}” becomes “{after}”" if before != after else f"“{before}” stays"
    failing = f"; {told['failing']}" if told.get("failing") else ""
    head = f"round {number}: {who} is out ({told.get('recorded') or 'not checked'}), {told.get('step')}"
    return f"{head}: {became}{failing}"


def _theory(told: Mapping[str, Any], names: Sequence[str]) -> TheoryShown:
    seat = told.get("seat")
    who = names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else "somebody"
    head = f"round {told.get('round')}: what {who} says implies “{told.get('word')}”: {told.get('verdict')}"
    facts, rules = (tuple(map(str, told.get(key) or ())) for key in ("facts", "rules"))
    return TheoryShown(head, str(told.get("says", "")), facts, rules, str(told.get("theory", "")))
