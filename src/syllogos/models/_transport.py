"""HTTP connections for many calls at once: a stack of idle ones."""

from __future__ import annotations

import httpx2

ONE = httpx2.Limits(max_connections=1, max_keepalive_connections=1)


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
            body = b"".join([part async for part in response.stream])
            await response.aclose()
            whole = True
        finally:  # a failed or cancelled call leaves its connection half read
            if whole:
                self._idle.append(connection)
            else:
                await connection.aclose()
        return httpx2.Response(
            response.status_code, headers=response.headers, content=body, extensions=response.extensions
        )

    async def aclose(self) -> None:
        """Close the idle connections."""
        while self._idle:
            await self._idle.pop().aclose()
