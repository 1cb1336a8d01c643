"""Frames for pandas, and files for everything else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TextIO, get_type_hints

from syllogos.plugins import needs_extra
from syllogos.reporting.frames import ROWS, VERSION, GamePart, columns, parts
from syllogos.reporting.writing import put_in_place
from syllogos.store.store import Store

Format = Literal["jsonl", "parquet"]
BATCH = 5_000
"""Rows that are held before they are written."""
ARROW = {"str": "string", "int": "int64", "float": "float64", "bool": "bool_"}


@dataclass(frozen=True)
class Frames:
    """A run as pandas data frames; the columns are those of ``docs/frames.md``.

    ``version`` is the columns' version, ``problems`` names the games that could not be read whole.
    """

    games: Any
    seats: Any
    turns: Any
    calls: Any
    verdicts: Any
    measures: Any
    version: int
    problems: tuple[str, ...]


def load_frames(store: Store) -> Frames:
    """All tables of a run in memory.

    Raises:
        InputError: pandas is not installed.
    """
    try:
        import pandas as pd  # noqa: PLC0415 (an optional extra)
    except ImportError:
        raise needs_extra("load", "frames") from None
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in ROWS}
    problems = []
    for part in parts(store):
        problems += [part.problem] if part.problem else []
        for name in ROWS:
            rows[name] += _rows(part, name)
    frames = {name: pd.DataFrame(rows[name], columns=list(columns(name))) for name in ROWS}
    return Frames(**frames, version=VERSION, problems=tuple(problems))


def export(store: Store, out: Path, form: Format) -> tuple[dict[str, int], tuple[str, ...]]:
    """Write one file a table into ``out``, with JSONL also the whole records; what was damaged.

    Returns:
        Rows written by file name, and one line for each game that could not be read whole.

    Raises:
        InputError: ``out`` cannot be written, or Parquet is wanted without pyarrow.
    """
    names = (*ROWS, "records") if form == "jsonl" else tuple(ROWS)
    own = [f"{name}.{form}" for name in names]
    # The stack's files are closed, hence whole, before they are put in place.
    with put_in_place(out, own) as aside, ExitStack() as stack:
        writer = _jsonl(aside, stack) if form == "jsonl" else _parquet(aside, stack)
        return _write(parts(store), writer, names)


Writer = Callable[[str, list[dict[str, Any]]], str]
"""Appends rows to a table and says the file's name."""


def _write(
    run: Iterator[GamePart], write: Writer, names: Sequence[str]
) -> tuple[dict[str, int], tuple[str, ...]]:
    held: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    counts = {write(name, []): 0 for name in names}
    problems: list[str] = []

    def flush(name: str) -> None:
        counts[write(name, held[name])] += len(held[name])
        held[name] = []

    for part in run:
        problems += [part.problem] if part.problem else []
        for name in names:
            held[name] += _rows(part, name)
            if len(held[name]) >= BATCH:
                flush(name)
    for name in names:
        flush(name)
    return counts, tuple(problems)


def _rows(part: GamePart, name: str) -> list[dict[str, Any]]:
    if name == "records":
        return [dict(part.record)] if part.record else []
    found = getattr(part, name)
    return [asdict(row) for row in (found if isinstance(found, tuple) else (found,))]


def _jsonl(out: Path, stack: ExitStack) -> Writer:
    files: dict[str, TextIO] = {}

    def write(name: str, rows: list[dict[str, Any]]) -> str:
        path = out / f"{name}.jsonl"
        if name not in files:
            files[name] = stack.enter_context(path.open("w", encoding="utf-8", errors="backslashreplace"))
        files[name].writelines(json.dumps(row) + "\n" for row in rows)
        return path.name

    return write


def _parquet(out: Path, stack: ExitStack) -> Writer:
    try:
        import pyarrow as pa  # noqa: PLC0415 (an optional extra)
        import pyarrow.parquet as pq  # noqa: PLC0415
    except ImportError:
        raise needs_extra("Parquet", "frames") from None
    writers: dict[str, Any] = {}

    def schema(name: str) -> Any:
        hints = get_type_hints(ROWS[name])
        kinds = {c: str(getattr(hints[c], "__name__", "") or hints[c]).split(" ")[0] for c in columns(name)}
        typed = [(column, getattr(pa, ARROW[kind])()) for column, kind in kinds.items()]
        return pa.schema(typed, metadata={"syllogos.frames": str(VERSION)})

    def write(name: str, rows: list[dict[str, Any]]) -> str:
        path = out / f"{name}.parquet"
        if name not in writers:
            writers[name] = stack.enter_context(pq.ParquetWriter(path, schema(name)))
        if rows:
            clean = [{column: _whole(value) for column, value in row.items()} for row in rows]
            writers[name].write_table(pa.Table.from_pylist(clean, schema=writers[name].schema))
        return path.name

    return write


def _whole(value: object) -> object:
    """Text without half characters, which Parquet cannot hold."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
