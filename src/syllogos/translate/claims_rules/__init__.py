"""English payoff talk to claims, by rules: exact on what it reads, silent on the rest."""

from syllogos.translate.claims_rules.reader import read

__all__ = ["read"]
