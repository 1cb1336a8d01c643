"""An experiment file: what is read, what is refused with its line, and the matches it stands for."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from syllogos import plugins
from syllogos.errors import InputError, unknown
from syllogos.formats.toml_lines import line_naming, line_of
from syllogos.models._spec import ModelSpec, parse
from syllogos.play.match import Match, SeatPlan, seed_of
from syllogos.play.naming import game_named, placed, plugin_at
from syllogos.prompts import prompt_names
from syllogos.rules import Model

RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})")


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


@dataclass(frozen=True)
class Experiment:
    """A checked experiment: its matches in playing order, seed by seed across conditions."""

    name: str
    seed: int
    matches: tuple[Match, ...]
    limits: Limits = field(default_factory=Limits)
    text: str = ""
    cache: Path | None = None
    identity: Mapping[str, object] = field(default_factory=dict)


def read_experiment(path: Path) -> Experiment:
    """Read and check an experiment file.

    Raises:
        InputError: with the file, the line and the mend.
    """
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: {error}") from None
    try:
        file = ExperimentFile.model_validate(table)
    except ValidationError as error:
        raise _explained(path, text, error) from None
    try:
        return build(file, path.parent, text)
    except InputError as error:
        line = line_naming(text, str(error))
        raise InputError(f"{path}{f':{line}' if line else ''}: {error}") from None


def single(
    game: str | object,
    agents: Sequence[str | object],
    models: Sequence[str | Mapping[str, str] | Model] = (),
    *,
    seed: int = 0,
    config: Mapping[str, object] | None = None,
) -> Match:
    """One game as a match; names may be objects.

    Raises:
        InputError: an unknown name or setting, or the wrong number of agents.
    """
    kind, config = game_named(game, config or {})
    match = Match(
        game=kind,
        config=config,
        seats=tuple(SeatPlan(a, {}, _models(models, i, {})) for i, a in enumerate(agents)),
        seed=seed_of(seed, kind, config, 0),
        condition=plugins.label(game),
    )
    match.check()
    return match


def build(file: ExperimentFile, folder: Path = Path(), text: str = "") -> Experiment:
    """The experiment that a file's content stands for; paths are relative to ``folder``.

    Raises:
        InputError: an unknown name or setting, seats that do not fit, or two equal conditions.
    """
    specs = {name: _model(name, table) for name, table in file.models.items()}
    prompts = {name: _prompt(name, folder / place) for name, place in file.prompts.items()}
    matches = tuple(_matches(file, folder, specs, prompts))
    keys: dict[str, Match] = {}
    for match in matches:
        other = keys.setdefault(match.key, match)
        if other is not match:
            raise InputError(f"conditions {other.condition!r} and {match.condition!r} are the same games")
    for match in {(m.condition, str(m.cell)): m for m in matches}.values():
        match.check()
    return Experiment(
        name=file.name,
        seed=file.seed,
        matches=matches,
        limits=file.limits,
        text=text,
        cache=folder / file.cache if file.cache else None,
        identity={"name": file.name, "seed": file.seed},
    )


def _matches(
    file: ExperimentFile, folder: Path, specs: Mapping[str, ModelSpec], prompts: Mapping[str, str]
) -> Iterator[Match]:
    grid = dict(_flat(file.grid))
    cells = [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]
    for repetition in range(file.repetitions):
        for cell in cells:
            for condition in file.condition:
                yield _match(file, condition, cell, repetition, folder, specs, prompts)


def _match(
    file: ExperimentFile,
    condition: Condition,
    cell: dict[str, Any],
    repetition: int,
    folder: Path,
    specs: Mapping[str, ModelSpec],
    prompts: Mapping[str, str],
) -> Match:
    kind, own = _entry(_with(file.game, cell), folder)
    game, config = game_named(kind, own, folder)
    condition = Condition.model_validate(
        {**condition.model_dump(), **{k[10:]: v for k, v in cell.items() if k.startswith("condition.")}}
    )
    extra = {k[6:]: v for k, v in cell.items() if k.startswith("agent.")}
    seats = []
    for seat, entry in enumerate(condition.agents):
        agent, own = _entry(entry, folder)
        seats.append(SeatPlan(agent, {**own, **extra}, _models(condition.models, seat, specs)))
    referee = None
    if condition.referee:
        name, own = _entry(condition.referee, folder)
        referee = SeatPlan(name, own, _models(condition.models, 0, specs))
    return Match(
        game=game,
        config=config,
        seats=tuple(seats),
        seed=seed_of(file.seed, game, config, repetition),
        repetition=repetition,
        referee=referee,
        prompts=prompts,
        condition=condition.name,
        cell=cell,
    )


def _with(game: GameEntry, cell: Mapping[str, Any]) -> GameEntry:
    """The game with the cell's values; a grid field without a prefix is one of the game's."""
    own = {k.removeprefix("game."): v for k, v in cell.items() if not k.startswith(("condition.", "agent."))}
    return GameEntry.model_validate({**game.model_dump(), **own})


def _entry(entry: str | AgentEntry | GameEntry, folder: Path) -> tuple[str, dict[str, Any]]:
    """The plugin's name and its configuration, paths made relative to the experiment's folder."""
    if isinstance(entry, str):
        return plugin_at(entry, folder), {}
    config = {k: placed(v, folder) for k, v in entry.model_dump().items() if k != "kind"}
    return plugin_at(entry.kind, folder), config


def _models(
    entries: Sequence[str | Mapping[str, str] | Model], seat: int, specs: Mapping[str, ModelSpec]
) -> dict[str, ModelSpec]:
    """The models of a seat by role; a single entry serves every seat."""
    if not entries:
        return {}
    if len(entries) > 1 and seat >= len(entries):
        raise InputError(
            f"models has {len(entries)} entries, but there is a seat {seat}: give one, or one each"
        )
    entry = entries[seat] if len(entries) > 1 else entries[0]
    roles = entry if isinstance(entry, Mapping) else {"main": entry}
    return {role: _spec(name, specs) for role, name in roles.items()}


def _model(name: str, table: Mapping[str, Any]) -> ModelSpec:
    try:
        return parse(table)
    except InputError as error:
        raise InputError(f"[models.{name}]: {error}") from None


def _spec(name: str | Model, specs: Mapping[str, ModelSpec]) -> ModelSpec:
    if not isinstance(name, str):
        return parse(name)
    if name in specs:
        return specs[name]
    if "/" not in name and ".py:" not in name:
        raise unknown("model", name, specs)
    return parse(name)


def _flat(grid: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, list[Any]]]:
    for key, value in grid.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        elif isinstance(value, list) and value:
            yield prefix + key, value
        elif isinstance(value, str) and (span := RANGE.fullmatch(value)):
            yield prefix + key, list(range(int(span[1]), int(span[2]) + 1))
        else:
            raise InputError(
                f"[grid] {prefix}{key} must be a list of values or a range such as '0..9', not {value!r}"
            )


def _prompt(name: str, path: Path) -> str:
    if name not in prompt_names():
        raise unknown("prompt", name, prompt_names())
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise InputError(f"[prompts] {name}: {path}: {error.strerror}") from None


def _explained(path: Path, text: str, error: ValidationError) -> InputError:
    # A key nobody knows explains the one that is missing, so it is named first.
    first = min(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
    where = tuple(part for part in first["loc"] if not str(part)[:1].isupper() and part != "str")
    line = line_of(text, where)
    place = f"{path}:{line}" if line else str(path)
    name = ".".join(map(str, where))
    if first["type"] == "extra_forbidden":
        known = _fields(where[:-1])
        return InputError(f"{place}: {unknown('key', str(where[-1]), known)}")
    if first["type"] == "missing":
        return InputError(f"{place}: {name} is missing")
    return InputError(f"{place}: {name} = {first['input']!r}: {first['msg']}")


def _fields(where: tuple[Any, ...]) -> list[str]:
    tables: dict[str, type[BaseModel]] = {"condition": Condition, "limits": Limits}
    return list(tables.get(str(where[0]) if where else "", ExperimentFile).model_fields)
