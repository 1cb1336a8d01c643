"""The embedded model: small enough to run offline anywhere, and too small to play well.

It is there to show every step with a real language model, without a key or a network.
Whatever it scores says nothing about language models that one would use.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from syllogos.contract import Fault, Message, Reply, Sampling, Schema
from syllogos.errors import InputError, Outage, unknown
from syllogos.models.client.chat import Chat, PositiveCount, Seconds, address_of
from syllogos.models.client.exchange import Endpoint
from syllogos.models.client.local_install import NAME, model_file, verify
from syllogos.models.client.schema import has_choice, instance
from syllogos.models.client.secrets import Secret

QUESTION = "Example. It is cold outside. Choose a drink: tea or lemonade. Reply in JSON."
REASON = "It is cold, and tea is warm."
START_SECONDS = 120.0


class Local:
    """A :class:`~syllogos.contract.Model` in a child process, which starts at the first call.

    Close it with :meth:`aclose`; it also ends with this process, in whatever way that ends.
    """

    def __init__(
        self, path: Path, options: tuple[int, int, int], longest: int, log: str, timeout: float
    ) -> None:
        self.path = path
        self._options = options
        self._longest = longest
        self._log = log
        self._timeout = timeout
        self._starting = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._chat: Chat | None = None

    async def complete(
        self, messages: Sequence[Message], *, sampling: Sampling, schema: Schema | None = None
    ) -> Reply | Fault:
        """A reply or a fault; see :class:`~syllogos.contract.Model`.

        A schema becomes a grammar, so that only legal values can be said, and is preceded by a
        short worked example when it offers a choice.
        """
        chat = self._chat
        if chat is None or self.pid is None:
            chat = await asyncio.to_thread(self._started)
        if schema is not None:
            messages = with_example(messages, schema) if has_choice(schema) else messages
            extra = {"grammar": grammar(schema, self._longest), **sampling.extra}
            sampling = replace(sampling, extra=extra)
        return await chat.complete(messages, sampling=sampling)

    @property
    def pid(self) -> int | None:
        """The child's process id while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    async def aclose(self) -> None:
        """End the child process; a later call starts another."""
        chat, self._chat = self._chat, None
        if chat is not None:
            await chat.aclose()
        await asyncio.to_thread(self._end)

    def _started(self) -> Chat:
        with self._starting:
            if self._chat is None or self.pid is None:  # not started yet, or the child has died
                self._reap()
                verify(self.path)
                self._process = self._spawn()
                address = address_of(f"{_first_line(self._process)}/v1")
                # A model that does not come to an end does not with more tokens either: no raises.
                endpoint = Endpoint(
                    NAME,
                    address,
                    "",
                    Secret(""),
                    self._options[0],
                    "text",
                    self._timeout,
                    retries=0,
                    raises=0,
                )
                self._chat = Chat(endpoint)
            return self._chat

    def _spawn(self) -> subprocess.Popen[str]:
        arguments = [NAME, str(self.path), *map(str, self._options)]
        with contextlib.ExitStack() as files:
            log: Any = files.enter_context(Path(self._log).open("ab")) if self._log else subprocess.DEVNULL
            return subprocess.Popen(
                [sys.executable, "-m", "syllogos.models.client.local_server", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def _end(self) -> None:
        with self._starting:
            self._reap()

    def _reap(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def __del__(self) -> None:
        self._reap()


def make(
    name: str,
    *,
    threads: PositiveCount = 1,
    parallel: PositiveCount = 1,
    context: PositiveCount = 4096,
    longest: PositiveCount = 240,
    timeout: Seconds = 300.0,
    log: str = "",
) -> Local:
    """The embedded model ``smollm2-135m``.

    With the same settings, the same seed gives the same text.  Several slots (``parallel``) give
    more replies a second, but then rounding, and so the text, depends on what runs beside it.

    Args:
        name: ``smollm2-135m``.
        threads: threads of the engine.
        parallel: how many replies are worked on at once.
        context: tokens of prompt and reply together.
        longest: the most characters in a text that a schema leaves unbounded.
        timeout: seconds to wait for a reply, queueing included.
        log: a file for the engine's messages.

    Raises:
        InputError: an unknown name, or the packages are not installed.
    """
    if name != NAME:
        raise unknown("local model", name, [NAME])
    if min(threads, parallel, context, longest) < 1:
        raise InputError("threads, parallel, context and longest are at least 1")
    return Local(model_file(), (context, threads, parallel), longest, log, timeout)


def grammar(schema: Schema, longest: int) -> str:
    """The engine's grammar for the JSON values that ``schema`` allows, written without white space."""
    options = {"whitespace_flexible": False, "lenient": True}
    return "%llguidance {}\nstart: %json " + json.dumps({**_bounded(schema, longest), "x-guidance": options})


def with_example(messages: Sequence[Message], schema: Schema) -> tuple[Message, ...]:
    """``messages`` with a question and its answer in the schema's shape before the first turn."""
    drinks = _example(schema)
    answer = json.dumps(instance(drinks, lambda options: options[0], REASON), separators=(",", ":"))
    turns = sum(m.role == "system" for m in messages[:1])
    example = (Message("user", QUESTION), Message("assistant", answer))
    return (*messages[:turns], *example, *messages[turns:])


def _example(part: Any) -> Any:
    """A schema of the same shape whose choices are the example's."""
    if isinstance(part, dict):
        if "enum" in part:
            return {"const": "tea"}
        return {key: _example(value) for key, value in part.items()}
    return [_example(value) for value in part] if isinstance(part, list) else part


def _bounded(part: Any, longest: int) -> Any:
    """The schema with a bound on every text, so that a small model comes to an end."""
    if isinstance(part, list):
        return [_bounded(value, longest) for value in part]
    if not isinstance(part, dict):
        return part
    bounded = {key: value if key == "enum" else _bounded(value, longest) for key, value in part.items()}
    free = part.get("type") == "string" and not {"enum", "const", "maxLength", "pattern", "format"} & set(
        part
    )
    return {**bounded, "maxLength": max(longest, part.get("minLength", 0))} if free else bounded


def _first_line(process: subprocess.Popen[str]) -> str:
    """The address that the child announces.

    Raises:
        Outage: it ended, or said nothing in time.
    """
    assert process.stdout is not None
    late = threading.Timer(START_SECONDS, process.kill)
    late.start()
    try:
        line = process.stdout.readline().strip()
    finally:
        late.cancel()
    if not line:
        process.kill()
        process.communicate()
        raise Outage('the embedded model did not start: give it a log file (log = "...") and look there')
    return line
