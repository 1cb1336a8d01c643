"""What a field of a grid varies: all seats, one seat, or the agents that take a setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from syllogos import plugins
from syllogos.errors import InputError, unknown

BY_SEAT = ("agents", "models")
"""Fields of a condition with one entry a seat: ``condition.models.0`` varies one of them."""


def varied_of(agent: plugins.Plugin, seat: int, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the grid's ``agent.`` fields (without that word) that are for the agent of a seat.

    ``attempts`` is for every agent that takes it, ``0.attempts`` for one seat, ``lelma.attempts``
    for the agents of a name.
    """
    own = plugins.settings_of(agent.make, given=2)
    found = {}
    for field, value in fields.items():
        whose, mark, setting = field.partition(".")
        named = mark and "." not in setting and (whose == str(seat) or _named(whose, agent))
        if named or (not mark and plugins.takes(own, field)):
            found[field] = value
    return found


def not_taken(condition: str, field: str, agents: Sequence[str | object]) -> InputError:
    """The error for an ``agent.`` field that no agent of a condition takes; near settings are offered."""
    made = [plugins.find("agents", agent) for agent in agents]
    offered = {name for plugin in made for name in plugins.settings_of(plugin.make, given=2)}
    labels = ", ".join(plugin.label for plugin in made)
    kind = f"field agent.{field} of [grid]: no agent of condition {condition!r} ({labels}) takes"
    return unknown(kind, field.rpartition(".")[2], offered, key=("grid", "agent", *field.split(".")))


def _named(whose: str, agent: plugins.Plugin) -> bool:
    return not whose.isdecimal() and whose.casefold().replace("-", "_") == agent.label.casefold()


def in_cell(condition: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """A condition with the grid's ``condition.`` fields (without that word).

    ``models`` may be one model for all seats, ``models.0`` and ``agents.0`` are those of a seat.

    Raises:
        InputError: a seat that the condition does not have.
    """
    table = dict(condition)
    for field, value in sorted(fields.items()):  # agents before models, whose number follows from theirs
        name, mark, seat = field.partition(".")
        if mark and name in BY_SEAT:
            table[name] = _at_seat(name, table[name], seat, len(table["agents"]), value)
        elif name == "models" and not isinstance(value, list):
            table[name] = [value]
        else:
            table[field] = value
    return table


def _at_seat(name: str, entries: Sequence[Any], seat: str, seats: int, value: Any) -> list[Any]:
    """One entry a seat, with ``value`` at ``seat``; other seats keep theirs, or have none."""
    if not (seat.isdecimal() and int(seat) < seats):
        raise InputError(
            f"[grid] condition.{name}.{seat}: seats are counted from 0 and there are {seats}",
            key=("grid", "condition", name, seat),
        )
    whole = list(entries) * seats if len(entries) == 1 else list(entries) or [{}] * seats
    whole[int(seat)] = value
    return whole
