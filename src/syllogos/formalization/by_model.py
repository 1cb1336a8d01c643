"""Descriptions of games to formal games, by a model: typed facts, or a whole Prolog program."""

from __future__ import annotations

import json
import re
from typing import Any, Literal

from syllogos.contract import Fault, Schema
from syllogos.errors import InputError
from syllogos.formalization.facts import GameFacts, parse_facts
from syllogos.text.replies import read_object, split_thoughts

Target = Literal["facts", "full"]

LONGEST = 100_000
"""Characters of a reply that are read."""
START = re.compile(r"^[^\S\n]*+(?:%|/\*|:-|[a-z]\w*+\s*+[(.:])", re.MULTILINE)

_NAMES: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "players": {**_NAMES, "minItems": 1},
        "roles": _NAMES,
        "actions": {"type": "array", "items": {**_NAMES, "minItems": 1}, "minItems": 1},
        "order": {
            "anyOf": [
                {"type": "string", "enum": ["simultaneous", "sequential"]},
                {"type": "array", "items": _NAMES},
            ]
        },
        "default_move": {"type": "string"},
        "payoffs": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "moves": _NAMES,
                    "payoffs": {"type": "array", "items": {"type": "number"}},
                },
                "required": ["moves", "payoffs"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["players", "roles", "actions", "order", "default_move", "payoffs"],
    "additionalProperties": False,
}
"""The JSON schema of typed facts, as models are given it."""


def prompt_name(target: Target) -> str:
    """The template that asks for this kind of game."""
    return "game_facts" if target == "facts" else "game_full"


def schema_of(target: Target) -> Schema | None:
    """The schema of the reply; programs have none."""
    return SCHEMA if target == "facts" else None


def read_reply(reply: str, target: Target) -> str | Fault:
    """The formal text in a reply: JSON or a program, or the fault of a reply that has neither."""
    if len(reply) > LONGEST:
        return Fault("unparsable", f"the reply is longer than {LONGEST} characters")
    said = split_thoughts(reply).said
    if target == "full":
        if not START.search(said):
            return Fault("unparsable", "no Prolog program could be found in the reply")
        return said
    found = read_object(reply, ["players"])
    if found is None:
        return Fault("unparsable", f"the reply is no JSON object{_complaint(said)}")
    return json.dumps(found, ensure_ascii=False)


def facts_in(text: str) -> GameFacts | Fault:
    """The typed facts of a formal text, or what is wrong with them."""
    try:
        return parse_facts(text, "facts")
    except InputError as error:
        return Fault("unparsable", re.sub(r"^facts:\d+: ", "", str(error)))


def _complaint(reply: str) -> str:
    """Where the JSON of a reply breaks, for its author."""
    start = reply.find("{")
    if start < 0:
        return ""
    try:
        json.JSONDecoder().raw_decode(reply[start:])
    except json.JSONDecodeError as error:
        line = reply.count("\n", 0, start + error.pos) + 1
        return f" (line {line}: {error.msg})"
    except RecursionError:
        return " (nested too deep)"
    except ValueError:
        return " (a number is too long)"
    return " and nothing else"
