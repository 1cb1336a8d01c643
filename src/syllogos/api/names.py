"""What can be named."""

from __future__ import annotations

from dataclasses import dataclass

from syllogos import plugins
from syllogos.errors import unknown
from syllogos.gametheory.catalog import TITLES
from syllogos.plugins import folders
from syllogos.prompts import prompt_names


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
