"""One worker process on pipes: a request goes in, a line comes out, or the process dies."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

MAX_REPLY = 16_000_000
"""Longest reply, in bytes."""
CHUNK = 1 << 16
MOMENT = 0.0005
"""Seconds that the event loop may stand still for an answer."""
OUT_OF_MEMORY = ("memory", "Memory", "alloc")
"""What dying processes say of memory on their standard error."""


@dataclass(frozen=True)
class Death:
    """Why there is no reply."""

    cause: Literal["clock", "memory", "reply", "died", "refused"]
    say: str


class Worker:
    """A running process.  It belongs to one request at a time."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        """Start ``command`` in a process group of its own; ``memory`` is its limit, for messages."""
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={}, cwd="/", start_new_session=True, bufsize=0,
        )  # fmt: skip
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe)
        self.memory, self.served, self.busy = memory, 0, 0.0
        for handle in (self._in, self._out, self._err):
            os.set_blocking(handle, False)

    @property
    def quiet(self) -> bool:
        """Whether the process lives and has said nothing since its last reply."""
        return self.process.poll() is None and not select.select([self._out], [], [], 0)[0]

    async def exchange(self, request: bytes, wall: float) -> bytes | Death:
        """The reply to ``request``, one line, within ``wall`` seconds.

        After a :class:`Death` (and when the caller is cancelled) the process is gone.
        """
        loop = asyncio.get_running_loop()
        started = loop.time()
        talk = _Talk(self._in, self._out, memoryview(request), loop.create_future())
        talk.send()
        # Most answers come at once: a moment of waiting is cheaper than to be woken by the loop.
        if not talk.rest and select.select([self._out], [], [], MOMENT)[0]:
            talk.receive()
        reply: bytes | Death | None = None
        try:
            await asyncio.sleep(0)  # whoever asks in a row lets the others have their turn
            reply = talk.done.result() if talk.done.done() else await self._waited(loop, talk, wall)
        finally:
            if not isinstance(reply, bytes):
                self.kill()
        self.served += 1
        self.busy += loop.time() - started
        return await self._autopsy() if isinstance(reply, Death) and reply.cause == "died" else reply

    async def _waited(self, loop: asyncio.AbstractEventLoop, talk: _Talk, wall: float) -> bytes | Death:
        if talk.rest:
            loop.add_writer(self._in, talk.send, loop)
        loop.add_reader(self._out, talk.receive)
        try:
            async with asyncio.timeout(wall):
                return await talk.done
        except TimeoutError:
            return Death("clock", f"stopped by the clock after {wall:g} s")
        finally:
            loop.remove_reader(self._out)
            loop.remove_writer(self._in)

    def kill(self) -> None:
        """End the whole process group at once; :meth:`reap` collects it."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    async def reap(self) -> None:
        """Wait, without blocking, until the killed process is gone, and close its pipes."""
        while self.process.poll() is None:
            await asyncio.sleep(0.002)
        self.close()

    def close(self) -> None:
        """Kill, wait and close; for the end of a pool."""
        self.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()

    async def _autopsy(self) -> Death:
        """What the process died of, by its last words and its status."""
        for _ in range(500):
            if self.process.poll() is not None:
                break
            await asyncio.sleep(0.002)
        try:
            words = os.read(self._err, CHUNK).decode("utf-8", "replace")
        except BlockingIOError:
            words = ""
        code = self.process.returncode
        if any(word in words for word in OUT_OF_MEMORY):
            return Death("memory", f"out of memory (the worker may take {self.memory // 1_000_000} MB)")
        last = words.strip().rpartition("\n")[2][:200]
        how = f"signal {-code}" if code is not None and code < 0 else f"status {code}"
        return Death("died", f"the worker died ({how}){f': {last}' if last else ''}")


class _Talk:
    """The state of one exchange."""

    def __init__(self, into: int, out: int, rest: memoryview, done: asyncio.Future[bytes | Death]) -> None:
        self.into, self.out, self.rest, self.done = into, out, rest, done
        self.reply = bytearray()

    def send(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Write what the pipe takes; ``loop`` calls this until nothing is left."""
        try:
            while self.rest:
                self.rest = self.rest[os.write(self.into, self.rest) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.rest = self.rest[:0]  # the reading end tells what happened
        if loop:
            loop.remove_writer(self.into)

    def receive(self) -> None:
        try:
            chunk = os.read(self.out, CHUNK)
        except BlockingIOError:
            return
        self.reply += chunk
        if self.done.done():
            return
        if not chunk:
            self.done.set_result(Death("died", ""))
        elif chunk.endswith(b"\n"):
            # A second line would be taken for the reply to the next request.
            whole = self.reply.count(b"\n") == 1
            self.done.set_result(
                bytes(self.reply) if whole else Death("reply", "the reply has several lines")
            )
        elif len(self.reply) > MAX_REPLY:
            self.done.set_result(Death("reply", f"the reply is longer than {MAX_REPLY} bytes"))
