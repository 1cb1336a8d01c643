"""Recorded programs of models on logic questions: which run, which are right, by language and model."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Annotated, Any, get_args

from pydantic import Field, ValidationError

from syllogos.engines.replays import _logic_formulas
from syllogos.engines.replays._logic_rows import LANGUAGES, DecidedProgram, RecordedProgram, decided
from syllogos.errors import InputError
from syllogos.logic.answers import STYLES, Unanswered
from syllogos.text.files import json_rows, there

FEW = 100
"""Rows up to which one process is quicker than two."""
CHUNK = 25
"""Rows that a process takes at once."""

STEPS = 100_000
"""Steps of a program, for the engines in Python."""
STEPS_OF_A_CHECK = 300_000
"""Steps of each check of a theory; a prover's steps are smaller."""

WatchRows = Callable[[int, int], None]
"""Told how many rows are done, of how many."""


def replay(
    path: Path,
    explain: bool = False,
    engine: str = "z3",
    steps: Annotated[int, Field(gt=0)] | None = None,
    watch: WatchRows | None = None,
) -> dict[str, object]:
    """Read and decide every program again.

    Args:
        path: rows with ``problem_id, dataset, language, model, expected_answer`` and a ``program``, or with
            ``premises_fol`` and ``conclusion_fol`` (annotations); rows with neither are left out.
        explain: whether to list wrong and undecided programs.
        engine: which solver decides theories (``FOL``, ``FOL-nltk``); other languages have one each.
        steps: engine steps for each program (of theories: for each check); by default what suits a language.
        watch: told of progress.

    Returns:
        ``models``: one entry for each data set, language and model; ``executable`` is the share with
        exactly one answer, ``overall`` counts the others as wrong, ``overall_with_backup`` as a uniform
        guess among the options; of times the median and the 99th percentile, in milliseconds.
        ``disagreements``: programs whose evidence does not hold when it is checked without an engine.
        With ``explain`` also ``differs``: one entry for each program that is wrong or has no answer.

    Raises:
        InputError: the file cannot be read, or a row is no program of a known language and data set.
    """
    rows = [_row(place, row) for place, row in json_rows(path)]
    sizes = _options(path)
    results = _decided(rows, engine, steps, watch)
    groups: dict[tuple[str, str, str], list[DecidedProgram]] = {}
    for result in results:
        row = result.row
        groups.setdefault((row.dataset, row.language, row.model), []).append(result)
    figures: dict[str, object] = {
        "models": [_figures(*key, results=groups[key], sizes=sizes) for key in sorted(groups)],
        "disagreements": [{"id": r.row.problem_id, "why": r.unshown} for r in results if r.unshown],
    }
    if explain:
        figures["differs"] = [_explained(r) for r in results if r.got != r.row.expected_answer]
    return figures


_COLD = "Facts:\nCold(Bob, True)\nRules:\nCold($x, True) >>> Wet($x, True)\nQuery:\nWet(Bob, True)"
_BIRDS = (
    "Variables:\nowl [IN] [1, 2]\ncrow [IN] [1, 2]\nConstraints:\nowl > crow\n"
    "Query:\nA) owl == 1\nB) crow == 1"
)
_AWAKE = (
    "# Declarations\nbirds = EnumSort([owl, crow])\nawake = Function([birds] -> [bool])\n"
    "# Constraints\nawake(owl)\n# Options\nis_valid(awake(owl))\nis_valid(awake(crow))"
)
_DOGS = "Premises:\n∀x (Dog(x) → Mammal(x))\nDog(rex)\nConclusion:\nMammal(rex)"
_CATS = "FOL:\tall x. (Cat(x) -> Pet(x))\nFOL:\tPet(Tom)\nFOL:\tCat(Tom)\n"
replay.example = {  # type: ignore[attr-defined]
    "programs.jsonl": [
        {
            "problem_id": name, "dataset": dataset, "language": language, "model": "m", "program": program,
            "expected_answer": expected,
        }
        for name, dataset, language, program, expected in (
            ("cold", "ProofWriter", "LP", _COLD, "A"),
            ("birds", "LogicalDeduction", "CSP", _BIRDS, "B"),
            ("awake", "AR-LSAT", "SAT", _AWAKE, "A"),
            ("dogs", "FOLIO", "FOL", _DOGS, "A"),
            ("cats", "FOLIO", "FOL-nltk", _CATS, "C"),
        )
    ]
    + [
        {
            "problem_id": "rain", "dataset": "FOLIO", "language": "FOL", "model": "gold",
            "expected_answer": "B", "premises_fol": ["¬Rain"], "conclusion_fol": "Rain",
        }
    ],
}  # fmt: skip


