"""Finding plugins by name; :mod:`syllogos.plugins.folders` lists them without importing anything."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from syllogos.plugins.finding import (
        Make,
        Plugin,
        build,
        configure,
        embeddings_of,
        events_of,
        find,
        fingerprint,
        hints_of,
        items,
        label,
        load,
        names,
        needs_extra,
        prompts_of,
        roles_of,
        settings_of,
        summary,
        takes,
        uses,
    )

__all__ = [
    "Make",
    "Plugin",
    "build",
    "configure",
    "embeddings_of",
    "events_of",
    "find",
    "fingerprint",
    "hints_of",
    "items",
    "label",
    "load",
    "names",
    "needs_extra",
    "prompts_of",
    "roles_of",
    "settings_of",
    "summary",
    "takes",
    "uses",
]


def __getattr__(name: str) -> Any:
    """What finds plugins is imported when it is used first: help and lists need none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("syllogos.plugins.finding"), name)
