"""HTTP for many calls at once: exchanges bounded in time and size, and a stack of idle connections."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from base64 import b64encode
from collections.abc import AsyncIterable, AsyncIterator
from typing import Any
from urllib.parse import unquote_to_bytes

import httpx2
from openai import APITimeoutError

from syllogos.errors import ModelError
from syllogos.models.client.address import Address
from syllogos.models.client.retrying import silent_until
from syllogos.models.client.secrets import Secret, Secrets

ONE = httpx2.Limits(max_connections=1, max_keepalive_connections=1)
NO_PROXY, NO_SECRETS = Secret(""), Secrets()
CONNECT_SECONDS = 10.0
LARGEST = 16 * 2**20
"""Bytes of the largest answer that is read."""
# At its most talkative the layer below writes every header as it is sent and received, keys and all.
logging.getLogger("httpcore2").setLevel(logging.INFO)
ABOUT_BODIES = ("content-encoding", "content-length", "transfer-encoding")


class Bounded(httpx2.AsyncClient):
    """A client whose exchanges take at most ``seconds``, and the caller's patience, however slowly they drip.

    Answers are read whole, and never more than :data:`LARGEST` bytes of them.  An exchange that
    takes too long raises the SDK's own error, which the SDK hands on instead of asking again:
    waiting for a server that hangs is for whoever has the patience.
    """

    def __init__(
        self, seconds: float, transport: httpx2.AsyncBaseTransport | None, secrets: Secrets = NO_SECRETS
    ) -> None:
        self._seconds = seconds
        self._secrets = secrets
        super().__init__(
            transport=transport, trust_env=False, timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS)
        )

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """The whole answer to a request.

        Raises:
            APITimeoutError: it is not there in time.
            ModelError: it is too large.
        """
        try:
            patience = silent_until.get() - asyncio.get_running_loop().time()
            async with asyncio.timeout(min(self._seconds, patience)):
                response = await super().send(request, **{**options, "stream": True})
                try:
                    content = b"".join(await held(response.aiter_bytes(), request))
                finally:
                    await response.aclose()
        except (TimeoutError, httpx2.TimeoutException) as error:
            raise APITimeoutError(request=request) from error
        headers = [pair for pair in response.headers.multi_items() if pair[0].lower() not in ABOUT_BODIES]
        return httpx2.Response(
            response.status_code, headers=headers, content=_hidden(content, self._secrets), request=request
        )


def _hidden(content: bytes, secrets: Secrets) -> bytes:
    """A body without secrets, in the encoding in which its JSON would be read."""
    encoding: str
    encoding, errors = json.detect_encoding(content), "surrogatepass"
    try:
        text = content.decode(encoding, errors)
    except UnicodeDecodeError:
        encoding, errors = "latin-1", "strict"
        text = content.decode(encoding)
    clean = secrets.hide(text)
    return content if clean == text else clean.encode(encoding, errors)


class SealedTransport(httpx2.AsyncBaseTransport):
    """The border: above it nobody knows the key and the secret parts of the address.

    A request gets them here, and what comes back, errors too, has lost them again.
    """

    def __init__(
        self, inner: httpx2.AsyncBaseTransport, address: Address, key: Secret, secrets: Secrets
    ) -> None:
        self._inner, self._key, self._secrets = inner, key, secrets
        self._to = Secret(address.bare())
        shown = httpx2.URL(str(address))
        self.base = shown.copy_with(query=None, fragment=None)
        """The address as the client above has it."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request with its secrets.

        Raises:
            TransportError: as the inner transport does, and without what it says of the request.
        """
        failed: BaseException
        try:
            return self._clean(await self._inner.handle_async_request(self._unsealed(request)))
        except httpx2.TransportError as error:
            said = self._secrets.hide(str(error))
            failed = type(error)(said, request=request)
            failed.__cause__ = self._cause(error)
        except asyncio.CancelledError as error:
            failed = asyncio.CancelledError(*error.args)
        raise failed  # out here, so that the first one, whose frames hold the secrets, is not chained to it

    async def aclose(self) -> None:
        """Close the inner transport."""
        await self._inner.aclose()

    def _unsealed(self, request: httpx2.Request) -> httpx2.Request:
        to = httpx2.URL(self._to.bare())
        path = to.raw_path.partition(b"?")[0].rstrip(b"/") + self._rest(request.url)
        target = path + b"?" + to.query if to.query else path
        headers = request.headers.copy()
        if to.userinfo:
            user = unquote_to_bytes(to.userinfo.partition(b":")[0])
            password = unquote_to_bytes(to.userinfo.partition(b":")[2])
            headers["authorization"] = "Basic " + b64encode(user + b":" + password).decode()
        elif self._key:
            headers["authorization"] = f"Bearer {self._key.bare()}"
        return httpx2.Request(
            request.method,
            request.url.copy_with(raw_path=target),
            headers=headers,
            stream=request.stream,
            extensions=request.extensions,
        )

    def _rest(self, url: httpx2.URL) -> bytes:
        """What the client above has put behind the address."""
        return b"/" + url.raw_path.removeprefix(self.base.raw_path.rstrip(b"/")).lstrip(b"/")

    def _clean(self, response: httpx2.Response) -> httpx2.Response:
        headers = [(self._secrets.hide(k), self._secrets.hide(v)) for k, v in response.headers.multi_items()]
        kept = [(k, v.partition(";")[0] if k.lower() == "content-type" else v) for k, v in headers]
        return httpx2.Response(response.status_code, headers=kept, stream=response.stream)

    def _cause(self, error: BaseException) -> OSError:
        while (cause := error.__cause__ or error.__context__) is not None:
            error = cause
        kind = socket.gaierror if isinstance(error, socket.gaierror) else OSError
        return kind(self._secrets.hide(str(error)) or type(error).__name__)


class Stack(httpx2.AsyncBaseTransport):
    """A transport whose cost per call does not grow with the number of connections.

    The usual pool looks through all its connections twice a call.  Here each connection is a
    pool of one, and the one used last is used next.  Bodies are read whole: nothing streams.
    """

    def __init__(self, proxy: Secret = NO_PROXY) -> None:
        self._proxy = proxy
        self._ssl = httpx2.create_ssl_context()
        self._idle: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send one request on an idle connection, or on a new one."""
        connection = self._idle.pop() if self._idle else self._opened()
        whole = False
        try:
            response = await connection.handle_async_request(request)
            assert isinstance(response.stream, httpx2.AsyncByteStream)
            parts = await held(response.stream, request)
            await response.aclose()
            whole = _nothing_left(connection)
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

    def _opened(self) -> httpx2.AsyncHTTPTransport:
        return httpx2.AsyncHTTPTransport(
            verify=self._ssl, limits=ONE, proxy=self._proxy.bare() if self._proxy else None
        )

    async def aclose(self) -> None:
        """Close the idle connections."""
        while self._idle:
            await self._idle.pop().aclose()


def _nothing_left(connection: Any) -> bool:
    """Whether no more has come than the answer that was read.

    What a server sends beyond it would be taken for the answer to the next request.  It may wait
    in the buffer of each layer, and no layer shows its own; where one cannot be looked at, the
    connection is not used again.
    """
    try:
        http = connection._pool.connections[0]
        while not hasattr(http, "_h11_state"):
            http = http._connection
        stream = http._network_stream._stream
        left: list[Any] = [http._h11_state.trailing_data[0]]
        if hasattr(stream, "_read_bio"):
            left += [stream._read_bio.pending, stream._ssl_object.pending()]
            stream = stream.transport_stream
        return not any(left) and not stream._protocol.read_queue
    except (AttributeError, IndexError):
        return False


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
