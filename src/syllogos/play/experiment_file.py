"""The shape of an experiment file, and what is said of one that is not in shape."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from datetime import date, time
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from syllogos.errors import InputError, unknown
from syllogos.formats.toml_lines import line_of
from syllogos.play.files import read_source


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Limits(_Table):
    """Budgets; None is no limit.  ``money`` is in US dollars, ``seconds`` of this invocation."""

    tokens: int | None = Field(None, ge=0)
    money: float | None = Field(None, ge=0)
    games: int | None = Field(None, ge=0)
    seconds: float | None = Field(None, ge=0)


class AgentEntry(BaseModel):
    """An agent with configuration: ``{kind = "lelma", attempts = 3}``."""

    model_config = ConfigDict(extra="allow", frozen=True)
    kind: str


class Condition(_Table):
    """Who plays: one agent and one model (or a table of models by role) per seat."""

    name: str
    agents: list[str | AgentEntry] = Field(min_length=1)
    models: list[str | dict[str, str]] = []
    referee: str | AgentEntry | None = None


class GameEntry(BaseModel):
    """The game's plugin; every other key is its configuration."""

    model_config = ConfigDict(extra="allow", frozen=True)
    kind: str


class ExperimentFile(_Table):
    """The file's shape (``EXPERIMENT.toml``)."""

    name: str = Field(min_length=1)
    seed: int = 0
    repetitions: int = Field(1, ge=1)
    game: GameEntry
    condition: list[Condition] = Field(min_length=1)
    grid: dict[str, Any] = {}
    limits: Limits = Limits()
    models: dict[str, dict[str, Any]] = {}
    prompts: dict[str, str] = {}
    cache: str | None = None


def read_file(path: Path) -> tuple[ExperimentFile, str]:
    """The content of an experiment file, in shape, and its text.

    Raises:
        InputError: with the file, the line and the mend.
    """
    text = read_source(path).text
    try:
        table = tomllib.loads(text)
        file = ExperimentFile.model_validate(table)
    except ValidationError as error:
        raise _explained(path, text, table, error) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: {error}") from None
    if where := _dated(table):
        line = line_of(text, where)
        raise InputError(
            f"{path}{f':{line}' if line else ''}: {'.'.join(where)} is a date; write it in quotes"
        )
    return file, text


def _dated(value: Any, where: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Where a date or a time stands in a table, which nothing here can mean; () when nowhere."""
    if isinstance(value, date | time):
        return where
    inner = (
        value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    )
    return next((found for key, item in inner if (found := _dated(item, (*where, str(key))))), ())


def _explained(path: Path, text: str, table: Any, error: ValidationError) -> InputError:
    # A key nobody knows explains the one that is missing, so it is named first.
    first = min(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
    where = _place(table, first["loc"], missing=first["type"] == "missing")
    line = line_of(text, where)
    place = f"{path}:{line}" if line else str(path)
    name = ".".join(map(str, where))
    if first["type"] == "extra_forbidden":
        return InputError(f"{place}: {unknown('key', str(where[-1]), _fields(where[:-1]))}")
    if first["type"] == "missing":
        return InputError(f"{place}: {name} is missing")
    return InputError(f"{place}: {name} = {_short(first['input'])}: {first['msg']}")


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
    return list(tables.get(str(where[0]) if where else "", ExperimentFile).model_fields)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
