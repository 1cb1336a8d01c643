"""Progress of a run on stderr: a live line on a terminal, a plain one now and then elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import Progress
from rich.status import Status
from rich.text import Text

from syllogos import api
from syllogos.cli._console import console
from syllogos.cli._say import say
from syllogos.errors import StoreError

if TYPE_CHECKING:
    from syllogos.store.rows import GameCounts, Spent

EVERY = 10.0
"""Seconds between plain lines."""


@contextmanager
def progress(folder: Path) -> Iterator[None]:
    """Show games done, rate, cost and time left of the run in ``folder`` while the block runs."""
    with api.following(folder) as ask, _told(_Line(ask)):
        yield


@contextmanager
def counted(what: str, *, shown: bool = True) -> Iterator[Callable[[int, int], None]]:
    """Tells how many are done, of how many, by a bar on a terminal and not at all elsewhere."""
    hidden = not (shown and sys.stderr.isatty())
    with Progress(console=console(stderr=True), transient=True, disable=hidden) as bar:
        task = bar.add_task(what, total=None, visible=False)
        yield lambda done, total: bar.update(task, completed=done, total=total, visible=True)


@contextmanager
def _told(line: _Line) -> Iterator[None]:
    live = sys.stderr.isatty()
    status = Status(Text("starting"), console=console(stderr=True))
    stop = threading.Event()

    def tick() -> None:
        while not stop.wait(0.5 if live else EVERY):
            with suppress(StoreError):  # the run itself meets it too, and says so
                text = line.text()
                if live:
                    status.update(Text(text))
                else:
                    say(text)

    thread = threading.Thread(target=tick, daemon=True)
    if live:
        status.start()
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
        if live:
            status.stop()


class _Line:
    """One line of progress, rates since the block began."""

    def __init__(self, ask: Callable[[], tuple[GameCounts, Spent]]) -> None:
        self._ask = ask
        self._began = time.monotonic()
        self._done = ask()[0].finished

    def text(self) -> str:
        counts, spent = self._ask()
        elapsed = time.monotonic() - self._began
        rate = (counts.finished - self._done) / elapsed if elapsed else 0.0
        left = f", about {_span(counts.open / rate)} left" if rate and counts.open else ""
        trouble = f", {counts.crashed} crashed" if counts.crashed else ""
        some = "+?" if spent.uncounted else ""
        cost = f"${spent.cost:.4f}{'+?' if spent.unpriced else ''}"
        return (
            f"{counts.finished}/{counts.games} games{trouble}, {counts.running} running, "
            f"{rate * 60:.1f} games/min, {spent.calls} calls, {spent.tokens}{some} tokens, {cost}{left}"
        )


def _span(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
