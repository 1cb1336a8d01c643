"""Language-model agents that reason together, with every formalisable step checked by a solver.

The functions here are what there is to do; each is imported when it is used first.  Wherever a
name is accepted, so is an object or ``path.py:Name``.

>>> import syllogos
>>> syllogos.play("mp", ["default_move", "anti_default_move"]).outcome.scores
{0: -1.0, 1: 1.0}
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from syllogos.version import VERSION as __version__

if TYPE_CHECKING:
    from syllogos.api import (
        attribute,
        check,
        deduce,
        export,
        formalize,
        load,
        merge,
        play,
        replay,
        report,
        run,
        show,
        status,
        verify,
    )

__all__ = [
    "__version__",
    "attribute",
    "check",
    "deduce",
    "export",
    "formalize",
    "load",
    "merge",
    "play",
    "replay",
    "report",
    "run",
    "show",
    "status",
    "verify",
]
MODULES = ("api", "testing")
"""Modules of the public interface that need no import of their own."""


def __getattr__(name: str) -> Any:
    """A function of the window, or a public module, imported when it is used first."""
    if name in MODULES:
        return import_module(f"syllogos.{name}")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("syllogos.api"), name)


def __dir__() -> list[str]:
    return sorted((*__all__, *MODULES))
