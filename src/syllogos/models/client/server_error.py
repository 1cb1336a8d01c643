"""An error of a server, taken apart: each provider words and nests its own.  Pure functions."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime

from syllogos.models.client.reading import brief, string

TOO_MANY = 429
MOST_READ = 2_000
"""Characters of an error's words that are looked at."""
_SECONDS = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?", re.ASCII)
_SPAN = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9}(?:\.\d{1,9})?)s)?", re.ASCII)
_MILLISECONDS = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)ms", re.ASCII)
_AGAIN_IN = re.compile(
    r"(?:again|retry|wait)[^\d]{1,20}(\d[\dhms.]{0,20})(\s?seconds|\s?s\b)?", re.ASCII | re.I
)
_EPOCH = 1e9
"""A reset of so many seconds is a moment, not a span."""


@dataclass(frozen=True)
class ServerError:
    """What a server says instead of a reply.

    Attributes:
        status: that of HTTP, or the one that an error inside a good answer names.
        codes: every code, type and status in it, in lower case.
        param: the field of the request that it names as wrong.
        said: its words.
        failed: what the model had said, where the server found that to be no JSON.
        sizes: numbers in fields of their own, such as ``n_ctx``.
        delay: seconds to wait, where its body asks for that.
    """

    status: int
    codes: frozenset[str]
    param: str
    said: str
    failed: str | None = None
    sizes: Mapping[str, int] | None = None
    delay: float | None = None


def server_error(body: object, status: int, text: str = "") -> ServerError:
    """The error in the body of an answer.

    Args:
        body: its JSON, None when it is none.
        status: of the answer.
        text: the body as it came, for one that says nothing that can be read.
    """
    tables = tuple(_tables(body))
    said = next((words for table in tables for words in _words(table)), "")
    upstream = next((words for table in tables[1:] for words in _words(table) if words not in said), "")
    failed = next((table["failed_generation"] for table in tables if "failed_generation" in table), None)
    return ServerError(
        _status(tables, status),
        frozenset(_codes(tables)),
        next((param for table in tables if (param := _param(table))), ""),
        brief(f"{said} {upstream}".strip() or text, MOST_READ),
        None if failed is None else string(failed),
        {k: v for table in tables for k, v in table.items() if k.startswith("n_") and type(v) is int},
        _delay(tables),
    )


def holds_error(body: object) -> bool:
    """Whether the body of a good answer holds an error instead of a reply, or beside one."""
    choice = _first_choice(body)
    return bool(isinstance(body, Mapping) and (body.get("error") or choice.get("error")))


def _first_choice(body: object) -> Mapping[str, object]:
    match body:
        case {"choices": [dict(choice), *_]}:
            return choice
    return {}


def _tables(body: object) -> Iterator[Mapping[str, object]]:
    """The tables of an error, from the innermost that has words for people to what lies around it."""
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, Mapping):
        return
    error = body.get("error") or _first_choice(body).get("error") or body.get("detail")
    inner = error if isinstance(error, Mapping) else {}
    yield from ((inner, body) if inner else (body,))
    metadata = inner.get("metadata")
    for nested in (
        inner.get("innererror"),
        metadata,
        _raw(metadata),
        body.get("provider_specific_fields"),
        inner.get("provider_specific_fields"),
    ):
        if isinstance(nested, Mapping):
            yield nested
            deeper = nested.get("error") or nested.get("innererror")
            if isinstance(deeper, Mapping):
                yield deeper
    details = inner.get("details")
    yield from (row for row in (details if isinstance(details, list) else ())[:9] if isinstance(row, Mapping))


def _raw(metadata: object) -> object:
    """What a broker was told by the provider behind it, which it hands on as a text."""
    raw = metadata.get("raw") if isinstance(metadata, Mapping) else None
    if not isinstance(raw, str):
        return raw
    try:
        found = json.loads(raw[: 8 * MOST_READ])
    except (ValueError, RecursionError):
        return {"message": raw}
    return found[0] if isinstance(found, list) and found else found


def _words(table: Mapping[str, object]) -> Iterator[str]:
    for name in ("message", "error", "detail", "msg", "error_message"):
        value = table.get(name)
        if isinstance(value, Mapping):
            value = value.get("detail") or value.get("message")
        rows = value if isinstance(value, list) else []
        if rows and isinstance(rows[0], Mapping) and (said := string(rows[0].get("msg"))):
            yield f"{_param(table)}: {said}"
        elif words := string(value).strip():
            yield words


