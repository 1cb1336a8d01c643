"""Agents of formalized games as files: a strategy with its description, and how it came about."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from syllogos.errors import InputError, unknown
from syllogos.formats.source import Source


@dataclass(frozen=True)
class SavedAgent:
    """A strategy that can be loaded again.

    ``strategy`` is a program that defines ``select/4``; ``default`` overrides the game's default
    move; ``author`` and ``attempts`` say how it was written.
    """

    name: str
    strategy: str
    description: str = ""
    default: str = ""
    author: str = ""
    attempts: int = 0


FIELDS = ("name", "strategy", "description", "default", "author", "attempts")


def print_agent(agent: SavedAgent) -> str:
    """The JSON of an agent; :func:`parse_agent` reads it back."""
    return json.dumps(asdict(agent), ensure_ascii=False, indent=2) + "\n"


def parse_agent(source: Source) -> SavedAgent:
    """The agent in a file.

    Raises:
        InputError: it is none; the message names file and line.
    """
    try:
        data = json.loads(source.text)
    except json.JSONDecodeError as error:
        raise InputError(f"{source.name}:{error.lineno}: {error.msg}") from None
    except RecursionError:
        raise InputError(f"{source.name}: nested too deep") from None
    except ValueError as error:
        raise InputError(f"{source.name}: {error}") from None
    if not isinstance(data, dict):
        raise InputError(f"{source.name}: an agent is an object with {', '.join(FIELDS)}")
    if extra := next((key for key in data if key not in FIELDS), None):
        raise InputError(f"{source.name}: {unknown('key', extra, FIELDS)}")
    texts = {key: data.get(key, "") for key in FIELDS[:-1]}
    if wrong := next((key for key, value in texts.items() if not isinstance(value, str)), None):
        raise InputError(f"{source.name}: {wrong!r} must be a text")
    if not texts["name"] or "select(" not in texts["strategy"]:
        raise InputError(f"{source.name}: an agent has a name, and a strategy that defines select/4")
    attempts = data.get("attempts", 0)
    return SavedAgent(**texts, attempts=attempts if isinstance(attempts, int) else 0)
