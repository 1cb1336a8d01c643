"""What a server's errors mean: an outage, a fault of one move, or a setting to change."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from urllib.parse import urlsplit

from openai import APIConnectionError, APITimeoutError

from syllogos.contract import Fault, Reply
from syllogos.errors import ModelError, Outage
from syllogos.models.client.dialect import named_field, subject
from syllogos.models.client.reading import billed_out, brief, count, string
from syllogos.models.client.server_error import ServerError, asked_in_words

WAIT = frozenset((408, 409, 425, 429))
"""Statuses below 500 after which the same call may succeed."""
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|string_above_max_length|maximum context|too many tokens"
    r"|context (?:length|size|window|limit|the overflows)|context size has been exceeded"
    r"|(?:prompt|input|request|message)s? (?:is|are) (?:too long|too large|longer)|request too large"
    r"|reduce (?:the|your) (?:length|prompt|input)|input token count|maximum number of tokens"
    r"|new_tokens`? must be <=|entity too large|exceeds? n_ctx"
)
_CUT_OFF = re.compile(
    r"max(?:imum)?[_ ](?:completion[_ ]|output[_ ])?tokens? (?:\w{1,9} ){0,8}reached|output limit was reached"
)
_REFUSING_CODES = frozenset(
    (
        *(
            "content_filter",
            "content_filtered",
            "contentfilter",
            "content_policy_violation",
            "content_policy",
        ),
        *("responsibleaipolicyviolation", "moderation_blocked", "content_moderation", "moderation", "safety"),
        *("data_inspection_failed", "datainspectionfailed", "prohibited_content", "recitation", "blocklist"),
        *(
            "spii",
            "sensitive",
            "sensitive_content",
            "1301",
            "invalid_prompt",
            "guardrail_intervened",
            "refusal",
        ),
        *("safety_violation", "safety_error", "flagged", "content_blocked", "cyber_policy_violation"),
    )
)
_REFUSING = re.compile(
    r"content[ _](?:management|moderation|filter|safety|usage|policy|policies|exists risk)|safety_check"
    r"|usage (?:polic|guideline)|responsible ai|moderation|prohibited (?:content|use)|flagged"
    r"|safety (?:system|reason|polic|filter|check|guideline|setting|concern|violation)"
    r"|(?:inappropriate|sensitive|harmful|unsafe|disallowed) (?:content|information|material|or )|high risk"
    r"|violat\w{1,5} (?:\S{1,20} ){0,6}(?:polic|guideline|terms)"
    r"|blocked by (?:\S{1,20} ){0,4}(?:filter|guardrail)"
    r"|\u654f\u611f|\u8fdd\u89c4|\u4e0d\u5b89\u5168"
)
_ABOUT_THE_ACCOUNT = re.compile(
    r"account|organi[sz]ation|api key|country|region|data policy|billing|terminated"
    r"|access to (?:the|this) model"
)
_PASSING = re.compile(r"unavailable|overload|tim(?:ed|e) ?-?out|later|temporar|rate limit")
_BAD_OUTPUT_CODES = frozenset(("json_validate_failed", "output_parse_failed", "tool_use_failed"))
_BAD_OUTPUT = re.compile(
    r"failed to (?:generate (?:a )?(?:valid )?json|call a function|parse input at pos)|failed_generation"
    r"|(?:model|generated|output)(?:'s)? (?:\S{1,20} ){0,8}(?:invalid|not valid|malformed|not a valid) json"
    r"|model output (?:\S{1,20} ){0,6}(?:pars|match)"
)
_NO_CREDIT_CODES = frozenset(
    ("insufficient_quota", "insufficient_user_quota", "billing_not_active", "billing_hard_limit_reached")
)
_NO_CREDIT = re.compile(r"credit balance is too low|insufficient (?:balance|credit|fund)|payment required")
_NO_MODEL = re.compile(
    r"model\b[^.;]{0,80}(?:not found|does not exist|not exist|no such)"
    r"|(?:no such|unknown|invalid) model\b|not a valid model|model\b[^.;]{0,80}decommissioned"
)
_STREAM = re.compile(
    r"(?:only supports?|must|please|requires?|enable)\b[^.]{0,40}\bstream"
    r"|stream\w{0,3} (?:mode )?(?:only|required)",
    re.I,
)
_KEY_CODES = frozenset(
    ("invalid_api_key", "authentication_error", "invalid_authentication", "unauthenticated")
)


@dataclass(frozen=True)
class Complaint:
    """A rejected request: status, the field the server names, its words, and the fault they mean."""

    status: int
    param: str
    said: str
    names_model: bool
    fault: Fault | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)

    @property
    def too_long(self) -> bool:
        """Whether the request was too long, and nothing was generated."""
        return self.fault is not None and self.fault.kind == "cut off" and self.fault.reply is None

    @property
    def words(self) -> str:
        """What it says, short enough to be shown."""
        return brief(self.said)


def complaint(
    error: ServerError, base_url: str, key_env: str, sent: Mapping[str, object], after: float | None
) -> Complaint | Outage | ModelError:
    """What an error of a server means.

    It is a fault when it is the fate of one request, an outage when the server is busy or broken
    for now, a model's error when it is about the key or the account.

    Args:
        error: what it said.
        base_url: where it is.
        key_env: the variable that holds the key.
        sent: the request.
        after: how many seconds it asks to wait.
    """
    text = " ".join((*sorted(error.codes), error.said)).lower()
    passing = error.status >= 500 or error.status in WAIT
    fault = _fault(error, text, passing)
    if fault is None:
        if error.status == 401 or error.codes & _KEY_CODES:
            return _no_access(error, base_url, key_env)
        if error.status == 402 or error.codes & _NO_CREDIT_CODES or _NO_CREDIT.search(text):
            return ModelError(f"{base_url}: the account has no credit left ({brief(error.said)})")
        if error.status == 403:
            return _no_access(error, base_url, key_env)
    about_model = error.status == 404 or error.param == "model" or "model_not_found" in error.codes
    about_model = about_model or (error.status not in WAIT and _NO_MODEL.search(text) is not None)
    teaches = error.status not in WAIT and subject(sent, error.param, error.said) is not None
    if passing and fault is None and not teaches and not about_model:
        wait = after if after is not None else error.delay
        wait = wait if wait is not None or error.status not in WAIT else asked_in_words(error.said)
        return busy(base_url, error.status, error.said, wait)
    return Complaint(error.status, error.param, error.said, about_model, fault, error.sizes or {})


def billed(found: Complaint | Outage | ModelError, answer: object) -> Complaint | Outage | ModelError:
    """What an error inside a good answer means, its fault with the tokens that the answer counts."""
    usage = answer.get("usage") if isinstance(answer, Mapping) else None
    if not (isinstance(found, Complaint) and found.fault and usage):
        return found
    said = found.fault.reply or Reply("")
    counted = replace(said, tokens_in=count(usage, "prompt_tokens"), tokens_out=billed_out(usage))
    return replace(found, fault=replace(found.fault, reply=counted))


def busy(base_url: str, status: int, said: str, after: float | None) -> Outage:
    """The outage of a server that says that it cannot answer for now."""
    wait = f", asks to wait {after:g} s" if after is not None else ""
    return Outage(f"{base_url} does not answer for now ({status}: {brief(said)}){wait}", after)


def _no_access(error: ServerError, base_url: str, key_env: str) -> ModelError:
    key = f"the key in {key_env}" if key_env else "a call without a key"
    why = f": {brief(error.said)}" if error.status == 403 and error.said else ""
    return ModelError(f"{base_url} refuses {key} ({error.status}{why})")


def _fault(error: ServerError, text: str, passing: bool) -> Fault | None:
    """The fault of one move that an error means; None when it is about more than one request."""
    said = brief(error.said) or "no reason given"
    if error.status in (401, 402):
        return None
    if _CUT_OFF.search(text):
        return Fault("cut off", f"the reply was cut off, the server says: {said}", _failed(error))
    if error.failed is not None or error.codes & _BAD_OUTPUT_CODES or _BAD_OUTPUT.search(text):
        return Fault("unparsable", f"the reply was no valid JSON, the server says: {said}", _failed(error))
    if error.status == 413 or _TOO_LONG.search(text):
        return Fault("cut off", f"the request is longer than the model's context: {said}")
    if error.codes & _REFUSING_CODES or (
        error.status != 404
        and _REFUSING.search(text)
        and not _ABOUT_THE_ACCOUNT.search(text)
        and not (passing and _PASSING.search(text))
    ):
        return Fault("refused", f"the provider's filter refused the request: {said}")
    return None


def _failed(error: ServerError) -> Reply:
    """What the model had said: it was paid for, and nobody says how much."""
    return Reply(error.failed or "")


def unusable(
    found: Complaint, model: str, base_url: str, body: Mapping[str, object], offered: tuple[str, ...]
) -> ModelError:
    """The error for a complaint that nothing but a change of settings answers."""
    if found.names_model and model in offered:
        return ModelError(f"{base_url} lists {model} but does not serve it in chats ({found.words})")
    if found.names_model:
        hint = f"did you mean {' or '.join(offered)}?" if offered else "check the name and base_url"
        return ModelError(f"unknown model {model!r} at {base_url}: {hint}")
    if 300 <= found.status < 400:
        return ModelError(
            f"{base_url} redirects {found.words}; a key is not sent on: set base_url to where it is"
        )
    if streams(found.said):
        return ModelError(
            f"{model} replies in streams only, which is not supported: use another ({found.words})"
        )
    name = named_field(body, found.param, found.said) or found.param
    if name.startswith("response_format") or subject(body, found.param, found.said) == "response_format":
        return ModelError(f'{model} takes no JSON schema: set structured = "auto" or "text" ({found.words})')
    if name:
        return ModelError(f"{model} rejects the setting {name!r}: remove or change it ({found.words})")
    return ModelError(f"{base_url} rejects the request for {model} ({found.status}: {found.words})")


def streams(said: str) -> bool:
    """Whether a server says that it answers in streams only."""
    return _STREAM.search(said) is not None


def too_small(found: Complaint, model: str, tokens: object) -> ModelError:
    """The error for a model that has never had room for a request and its reply."""
    return ModelError(
        f"{model}: its context is too small for this request with max_tokens = {tokens}: "
        f"serve it with a larger context, or lower max_tokens ({found.words})"
    )


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
