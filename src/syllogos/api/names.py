"""What can be named."""

from __future__ import annotations

import inspect
import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from syllogos import plugins
from syllogos.errors import SyllogosError, unknown
from syllogos.experiment.naming import game_named
from syllogos.gametheory.catalog import TITLES
from syllogos.plugins import folders
from syllogos.prompts import prompt_names, prompt_text
from syllogos.text.plain import plain
from syllogos.text.spelling import meant

GIVEN = {"agents": 2, "judges": 1, "models": 1, "embeddings": 1}
"""How many leading parameters of a kind's ``make`` are no settings: desk and seat, desk, name."""


@dataclass(frozen=True)
class Named:
    """A name, and what it stands for in one line."""

    name: str
    about: str


def kinds() -> tuple[str, ...]:
    """The kinds of which there is something to name."""
    return (*(kind for kind in folders.KINDS if plugins.names(kind)), "prompts")


def listed(kind: str) -> tuple[str, tuple[Named, ...]]:
    """The kind (its singular will do), and what can be named of it.

    Raises:
        InputError: an unknown kind.

    >>> listed("judge")[1][0].name
    'correctness'
    """
    known = kinds()
    if kind not in known and f"{kind}s" in known:
        kind = f"{kind}s"
    if kind not in known:
        raise unknown("kind", kind, known)
    if kind == "prompts":
        return kind, tuple(Named(name, "") for name in prompt_names())
    rows = [Named(name, plugins.summary(kind, name)) for name in plugins.names(kind)]
    if kind == "games":
        rows += [Named(name, f"A normal-form game: {title}.") for name, title in TITLES.items()]
    return kind, tuple(rows)


@dataclass(frozen=True)
class Setting:
    """A setting of a plugin: its name, its type as it is written, its default, None where it has none."""

    name: str
    type: str
    default: str | None


@dataclass(frozen=True)
class PluginPage:
    """A plugin: what it is, its settings, what it needs, and a line to paste."""

    kind: str
    name: str
    about: str
    text: str
    settings: tuple[Setting, ...]
    needs: tuple[str, ...]
    example: str


def described(kind: str, name: str) -> PluginPage:
    """What there is to know of one plugin before it is used.

    Raises:
        InputError: an unknown kind or name; near ones are offered.

    >>> [setting.name for setting in described("agent", "LELMA").settings][:2]
    ['agent', 'config']
    """
    kind, _ = listed(kind)
    if kind == "prompts":
        known = meant("prompt", name, prompt_names())
        if known is None:
            raise unknown("prompt", name, prompt_names())
        text = prompt_text(known)
        return PluginPage(kind, known, "", text, (), (), f'[prompts]\n{known} = "my-{known}.txt"')
    config: dict[str, object] = {}
    if kind == "games":
        plugin, config = game_named(name, {})
        found = plugins.find(kind, plugin)
    else:
        found = plugins.find(kind, name)
    settings = plugins.settings_of(found.make, given=GIVEN.get(kind, 0))
    hints = plugins.hints_of(found.make)
    rows = tuple(_setting(one, hints.get(one.name, Any)) for one in settings.values())
    about = listed_about(kind, found.label)
    text = (inspect.getdoc(found.make) or about).partition("\n\nRaises:")[0].partition("\nArgs:")[0].rstrip()
    called = str(config.get("payoffs", found.label)) if config else found.label
    return PluginPage(kind, called, about, text, rows, _needs(found, config), _example(kind, called, found))


def listed_about(kind: str, name: str) -> str:
    """The line of a plugin in its list; of a file of one's own there is none."""
    return next((row.about for row in listed(kind)[1] if row.name == name), "")


def _setting(parameter: inspect.Parameter, hint: object) -> Setting:
    default = None if parameter.default is parameter.empty else _toml(parameter.default)
    if parameter.kind is parameter.VAR_KEYWORD:
        return Setting(f"any other ({parameter.name})", "any", _toml(None))
    return Setting(parameter.name, _type_said(hint), default)


