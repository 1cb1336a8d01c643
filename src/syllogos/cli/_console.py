"""The console of all commands: text is text, never markup, and steers nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from syllogos.text.visible import visible

UNBROKEN = 100_000
"""Columns of what is no terminal: no line is broken and no cell is cut."""


class PlainConsole(Console):
    """Prints what strangers wrote as it is; the styles are those of the commands alone.

    A text is made visible before it is measured, and whatever comes out once more.
    """

    def render_str(self, text: str, **options: Any) -> Text:
        """``text`` with no markup and no emoji code read in it."""
        return super().render_str(visible(text), **{**options, "markup": False, "emoji": False})

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The pieces of anything that can be printed."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)


def console(*, stderr: bool = False, quiet: bool = False) -> PlainConsole:
    """A console for stdout (or stderr) that colours nothing by itself; lines for a program are whole."""
    width = None if on_terminal(stderr=stderr) else UNBROKEN
    file = sys.stderr if stderr else None
    return PlainConsole(file=file, quiet=quiet, width=width, highlight=False, markup=False, emoji=False)


def on_terminal(*, stderr: bool = False) -> bool:
    """Whether somebody reads stdout (or stderr) as it is printed; a pipe or a file is read by programs."""
    return (sys.stderr if stderr else sys.stdout).isatty()
