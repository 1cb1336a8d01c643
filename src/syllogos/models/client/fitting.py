"""What a server says of sizes when a request does not fit, in tokens.  Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from syllogos.models.client.dialect import Dialect

LEAST_ROOM = 64
"""With fewer tokens left for the reply a request is not sent."""
_COUNT = r"[`'\"(\[]{0,3}(\d{1,9})"
_CONTEXT = tuple(
    re.compile(words, re.ASCII)
    for words in (
        rf"context (?:length|size|window|limit)[a-z ]{{0,20}}:?\s?{_COUNT}",
        r"(\d{1,9}) maximum context",
        rf"new_tokens`? must be <= {_COUNT}",
        rf"maximum number of tokens allowed {_COUNT}",
        r"> (\d{1,9}) maximum",
        rf"longer than the model's {_COUNT}",
    )
)
_PROMPT = tuple(
    re.compile(words, re.ASCII)
    for words in (
        r"(\d{1,9}) (?:tokens )?(?:in|from|of|for) (?:the |your )?"
        r"(?:(?:input )?messages|prompt|(?:text )?input)\b",
        r"(\d{1,9}) `?inputs?`? tokens",
        rf"messages resulted in {_COUNT}",
        rf"prompt (?:contains|is too long:) {_COUNT}",
        rf"input token count {_COUNT}",
        rf"(?:request|input|prompt) (?:has )?{_COUNT} tokens",
        rf"keep the first {_COUNT} tokens",
        rf"requested tokens {_COUNT}",
    )
)
_SUM = re.compile(r"(\d{1,9}) \+ (\d{1,9}) > (\d{1,9})", re.ASCII)
_DIFFERENCE = re.compile(r"(\d{1,9}) > (\d{1,9}) - (\d{1,9})", re.ASCII)
_REQUESTED = re.compile(rf"requested (?:about |a total of )?{_COUNT} tokens", re.ASCII)
_OVER = re.compile(r"limit:? (\d{1,9}), requested:? (\d{1,9})", re.ASCII)
_MOST = tuple(
    re.compile(words, re.ASCII)
    for words in (
        rf"at most {_COUNT}",
        rf"(?:less than or equal to|<=|no more than|cannot exceed|must not exceed|up to) {_COUNT}",
        r"\[\d{1,9}, ?(\d{1,9})\]",
        r"> (\d{1,9}), which is the maximum",
        rf"max(?:imum)?(?: allowed)?(?: value)?(?: is| of|:) {_COUNT}",
    )
)
_EXCLUSIVE = re.compile(r"\(inclusive\) to (\d{1,9}) \(exclusive\)", re.ASCII)
_LIMITS = ("max_tokens", "max_completion_tokens", "max_new_tokens", "maxoutputtokens", "output tokens")


@dataclass(frozen=True)
class Sizes:
    """What a server said of sizes: its context, the request's share of it, the most a reply may have."""

    context: int | None = None
    prompt: int | None = None
    most: int | None = None


def sizes(said: str, fields: Mapping[str, int], asked: int) -> Sizes | None:
    """The sizes in the words of a server for which a request was too large; None where none are.

    Args:
        said: its words.
        fields: its numbers that stand in fields of their own.
        asked: the tokens that were asked for the reply.

    >>> sizes("maximum context length is 4096 tokens, you requested 5000 (3976 in the messages, "
    ...       "1024 in the completion)", {}, 1024)
    Sizes(context=4096, prompt=3976, most=120)
    """
    text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", said.lower(), flags=re.ASCII)
    if found := _OVER.search(text):
        return Sizes(most=asked - (int(found[2]) - int(found[1])))
    context, prompt = _context_and_prompt(text, fields, asked)
    if context is not None:
        return Sizes(context, prompt, None if prompt is None else context - prompt)
    if any(name in text for name in _LIMITS):
        if found := _EXCLUSIVE.search(text):
            return Sizes(most=int(found[1]) - 1)
        most = _first(_MOST, text)
        return None if most is None else Sizes(most=most)
    return None


def _context_and_prompt(text: str, fields: Mapping[str, int], asked: int) -> tuple[int | None, int | None]:
    if found := _SUM.search(text):
        return int(found[3]), int(found[1])
    if found := _DIFFERENCE.search(text):
        return int(found[2]), int(found[3])
    context, prompt = fields.get("n_ctx"), fields.get("n_prompt_tokens")
    context = _first(_CONTEXT, text) if context is None else context
    prompt = _first(_PROMPT, text) if prompt is None else prompt
    if prompt is None and (found := _REQUESTED.search(text)):
        prompt = int(found[1]) - asked
    return context, prompt if prompt is None or prompt > 0 else None


def _first(patterns: tuple[re.Pattern[str], ...], text: str) -> int | None:
    return next((int(found[1]) for pattern in patterns if (found := pattern.search(text))), None)


def fitted(dialect: Dialect, found: Sizes, asked: int, estimated: int) -> Dialect | None:
    """The dialect that leaves room for a request that was too large; None when there is none.

    Args:
        dialect: what was believed so far.
        found: what the server said.
        asked: the tokens that were asked for the reply.
        estimated: about how many tokens the request takes.
    """
    if found.most is None or not min(LEAST_ROOM, asked) <= found.most < asked:
        return None
    if found.context is None or found.prompt is None:
        return replace(dialect, most=found.most)
    weight = max(dialect.weight, found.prompt / max(estimated, 1))
    fit = replace(dialect, context=found.context, weight=weight)
    return fit if min(LEAST_ROOM, asked) <= fit.room(estimated) < asked else replace(dialect, most=found.most)
