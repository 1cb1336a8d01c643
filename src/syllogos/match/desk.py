"""The desk: a seat's means, each use journalled before its answer is used."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from syllogos.contract import Agent, Decision, Fault, Message, Reply, Schema, Solver, View
from syllogos.engines.solver_plan import ask_again
from syllogos.errors import BudgetReached, StoreError, unknown
from syllogos.match.access import Access, EmbeddingAccess
from syllogos.match.limits import Meter, SeatBudget
from syllogos.match.record import kind_of
from syllogos.models.client.spec import cost, embedding_cost
from syllogos.prompts import fill, prompt_text
from syllogos.store.rows import Call
from syllogos.store.store import Store
from syllogos.text.plain import canonical, digest
from syllogos.verdict import Bounds, Verdict

if TYPE_CHECKING:
    from syllogos.contract import Vectors

M = TypeVar("M")
T = TypeVar("T")

STEPS = 1_000_000
"""Engine steps that a solver is given for one query."""


class JournalMismatch(StoreError):
    """A game asks something else than its journal holds: its code or a prompt has changed."""


class Journal:
    """The journal of one game: what is there is replayed, what is new is written."""

    def __init__(self, store: Store, key: str) -> None:
        self._store = store
        self._key = key
        self._known = store.calls(key)
        self._asked = 0

    def known(self, at: tuple[int, int, int], kind: str, what: str, request: str) -> str | None:
        """The journalled answer to this request, as JSON, or None when it is not there yet.

        Raises:
            JournalMismatch: another request is journalled under the same place.
        """
        call = self._known.get(at)
        if call is None:
            return None
        if (call.kind, call.what, call.request) != (kind, what, request):
            raise JournalMismatch(
                f"game {self._key}, seat {at[0]}, turn {at[1]}, call {at[2]}: the journal holds another "
                "request; the agent or the game has changed since. --restart-changed plays it anew"
            )
        return call.answer

    def write(self, at: tuple[int, int, int], call: Call, texts: Mapping[str, str], started: float) -> None:
        """Journal a new call."""
        self._store.put_call(self._key, at, call, texts, started)
        self._known[at] = call

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While a model is asked for this game."""
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1

    async def quiet(self) -> None:
        """Wait until no call of this game is under way: it is paid, and would be lost."""
        while self._asked:
            await asyncio.sleep(0.02)


