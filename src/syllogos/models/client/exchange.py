"""Exchanges with a server of the OpenAI protocol: one client for its chats and its embeddings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from time import monotonic
from typing import Literal, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2
from openai import APIConnectionError, APIStatusError, AsyncOpenAI

from syllogos.errors import ModelError, Outage
from syllogos.models.client.address import Address, on_loopback, secrets_in
from syllogos.models.client.complaints import Complaint, billed, complaint, nearest, outage
from syllogos.models.client.reading import brief
from syllogos.models.client.retrying import LONGEST_PAUSE, gives_up_at, pause_before
from syllogos.models.client.secrets import Secret, Secrets, together
from syllogos.models.client.server_error import (
    MOST_READ,
    TOO_MANY,
    ServerError,
    announced,
    holds_error,
    server_error,
)
from syllogos.models.client.transport import Bounded, SealedTransport, Stack

T = TypeVar("T")
Structured = Literal["auto", "schema", "text"]
MOST_DIGITS = 300
"""Digits of an integer that a server says; with more it is no count of anything."""


@dataclass(frozen=True)
class Endpoint:
    """Where a model is and how it is spoken to."""

    model: str
    base_url: Address
    key_env: str
    key: Secret
    context: int | None
    structured: Structured
    timeout: float
    retries: int
    raises: int = 2
    """How often a reply that hit its ceiling is asked for again with twice the tokens."""

    @cached_property
    def secrets(self) -> Secrets:
        """What nobody but the server may see."""
        proxy = Address(self.proxy.bare())
        return together((Secrets((self.key,)), secrets_in(self.base_url), secrets_in(proxy)))

    @property
    def proxy(self) -> Secret:
        """The proxy on the way to the server, if any."""
        return proxy_for(self.base_url)


class Exchange:
    """Asks one server; its client belongs to the event loop that calls it.

    Close it with :meth:`aclose` before the loop ends.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._client: AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def aclose(self) -> None:
        """Close the connections; a later call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def post(
        self, path: str, body: dict[str, object], read: Callable[[object], T | None], what: str
    ) -> T | Complaint:
        """One exchange; one that failed for now is repeated while there are retries and patience.

        Args:
            path: below the address, such as ``/chat/completions``.
            body: what is sent, as JSON.
            read: what the answer's JSON says, None when it is not as it should be.
            what: what the answer should be, in words.

        Raises:
            Outage: the server does not answer for now.
            ModelError: it never will as configured.
        """
        for attempt in range(self.endpoint.retries + 1):
            said = await self._exchange(path, body, read, what)
            if not isinstance(said, Outage):
                return said
            pause = pause_before(attempt, said.after)
            late = pause > LONGEST_PAUSE or monotonic() + pause > gives_up_at.get()
            if attempt == self.endpoint.retries or late or said.final:
                raise said
            await asyncio.sleep(pause)
        raise AssertionError("the loop above returns or raises")

    async def _exchange(
        self, path: str, body: dict[str, object], read: Callable[[object], T | None], what: str
    ) -> T | Complaint | Outage:
        """What the server says; an outage is a value, so that no other error is chained to it."""
        try:
            response = await self._connected().post(path, cast_to=httpx2.Response, body=body)
        except APIStatusError as error:
            found = self._complained(error.response, body)
        except APIConnectionError as error:
            found = outage(error, self.endpoint.base_url)
        else:
            answer = _json(response)
            if holds_error(answer):
                found = billed(self._complained(response, body), answer)
            elif (said := read(answer)) is not None:
                return said
            else:
                begins = brief(response.text, 60)
                shown = f"it begins {begins!r}" if begins else "it is empty"
                said_instead = f"something that is no {what} ({shown}): check base_url"
                found = Outage(f"{self.endpoint.base_url} answers with {said_instead}")
        if isinstance(found, ModelError):
            raise found
        return found

    def _complained(
        self, response: httpx2.Response, sent: dict[str, object]
    ) -> Complaint | Outage | ModelError:
        status, headers = response.status_code, response.headers
        if 300 <= status < 400:
            error = ServerError(status, frozenset(), "", f"to {brief(headers.get('location', 'nowhere'))}")
        else:
            error = server_error(_json(response), status, response.text[:MOST_READ])
        after = announced(headers, limited=error.status == TOO_MANY)
        return complaint(error, self.endpoint.base_url, self.endpoint.key_env, sent, after)

    async def offered(self) -> tuple[str, ...]:
        """The server's names nearest to the model's, or none when it does not list them."""
        try:
            response = await self._connected().get("/models", cast_to=httpx2.Response)
        except (APIStatusError, APIConnectionError, ModelError):
            return ()
        return nearest(self.endpoint.model, _json(response))

    def _connected(self) -> AsyncOpenAI:
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._loop = loop
            end = self.endpoint
            way = SealedTransport(Stack(end.proxy), end.base_url, end.key, end.secrets)
            # The SDK knows neither key nor secret address, and so cannot tell them.
            self._client = AsyncOpenAI(
                api_key="none",
                base_url=way.base,
                max_retries=0,
                http_client=Bounded(end.timeout, way, end.secrets),
            )
        return self._client


def proxy_for(address: Address) -> Secret:
    """The environment's proxy for an address; none leads to this machine."""
    parts = urlsplit(address.bare())
    if on_loopback(address) or proxy_bypass(parts.hostname or ""):
        return Secret("")
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all") or ""
    try:
        return Secret(_proxy(proxy) if proxy else "")
    except (ValueError, httpx2.InvalidURL):
        pass  # out of here, since what they say quotes the password
    raise ModelError(
        f"the proxy that the environment names for {parts.scheme}:// is no address such as "
        f"http://host:8080: mend {parts.scheme}_proxy or all_proxy, or leave {parts.hostname} out by no_proxy"
    )


def _proxy(proxy: str) -> str:
    """A proxy's address; one without a scheme is spoken to in HTTP, as by other programs."""
    full = proxy if "://" in proxy else f"http://{proxy}"
    url = httpx2.URL(full)
    socks = ("socks5", "socks5h") if find_spec("socksio") else ()
    if url.scheme not in ("http", "https", *socks) or not url.host or urlsplit(full).port == 0:
        raise ValueError
    return full


def _json(response: httpx2.Response) -> object:
    try:
        return json.loads(response.content, parse_int=_integer)
    except (ValueError, RecursionError):  # RecursionError: nested deeper than anything meant
        return None


def _integer(digits: str) -> int | float:
    """A number of a server, which may be of more digits than an integer takes."""
    return int(digits) if len(digits) <= MOST_DIGITS else float(digits)
