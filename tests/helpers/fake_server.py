"""A server that speaks the OpenAI chat protocol on loopback, for tests: it says what it is told to.

>>> with FakeServer(says("hello")) as server:
...     server.base_url.startswith("http://127.0.0.1:")
True
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

Body = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """One HTTP answer.

    ``sent`` < 1 closes the connection after that share of the body; ``drip`` is the pause in
    seconds after each of its bytes.  ``raw`` is sent as it stands, and the connection closed.
    """

    body: object = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    sent: float = 1.0
    delay: float = 0.0
    drip: float = 0.0
    raw: bytes | None = None


Behaviour = Answer | Callable[[Body], Answer]


def says(
    content: str | None, *, finish: str = "stop", tokens: tuple[int, int] | None = (50, 5), **message: object
) -> Answer:
    """A chat completion.  ``tokens`` are (in, out), None for a server that counts nothing."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": content, **message},
    }
    usage = {"usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}} if tokens else {}
    return Answer({"id": "c-1", "object": "chat.completion", "model": "fake-1", "choices": [choice], **usage})


def fails(status: int, message: str, *, param: str | None = None, **headers: str) -> Answer:
    """An error in the form that OpenAI gives it; underscores in header names become dashes."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer({"error": {"message": message, "param": param}}, status, named)


@dataclass(frozen=True)
class Request:
    """What the server was sent."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Body


class FakeServer:
    """Answers chat completions with ``behaviours`` in turn; the last one repeats.

    Args:
        behaviours: answers, or functions from the request body to an answer.
        models: the names that ``GET /models`` lists; None answers it with 404.
        latency: seconds before each answer.
    """

    def __init__(
        self, *behaviours: Behaviour, models: tuple[str, ...] | None = ("fake-1",), latency: float = 0.0
    ) -> None:
        self.behaviours = behaviours or (says("ok"),)
        self.models = models
        self.latency = latency
        self.requests: list[Request] = []
        self.connections = 0
        self.base_url = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._open: set[asyncio.Task[None]] = set()

    @property
    def bodies(self) -> list[Body]:
        """The bodies of all chat requests so far."""
        return [request.body for request in self.requests if request.method == "POST"]

    @property
    def calls(self) -> int:
        """How many chat requests came."""
        return len(self.bodies)

    def __enter__(self) -> FakeServer:
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._connection, "127.0.0.1", 0))
        host, port = self._server.sockets[0].getsockname()
        self.base_url = f"http://{host}:{port}/v1"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _close(self) -> None:
        self._server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        self.connections += 1
        try:
            while await self._exchange(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # the client went away, or the test is over
        finally:
            self._open.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {k.lower(): v for k, _, v in (line.partition(": ") for line in head[1:] if line)}
        raw = await reader.readexactly(int(headers.get("content-length", 0)))
        request = Request(method, path, headers, json.loads(raw) if raw else {})
        answer = self._answer(request)
        self.requests.append(request)
        await asyncio.sleep(self.latency + answer.delay)
        return await _write(writer, answer)

    def _answer(self, request: Request) -> Answer:
        if request.method == "GET" and self.models is None:
            return fails(404, "no such page")
        if request.method == "GET":
            return Answer({"object": "list", "data": [{"id": name} for name in self.models or ()]})
        behaviour = self.behaviours[min(self.calls, len(self.behaviours) - 1)]
        return behaviour if isinstance(behaviour, Answer) else behaviour(request.body)


async def _write(writer: asyncio.StreamWriter, answer: Answer) -> bool:
    """Write ``answer``; whether the connection stays open."""
    if answer.raw is not None:
        writer.write(answer.raw)
        await writer.drain()
        return False
    body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
    head = {"content-type": "application/json", **answer.headers, "content-length": str(len(body))}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    writer.write(f"HTTP/1.1 {answer.status} Status\r\n{lines}\r\n".encode())
    shown = body[: int(len(body) * answer.sent)]
    for at in range(len(shown) if answer.drip else 0):
        writer.write(shown[at : at + 1])
        await writer.drain()
        await asyncio.sleep(answer.drip)
    writer.write(b"" if answer.drip else shown)
    await writer.drain()
    return answer.sent >= 1


if __name__ == "__main__":  # a server in a process of its own, for measurements: it ends with its stdin
    with FakeServer(latency=float(sys.argv[1]) if len(sys.argv) > 1 else 0.0) as fake:
        sys.stdout.write(fake.base_url + "\n")
        sys.stdout.flush()
        sys.stdin.read()
