"""English descriptions of games, read by rules: no model, no guess."""

from syllogos.translate.game_rules.reader import read
from syllogos.translate.game_rules.verdicts import GameReading

__all__ = ["GameReading", "read"]
