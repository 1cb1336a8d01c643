"""One model or embedding as all games of a process share it: concurrency, outages, the reply cache."""

from __future__ import annotations

import asyncio
import time
from asyncio import get_running_loop, timeout_at
from collections.abc import Awaitable, Callable, Sequence
from math import inf
from typing import TYPE_CHECKING, TypeVar

from syllogos.contract import Embedding, Fault, Message, Model, Reply, Schema
from syllogos.errors import ModelError, Outage, SyllogosError
from syllogos.models.client.cache import ReplyCache, cache_key
from syllogos.models.client.reading import odd
from syllogos.models.client.retrying import gives_up_at, silent_until
from syllogos.models.client.spec import EmbeddingSpec, ModelSpec, Spec, identity, sampling_for, secrets_of

if TYPE_CHECKING:
    from syllogos.contract import Vectors

T = TypeVar("T")
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0
QUIET = 10.0
"""Seconds without a reply after which it is said that one is waited for."""
LEAST_SILENCE = 2.0
"""Seconds that a model has for a reply, however little patience there is."""
GRACE = 1.0
"""Seconds past the patience that a model has to give up by itself."""
AWAY = 60.0
"""Seconds of patience with a model that is away, where none are given."""
AWAY_ALONE = 5.0
"""The same for a single game or question, which somebody sits and waits for."""


class Gate:
    """What all calls of one model or embedding pass through.

    An outage closes the gate for everybody; after a pause that doubles each time the waiting
    calls try again.  When it has lasted ``patience`` seconds the ``Outage`` is raised.  So long
    may a model be silent that is there, too; without ``patience``, ``away`` seconds are for
    outages alone, and a reply takes as long as the model itself allows.
    """

    def __init__(
        self, spec: Spec, *, patience: float | None, say: Callable[[str], None], away: float = AWAY
    ) -> None:
        self.name = str(spec)
        self._patience = away if patience is None else patience
        # 0 is for whoever waits for no outage, not for no reply
        self._silence = max(patience, LEAST_SILENCE) if patience else None
        self._quiet = min(QUIET, self._silence / 3) if self._silence else QUIET
        self._told_at = -QUIET
        self._say = say
        self._slots = asyncio.Semaphore(spec.concurrency)
        self._open = asyncio.Event()
        self._open.set()
        self._down_since: float | None = None
        self._pause = FIRST_PAUSE
        self.secrets = secrets_of([spec])

    async def through(self, call: Callable[[], Awaitable[T]], allow: Callable[[], None] = lambda: None) -> T:
        """What ``call`` gives, repeated while there is patience with its outages.

        ``allow`` is asked before each try, after all waiting, and may raise.
        """
        async with self._slots:
            while True:
                await self._open.wait()
                allow()
                began = time.monotonic()
                since = began if self._down_since is None else self._down_since
                gives_up_at.set(since + self._patience)
                try:
                    answer = await self._heard(call)
                except Outage as outage:
                    said = Outage(self.secrets.hide(str(outage)), outage.after)
                except SyllogosError as error:
                    if (shown := self.secrets.hide(str(error))) == str(error):
                        raise
                    raise ModelError(shown) from None
                else:
                    break
                await self._wait(said, began)
        self._down_since, self._pause = None, FIRST_PAUSE
        return answer

    async def _heard(self, call: Callable[[], Awaitable[T]]) -> T:
        """What a call gives, whose silence is told and has an end.

        Raises:
            Outage: it is silent for longer than the patience.
        """
        loop = get_running_loop()
        began = loop.time()
        waiting = loop.call_later(self._quiet, self._tell_waiting, began)
        ends = None if self._silence is None else began + self._silence
        silent_until.set(inf if ends is None else ends)
        try:
            async with timeout_at(None if ends is None else ends + GRACE) as limit:
                return await call()
        except TimeoutError:
            if not limit.expired():
                raise
            raise Outage("no reply came", final=True) from None
        finally:
            waiting.cancel()

    def _tell_waiting(self, began: float) -> None:
        now = get_running_loop().time()
        if now - self._told_at < self._quiet:
            return  # another call of the same model has just said so
        self._told_at = now
        most = f" of {self._silence:g} s of patience" if self._silence else ""
        self._say(f"{self.name}: waiting for a reply, {now - began:.0f} s{most} so far")

    async def _wait(self, outage: Outage, began: float) -> None:
        """Wait for the next try; the outage is counted from when the first failed call began."""
        now = time.monotonic()
        self._down_since = began if self._down_since is None else self._down_since
        left = self._patience - (now - self._down_since)
        asked = outage.after or 0.0
        if left <= asked:
            short = f"no answer within {self._patience:g} s of patience"
            long = f"longer than the {max(left, 0.0):.0f} s left of {self._patience:g} s of patience"
            raise Outage(
                f"{self.name}: {outage}; {long if left > 0 else short}. "
                "Once it answers, the same command goes on (longer: --patience)"
            )
        if not self._open.is_set():
            return  # another call has closed the gate; wait at it with the rest
        self._open.clear()
        pause = min(max(asked, FIRST_PAUSE) if asked else self._pause, left)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        self._say(f"{self.name}: {outage}; waiting, {left:.0f} s of patience left")
        await asyncio.sleep(pause)
        self._open.set()


