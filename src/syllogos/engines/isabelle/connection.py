"""The protocol of an Isabelle server (Isabelle System Manual, chapter "The Isabelle server").

A message is a line, or a line of digits and then that many bytes.  The password goes first; then each command
is answered by ``OK`` or ``ERROR``, and one that starts a task by ``OK`` with the task, any number of ``NOTE``
and one ``FINISHED`` or ``FAILED``.  Here a connection runs one command at a time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from syllogos.text.visible import one_line

MOST_MESSAGE = 32_000_000
"""Bytes of a message; a longer one is not read."""
MOST_LINE = 1_000_000
"""Bytes of a line."""
MOST_SAID = 200
"""Characters of what the server says that are repeated in a reason."""
KINDS = ("OK", "ERROR", "NOTE", "FINISHED", "FAILED")


class ServerFailure(Exception):
    """The server, or the way to it, failed; the message is one line."""


class Unreachable(ServerFailure):
    """Nobody answers there, or whoever does takes no such password."""


class CommandRefused(ServerFailure):
    """The server answered a command with an error."""


@dataclass(frozen=True)
class ServerMessage:
    """One message: its kind, one of :data:`KINDS`, and its JSON (None where it has none)."""

    kind: str
    body: Any

    @property
    def says(self) -> str:
        """What an error says, on one line."""
        said = self.body.get("message", self.body) if isinstance(self.body, Mapping) else self.body
        return shortened(said if isinstance(said, str) else json.dumps(said))


def shortened(text: str) -> str:
    """The beginning of a text on one line."""
    line = one_line(" ".join(text.split()))
    return line if len(line) <= MOST_SAID else f"{line[:MOST_SAID]} ..."


class Connection:
    """A connection after its password was taken; close it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._task: str | None = None

    @staticmethod
    async def open(host: str, port: int, password: str) -> Connection:
        """Connect and give the password.

        Raises:
            Unreachable: nobody listens there, or the server does not take the password.
            ServerFailure: it does not speak the protocol.
        """
        try:
            reader, writer = await asyncio.open_connection(host, port, limit=MOST_LINE)
        except OSError as error:
            raise Unreachable(f"no server answers at {host}:{port} ({error.strerror or error})") from None
        connection, greeted = Connection(reader, writer), False
        try:
            await connection._greet(password)
            greeted = True
        finally:
            if not greeted:
                await connection.close()
        return connection

    async def _greet(self, password: str) -> None:
        await self._send(password)
        try:
            message = await self._message()
        except ServerFailure:
            if self._reader.at_eof():
                raise Unreachable(
                    "the server ended the connection at the password, which may be a wrong one"
                ) from None
            raise
        if message.kind != "OK":
            raise Unreachable(f"the server does not take the password: {message.says}")

    async def ask(self, command: str, argument: object) -> Any:
        """The JSON with which a command is answered at once.

        Raises:
            CommandRefused: the answer is an error.
            ServerFailure: there is none.
        """
        await self._send(f"{command} {json.dumps(argument)}")
        while (message := await self._message()).kind == "NOTE":
            pass
        if message.kind != "OK":
            raise CommandRefused(f"{command}: the server says: {message.says}")
        return message.body

    async def run(self, command: str, argument: object) -> Mapping[str, Any]:
        """The JSON with which the task that a command starts is finished.

        Raises:
            CommandRefused: the task fails.
            ServerFailure: it is not finished.
        """
        started = await self.ask(command, argument)
        task = started.get("task") if isinstance(started, Mapping) else None
        if not isinstance(task, str):
            raise ServerFailure(f"{command}: the server names no task")
        self._task = task
        while (message := await self._message()).kind == "NOTE":
            pass
        self._task = None
        if message.kind not in ("FINISHED", "FAILED"):
            raise ServerFailure(f"{command}: {message.kind} is no end of a task")
        if not isinstance(message.body, Mapping) or message.body.get("task") != task:
            raise ServerFailure(f"{command}: the server ends another task than it was given")
        if message.kind == "FAILED":
            raise CommandRefused(f"{command}: the server says: {message.says}")
        return message.body

    async def close(self) -> None:
        """End the connection, and before that the task that still runs, of which no answer is awaited."""
        with suppress(OSError):
            if self._task is not None:
                self._writer.write(f"cancel {json.dumps({'task': self._task})}\n".encode())
            self._writer.close()
            await self._writer.wait_closed()

    async def _send(self, line: str) -> None:
        try:
            self._writer.write(f"{line}\n".encode())
            await self._writer.drain()
        except OSError:
            raise ServerFailure("the server ended the connection") from None

    async def _message(self) -> ServerMessage:
        line = (await self._line()).strip()
        while not line:
            line = (await self._line()).strip()
        if line.isdigit():
            line = (await self._block(int(line[:12]))).strip()
        return _message(line)

    async def _line(self) -> bytes:
        try:
            line = await self._reader.readline()
        except OSError:
            raise ServerFailure("the server ended the connection") from None
        except ValueError:
            raise ServerFailure(f"a line of the server has more than {MOST_LINE} bytes") from None
        if not line.endswith(b"\n"):
            cut = "within a message" if line else "before its answer"
            raise ServerFailure(f"the server ended the connection {cut}")
        return line

    async def _block(self, length: int) -> bytes:
        if length > MOST_MESSAGE:
            raise ServerFailure(
                f"a message of the server has {length} bytes; at most {MOST_MESSAGE} are read"
            )
        try:
            return await self._reader.readexactly(length)
        except asyncio.IncompleteReadError as error:
            said = f"{len(error.partial)} of {length} bytes of a message came"
            raise ServerFailure(f"the server ended the connection: {said}") from None
        except OSError:
            raise ServerFailure("the server ended the connection within a message") from None


def _message(line: bytes) -> ServerMessage:
    text = line.decode("utf-8", "replace")
    kind, _, rest = text.partition(" ")
    if kind not in KINDS:
        raise ServerFailure(f"this is no message of an Isabelle server: {shortened(text)}")
    try:
        return ServerMessage(kind, json.loads(rest) if rest.strip() else None)
    except (ValueError, RecursionError):
        raise ServerFailure(f"the {kind} of the server holds no JSON: {shortened(rest)}") from None
