"""What a chat completion says: a reply or a fault.  Pure functions; the text is a stranger's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from syllogos.contract import Fault, Message, Reply

CHARACTERS_PER_TOKEN = 4
TOKENS_PER_MESSAGE = 4
FEW_WORDS = 100
"""Requests shorter than this are not suspected of having been truncated by the server."""
MOST_TOKENS = 2**31
MOST_PAID = 2**40
"""Tokens of all the exchanges that one reply took."""
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""JSON can say half a character; no file and no terminal takes it."""


@dataclass(frozen=True)
class Completion:
    """One choice of a server, taken apart.  ``finish`` is the server's own word."""

    text: str
    reasoning: str
    refusal: str
    finish: str
    tokens_in: int
    tokens_out: int
    model: str


def completion(body: object) -> Completion | None:
    """The first choice of a response body, or None when the body holds no choice."""
    match body:
        case {"choices": [{"message": dict(message), **choice}, *_], **rest}:
            pass
        case _:
            return None
    usage = rest.get("usage")
    said, thought = split_thoughts(plain(message.get("content")))
    aside = message.get("reasoning_content") or message.get("reasoning")
    return Completion(
        text=said,
        reasoning=string(aside) or thought,
        refusal=string(message.get("refusal")),
        finish=string(choice.get("finish_reason")),
        tokens_in=count(usage, "prompt_tokens"),
        tokens_out=count(usage, "completion_tokens"),
        model=brief(string(rest.get("model"))),
    )


def string(value: object) -> str:
    """A text of the server with its lone surrogates replaced; empty for anything but a text."""
    return LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value) if isinstance(value, str) else ""


def plain(content: object) -> str:
    """The text of a ``content`` field: a string, null, or a list of typed parts."""
    rows = content if isinstance(content, list) else [{"text": content}]
    return "".join(string(row.get("text")) for row in rows if isinstance(row, Mapping))


def split_thoughts(text: str) -> tuple[str, str]:
    """Text and reasoning of a reply that thinks aloud in ``<think>`` before it answers.

    The opening tag may be missing: some chat templates put it into the prompt.

    >>> split_thoughts("<think>B pays more.</think> B")
    ('B', 'B pays more.')
    >>> split_thoughts("<think>still going")
    ('', 'still going')
    """
    head, closed, tail = text.partition("</think>")
    before, opened, inside = head.partition("<think>")
    if opened and not before.strip():
        return tail.strip(), inside.strip()
    if closed and not opened:
        return tail.strip(), head.strip()
    return text, ""


def judge(said: Completion, messages: Sequence[Message], paid: Sequence[Completion]) -> Reply | Fault:
    """A reply, or the fault that stands in its place and carries what was said.

    Args:
        said: the completion to judge.
        messages: what it answers.
        paid: all completions that the call took, whose tokens are on its bill.
    """
    tokens_in, tokens_out = sum(c.tokens_in for c in paid), sum(c.tokens_out for c in paid)
    reply = Reply(said.text, said.reasoning, tokens_in, tokens_out, said.model)
    if said.refusal or said.finish == "content_filter":
        why = brief(said.refusal) or "the provider's filter withheld the reply"
        return Fault("refused", why, reply)
    if truncated(said.tokens_in, messages):
        say = f"the server read only {said.tokens_in} tokens of the request: make it shorter"
        return Fault("cut off", say, reply)
    if said.finish == "length":
        say = f"the reply was cut off after {said.tokens_out} tokens: answer more briefly"
        return Fault("cut off", say, reply)
    return reply if said.text.strip() else Fault("empty", "the reply was empty", reply)


def odd(reply: Reply) -> str:
    """What is wrong with a reply that no server's answer was read into; nothing of a sound one."""
    for name in ("text", "reasoning", "model"):
        said = getattr(reply, name)
        if not isinstance(said, str):
            return f"its {name} is no text"
        if LONE_SURROGATE.search(said):
            return f"its {name} holds half a character"
    for name in ("tokens_in", "tokens_out"):
        tokens = getattr(reply, name)
        if type(tokens) is not int or not 0 <= tokens < MOST_PAID:
            return f"its {name} is no number of tokens"
    return ""


def estimate(messages: Sequence[Message]) -> int:
    """About how many tokens a request takes."""
    return sum(len(m.text) // CHARACTERS_PER_TOKEN + TOKENS_PER_MESSAGE for m in messages)


def truncated(tokens_in: int, messages: Sequence[Message]) -> bool:
    """Whether a server counted far fewer tokens than the request has words.

    Tokenizers do not join words, so the number of words is a lower bound; half of it leaves
    room for servers that count otherwise.  A count of 0 means that the server counts nothing.
    """
    words = sum(len(m.text.split()) for m in messages)
    return words >= FEW_WORDS and 0 < tokens_in < words / 2


def count(usage: object, name: str) -> int:
    """A token count of a ``usage`` table, or 0."""
    value = usage.get(name) if isinstance(usage, Mapping) else None
    return value if type(value) is int and 0 <= value < MOST_TOKENS else 0  # a bool is an int, too


def brief(text: str, limit: int = 200) -> str:
    """A stranger's text on one line of at most ``limit`` printable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * limit]).split())[:limit]
