"""What to send to an OpenAI-compatible server, and what its complaints teach: pure functions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from syllogos.contract import Message, Sampling, Schema

NO_REPLY = "(no reply)"
"""Stands for an empty turn of the model: several providers refuse a conversation that holds one."""

STRICT_KEYWORDS = frozenset(
    (
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "enum",
        "const",
        "anyOf",
        "$ref",
        "$defs",
    )
).union(("description", "title"))
_REFUSES = re.compile(
    r"unsupported|not support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra"
)
_SCHEMA_WORDS = ("response_format", "json_schema", "structured output", "guided_json")


@dataclass(frozen=True)
class Dialect:
    """Which of the optional fields of the protocol a server takes, as far as it is known."""

    schema: bool = True
    tokens: str = "max_tokens"
    seed: bool = True
    temperature: bool = True


def request_body(
    model: str, messages: Sequence[Message], sampling: Sampling, schema: Schema | None, dialect: Dialect
) -> dict[str, object]:
    """The JSON body of one chat completion request; ``sampling.extra`` has the last word."""
    if schema is not None and not dialect.schema:
        messages = describe(messages, schema)
    body: dict[str, object] = {
        "model": model,
        "messages": [{"role": m.role, "content": spoken(m)} for m in messages],
        dialect.tokens: sampling.max_tokens,
    }
    if dialect.temperature:
        body["temperature"] = sampling.temperature
    if dialect.seed and sampling.seed is not None:
        body["seed"] = sampling.seed
    if schema is not None and dialect.schema:
        body["response_format"] = response_format(schema)
    return {**body, **sampling.extra}


def spoken(message: Message) -> str:
    """The text of a message as it is sent: an assistant's is never empty."""
    return NO_REPLY if message.role == "assistant" and not message.text.strip() else message.text


def response_format(schema: Schema) -> dict[str, object]:
    """The ``response_format`` field for a JSON schema."""
    name = re.sub(r"[^a-zA-Z0-9_-]", "_", str(schema.get("title", "")))[:64] or "reply"
    return {
        "type": "json_schema",
        "json_schema": {"name": name, "schema": dict(schema), "strict": strict(schema)},
    }


def strict(schema: object, *, top: bool = True) -> bool:
    """Whether a schema is of the kind that OpenAI's strict mode takes.

    Every object lists all its properties as required and allows no others; no keyword is
    outside :data:`STRICT_KEYWORDS`; the top level is an object.
    """
    if not isinstance(schema, Mapping):
        return isinstance(schema, bool) and not top
    if not STRICT_KEYWORDS.issuperset(schema) or (top and schema.get("type") != "object"):
        return False
    properties = schema.get("properties", {})
    if schema.get("type") == "object" and (
        schema.get("additionalProperties") is not False or set(schema.get("required", ())) != set(properties)
    ):
        return False
    below = [*properties.values(), *schema.get("$defs", {}).values(), *schema.get("anyOf", ())]
    if "items" in schema:
        below.append(schema["items"])
    return all(strict(part, top=False) for part in below)


def describe(messages: Sequence[Message], schema: Schema) -> tuple[Message, ...]:
    """``messages`` with the schema in words at the end, for a server that takes none."""
    words = "Reply with one JSON value and nothing else. It must follow this JSON schema:\n" + json.dumps(
        schema
    )
    *before, last = messages
    if last.role == "user":
        return (*before, Message("user", f"{last.text}\n\n{words}"))
    return (*messages, Message("user", words))


def learn(dialect: Dialect, param: str, said: str, sampling: Sampling, *, auto: bool) -> Dialect | None:
    """The dialect that a complaint of the server teaches, or None when it teaches none.

    A rejected seed is dropped without a word: the protocol calls it best effort.  A rejected
    temperature is dropped when it is 1, the server's own; any other is for the user to decide.

    Args:
        dialect: what was believed so far.
        param: the field that the server names as wrong, or the empty string.
        said: the server's message.
        sampling: what was asked for.
        auto: whether a rejected schema may be put into words instead.
    """
    text = said.lower()
    if auto and dialect.schema and any(word in (param or text) for word in _SCHEMA_WORDS):
        return replace(dialect, schema=False)
    if names(dialect.tokens, param, text):
        other = "max_completion_tokens" if dialect.tokens == "max_tokens" else "max_tokens"
        return replace(dialect, tokens=other)
    if dialect.seed and sampling.seed is not None and names("seed", param, text):
        return replace(dialect, seed=False)
    if dialect.temperature and sampling.temperature == 1 and names("temperature", param, text):
        return replace(dialect, temperature=False)
    return None


def names(field: str, param: str, text: str) -> bool:
    """Whether a complaint says that ``field`` itself, not only its value, is unwelcome."""
    return about(field, param, text) and _REFUSES.search(text) is not None


def about(field: str, param: str, text: str) -> bool:
    """Whether a complaint is about ``field``; ``text`` is in lower case."""
    return param == field if param else re.search(rf"\b{re.escape(field)}\b", text) is not None
