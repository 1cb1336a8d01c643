"""What a chat completion says: a reply or a fault.  Pure functions; the text is a stranger's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from syllogos.contract import Fault, Finish, Message, Reply, total
from syllogos.text.replies import call_arguments, split_thoughts

CHARACTERS_PER_TOKEN = 4
TOKENS_PER_MESSAGE = 4
FEW_WORDS = 100
"""Requests shorter than this are not suspected of having been truncated by the server."""
MOST_TOKENS = 2**31
MOST_PAID = 2**40
"""Tokens of all the exchanges that one reply took."""
FINISHES: Mapping[str, Finish] = {
    **dict.fromkeys(("stop", "stop_sequence", "end_turn", "eos", "eos_token", "complete"), "stop"),
    **dict.fromkeys(("length", "max_tokens", "model_length", "max_output_tokens"), "length"),
    **dict.fromkeys(("model_context_window_exceeded", "error_limit", "max_length"), "length"),
    **dict.fromkeys(("content_filter", "content_filtered", "safety", "refusal", "recitation"), "filter"),
    **dict.fromkeys(("prohibited_content", "blocklist", "spii", "image_safety", "sensitive"), "filter"),
    **dict.fromkeys(("error_toxic", "guardrail_intervened", "content_policy", "moderation"), "filter"),
    **dict.fromkeys(("tool_calls", "function_call", "tool_use", "tool_call"), "tool"),
}
"""What servers call the end of a reply, in lower case."""
BROKEN = frozenset(("error", "insufficient_system_resource", "network_error"))
"""Ends of a reply that is no whole one: the server broke it off."""
GRAVEST: tuple[Finish, ...] = ("filter", "length", "tool", "stop")
_FINISH_WORD = re.compile(r"[a-z]+(?:[_ -][a-z]+)*")
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""JSON can say half a character; no file and no terminal takes it."""


@dataclass(frozen=True)
class Completion:
    """One choice of a server, taken apart.  ``finish_said`` is the server's own word.

    ``altered`` is what of the request was otherwise than asked for, in words.
    """

    text: str
    reasoning: str
    refusal: str
    finish: Finish | None
    finish_said: str
    tokens_in: int | None
    tokens_out: int | None
    tokens_reasoning: int | None
    model: str
    altered: str = ""


def completion(body: object) -> Completion | None:
    """The first choice of a response body, or None when the body holds no choice."""
    match body:
        case {"choices": [dict(choice), *_], **rest}:
            pass
        case {"choices": [], **rest}:  # what was asked or said is withheld, or the model said nothing
            choice = {"finish_reason": "content_filter"} if withheld(rest) else {}
        case _:
            return None
    message = choice.get("message")
    if not isinstance(message, Mapping):
        if message is not None or "delta" in choice or "text" in choice:
            return None
        message = {}
    word = brief(string(choice.get("finish_reason")) or string(choice.get("native_finish_reason")))
    parts = split_thoughts(plain(message.get("content")))
    aside = message.get("reasoning_content") or message.get("reasoning")
    usage = rest.get("usage")
    tokens_out = billed_out(usage)
    details = usage.get("completion_tokens_details") if isinstance(usage, Mapping) else None
    return Completion(
        text=parts.said or string(call_arguments(message)),
        reasoning=string(aside) or parts.thoughts,
        refusal=string(message.get("refusal")),
        finish=finish_of(word),
        finish_said=word,
        # No request is of no tokens, nor a reply with a text: a server that says so counts nothing.
        tokens_in=count(usage, "prompt_tokens", "input_tokens") or None,
        tokens_out=None if tokens_out == 0 and parts.said else tokens_out,
        tokens_reasoning=count(details, "reasoning_tokens"),
        model=brief(string(rest.get("model"))),
    )


def finish_of(word: str) -> Finish | None:
    """Why a reply ended, from a server's word for it; the gravest of several.

    >>> finish_of("FinishReason.MAX_TOKENS"), finish_of("content_filter: RECITATION"), finish_of("")
    ('length', 'filter', None)
    """
    words = {part.replace(" ", "_").replace("-", "_") for part in _FINISH_WORD.findall(word.lower())}
    known = {FINISHES[part] for part in words if part in FINISHES}
    return next((finish for finish in GRAVEST if finish in known), "other" if word else None)


def withheld(body: Mapping[Any, Any]) -> bool:
    """Whether an answer without a choice says that a filter stopped it."""
    feedback = body.get("promptFeedback") or body.get("prompt_feedback")
    if isinstance(feedback, Mapping) and (feedback.get("blockReason") or feedback.get("block_reason")):
        return True
    rows = body.get("prompt_filter_results")
    row = rows[0] if isinstance(rows, list) and rows else None
    found = row.get("content_filter_results") if isinstance(row, Mapping) else None
    results = found.values() if isinstance(found, Mapping) else ()
    return any(isinstance(result, Mapping) and result.get("filtered") is True for result in results)


def billed_out(usage: object) -> int | None:
    """The tokens of a reply, those of its thoughts with it, which some servers count apart from it.

    >>> billed_out({"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 4010})
    3010
    """
    out, into = count(usage, "completion_tokens", "output_tokens"), count(usage, "prompt_tokens")
    if out is None or not isinstance(usage, Mapping):
        return out
    whole = count(usage, "total_tokens")
    if whole is not None and into is not None:
        return max(out, whole - into)
    thought = count(usage.get("completion_tokens_details"), "reasoning_tokens") or 0
    return out + thought if thought > out else out


def string(value: object) -> str:
    """A text of the server with its lone surrogates replaced; empty for anything but a text."""
    return LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value) if isinstance(value, str) else ""


def plain(content: object) -> str:
    """The text of a ``content`` field: a string, null, or a list of typed parts."""
    rows = content if isinstance(content, list) else [{"text": content}]
    return "".join(string(row.get("text")) for row in rows if isinstance(row, Mapping))


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
        said.altered,
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
    if said.text.strip():
        return reply
    how = (
        "the answer came as a call of a tool: answer in text"
        if said.finish == "tool"
        else "the reply was empty"
    )
    return Fault("empty", how, reply)


def odd(reply: Reply) -> str:
    """What is wrong with a reply that no server's answer was read into; nothing of a sound one."""
    for name in ("text", "reasoning", "model", "finish_said", "altered"):
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


def count(usage: object, *names: str) -> int | None:
    """A token count of a ``usage`` table under the first name there is; None where none can be believed."""
    table = usage if isinstance(usage, Mapping) else {}
    value = next((table[name] for name in names if name in table), None)
    return value if type(value) is int and 0 <= value < MOST_TOKENS else None  # a bool is an int, too


def brief(text: str, limit: int = 200) -> str:
    """A stranger's text on one line of at most ``limit`` printable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * limit]).split())[:limit]