def _row(place: str, row: object) -> RecordedProgram:
    try:
        read = RecordedProgram.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{place}: {'.'.join(map(str, first['loc']))}: {first['msg'].lower()}") from None
    if read.program is None and read.language in LANGUAGES:
        raise InputError(f"{place}: program: there is none")
    languages = (*LANGUAGES, *_logic_formulas.LANGUAGES)
    for what, known, said in (("language", languages, read.language), ("dataset", STYLES, read.dataset)):
        if said not in known:
            raise InputError(f"{place}: no {what} {said!r}; there are {', '.join(known)}")
    return read


def _options(path: Path) -> Mapping[str, int]:
    """How many options each question has, by the file of problems that lies beside one of programs."""
    beside = path.with_name(path.name.replace("programs_", "problems_"))
    if beside == path or not there(beside):
        return {}
    return {
        str(row["id"]): len(row["options"])
        for _, row in json_rows(beside)
        if isinstance(row, dict) and "id" in row and isinstance(row.get("options"), list)
    }


def _decided(
    rows: Sequence[RecordedProgram], engine: str, steps: int | None, watch: WatchRows | None
) -> list[DecidedProgram]:
    """Every row's result, theories last."""
    numbers = count(1)

    def done() -> None:
        number = next(numbers)
        if watch:
            watch(number, len(rows))

    theories = [row for row in rows if row.language in _logic_formulas.LANGUAGES]
    results = []
    for result in _by_rows([row for row in rows if row.language in LANGUAGES], steps or STEPS):
        done()
        results.append(result)
    if theories:
        work = _logic_formulas.decided_by(engine, theories, steps or STEPS_OF_A_CHECK, done)
        results += asyncio.run(work)
    return results


def _by_rows(rows: Sequence[RecordedProgram], steps: int) -> Iterator[DecidedProgram]:
    """The results of engines in Python, in order; of many rows by two processes."""
    work = partial(decided, steps=steps)
    if len(rows) <= FEW:
        yield from map(work, rows)
        return
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, rows, chunksize=CHUNK)


def _figures(
    dataset: str, language: str, model: str, *, results: Sequence[DecidedProgram], sizes: Mapping[str, int]
) -> dict[str, Any]:
    executed = [result for result in results if result.executed]
    right = sum(result.got == result.row.expected_answer for result in executed)
    guessed = sum(_chance(result, sizes) for result in results if not result.executed)
    times = sorted(result.milliseconds for result in results)
    counts = {kind: sum(r.got == kind for r in results) for kind in get_args(Unanswered)}
    return {
        "dataset": dataset, "language": language, "model": model, "n": len(results),
        "executable": len(executed) / len(results),
        "accuracy_on_executed": right / len(executed) if executed else None,
        "overall": right / len(results),
        "overall_with_backup": (right + guessed) / len(results),
        "repaired": sum(result.repaired for result in results), **counts,
        "median_ms": median(times), "p99_ms": times[math.ceil(0.99 * len(times)) - 1],
    }  # fmt: skip


def _chance(result: DecidedProgram, sizes: Mapping[str, int]) -> float:
    """The chance that a uniform guess among the options is right; 0 where nobody knows how many there are."""
    fixed = STYLES[result.row.dataset].options
    options = fixed or sizes.get(result.row.problem_id) or result.options
    return 1 / options if options else 0.0


def _explained(result: DecidedProgram) -> dict[str, str]:
    row = result.row
    return {
        "id": row.problem_id, "model": row.model, "got": result.got, "expected": row.expected_answer,
        "why": result.why,
    }  # fmt: skip
