"""A server that is hostile in many ways, against eight games each: which run goes on, which stops, and how.

Every answer of the server is written down with what it must come to: ``reply``, the kind of a
fault, ``outage`` (asked again) or ``lesson`` (asked otherwise).  What the server wrote down, the
journal and the report must tell the same.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, get_args

import pytest

from fake_server import Answer, Body, FakeServer, fails, says
from syllogos import api
from syllogos.contract import FaultKind
from syllogos.match import access
from syllogos.models.client import retrying

KINDS = get_args(FaultKind)
GAMES = 8
GOOD = says('{"move": "cooperate"}', tokens=(300, 5))
EXPERIMENT = """
name = "hostile"
repetitions = 8
[game]
kind = "pd"
rounds = 1
[[condition]]
name = "c"
agents = ["direct", "tit_for_tat"]
models = ["x"]
[models.x]
model = "openai/fake-1"
key_env = ""
"""


def error(status: int, /, **inner: Any) -> Answer:
    return Answer({"error": inner}, status)


def whole(**changes: Any) -> Answer:
    """A good answer with other parts."""
    body = GOOD.body
    assert isinstance(body, dict)
    return Answer({**body, **changes})


def choice(**changes: Any) -> Answer:
    body = GOOD.body
    assert isinstance(body, dict)
    return whole(choices=[{**body["choices"][0], **changes}])


def http(head: str, body: bytes = b"") -> Answer:
    return Answer(raw=f"HTTP/1.1 {head}\r\n\r\n".encode() + body)


@dataclass
class Hostile:
    """A server's behaviour: its hostile answer to every third request, or as ``when`` says of a body.

    ``log`` holds what each answer must come to.
    """

    answer: Answer
    fate: str
    when: Callable[[Body], bool] | None = None
    every: int = 3
    log: list[str] = field(default_factory=list)
    tokens: int = 0
    uncounted: int = 0

    def __call__(self, body: Body) -> Answer:
        hostile = len(self.log) % self.every == 0 if self.when is None else self.when(body)
        fate, answer = (self.fate, self.answer) if hostile else ("reply", GOOD)
        self.log.append(fate)
        if fate not in ("outage", "lesson"):
            self._count(answer)
        return answer

    def _count(self, answer: Answer) -> None:
        usage = answer.body.get("usage") if isinstance(answer.body, dict) else None
        if usage:
            self.tokens += usage["prompt_tokens"] + usage["completion_tokens"]
        elif answer.status < 300 or self.fate != "refused":  # generated, and nobody says how much
            self.uncounted += 1

    @property
    def fates(self) -> Counter[str]:
        return Counter(fate for fate in self.log if fate not in ("outage", "lesson"))


AZURE = {
    "message": "The response was filtered due to the prompt triggering the content management policy.",
    "type": None,
    "param": "prompt",
    "code": "content_filter",
    "status": 400,
    "innererror": {"code": "ResponsibleAIPolicyViolation", "content_filter_result": {}},
}
GENERATED = {"code": "json_validate_failed", "failed_generation": '{"move": def'}
TOO_LONG = "This model's maximum context length is 512 tokens. However, your messages resulted in 600 tokens."

ONE_MOVE: dict[str, tuple[Answer, str]] = {
    "prompt refused (OpenAI)": (
        error(400, code="invalid_prompt", message="Your prompt was flagged as violating our usage policy."),
        "refused",
    ),
    "prompt refused, no code": (error(400, message="Rejected as a result of our safety system."), "refused"),
    "prompt refused (Azure)": (error(400, **AZURE), "refused"),
    "prompt refused by a proxy": (
        error(400, code="400", message="AzureException - content management policy", type=None),
        "refused",
    ),
    "prompt refused 403 (xAI)": (
        Answer({"code": "no permission", "error": "Content violates usage guidelines. SAFETY_CHECK_X"}, 403),
        "refused",
    ),
    "prompt refused 403 (broker)": (
        error(403, code=403, message="Your input was flagged", metadata={"reasons": ["x"]}),
        "refused",
    ),
    "prompt refused (DeepSeek)": (error(400, message="Content Exists Risk", code="x"), "refused"),
    "prompt refused (Qwen)": (
        error(400, code="data_inspection_failed", message="may contain bad words"),
        "refused",
    ),
    "output refused 500": (error(500, message="Output blocked by content filtering policy"), "refused"),
    "refused inside a 200": (whole(choices=None, error={"code": 403, "message": "input flagged"}), "refused"),
    "refusal field": (choice(message={"content": None, "refusal": "I will not."}), "refused"),
    "finish content_filter": (choice(finish_reason="content_filter"), "refused"),
    "finish SAFETY without message": (choice(finish_reason="SAFETY", message=None), "refused"),
    "finish RECITATION": (choice(finish_reason="content_filter: RECITATION"), "refused"),
    "finish refusal": (choice(finish_reason="refusal"), "refused"),
    "prompt withheld, no choices": (whole(choices=[], promptFeedback={"blockReason": "OTHER"}), "refused"),
    "bad JSON (Groq)": (error(400, message="Failed to generate JSON.", **GENERATED), "unparsable"),
    "bad JSON inside a 200": (whole(choices=[], error={**GENERATED, "message": "x"}), "unparsable"),
    "cut off in an error": (error(400, message="max_tokens or output limit was reached"), "cut off"),
    "finish MAX_TOKENS": (choice(finish_reason="MAX_TOKENS"), "cut off"),
    "finish model_length": (choice(finish_reason="model_length"), "cut off"),
    "finish FinishReason.MAX_TOKENS": (choice(finish_reason="FinishReason.MAX_TOKENS"), "cut off"),
    "null content": (choice(message={"content": None}), "empty"),
    "no choices": (whole(choices=[]), "empty"),
    "several tool calls": (
        choice(message={"tool_calls": [{}, {}]}, finish_reason="tool_calls"),
        "empty",
    ),
}
"""What is the fate of one move: the run goes on."""

HTML = Answer(b"<!doctype html><title>Sign in</title>")
AGAIN: dict[str, Answer] = {
    "closes in the body": replace(GOOD, sent=0.5),
    "closes at once": Answer(raw=b""),
    "closes in the head": Answer(raw=b"HTTP/1.1 20"),
    "HTML with 200": HTML,
    "empty 200": Answer(b""),
    "204": http("204 No Content"),
    "no HTTP": Answer(raw=b"\x00\xff\x00 SSH-2.0\r\n\r\n"),
    "chunked garbage": http("200 OK\r\ntransfer-encoding: chunked", b"zz\r\n{}\r\n"),
    "length beyond the body": http("200 OK\r\ncontent-length: 99999", b"{"),
    "gzip that is none": Answer(b"no gzip", headers={"content-encoding": "gzip"}),
    "a stream": Answer(b'data: {"choices":[{"delta":{"content":"x"}}]}\n\n'),
    "a list": Answer([1, 2]),
    "error inside a 200": whole(choices=None, error={"message": "Provider returned error", "code": 429}),
    "error inside a choice": choice(finish_reason="error", error={"message": "upstream", "code": 502}),
    "finish error": choice(finish_reason="error"),
    "429 with ms": fails(429, "slow down", retry_after_ms="5"),
    "429 with a reset": fails(429, "slow", x_ratelimit_reset_requests="5ms"),
    "429 in words": error(429, message="Rate limit reached. Please try again in 9ms."),
    "500": fails(500, "oops"),
    "500 in HTML": Answer(b"<html>502 bad gateway</html>", 502),
    "529": fails(529, "Overloaded"),
    "deep nesting": Answer(b"[" * 9999 + b"]" * 9999),
}
"""What is asked again: the run goes on as if it had not been."""


def without(field_name: str) -> Callable[[Body], bool]:
    return lambda body: field_name in body


def too_many(body: Body) -> bool:
    return bool(body.get("max_tokens", 0) > 200)


LESSONS: dict[str, tuple[Answer, Callable[[Body], bool]]] = {
    "no schema": (error(400, message="response_format is not available"), without("response_format")),
    "no schema, 500": (error(500, message="invalid JSON schema in format"), without("response_format")),
    "no schema, 422": (Answer({"detail": "structured outputs are off"}, 422), without("response_format")),
    "no schema, xgrammar": (
        error(400, message="features not supported by xgrammar"),
        without("response_format"),
    ),
    "no schema, in a list": (
        Answer([{"error": {"code": 400, "message": "Request contains an invalid argument."}}], 400),
        without("response_format"),
    ),
    "no temperature": (error(400, message="`temperature` is deprecated"), without("temperature")),
    "no seed": (
        Answer({"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}, 422),
        without("seed"),
    ),
    "max_completion_tokens": (
        error(400, message="Unsupported parameter: 'max_tokens'"),
        without("max_tokens"),
    ),
    "small context": (
        error(
            400, message="maximum context length is 400 tokens. (200 in the messages, 1024 in the completion)"
        ),
        too_many,
    ),
    "few tokens": (error(400, message="max_tokens: 1024 > 200, which is the maximum"), too_many),
}
"""What a request does without: it is asked again otherwise, and the run goes on."""

STOPS: dict[str, tuple[Answer, str]] = {
    "wrong key": (fails(401, "no"), "refuses a call without a key"),
    "no permission": (fails(403, "not for your country"), "403: not for your country"),
    "no such model": (fails(404, "no such model"), "lists fake-1 but does not serve it"),
    "no such model inside a 200": (whole(choices=None, error="model not found"), "unknown model|serve it"),
    "no credit": (error(429, code="insufficient_quota", message="quota"), "no credit"),
    "no credit, 400": (error(400, message="Your credit balance is too low"), "no credit"),
    "no credit, 402": (fails(402, "Insufficient Balance"), "no credit"),
    "streams only": (fails(400, "only support stream mode, please enable the stream"), "streams only"),
    "rejects all": (fails(400, "no"), "rejects the request"),
    "redirects": (Answer(b"", 307, {"location": "http://x.invalid/v1?key=1"}), "redirects to http://x.inv"),
    "context too small": (error(400, message=TOO_LONG), "context is too small .* max_tokens"),
    "context too small, 413": (fails(413, "Request Entity Too Large"), "context is too small"),
    "gzip bomb": (
        Answer(gzip.compress(bytes(2**26)), headers={"content-encoding": "gzip"}),
        "more than 16 MB",
    ),
    "huge body": (Answer(b" " * (2**24 + 1)), "more than 16 MB"),
    "busy for ever": (fails(503, "busy"), "within 0.3 s of patience"),
    "asks for an hour": (fails(429, "slow", retry_after="3600"), "asks to wait 3600 s; longer than"),
    "resets in an hour": (
        fails(429, "slow", x_ratelimit_reset_tokens="1h0m1s", x_ratelimit_remaining_tokens="0"),
        "asks to wait 3601 s",
    ),
    "HTML for ever": (HTML, "begins .*html.*: check base_url"),
}
"""What is not the fate of one move: the run stops with one line."""


@pytest.fixture
def run(tmp_path, command, monkeypatch) -> Callable[..., Any]:
    """Runs eight games against a behaviour: the status, the summary, what was said, the journal."""
    monkeypatch.setattr(access, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(retrying, "FIRST_PAUSE", 0.01)

    def go(hostile: Hostile, patience: float = 30.0, **options: str) -> Any:
        with FakeServer(hostile) as server:
            extra = "".join(f"{name} = {value}\n" for name, value in options.items())
            text = EXPERIMENT + f'base_url = "{server.base_url}"\n' + extra
            (tmp_path / "e.toml").write_text(text)
            words = ("run", "e.toml", "--out", "r", "--json", "--workers", "4", "--patience", str(patience))
            status, out, err = command(*words)
        return status, json.loads(out) if out else {}, err, list(journal(tmp_path / "r"))

    return go


def journal(folder: Any) -> Iterator[Any]:
    yield from api.load(folder).calls.itertuples()


def cells(table: Any) -> list[dict[str, str]]:
    """The rows of a table of the report by column; none where it has no such table."""
    return [dict(zip(table.columns, map(str, row), strict=True)) for row in table.rows] if table else []


def kinds(calls: list[Any]) -> Counter[str]:
    return Counter(call.fault if isinstance(call.fault, str) else "reply" for call in calls)


def agrees(hostile: Hostile, result: dict[str, Any], calls: list[Any]) -> None:
    """The server's own log, the journal, the summary and the report tell the same."""
    assert kinds(calls) == hostile.fates
    shown = api.report(result["out"]).tables
    (usage,) = cells(shown["usage"])
    assert int(usage["calls"]) == len(calls)
    faults = {kind: int(n) for row in cells(shown.get("faults")) for kind, n in row.items() if kind in KINDS}
    # A call that the server failed is made again by the client: no attempt of the move is lost by it.
    lost = {kind: n for kind, n in hostile.fates.items() if kind in KINDS}
    assert {kind: n for kind, n in faults.items() if n} == lost
    assert result["calls"] == len(calls) == hostile.fates.total()
    assert result["tokens"] == (None if hostile.uncounted else hostile.tokens)


