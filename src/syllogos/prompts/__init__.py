"""Prompt templates, one text file each, overridable by a file of the experiment.

Placeholders are ``$name`` or ``${name}``; a literal dollar sign is ``$$``.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template

from syllogos.errors import InputError, unknown


@cache
def prompt_names() -> tuple[str, ...]:
    """The names of the templates that ship with the package."""
    return tuple(sorted(p.name[:-4] for p in files(__name__).iterdir() if p.name.endswith(".txt")))


@cache
def prompt_text(name: str) -> str:
    """The template called ``name``.

    Raises:
        InputError: there is no such template.
    """
    if name not in prompt_names():
        raise unknown("prompt", name, prompt_names())
    return files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8").strip()


def fill(name: str, template: str, fields: dict[str, object]) -> str:
    """``template`` with its placeholders filled.

    Raises:
        InputError: the template asks for a field that its user does not give.
    """
    try:
        return Template(template).substitute(fields)
    except KeyError as error:
        raise InputError(f"prompt {name!r} asks for ${error.args[0]}; it is given {sorted(fields)}") from None
    except ValueError as error:
        raise InputError(f"prompt {name!r}: {error} (write $$ for a dollar sign)") from None
