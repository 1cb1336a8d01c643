"""The kinds of plots: dots with intervals, shares, a heat map, lines, points.  Numbers in, figure out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from syllogos.metrics.intervals import Score, short
from syllogos.reporting.drawing import (
    Anchor,
    Dot,
    DrawnText,
    Figure,
    Line,
    Rect,
    Shape,
    player_look,
    text_width,
    tick_text,
    ticks,
    wrapped,
)

WIDTH = 380.0
LEFT, RIGHT = 150.0, 318.0
"""Where the scale of a plot begins and ends; names are left of it, numbers right."""
ROW, LINE = 20.0, 14.0
"""How high a row is, and a line of text in it."""
SMALL = 11.0
"""The size of what is said in passing; names are set in it."""


@dataclass(frozen=True)
class PlotRow:
    """A named number; ``head`` begins a group when it differs from the row before."""

    name: str
    score: Score
    head: str = ""
    look: str = "p0"


def dots(name: str, title: str, rows: Sequence[PlotRow], *, zero: bool = False, axis: str = "") -> Figure:
    """Means as dots with their intervals; ``zero`` draws where there is no difference, ``axis`` says what
    the scale counts."""
    rows = [row for row in rows if row.score.value is not None]
    values = [v for row in rows for v in (row.score.value, *(row.score.interval or ())) if v is not None]
    share = bool(rows) and all(row.score.unit == "share" for row in rows)
    span = [0.0, 1.0] if share else [*values, *([0.0] if zero else [])]
    scale = Scale.around(span or [0.0, 1.0])
    marks = _title(title)
    top = y = _below(marks)
    for before, row in zip([None, *rows], rows, strict=False):
        if row.head and (before is None or before.head != row.head):
            for line in wrapped(row.head, WIDTH):
                # The paper behind it keeps the lines of the scale out of the words.
                marks += [
                    Rect(0, y, text_width(line) + 3, LINE + 3, "paper"),
                    DrawnText(0, y + 13, line, "ink"),
                ]
                y += LINE
            y += 5
        drawn, high = _dot(row, y, scale)
        marks += drawn
        y += high
    grid = scale.grid(top, y + 4, share=share)
    if zero:
        grid.append(Line(scale.at(0), top, scale.at(0), y + 4, "muted"))
    said = _texts(wrapped(axis, WIDTH, SMALL), WIDTH, y + 32, "muted", "end")
    return Figure(name, title, WIDTH, y + 24 + LINE * len(said), (*grid, *marks, *said))


def stacks(
    name: str, title: str, parts: Sequence[str], rows: Sequence[tuple[str, str, Sequence[int]]]
) -> Figure:
    """Shares of a whole as shaded bars, from light to dark: rows are (head, name, counts of parts)."""
    marks = _title(title)
    y, last = _below(marks), ""
    for head, player, counts in rows:
        if head != last:
            lines_ = wrapped(head, WIDTH)
            marks += _texts(lines_, 0, y + 13, "ink")
            y, last = y + LINE * len(lines_) + 5, head
        named = wrapped(player, LEFT - 16, SMALL)
        marks += _texts(named, 10, y + 14, "muted")
        x, whole = LEFT, max(1, sum(counts))
        for i, count in enumerate(counts):
            width = (WIDTH - LEFT) * count / whole
            tip = f"{parts[i]}: {count:,} of {whole:,} ({100 * count / whole:.0f} %)"
            marks.append(Rect(x, y + 4, max(0.0, width - 1), ROW - 8, "p0", _shade(i, len(parts)), tip))
            x += width
        y += max(ROW, LINE * len(named) + 6)
    x = 0.0
    for i, part in enumerate(parts):
        wide = text_width(part, SMALL) + 26
        if x + wide > WIDTH:
            x, y = 0.0, y + 16
        marks += [
            Rect(x, y + 8, 10, 10, "p0", _shade(i, len(parts))),
            DrawnText(x + 14, y + 17, part, "muted"),
        ]
        x += wide
    return Figure(name, title, WIDTH, y + 24, tuple(marks))


def heat(name: str, title: str, names: Sequence[str], values: dict[tuple[str, str], Score]) -> Figure:
    """A matrix of means: the row's score against the column; names ordered by the caller."""
    side = min(56.0, (WIDTH - LEFT) / len(names))
    known = [s.value for s in values.values() if s.value is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    marks = _title(title)
    y = _below(marks)
    marks.append(DrawnText(0, y + 4, "row’s score against column", "muted"))
    y += 22
    for j in range(len(names)):
        marks.append(DrawnText(LEFT + side * (j + 0.5), y - 6, str(j + 1), "muted", "middle"))
    for i, row in enumerate(names):
        named = wrapped(f"{i + 1} {row}", LEFT - 8)
        tall = max(side, LINE * len(named) + 2)
        marks += _texts(named, 0, y + tall / 2 + 4 - LINE * (len(named) - 1) / 2, "ink")
        for j, column in enumerate(names):
            score = values.get((row, column))
            if score is None or score.value is None:
                continue
            level = (score.value - low) / (high - low) if high > low else 0.5
            tip = f"{row} against {column}: {score} ({score.n} games)"
            # At most half covered, so that the number on it is easy to read in light and in dark.
            shade, x = round(0.05 + 0.45 * level, 3), LEFT + j * side
            marks.append(Rect(x, y, side - 2, tall - 2, "p0", shade, tip))
            if side >= 30:
                marks.append(
                    DrawnText(x + side / 2 - 1, y + tall / 2 + 4, short(score.value), "ink", "middle")
                )
        y += tall
    return Figure(name, title, WIDTH, y + 8, tuple(marks))


def lines(
    name: str, title: str, x_name: str, series: Sequence[tuple[str, Sequence[tuple[float, Score]]]]
) -> Figure:
    """Means against a number, with their intervals, one line a series."""
    points = [(x, s) for _, row in series for x, s in row if s.value is not None]
    ys = Scale.around([v for _, s in points for v in (s.value, *(s.interval or ())) if v is not None])
    xs = Scale.around([x for x, _ in points], 46.0, WIDTH - 16)
    marks = _title(title)
    height = 190.0
    bottom = _below(marks) + height

    def up(value: float) -> float:
        return bottom - (value - ys.low) / (ys.high - ys.low) * height

    for tick in ys.ticks:
        marks += [
            Line(46, up(tick), WIDTH - 16, up(tick)),
            DrawnText(40, up(tick) + 4, tick_text(tick), "muted", "end"),
        ]
    told = [(xs.at(tick), tick_text(tick)) for tick in sorted({x for x, _ in points})]
    marks += [DrawnText(x, bottom + 18, text, "muted", "middle") for x, text in _apart(told)]
    y = bottom + 50
    for i, (label, row) in enumerate(series):
        look, good = player_look(i), [(x, s, s.value) for x, s in row if s.value is not None]
        for (x1, _, v1), (x2, _, v2) in pairwise(good):
            marks.append(Line(xs.at(x1), up(v1), xs.at(x2), up(v2), look))
        for x, score, value in good:
            if score.interval:
                marks.append(Line(xs.at(x), up(score.interval[0]), xs.at(x), up(score.interval[1]), look))
            marks.append(Dot(xs.at(x), up(value), 3.5, look, f"{label}, {x_name} {x:g}: {score}"))
        named = wrapped(label, WIDTH - 60)
        marks += [Dot(51, y - 4, 3.5, look), *_texts(named, 60, y, "ink")]
        y += LINE * len(named) + 3
    marks.append(DrawnText((46 + WIDTH) / 2, bottom + 34, x_name, "muted", "middle"))
    return Figure(name, title, WIDTH, y - 6, tuple(marks))


@dataclass(frozen=True)
class PlotPoint:
    """A dot of a scatter plot; ``tip`` shows on hovering."""

    x: float
    y: float
    tip: str = ""


def scatter(
    name: str, title: str, x_name: str, y_name: str, series: Sequence[tuple[str, Sequence[PlotPoint]]]
) -> Figure:
    """Positive numbers, on an axis of powers of ten, against others; one colour a series."""
    points = [point for _, row in series for point in row]
    exponents = [log10(point.y) for point in points] or [0.0]
    low, high = floor(min(exponents)), max(ceil(max(exponents)), floor(min(exponents)) + 1)
    xs = Scale.around([point.x for point in points], 56.0, WIDTH - 16)
    marks = [*_title(title), *_texts([y_name], 0, _below(_title(title)) + 4, "muted")]
    height, top = 190.0, _below(marks) + 8
    bottom = top + height

    def up(value: float) -> float:
        return bottom - (log10(value) - low) / (high - low) * height

    for exponent in range(low, high + 1):
        y = up(10.0**exponent)
        marks += [
            Line(56, y, WIDTH - 16, y),
            DrawnText(50, y + 4, tick_text(float(f"1e{exponent}")), "muted", "end"),
        ]
    told = _apart([(xs.at(tick), tick_text(tick)) for tick in xs.ticks])
    marks += [DrawnText(x, bottom + 18, text, "muted", "middle") for x, text in told]
    marks.append(DrawnText((56 + WIDTH - 16) / 2, bottom + 34, x_name, "muted", "middle"))
    y = bottom + 54
    for i, (label, row) in enumerate(series):
        look = player_look(i)
        marks += [Dot(xs.at(point.x), up(point.y), 3.5, look, point.tip) for point in row]
        named = wrapped(label, WIDTH - 70)
        marks += [Dot(61, y - 4, 3.5, look), *_texts(named, 70, y, "ink")]
        y += LINE * len(named) + 3
    return Figure(name, title, WIDTH, y - 6, tuple(marks))


@dataclass(frozen=True)
class Scale:
    """Values along a line from ``left`` to ``right``."""

    low: float
    high: float
    ticks: tuple[float, ...]
    left: float = LEFT
    right: float = RIGHT

    @classmethod
    def around(cls, values: Sequence[float], left: float = LEFT, right: float = RIGHT) -> Scale:
        """A scale that holds all ``values``."""
        marks = ticks(min(values, default=0.0), max(values, default=1.0))
        return cls(marks[0], marks[-1], tuple(marks), left, right)

    def at(self, value: float) -> float:
        """Where ``value`` lies."""
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)

    def grid(self, top: float, bottom: float, *, share: bool = False) -> list[Shape]:
        """Thin lines at the ticks, with their numbers below."""
        told = [
            (self.at(tick), f"{100 * tick:.0f} %" if share else tick_text(tick, self.ticks))
            for tick in self.ticks
        ]
        rules = [Line(x, top, x, bottom) for x, _ in told]
        return [*rules, *(DrawnText(x, bottom + 14, text, "muted", "middle") for x, text in _apart(told))]