class SeatDesk:
    """The desk of one seat in one game (:class:`syllogos.contract.Desk`)."""

    def __init__(
        self,
        seat: int,
        seed: int,
        repetition: int,
        journal: Journal,
        models: Mapping[str, Access],
        solvers: Callable[[str], tuple[Solver[Any, Any], int | None]],
        prompts: Mapping[str, str],
        budget: Callable[[], None],
        *,
        embeddings: Mapping[str, EmbeddingAccess] | None = None,
        seat_budget: SeatBudget | None = None,
    ) -> None:
        self.seat = seat
        self.rng = Random(f"{seed}/{seat}")
        self._seed = seed
        self._repetition = repetition
        self._journal = journal
        self._models = models
        self._solvers = solvers
        self._prompts = prompts
        self._budget = budget
        self._embeddings = embeddings or {}
        self._meter = Meter(seat_budget)
        self._turn = -1
        self._n = 0
        self._asides = 0
        self._asked: Counter[str] = Counter()

    def next_turn(self) -> None:
        """Begin this seat's next turn; calls are numbered within a turn."""
        self._turn += 1
        self._n = 0

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Number what is asked within apart from all else, at turns from 0 on.

        For the desk of a referee, which takes no turns: all that it asks else is at turn -1.
        """
        before = self._turn, self._n
        self._asides += 1
        self._turn, self._n = self._asides - 1, 0
        try:
            yield
        finally:
            self._turn, self._n = before

    def prompt(self, name: str, **fields: object) -> str:
        """The named template, or the experiment's own in its place, filled."""
        return fill(name, self._prompts[name] if name in self._prompts else prompt_text(name), fields)

    async def complete(
        self, messages: Sequence[Message], *, role: str = "main", schema: Schema | None = None
    ) -> Reply | Fault:
        """Ask the model of ``role``; replayed from the journal when it was asked before."""
        access = self._models.get(role)
        if access is None:
            raise unknown("model role", role, self._models)
        at, started = self._place(), time.time()
        texts = {digest(m.text): m.text for m in messages}
        whole = canonical([[[m.role, digest(m.text)] for m in messages], schema])
        request = digest(whole)
        draw = f"{self._repetition}/{self.seat}/{self._asked[request]}"
        self._asked[request] += 1
        known = self._journal.known(at, "complete", role, request)
        if known is None and (refusal := self._meter.refusal()):
            return refusal
        self._meter.begin()
        if known is not None:
            held = _answer(json.loads(known))
            self._meter.add(_tokens(held))
            return held
        seed = call_seed(self._seed, at)
        answer, cached = await self._asking(
            lambda: access.complete(messages, schema=schema, seed=seed, draw=draw, allow=self._budget)
        )
        self._meter.add(_tokens(answer))
        paid = answer.reply if isinstance(answer, Fault) else answer
        tokens = (paid.tokens_in, paid.tokens_out) if paid else (0, 0)
        price = 0.0 if cached else cost(access.spec, *tokens)
        call = Call("complete", role, request, canonical(answer), *tokens, price, cached)
        self._journal.write(at, call, {**texts, request: whole}, started)
        return answer

    async def embed(self, texts: Sequence[str], role: str = "main") -> Vectors | Fault:
        """The vectors of ``texts`` by the embedding of ``role``; replayed from the journal, to the bit."""
        from syllogos.match import vectors  # noqa: PLC0415 (NumPy is loaded by the first embedding)

        access = self._embeddings.get(role)
        if access is None:
            raise unknown("embedding role", role, self._embeddings)
        at, started = self._place(), time.time()
        hashes = [digest(text) for text in texts]
        request = digest(whole := canonical(hashes))
        known = self._journal.known(at, "embed", role, request)
        if known is None and access.paid and (refusal := self._meter.refusal()):
            return refusal
        if known is not None:
            held = json.loads(known)
            self._count(held["tokens"])
            return Fault(held["kind"], held["say"]) if "kind" in held else vectors.vectors_from_json(held)
        if access.paid:
            found, tokens = await self._asking(lambda: access.embed(texts, allow=self._budget))
        else:
            found, tokens = await access.embed(texts)
        self._count(tokens)
        said = (
            {"kind": found.kind, "say": found.say}
            if isinstance(found, Fault)
            else vectors.vectors_to_json(found)
        )
        answer = canonical({**said, "tokens": tokens})
        out = None if tokens is None else 0
        call = Call("embed", role, request, answer, tokens, out, embedding_cost(access.spec, tokens))
        self._journal.write(at, call, {**dict(zip(hashes, texts, strict=True)), request: whole}, started)
        return found

    def _count(self, tokens: int | None) -> None:
        """Count an embedding; one that takes no tokens is no call of a model."""
        if tokens != 0:
            self._meter.begin()
            self._meter.add(tokens)

    async def _asking(self, call: Callable[[], Awaitable[T]]) -> T:
        """What a paid call gives; a budget that forbids it waits for the game's other calls first."""
        try:
            self._budget()
            with self._journal.asking():
                return await call()
        except BudgetReached:
            await self._journal.quiet()
            raise

    async def ask(self, solver: str, query: object, steps: int | None = None) -> Verdict[object]:
        """Ask a solver.  A verdict that a clock decided is replayed, any other computed again.

        ``steps``: None for those of the solver's table, or :data:`STEPS`.
        """
        engine, own = self._solvers(solver)
        steps = steps if steps is not None else own if own is not None else STEPS
        at, started = self._place(), time.time()
        whole = canonical(query)
        request = digest(whole)
        known = self._journal.known(at, "ask", solver, request)
        if known is None:
            verdict = await engine.ask(query, steps=steps)
        else:
            verdict = await ask_again(engine, query, steps=steps, held=json.loads(known))
        if verdict.bounds is None:
            verdict = replace(verdict, bounds=Bounds(steps))
        if known is None:
            call = Call("ask", solver, request, canonical(verdict))
            self._journal.write(at, call, {request: whole}, started)
        return verdict

    def note(self, what: object) -> None:
        """Put a value on the record."""
        at, whole, kind = self._place(), canonical(what), kind_of(what)
        if self._journal.known(at, "note", kind, digest(whole)) is None:
            call = Call("note", kind, digest(whole), whole)
            self._journal.write(at, call, {digest(whole): whole}, time.time())

    def _place(self) -> tuple[int, int, int]:
        at = (self.seat, self._turn, self._n)
        self._n += 1
        return at


@dataclass(frozen=True)
class Seated(Agent[M]):
    """An agent at its desk: a decision without a fault before it begins a turn."""

    agent: Agent[M]
    desk: SeatDesk

    async def act(self, view: View[M], fault: Fault | None) -> Decision[M]:
        """Let the agent decide, its calls journalled under the right turn."""
        if fault is None:
            self.desk.next_turn()
        try:
            return await self.agent.act(view, fault)
        except SystemExit as error:
            # It would end the whole process, other games and all.
            raise RuntimeError(f"the agent wants to end the program (exit {error.code})") from error


def call_seed(game: int, at: tuple[int, int, int]) -> int:
    """The sampling seed (31 bits) of the call at (seat, turn, n) of the game with this seed."""
    return int.from_bytes(sha256(f"{game}/{at}".encode()).digest()[:4], "big") >> 1


def _tokens(answer: Reply | Fault) -> int | None:
    """What a call took; what had no reply was not paid for."""
    reply = answer.reply if isinstance(answer, Fault) else answer
    return reply.tokens if reply else 0


def _answer(held: dict[str, Any]) -> Reply | Fault:
    if "kind" not in held:
        return Reply(**held)
    return Fault(held["kind"], held["say"], Reply(**held["reply"]) if held["reply"] else None)
