"""Drawings as values, and as SVG.  Looks are classes, so that a page's theme decides the colours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import east_asian_width

from syllogos.text.visible import html_text

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Line:
    """A line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    look: str = "rule"


@dataclass(frozen=True)
class Rect:
    """A rectangle; ``opacity`` shades it, ``tip`` shows on hovering."""

    x: float
    y: float
    width: float
    height: float
    look: str = "p0"
    opacity: float = 1.0
    tip: str = ""


@dataclass(frozen=True)
class Dot:
    """A disc."""

    x: float
    y: float
    r: float = 4.0
    look: str = "p0"
    tip: str = ""


@dataclass(frozen=True)
class DrawnText:
    """A line of text on its baseline."""

    x: float
    y: float
    text: str
    look: str = "ink"
    anchor: Anchor = "start"


Shape = Line | Rect | Dot | DrawnText


@dataclass(frozen=True)
class Figure:
    """Marks on a canvas, y downwards; ``title`` says in words what is drawn."""

    name: str
    title: str
    width: float
    height: float
    marks: tuple[Shape, ...]


COLOURS = {
    "ink": ("#20211f", "#e8e6e1"),
    "muted": ("#6d6c67", "#a3a19a"),
    "rule": ("#dcdad4", "#3a3b3d"),
    "paper": ("#ffffff", "#17181a"),
    "p0": ("#2b5fa8", "#84b1f0"),
    "p1": ("#a8632b", "#e0a872"),
    "p2": ("#3b7d62", "#7cc4a4"),
    "p3": ("#7a5494", "#bd9bd6"),
    "bad": ("#b23a28", "#f0907c"),
}
"""Each look in light and in dark; ``p0`` to ``p3`` tell players apart."""
PLAYERS = 4


def player_look(index: int) -> str:
    """The look of the ``index``-th player."""
    return f"p{index % PLAYERS}"


def svg(figure: Figure, *, alone: bool = False) -> str:
    """The figure as SVG; ``alone`` brings its own colours, light or dark as the reader's system is."""
    style = f"<style>{_style()}</style>" if alone else ""
    space = ' xmlns="http://www.w3.org/2000/svg"' if alone else ""
    size = f'viewBox="0 0 {_n(figure.width)} {_n(figure.height)}"'
    fixed = f' width="{_n(figure.width)}" height="{_n(figure.height)}"' if alone else ""
    marks = "".join(map(_mark, figure.marks))
    return (
        f'<svg{space} class="figure" role="img" {size}{fixed}>'
        f"<title>{html_text(figure.title)}</title>{style}{marks}</svg>"
    )


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers that span ``low`` to ``high``.

    >>> ticks(0, 10)
    [0.0, 2.5, 5.0, 7.5, 10.0]
    """
    if high - low <= 1e-9 * max(1.0, abs(low), abs(high)):
        low, high = low - 0.5 * max(1.0, abs(low)), high + 0.5 * max(1.0, abs(high))
    rough = (high - low) / max(1, most - 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [float(f"{i * step:.12g}") for i in range(first, last + 1)]


def text_width(text: str, size: float = 12.0) -> float:
    """About how wide ``text`` is at a font size, on the wide side: fonts differ from reader to reader."""
    return size * sum(map(_ems, text))


def wrapped(text: str, width: float, size: float = 12.0, most: int = 6) -> tuple[str, ...]:
    """``text`` in lines that are at most so wide, broken between words where that is possible.

    What goes past ``most`` lines is left out, and an ellipsis says so.

    >>> wrapped("model, claims checked", 110)
    ('model, claims', 'checked')
    """
    found, line = [], ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if text_width(joined, size) <= width:
            line = joined
            continue
        if line:
            found.append(line)
        *full, line = _broken(word, width, size)
        found += full
        if len(found) > most:
            break
    lines = [*found, line] if line else found
    return tuple(lines) if len(lines) <= most else (*lines[: most - 1], f"{lines[most - 1][:-1]}…")


def _broken(word: str, width: float, size: float) -> list[str]:
    """A word in pieces that fit; at least one character each."""
    parts, at = [""], 0.0
    for c in word[:1_000]:
        wide = text_width(c, size)
        if at + wide > width and parts[-1]:
            parts.append("")
            at = 0.0
        parts[-1] += c
        at += wide
    return parts


def _ems(c: str) -> float:
    if east_asian_width(c) in "WF":
        return 1.0
    if c in "mwMW@%—…":
        return 0.95
    if c in " iIjlftr.,:;'|!()[]-":
        return 0.4
    return 0.75 if c.isupper() else 0.63


def tick_text(value: float, all_: Sequence[float] = ()) -> str:
    """A tick's number without needless digits."""
    return f"{value:.10g}" if not all_ or max(map(abs, all_)) < 10_000 else f"{value:,.0f}"


def _mark(mark: Shape) -> str:
    match mark:
        case Line(x1, y1, x2, y2, look):
            ends = f'x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
            return f'<line class="s-{look}" {ends}/>'
        case Rect(x, y, width, height, look, opacity, tip):
            box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
            faint = f' fill-opacity="{_n(opacity)}"' if opacity < 1 else ""
            return f'<rect class="f-{look}" {box}{faint}>{_tip(tip)}</rect>'
        case Dot(x, y, r, look, tip):
            return f'<circle class="f-{look}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}">{_tip(tip)}</circle>'
        case DrawnText(x, y, text, look, anchor):
            at = f'x="{_n(x)}" y="{_n(y)}"' + (f' text-anchor="{anchor}"' if anchor != "start" else "")
            return f'<text class="t-{look}" {at}>{html_text(text)}</text>'


def _tip(tip: str) -> str:
    return f"<title>{html_text(tip)}</title>" if tip else ""


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _style() -> str:
    light = "".join(_rules(0))
    dark = "".join(_rules(1))
    font = "text{font:12px system-ui,sans-serif}.t-strong{font-weight:600}.t-muted,.t-rule{font-size:11px}"
    return f"{font}line{{stroke-width:1.5}}{light}@media(prefers-color-scheme:dark){{{dark}}}"


def _rules(theme: int) -> Iterator[str]:
    for look, colours in COLOURS.items():
        colour = colours[theme]
        yield f".f-{look},.t-{look}{{fill:{colour}}}.s-{look}{{stroke:{colour}}}"
    yield f".t-strong{{fill:{COLOURS['ink'][theme]}}}"
