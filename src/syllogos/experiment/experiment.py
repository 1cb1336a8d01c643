"""What an experiment file stands for: its matches, checked before anything is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import Template
from typing import Any

from pydantic import ValidationError

from syllogos import plugins
from syllogos.contract import Embedding, Model
from syllogos.engines.solver_plan import SolverPlan, plan_solvers
from syllogos.errors import InputError, Key, under, unknown, without_credentials
from syllogos.experiment.experiment_file import (
    AgentEntry,
    Condition,
    ExperimentFile,
    GameEntry,
    RefereeEntry,
    read_file,
)
from syllogos.experiment.grid import cells, count
from syllogos.experiment.grid_fields import in_cell, not_taken, varied_of
from syllogos.experiment.naming import game_named, named_agent, paper_named, placed, plugin_at, plugins_at
from syllogos.match.engine import secrets_in
from syllogos.match.limits import Limits
from syllogos.match.match import Match, SeatPlan, seed_of
from syllogos.models.client.spec import EmbeddingSpec, ModelSpec, parse, parse_embedding
from syllogos.prompts import prompt_names, prompt_text
from syllogos.store.store import Store
from syllogos.text.files import read_source
from syllogos.text.toml_lines import line_of

ModelNamed = str | Mapping[str, Any] | Model
"""A model: ``provider/name``, its table, an object; or models by role, in a table that has no ``model``."""
MOST_GAMES = 1_000_000
"""Games that an experiment may have."""


@dataclass(frozen=True)
class Specs:
    """The models and embeddings that an experiment file names."""

    models: Mapping[str, ModelSpec]
    embeddings: Mapping[str, EmbeddingSpec]


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
    file, text = read_file(path)
    try:
        return build(file, path.parent, text)
    except InputError as error:
        line = line_of(text, error.key) if error.key else None
        raise InputError(str(error), file=str(path), line=line) from None


def single(
    game: str | object,
    agents: Sequence[str | object],
    models: Sequence[ModelNamed] = (),
    *,
    seed: int = 0,
    config: Mapping[str, object] | None = None,
    settings: Mapping[str, object] | None = None,
    solvers: Mapping[str, object] | None = None,
    embeddings: Mapping[str, str | Embedding] | None = None,
) -> Match:
    """One game as a match; names may be objects, and ``settings`` configure every agent.

    An agent may also be a table, ``{"agent": "lelma", "translator": "both"}``.

    ``solvers`` are tables as in ``[solvers.x]``, names or objects, by the name that a desk is asked for;
    ``embeddings`` are by role, for every agent that declares the role.

    Raises:
        InputError: an unknown name or setting, or the wrong number of agents.
    """
    kind, config = game_named(game, config or {})
    if len(models) > 1 and len(models) != len(agents):
        raise InputError(f"{len(models)} models for {len(agents)} agents: give one, or one each")
    own = {key: placed(value, Path()) for key, value in (settings or {}).items()}
    vectors = {role: parse_embedding(name) for role, name in (embeddings or {}).items()}
    seats = []
    for place, agent in enumerate(agents):
        name, settings_there = named_agent(agent)
        config_there = {**own, **{key: placed(value, Path()) for key, value in settings_there.items()}}
        seats.append(_seated("agents", name, config_there, _models(models, place, {}), vectors))
    match = Match(
        game=plugins.find("games", kind),
        config=config,
        seats=tuple(seats),
        seed=seed_of(seed, kind, config, 0),
        solvers=plan_solvers(solvers or {}),
        condition=plugins.label(game),
    )
    _used([match])
    match.check()
    return match


def build(file: ExperimentFile, folder: Path = Path(), text: str = "") -> Experiment:
    """The experiment that a file's content stands for; paths are relative to ``folder``.

    Raises:
        InputError: an unknown name or setting, seats that do not fit, or two equal conditions.
    """
    _few_enough(file)
    _told_apart(file.condition)
    specs = Specs(
        {name: _model(name, plugins_at(table, folder)) for name, table in file.models.items()},
        {name: _embedding(name, plugins_at(table, folder)) for name, table in file.embeddings.items()},
    )
    prompts: dict[str, str] = {}
    for name, place in file.prompts.items():
        with under("prompts", name):
            prompts[name] = _prompt(name, folder / place)
    with under("paper"):
        paper_named(plugins_at(file.paper, folder))
    solvers = plan_solvers({name: plugins_at(table, folder) for name, table in file.solvers.items()})
    tables = _Tables(specs, prompts, solvers)
    patterns = [
        _checked(file, number, cell, folder, tables)
        for cell in cells(file.grid)
        for number in range(len(file.condition))
    ]
    _used(patterns)
    _priced(patterns, file.limits)
    matches = tuple(_repeated(patterns, file))
    keys: dict[str, Match] = {}
    for number, match in enumerate(matches):
        other = keys.setdefault(match.key, match)
        if other is not match:
            same = f"conditions {other.condition!r} and {match.condition!r} are the same games"
            raise InputError(same, key=("condition", number % len(file.condition)))
    return Experiment(
        name=file.name,
        seed=file.seed,
        matches=matches,
        limits=file.limits,
        text=text,
        cache=folder / file.cache if file.cache else None,
        identity={"name": file.name, "seed": file.seed},
    )


@dataclass(frozen=True)
class _Tables:
    """What the tables of a file name: models, embeddings, prompts and solvers."""

    specs: Specs
    prompts: Mapping[str, str]
    solvers: Mapping[str, SolverPlan]


def _few_enough(file: ExperimentFile) -> None:
    """Refuse an experiment of too many games before any is made."""
    pairs = count(file.grid) * len(file.condition)
    if pairs * file.repetitions > MOST_GAMES:
        raise InputError(
            f"repetitions = {file.repetitions} of {pairs:,} pairs of condition and cell are "
            f"{pairs * file.repetitions:,} games, and at most {MOST_GAMES:,} can be planned: repeat less",
            key=("repetitions",),
        )


def _told_apart(conditions: Sequence[Condition]) -> None:
    """Refuse two conditions of one name."""
    names = [condition.name for condition in conditions]
    if twice := next((n for n, name in enumerate(names) if name in names[:n]), None):
        raise InputError(
            f"two conditions are named {names[twice]!r}: reports could not tell them apart",
            key=("condition", twice, "name"),
        )


def _checked(
    file: ExperimentFile,
    place: int,
    cell: dict[str, Any],
    folder: Path,
    tables: _Tables,
) -> Match:
    """The game of a condition in a cell; what is wrong with it names its key in the file."""
    try:
        match = _match(file, file.condition[place], cell, folder, tables)
        match.check()
    except InputError as error:
        error.key = _key_in(place, cell, error.key)
        if error.key[2:3] == ("referee",) and file.condition[place].referee is None:
            error.key = error.key[2:]  # the file's own referees
        raise
    return match


def _key_in(place: int, cell: Mapping[str, Any], key: Key) -> Key:
    """Where in the file something stands that was found at ``key`` of a match: its grid goes first."""
    match key:
        case ("game", str(setting), *_) if setting in cell:
            return ("grid", setting)
        case ("game", str(setting), *_) if f"game.{setting}" in cell:
            return ("grid", "game", setting)
        case ("agents", int(), str(setting), *_) if _agent_field(cell, setting):
            return ("grid", *_agent_field(cell, setting).split("."))
        case (str(field), *_) if f"condition.{field}" in cell:
            return ("grid", "condition", field)
        case (str(field), int(seat), *_) if f"condition.{field}.{seat}" in cell:
            return ("grid", "condition", field, str(seat))
        case ("game" | "grid", *_):
            return key
        case _:
            return ("condition", place, *key)


def _agent_field(cell: Mapping[str, Any], setting: str) -> str:
    """The field of the grid that gave an agent its setting; empty where none did."""
    fields = (field for field in cell if field.startswith("agent.") and field.endswith(f".{setting}"))
    return next(fields, "")


def _repeated(patterns: Sequence[Match], file: ExperimentFile) -> Iterator[Match]:
    """Each pattern with each repetition's seed, repetition by repetition."""
    for repetition in range(file.repetitions):
        for match in patterns:
            seed = seed_of(file.seed, match.game, match.config, repetition)
            yield replace(match, seed=seed, repetition=repetition)


