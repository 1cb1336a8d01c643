"""Hostile inputs, run: who was harmed, and whether each ended as it must."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from syllogos.engines.guard.isolation import available
from syllogos.engines.prolog.terms import Term
from syllogos.engines.solvers.swipl import Answers, PrologQuery, Swipl, make
from syllogos.errors import InputError
from syllogos.text.files import json_rows
from syllogos.text.whole_file import read_whole
from syllogos.verdict import Status, Verdict

STEPS = 2_000_000
ENGINES: Mapping[str, str] = {"prolog": "swipl"}
"""Names of engines in an index -> the solver that stands in for them."""
CANARIES = (Path("/tmp/rs_canary"), Path("/tmp/x"))
"""The places that attacks aim at."""
SECRET = "OPENAI_API_KEY"
TOKEN = "canary-4c1d9e"
HOST = "payoff(c, c, 3, 3).\npayoff(c, d, 0, 5).\npayoff(d, c, 5, 0).\npayoff(d, d, 1, 1).\n"
AFTERWARDS = PrologQuery("findall(p(A, B, U, V), payoff(A, B, U, V), L), X is 2 + 2", host=HOST)
"""Asked after every attack: the host's clauses and arithmetic must be as they were."""

ENDS: Mapping[str, tuple[str, ...]] = {
    "rejected": ("rejected",),
    "limit": ("limit", "rejected"),
    "harmless": ("rejected", "limit", "answer", "flagged"),
    "accept": ("answer",),
    "flagged": ("flagged",),
}
"""What an input must do -> the ends that meet it."""

GOT: Mapping[Status, str] = {
    Status.TRUE: "answer", Status.FALSE: "answer", Status.OPEN: "answer", Status.INCONSISTENT: "flagged",
    Status.UNKNOWN: "limit", Status.REJECTED: "rejected",
}  # fmt: skip


@dataclass(frozen=True)
class Attack:
    """One row of an index."""

    name: str
    engine: str
    must: str
    query: str
    text: str


@dataclass(frozen=True)
class AttackRow:
    """What became of an attack; ``harm`` says what was hurt, empty for nothing."""

    id: str
    engine: str
    must: str
    got: str
    reason: str
    seconds: float
    harm: str = ""


def replay(
    path: Path, engine: str = "swipl", isolation: Literal["sealed", "guarded"] = "sealed"
) -> dict[str, object]:
    """Run the attacks of an index (``index.jsonl`` beside its files) against ``engine``.

    A canary file is planted where attacks aim, and a token in the environment; both are checked
    after every attack, and a known question is asked.  Rows of other engines count as not run.

    Returns:
        ``{n, harm, as_stated, not_run, isolation, rows: [{id, engine, must, got, reason, seconds, harm}]}``

    Raises:
        InputError: the index cannot be read, or names a file that is not there.
    """
    attacks = tuple(read_attacks(path))
    mine = [a for a in attacks if ENGINES.get(a.engine) == engine]
    others = [AttackRow(a.name, a.engine, a.must, "not run", "", 0.0) for a in attacks if a not in mine]
    rows = asyncio.run(_run(mine, isolation)) if mine else []
    return {
        "n": len(attacks),
        "harm": sum(bool(row.harm) for row in rows),
        "as_stated": sum(row.got in ENDS[row.must] and not row.harm for row in rows),
        "not_run": len(others),
        "isolation": isolation if rows else available()[0],
        "rows": [vars(row) for row in (*rows, *others)],
    }


replay.example = {  # type: ignore[attr-defined]
    "index.jsonl": [
        {"id": "shell", "engine": "prolog", "must": "rejected", "query": "p", "file": "shell.pl"},
        {"id": "fact", "engine": "prolog", "must": "accept", "query": "p", "file": "fact.pl"},
        {"id": "other", "engine": "smt", "must": "limit", "query": "", "file": "fact.pl"},
    ],
    "shell.pl": "p :- shell(ls).\n",
    "fact.pl": "p.\n",
}


def read_attacks(path: Path) -> Iterable[Attack]:
    """The attacks of an index.  Texts are read byte by byte: some are no valid UTF-8 on purpose."""
    for place, row in json_rows(path):
        try:
            name, engine, must, file = (str(row[key]) for key in ("id", "engine", "must", "file"))
            query = str(row["query"] or "true")
        except (KeyError, TypeError) as error:
            raise InputError(f"{place}: {error}; a row has id, engine, must, file and query") from None
        if must not in ENDS:
            raise InputError(f"{place}: must is one of {', '.join(ENDS)}, not {must!r}")
        text = read_whole(path.parent / file).decode("utf-8", "surrogateescape")
        yield Attack(name, engine, must, query, text)


async def _run(attacks: Iterable[Attack], isolation: Literal["sealed", "guarded"]) -> list[AttackRow]:
    solver = make(isolation=isolation, workers=1)
    known = os.environ.get(SECRET)
    os.environ[SECRET] = TOKEN
    planted = CANARIES[0] / TOKEN
    ours = not planted.parent.exists()
    planted.parent.mkdir(exist_ok=True)
    planted.write_text(TOKEN)
    try:
        return [await _attacked(solver, attack) for attack in attacks]
    finally:
        solver.close()
        os.environ.pop(SECRET) if known is None else os.environ.update({SECRET: known})
        planted.unlink(missing_ok=True)
        if ours:
            shutil.rmtree(planted.parent, ignore_errors=True)


async def _attacked(solver: Swipl, attack: Attack) -> AttackRow:
    before, started = _seen(), time.perf_counter()
    try:
        verdict = await solver.ask(PrologQuery(attack.query, attack.text, HOST), steps=STEPS)
        seconds = time.perf_counter() - started
        harm = f"{CANARIES[0]} or {CANARIES[1]} was touched" if _seen() != before else ""
        harm = harm or ("a secret was told" if TOKEN in repr(verdict) else "")
        harm = harm or _host(await solver.ask(AFTERWARDS, steps=STEPS))
    except Exception as error:  # noqa: BLE001  whatever escapes is the finding
        harm = f"the caller crashed: {type(error).__name__}: {error}"
        return AttackRow(attack.name, attack.engine, attack.must, "crash", "", 0.0, harm)
    got = GOT[verdict.status]
    return AttackRow(attack.name, attack.engine, attack.must, got, verdict.reason, round(seconds, 4), harm)


def _seen() -> frozenset[tuple[str, int, int]]:
    """The canaries: every file there with its size and time."""
    files = [file for place in CANARIES for file in (place, *place.rglob("*"))]
    found = [(file, file.lstat()) for file in files if file.exists()]
    return frozenset((str(file), stat.st_size, stat.st_mtime_ns) for file, stat in found)


def _host(verdict: Verdict[Answers]) -> str:
    """What is wrong with the worker after an attack."""
    if verdict.status is not Status.TRUE or not verdict.answer:
        return f"the next question failed: {verdict.reason}"
    row: Mapping[str, Term] = verdict.answer.rows[0]
    if row["X"] != Fraction(4) or len(getattr(row["L"], "items", ())) != HOST.count("payoff"):
        return "the host's clauses or arithmetic changed"
    return ""
