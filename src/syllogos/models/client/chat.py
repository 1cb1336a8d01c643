"""A model behind an OpenAI-compatible address: the one client that all providers share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated
from urllib.parse import urlsplit

import httpx2
from pydantic import Field, PlainValidator

from syllogos.contract import Fault, Message, Reply, Sampling, Schema
from syllogos.errors import InputError, ModelError, Outage, without_credentials
from syllogos.models.client.address import Address, KeyEnv, filled, key_of, public
from syllogos.models.client.complaints import Complaint, unusable
from syllogos.models.client.dialect import Dialect, learn, request_body
from syllogos.models.client.exchange import Endpoint, Exchange, Structured, proxy_for
from syllogos.models.client.reading import Completion, completion, estimate, judge

OPENAI = "https://api.openai.com/v1"
LESSONS = 4
"""How often one call may adapt to what the server rejects: once a field of :class:`Dialect`."""
LEAST_ROOM = 64
"""Fewer tokens than this left for the reply, and the request is not sent."""


class Chat(Exchange):
    """A :class:`~syllogos.contract.Model`; its client belongs to the event loop that calls it.

    Close it with :meth:`aclose` before the loop ends.  What the server rejects (a schema, a
    seed, the name of the token limit) is remembered for the life of the object.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__(endpoint)
        tokens = "max_completion_tokens" if endpoint.base_url == OPENAI else "max_tokens"
        self._dialect = Dialect(schema=endpoint.structured != "text", tokens=tokens)

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
            found = await self.post("/chat/completions", body, _completed, "chat completion")
            if not isinstance(found, Complaint):
                return found
            if found.fault is not None:
                return found.fault
            auto = self.endpoint.structured == "auto" and schema is not None
            learnt = learn(dialect, found.param, found.said, sampling, auto=auto)
            if learnt is None or lesson == LESSONS:
                names = await self.offered() if found.names_model else ()
                raise unusable(found, self.endpoint.model, self.endpoint.base_url, body, names)
            self._dialect = learnt
        raise AssertionError("the loop above returns or raises")


def _completed(body: object) -> Completion | None:
    said = completion(body)
    return None if said is None or said.finish_said == "error" else said


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


BaseUrl = Annotated[Address, PlainValidator(address_of)]
PositiveCount = Annotated[int, Field(ge=1, lt=2**31)]
Seconds = Annotated[float, Field(gt=0, le=86_400)]
Retries = Annotated[int, Field(ge=0, le=20)]


def preset(at: str, key_in: str) -> Callable[..., Chat]:
    """The ``make`` of a provider at an address, whose key is in the environment variable ``key_in``."""

    def make(
        name: str,
        *,
        base_url: BaseUrl = address_of(at),  # noqa: B008 (a value)
        key_env: KeyEnv = key_in,
        context: PositiveCount | None = None,
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
            ModelError: the key is missing and the address is not on this machine, or it cannot be sent;
                the proxy is no address.
        """
        address = filled(address_of(base_url))
        key = key_of(key_env, address)
        proxy_for(address)
        return Chat(Endpoint(name, address, key_env, key, context, structured, timeout, retries))

    return make
