"""English payoff talk to claims, by rules: exact on what it reads, silent on the rest."""

from syllogos.payoffs.reader.reader import read

__all__ = ["read"]
