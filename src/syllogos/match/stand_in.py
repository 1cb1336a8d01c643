"""What stands in where a seat makes no legal move, in words: a move that nobody made is never silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from inspect import signature

from syllogos import plugins
from syllogos.match.match import Match

RULES: Mapping[str, str] = {
    "forced": "a random legal move is drawn and counted",
    "abstain": "nothing is played and it is counted",
    "forfeit": "the game ends there and it is counted",
}
SETTING = "on_invalid"


def rule_said(make: object, config: Mapping[str, object]) -> str:
    """The rule of a game with its settings, in words; chosen, the default, or the game's own.

    >>> rule_said(lambda on_invalid="forced": None, {})
    'forced (the default), a random legal move is drawn and counted'
    """
    chosen, default = config.get(SETTING), _default(make)
    rule = default if chosen is None else chosen
    if not isinstance(rule, str) or rule not in RULES:
        return "the game's own rule, and it is counted"
    return f"{rule}{' (the default)' if chosen is None else ''}, {RULES[rule]}"


def rules_of(matches: Iterable[Match]) -> tuple[str, ...]:
    """The rules of all games of a run, each once."""
    played = {id(match.config): match for match in matches}.values()
    said = (rule_said(plugins.find("games", match.game).make, match.config) for match in played)
    return tuple(dict.fromkeys(said))


def rules_line(rules: Iterable[str]) -> str:
    """The rules of a run as its head shows them; empty where there is none."""
    joined = "; or ".join(rules)
    return f"where no legal move stands: {joined}" if joined else ""


def _default(make: object) -> object:
    try:
        parameter = signature(make).parameters.get(SETTING) if callable(make) else None
    except ValueError:  # some callables of other languages have no signature
        return None
    return parameter.default if parameter else None
