"""One model as all games of a process share it: concurrency, outages, the reply cache."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from syllogos.contract import Fault, Message, Model, Reply, Schema
from syllogos.errors import ModelError, Outage, SyllogosError
from syllogos.models.client.cache import ReplyCache, cache_key
from syllogos.models.client.reading import odd
from syllogos.models.client.retrying import gives_up_at
from syllogos.models.client.spec import ModelSpec, identity, sampling_for, secrets_of

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0


class Access:
    """Shared access to one model.

    An outage closes the gate for everybody; after a pause that doubles each time the waiting
    calls try again.  When it has lasted ``patience`` seconds the ``Outage`` is raised.
    """

    def __init__(
        self,
        spec: ModelSpec,
        model: Model,
        *,
        patience: float,
        cache: ReplyCache | None = None,
        say: Callable[[str], None] = lambda _text: None,
    ) -> None:
        self.spec = spec
        self._model = model
        self._patience = patience
        self._cache = cache
        self._say = say
        self._slots = asyncio.Semaphore(spec.concurrency)
        self._open = asyncio.Event()
        self._open.set()
        self._down_since: float | None = None
        self._pause = FIRST_PAUSE
        self._secrets = secrets_of([spec])

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
        async with self._slots:
            while True:
                await self._open.wait()
                allow()
                began = time.monotonic()
                since = began if self._down_since is None else self._down_since
                gives_up_at.set(since + self._patience)
                try:
                    answer = await self._model.complete(messages, sampling=sampling, schema=schema)
                except Outage as outage:
                    said = Outage(self._secrets.hide(str(outage)), outage.after)
                except SyllogosError as error:
                    if (shown := self._secrets.hide(str(error))) == str(error):
                        raise
                    raise ModelError(shown) from None
                else:
                    break
                await self._wait(said, began)
        if not isinstance(answer, Reply | Fault):
            raise ModelError(
                f"{self.spec}: the model returned {type(answer).__name__}, not a Reply or a Fault"
            )
        reply = answer.reply if isinstance(answer, Fault) else answer
        if reply is not None and (why := odd(reply)):
            raise ModelError(f"{self.spec}: the model returned a reply that cannot be kept, {why}")
        answer = self._secrets.hidden(answer)
        self._down_since, self._pause = None, FIRST_PAUSE
        if self._cache and isinstance(answer, Reply):
            self._cache.put(key, answer)
        return answer, False

    async def aclose(self) -> None:
        """Close the model's connections or its process, if it has any."""
        if close := getattr(self._model, "aclose", None):
            await close()

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
                f"{self.spec}: {outage}; {long if left > 0 else short}. "
                "Once it answers, the same command goes on (longer: --patience)"
            )
        if not self._open.is_set():
            return  # another call has closed the gate; wait at it with the rest
        self._open.clear()
        pause = min(max(asked, FIRST_PAUSE) if asked else self._pause, left)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        self._say(f"{self.spec}: {outage}; waiting, {left:.0f} s of patience left")
        await asyncio.sleep(pause)
        self._open.set()