def _match(
    file: ExperimentFile,
    condition: Condition,
    cell: dict[str, Any],
    folder: Path,
    tables: _Tables,
) -> Match:
    entry, condition = _in_cell(file.game, condition, cell)
    with under("game"):
        kind, own = _entry(entry, folder)
        with under("kind"):
            game, config = game_named(kind, own, folder)
            plugin = plugins.find("games", game)
    extra = {k.removeprefix("agent."): v for k, v in cell.items() if k.startswith("agent.")}
    unused = dict(extra)
    if len(condition.models) > 1 and len(condition.models) != len(condition.agents):
        raise InputError(
            f"condition {condition.name!r} has {len(condition.models)} models for {len(condition.agents)} "
            "agents: give one, or one each",
            key=("models",),
        )
    with under("embeddings"):
        vectors = _vectors(plugins_at(condition.embeddings, folder), tables.specs.embeddings)
    seats = []
    for seat, name in enumerate(condition.agents):
        with under("agents", seat):
            agent, own = _entry(name, folder)
            varied = varied_of(plugins.find("agents", agent), seat, extra)
        unused = {field: value for field, value in unused.items() if field not in varied}
        with under("models"):
            models = _models(plugins_at(condition.models, folder), seat, tables.specs.models)
        config_there = {**own, **{field.rpartition(".")[2]: value for field, value in varied.items()}}
        with under("agents", seat):
            seats.append(_seated("agents", agent, config_there, models, vectors))
    if unused:
        raise not_taken(condition.name, next(iter(unused)), [seat.agent for seat in seats])
    referees = []
    for number, judge in enumerate(file.referee if condition.referee is None else condition.referee):
        with under("referee", number):
            referees.append(_referee(judge, folder, condition, vectors, tables.specs.models))
    return Match(
        game=plugin,
        config=config,
        seats=tuple(seats),
        seed=0,
        referees=tuple(referees),
        prompts=tables.prompts,
        solvers=tables.solvers,
        condition=condition.name,
        cell=cell,
        budget=condition.budget,
    )