def _silent(_text: str) -> None:
    """Say nothing."""


class Access:
    """Shared access to one model."""

    def __init__(
        self,
        spec: ModelSpec,
        model: Model,
        *,
        patience: float | None,
        cache: ReplyCache | None = None,
        say: Callable[[str], None] = _silent,
        away: float = AWAY,
    ) -> None:
        self.spec = spec
        self._model = model
        self._cache = cache
        self._gate = Gate(spec, patience=patience, say=say, away=away)
        self._say = say
        self._told: tuple[str, ...] = ()

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Schema | None,
        seed: int,
        draw: str,
        allow: Callable[[], None] = lambda: None,
    ) -> tuple[Reply | Fault, bool]:
        """The reply or fault, and whether it came from the cache (and so cost nothing).

        ``draw`` tells repetitions of one request apart in the cache; ``seed`` is sent to models
        that take one.  ``allow`` is asked before each try, after all waiting, and may raise.
        """
        key = cache_key(identity(self.spec), messages, schema, draw) if self._cache else ""
        known = self._cache.get(key) if self._cache else None
        if known is not None:
            return known, True
        sampling = sampling_for(self.spec, seed)
        answer = await self._gate.through(
            lambda: self._model.complete(messages, sampling=sampling, schema=schema), allow
        )
        self._tell()
        if not isinstance(answer, Reply | Fault):
            raise ModelError(
                f"{self.spec}: the model returned {type(answer).__name__}, not a Reply or a Fault"
            )
        reply = answer.reply if isinstance(answer, Fault) else answer
        if reply is not None and (why := odd(reply)):
            raise ModelError(f"{self.spec}: the model returned a reply that cannot be kept, {why}")
        answer = self._gate.secrets.hidden(answer)
        if self._cache and isinstance(answer, Reply):
            self._cache.put(key, answer)
        return answer, False

    def _tell(self) -> None:
        """Say what the model has been asked otherwise than it was meant to, each once."""
        told: tuple[str, ...] = getattr(self._model, "told", ())
        for words in told[len(self._told) :]:
            self._say(f"{self.spec}: {self._gate.secrets.hide(words)}; replies say so in the journal")
        self._told = told

    async def aclose(self) -> None:
        """Close the model's connections or its process, if it has any."""
        if close := getattr(self._model, "aclose", None):
            await close()


class EmbeddingAccess:
    """Shared access to one embedding."""

    def __init__(
        self,
        spec: EmbeddingSpec,
        embedding: Embedding,
        *,
        patience: float | None,
        say: Callable[[str], None] = _silent,
        away: float = AWAY,
    ) -> None:
        self.spec = spec
        self._embedding = embedding
        self._gate = Gate(spec, patience=patience, say=say, away=away)

    @property
    def paid(self) -> bool:
        """Whether a server does the work, which counts its tokens."""
        return hasattr(self._embedding, "embed_counted")

    async def embed(
        self, texts: Sequence[str], allow: Callable[[], None] = lambda: None
    ) -> tuple[Vectors | Fault, int | None]:
        """The vectors, or the fault of these texts, and the tokens they took, None when nobody knows.

        ``allow`` is asked before each try, after all waiting, and may raise.

        Raises:
            ModelError: what it gives is not as :class:`~syllogos.contract.Embedding` has it.
        """
        from syllogos.match.vectors import faulty  # noqa: PLC0415 (NumPy is loaded by the first embedding)

        vectors, tokens = await self._gate.through(lambda: self._counted(tuple(texts)), allow)
        if isinstance(vectors, Fault):
            return self._gate.secrets.hidden(vectors), tokens
        if wrong := faulty(vectors, len(texts)):
            raise ModelError(f"{self.spec}: {wrong}")
        return vectors, tokens

    async def _counted(self, texts: Sequence[str]) -> tuple[Vectors | Fault, int | None]:
        if counted := getattr(self._embedding, "embed_counted", None):
            vectors, tokens = await counted(texts)
            return vectors, tokens
        return await self._embedding.embed(texts), 0

    async def aclose(self) -> None:
        """Close the embedding's connections, if it has any."""
        if close := getattr(self._embedding, "aclose", None):
            await close()