@pytest.mark.parametrize("way", ONE_MOVE)
def test_the_fate_of_one_request_is_a_fault_of_its_move_and_the_run_goes_on(way, run):
    answer, fate = ONE_MOVE[way]
    hostile = Hostile(answer, fate)
    raises = way.startswith("finish") and fate == "cut off"
    hostile.when = (lambda body: True) if raises else None
    status, result, err, calls = run(hostile)
    # Where every reply is cut off nobody moved by themselves, and the run says so with a status of its own.
    assert status == (3 if raises else 0) and result["finished"] == GAMES, err
    if raises:  # each is asked for twice more with more room, and all three are on its bill
        assert len(calls) == len(hostile.log) / 3 == kinds(calls)["cut off"]
        assert result["tokens"] == hostile.tokens
        return
    agrees(hostile, result, calls)


@pytest.mark.parametrize("way", AGAIN)
def test_what_is_lost_on_the_way_is_asked_for_again(way, run):
    hostile = Hostile(AGAIN[way], "outage")
    status, result, err, calls = run(hostile)
    assert status == 0 and result["finished"] == GAMES, err
    assert hostile.log.count("outage") >= GAMES / 3
    agrees(hostile, result, calls)


@pytest.mark.parametrize("way", LESSONS)
def test_what_a_server_does_not_take_is_left_out_and_told_once(way, run):
    answer, when = LESSONS[way]
    hostile = Hostile(answer, "lesson", when)
    status, result, err, calls = run(hostile)
    assert status == 0 and result["finished"] == GAMES, err
    assert 1 <= hostile.log.count("lesson") <= 4  # those that were under way at once
    assert err.count("does not take all that is asked") == 1
    agrees(hostile, result, calls)


