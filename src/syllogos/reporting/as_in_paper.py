"""Tables and figures as a paper has them: our numbers with intervals, the published ones beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from syllogos.metrics.games import GameResult
from syllogos.metrics.table import Table
from syllogos.reporting.drawing import Figure


@dataclass(frozen=True)
class PaperPart:
    """One table or figure of a paper.

    Attributes:
        table: the paper's rows and columns, with the published value beside ours.
        figure: the same drawn, where the paper draws it.
        unfilled: rows that this run says nothing about, each with the reason.
    """

    table: Table
    figure: Figure | None = None
    unfilled: tuple[str, ...] = ()


PaperFill = Callable[[Sequence[GameResult]], Sequence[PaperPart]]
"""What a paper's plugin makes: its parts from the games of a run."""