def _apart(labels: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """Of labels centred along a line, from left to right, those that leave each other room."""
    kept: list[tuple[float, str]] = []
    right = float("-inf")
    for x, text in labels:
        half = text_width(text, SMALL) / 2
        if x - half > right + 4:
            kept.append((x, text))
            right = x + half
    return kept


def _title(title: str) -> list[Shape]:
    return _texts(wrapped(title, 0.92 * WIDTH), 0, LINE, "strong")


def _below(marks: Sequence[Shape]) -> float:
    """Where what is under a title begins."""
    return LINE * max(1, len(marks)) + 16


def _texts(lines_: Sequence[str], x: float, y: float, look: str, anchor: Anchor = "start") -> list[Shape]:
    """Lines of text under each other, the first on the baseline ``y``."""
    return [DrawnText(x, y + LINE * i, line, look, anchor) for i, line in enumerate(lines_)]


def _dot(row: PlotRow, y: float, scale: Scale) -> tuple[list[Shape], float]:
    """A row whose top is ``y``, and how high it is."""
    score, value, x = row.score, row.score.value or 0.0, 10 if row.head else 0
    named = wrapped(row.name, LEFT - 6 - x, SMALL)
    high = max(ROW, LINE * len(named) + 6)
    marks = _texts(named, x, y + 14, "muted")
    at = y + high / 2
    if score.interval:
        left, right = score.interval
        marks.append(Line(scale.at(left), at, scale.at(right), at, row.look))
    marks.append(Dot(scale.at(value), at, 4, row.look, f"{row.head} {row.name}: {score}, {score.n} games"))
    number = f"{100 * value:.0f} %" if score.unit == "share" else short(value)
    marks.append(DrawnText(WIDTH, at + 4, number, "ink", "end"))
    return marks, high


def _shade(i: int, n: int) -> float:
    return round(0.25 + 0.75 * i / max(1, n - 1), 3)
