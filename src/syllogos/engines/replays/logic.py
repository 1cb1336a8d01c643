"""Recorded programs of models on logic questions: which run, which are right, by language and model."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Annotated, Any

from pydantic import Field, ValidationError

from syllogos.engines.replays._logic_formulas import DecidedFormulas, FormulaRow, decided
from syllogos.engines.solver_plan import close, plan_solver
from syllogos.errors import InputError
from syllogos.text.files import json_rows

LANES = 2
"""Rows that are worked on at once."""
OPTIONS = 3
"""Options of a question that is true, false or uncertain."""
LANGUAGES = ("FOL", "FOL-nltk")


def replay(
    path: Path, explain: bool = False, engine: str = "z3", steps: Annotated[int, Field(gt=0)] = 300_000
) -> dict[str, object]:
    """Read and decide every first-order program again; gold annotations too.

    Args:
        path: rows with ``problem_id, dataset, language, model, expected_answer`` and a ``program``, or with
            ``premises_fol`` and ``conclusion_fol``.
        explain: whether to list wrong and undecided programs.
        engine: a solver of theories.
        steps: engine steps for each check.

    Returns:
        ``models``: one entry for each data set, language and model; ``executable`` is the share with an
        answer, ``overall`` counts the others as wrong, ``overall_with_backup`` as a uniform guess; times in
        milliseconds.  ``disagreements``: programs whose countermodel is none when it is checked without an
        engine.  With ``explain`` also ``differs``.

    Raises:
        InputError: the file cannot be read, or a row is no program of a known language.
    """
    rows = [_row(place, row) for place, row in json_rows(path)]
    results = asyncio.run(_all(rows, engine, steps))
    groups: dict[tuple[str, str, str], list[DecidedFormulas]] = {}
    for result in results:
        row = result.row
        groups.setdefault((row.dataset, row.language, row.model), []).append(result)
    figures: dict[str, object] = {
        "models": [_figures(*key, results=groups[key]) for key in sorted(groups)],
        "disagreements": [{"id": r.row.problem_id, "why": r.unshown} for r in results if r.unshown],
    }
    if explain:
        figures["differs"] = [_explained(r) for r in results if r.got != r.row.expected_answer]
    return figures


replay.example = {  # type: ignore[attr-defined]
    "programs.jsonl": [
        {"problem_id": "dogs", "dataset": "FOLIO", "language": "FOL", "model": "m", "expected_answer": "A",
         "program": "Premises:\n∀x (Dog(x) → Mammal(x))\nDog(rex)\nConclusion:\nMammal(rex)"},
        {"problem_id": "cats", "dataset": "FOLIO", "language": "FOL-nltk", "model": "m",
         "expected_answer": "C",
         "program": "FOL:\tall x. (Cat(x) -> Pet(x))\nFOL:\tPet(Tom)\nFOL:\tCat(Tom)\n"},
        {"problem_id": "gold", "dataset": "FOLIO", "language": "FOL", "model": "gold", "expected_answer": "B",
         "premises_fol": ["¬Rain"], "conclusion_fol": "Rain"},
    ],
}  # fmt: skip


def _row(place: str, row: object) -> FormulaRow:
    try:
        read = FormulaRow.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{place}: {'.'.join(map(str, first['loc']))}: {first['msg'].lower()}") from None
    if read.language not in LANGUAGES:
        raise InputError(f"{place}: no language {read.language!r}; there are {', '.join(LANGUAGES)}")
    return read


async def _all(rows: Sequence[FormulaRow], engine: str, steps: int) -> list[DecidedFormulas]:
    """Every row's result, in order; rows without a program are left out."""
    solver = plan_solver(engine).open()
    numbered = iter(enumerate(rows))
    results: dict[int, DecidedFormulas] = {}

    async def lane(left: Iterator[tuple[int, FormulaRow]]) -> None:
        for number, row in left:
            if result := await decided(row, solver, steps):
                results[number] = result

    try:
        await asyncio.gather(*(lane(numbered) for _ in range(LANES)))
    finally:
        await close(solver)
    return [results[number] for number in sorted(results)]


def _figures(
    dataset: str, language: str, model: str, *, results: Sequence[DecidedFormulas]
) -> dict[str, Any]:
    n, executed = len(results), [result for result in results if result.executed]
    right = sum(result.got == result.row.expected_answer for result in executed)
    times = sorted(result.milliseconds for result in results)
    counts = {kind: sum(r.got == kind for r in results) for kind in ("inconsistent", "unknown", "rejected")}
    return {
        "dataset": dataset, "language": language, "model": model, "n": n,
        "executable": len(executed) / n,
        "accuracy_on_executed": right / len(executed) if executed else None,
        "overall": right / n,
        "overall_with_backup": (right + (n - len(executed)) / OPTIONS) / n,
        "repaired": sum(result.repaired for result in results), **counts, "none": 0, "several": 0,
        "median_ms": median(times), "p99_ms": times[math.ceil(0.99 * n) - 1],
    }  # fmt: skip


def _explained(result: DecidedFormulas) -> dict[str, str]:
    row = result.row
    return {
        "id": row.problem_id, "model": row.model, "got": result.got, "expected": row.expected_answer,
        "why": result.why,
    }  # fmt: skip