def _referee(
    entry: str | RefereeEntry,
    folder: Path,
    condition: Condition,
    vectors: Mapping[str, EmbeddingSpec],
    specs: Mapping[str, ModelSpec],
) -> SeatPlan:
    """A referee with its own models, or with seat 0's when it names none."""
    kind, config = _entry(entry, folder)
    named = plugins_at(config.pop("models", []), folder)
    if not named:
        models = _models(plugins_at(condition.models, folder), 0, specs)
    else:
        roles = plugins.roles_of("judges", kind, config) or ("main",)
        by_role = named[0] if isinstance(named[0], Mapping) else dict.fromkeys(roles, named[0])
        with under("models"):
            models = {role: _spec(name, specs) for role, name in by_role.items()}
    return _seated("judges", kind, config, models, vectors)


def _seated(
    kind: str,
    name: str | object,
    config: Mapping[str, object],
    models: Mapping[str, ModelSpec],
    embeddings: Mapping[str, EmbeddingSpec],
) -> SeatPlan:
    """An agent or a judge with what it needs; of the embeddings those whose roles it declares."""
    plugin = plugins.find(kind, name)
    roles, usual = plugin.embeddings(config), plugin.usual_embeddings
    own = {role: embeddings[role] for role in roles if role in embeddings}
    own |= {role: parse_embedding(usual[role]) for role in roles if role in usual and role not in own}
    return SeatPlan(plugin, config, models, own)


def _in_cell(game: GameEntry, condition: Condition, cell: Mapping[str, Any]) -> tuple[GameEntry, Condition]:
    """Game and condition with the cell's values; a grid field without a prefix is one of the game's."""
    ours = {k: v for k, v in cell.items() if not k.startswith(("condition.", "agent."))}
    own = {k.removeprefix("game."): v for k, v in ours.items()}
    changed = {k.removeprefix("condition."): v for k, v in cell.items() if k.startswith("condition.")}
    try:
        return (
            GameEntry.model_validate({**game.model_dump(), **own}),
            Condition.model_validate(in_cell(condition.model_dump(), changed)),
        )
    except ValidationError as error:
        first = error.errors()[0]
        said = f"[grid] {'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise InputError(said, key=_key_in_grid(cell, str(first["loc"][0]))) from None


def _key_in_grid(cell: Mapping[str, Any], field: str) -> Key:
    """The key of the grid's field that gave the condition or the game its ``field``."""
    named = next((name for name in cell if name.endswith(f".{field}") or name == field), "")
    return ("grid", *named.split(".")) if named else ("grid",)


