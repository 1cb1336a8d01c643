"""Games as people name them: a plugin, a game of the literature, a file, an object."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from syllogos import plugins
from syllogos.errors import InputError, unknown
from syllogos.gametheory.catalog import GAMES, TITLES
from syllogos.gametheory.files import form_of
from syllogos.gametheory.normal_form import NormalForm
from syllogos.text.files import named_file, read_source, there
from syllogos.text.source import Source
from syllogos.text.spelling import meant

NAMED = ("kind", "agent")
"""Keys of a table that may name an agent; where both stand, ``agent`` is a setting of the agent."""


FORMAL, OF_FILE = "prolog_game", "of_file"
"""The plugin of games that files define, and what of it tells whether a file is one."""


def game_named(
    name: str | object, config: Mapping[str, object], folder: Path = Path()
) -> tuple[str | object, dict[str, object]]:
    """The plugin and the whole configuration that ``name`` and ``config`` stand for.

    ``pd`` and the like are normal-form games with these payoffs; ``x.json`` is a normal-form
    game from a file, or typed facts; ``x.pl`` is a game program; anything else is the name of a
    game plugin, or the game itself.

    Raises:
        InputError: nobody knows the name, or a file cannot be read.
    """
    config = {key: placed(value, folder) for key, value in config.items()}
    if not isinstance(name, str) or ".py:" in name:
        return name, config
    known = meant("game", name, dict.fromkeys((*plugins.names("games"), *GAMES)), TITLES)
    if known in GAMES:
        return "normal_form", {"payoffs": known, **config}
    if known is not None:
        return known, config
    if name.endswith(".json"):
        source = read_source(folder / name)
        return _formal(source, config) or ("normal_form", {"payoffs": source, **config})
    if name.endswith(".pl") and (formal := _formal(read_source(folder / name), config)):
        return formal
    if name.endswith(".py"):
        raise InputError(f"{name}: add the game's name in the file, such as {name}:make")
    raise unknown("game", name, [*plugins.names("games"), *GAMES])


def paper_named(paper: str | Mapping[str, object] | object) -> tuple[str, Callable[..., Any]] | None:
    """The label of a paper and what fills its tables; None where none is named.

    It is named like any plugin, or by a table: ``{kind = "undercover", study = "fixed"}``.

    Raises:
        InputError: an unknown paper or setting.
    """
    if not paper:
        return None
    settings = {str(key): value for key, value in paper.items()} if isinstance(paper, Mapping) else {}
    name = settings.pop("kind", None) if isinstance(paper, Mapping) else paper
    if not name:
        raise InputError('a table names its paper: paper = { kind = "undercover" }', key=("kind",))
    plugin = plugins.find("papers", name)
    return plugin.label, plugin.build(settings)


def named_agent(agent: str | Mapping[str, object] | object) -> tuple[str | object, dict[str, object]]:
    """The name (or the object) of an agent, and its settings.

    Raises:
        InputError: a table that names no agent.

    >>> named_agent({"agent": "lelma", "translator": "both"})
    ('lelma', {'translator': 'both'})
    """
    if agent is None or agent == "":
        raise InputError("an agent is a name, a table or an object, not nothing; see `syllogos list agents`")
    if not isinstance(agent, Mapping):
        return agent, {}
    table = {str(key): value for key, value in agent.items()}
    key = next((key for key in NAMED if key in table), None)
    if key is None:
        raise InputError(f'the table of an agent names it: {{"agent": "lelma", ...}}, not {dict(agent)!r}')
    return table.pop(key), table


def normal_form_named(game: str | NormalForm | Mapping[str, object], folder: Path = Path()) -> NormalForm:
    """The normal-form game that a name, a file (``.json``, ``.pl``), a table or an object stands for.

    Raises:
        InputError: nobody knows the name, or the file or table is no game.
    """
    if isinstance(game, NormalForm):
        return game
    if isinstance(game, str):
        kind, config = game_named(game, {}, folder)
        if kind == "prolog_game":
            raise InputError(f"{game}: players move one after another there; a normal form is wanted")
        if kind != "normal_form" or "payoffs" not in config:
            raise unknown("normal-form game", game, GAMES)
    else:
        config = {"payoffs": dict(game)}
    return form_of(config["payoffs"])


def _formal(source: Source, config: dict[str, object]) -> tuple[str, dict[str, object]] | None:
    """What the plugin of formal games makes of a file; None where it is no such file."""
    formal = plugins.load("games", FORMAL)
    of_file: Callable[..., tuple[str, dict[str, object]] | None] = getattr(formal, OF_FILE)
    return of_file(source, config)


def placed(value: Any, folder: Path) -> Any:
    """``value``, or the file it names, seen from ``folder``; in a table (a data set's) each of its values."""
    if isinstance(value, Mapping):
        return {key: placed(inner, folder) for key, inner in value.items()}
    if not isinstance(value, str):
        return value
    return plugin_at(value, folder) if ".py:" in value else named_file(value, folder)


def plugins_at(value: Any, folder: Path) -> Any:
    """``value`` with every ``path.py:Name`` in it, in lists and tables too, seen from ``folder``."""
    if isinstance(value, Mapping):
        return {key: plugins_at(inner, folder) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plugins_at(inner, folder) for inner in value]
    return plugin_at(value, folder) if isinstance(value, str) and ".py:" in value else value


def plugin_at(name: str, folder: Path) -> str:
    """A plugin's name, its path seen from ``folder`` when it is a ``path.py:Name`` there."""
    place, mark, attribute = name.rpartition(".py:")
    own = folder / f"{place}.py"
    return f"{own}:{attribute}" if mark and there(own) else name