@pytest.mark.parametrize("way", STOPS)
def test_what_is_not_the_fate_of_one_move_stops_the_run_with_one_line(way, run):
    answer, line = STOPS[way]
    hostile = Hostile(answer, "outage", lambda body: True)
    status, _, err, calls = run(hostile, patience=0.3 if "ever" in way else 30.0)
    last = err.splitlines()[-1]
    assert status == 2 and last.startswith("syllogos: ") and re.search(line, last), err
    assert "Traceback" not in err and calls == []


@pytest.mark.parametrize("slow", ["silent", "drips"])
def test_a_server_that_says_nothing_is_waited_for_as_long_as_there_is_patience(slow, run, monkeypatch):
    monkeypatch.setattr(access, "LEAST_SILENCE", 0.3)
    answer = replace(GOOD, delay=60.0) if slow == "silent" else replace(GOOD, drip=1.0)
    hostile = Hostile(answer, "outage", lambda body: True)
    status, _, err, calls = run(hostile, patience=0.3)
    assert status == 2 and calls == [] and "within 0.3 s of patience" in err.splitlines()[-1]
    assert "waiting for a reply" in err and "did not answer in time" in err


def test_two_bodies_are_one_reply(run):
    body = json.dumps(GOOD.body).encode()
    head = f"HTTP/1.1 200 OK\r\ncontent-length: {len(body)}\r\n\r\n".encode()
    hostile = Hostile(Answer(GOOD.body, raw=(head + body) * 2), "reply")
    status, result, err, calls = run(hostile)
    assert status == 0 and result["finished"] == GAMES, err
    agrees(hostile, result, calls)


def test_there_are_at_least_forty_ways():
    assert len({*ONE_MOVE, *AGAIN, *LESSONS, *STOPS}) >= 40
