"""English descriptions of games, read by rules: no model, no guess."""

from syllogos.formalization.reader.reader import read
from syllogos.formalization.reader.verdicts import GameReading

__all__ = ["GameReading", "read"]
