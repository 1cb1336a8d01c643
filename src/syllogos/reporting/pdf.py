"""Figures as PDF, drawn with Matplotlib in the light colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from syllogos.plugins import needs_extra
from syllogos.reporting.drawing import COLOURS, Dot, DrawnText, Figure, Line, Rect, Shape

POINTS = 0.75
"""Points a unit of a figure."""


def write_pdf(figure: Figure, path: Path) -> None:
    """Write ``figure`` as one PDF page of its own size.

    Raises:
        InputError: Matplotlib is not installed.
        OSError: the file cannot be written.
    """
    try:
        from matplotlib.figure import Figure as Canvas  # noqa: PLC0415 (an optional extra)
    except ImportError:
        raise needs_extra("PDF", "frames") from None
    inches = figure.width * POINTS / 72, figure.height * POINTS / 72
    canvas = Canvas(figsize=inches)
    axes = canvas.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, figure.width), ylim=(figure.height, 0))
    axes.axis("off")
    for mark in figure.marks:
        _draw(axes, mark)
    canvas.savefig(path, format="pdf", metadata={"Title": figure.title, "CreationDate": None})


def _draw(axes: Any, mark: Shape) -> None:
    match mark:
        case Line(x1, y1, x2, y2, look):
            axes.plot([x1, x2], [y1, y2], color=_colour(look), linewidth=1.1 if look != "rule" else 0.7)
        case Rect(x, y, width, height, look, opacity):
            axes.fill(
                [x, x + width, x + width, x],
                [y, y, y + height, y + height],
                color=_colour(look),
                alpha=opacity,
                linewidth=0,
            )
        case Dot(x, y, r, look):
            axes.plot([x], [y], "o", color=_colour(look), markersize=2 * r * POINTS, markeredgewidth=0)
        case DrawnText(x, y, text, look, anchor):
            side = {"start": "left", "middle": "center", "end": "right"}[anchor]
            size = (11 if look == "muted" else 12) * POINTS
            weight = "bold" if look == "strong" else "normal"
            plain = text.replace("$", r"\$")
            axes.text(
                x, y, plain, color=_colour(look), ha=side, va="baseline", fontsize=size, fontweight=weight
            )


def _colour(look: str) -> str:
    return COLOURS.get(look, COLOURS["ink"])[0]
