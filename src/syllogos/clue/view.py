"""A game of Clue as a page: turn by turn, matrices beside the truth, and how knowledge grew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from syllogos.clue.belief import Belief
from syllogos.clue.course import Course
from syllogos.clue.deals import ENVELOPE
from syllogos.clue.events import (
    Accused,
    Dealt,
    NoMove,
    Passed,
    Showed,
    Shown,
    Suggested,
    Thought,
)
from syllogos.clue.measures import SeatMeasures, measured
from syllogos.contract import Seat
from syllogos.match.record import Record
from syllogos.text.visible import html_text

STYLE = (
    "<style>.clue td,.clue th{padding:.1rem .45rem;text-align:center}"
    ".clue td:first-child{text-align:left}.clue .y{font-weight:700;color:var(--p2,#176)}"
    ".clue .m{color:var(--p0,#a60)}.clue .n{color:var(--muted,#999)}"
    ".clue .t{outline:1px solid currentColor;outline-offset:-2px}</style>"
)
MOST_THOUGHT = 1_500
WIDTH, HEIGHT = 320, 120


def view(record: Record) -> str:
    """HTML of a record; every text in it is escaped, and it loads nothing.

    In a matrix an outlined cell is where the card truly is; a number is the probability in percent.
    """
    course = Course(record.log)
    game = measured(course.log)
    turns = "".join(_turn(course, number) for number in range(1, len(course.turns) + 1))
    return f'{STYLE}<div class="clue">{_head(course, game.seats)}{_curves(game.seats)}{turns}</div>'


def _head(course: Course, seats: Sequence[SeatMeasures]) -> str:
    rows = "".join(
        f"<tr><td>{html_text(seat.name)}</td><td>{seat.rank:g}</td><td>{_or_dash(seat.accused)}</td>"
        f"<td>{_or_dash(seat.cards_right)}</td><td>{_or_dash(seat.ready)}</td>"
        f"<td>{seat.quality.correct}</td><td>{seat.quality.incorrect}</td></tr>"
        for seat in seats
    )
    heads = ("player", "rank", "accused at turn", "cards right", "ready after turn", "claims right", "wrong")
    sealed = ", ".join(map(html_text, course.envelope))
    return f"<p>The envelope holds {sealed}.</p><table><thead>{_cells('th', heads)}</thead>{rows}</table>"


def _curves(seats: Sequence[SeatMeasures]) -> str:
    """Cards known (seen and deduced) and bits left, mean over seats, by round."""
    by_round = list(zip(*(seat.knowledge for seat in seats), strict=True))
    if len(by_round) < 2:
        return ""
    lines = {
        "cards seen": [_mean(k.seen for k in row) for row in by_round],
        "cards seen or deduced": [_mean(k.seen + k.deduced for k in row) for row in by_round],
        "bits left": [_mean(k.bits for k in row) for row in by_round],
    }
    top = max(max(values) for values in lines.values()) or 1
    heights = _apart([HEIGHT + 10 - values[-1] / top * HEIGHT for values in lines.values()])
    drawn = "".join(
        _line(name, lines[name], top, i, y) for i, (name, y) in enumerate(zip(lines, heights, strict=True))
    )
    title = "<title>Knowledge by round, mean over players</title>"
    size = f'viewBox="0 0 {WIDTH + 170} {HEIGHT + 20}" width="{WIDTH + 170}"'
    return f'<svg class="figure" role="img" {size}>{title}{drawn}</svg>'


def _apart(heights: Sequence[float], least: float = 15.0) -> list[float]:
    """Where labels stand that would overlap at ``heights``: moved down, at least ``least`` apart."""
    placed: dict[int, float] = {}
    for index in sorted(range(len(heights)), key=lambda i: heights[i]):
        placed[index] = max(heights[index], max(placed.values(), default=-least) + least)
    return [placed[index] for index in range(len(heights))]


def _line(name: str, values: Sequence[float], top: float, place: int, label: float) -> str:
    step = WIDTH / (len(values) - 1)
    points = " ".join(
        f"{10 + i * step:.1f},{HEIGHT + 10 - v / top * HEIGHT:.1f}" for i, v in enumerate(values)
    )
    color = f"var(--p{place},currentColor)"
    return (
        f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>'
        f'<text x="{WIDTH + 16}" y="{label + 4:.1f}" fill="{color}">{name} {values[-1]:.1f}</text>'
    )


def _turn(course: Course, number: int) -> str:
    whats = [e.what for e in course.log[course.cuts[number - 1] : course.cuts[number]]]
    told = "".join(_told(course, what) for what in whats)
    mover = _mover(course, number)
    # All seats at the end of a round, else who moved: all seats every turn would be megabytes.
    seats = range(len(course.start.names)) if number in course.round_ends else (mover,)
    matrices = "".join(_seat(course, Seat(seat), number, seat == mover) for seat in seats)
    return f"<section><h5>turn {number}, round {course.rounds[number - 1]}</h5>{told}{matrices}</section>"


def _mover(course: Course, number: int) -> int:
    return next(s for s in range(len(course.start.names)) if number in course.own_turns(Seat(s)))


def _told(course: Course, what: object) -> str:
    names = course.start.names
    match what:
        case Suggested(seat=seat, cards=cards):
            text = (
                f"{names[seat]} suggests {', '.join(cards)}." if cards else f"{names[seat]} suggests nothing."
            )
        case Passed(seat=seat):
            text = f"{names[seat]} passes."
        case Showed():
            return ""
        case Shown(seat=seat, card=card):
            text = f"{names[seat]} shows {card}."
        case Accused(seat=seat, cards=cards, correct=correct) if cards:
            text = f"{names[seat]} accuses {', '.join(cards)}: {'right' if correct else 'wrong'}."
        case NoMove(seat=seat, fault=fault, rule=rule):
            text = f"{names[seat]} gave no legal move ({fault}): {rule}."
        case Thought(seat=seat, text=said):
            head = f"<summary>{html_text(names[seat])} thinks</summary>"
            return f"<details>{head}<pre>{html_text(said[:MOST_THOUGHT])}</pre></details>"
        case _:
            return ""
    return f"<p>{html_text(text)}</p>"


def _seat(course: Course, seat: Seat, number: int, open_: bool) -> str:
    belief = course.belief(seat, number)
    ready = f", ready: {', '.join(belief.ready)}" if belief.ready else ""
    head = f"{course.start.names[seat]}: {belief.deals} deals left{ready}"
    state = " open" if open_ else ""
    return f"<details{state}><summary>{html_text(head)}</summary>{_matrix(course, belief)}</details>"


def _matrix(course: Course, belief: Belief) -> str:
    truth = dict.fromkeys(course.envelope, ENVELOPE)
    for what in (e.what for e in course.log):
        if isinstance(what, Dealt):
            truth |= dict.fromkeys(what.cards, course.start.names[what.seat])
    holders = belief.table.holders
    heads = ("", *("envelope" if who == ENVELOPE else who for who in holders))
    rows = ""
    for card in belief.table.cards:
        cells = "".join(_cell(belief, card, who, truth.get(card)) for who in holders)
        rows += f"<tr><td>{html_text(card)}{cells}"
    return f'<div class="scroll"><table><thead>{_cells("th", heads)}</thead>{rows}</table></div>'


def _cell(belief: Belief, card: str, holder: str, truth: str | None) -> str:
    mark = (belief.matrix or {})[card][holder]
    text = {"YES": "yes", "NO": "·"}.get(mark) or f"{float((belief.probabilities or {})[card][holder]):.0%}"
    style = f"{mark[0].lower()}{' t' if holder == truth else ''}"
    return f'<td class="{style}">{text}'


def _cells(tag: str, texts: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{html_text(text)}</{tag}>' for text in texts)}</tr>"


def _mean(values: Iterator[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _or_dash(value: int | None) -> str:
    return "–" if value is None else str(value)
