"""Language-model agents that reason together, with every formalisable step checked by a solver.

>>> from syllogos import api
>>> api.play("mp", ["default_move", "anti_default_move"]).outcome.scores
{0: -1.0, 1: 1.0}
"""

from syllogos._version import VERSION as __version__

__all__ = ["__version__"]
