"""A program that reads one text, writes one and ends: under the same seal and kill as the workers."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from syllogos.engines.guard.precheck import ProgramProblem
from syllogos.engines.guard.worker import CHUNK, MAX_REPLY, OUT_OF_MEMORY, Death

MAX_WORDS = 1 << 16
"""Bytes of what a program says on its standard error that are kept, the last ones."""
LOOK = 0.002
"""Seconds between two looks at whether the program has ended."""

Precheck = Callable[[bytes], Sequence[ProgramProblem]]


def nothing(_request: bytes) -> tuple[ProgramProblem, ...]:
    """The check of a request that needs none."""
    return ()


async def once(
    command: Sequence[str],
    request: bytes,
    *,
    wall: float,
    memory: int,
    check: Precheck = nothing,
    most: int = MAX_REPLY,
    ends: Collection[int] = (0,),
) -> bytes | Death:
    """What ``command`` writes when it is given ``request``, or what it died of.

    When this returns, or is cancelled, the program and its whole process group are gone.

    Args:
        command: a confined command, see :func:`syllogos.engines.guard.isolation.confined`; it
            starts with an empty environment and reads ``request`` from its standard input.
        request: what it reads.
        wall: seconds after which it is killed.
        memory: its limit in bytes, for messages.
        check: what is said of a request before any program reads it; a problem is a
            ``Death("refused", ...)``, and nothing is started.
        most: bytes it may write; with one more it is killed.
        ends: the statuses with which it ends when all is well.
    """
    if problems := check(request):
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return Death("refused", f"{problems[0]}{more}")
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={}, cwd="/", start_new_session=True, bufsize=0,
    )  # fmt: skip
    talk = _Talk(process, memoryview(request), most)
    try:
        async with asyncio.timeout(wall):
            await talk.ended()
        death = None
    except TimeoutError:
        death = Death("clock", f"stopped by the clock after {wall:g} s")
    finally:
        talk.close()
    return death or _result(talk, memory, ends)


def _result(talk: _Talk, memory: int, ends: Collection[int]) -> bytes | Death:
    """What a program that has ended comes to."""
    code, words = talk.process.returncode, talk.words.decode("utf-8", "replace")
    if talk.flooded:
        return Death("reply", f"the reply is longer than {talk.most} bytes")
    if code in ends:
        return bytes(talk.reply)
    if any(word in words for word in OUT_OF_MEMORY):
        return Death("memory", f"out of memory (the program may take {memory // 1_000_000} MB)")
    last = words.strip().rpartition("\n")[2][:200]
    how = f"signal {-code}" if code < 0 else f"status {code}"
    return Death("died", f"the program died ({how}){f': {last}' if last else ''}")


class _Talk:
    """One program from its start to its end: what it is given and what it says."""

    def __init__(self, process: subprocess.Popen[bytes], rest: memoryview, most: int) -> None:
        self.process, self.most, self._rest = process, most, rest
        self.reply, self.words, self.flooded, self._sending = bytearray(), bytearray(), False, True
        pipes = (process.stdin, process.stdout, process.stderr)
        self._pipes = tuple(pipe for pipe in pipes if pipe)
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        for handle in (self._in, self._out, self._err):
            os.set_blocking(handle, False)

    async def ended(self) -> None:
        """Give it all it wants to read, until it ends or has said too much; what it said is kept."""
        loop = asyncio.get_running_loop()
        loop.add_writer(self._in, self._send, loop)
        loop.add_reader(self._out, self._hear, loop)
        loop.add_reader(self._err, self._hear_words, loop)
        try:
            while not (self.flooded or _has_ended(self.process.pid)):
                await asyncio.sleep(LOOK)
        finally:
            if self._sending:
                loop.remove_writer(self._in)
            loop.remove_reader(self._out)
            loop.remove_reader(self._err)

    def close(self) -> None:
        """Kill the whole group, take what was said last, and close the pipes."""
        # The process is not waited for yet, so that its number cannot be somebody else's by now.
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        while not self.flooded and self._hear():
            pass
        self._hear_words()
        for pipe in self._pipes:
            pipe.close()

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._rest = self._rest[os.write(self._in, self._rest) :] if self._rest else self._rest
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._rest = self._rest[:0]
        if not self._rest:
            # The number of a closed pipe may be another's soon: it is taken from the loop once.
            loop.remove_writer(self._in)
            self._sending = False
            self._pipes[0].close()  # the end of what it reads

    def _hear(self, loop: asyncio.AbstractEventLoop | None = None) -> bool:
        chunk = _read(self._out)
        self.reply += chunk or b""
        self.flooded = len(self.reply) > self.most
        if loop and (self.flooded or chunk == b""):
            loop.remove_reader(self._out)
        return bool(chunk)

    def _hear_words(self, loop: asyncio.AbstractEventLoop | None = None) -> bool:
        chunk = _read(self._err)
        self.words = (self.words + (chunk or b""))[-MAX_WORDS:]
        if loop and chunk == b"":
            loop.remove_reader(self._err)
        return bool(chunk)


def _read(handle: int) -> bytes | None:
    """What a pipe holds; empty at its end, None when there is nothing now."""
    try:
        return os.read(handle, CHUNK)
    except BlockingIOError:
        return None


def _has_ended(pid: int) -> bool:
    """Whether a process has ended; it is not waited for, so that its number stays its own."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
