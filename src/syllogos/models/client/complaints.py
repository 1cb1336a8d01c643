"""What a server's errors mean: an outage, a fault of the exchange, or a setting to change."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from openai import APIConnectionError, APIStatusError, APITimeoutError

from syllogos.contract import Fault
from syllogos.errors import ModelError, Outage
from syllogos.models.client.dialect import about
from syllogos.models.client.reading import brief, string

WAIT = frozenset((408, 409, 425, 429))
"""Statuses below 500 after which the same call may succeed."""
_SECONDS = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?")
_TOO_LONG = ("context_length_exceeded", "context length", "context size", "maximum context", "context window")


@dataclass(frozen=True)
class Complaint:
    """A rejected request: status, the field the server names, its words, and the fault they mean."""

    status: int
    param: str
    said: str
    names_model: bool
    fault: Fault | None = None


def complaint(error: APIStatusError, base_url: str) -> Complaint | Outage | ModelError:
    """The complaint in an error answer, or the error that it means.

    It is an outage when the server is busy or broken for now, a model's error when the account
    is out of money.
    """
    table = error.body if isinstance(error.body, Mapping) else {}
    said = brief(string(table.get("message")) or error.response.text or error.message)
    code, param = brief(string(table.get("code"))), brief(string(table.get("param")))
    if error.status_code == 402 or code == "insufficient_quota":
        return ModelError(f"{base_url}: the account has no credit left ({said})")
    if error.status_code >= 500 or error.status_code in WAIT:
        after = announced(error.response.headers)
        wait = f", asks to wait {after:g} s" if after is not None else ""
        return Outage(f"{base_url} does not answer for now ({error.status_code}: {said}){wait}", after)
    text = f"{code} {said}".lower()
    about_model = error.status_code == 404 or param == "model" or code == "model_not_found"
    return Complaint(error.status_code, param, said, about_model, _fault(code, text))


def announced(headers: Mapping[str, str]) -> float | None:
    """How many seconds a server asks to wait; None when it does not say so in a way that can be read."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        if _SECONDS.fullmatch(value := headers.get(name, "").strip()):
            return float(value) * unit
    try:
        then = parsedate_to_datetime(headers.get("retry-after", ""))
        seconds = then.timestamp() - time.time()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return seconds if seconds > 0 else None


def _fault(code: str, text: str) -> Fault | None:
    if code in ("content_filter", "content_policy_violation"):
        return Fault("refused", "the provider's filter refused the request")
    if any(words in text for words in _TOO_LONG):
        return Fault("cut off", "the request is longer than the model's context")
    return None


def unusable(
    found: Complaint, model: str, base_url: str, body: Mapping[str, object], offered: tuple[str, ...]
) -> ModelError:
    """The error for a complaint that nothing but a change of settings answers."""
    if found.names_model and model in offered:
        return ModelError(f"{base_url} lists {model} but does not serve it in chats ({found.said})")
    if found.names_model:
        hint = f"did you mean {' or '.join(offered)}?" if offered else "check the name and base_url"
        return ModelError(f"unknown model {model!r} at {base_url}: {hint}")
    settings = [name for name in body if name not in ("model", "messages")]
    field = next((name for name in settings if about(name, found.param, found.said.lower())), found.param)
    if field == "temperature":
        return ModelError(f"{model} takes no temperature but its own: set temperature = 1 ({found.said})")
    if field.startswith("response_format"):
        return ModelError(f'{model} takes no JSON schema: set structured = "auto" or "text" ({found.said})')
    if field:
        return ModelError(f"{model} rejects the setting {field!r}: remove or change it ({found.said})")
    return ModelError(f"{base_url} rejects the request for {model} ({found.status}: {found.said})")


def outage(error: APIConnectionError, base_url: str) -> Outage:
    """The outage behind a connection that failed."""
    host = urlsplit(base_url).hostname
    if isinstance(error, APITimeoutError):
        return Outage(f"{base_url} did not answer in time", final=True)
    causes = _causes(error)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return Outage(f"the name {host} has no address: check base_url and the network")
    return Outage(f"cannot reach {base_url}: {brief(str(causes[-1])) or type(causes[-1]).__name__}")


def _causes(error: BaseException) -> list[BaseException]:
    chain: list[BaseException] = [error]
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    return chain


def nearest(model: str, listing: object) -> tuple[str, ...]:
    """The names in an answer of ``/models`` nearest to ``model``, at most three, the equal one first."""
    rows = listing.get("data") if isinstance(listing, Mapping) else None
    named = [row.get("id") for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    known = [brief(string(name)) for name in named if name]
    return tuple(get_close_matches(model, known, n=3, cutoff=0.4) or sorted(known)[:3])
