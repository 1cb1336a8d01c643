"""Validating recorded game programs again (GAMA, experiments 1 and 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any, Literal

from syllogos.engines.solvers.swipl import make as swipl
from syllogos.formalization.facts import GameFacts
from syllogos.formalization.program import Validation, Wanted, judged
from syllogos.formalization.replays import _gama_independent as independent
from syllogos.formalization.replays import _gama_strict as original
from syllogos.formalization.replays._gama_records import (
    Description,
    Program,
    rows,
    target_from_play,
    target_of,
)
from syllogos.formalization.tree import Prolog, expand
from syllogos.match.engine import run_now

PAPER = {
    ("claude-3.5-sonnet", True): (0.86, 0.861),
    ("gpt-4o", True): (0.86, 0.869),
    ("claude-3.5-sonnet", False): (0.67, 0.749),
    ("gpt-4o", False): (0.68, 0.702),
}
"""Semantic rates of exp1 and exp2: as the paper prints them, and as its logs give without clones."""


@dataclass(frozen=True)
class CheckedProgram:
    """One row, judged both ways; ``second`` is the independent opinion, None where it has none."""

    row: Program
    recorded: original.RecordedGame
    strict: bool
    completed: Validation
    second: bool | None
    milliseconds: float


def replay(
    path: str | Path, isolation: Literal["sealed", "guarded"] = "sealed", explain: bool = False
) -> dict[str, object]:
    """Validate every recorded program, clones left out, as recorded and with completion.

    A ``descriptions.jsonl`` beside the file gives the target payoffs; without it they follow from
    the recorded sequences and the game's class.

    Returns:
        The keys of ``replay gama``; times are of the validation with completion alone.

    Raises:
        InputError: the file cannot be read, or no worker can be started.
    """
    programs = [row for row in rows(path, Program) if not row.is_clone]
    targets = _targets(Path(path))
    checked = run_now(_all(programs, targets, isolation))
    times = [c.milliseconds for c in checked]
    return {
        "rates": _rates(checked),
        "programs": len(checked),
        "status_agrees_with_recorded": sum(c.recorded.status == c.row.recorded_status for c in checked),
        "wrong_accepted": sum(c.completed.semantic is True and c.second is False for c in checked),
        "right_rejected": _rejected(checked),
        "independent_opinions": sum(c.second is not None for c in checked),
        "completed_predicates": dict(
            Counter(name for c in checked if (p := c.completed.program) for name in p.added).most_common()
        ),
        "differs": _differs(checked),
        "median_ms": median(times) if times else 0.0,
        "p99_ms": quantiles(times, n=100)[98] if len(times) > 1 else sum(times),
        **({"rejected": _causes(checked)} if explain else {}),
    }


replay.example = {  # type: ignore[attr-defined]
    "programs.jsonl": [
        {
            "id": "open",
            "experiment": "exp1",
            "model": "m",
            "description_id": "d",
            "game": "pd",
            "numeric": True,
            "program": "payoff(c, d",
            "recorded_status": "syntactic_error",
            "orig_semantic": False,
        }
    ]
}


async def _all(
    programs: Sequence[Program], targets: dict[str, GameFacts], isolation: Literal["sealed", "guarded"]
) -> list[CheckedProgram]:
    prolog = swipl(isolation)
    try:
        return [await _check(row, targets.get(row.description_id), prolog) for row in programs]
    finally:
        prolog.close()


async def _check(row: Program, target: GameFacts | None, prolog: Prolog) -> CheckedProgram:
    recorded = await original.run(row, prolog)
    if target is None and row.target_payoff_sequences:
        target = target_from_play(row.game, row.target_payoff_sequences[0])
    wanted = Wanted(target) if target and row.numeric else Wanted(None, row.game)
    start = perf_counter()
    completed = judged(await expand(row.program, prolog), wanted)
    spent = (perf_counter() - start) * 1000
    strict = original.semantic(recorded, row)
    return CheckedProgram(row, recorded, strict, completed, _second(row, target), spent)


def _second(row: Program, target: GameFacts | None) -> bool | None:
    matrix = independent.read(row.program)
    if matrix is None:
        return None
    if row.numeric and target:
        return independent.same(matrix, independent.from_letters(target.form.payoffs))
    return independent.belongs(row.game, matrix)


def _targets(path: Path) -> dict[str, GameFacts]:
    beside = path.parent / "descriptions.jsonl"
    if not beside.is_file():
        return {}
    found: list[Description] = rows(beside, Description)
    return {d.id: target_of(d.target_payoffs) for d in found if d.target_payoffs}


def _rates(checked: Sequence[CheckedProgram]) -> list[dict[str, Any]]:
    groups: dict[tuple[str, str, bool], list[CheckedProgram]] = {}
    for c in checked:
        groups.setdefault((c.row.experiment, c.row.model, c.row.numeric), []).append(c)
    return [
        {
            "experiment": experiment,
            "model": model,
            "numeric": numeric,
            "n": len(group),
            "strict": {
                "syntactic": _share([c.recorded.status != "syntactic_error" for c in group]),
                "runtime": _share([c.recorded.status == "correct" for c in group]),
                "semantic": _share([c.strict for c in group]),
            },
            "completed": {
                "syntactic": _share([c.completed.syntactic for c in group]),
                "runtime": _share([c.completed.runtime for c in group]),
                "semantic": _share([c.completed.semantic is True for c in group]),
                "unanchored": _share([c.completed.unanchored for c in group]),
            },
            **_printed(experiment, model, numeric, group),
        }
        for (experiment, model, numeric), group in sorted(groups.items(), key=lambda item: str(item[0]))
    ]


def _printed(experiment: str, model: str, numeric: bool, group: Sequence[CheckedProgram]) -> dict[str, Any]:
    known = [c.row.orig_semantic for c in group if c.row.orig_semantic is not None]
    found: dict[str, Any] = {"recorded_semantic": _share(known)} if known else {}
    if experiment in ("exp1", "exp2") and (model, numeric) in PAPER:
        found["paper_semantic"], found["logs_semantic"] = PAPER[model, numeric]
    return found


def _share(values: Sequence[bool | None]) -> float:
    return float(Fraction(sum(map(bool, values)), len(values))) if values else 0.0


def _differs(checked: Sequence[CheckedProgram]) -> list[dict[str, str]]:
    """Rows whose strict verdict is not the recorded one: the semantic one, else the status."""
    found = []
    for c in checked:
        if c.row.orig_semantic is None:
            recorded, got = str(c.row.recorded_status), c.recorded.status
        else:
            recorded, got = str(c.row.orig_semantic), str(c.strict)
        if recorded != got:
            found.append({"id": c.row.id, "recorded": recorded, "got": got, "why": _why(c)})
    return found


def _why(c: CheckedProgram) -> str:
    if c.recorded.why:
        return c.recorded.why
    if c.recorded.status == "correct" and c.row.recorded_status != "correct":
        return f"it can be read and started; its log says {c.row.recorded_status} and not why"
    return f"played as {c.recorded.status}, recorded as {c.row.recorded_status}"


def _rejected(checked: Sequence[CheckedProgram]) -> list[dict[str, str]]:
    """Programs that the independent check calls right and the validation does not, with the cause."""
    return [
        {"id": c.row.id, "why": str(c.completed.faults[0]) if c.completed.faults else "unknown"}
        for c in checked
        if c.second and c.completed.semantic is not True
    ]


def _causes(checked: Sequence[CheckedProgram]) -> list[dict[str, str]]:
    return [
        {"id": c.row.id, "why": "; ".join(map(str, c.completed.faults[:2]))}
        for c in checked
        if c.completed.semantic is not True
    ]
