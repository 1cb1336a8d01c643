"""Language-model agents that reason together, with every formalisable step checked by a solver.

>>> import syllogos
>>> syllogos.play("mp", ["default_move", "anti_default_move"])["outcome"]["scores"]
{'0': -1.0, '1': 1.0}
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from syllogos._version import VERSION as __version__

if TYPE_CHECKING:
    from syllogos.api import play, run

__all__ = ["__version__", "play", "run"]


def __getattr__(name: str) -> Any:
    # The API is imported when it is first used, so that `import syllogos` costs next to nothing.
    if name in __all__:
        return getattr(import_module("syllogos.api"), name)
    raise AttributeError(f"module 'syllogos' has no attribute {name!r}")
