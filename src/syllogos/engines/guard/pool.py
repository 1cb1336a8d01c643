"""A few workers, reused, replaced when they die and, before they grow old, by count."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import Callable

from syllogos.engines.guard.worker import Death, Worker
from syllogos.errors import InputError

LIFE = 20_000
"""Requests after which a worker is replaced, so that nothing can pile up in it."""
BUSY = 300.0
"""Seconds of work after which it is replaced, well before its limit on processor time."""
START = 20.0
"""Seconds that a worker may take to start."""


class Pool:
    """At most ``size`` workers of one kind.  Use it from one event loop at a time."""

    def __init__(self, start: Callable[[], Worker], size: int = 2, life: int = LIFE) -> None:
        """``start`` starts a worker, which then says that it is ready by a line."""
        self._start, self._size, self._life = start, size, life
        self._idle: deque[Worker] = deque()
        self._alive: set[Worker] = set()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._running = 0
        self._close = weakref.finalize(self, _close_all, self._alive)

    async def ask(self, request: bytes, wall: float) -> bytes | Death:
        """The reply of some worker, or what it died of; the next request gets a working one.

        Raises:
            InputError: workers cannot be started.
        """
        await self._admission()
        try:
            worker = await self._living() or await self._fresh()
            reply: bytes | Death | None = None
            try:
                reply = await worker.exchange(request, wall)
            finally:
                await self._back(worker, dead=not isinstance(reply, bytes))
            return reply
        finally:
            self._running -= 1
            self._wake()

    async def retire(self) -> None:
        """Replace the idle workers; for after an answer that took much memory."""
        while self._idle:
            await self._end(self._idle.pop())

    def close(self) -> None:
        """End all workers."""
        self._idle.clear()
        self._close()

    async def _admission(self) -> None:
        while self._running >= self._size:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._wake()  # the turn was given already: pass it on
                raise
        self._running += 1

    def _wake(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return

    async def _living(self) -> Worker | None:
        """An idle worker; those that ended meanwhile, or said something unasked, are replaced."""
        while self._idle:
            worker = self._idle.pop()
            if worker.quiet:
                return worker
            await self._end(worker)
        return None

    async def _fresh(self) -> Worker:
        worker = self._start()
        self._alive.add(worker)
        ready: bytes | Death | None = None
        try:
            ready = await worker.exchange(b"", START)
        finally:
            if not isinstance(ready, bytes):  # also when whoever asks is cancelled meanwhile
                await self._end(worker)
        if isinstance(ready, Death):
            raise InputError(f"a worker does not start: {ready.say}")
        worker.served, worker.busy = 0, 0.0
        return worker

    async def _back(self, worker: Worker, *, dead: bool) -> None:
        if dead or worker.served >= self._life or worker.busy > BUSY:
            await self._end(worker)
        else:
            self._idle.append(worker)

    async def _end(self, worker: Worker) -> None:
        worker.kill()
        self._alive.discard(worker)
        await worker.reap()


def _close_all(workers: set[Worker]) -> None:
    for worker in workers:
        worker.close()
    workers.clear()
