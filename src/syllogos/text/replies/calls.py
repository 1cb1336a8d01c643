"""Answers inside what carries them: calls of tools, and objects that hold nothing but the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from syllogos.text.plain import canonical
from syllogos.text.replies.strict import whole_object
from syllogos.text.replies.words import CARRIERS

DEEPEST_CALL = 6


def call_arguments(message: Mapping[str, Any]) -> str:
    """The arguments of the calls in a server's message, one call a line; empty where it calls nothing.

    Both forms are read: ``tool_calls`` and the older ``function_call``.  A model that answers by a
    call has said its arguments, which :func:`~syllogos.text.replies.read_answer` reads as any text.

    >>> call_arguments({"tool_calls": [{"function": {"name": "move", "arguments": '{"move": "B"}'}}]})
    '{"move": "B"}'
    """
    calls = message.get("tool_calls")
    made = (
        [call.get("function") for call in calls if isinstance(call, Mapping)]
        if isinstance(calls, list)
        else []
    )
    texts = (
        one.get("arguments") for one in [*made, message.get("function_call")] if isinstance(one, Mapping)
    )
    return "\n".join(_written(text) for text in texts if isinstance(text, str | dict))


def _written(arguments: str | dict[str, Any]) -> str:
    return arguments.strip() if isinstance(arguments, str) else canonical(arguments)


def carried(value: object, depth: int = 0) -> Iterator[dict[str, Any]]:
    """All objects that ``value`` is or carries, the outer ones first."""
    if depth > DEEPEST_CALL:
        return
    if isinstance(value, str):
        value = whole_object(value) if value.lstrip().startswith("{") else None
    if isinstance(value, list):
        for part in value:
            yield from carried(part, depth + 1)
    if isinstance(value, dict):
        yield value
        for key, part in value.items():
            if key.casefold() in CARRIERS:
                yield from carried(part, depth + 1)
