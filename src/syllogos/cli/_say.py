"""Lines for people: what is printed goes through here, or through the console beside it."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from syllogos.text.visible import one_line, visible

if TYPE_CHECKING:
    from syllogos.metrics.unmade import MoveCounts

LONGEST = 160
"""Characters of a text that are quoted."""


def say(text: str) -> None:
    """A text on stderr; one that nobody can read any more ends nothing."""
    with suppress(OSError):
        print(visible(text), file=sys.stderr, flush=True)


def complain(error: object) -> None:
    """What went wrong, in one line on stderr."""
    say(f"syllogos: {one_line(str(error))}")


def warn(moves: MoveCounts) -> None:
    """Which seats made no move of their own in more than half their turns, in one line on stderr."""
    if moves.warning:
        say(f"warning: {one_line(moves.warning)}")


def tell(text: str) -> None:
    """A text on stdout, as it is: no markup is read in it."""
    print(visible(text))


def quoted(text: str) -> str:
    """The beginning of a text on one line, to be set in quotation marks."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} ..."


def open_streams() -> None:
    """Make stdout and stderr take every text: in any encoding, and where they are closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_streams() -> None:
    """Send what is left to print nowhere: its reader is gone, and Python would say so at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
