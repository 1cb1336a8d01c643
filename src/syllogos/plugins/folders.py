"""The package's plugin folders: a plugin is a file, its name the file's; light, since help needs it.

A kind has a folder in the package and one in each wing: ``agents/``, ``clue/agents/`` ...
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from syllogos.errors import InputError, unknown

KINDS = ("games", "agents", "models", "solvers", "judges", "datasets", "embeddings", "papers")
INSIDE = ("cli", "replays")
"""Folders of the package's own commands and replays, found in the same way."""


@cache
def files(kind: str) -> Mapping[str, Path]:
    """The files of a kind by name; one that starts with an underscore is shared, and no plugin."""
    if kind not in (*KINDS, *INSIDE):
        raise unknown("kind", kind, KINDS)
    root = Path(__file__).parent.parent
    places = (*root.glob(f"{kind}/*.py"), *root.glob(f"*/{kind}/*.py"))
    return {p.stem: p for p in sorted(places) if not p.name.startswith("_")}


def first_line(path: Path) -> str:
    """The first line of a file's documentation, read without importing it."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0]


def module(kind: str, name: str) -> ModuleType:
    """The module of a plugin of this package.

    Raises:
        InputError: it needs a package that is not installed.
    """
    try:
        place = files(kind)[name].relative_to(Path(__file__).parent.parent).with_suffix("")
        return import_module(".".join(("syllogos", *place.parts)))
    except ModuleNotFoundError as error:
        raise InputError(f"{name} needs the package {error.name!r}, which is not installed") from error
