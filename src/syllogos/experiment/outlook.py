"""What a run would do before it does anything: games, calls at most, budgets, keys."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

from syllogos import plugins
from syllogos.experiment.experiment import Experiment
from syllogos.match.match import Match, SeatPlan
from syllogos.models.client.address import public
from syllogos.models.client.spec import Spec


@dataclass(frozen=True)
class CellOutlook:
    """The games of one condition in one cell; ``calls`` is their most, None where nobody can say."""

    condition: str
    cell: Mapping[str, object]
    agents: tuple[str, ...]
    models: tuple[str, ...]
    games: int
    calls: int | None


@dataclass(frozen=True)
class ModelOutlook:
    """A model that would be asked: where, at which price, and whether its key is there (None: needs none)."""

    model: str
    base_url: str
    key_env: str
    key_there: bool | None
    priced: bool


@dataclass(frozen=True)
class Outlook:
    """A run as it would be."""

    cells: tuple[CellOutlook, ...]
    models: tuple[ModelOutlook, ...]
    limits: Mapping[str, float]

    @property
    def calls(self) -> int | None:
        """The most model calls of the whole; what servers fail is asked again and not counted here."""
        counts = [cell.calls for cell in self.cells]
        return None if None in counts else sum(n for n in counts if n is not None)


def outlook(experiment: Experiment) -> Outlook:
    """What an experiment, or a shard of it, would play and ask; nothing is called."""
    groups: dict[tuple[str, str], list[Match]] = {}
    for match in experiment.matches:
        groups.setdefault((match.condition, str(match.cell)), []).append(match)
    rows = tuple(_cell(matches) for matches in groups.values())
    asked = [seat for match in experiment.matches for seat in (*match.seats, *match.referees)]
    found = {str(_model(spec)): _model(spec) for seat in _once(asked) for spec in seat.specs}
    return Outlook(rows, tuple(found.values()), experiment.limits.model_dump(exclude_none=True))


def _cell(matches: list[Match]) -> CellOutlook:
    first = matches[0]
    models = [str(spec) for seat in (*first.seats, *first.referees) for spec in seat.models.values()]
    calls = most_calls(first)
    return CellOutlook(
        first.condition,
        first.cell,
        tuple(plugins.label(seat.agent) for seat in first.seats),
        tuple(dict.fromkeys(models)),
        len(matches),
        None if calls is None else calls * len(matches),
    )


def most_calls(match: Match) -> int | None:
    """The most model calls of one game; None where the game or an agent does not say.

    A game may have ``most_turns(seat)``, the most turns that a seat is asked for; the ``make`` of an
    agent ``most_calls(settings)``, the most model calls of one attempt.
    """
    game = match.build()
    total = 0
    for number, seat in enumerate(match.seats):
        each = _calls_of("agents", seat)
        turns = getattr(game, "most_turns", None)
        if each == 0:
            continue
        budget = match.budget.calls if match.budget else None
        if each is None or not callable(turns):
            if budget is None:
                return None
            total += budget
            continue
        most = turns(number) * game.attempts * each
        total += most if budget is None else min(most, budget)
    return None if any(_calls_of("judges", referee) != 0 for referee in match.referees) else total


def _calls_of(kind: str, seat: SeatPlan) -> int | None:
    """The most calls of one attempt: none of an agent without a model, else as it says itself."""
    plugin = plugins.find(kind, seat.agent)
    if not plugin.roles(seat.config):
        return 0
    said = getattr(plugin.make, "most_calls", None)
    return said(seat.config) if callable(said) else None


def _model(spec: Spec) -> ModelOutlook:
    make = plugins.load(spec.kind, spec.provider)
    parameters = signature(make).parameters if isinstance(spec.provider, str | plugins.Plugin) else {}

    def setting(name: str) -> Any:
        default = parameters[name].default if name in parameters else ""
        return spec.config.get(name, default)

    key_env, url = str(setting("key_env") or ""), setting("base_url")
    there = bool(os.environ.get(key_env, "").strip()) if key_env else None
    return ModelOutlook(str(spec), public(str(url)) if url else "", key_env, there, spec.price is not None)


def _once(seats: Iterable[SeatPlan]) -> list[SeatPlan]:
    """Seats with different models; a plan of many games has few."""
    return list({tuple(id(spec) for spec in seat.specs): seat for seat in seats}.values())
