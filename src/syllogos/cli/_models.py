"""A model on the command line: its name, where it is, and its settings."""

from __future__ import annotations

import tomllib
from typing import Annotated, Any

import typer

from syllogos import api
from syllogos.cli._say import say
from syllogos.errors import InputError

BaseUrlOption = Annotated[
    str | None, typer.Option("--base-url", help="Where the model is: http://localhost:8000/v1")
]
ModelSet = Annotated[
    list[str] | None, typer.Option("--model-set", help="A setting of the model: temperature=0, key_env=NAME")
]


def chosen_model(name: str | None, base_url: str | None, model_set: list[str] | None) -> Any:
    """The model that a command line names, None where it names none; said where the environment places it.

    Raises:
        InputError: where it is, or a setting, without a model.
    """
    if name is None:
        if base_url or model_set:
            raise InputError(f"{'--base-url' if base_url else '--model-set'} goes with --model provider/name")
        return None
    model = api.model_named(name, base_url, settings(model_set, "--model-set"))
    if placed := api.placed_by_environment(model):
        say(placed)
    return model


def settings(pairs: list[str] | None, option: str = "--set") -> dict[str, object]:
    """``key=value`` pairs as a table; values are read as TOML, a bare word is a text.

    >>> settings(["rounds=10", "payoffs=pd"])
    {'rounds': 10, 'payoffs': 'pd'}
    """
    table: dict[str, object] = {}
    for pair in pairs or ():
        key, mark, value = pair.partition("=")
        if not mark or not key.strip():
            raise InputError(f"{option} {pair!r}: write key=value, such as {EXAMPLES[option]}")
        try:
            table[key.strip()] = tomllib.loads(f"v = {value}")["v"]
        except (ValueError, RecursionError):
            table[key.strip()] = value
    return table


EXAMPLES = {
    "--set": "--set rounds=10",
    "--agent-set": "--agent-set attempts=3",
    "--model-set": "--model-set temperature=0",
}
