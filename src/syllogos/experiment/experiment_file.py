"""The shape of an experiment file, and what is said of one that is not in shape."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, time
from math import isfinite
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from syllogos.errors import InputError, unknown
from syllogos.match.limits import Limits, SeatBudget, Whole
from syllogos.text.files import read_source
from syllogos.text.toml_lines import DEEPEST, line_of, too_deep
from syllogos.text.visible import BREAKS

MOST = 2**18
"""Bytes of an experiment file."""
LONGEST_NAME = 200
MOST_REFEREES = 20
Where = tuple[str | int, ...]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AgentEntry(BaseModel):
    """An agent with configuration: ``{kind = "lelma", attempts = 3}``."""

    model_config = ConfigDict(extra="allow", frozen=True)
    kind: str


class RefereeEntry(BaseModel):
    """A referee with configuration: ``{kind = "correctness", models = ["strict"]}``.

    ``models`` is one model for all its roles, or a table by role; left out, seat 0's serve.
    """

    model_config = ConfigDict(extra="allow", frozen=True)
    kind: str
    models: list[str | dict[str, str]] = Field([], max_length=1)


def _listed(value: object) -> object:
    return value if value is None or isinstance(value, list) else [value]


class Condition(_Table):
    """Who plays: one agent and one model (or a table of models by role) per seat.

    ``referee`` is one or a list, in place of the file's own; an empty list is none.
    ``embeddings`` are by role, the same for every seat; ``budget`` is each seat's in each game.
    """

    name: str
    agents: list[str | AgentEntry] = Field(min_length=1, max_length=100)
    models: list[str | dict[str, str]] = Field([], max_length=100)
    referee: Annotated[list[str | RefereeEntry] | None, BeforeValidator(_listed)] = Field(
        None, max_length=MOST_REFEREES
    )
    embeddings: dict[str, str] = {}
    budget: SeatBudget | None = None


class GameEntry(BaseModel):
    """The game's plugin; every other key is its configuration."""

    model_config = ConfigDict(extra="allow", frozen=True)
    kind: str


class ExperimentFile(_Table):
    """The file's shape (``EXPERIMENT.toml``)."""

    name: str = Field(min_length=1)
    seed: Whole = 0
    repetitions: Whole = Field(1, ge=1)
    game: GameEntry
    condition: list[Condition] = Field(min_length=1, max_length=1_000)
    referee: list[RefereeEntry] = Field([], max_length=MOST_REFEREES)
    grid: dict[str, Any] = {}
    limits: Limits = Limits()
    models: dict[str, dict[str, Any]] = Field({}, max_length=1_000)
    solvers: dict[str, dict[str, Any]] = Field({}, max_length=1_000)
    embeddings: dict[str, dict[str, Any]] = Field({}, max_length=1_000)
    prompts: dict[str, str] = {}
    cache: str | None = None
    paper: str | dict[str, Any] = ""


def read_file(path: Path) -> tuple[ExperimentFile, str]:
    """The content of an experiment file, in shape, and its text.

    Raises:
        InputError: with the file, the line and the mend.
    """
    text = read_source(path, MOST).text
    table = _table(path, text)
    if strange := next(_strange(table), None):
        where, why = strange
        raise _wrong(path, f"{'.'.join(map(str, where))} {why}", line_of(text, where))
    try:
        return ExperimentFile.model_validate(table), text
    except ValidationError as error:
        raise _explained(path, text, table, error) from None


def read_models(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """The ``[models.x]`` tables of a TOML file, which may be an experiment.

    Raises:
        InputError: it cannot be read, or has none.
    """
    tables = _table(path, read_source(path, MOST).text).get("models")
    if not isinstance(tables, dict) or not all(isinstance(one, dict) for one in tables.values()):
        raise _wrong(path, "there is no [models.x] table in it", None)
    return tables


def _table(path: Path, text: str) -> dict[str, Any]:
    if line := too_deep(text):
        raise _wrong(path, f"nested more than {DEEPEST} levels deep", line)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _wrong(path, str(error), None) from None
    except ValueError as error:
        # Python reads no number of more digits than this, and does not say where it stood.
        digits = re.search(r"[\d_]{4000}", text)
        line = text.count("\n", 0, digits.start()) + 1 if digits else None
        raise _wrong(path, str(error), line) from None


def _strange(value: Any, where: Where = ()) -> Iterator[tuple[Where, str]]:
    """What TOML can say and nothing here can mean, with its place."""
    match value:
        case date() | time():
            yield where, "is a date; write it in quotes"
        case int() if not -(2**63) <= value < 2**63:
            yield where, "is too large a number: a whole number has 64 bits"
        case float() if not isfinite(value):
            yield where, f"is {value}: a number is wanted"
        case str() if where[-1:] == ("name",) and (why := _no_name(value)):
            yield where, f"= {_short(value)} {why}"
        case dict():
            for key, inner in value.items():
                if why := _no_name(key):
                    yield where, f"has a key {_short(key)}, which {why}"
                yield from _strange(inner, (*where, key))
        case list():
            for number, inner in enumerate(value):
                yield from _strange(inner, (*where, number))


def _no_name(text: str) -> str:
    if BREAKS.search(text):
        return "holds characters that cannot be seen; a name is one line of letters"
    return f"is longer than {LONGEST_NAME} characters" if len(text) > LONGEST_NAME else ""


def _wrong(path: Path, what: str, line: int | None) -> InputError:
    return InputError(what, file=str(path), line=line)


def _explained(path: Path, text: str, table: Any, error: ValidationError) -> InputError:
    # A key nobody knows explains the one that is missing, so it is named first.
    first = min(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
    where = _place(table, first["loc"], missing=first["type"] == "missing")
    line = line_of(text, where)
    name = ".".join(map(str, where))
    if first["type"] == "extra_forbidden":
        return _wrong(path, str(unknown("key", str(where[-1]), _fields(where[:-1]))), line)
    if first["type"] == "missing":
        return _wrong(path, f"{name} is missing", line)
    return _wrong(path, f"{name} = {_short(first['input'])}: {first['msg']}", line)


def _place(table: Any, loc: tuple[Any, ...], *, missing: bool) -> tuple[Any, ...]:
    """The part of pydantic's location that is in the table; names of union members are not."""
    where: list[Any] = []
    for n, part in enumerate(loc):
        inside = (
            part in table if isinstance(table, Mapping) else isinstance(part, int) and isinstance(table, list)
        )
        if inside:
            table = table[part]
        if inside or (missing and n == len(loc) - 1):
            where.append(part)
    return tuple(where)


def _fields(where: tuple[Any, ...]) -> list[str]:
    tables: dict[str, type[BaseModel]] = {"condition": Condition, "limits": Limits}
    if where[-1:] == ("budget",):
        return list(SeatBudget.model_fields)
    return list(tables.get(str(where[0]) if where else "", ExperimentFile).model_fields)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
