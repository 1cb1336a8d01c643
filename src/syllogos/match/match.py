"""A match: everything that identifies one game, and nothing of when or where it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from syllogos import plugins
from syllogos.contract import Game
from syllogos.engines.solver_plan import SolverPlan
from syllogos.errors import InputError, under, unknown
from syllogos.match.limits import SeatBudget
from syllogos.models.client.spec import EmbeddingSpec, ModelSpec, embedding_identity, identity
from syllogos.prompts import prompt_text
from syllogos.store.rows import Planned
from syllogos.text.plain import canonical, digest, digest_of_text, plain

Config = Mapping[str, object]


@dataclass(frozen=True)
class SeatPlan:
    """Who sits at a seat: an agent's name and configuration, its models and embeddings by role."""

    agent: str | object
    config: Config = field(default_factory=dict)
    models: Mapping[str, ModelSpec] = field(default_factory=dict)
    embeddings: Mapping[str, EmbeddingSpec] = field(default_factory=dict)

    @property
    def specs(self) -> tuple[ModelSpec | EmbeddingSpec, ...]:
        """All that it asks over a network."""
        return (*self.models.values(), *self.embeddings.values())


@dataclass(frozen=True)
class Match:
    """One game of a run.

    ``condition``, ``cell`` and the order of a run are labels; they are not part of the key,
    so renaming a condition keeps its games.
    """

    game: str | object
    config: Config
    seats: tuple[SeatPlan, ...]
    seed: int
    repetition: int = 0
    referees: tuple[SeatPlan, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)
    solvers: Mapping[str, SolverPlan] = field(default_factory=dict)
    condition: str = ""
    cell: Config = field(default_factory=dict)
    budget: SeatBudget | None = None

    @cached_property
    def key(self) -> str:
        """Hash of game and configuration, of each seat's agent, prompts, models and sampling,
        of the solvers that have a table and are used, of the seed and the repetition; 128 bits in
        hexadecimal."""
        return digest_of_text(self.spec)

    @cached_property
    def spec(self) -> str:
        """What the key is a hash of, as one line of JSON."""
        return canonical(self.identity)

    @property
    def identity(self) -> dict[str, Any]:
        """What the key is a hash of."""
        planned = {name: self.solvers[name].identity for name in self.uses if name in self.solvers}
        return {
            "game": [plugins.label(self.game), plugins.fingerprint(self.game)],
            "config": plain(_identified(self.config)),
            "seats": [self._seat(s) for s in self.seats],
            "referee": self._referees(),
            "seed": self.seed,
            "repetition": self.repetition,
            **({"solvers": planned} if planned else {}),
            **self._budgeted(),
        }

    @cached_property
    def uses(self) -> tuple[str, ...]:
        """The solvers that its agents and its referees declare, by the names they ask for."""
        sides = [("agents", seat) for seat in self.seats]
        sides += [("judges", referee) for referee in self.referees]
        named = (plugins.find(kind, side.agent).solvers(side.config) for kind, side in sides)
        return tuple(sorted({name for names in named for name in names}))

    def solver(self, name: str) -> SolverPlan:
        """The plan of the solver that a desk is asked for by ``name``.

        Raises:
            InputError: it has a table that is not part of the key, since nobody declares that it asks it.
        """
        if name not in self.solvers:
            return SolverPlan(name)
        if name not in self.uses:
            mend = f"declare it with @uses(solvers=[{name!r}])"
            raise InputError(f"[solvers.{name}] is asked by an agent that does not say so: {mend}")
        return self.solvers[name]

    def _budgeted(self) -> dict[str, Any]:
        limits = self.budget.model_dump(exclude_none=True) if self.budget else {}
        return {"budget": limits} if limits else {}

    def planned(self) -> Planned:
        """The row that the store keeps of this match."""
        return Planned(self.key, self.condition, self.cell, self.repetition, self.seed, self.spec)

    def build(self) -> Game[Any, Any]:
        """The game, made from its plugin.

        Raises:
            InputError: unknown game, wrong configuration, or the wrong number of seats.
        """
        with under("game", what=f"game {plugins.label(self.game)}"):
            game: Game[Any, Any] = plugins.build("games", self.game, self.config)
        if game.seats != len(self.seats):
            given = ", ".join(plugins.label(s.agent) for s in self.seats)
            raise InputError(
                f"game {plugins.label(self.game)} has {game.seats} seats, but {len(self.seats)} agents are "
                f"given{': ' if given else ''}{given}",
                key=("agents",),
            )
        return game

    def check(self) -> None:
        """Raise an ``InputError`` if any part of the match cannot be made; costs no call."""
        _utf8(self.spec)
        self.build()
        for number, seat in enumerate(self.seats):
            with under("agents", number):
                _check("agents", seat, self.game, given=2)
        for number, referee in enumerate(self.referees):
            with under("referee", number):
                _check("judges", referee, self.game, given=1)
        for name in self.uses:
            if name not in self.solvers and name not in plugins.names("solvers"):
                raise unknown("solver", name, [*self.solvers, *plugins.names("solvers")])

    def _referees(self) -> dict[str, Any] | list[dict[str, Any]] | None:
        """None, one or several: so the keys of games with at most one are what they always were."""
        found = [self._seat(referee, "judges") for referee in self.referees]
        return found if len(found) > 1 else found[0] if found else None

    def _seat(self, seat: SeatPlan, kind: str = "agents") -> dict[str, Any]:
        names = plugins.prompts_of(kind, seat.agent, seat.config)
        embeddings = {role: embedding_identity(spec) for role, spec in seat.embeddings.items()}
        texts = {n: self.prompts[n] if n in self.prompts else prompt_text(n) for n in names}
        return {
            "agent": [plugins.label(seat.agent), plugins.fingerprint(seat.agent)],
            "config": plain(_identified(seat.config)),
            "prompts": {name: digest(text) for name, text in texts.items()},
            "models": {role: identity(spec) for role, spec in seat.models.items()},
            **({"embeddings": embeddings} if embeddings else {}),
        }


