"""GAMA: validating a game program beside a spawn per program, a tournament, reading by rules."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

from _measure import ROOT, emit, peak_mb, side_by_side

from syllogos.engines.solvers.swipl import make as swipl
from syllogos.experiment.tournament import Entrant, tournament
from syllogos.formalization import reader as game_rules
from syllogos.formalization.program import Wanted, validate
from syllogos.formalization.situation import print_situation
from syllogos.formalization.task import GameTask, parse_task
from syllogos.formalization.tree import Prolog
from syllogos.match.engine import Run, Settings, run_now
from syllogos.store.store import memory_store
from syllogos.text.source import Source

STRATEGIES = (
    "default_move", "anti_default_move", "tit_for_tat", "anti_tit_for_tat", "best_response", "random",
)  # fmt: skip
TIMES = 60
MANY = 400
"""Validations after which memory is looked at again."""


def main() -> None:
    """Print the measures."""
    pages = [
        parse_task(Source(str(path), path.read_text(encoding="utf-8")))
        for path in sorted((ROOT / "docs" / "gama").glob("*.md"))
        if path.stem != "README"
    ]
    _rules(pages)
    _tournament()
    if shutil.which("swipl"):
        asyncio.run(_validation(pages))


def _rules(pages: list[GameTask]) -> None:
    start = perf_counter()
    for page in pages:
        game_rules.read(page.description)
    emit("gama: reading a description by rules", (perf_counter() - start) * 1000 / len(pages), "ms")


def _tournament() -> None:
    start = perf_counter()
    pool = [Entrant(name, name) for name in STRATEGIES]
    plan = tournament("t", pool, ["pd", "hd", "sh", "bs", "mp"], rounds=10)
    store = memory_store()
    store.begin(plan.identity, plan.text, [match.planned() for match in plan.matches])
    run_now(Run(plan.matches, store, Settings(8, 5.0)).go())
    assert store.counts().finished == len(plan.matches)
    store.close()
    emit("gama: six strategies, five games, ten rounds", perf_counter() - start, "s", budget=2.0)


async def _validation(pages: list[GameTask]) -> None:
    targets = [page.target for page in pages if page.target]
    programs = [(print_situation(target), Wanted(target, named=True)) for target in targets]
    prolog = swipl("sealed", workers=1)
    try:
        await _all(programs, prolog)
        times = []
        for n in range(TIMES):
            start = perf_counter()
            found = await validate(*_at(programs, n, prolog))
            times.append((perf_counter() - start) * 1000)
            assert found.valid
        before = peak_mb()
        for _ in range(MANY // len(programs)):
            await _all(programs, prolog)
        grown = peak_mb() - before
    finally:
        prolog.close()
    (spawned,) = side_by_side(9, lambda: _spawn(programs[0][0]))
    middle = sorted(times)[len(times) // 2]
    emit("gama: validation of a program, median", middle, "ms", budget=5.0, baseline=spawned)
    emit(f"gama: memory grown over {MANY} validations", grown, "MB", budget=5.0)


def _at(programs: list[tuple[str, Wanted]], n: int, prolog: Prolog) -> tuple[str, Prolog, Wanted]:
    text, wanted = programs[n % len(programs)]
    return text, prolog, wanted


async def _all(programs: list[tuple[str, Wanted]], prolog: Prolog) -> None:
    for text, wanted in programs:
        await validate(text, prolog, wanted)


def _spawn(program: str) -> float:
    """Milliseconds of one process that consults the program and plays one match, as the original does."""
    rules = (
        "game(F, F) :- final(F).\ngame(S, F) :- \\+ final(S), legal(M, S), game(do(M, S), F).\n"
        "holds(F, S) :- initially(F, S).\nholds(F, do(M, S)) :- effect(F, M, S).\n"
        "holds(F, do(M, S)) :- holds(F, S), \\+ abnormal(F, M, S).\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.pl"
        path.write_text(rules + program, encoding="utf-8")
        start = perf_counter()
        goal = "forall(game(s0, F), forall(finally(goal(_, _), F), true)), halt"
        subprocess.run(
            ["swipl", "-q", "-f", str(path), "-g", goal], check=True, capture_output=True, timeout=60
        )
        return (perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
