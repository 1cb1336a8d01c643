"""Hostile inputs, run: who was harmed, and whether each ended as it must."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from syllogos.engines.guard.isolation import available
from syllogos.engines.replays._attacked import ATTACKED, Attack, AttackedEngine
from syllogos.errors import InputError, unknown
from syllogos.text.files import json_rows
from syllogos.text.whole_file import read_whole
from syllogos.verdict import Status

ALL = "all"
ALSO: Mapping[str, str] = {"swipl": "prolog"}
"""Other names of engines than those in an index."""
CANARIES = (Path("/tmp/rs_canary"), Path("/tmp/x"))
"""The places that attacks aim at."""
SECRET = "OPENAI_API_KEY"
TOKEN = "canary-4c1d9e"

ENDS: Mapping[str, tuple[str, ...]] = {
    "rejected": ("rejected",),
    "limit": ("limit", "rejected"),
    "harmless": ("rejected", "limit", "answer", "flagged"),
    "accept": ("answer",),
    "flagged": ("flagged",),
}
"""What an input must do -> the ends that meet it."""

NOT_RUN = "not run"

GOT: Mapping[Status, str] = {
    Status.TRUE: "answer", Status.FALSE: "answer", Status.OPEN: "answer", Status.INCONSISTENT: "flagged",
    Status.UNKNOWN: "limit", Status.REJECTED: "rejected",
}  # fmt: skip


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
    path: Path, engine: str = ALL, isolation: Literal["sealed", "guarded"] = "sealed"
) -> dict[str, object]:
    """Run the attacks of an index (``index.jsonl`` beside its files), each against the engine that it names.

    A canary file is planted where attacks aim, and a token in the environment; both are checked
    after every attack, and the engine is asked a known question.

    Args:
        path: the index.
        engine: of which engine the rows are run; those of others, and of engines that are not installed,
            count as not run.
        isolation: how processes are shut in.

    Returns:
        ``{n, harm, as_stated, not_run, isolation, rows: [{id, engine, must, got, reason, seconds, harm}]}``

    Raises:
        InputError: the index cannot be read, or names a file that is not there; no such engine.
    """
    wanted = ALSO.get(engine, engine)
    if wanted not in (ALL, *ATTACKED):
        raise unknown("engine", engine, (ALL, *ATTACKED))
    attacks = tuple(read_attacks(path))
    rows = asyncio.run(_run(attacks, wanted, isolation))
    run = [row for row in rows if row.got != NOT_RUN]
    return {
        "n": len(attacks),
        "harm": sum(bool(row.harm) for row in rows),
        "as_stated": sum(row.got in ENDS[row.must] and not row.harm for row in rows),
        "not_run": len(rows) - len(run),
        "isolation": isolation if run else available()[0],
        "rows": [vars(row) for row in (*run, *(row for row in rows if row.got == NOT_RUN))],
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


async def _run(
    attacks: Sequence[Attack], wanted: str, isolation: Literal["sealed", "guarded"]
) -> list[AttackRow]:
    """Every attack's row, engine by engine."""
    rows: list[AttackRow] = []
    with _planted():
        for name in dict.fromkeys(attack.engine for attack in attacks):
            mine = [attack for attack in attacks if attack.engine == name]
            rows += await _attack_all(mine, name, isolation if wanted in (ALL, name) else None)
    return rows


async def _attack_all(
    attacks: Sequence[Attack], name: str, isolation: Literal["sealed", "guarded"] | None
) -> list[AttackRow]:
    """The rows of one engine; without isolation, or where it cannot be opened, they are not run."""
    why = ""
    if isolation and name in ATTACKED:
        try:
            engine = ATTACKED[name](isolation)
        except InputError as error:
            why = str(error)
        else:
            try:
                return [await _attacked(engine, attack) for attack in attacks]
            finally:
                await engine.aclose()
    return [AttackRow(a.name, a.engine, a.must, NOT_RUN, why, 0.0) for a in attacks]


@contextmanager
def _planted() -> Iterator[None]:
    """A canary where attacks aim, and a token in the environment, before any engine is started."""
    known = os.environ.get(SECRET)
    os.environ[SECRET] = TOKEN
    planted = CANARIES[0] / TOKEN
    ours = not planted.parent.exists()
    planted.parent.mkdir(exist_ok=True)
    planted.write_text(TOKEN)
    try:
        yield
    finally:
        os.environ.pop(SECRET) if known is None else os.environ.update({SECRET: known})
        planted.unlink(missing_ok=True)
        if ours:
            shutil.rmtree(planted.parent, ignore_errors=True)


async def _attacked(engine: AttackedEngine, attack: Attack) -> AttackRow:
    before, started = _seen(), time.perf_counter()
    try:
        verdict = await engine.ask(attack)
        seconds = time.perf_counter() - started
        harm = f"{CANARIES[0]} or {CANARIES[1]} was touched" if _seen() != before else ""
        harm = harm or ("a secret was told" if TOKEN in repr(verdict) else "")
        harm = harm or await engine.hurt()
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
