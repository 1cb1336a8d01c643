"""A model behind an OpenAI-compatible address: the one client that all providers share."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import monotonic
from typing import Annotated, Literal
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2
from openai import APIConnectionError, APIStatusError, AsyncOpenAI
from pydantic import Field, PlainValidator

from syllogos.contract import Fault, Message, Reply, Sampling, Schema
from syllogos.errors import InputError, ModelError, Outage, without_credentials
from syllogos.models._retrying import LONGEST_PAUSE, gives_up_at, pause_before
from syllogos.models.client.address import Address, KeyEnv, filled, key_of, on_loopback, public, secrets_in
from syllogos.models.client.complaints import Complaint, complaint, nearest, outage, unusable
from syllogos.models.client.dialect import Dialect, learn, request_body
from syllogos.models.client.reading import Completion, completion, estimate, judge
from syllogos.models.client.secrets import Secret, Secrets, together
from syllogos.models.client.transport import Bounded, Sealed, Stack

Structured = Literal["auto", "schema", "text"]

OPENAI = "https://api.openai.com/v1"
LESSONS = 4
"""How often one call may adapt to what the server rejects: once a field of :class:`Dialect`."""
MOST_DIGITS = 300
"""Digits of an integer that a server says; with more it is no count of anything."""
LEAST_ROOM = 64
"""Fewer tokens than this left for the reply, and the request is not sent."""


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


class Chat:
    """A :class:`~syllogos.contract.Model`; its client belongs to the event loop that calls it.

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
        """A reply or a fault; see :class:`~syllogos.contract.Model`.

        Token counts include the attempts that hit their ceiling before the last one; where one of
        them was not counted, the whole is unknown.
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
        """One exchange; one that failed for now is repeated while there are retries and patience."""
        for attempt in range(self.endpoint.retries + 1):
            said = await self._exchange(body)
            if not isinstance(said, Outage):
                return said
            pause = pause_before(attempt, said.after)
            late = pause > LONGEST_PAUSE or monotonic() + pause > gives_up_at.get()
            if attempt == self.endpoint.retries or late or said.final:
                raise said
            await asyncio.sleep(pause)
        raise AssertionError("the loop above returns or raises")

    async def _exchange(self, body: dict[str, object]) -> Completion | Complaint | Outage:
        """What the server says; an outage is a value, so that no other error is chained to it."""
        try:
            response = await self._connected().post("/chat/completions", cast_to=httpx2.Response, body=body)
        except APIStatusError as error:
            found = self._complained(error)
        except APIConnectionError as error:
            found = outage(error, self.endpoint.base_url)
        else:
            said = completion(_json(response))
            if said is not None and said.finish_said != "error":
                return said
            found = Outage(f"{self.endpoint.base_url} answers with something that is no chat completion")
        if isinstance(found, ModelError):
            raise found
        return found

    def _complained(self, error: APIStatusError) -> Complaint | Outage | ModelError:
        if error.status_code in (401, 403):
            key = f"the key in {self.endpoint.key_env}" if self.endpoint.key_env else "a call without a key"
            return ModelError(f"{self.endpoint.base_url} refuses {key} ({error.status_code})")
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
            end = self.endpoint
            way = Sealed(Stack(end.proxy), end.base_url, end.key, end.secrets)
            # The SDK knows neither key nor secret address, and so cannot tell them.
            self._client = AsyncOpenAI(
                api_key="none",
                base_url=way.base,
                max_retries=0,
                http_client=Bounded(end.timeout, way, end.secrets),
            )
        return self._client


def address_of(base_url: object) -> Address:
    """``base_url`` without a slash at its end.

    Raises:
        InputError: it is no ``http`` or ``https`` address.
    """
    if isinstance(base_url, Address):
        return base_url
    if not isinstance(base_url, str):
        raise InputError("base_url: an address such as http://localhost:8000/v1 is wanted, in quotes")
    try:
        url = httpx2.URL(base_url)
        port = urlsplit(base_url).port
    except (httpx2.InvalidURL, ValueError):
        url, port = httpx2.URL(""), None
    if url.scheme not in ("http", "https") or not url.host or "%" in url.host or port == 0:
        shown = without_credentials(base_url if "://" in base_url else f"://{base_url}").removeprefix("://")
        raise InputError(f"base_url = {shown!r}: an address such as http://localhost:8000/v1 is wanted")
    return Address(base_url.rstrip("/"), public(base_url.rstrip("/")))


def proxy_for(address: Address) -> Secret:
    """The environment's proxy for an address; none leads to this machine."""
    parts = urlsplit(address.bare())
    if on_loopback(address) or proxy_bypass(parts.hostname or ""):
        return Secret("")
    proxies = getproxies()
    return Secret(proxies.get(parts.scheme) or proxies.get("all") or "")


BaseUrl = Annotated[Address, PlainValidator(address_of)]
Count = Annotated[int, Field(ge=1, lt=2**31)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
Retries = Annotated[int, Field(ge=0, le=20)]


def preset(at: str, key_in: str) -> Callable[..., Chat]:
    """The ``make`` of a provider at an address, whose key is in the environment variable ``key_in``."""

    def make(
        name: str,
        *,
        base_url: BaseUrl = address_of(at),  # noqa: B008 (a value)
        key_env: KeyEnv = key_in,
        context: Count | None = None,
        structured: Structured = "auto",
        timeout: Seconds = 300.0,
        retries: Retries = 2,
    ) -> Chat:
        """A model of this provider.

        Args:
            name: the provider's name for the model.
            base_url: the address, up to and without ``/chat/completions``; each ``${NAME}`` in it
                stands for an environment variable.
            key_env: the environment variable that holds the key; empty for none.
            context: the model's context in tokens; None when it need not be watched.
            structured: ``schema`` sends JSON schemas as such, ``text`` puts them into words, and
                ``auto`` does the second only after the server has objected to the first.
            timeout: seconds that one exchange may take, from the connection to the last byte.
            retries: how often a failed exchange is repeated at once, before it is an outage; one
                that took too long is not.

        Raises:
            InputError: ``base_url`` is no address.
            ModelError: the key is missing and the address is not on this machine, or it cannot be sent.
        """
        address = filled(address_of(base_url))
        key = key_of(key_env, address)
        return Chat(Endpoint(name, address, key_env, key, context, structured, timeout, retries))

    return make


def _json(response: httpx2.Response) -> object:
    try:
        return json.loads(response.content, parse_int=_integer)
    except (ValueError, RecursionError):  # RecursionError: nested deeper than anything meant
        return None


def _integer(digits: str) -> int | float:
    """A number of a server, which may be of more digits than an integer takes."""
    return int(digits) if len(digits) <= MOST_DIGITS else float(digits)