def _type_said(hint: object) -> str:
    """A type as people write its values: the words themselves where only some are taken."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is None or hint is type(None):
        return "none"
    if origin is Literal:
        return " | ".join(map(str, parts))
    if origin is Annotated:
        return _type_said(parts[0])
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(_type_said, parts)))
    if isinstance(hint, type) and issubclass(hint, str):
        return "text"
    return WORDS.get(getattr(origin or hint, "__name__", ""), getattr(hint, "__name__", str(hint)))


WORDS: Mapping[str, str] = {
    "int": "whole number", "float": "number", "bool": "true | false", "dict": "table", "list": "list",
    "Source": "file", "Any": "any",
}  # fmt: skip
"""What types are called in lists of settings."""


def _toml(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else json.dumps(plain(value), ensure_ascii=False)


def _needs(plugin: plugins.Plugin, config: Mapping[str, object]) -> tuple[str, ...]:
    """What it cannot do without, as it declares it for these settings."""
    models = [f"a model for {role}" for role in plugin.roles(config)]
    vectors = [f"an embedding for {role}" for role in plugin.embeddings(config)]
    games = [f"one of the games {', '.join(plugin.games)}"] if plugin.games else []
    return (*models, *vectors, *games)


def _example(kind: str, name: str, plugin: plugins.Plugin) -> str:
    """A line to paste: a command where one takes the plugin, else lines of an experiment file."""
    own = getattr(plugin.make, "example", {})
    said = {key: value for key, value in own.items() if isinstance(value, str | int | list) and key != "name"}
    model = " --model openai/gpt-4o-mini"
    if kind == "games":
        said = {"rounds": 5} if name in TITLES else said
        pairs = _pairs("--set", said)
        return f"syllogos play {name} --agents {','.join(['cot'] * _seats(plugin))}{model}{pairs}"
    if kind == "agents":
        pairs = _pairs("--agent-set", said)
        game, seats = _table(plugin)
        many, asked = ",".join([name] * seats), model if plugin.roles(own) else ""
        return f"syllogos play {game} --agents {many}{asked}{pairs}"
    game = plugin.games[0] if plugin.games else "question"
    lines = [head.format(name, game=game) for head in IN_A_FILE[kind]]
    return "\n".join([*lines, *(f"{key} = {_toml(value)}" for key, value in said.items())])


def _pairs(option: str, settings: Mapping[str, object]) -> str:
    """Settings as a shell takes them; a text stands as it is."""
    said = {key: value if isinstance(value, str) else _toml(value) for key, value in settings.items()}
    return "".join(f" {option} {key}={shlex.quote(value)}" for key, value in said.items())


IN_A_FILE: Mapping[str, Sequence[str]] = {
    "judges": ("[[referee]]", 'kind = "{}"'),
    "models": ("[models.mine]", 'model = "{}/NAME"'),
    "solvers": ("[solvers.mine]", 'solver = "{}"'),
    "embeddings": ("[embeddings.mine]", 'embedding = "{}"'),
    "datasets": ("[game]", 'kind = "{game}"', 'dataset = "{}"'),
}


NAMED_GAMES = "normal_form"
"""What is played by the name of a game of its own, such as pd."""


def _table(agent: plugins.Plugin) -> tuple[str, int]:
    """A game that the agent plays without settings, and its seats."""
    for game in (game for game in agent.games if game != NAMED_GAMES):
        try:
            return game, int(plugins.build("games", game, {}).seats)
        except SyllogosError:  # it needs a setting
            continue
    return "pd", 2


def _seats(plugin: plugins.Plugin) -> int:
    """The seats of a game's own example."""
    try:
        return int(plugin.build(getattr(plugin.make, "example", {})).seats)
    except SyllogosError:  # its example needs what is not here
        return 1
