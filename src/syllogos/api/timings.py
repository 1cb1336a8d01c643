"""How long theories took, against how many axioms they have: a plot, and the table that is its twin."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from syllogos.api.verifying import VerifiedTheory
from syllogos.errors import InputError
from syllogos.reporting.drawing import Figure, svg
from syllogos.reporting.pdf import write_pdf
from syllogos.reporting.plots import PlotPoint, scatter
from syllogos.reporting.writing import put_in_place, write_file

LEAST = 0.01
"""Milliseconds of the quickest dot; an axis of powers of ten has no place for 0."""


def timing_figure(found: Sequence[VerifiedTheory]) -> Figure:
    """One dot for each theory and engine; what could not be read has none."""
    series: dict[str, list[PlotPoint]] = {}
    for one in _by_engine(found):
        if one.axioms is not None:
            taken = one.seconds * 1000
            tip = f"{one.name}, {one.verdict.engine}: {one.status}, {one.axioms} axioms, {taken:.3g} ms"
            point = PlotPoint(one.axioms, max(taken, LEAST), tip)
            series.setdefault(one.verdict.engine, []).append(point)
    title = "Time to decide a theory by its number of axioms"
    return scatter("timings", title, "axioms", "milliseconds", list(series.items()))


def timing_table(found: Sequence[VerifiedTheory]) -> str:
    """What the plot shows as CSV: file, engine, status, axioms, milliseconds."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("file", "engine", "status", "axioms", "milliseconds"))
    for one in _by_engine(found):
        axioms = "" if one.axioms is None else one.axioms
        rows.writerow((one.name, one.verdict.engine, one.status.value, axioms, f"{one.seconds * 1000:.3f}"))
    return text.getvalue()


def _by_engine(found: Sequence[VerifiedTheory]) -> list[VerifiedTheory]:
    """Each theory once for every engine that was asked."""
    return [each for one in found for each in (one.engines or (one,))]


def write_timings(found: Sequence[VerifiedTheory], path: Path) -> None:
    """Write the plot (``.svg``, ``.pdf``) or its table (``.csv``).

    Raises:
        InputError: another ending, or the file cannot be written.
    """
    match path.suffix:
        case ".svg":
            write_file(path, svg(timing_figure(found), alone=True) + "\n")
        case ".csv":
            write_file(path, timing_table(found))
        case ".pdf":
            with put_in_place(path.parent) as aside:
                write_pdf(timing_figure(found), aside / path.name)
        case _:
            refuse_ending(path)


def refuse_ending(path: Path) -> None:
    """Raise an ``InputError`` where nothing is drawn with such an ending."""
    if path.suffix not in (".svg", ".pdf", ".csv"):
        raise InputError(f"{path}: a plot is .svg or .pdf, its table .csv")
