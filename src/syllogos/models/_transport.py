"""HTTP for many calls at once: exchanges bounded in time and size, and a stack of idle connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator
from typing import Any

import httpx2
from openai import APITimeoutError

from syllogos.errors import ModelError

ONE = httpx2.Limits(max_connections=1, max_keepalive_connections=1)
MANY = httpx2.Limits(max_connections=1000, max_keepalive_connections=200)
CONNECT_SECONDS = 10.0
LARGEST = 16 * 2**20
"""Bytes of the largest answer that is read."""
ABOUT_BODIES = ("content-encoding", "content-length", "transfer-encoding")


class Bounded(httpx2.AsyncClient):
    """A client whose exchanges take at most ``seconds``, however slowly an answer drips.

    Answers are read whole, and never more than :data:`LARGEST` bytes of them.  An exchange that
    takes too long raises the SDK's own error, which the SDK hands on instead of asking again:
    waiting for a server that hangs is for whoever has the patience.
    """

    def __init__(self, seconds: float, transport: httpx2.AsyncBaseTransport | None) -> None:
        self._seconds = seconds
        super().__init__(
            transport=transport, limits=MANY, timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS)
        )

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """The whole answer to a request.

        Raises:
            APITimeoutError: it is not there in time.
            ModelError: it is too large.
        """
        try:
            async with asyncio.timeout(self._seconds):
                response = await super().send(request, **{**options, "stream": True})
                try:
                    content = b"".join(await held(response.aiter_bytes(), request))
                finally:
                    await response.aclose()
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise APITimeoutError(request=request) from error
        headers = [pair for pair in response.headers.multi_items() if pair[0].lower() not in ABOUT_BODIES]
        return httpx2.Response(response.status_code, headers=headers, content=content, request=request)


class Stack(httpx2.AsyncBaseTransport):
    """A transport whose cost per call does not grow with the number of connections.

    The usual pool looks through all its connections twice a call.  Here each connection is a
    pool of one, and the one used last is used next.  Bodies are read whole: nothing streams.
    """

    def __init__(self) -> None:
        self._ssl = httpx2.create_ssl_context()
        self._idle: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request on an idle connection, or on a new one."""
        connection = (
            self._idle.pop() if self._idle else httpx2.AsyncHTTPTransport(verify=self._ssl, limits=ONE)
        )
        whole = False
        try:
            response = await connection.handle_async_request(request)
            assert isinstance(response.stream, httpx2.AsyncByteStream)
            parts = await held(response.stream, request)
            await response.aclose()
            whole = True
        finally:  # a failed or cancelled call leaves its connection half read
            if whole:
                self._idle.append(connection)
            else:
                await connection.aclose()
        return httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=_Parts(parts),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        """Close the idle connections."""
        while self._idle:
            await self._idle.pop().aclose()


class _Parts(httpx2.AsyncByteStream):
    """A body as it came.  It stays in parts: unpacked at once, a small one could fill the memory."""

    def __init__(self, parts: list[bytes]) -> None:
        self._parts = parts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            yield part


async def held(parts: AsyncIterable[bytes], request: httpx2.Request) -> list[bytes]:
    """The parts of a body.

    Raises:
        ModelError: they are more than :data:`LARGEST` bytes.
    """
    kept, size = [], 0
    async for part in parts:
        size += len(part)
        if size > LARGEST:
            raise ModelError(
                f"{request.url.host} sends more than {LARGEST >> 20} MB for one reply: check base_url"
            )
        kept.append(part)
    return kept
