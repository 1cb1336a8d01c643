"""A model behind an OpenAI-compatible address: the one client that all providers share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated
from urllib.parse import urlsplit

import httpx2
from pydantic import Field, PlainValidator

from syllogos.contract import Fault, Message, Reply, Sampling, Schema
from syllogos.errors import InputError, ModelError, Outage, without_credentials
from syllogos.models.client.address import Address, KeyEnv, filled, key_of, public
from syllogos.models.client.complaints import Complaint, streams, too_small, unusable
from syllogos.models.client.dialect import (
    UNBOUNDED,
    Dialect,
    altered,
    changes,
    learn,
    limit_in,
    named_field,
    own_limit,
    request_body,
)
from syllogos.models.client.exchange import Endpoint, Exchange, Structured, proxy_for
from syllogos.models.client.fitting import LEAST_ROOM, fitted, sizes
from syllogos.models.client.reading import BROKEN, Completion, completion, estimate, judge

OPENAI = "https://api.openai.com/v1"
LESSONS = 12
"""How often one call may adapt to what the server rejects."""


class Chat(Exchange):
    """A :class:`~syllogos.contract.Model`; its client belongs to the event loop that calls it.

    Close it with :meth:`aclose` before the loop ends.  What the server rejects (a schema, a
    seed, the name of the token limit) is remembered for the life of the object.

    Attributes:
        told: what the requests have otherwise than they were asked for, once each, in words.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__(endpoint)
        tokens = "max_completion_tokens" if endpoint.base_url == OPENAI else "max_tokens"
        self._dialect = Dialect(schema=endpoint.structured != "text", tokens=tokens)
        self._answered = False
        self.told: tuple[str, ...] = ()

    async def complete(
        self, messages: Sequence[Message], *, sampling: Sampling, schema: Schema | None = None
    ) -> Reply | Fault:
        """A reply or a fault; see :class:`~syllogos.contract.Model`.

        Token counts include the attempts that hit their ceiling before the last one; where one of
        them was not counted, the whole is unknown.
        """
        sampling, name = own_limit(sampling)
        if name is not None and name not in self._dialect.refused:
            self._dialect = replace(self._dialect, tokens=name)
        room = self._room(messages)
        if room < min(LEAST_ROOM, sampling.max_tokens):
            return Fault("cut off", f"the request does not fit the context of {self.endpoint.context} tokens")
        ceiling = min(sampling.max_tokens, room)
        said = await self._ask(messages, replace(sampling, max_tokens=ceiling), schema)
        if isinstance(said, Fault):
            return said
        paid = [said]
        room = min(room, self._dialect.room(estimate(messages)))
        while paid[-1].finish == "length" and len(paid) <= self.endpoint.raises and ceiling < room:
            before, ceiling = ceiling, min(2 * ceiling, room)
            try:
                said = await self._ask(messages, replace(sampling, max_tokens=ceiling), schema, above=before)
            except (ModelError, Outage):  # the model's own limit is lower, or the server is gone
                break
            if isinstance(said, Fault):
                break
            paid.append(said)
        return judge(paid[-1], messages, paid)  # what was paid for stands, whatever came after it

    def _room(self, messages: Sequence[Message]) -> int:
        """How many tokens the context leaves for the reply."""
        context = self.endpoint.context
        return context - estimate(messages) if context is not None else UNBOUNDED

    async def _ask(
        self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None, *, above: int = 0
    ) -> Completion | Fault:
        """One completion, adapting to what the server rejects.

        ``above``: raise rather than ask for no more tokens than these, which were too few.
        """
        guessed: Complaint | None = None
        for _ in range(LESSONS):
            believed = self._dialect
            dialect = believed if guessed is None else replace(believed, schema=False)
            body = self._body(messages, sampling, schema, dialect)
            ceiling = sampling.max_tokens if (limit := limit_in(body)) is None else limit
            if ceiling <= above:
                raise ModelError(f"{self.endpoint.model} gives a reply {ceiling} tokens at most")
            found = await self.post("/chat/completions", body, _completed, "chat completion")
            if not isinstance(found, Complaint):
                self._remember(dialect)
                self._answered = True
                as_such = schema if self.endpoint.structured != "text" else None
                return replace(found, altered=altered(sampling, messages, as_such, body))
            learnt = self._learnt(dialect, found, body, ceiling, estimate(messages))
            if learnt is not None:
                # Where another call has learnt meanwhile, this one goes on from there.
                self._remember(learnt if self._dialect is believed else self._dialect)
            elif found.fault is not None:
                return self._fate(found, ceiling)
            elif guessed is None and self._may_be_the_schema(found, body):
                guessed = found
            else:
                raise await self._unusable(guessed or found, body)
        raise ModelError(
            f"{self.endpoint.base_url} rejects each request anew: check the settings of the model"
        )

    def _body(
        self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None, dialect: Dialect
    ) -> dict[str, object]:
        room = dialect.room(estimate(messages))
        if room >= min(LEAST_ROOM, sampling.max_tokens):
            sampling = replace(sampling, max_tokens=min(room, sampling.max_tokens))
        return request_body(self.endpoint.model, messages, sampling, schema, dialect)

    def _learnt(
        self, dialect: Dialect, found: Complaint, body: Mapping[str, object], ceiling: int, estimated: int
    ) -> Dialect | None:
        """What a complaint teaches: a size first, then a part of the request that is not taken."""
        if found.fault is not None and not found.too_long:
            return None
        told = sizes(found.said, found.sizes, ceiling)
        fit = None if told is None else fitted(dialect, told, ceiling, estimated)
        if fit is not None or found.fault is not None:
            return fit
        return learn(dialect, body, found.param, found.said, auto=self.endpoint.structured == "auto")

    def _remember(self, learnt: Dialect) -> None:
        if said := changes(self._dialect, learnt):
            words = f"{self.endpoint.model} does not take all that is asked: {said}"
            self.told += () if words in self.told else (words,)
        self._dialect = learnt

    def _fate(self, found: Complaint, ceiling: int) -> Fault:
        """The fault of one move; raises for a model that has had room for none so far."""
        assert found.fault is not None
        if found.too_long and not self._answered:
            raise too_small(found, self.endpoint.model, ceiling)
        return found.fault

    def _may_be_the_schema(self, found: Complaint, body: Mapping[str, object]) -> bool:
        """Whether a complaint that names no part of the request may be about the schema in it."""
        nameless = not found.names_model and named_field(body, found.param, found.said) is None
        unread = found.status in (400, 422) and not streams(found.said)
        return nameless and unread and "response_format" in body and self.endpoint.structured == "auto"

    async def _unusable(self, found: Complaint, body: Mapping[str, object]) -> ModelError:
        names = await self.offered() if found.names_model else ()
        return unusable(found, self.endpoint.model, self.endpoint.base_url, body, names)


def _completed(body: object) -> Completion | None:
    said = completion(body)
    return None if said is None or said.finish_said.lower() in BROKEN else said


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
