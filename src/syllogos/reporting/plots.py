"""The kinds of plots: dots with intervals, stacked shares, a heat map, lines.  Numbers in, figure out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from syllogos.metrics.intervals import Score, short
from syllogos.reporting.drawing import (
    Dot,
    DrawnText,
    Figure,
    Line,
    Rect,
    Shape,
    clipped,
    player_look,
    tick_text,
    ticks,
)

WIDTH = 380.0
LEFT, RIGHT = 150.0, 318.0
"""Where the scale of a plot begins and ends; names are left of it, numbers right."""
ROW, HEAD = 20.0, 24.0


@dataclass(frozen=True)
class PlotRow:
    """A named number; ``head`` begins a group when it differs from the row before."""

    name: str
    score: Score
    head: str = ""
    look: str = "p0"


def dots(name: str, title: str, rows: Sequence[PlotRow], *, zero: bool = False) -> Figure:
    """Means as dots with their intervals; ``zero`` draws where there is no difference."""
    rows = [row for row in rows if row.score.value is not None]
    values = [v for row in rows for v in (row.score.value, *(row.score.interval or ())) if v is not None]
    share = bool(rows) and all(row.score.unit == "share" for row in rows)
    span = [0.0, 1.0] if share else [*values, *([0.0] if zero else [])]
    scale = Scale.around(span or [0.0, 1.0])
    marks: list[Shape] = [DrawnText(0, 14, clipped(title, 60), "strong")]
    y = 30.0
    top = y - 4
    for before, row in zip([None, *rows], rows, strict=False):
        if row.head and (before is None or before.head != row.head):
            head = clipped(row.head, 58)
            marks += [Rect(0, y, 6.2 * len(head), HEAD - 6, "paper"), DrawnText(0, y + 13, head, "ink")]
            y += HEAD - 3
        marks += _dot(row, y + ROW / 2, scale)
        y += ROW
    grid = scale.grid(top, y + 4, share=share)
    if zero:
        grid.append(Line(scale.at(0), top, scale.at(0), y + 4, "muted"))
    return Figure(name, title, WIDTH, y + 24, (*grid, *marks))


def stacks(
    name: str, title: str, parts: Sequence[str], rows: Sequence[tuple[str, str, Sequence[int]]]
) -> Figure:
    """Shares of a whole as shaded bars, from light to dark: rows are (head, name, counts of parts)."""
    marks: list[Shape] = [DrawnText(0, 14, clipped(title, 60), "strong")]
    y, last = 30.0, ""
    for head, player, counts in rows:
        if head != last:
            marks.append(DrawnText(0, y + 13, clipped(head, 58), "ink"))
            y, last = y + HEAD - 3, head
        marks.append(DrawnText(10, y + 14, clipped(player, 24), "muted"))
        x, whole = LEFT, max(1, sum(counts))
        for i, count in enumerate(counts):
            width = (WIDTH - LEFT) * count / whole
            tip = f"{parts[i]}: {count:,} of {whole:,} ({100 * count / whole:.0f} %)"
            marks.append(Rect(x, y + 4, max(0.0, width - 1), ROW - 8, "p0", _shade(i, len(parts)), tip))
            x += width
        y += ROW
    x = LEFT
    for i, part in enumerate(parts):
        marks += [
            Rect(x, y + 8, 10, 10, "p0", _shade(i, len(parts))),
            DrawnText(x + 14, y + 17, part, "muted"),
        ]
        x += 22 + 7 * len(part)
    return Figure(name, title, WIDTH, y + 24, tuple(marks))


def heat(name: str, title: str, names: Sequence[str], values: dict[tuple[str, str], Score]) -> Figure:
    """A matrix of means: the row's score against the column; names ordered by the caller."""
    side, left, top = min(56.0, (WIDTH - LEFT) / len(names)), LEFT, 52.0
    known = [s.value for s in values.values() if s.value is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    marks: list[Shape] = [
        DrawnText(0, 14, clipped(title, 60), "strong"),
        DrawnText(0, 34, "row’s score against column", "muted"),
    ]
    for j in range(len(names)):
        marks.append(DrawnText(left + side * (j + 0.5), top - 6, str(j + 1), "muted", "middle"))
    for i, row in enumerate(names):
        y = top + i * side
        marks.append(DrawnText(0, y + side / 2 + 4, clipped(f"{i + 1} {row}", 24), "ink"))
        for j, column in enumerate(names):
            score = values.get((row, column))
            if score is None or score.value is None:
                continue
            level = (score.value - low) / (high - low) if high > low else 0.5
            tip = f"{row} against {column}: {score} ({score.n} games)"
            # At most half covered, so that the number on it is easy to read in light and in dark.
            shade, x = round(0.05 + 0.45 * level, 3), left + j * side
            marks.append(Rect(x, y, side - 2, side - 2, "p0", shade, tip))
            if side >= 30:
                marks.append(
                    DrawnText(x + side / 2 - 1, y + side / 2 + 4, short(score.value), "ink", "middle")
                )
    return Figure(name, title, WIDTH, top + side * len(names) + 8, tuple(marks))


def lines(
    name: str, title: str, x_name: str, series: Sequence[tuple[str, Sequence[tuple[float, Score]]]]
) -> Figure:
    """Means against a number, with their intervals, one line a series."""
    points = [(x, s) for _, row in series for x, s in row if s.value is not None]
    ys = Scale.around([v for _, s in points for v in (s.value, *(s.interval or ())) if v is not None])
    xs = Scale.around([x for x, _ in points], 46.0, WIDTH - 16)
    top, height = 30.0, 190.0
    bottom = top + height

    def up(value: float) -> float:
        return bottom - (value - ys.low) / (ys.high - ys.low) * height

    marks: list[Shape] = [DrawnText(0, 14, clipped(title, 60), "strong")]
    for tick in ys.ticks:
        marks += [
            Line(46, up(tick), WIDTH - 16, up(tick)),
            DrawnText(40, up(tick) + 4, tick_text(tick), "muted", "end"),
        ]
    for tick in dict.fromkeys(x for x, _ in points):
        marks.append(DrawnText(xs.at(tick), bottom + 18, tick_text(tick), "muted", "middle"))
    for i, (label, row) in enumerate(series):
        look, good = player_look(i), [(x, s, s.value) for x, s in row if s.value is not None]
        for (x1, _, v1), (x2, _, v2) in pairwise(good):
            marks.append(Line(xs.at(x1), up(v1), xs.at(x2), up(v2), look))
        for x, score, value in good:
            if score.interval:
                marks.append(Line(xs.at(x), up(score.interval[0]), xs.at(x), up(score.interval[1]), look))
            marks.append(Dot(xs.at(x), up(value), 3.5, look, f"{label}, {x_name} {x:g}: {score}"))
        y = bottom + 50 + 17 * i
        marks += [Dot(51, y - 4, 3.5, look), DrawnText(60, y, clipped(label, 54), "ink")]
    marks.append(DrawnText((46 + WIDTH) / 2, bottom + 34, x_name, "muted", "middle"))
    return Figure(name, title, WIDTH, bottom + 44 + 17 * len(series), tuple(marks))


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
        marks: list[Shape] = []
        for tick in self.ticks:
            label = f"{100 * tick:.0f} %" if share else tick_text(tick, self.ticks)
            x = self.at(tick)
            marks += [Line(x, top, x, bottom), DrawnText(x, bottom + 14, label, "muted", "middle")]
        return marks


def _dot(row: PlotRow, y: float, scale: Scale) -> list[Shape]:
    score, value = row.score, row.score.value or 0.0
    marks: list[Shape] = [DrawnText(10 if row.head else 0, y + 4, clipped(row.name, 24), "muted")]
    if score.interval:
        low, high = score.interval
        marks.append(Line(scale.at(low), y, scale.at(high), y, row.look))
    marks.append(Dot(scale.at(value), y, 4, row.look, f"{row.head} {row.name}: {score}, {score.n} games"))
    number = f"{100 * value:.0f} %" if score.unit == "share" else short(value)
    marks.append(DrawnText(WIDTH, y + 4, number, "ink", "end"))
    return marks


def _shade(i: int, n: int) -> float:
    return round(0.25 + 0.75 * i / max(1, n - 1), 3)
