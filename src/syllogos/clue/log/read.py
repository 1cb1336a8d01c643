"""Logs of a table of Clue, as JSON or as text, one line an event (see ``json`` and ``text`` beside it)."""

from __future__ import annotations

import json
from typing import Any

from syllogos.clue.deals import TableLog
from syllogos.clue.log.text import Draft, log_from_text, write
from syllogos.errors import InputError, unknown
from syllogos.text.source import Source

__all__ = ["Draft", "log_from_text", "log_rows", "parse_log", "write"]


def parse_log(source: Source, item: str = "") -> TableLog:
    """The log in ``source``; of a ``.jsonl`` file of several, the one with the id or index ``item``.

    Raises:
        InputError: the file, the line or the event's number (from 0), and what is wrong.
    """
    if not source.text.lstrip().startswith("{"):
        return log_from_text(source)
    rows = log_rows(source)
    if len(rows) > 1 and not item:
        raise InputError(f"{source.name}: {len(rows)} logs; choose one with --item ID or its number from 0")
    chosen = item or "0"
    found = [row for i, row in enumerate(rows) if chosen in (str(row.get("id", "")), str(i))]
    if not found:
        raise unknown("log", chosen, [str(row.get("id", i)) for i, row in enumerate(rows)])
    from syllogos.clue.log.json import log_from_json  # noqa: PLC0415 (pydantic, which a text log does not need)

    return log_from_json(found[0], source.name)


def log_rows(source: Source) -> list[dict[str, Any]]:
    """The JSON objects of a ``.json`` or ``.jsonl`` file.

    Raises:
        InputError: a line is no JSON object.
    """
    try:
        return [dict(json.loads(source.text))]
    except (ValueError, TypeError, RecursionError):
        pass
    rows = []
    for number, line in enumerate(source.text.splitlines(), 1):
        if line.strip():
            try:
                rows.append(dict(json.loads(line)))
            except (ValueError, TypeError, RecursionError) as error:
                raise InputError(f"{source.name}:{number}: not a JSON object ({error})") from None
    return rows
