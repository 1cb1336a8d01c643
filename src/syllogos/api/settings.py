"""Agents and models with their settings, as people write them in one call or one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from syllogos import plugins
from syllogos.errors import InputError, unknown
from syllogos.experiment.experiment import Experiment
from syllogos.experiment.experiment_file import read_models
from syllogos.experiment.naming import named_agent
from syllogos.models.client.address import public
from syllogos.models.client.environment import VARIABLES, address_set

AgentNamed = str | Mapping[str, object] | object
"""An agent: a name, a table ``{"agent": "lelma", "translator": "both"}``, or an object."""


@dataclass(frozen=True)
class AgentSetting:
    """``value`` for the setting ``key`` of a seat, of the agents of a name, or of all that take it."""

    key: str
    value: object
    whose: str = ""


def with_settings(agents: Sequence[AgentNamed], settings: Sequence[AgentSetting]) -> list[AgentNamed]:
    """Agents with settings added: tables, where any is.

    Raises:
        InputError: a setting that nobody here takes, or whose agent is not here; near ones are offered.
    """
    tables = [named_agent(agent) for agent in agents]
    for setting in settings:
        taking = _taking([name for name, _ in tables], setting)
        for place in taking:
            tables[place][1][setting.key] = setting.value
    return [{"kind": name, **config} if config else name for name, config in tables]


def _taking(names: Sequence[str | object], setting: AgentSetting) -> list[int]:
    """The seats that a setting is for."""
    made = [plugins.find("agents", name) for name in names]
    labels = [plugin.label for plugin in made]
    seats = range(len(names))
    if setting.whose.isdecimal() and int(setting.whose) in seats:
        return [int(setting.whose)]
    if setting.whose.isdecimal():
        raise InputError(f"{setting.whose}.{setting.key}: seats are 0 to {len(names) - 1}")
    if setting.whose:
        wanted = plugins.find("agents", setting.whose).label
        if wanted not in labels:
            raise unknown("agent here", setting.whose, [*labels, *map(str, seats)])
        return [place for place in seats if labels[place] == wanted]
    own = [plugins.settings_of(plugin.make, given=2) for plugin in made]
    taking = [place for place in seats if plugins.takes(own[place], setting.key)]
    if not taking:
        raise unknown("setting", setting.key, {name for one in own for name in one})
    return taking


def model_named(
    name: str, base_url: str | None = None, settings: Mapping[str, object] | None = None
) -> str | dict[str, object]:
    """A model as a command line names it: ``provider/name``, or ``FILE.toml:NAME``, its ``[models.NAME]``.

    ``base_url`` and ``settings`` are put into its table and count over what stands there.

    Raises:
        InputError: no such file or table.
    """
    place, mark, table_name = name.rpartition(".toml:")
    table: dict[str, object] = {"model": name}
    if mark:
        tables = read_models(Path(f"{place}.toml"))
        if table_name not in tables:
            raise unknown(f"model in {place}.toml", table_name, tables)
        table = dict(tables[table_name])
    own = {**(settings or {}), **({"base_url": base_url} if base_url else {})}
    return {**table, **own} if mark or own else name


def placed_by(experiment: Experiment) -> list[str]:
    """Where the environment says that the models of an experiment are, in lines for people."""
    seats = [seat for match in experiment.matches for seat in (*match.seats, *match.referees)]
    specs = {id(spec): spec for seat in seats for spec in seat.models.values()}.values()
    placed = []
    for spec in specs:
        address = address_set(spec.provider)
        if address is not None and str(spec.config.get("base_url")) == public(address):
            placed.append(placed_by_environment(str(spec)))
    return list(dict.fromkeys(placed))


def placed_by_environment(model: object) -> str:
    """Where the environment says that a model is, in a line for people; empty where it says nothing."""
    table = model if isinstance(model, Mapping) else {"model": model}
    provider, _, _ = str(table.get("model", "")).partition("/")
    if "base_url" in table or (address := address_set(provider)) is None:
        return ""
    return f"{table['model']} is asked at {public(address)}, as {VARIABLES[provider]} says"
