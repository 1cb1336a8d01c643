"""Running the matches of an experiment in this process, many at once."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from syllogos import plugins
from syllogos.contract import Ending, Game, Log, Outcome, Seat, Solver
from syllogos.engines.solver_plan import SolverPlan, close
from syllogos.errors import (
    BudgetReached,
    GameCrashed,
    LeaseLost,
    Outage,
    StoreError,
    SyllogosError,
)  # fmt: skip
from syllogos.match.access import AWAY, AWAY_ALONE, Access, EmbeddingAccess
from syllogos.match.desk import Journal, JournalMismatch, SeatDesk, Seated
from syllogos.match.limits import Limits
from syllogos.match.loop import Turns, play
from syllogos.match.match import Match, SeatPlan
from syllogos.match.record import event_to_json, record_of, turn_to_json
from syllogos.match.referees import Bench, referee_seat
from syllogos.models.client.cache import ReplyCache
from syllogos.models.client.secrets import Secrets
from syllogos.models.client.spec import (
    EmbeddingSpec,
    Spec,
    embedding_identity,
    identity,
    open_embedding,
    open_model,
    secrets_of,
)
from syllogos.store.owner import BEAT, LEASE, Holder
from syllogos.store.store import Store
from syllogos.text.plain import canonical

T = TypeVar("T")

ALIKE = 5
"""So many crashes of one kind stop the run."""
LOOK = BEAT / 2
"""Seconds between two looks at whether another machine still plays, or after a beat that failed."""
BEATS_FAILED = 6
"""So many beats that fail in a row are told."""


@dataclass(frozen=True)
class Settings:
    """How to run: games at once, seconds of patience, what to do on a change.

    ``patience`` is with a model that does not answer, be it away or silent; without it, ``away``
    is with one that is away.
    """

    workers: int = 16
    patience: float | None = None
    limits: Limits = field(default_factory=Limits)
    restart_changed: bool = False
    cache: Path | None = None
    say: Callable[[str], None] = lambda _text: None
    watch: Callable[[Match, Log, Turns], None] = lambda _match, _log, _turns: None
    away: float = AWAY


@dataclass(frozen=True)
class Ended:
    """Why a run came to rest: ``reason`` is empty when every game is played.

    ``failed`` when somebody has to do something before it can go on.
    """

    reason: str = ""
    failed: bool = False


class Run:
    """The games of one process over a store that others may share."""

    def __init__(self, matches: Sequence[Match], store: Store, settings: Settings) -> None:
        self._matches = {match.key: match for match in matches}
        self._store = store
        self._settings = settings
        self._models: dict[tuple[str, int], Access] = {}
        self._embeddings: dict[tuple[str, int], EmbeddingAccess] = {}
        self._solvers: dict[tuple[object, ...], Solver[Any, Any]] = {}
        self._closing = AsyncExitStack()
        self._crashes: Counter[str] = Counter()
        self._secrets = secrets_in(matches)
        self._started = time.monotonic()
        self._ended: Ended | None = None
        self._games: dict[str, asyncio.Task[dict[str, Any]]] = {}
        self._lost: set[str] = set()
        self._waited = False

    async def go(self) -> Ended:
        """Play until no game is left, a limit is reached, or the run cannot go on."""
        async with self._means():
            workers = [asyncio.create_task(self._work()) for _ in range(self._settings.workers)]
            beat = asyncio.create_task(self._keep_leases())
            playing = asyncio.gather(*workers)
            try:
                await asyncio.wait((playing, beat), return_when=asyncio.FIRST_COMPLETED)
                if beat.done():
                    beat.result()
                await playing
            finally:
                for task in (*workers, beat):
                    task.cancel()
                await asyncio.gather(playing, beat, return_exceptions=True)
                await asyncio.gather(*workers, return_exceptions=True)
                self._store.release()
        return self._ended or left_to(self._store.holders())

    @asynccontextmanager
    async def _means(self) -> AsyncIterator[None]:
        reply_cache = ReplyCache(self._settings.cache) if self._settings.cache else None
        seats = [s for m in self._matches.values() for s in (*m.seats, *m.referees)]
        for spec in (spec for seat in seats for spec in seat.models.values()):
            if (name := _name(spec)) not in self._models:
                self._models[name] = Access(
                    spec,
                    open_model(spec),
                    patience=self._settings.patience,
                    cache=reply_cache,
                    say=self._settings.say,
                    away=self._settings.away,
                )
        for embedding in (spec for seat in seats for spec in seat.embeddings.values()):
            if (name := _name(embedding)) not in self._embeddings:
                self._embeddings[name] = EmbeddingAccess(
                    embedding,
                    open_embedding(embedding),
                    patience=self._settings.patience,
                    say=self._settings.say,
                    away=self._settings.away,
                )
        try:
            yield
        finally:
            try:
                await self._closing.aclose()
            finally:
                for access in self._models.values():
                    await access.aclose()
                for embedded in self._embeddings.values():
                    await embedded.aclose()
                if reply_cache:
                    reply_cache.close()

    async def _work(self) -> None:
        while self._ended is None:
            if key := self._next():
                try:
                    await self._play(self._matches[key])
                except LeaseLost as error:
                    self._settings.say(f"{error}; it goes on there, the other games here")
            elif not await self._wait_for_others():
                return

    async def _wait_for_others(self) -> bool:
        """Wait a little for games of which only time can tell whether they are played; False without such."""
        unknown = [holder for holder in self._store.holders() if holder.state in ("unknown", "gone")]
        if self._ended or not unknown:
            return False
        if not self._waited:
            self._waited = True
            self._settings.say(
                f"{_held(unknown)}: waiting up to {LEASE:.0f} s for a sign of life; without one, played here"
            )
        await asyncio.sleep(LOOK)
        return True

    def _next(self) -> str | None:
        """Lease the next game, unless a budget is used up."""
        limit = self._settings.limits.games
        used_up = self._used_up()
        if limit is not None and self._store.begun() >= limit:
            used_up = f"the limit of {limit} games is reached; raise it"
        if used_up:
            self._end(_stopped(used_up))
            return None
        return self._store.claim()

    def _used_up(self) -> str:
        """Which budget is used up, or cannot be kept, in words with the mend; empty when none is."""
        limits = self._settings.limits
        if limits.tokens is None and limits.money is None and limits.seconds is None:
            return ""
        spent = self._store.spent()
        for name, used, limit in (
            ("tokens", spent.tokens, limits.tokens),
            ("dollars", spent.cost, limits.money),
            ("seconds", time.monotonic() - self._started, limits.seconds),
        ):
            if limit is not None and used >= limit:
                return f"the limit of {limit:g} {name} is reached; raise it"
        for name, unknown, limit in (
            ("tokens", spent.uncounted, limits.tokens),
            ("dollars", spent.unpriced, limits.money),
        ):
            if limit is not None and unknown:
                calls = f"{unknown} call{'' if unknown == 1 else 's'}"
                kept = f"so the limit of {limit:g} cannot be kept"
                return f"the {name} of {calls} are unknown, {kept}; take it out"
        return ""

    def _allow(self) -> None:
        """Before each call that costs: raise ``BudgetReached`` when a budget is used up."""
        if used_up := self._used_up():
            raise BudgetReached(used_up)

    async def _play(self, match: Match) -> None:
        seen = _Seen(match, self._settings)
        game = self._games[match.key] = asyncio.create_task(self._game(match, seen))
        game.add_done_callback(_looked_at)
        try:
            await asyncio.wait({game})
        finally:
            game.cancel()
            del self._games[match.key]
        if match.key in self._lost:
            self._lost.discard(match.key)
            raise LeaseLost(f"{self._store.place}: another process has taken over game {match.key}")
        error = (
            RuntimeError("the game was cancelled from within")
            if game.cancelled()
            else _leaf(game.exception())
        )
        if error is None:
            self._store.finish(match.key, "finished", game.result())
        elif isinstance(error, BudgetReached):
            self._store.release(match.key)
            self._end(_stopped(str(error)))
        elif isinstance(error, JournalMismatch) and self._settings.restart_changed:
            self._store.forget(match.key)
            await self._play(match)
        elif isinstance(error, Outage):
            self._store.finish(match.key, "abandoned", seen.record("abandoned"), str(error))
            raise error
        elif isinstance(error, SyllogosError) and not isinstance(error, JournalMismatch):
            raise error
        else:
            self._crashed(match, seen, error)

    async def _game(self, match: Match, seen: _Seen) -> dict[str, Any]:
        game = match.build()
        journal = Journal(self._store, match.key)
        agents = []
        for seat, plan in enumerate(match.seats):
            desk = self._desk(match, journal, seat, plan)
            agent = plugins.find("agents", plan.agent).build(plan.config, desk, Seat(seat))
            agents.append(Seated(agent, desk))
        benches = [
            self._bench(match, game, journal, number, plan) for number, plan in enumerate(match.referees)
        ]
        record = await play(game, agents, match.seed, benches, key=match.key, watch=seen.see)
        return seen.record("finished", record.outcome)

    def _desk(self, match: Match, journal: Journal, seat: int, plan: SeatPlan) -> SeatDesk:
        models = {role: self._models[_name(spec)] for role, spec in plan.models.items()}
        return SeatDesk(
            seat,
            match.seed,
            match.repetition,
            journal,
            models,
            self._solvers_of(match),
            match.prompts,
            self._allow,
            embeddings={role: self._embeddings[_name(spec)] for role, spec in plan.embeddings.items()},
            seat_budget=match.budget if seat >= 0 else None,  # a referee is no seat
        )

    def _bench(
        self, match: Match, game: Game[Any, Any], journal: Journal, number: int, plan: SeatPlan
    ) -> Bench:
        """One referee for each seat, so that simultaneous reviews are journalled in a fixed order."""
        seats = len(match.seats)
        desks = tuple(
            self._desk(match, journal, referee_seat(number, seat, seats), plan) for seat in range(seats)
        )
        make = plugins.find("judges", plan.agent).build
        return Bench(game, tuple(make(plan.config, desk) for desk in desks), desks)

    def _solvers_of(self, match: Match) -> Callable[[str], tuple[Solver[Any, Any], int | None]]:
        """How the desks of a match find a solver and the steps of its table, each looked up once."""

        @cache
        def solver(name: str) -> tuple[Solver[Any, Any], int | None]:
            plan = match.solver(name)
            return self._solver(plan), plan.steps

        return solver

    def _solver(self, plan: SolverPlan) -> Solver[Any, Any]:
        """The solver of a plan, shared by all games that plan the same, closed when the run ends."""
        if plan.engine_key not in self._solvers:
            solver = self._solvers[plan.engine_key] = plan.open()
            if not plan.lent:
                self._closing.push_async_callback(close, solver)
        return self._solvers[plan.engine_key]

    def _crashed(self, match: Match, seen: _Seen, error: BaseException) -> None:
        told = self._secrets.hide("".join(traceback.format_exception(error)))
        self._store.finish(match.key, "crashed", seen.record("crashed"), told)
        frames = traceback.extract_tb(error.__traceback__)
        where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        place = self._secrets.hide(f"{type(error).__name__}{where}")
        self._crashes[place] += 1
        what = f"{place}: {self._secrets.hide(str(error))}"
        self._settings.say(f"game {match.key[:8]} crashed: {what}")
        if self._crashes[place] >= ALIKE:
            self._end(Ended(f"{ALIKE} games crashed alike, the last with {what}", failed=True))

    def _end(self, ended: Ended) -> None:
        self._ended = self._ended or ended

    async def _keep_leases(self) -> None:
        failed = 0
        while True:
            await asyncio.sleep(LOOK if failed else BEAT)
            try:
                held = self._store.keep_leases()
                self._store.checkpoint()
            except StoreError as error:
                failed += 1
                if failed == BEATS_FAILED:
                    self._settings.say(
                        f"{failed} times in a row the games of this run could not be kept ({error}); "
                        "other machines may take them over"
                    )
                continue
            failed = 0
            for key in self._games.keys() - held:
                self._lost.add(key)
                self._games[key].cancel()


def _looked_at(game: asyncio.Task[Any]) -> None:
    """Look at how a game ended: asyncio shows the traceback of one that fails as the run is stopped."""
    if not game.cancelled():
        game.exception()


def _stopped(used_up: str) -> Ended:
    return Ended(f"stopped: {used_up} in [limits] and run the same command to go on")


def left_to(holders: Sequence[Holder]) -> Ended:
    """How a run ends whose last games others hold."""
    suspended = [holder for holder in holders if holder.state == "suspended"]
    if suspended:
        pids = " ".join(holder.pid for holder in suspended)
        return Ended(
            f"{_held(suspended)}, suspended: let it go on (kill -CONT {pids}) or end it (kill -9 {pids}), "
            "then run the same command again",
            failed=True,
        )
    return Ended(f"{_held(holders)} and end there" if holders else "")


def _held(holders: Sequence[Holder]) -> str:
    return "; ".join(f"{h.games} game{'' if h.games == 1 else 's'} held by {h.who}" for h in holders)


class _Seen:
    """What has been seen of a game so far, for the record of one that does not finish."""

    def __init__(self, match: Match, settings: Settings) -> None:
        self._match = match
        self._settings = settings
        self._log: list[dict[str, Any]] = []
        self._turns: list[dict[str, Any]] = []
        self._begun: list[int] = []

    def see(self, log: Log, turns: Turns) -> None:
        """Take note, and show it.  What has no JSON form fails here, inside the game."""
        self._log += [event_to_json(event) for event in log[len(self._log) :]]
        self._turns += [turn_to_json(turn) for turn in turns[len(self._turns) :]]
        self._begun.append(len(log))  # where the next turn begins, if there is one
        self._settings.watch(self._match, log, turns)

    def record(self, status: Ending, outcome: Outcome | None = None) -> dict[str, Any]:
        """The JSON record of what was seen."""
        match, begun = self._match, self._begun[: len(self._turns)]
        return record_of(match.key, match.seed, status, self._log, self._turns, begun, outcome)


def _name(spec: Spec) -> tuple[str, int]:
    """What tells a model or an embedding apart within a run; objects of one class are different ones."""
    named = isinstance(spec.provider, str) or plugins.fingerprint(spec.provider)
    same = embedding_identity(spec) if isinstance(spec, EmbeddingSpec) else identity(spec)
    return canonical(same), 0 if named else id(spec.provider)


def secrets_in(matches: Iterable[Match]) -> Secrets:
    """The secrets of all models of some matches."""
    seats = (seat for match in matches for seat in (*match.seats, *match.referees))
    return secrets_of(spec for seat in seats for spec in seat.specs)


def _leaf(error: BaseException | None) -> BaseException | None:
    """The first error inside nested exception groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def play_match(
    match: Match,
    store: Store,
    *,
    patience: float | None,
    say: Callable[[str], None] = lambda _text: None,
    watch: Callable[[Match, Log, Turns], None] = lambda _match, _log, _turns: None,
) -> None:
    """Play one match in a store.

    Raises:
        SyllogosError: what the run raises; a ``GameCrashed``, with its traceback, when the game did.
    """
    store.begin({"match": match.key}, "", [match.planned()])
    settings = Settings(workers=1, patience=patience, say=say, watch=watch, away=AWAY_ALONE)
    run_now(Run([match], store, settings).go())
    for game in store.games():
        if game["status"] == "crashed":
            last = str(game["error"]).rstrip().rpartition("\n")[2]
            raise GameCrashed(f"the game crashed: {last}", str(game["error"]))


def run_now(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` to its end, from anywhere: a notebook's running loop is left alone."""
    if not _in_a_loop():
        return asyncio.run(work)
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, work).result()


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
