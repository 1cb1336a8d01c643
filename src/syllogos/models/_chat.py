"""A model behind an OpenAI-compatible address: the one client that all providers share."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal
from urllib.parse import urlsplit
from urllib.request import getproxies

import httpx2
from openai import APIConnectionError, APIStatusError, AsyncOpenAI
from pydantic import AfterValidator, Field

from syllogos.errors import InputError, ModelError, Outage
from syllogos.models._complaints import Complaint, complaint, nearest, outage, unusable
from syllogos.models._dialect import Dialect, learn, request_body
from syllogos.models._reading import Completion, completion, estimate, judge
from syllogos.models._transport import Bounded, Stack
from syllogos.rules import Fault, Message, Reply, Sampling, Schema

Structured = Literal["auto", "schema", "text"]

OPENAI = "https://api.openai.com/v1"
LESSONS = 4
"""How often one call may adapt to what the server rejects: once a field of :class:`Dialect`."""
LEAST_ROOM = 64
"""Fewer tokens than this left for the reply, and the request is not sent."""


@dataclass(frozen=True)
class Endpoint:
    """Where a model is and how it is spoken to."""

    model: str
    base_url: str
    key_env: str
    key: str
    context: int | None
    structured: Structured
    timeout: float
    retries: int
    raises: int = 2
    """How often a reply that hit its ceiling is asked for again with twice the tokens."""


class Chat:
    """A :class:`~syllogos.rules.Model`; its client belongs to the event loop that calls it.

    Close it with :meth:`aclose` before the loop ends.  What the server rejects (a schema, a
    seed, the name of the token limit) is remembered for the life of the object.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        tokens = "max_completion_tokens" if endpoint.base_url == OPENAI else "max_tokens"
        self._dialect = Dialect(schema=endpoint.structured != "text", tokens=tokens)
        self._client: AsyncOpenAI | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def complete(
        self, messages: Sequence[Message], *, sampling: Sampling, schema: Schema | None = None
    ) -> Reply | Fault:
        """A reply or a fault; see :class:`~syllogos.rules.Model`.

        Token counts include the attempts that hit their ceiling before the last one.
        """
        room = self._room(messages)
        if room < min(LEAST_ROOM, sampling.max_tokens):
            return Fault("cut off", f"the request does not fit the context of {self.endpoint.context} tokens")
        ceiling = min(sampling.max_tokens, room)
        said = await self._ask(messages, replace(sampling, max_tokens=ceiling), schema)
        if isinstance(said, Fault):
            return said
        paid = [said]
        while paid[-1].finish == "length" and len(paid) <= self.endpoint.raises and ceiling < room:
            ceiling = min(2 * ceiling, room)
            try:
                said = await self._ask(messages, replace(sampling, max_tokens=ceiling), schema)
            except (ModelError, Outage):  # the model's own limit is lower, or the server is gone
                break
            if isinstance(said, Fault):
                break
            paid.append(said)
        return judge(paid[-1], messages, paid)  # what was paid for stands, whatever came after it

    async def aclose(self) -> None:
        """Close the connections; a later call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def _room(self, messages: Sequence[Message]) -> int:
        """How many tokens the context leaves for the reply."""
        context = self.endpoint.context
        return context - estimate(messages) if context is not None else 10**9

    async def _ask(
        self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None
    ) -> Completion | Fault:
        """One completion, adapting to what the server rejects."""
        for lesson in range(LESSONS + 1):
            dialect = self._dialect
            body = request_body(self.endpoint.model, messages, sampling, schema, dialect)
            found = await self._post(body)
            if not isinstance(found, Complaint):
                return found
            if found.fault is not None:
                return found.fault
            auto = self.endpoint.structured == "auto" and schema is not None
            learnt = learn(dialect, found.param, found.said, sampling, auto=auto)
            if learnt is None or lesson == LESSONS:
                names = await self._offered() if found.names_model else ()
                raise unusable(found, self.endpoint.model, self.endpoint.base_url, body, names)
            self._dialect = learnt
        raise AssertionError("the loop above returns or raises")

    async def _post(self, body: dict[str, object]) -> Completion | Complaint:
        """One exchange; a body that is no completion is asked for again, like a lost connection."""
        client = self._connected()
        for attempt in range(self.endpoint.retries + 1):
            try:
                response = await client.post("/chat/completions", cast_to=httpx2.Response, body=body)
            except APIStatusError as error:
                return self._complained(error)
            except APIConnectionError as error:
                raise outage(error, self.endpoint.base_url) from error
            said = completion(_json(response))
            if said is not None and said.finish != "error":
                return said
            if attempt < self.endpoint.retries:
                await asyncio.sleep(0.25 * 2**attempt)
        raise Outage(f"{self.endpoint.base_url} answers with something that is no chat completion")

    def _complained(self, error: APIStatusError) -> Complaint:
        if error.status_code in (401, 403):
            key = f"the key in {self.endpoint.key_env}" if self.endpoint.key_env else "a call without a key"
            raise ModelError(f"{self.endpoint.base_url} refuses {key} ({error.status_code})") from error
        return complaint(error, self.endpoint.base_url)

    async def _offered(self) -> tuple[str, ...]:
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
            # A proxy of the environment is for httpx's own pool to find; none leads to this machine.
            proxied = getproxies() and not on_loopback(self.endpoint.base_url)
            http = Bounded(self.endpoint.timeout, None if proxied else Stack())
            self._client = AsyncOpenAI(
                api_key=self.endpoint.key or "none",
                base_url=self.endpoint.base_url,
                max_retries=self.endpoint.retries,
                http_client=http,
            )
        return self._client


def address_of(base_url: str) -> str:
    """``base_url`` without a slash at its end.

    Raises:
        InputError: it is no ``http`` or ``https`` address.
    """
    try:
        url = httpx2.URL(base_url)
        port = urlsplit(base_url).port
    except (httpx2.InvalidURL, ValueError):
        url, port = httpx2.URL(""), None
    if url.scheme not in ("http", "https") or not url.host or "%" in url.host or port == 0:
        raise InputError(f"base_url = {base_url!r}: an address such as http://localhost:8000/v1 is wanted")
    return base_url.rstrip("/")


Address = Annotated[str, AfterValidator(address_of)]
Count = Annotated[int, Field(ge=1, lt=2**31)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
Retries = Annotated[int, Field(ge=0, le=20)]


def preset(at: str, key_in: str) -> Callable[..., Chat]:
    """The ``make`` of a provider at an address, whose key is in the environment variable ``key_in``."""

    def make(
        name: str,
        *,
        base_url: Address = at,
        key_env: str = key_in,
        context: Count | None = None,
        structured: Structured = "auto",
        timeout: Seconds = 300.0,
        retries: Retries = 2,
    ) -> Chat:
        """A model of this provider.

        Args:
            name: the provider's name for the model.
            base_url: the address, up to and without ``/chat/completions``.
            key_env: the environment variable that holds the key; empty for none.
            context: the model's context in tokens; None when it need not be watched.
            structured: ``schema`` sends JSON schemas as such, ``text`` puts them into words, and
                ``auto`` does the second only after the server has objected to the first.
            timeout: seconds that one exchange may take, from the connection to the last byte.
            retries: how often a failed exchange is repeated at once, before it is an outage; one
                that took too long is not.

        Raises:
            InputError: ``base_url`` is no address.
            ModelError: the key is missing and the address is not on this machine.
        """
        address, key = address_of(base_url), key_of(key_env, base_url)
        return Chat(Endpoint(name, address, key_env, key, context, structured, timeout, retries))

    return make


def key_of(key_env: str, base_url: str) -> str:
    """The key in the environment variable ``key_env``; empty when none is needed.

    Raises:
        ModelError: it is not set, and the server is not on this machine.
    """
    key = os.environ.get(key_env, "").strip() if key_env else ""
    if key_env and not key and not on_loopback(base_url):
        host = urlsplit(base_url).hostname
        raise ModelError(f"{host} needs a key: set it with  export {key_env}=...  (or name another key_env)")
    return key


def on_loopback(base_url: str) -> bool:
    """Whether an address is on this machine."""
    host = urlsplit(base_url).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def _json(response: httpx2.Response) -> object:
    try:
        return json.loads(response.content)
    except (ValueError, RecursionError):  # RecursionError: nested deeper than anything meant
        return None