def seed_of(experiment: int, game: str | object, config: Config, repetition: int) -> int:
    """A game's seed: of the experiment's seed, the game and the repetition, never the condition.

    So the same chance moves meet every condition, and differences between them are paired.
    """
    text = canonical([experiment, plugins.label(game), _identified(config), repetition])
    return int.from_bytes(sha256(_utf8(text)).digest()[:6], "big")


def _utf8(text: str) -> bytes:
    """What is kept of a match; a command line may hold bytes that are no text, and no store takes them."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        around = text[max(0, error.start - 20) : error.end]
        raise InputError(f"{around!r} holds what is no text in UTF-8: use another name or value") from None


def _identified(config: Config) -> dict[str, object]:
    """A configuration with each ``path.py:Name`` as its label and fingerprint: no folder is part of a key."""
    return {
        key: [plugins.label(value), plugins.fingerprint(value)]
        if isinstance(value, str) and ".py:" in value
        else value
        for key, value in config.items()
    }


def _check(kind: str, seat: SeatPlan, game: str | object, *, given: int) -> None:
    """Raise an ``InputError`` if an agent or a judge cannot be made as planned."""
    plugin, what = plugins.find(kind, seat.agent), kind.removesuffix("s")
    with under(what=f"{what} {plugin.label}"):
        plugins.configure(plugin.make, seat.config, given=given)
    found = plugins.find("games", game)
    # A game of somebody's own may speak the events of one of ours, so only our names are refused.
    if (
        plugin.games
        and isinstance(game, str | plugins.Plugin)
        and not found.fingerprint
        and found.label not in plugin.games
    ):
        raise InputError(f"{what} {plugin.label} plays {' or '.join(plugin.games)}, not {found.label}")
    for role in plugin.embeddings(seat.config):
        if role not in seat.embeddings:
            mend = f'embeddings = {{ {role} = "use" }} in the condition'
            raise InputError(f"{what} {plugin.label} needs an embedding for {role}: {mend}")
    for role in plugin.roles(seat.config):
        if role in seat.models:
            continue
        if role == "main":
            mend = "give one with --model, or models = [..] in the condition"
            raise InputError(f"{what} {plugin.label} needs a model: {mend}")
        mend = f'models = [{{ main = "..", {role} = ".." }}] in the condition'
        if kind == "judges":
            mend = f'models = [{{ {role} = ".." }}] in its [[referee]], or {mend}'
        raise InputError(f"{what} {plugin.label} needs a model for {role}: {mend}")
