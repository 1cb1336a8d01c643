"""What a chat completion says: a reply or a fault.  Pure functions; the text is a stranger's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from syllogos.contract import Fault, Finish, Message, Reply, total

CHARACTERS_PER_TOKEN = 4
TOKENS_PER_MESSAGE = 4
FEW_WORDS = 100
"""Requests shorter than this are not suspected of having been truncated by the server."""
MOST_TOKENS = 2**31
MOST_PAID = 2**40
"""Tokens of all the exchanges that one reply took."""
FINISHES: Mapping[str, Finish] = {
    **dict.fromkeys(("stop", "stop_sequence", "end_turn", "eos"), "stop"),
    **dict.fromkeys(("length", "max_tokens", "model_length"), "length"),
    **dict.fromkeys(("content_filter", "safety", "refusal", "recitation", "prohibited_content"), "filter"),
    **dict.fromkeys(("tool_calls", "function_call", "tool_use"), "tool"),
}
"""What servers call the end of a reply, in lower case."""
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""JSON can say half a character; no file and no terminal takes it."""


@dataclass(frozen=True)
class Completion:
    """One choice of a server, taken apart.  ``finish_said`` is the server's own word."""

    text: str
    reasoning: str
    refusal: str
    finish: Finish | None
    finish_said: str
    tokens_in: int | None
    tokens_out: int | None
    tokens_reasoning: int | None
    model: str


def completion(body: object) -> Completion | None:
    """The first choice of a response body, or None when the body holds no choice."""
    match body:
        case {"choices": [{"message": dict(message), **choice}, *_], **rest}:
            pass
        case _:
            return None
    usage, word = rest.get("usage"), brief(string(choice.get("finish_reason")))
    tokens_out = count(usage, "completion_tokens")
    details = usage.get("completion_tokens_details") if isinstance(usage, Mapping) else None
    said, thought = split_thoughts(plain(message.get("content")))
    aside = message.get("reasoning_content") or message.get("reasoning")
    return Completion(
        text=said,
        reasoning=string(aside) or thought,
        refusal=string(message.get("refusal")),
        finish=FINISHES.get(word.lower(), "other") if word else None,
        finish_said=word,
        # No request is of no tokens, nor a reply with a text: a server that says so counts nothing.
        tokens_in=count(usage, "prompt_tokens") or None,
        tokens_out=None if tokens_out == 0 and said else tokens_out,
        tokens_reasoning=count(details, "reasoning_tokens"),
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
    reply = Reply(
        said.text,
        said.reasoning,
        total(c.tokens_in for c in paid),
        total(c.tokens_out for c in paid),
        said.model,
        total(c.tokens_reasoning for c in paid),
        said.finish,
        said.finish_said,
    )
    if said.refusal or said.finish == "filter":
        why = brief(said.refusal) or "the provider's filter withheld the reply"
        return Fault("refused", why, reply)
    if truncated(said.tokens_in, messages):
        say = f"the server read only {said.tokens_in} tokens of the request: make it shorter"
        return Fault("cut off", say, reply)
    if said.finish == "length":
        after = "" if said.tokens_out is None else f" after {said.tokens_out} tokens"
        say = f"the reply was cut off{after}: answer more briefly"
        return Fault("cut off", say, reply)
    return reply if said.text.strip() else Fault("empty", "the reply was empty", reply)


def odd(reply: Reply) -> str:
    """What is wrong with a reply that no server's answer was read into; nothing of a sound one."""
    for name in ("text", "reasoning", "model", "finish_said"):
        said = getattr(reply, name)
        if not isinstance(said, str):
            return f"its {name} is no text"
        if LONE_SURROGATE.search(said):
            return f"its {name} holds half a character"
    for name in ("tokens_in", "tokens_out", "tokens_reasoning"):
        tokens = getattr(reply, name)
        if tokens is not None and (type(tokens) is not int or not 0 <= tokens < MOST_PAID):
            return f"its {name} is no number of tokens"
    if reply.finish not in (None, *get_args(Finish)):
        return "its finish is no word of the contract"
    return ""


def estimate(messages: Sequence[Message]) -> int:
    """About how many tokens a request takes."""
    return sum(len(m.text) // CHARACTERS_PER_TOKEN + TOKENS_PER_MESSAGE for m in messages)


def truncated(tokens_in: int | None, messages: Sequence[Message]) -> bool:
    """Whether a server counted far fewer tokens than the request has words.

    Tokenizers do not join words, so the number of words is a lower bound; half of it leaves
    room for servers that count otherwise.  A count of 0 is that of a server that counts nothing.
    """
    words = sum(len(m.text.split()) for m in messages)
    return tokens_in is not None and words >= FEW_WORDS and 0 < tokens_in < words / 2


def count(usage: object, name: str) -> int | None:
    """A token count of a ``usage`` table; None where there is none that can be believed."""
    value = usage.get(name) if isinstance(usage, Mapping) else None
    return value if type(value) is int and 0 <= value < MOST_TOKENS else None  # a bool is an int, too


def brief(text: str, limit: int = 200) -> str:
    """A stranger's text on one line of at most ``limit`` printable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * limit]).split())[:limit]