def _entry(entry: str | AgentEntry | GameEntry | RefereeEntry, folder: Path) -> tuple[str, dict[str, Any]]:
    """The plugin's name and its configuration, paths made relative to the experiment's folder."""
    if isinstance(entry, str):
        return plugin_at(entry, folder), {}
    config: dict[str, Any] = {}
    for key, value in entry.model_dump().items():
        if key != "kind":
            with under(key):
                config[key] = placed(value, folder)
    return plugin_at(entry.kind, folder), config


def _models(entries: Sequence[ModelNamed], seat: int, specs: Mapping[str, ModelSpec]) -> dict[str, ModelSpec]:
    """The models of a seat by role; a single entry serves every seat."""
    if not entries:
        return {}
    entry = entries[seat] if len(entries) > 1 else entries[0]
    # A table of models by role, unless it is the table of one model.
    roles = entry if isinstance(entry, Mapping) and "model" not in entry else {"main": entry}
    return {role: _spec(name, specs) for role, name in roles.items()}


def _model(name: str, table: Mapping[str, Any]) -> ModelSpec:
    with under("models", name, what=f"[models.{name}]"):
        return parse(table)


def _spec(name: Any, specs: Mapping[str, ModelSpec]) -> ModelSpec:
    if not isinstance(name, str):
        return parse(name)
    if name in specs:
        return specs[name]
    if "/" not in name and ".py:" not in name:
        if specs:
            raise unknown("model", name, specs)
        raise InputError(f"{name!r} is no model: write provider/name, such as openai/{name} or ollama/{name}")
    return parse(name)


def _used(matches: Sequence[Match]) -> None:
    """Refuse a solver's table that nobody asks: what it says would be without any effect."""
    plans = {name: plan for match in matches for name, plan in match.solvers.items()}
    asked = {name for match in matches for name in match.uses}
    members = {member for name in asked & plans.keys() for member in plans[name].members}
    for name in plans.keys() - asked - members:
        raise InputError(
            f"[solvers.{name}]: no agent or referee here asks it "
            f"(they say with @uses(solvers=..) that they ask: {', '.join(sorted(asked)) or 'none'})",
            key=("solvers", name),
        )


def _embedding(name: str, table: Mapping[str, Any]) -> EmbeddingSpec:
    with under("embeddings", name, what=f"[embeddings.{name}]"):
        return parse_embedding(table)


def _vectors(names: Mapping[str, str], specs: Mapping[str, EmbeddingSpec]) -> dict[str, EmbeddingSpec]:
    """The embeddings of a condition by role."""
    vectors = {}
    for role, name in names.items():
        with under(role):
            vectors[role] = specs[name] if name in specs else parse_embedding(name)
    return vectors


def _priced(matches: Sequence[Match], limits: Limits) -> None:
    """Refuse a budget in money over a model whose price nobody knows."""
    if limits.money is None:
        return
    plans = (plan for match in matches for plan in (*match.seats, *match.referees))
    for spec in (spec for plan in plans for spec in plan.models.values()):
        if spec.price is None:
            raise InputError(
                f"[limits] money is set, but the price of {spec} is not known: give it a [models.x] table "
                "with price = { input = .., output = .. } (dollars per million tokens)",
                key=("limits", "money"),
            )


def _prompt(name: str, path: Path) -> str:
    """An experiment's own template, which may fill in no more than the one it replaces."""
    if name not in prompt_names():
        raise unknown("prompt", name, prompt_names())
    text = read_source(path).text.strip()
    if not text:
        raise InputError(f"[prompts] {name}: {path} is empty")
    own = Template(text)
    if not own.is_valid():
        raise InputError(f"[prompts] {name}: {path} has a $ that names no field (write $$ for a dollar sign)")
    known = Template(prompt_text(name)).get_identifiers()
    for strange in (f for f in own.get_identifiers() if f not in known):
        raise InputError(f"[prompts] {name}: {path}: {unknown('field', strange, known)}")
    return text


def begin(plan: Experiment, store: Store, places: Iterable[int] | None = None) -> None:
    """Write the plan of an experiment into a store, without the secrets that its text may hold."""
    hide = secrets_in(plan.matches).hide
    games = [replace(game, spec=hide(game.spec)) for game in (match.planned() for match in plan.matches)]
    store.begin(plan.identity, without_credentials(hide(plan.text)), games, places)
