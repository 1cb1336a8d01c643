"""What to send to an OpenAI-compatible server, and what its complaints teach: pure functions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil

from syllogos.contract import Message, Role, Sampling, Schema

NO_REPLY = "(no reply)"
"""Stands for an empty turn of the model: several providers refuse a conversation that holds one."""

MARGIN = 1.02
"""An estimate that was set right by one request is so far off for the next."""
UNBOUNDED = 10**9
"""Tokens for the reply where nothing bounds them."""
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
    r"unsupported|not support|n't support|unrecogni[sz]ed|unknown|unexpected|not permitted|not allowed|extra"
    r"|deprecated|cannot (?:both )?be|can't be|not accept|not enabled|disabled|not available|incompatible"
    r"|no longer|must be omitted|only (?:the )?default|may only be|forbidden|removed"
    r"|not applicable|not implemented"
    r"|must not be|only one of|does not take|not valid for|please remove|fixed|restricted"
)
_SCHEMA = re.compile(
    r"response_?format|json[_ -]?schema|structured[_ ](?:output|generation)|guided[_ ](?:json|decoding)"
    r"|json[_ ](?:mode|object|output)|grammar|outlines|\bschema|additionalproperties|constrained"
)
_ROLES = re.compile(
    r"system (?:role|message|prompt|instruction)|role\W{1,3}system|system\W{1,3}role|developer instruction"
    r"|roles? must alternate|must alternate|'system'|\"system\"|`system`|\broles?\b"
)
TOKEN_LIMITS = ("max_tokens", "max_completion_tokens")
DROPPABLE = ("temperature", "top_p", "seed", "stop")
"""Fields that a request does without: what a reply is drawn from changes, and that is told and kept."""
_SPELT = {"stop": r"stop(?:_?\s?sequences?)?"}


@dataclass(frozen=True)
class Dialect:
    """What a server takes of the protocol, as far as it is known.

    Attributes:
        schema: a JSON schema as such.
        system: a system role, and several messages of one role in a row.
        tokens: the name of the token limit.
        refused: fields that it does not take.
        most: tokens that it gives a reply at most.
        context: its context in tokens.
        weight: its tokens for each that :func:`~syllogos.models.client.reading.estimate` finds.
    """

    schema: bool = True
    system: bool = True
    tokens: str = "max_tokens"
    refused: frozenset[str] = frozenset()
    most: int | None = None
    context: int | None = None
    weight: float = 1.0

    def room(self, estimated: int) -> int:
        """How many tokens it leaves for the reply to a request of about so many."""
        taken = ceil(estimated * self.weight * MARGIN)
        left = UNBOUNDED if self.context is None else self.context - taken
        return left if self.most is None else min(left, self.most)


def request_body(
    model: str, messages: Sequence[Message], sampling: Sampling, schema: Schema | None, dialect: Dialect
) -> dict[str, object]:
    """The JSON body of one chat completion request; ``sampling.extra`` has the last word."""
    if schema is not None and not dialect.schema:
        messages = describe(messages, schema)
    if not dialect.system:
        messages = alternating(messages)
    body: dict[str, object] = {
        "model": model,
        "messages": [{"role": m.role, "content": spoken(m)} for m in messages],
        dialect.tokens: sampling.max_tokens,
        "temperature": sampling.temperature,
    }
    if sampling.seed is not None:
        body["seed"] = sampling.seed
    if schema is not None and dialect.schema:
        body["response_format"] = response_format(schema)
    return {name: value for name, value in {**body, **sampling.extra}.items() if name not in dialect.refused}


def own_limit(sampling: Sampling) -> tuple[Sampling, str | None]:
    """The sampling with a token limit that stands among its extra fields in its place, and its name there."""
    given = {name: sampling.extra[name] for name in TOKEN_LIMITS if type(sampling.extra.get(name)) is int}
    if not given:
        return sampling, None
    name, most = next(iter(given.items()))
    rest = {key: value for key, value in sampling.extra.items() if key not in TOKEN_LIMITS}
    assert isinstance(most, int)
    return replace(sampling, max_tokens=most, extra=rest), name


def alternating(messages: Sequence[Message]) -> tuple[Message, ...]:
    """``messages`` without a system role, in which the roles alternate, beginning with the user.

    >>> alternating((Message("system", "Be brief."), Message("user", "Red?"), Message("user", "Blue?")))
    (Message(role='user', text='Be brief.\\n\\nRed?\\n\\nBlue?'),)
    """
    kept: list[Message] = []
    for message in messages:
        role: Role = "user" if message.role == "system" else message.role
        if kept and kept[-1].role == role:
            kept[-1] = Message(role, f"{kept[-1].text}\n\n{message.text}")
        else:
            kept.append(Message(role, message.text))
    return tuple(kept)


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


def learn(
    dialect: Dialect, sent: Mapping[str, object], param: str, said: str, *, auto: bool
) -> Dialect | None:
    """The dialect that a complaint of the server teaches, or None when it teaches none.

    Args:
        dialect: what was believed so far.
        sent: the request.
        param: the field that the server names as wrong, or the empty string.
        said: the server's message.
        auto: whether a rejected schema may be put into words instead.
    """
    match subject(sent, param, said):
        case "response_format":
            return replace(dialect, schema=False) if auto else None
        case "roles":
            return replace(dialect, system=False)
        case "max_tokens" | "max_completion_tokens" as name:
            other = TOKEN_LIMITS[name == TOKEN_LIMITS[0]]
            known = name != dialect.tokens or other in dialect.refused
            return None if known else replace(dialect, tokens=other, refused=dialect.refused | {name})
        case str(name) if name in DROPPABLE:
            return replace(dialect, refused=dialect.refused | {name})
    return None


def subject(sent: Mapping[str, object], param: str, said: str) -> str | None:
    """The part of a request that a server does not take: a field of it, or ``roles``; None when it is none.

    >>> subject({"seed": 7, "temperature": 0}, "", "'temperature' is not supported by this model")
    'temperature'
    """
    text = said.lower()
    if "response_format" in sent and _SCHEMA.search(f"{param} {text}".lower()):
        return "response_format"
    refuses = _REFUSES.search(text) is not None
    name = named_field(sent, param, said)
    if name == "seed" or (name and refuses):  # a seed that is out of range is dropped, too
        return name
    said_of_roles = _ROLES.search(text) is not None or "role" in param
    if (
        said_of_roles
        and (refuses or "alternate" in text or "only" in text or "invalid" in text)
        and _plays(sent)
    ):
        return "roles"
    return None


def _plays(sent: Mapping[str, object]) -> bool:
    """Whether the messages of a request are other than a user and the model in turn."""
    rows = sent.get("messages")
    roles = [row.get("role") for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    return "system" in roles or any(one == next_ for one, next_ in pairwise(roles))


def named_field(sent: Mapping[str, object], param: str, said: str) -> str | None:
    """The field of a request that a complaint is about, the one in ``param`` first."""
    fields = [name for name in sent if name not in ("model", "messages", "input")]
    for words in (param.lower(), said.lower()):
        places = {name: at for name in fields if (at := _place_of(name, words)) is not None}
        if places:
            return min(places, key=places.__getitem__)
    return None


def _place_of(name: str, text: str) -> int | None:
    spelt = _SPELT.get(name) or re.escape(name).replace("_", "[_ ]?")
    found = re.search(rf"(?<![a-z0-9_]){spelt}(?![a-z0-9_])", text)
    return found.start() if found else None


def changes(before: Dialect, after: Dialect) -> str:
    """What of the requests is another from now on, in words."""
    said = [f"without {name}" for name in sorted(after.refused - before.refused) if name not in TOKEN_LIMITS]
    said += [f"{after.tokens} instead of {before.tokens}"] if after.tokens != before.tokens else []
    said += ["its schema put into words"] if before.schema and not after.schema else []
    said += ["system messages joined to the user's"] if before.system and not after.system else []
    if after.most != before.most or after.context != before.context:
        said.append("fewer tokens for the reply, as many as there is room for")
    return ", ".join(said)


def limit_in(body: Mapping[str, object]) -> int | None:
    """The tokens that a request asks for its reply."""
    limit = next((body[name] for name in TOKEN_LIMITS if name in body), None)
    return limit if isinstance(limit, int) else None


def altered(
    asked: Sampling, messages: Sequence[Message], schema: Schema | None, body: Mapping[str, object]
) -> str:
    """What one request has otherwise than it was asked for, in words; nothing when it has all.

    The schema counts where it was to be sent: pass None where it never was.
    """
    wanted = {"temperature", *(() if asked.seed is None else ("seed",)), *asked.extra}
    said = [f"no {name}" for name in sorted(wanted) if name not in body and name not in TOKEN_LIMITS]
    limit = limit_in(body)
    said += [f"max_tokens {limit}"] if limit is not None and limit < asked.max_tokens else []
    said += ["schema in words"] if schema is not None and "response_format" not in body else []
    rows = body.get("messages")
    merged = isinstance(rows, list) and not any(row["role"] == "system" for row in rows)
    said += ["no system role"] if merged and any(m.role == "system" for m in messages) else []
    return ", ".join(said)