def _param(table: Mapping[str, object]) -> str:
    if param := string(table.get("param")):
        return brief(param)
    for name in ("detail", "message"):
        value = table.get(name)
        value = value.get("detail") if isinstance(value, Mapping) else value
        row = value[0] if isinstance(value, list) and value else None
        place = row.get("loc") if isinstance(row, Mapping) else None
        if isinstance(place, list):
            return brief(".".join(string(step) or str(step)[:20] for step in place[:9] if step != "body"))
    return ""


def _codes(tables: tuple[Mapping[str, object], ...]) -> Iterator[str]:
    for table in tables:
        for name in ("code", "type", "status", "reason", "error_type", "blockReason"):
            if code := brief(string(table.get(name))).lower():
                yield code


def _status(tables: tuple[Mapping[str, object], ...], status: int) -> int:
    """The status of an error: inside a good answer its code, or that of a server that is broken."""
    if status >= 300:
        return status
    for table in tables:
        for name in ("code", "status", "status_code"):
            value = table.get(name)
            number = int(value) if isinstance(value, str) and re.fullmatch("[345][0-9]{2}", value) else value
            if type(number) is int and 300 <= number < 600:
                return number
    return 502


def _delay(tables: tuple[Mapping[str, object], ...]) -> float | None:
    for table in tables:
        if (seconds := _span(string(table.get("retryDelay")))) is not None:
            return seconds
        headers = table.get("headers")
        if isinstance(headers, Mapping):
            named = {str(name).lower(): str(value) for name, value in headers.items()}
            if (seconds := announced(named)) is not None:
                return seconds
    return None


def announced(headers: Mapping[str, str], *, limited: bool = True) -> float | None:
    """How many seconds a server asks to wait; None when it does not say so in a way that can be read.

    ``limited``: whether it refuses for a limit that is used up, so that the reset of one counts.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        if _SECONDS.fullmatch(value := headers.get(name, "").strip()):
            return float(value) * unit
    if (seconds := _until(headers.get("retry-after", ""), headers)) is not None:
        return seconds
    return _reset(headers) if limited else None


def asked_in_words(said: str) -> float | None:
    """The seconds after which a server's words ask to try again.

    >>> asked_in_words("Please try again in 7m12s."), asked_in_words("Try again later.")
    (432.0, None)
    """
    if not (found := _AGAIN_IN.search(said)):
        return None
    span = found[1].rstrip(".")
    return _span(span) if not _SECONDS.fullmatch(span) else float(span) if found[2] else None


def _reset(headers: Mapping[str, str]) -> float | None:
    """When a limit that is used up is open again; without word of which one is, the first of them."""
    used_up: list[float] = []
    others: list[float] = []
    for name, value in headers.items():
        if "ratelimit" not in name or "reset" not in name:
            continue
        seconds = _moment(value.strip(), headers)
        if seconds is None:
            continue
        left = headers.get(name.replace("reset", "remaining"), "").strip()
        (used_up if left in ("0", "-1") else others).append(seconds)
    return max(used_up) if used_up else min(others, default=None)


def _moment(value: str, headers: Mapping[str, str]) -> float | None:
    if not _SECONDS.fullmatch(value):
        seconds = _span(value)
        return _until(value, headers) if seconds is None else seconds
    number = float(value)
    if number < _EPOCH:
        return number if number > 0 else None
    left = (number if number < 1000 * _EPOCH else number / 1000) - time.time()
    return left if left > 0 else None


def _span(text: str) -> float | None:
    """The seconds of a span such as ``6m0s`` or ``20ms``."""
    if found := _MILLISECONDS.fullmatch(text):
        return float(found[1]) / 1000
    parts = _SPAN.fullmatch(text)
    if parts is None or not any(parts.groups()):
        return None
    units = zip(parts.groups(), (86_400, 3_600, 60, 1), strict=True)
    return sum(float(part) * unit for part, unit in units if part)


def _until(moment: str, headers: Mapping[str, str]) -> float | None:
    """The seconds to a date, by the server's own clock where it shows that."""
    then, now = _date(moment), _date(headers.get("date", ""))
    if then is None:
        return None
    seconds = then - (time.time() if now is None else now)
    return seconds if seconds > 0 else None


def _date(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        pass
    try:
        return datetime.fromisoformat(text).timestamp() if "T" in text else None
    except (ValueError, OverflowError):
        return None
