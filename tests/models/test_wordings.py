"""How servers word what they do not do, and what each wording comes to: pure functions, no server."""

from __future__ import annotations

from typing import Any

import pytest

from syllogos.contract import Message, Sampling
from syllogos.errors import ModelError, Outage
from syllogos.models.client.complaints import Complaint, complaint
from syllogos.models.client.dialect import Dialect, alternating, learn, request_body
from syllogos.models.client.fitting import fitted, sizes
from syllogos.models.client.reading import billed_out, completion, finish_of
from syllogos.models.client.server_error import announced, asked_in_words, server_error
from syllogos.models.client.spec import parse, sampling_for

ASK = (Message("system", "Be brief."), Message("user", "Red?"))
SAMPLING = Sampling(temperature=0.0, seed=7, extra={"top_p": 0.5, "stop": ["x"]})
SENT = request_body("m", ASK, SAMPLING, {"title": "T", "type": "object"}, Dialect())


def found(status: int, body: Any, text: str = "") -> Complaint | Outage | ModelError:
    return complaint(server_error(body, status, text), "http://x/v1", "KEY", SENT, None)


def words(status: int, message: str, **inner: Any) -> Complaint | Outage | ModelError:
    return found(status, {"error": {"message": message, **inner}})


REFUSED: list[tuple[int, Any]] = [
    (400, {"error": {"message": "Invalid prompt: we've limited access to this content for safety reasons."}}),
    (400, {"error": {"message": "Your request was rejected as a result of our safety system.", "code": "x"}}),
    (400, {"error": {"message": "x", "code": "content_policy_violation"}}),
    (400, {"error": {"message": "filtered", "innererror": {"code": "ResponsibleAIPolicyViolation"}}}),
    (400, {"error": {"message": "rejected because it was considered high risk", "type": "content_filter"}}),
    (
        400,
        {"error": {"message": "Output blocked by content filtering policy", "type": "invalid_request_error"}},
    ),
    (400, {"error": {"message": "系统检测到输入或生成内容可能包含敏感内容", "code": "1301"}}),
    (403, {"error": {"message": 'm requires moderation on X. Your input was flagged for "violence".'}}),
    (403, {"code": "permission", "error": "Content violates usage guidelines."}),
    (422, {"detail": "The prompt contains inappropriate content"}),
    (451, {"message": "Blocked by our content safety guardrail"}),
    (500, {"error": {"message": "Request blocked by the safety filter"}}),
    (502, {"error": {"message": "upstream", "metadata": {"raw": '{"error": {"code": "content_filter"}}'}}}),
]


@pytest.mark.parametrize(("status", "body"), REFUSED)
def test_a_refused_content_is_the_fate_of_one_move_in_the_servers_words(status: int, body: Any) -> None:
    """cb31, and its kin: under any code or status."""
    said = found(status, body)
    assert isinstance(said, Complaint) and said.fault and said.fault.kind == "refused"
    assert said.fault.say.isprintable() and len(said.fault.say) < 300


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, "Your access was terminated due to violation of our policies, check your email."),
        (403, "Country, region, or territory not supported"),
        (403, "Your organization must be verified for safety reasons"),
        (404, "No endpoints found matching your data policy. See your privacy settings."),
        (400, "The model `x` has been decommissioned and is no longer supported."),
        (404, "The model `x` does not exist or you do not have access to it."),
        (402, "Insufficient Balance"),
        (402, "no"),
        (400, "Your credit balance is too low to access the API."),
    ],
)
def test_what_is_about_the_account_or_the_model_stops(status: int, message: str) -> None:
    said = words(status, message)
    assert isinstance(said, ModelError) or (said.names_model and said.fault is None)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (503, "The content filtering service is temporarily unavailable"),
        (500, "The server had an error while processing your request. Sorry about that!"),
        (429, "Rate limit reached for x. Please try again in 20s."),
        (429, "You exceeded your current quota, please check your plan and billing details."),
        (529, "Overloaded"),
    ],
)
def test_what_passes_is_an_outage(status: int, message: str) -> None:
    assert isinstance(words(status, message), Outage)


@pytest.mark.parametrize(
    ("status", "inner", "kind"),
    [
        (400, {"message": "Failed to generate JSON.", "code": "json_validate_failed"}, "unparsable"),
        (400, {"message": "Failed to call a function. See 'failed_generation'"}, "unparsable"),
        (400, {"message": "Tool choice is none", "failed_generation": "x"}, "unparsable"),
        (500, {"message": "Failed to parse input at pos 17: <x>"}, "unparsable"),
        (400, {"message": "The model output is not valid JSON", "failed_generation": "{"}, "unparsable"),
        (
            400,
            {"message": "max completion tokens reached before a valid document", "failed_generation": ""},
            "cut off",
        ),
        (400, {"message": "Could not finish: max_tokens or model output limit was reached."}, "cut off"),
    ],
)
def test_bad_output_is_the_fate_of_one_move(status: int, inner: dict[str, Any], kind: str) -> None:
    """cb29, and its kin; what was generated stays with the fault, its tokens unknown."""
    said = found(status, {"error": inner})
    assert isinstance(said, Complaint) and said.fault and said.fault.kind == kind
    assert said.fault.reply and said.fault.reply.tokens is None
    assert said.fault.reply.text == inner.get("failed_generation", "")


NOT_TAKEN = [
    ("response_format", 400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported."),
    ("response_format", 400, "This model does not support structured outputs"),
    ("response_format", 400, "JSON mode is not enabled for this model"),
    ("response_format", 400, "The provided JSON schema contains features not supported by xgrammar."),
    ("response_format", 422, "Invalid grammar"),
    ("response_format", 500, "invalid JSON schema in format"),
    ("response_format", 400, "Unsupported keyword in schema: additionalProperties"),
    ("response_format", 501, "guided decoding is not implemented"),
    ("temperature", 400, "`temperature` is deprecated for this model."),
    (
        "temperature",
        400,
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1)",
    ),
    ("temperature", 400, "temperature may only be set to 1 when thinking is enabled"),
    ("top_p", 400, "Unsupported parameter: 'top_p' is not supported with this model."),
    ("temperature", 400, "only one of temperature and top_p may be specified"),
    ("top_p", 400, "Argument not supported on this model: topP"),
    ("stop", 400, "Unsupported parameter: 'stop' is not supported with this model."),
    ("stop", 400, "stop_sequences: Extra inputs are not permitted"),
    ("seed", 400, "seed must be less than 2147483647"),
    ("seed", 422, "Unrecognized request argument supplied: seed"),
    ("max_tokens", 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    ("roles", 400, "System role not supported"),
    ("roles", 400, "Developer instruction is not enabled for models/gemma"),
    ("roles", 500, "Conversation roles must alternate user/assistant/user/assistant/..."),
    ("roles", 400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."),
    ("roles", 422, "messages.0.role: Input should be 'user' or 'assistant', role 'system' is invalid"),
]


@pytest.mark.parametrize(("part", "status", "message"), NOT_TAKEN)
def test_what_a_server_does_not_take_is_left_out(part: str, status: int, message: str) -> None:
    """cb20, cb21, cb23, cb25, cb27: said with or without the name of the field, in 400, 422 or 500."""
    said = words(status, message)
    assert isinstance(said, Complaint) and said.fault is None
    learnt = learn(Dialect(), SENT, said.param, said.said, auto=True)
    assert learnt is not None
    body = request_body("m", ASK, SAMPLING, {"title": "T", "type": "object"}, learnt)
    if part == "roles":
        assert [row["role"] for row in body["messages"]] == ["user"]  # type: ignore[attr-defined]
    else:
        assert part not in body
    assert ("max_tokens" in body) != ("max_completion_tokens" in body)
    assert len(SENT.keys() - body.keys()) == (part != "roles")


@pytest.mark.parametrize("param", [None, "temperature"])
def test_cb23_a_field_is_left_out_although_no_param_names_it(param: str | None) -> None:
    said = words(400, "'temperature' does not support 0 ...", param=param, code="invalid_request")
    assert isinstance(said, Complaint)
    assert learn(Dialect(), SENT, said.param, said.said, auto=True) == Dialect(
        refused=frozenset({"temperature"})
    )


@pytest.mark.parametrize(
    "message", ["temperature must be between 0 and 1", "top_p: Input should be less than 1"]
)
def test_a_value_out_of_range_is_for_people_to_mend(message: str) -> None:
    said = words(400, message)
    assert isinstance(said, Complaint) and said.fault is None
    assert learn(Dialect(), SENT, said.param, said.said, auto=True) is None


def test_a_retry_keeps_the_roles_alternating() -> None:
    """cb20: no system role, user and model in turn, beginning with the user."""
    talk = (*ASK, Message("assistant", "Hm."), Message("user", "So?"), Message("user", "Now."))
    assert [m.role for m in alternating(talk)] == ["user", "assistant", "user"]


SIZES = [
    (
        "maximum context length is 512 tokens. However, you requested 1336 tokens (312 in the messages, 1024 in the completion).",
        200,
    ),
    (
        "maximum context length is 512 tokens, however you requested 1336 tokens (312 in your prompt; 1024 for the completion).",
        200,
    ),
    (
        "'max_tokens' is too large: 1024. maximum context length is 512 tokens and your request has 312 input tokens (1024 > 512 - 312).",
        200,
    ),
    ("input length and `max_tokens` exceed context limit: 312 + 1024 > 512, decrease input length", 200),
    (
        "`inputs` tokens + `max_new_tokens` must be <= 512. Given: 312 `inputs` tokens and 1024 `max_new_tokens`",
        200,
    ),
    (
        "maximum context length is 512 tokens. However, you requested about 1336 tokens (312 of text input, 1024 in the output).",
        200,
    ),
    (
        "exceeds the model's maximum context length of 512 tokens. You requested a total of 1336 tokens: 312 tokens from the input messages",
        200,
    ),
    (
        "You passed 312 input tokens and requested 1024 output tokens. However, the model's context length is only 512 tokens",
        200,
    ),
    ("max_tokens: 1024 > 200, which is the maximum allowed number of output tokens", 200),
    ("`max_tokens` must be less than or equal to `200`", 200),
    ("Invalid max_tokens value, the valid range of max_tokens is [1, 200]", 200),
    (
        "a maxOutputTokens value of 1,024 but the supported range is from 1 (inclusive) to 201 (exclusive)",
        200,
    ),
    ("max_tokens is too large: 1024. This model supports at most 200 completion tokens", 200),
    ("Request too large on tokens per minute (TPM): Limit 6000, Requested 6824", 200),
    ("maximum context length is 512 tokens. However, your messages resulted in 600 tokens.", None),
    ("request (600 tokens) exceeds the available context size (512 tokens), try increasing it", None),
    (
        "Trying to keep the first 600 tokens when context the overflows. context length of only 512 tokens",
        None,
    ),
    ("Prompt contains 600 tokens, too large for model with 512 maximum context length", None),
    ("prompt is too long: 600 tokens > 512 maximum", None),
    ("The input token count (600) exceeds the maximum number of tokens allowed (512).", None),
    ("Requested tokens (600) exceed context window of 512", None),
    ("the request exceeds the available context size, try increasing it", None),
]


@pytest.mark.parametrize(("said", "room"), SIZES)
def test_cb37_a_request_is_fitted_from_the_servers_own_numbers(said: str, room: int | None) -> None:
    told = sizes(said, {}, 1024)
    fit = fitted(Dialect(), told, 1024, 300) if told else None
    assert (fit is None) == (room is None)
    assert fit is None or room is None or room - 7 <= fit.room(300) <= room


def test_numbers_in_fields_of_their_own_are_read() -> None:
    body = {
        "error": {
            "code": 400,
            "message": "exceeds",
            "type": "exceed_context_size_error",
            "n_ctx": 512,
            "n_prompt_tokens": 312,
        }
    }
    said = found(400, body)
    assert isinstance(said, Complaint) and said.too_long
    told = sizes(said.said, said.sizes, 1024)
    assert told and told.most == 200


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"x-ratelimit-reset-requests": "6m0s"}, 360.0),
        ({"x-ratelimit-reset-tokens": "20ms"}, 0.02),
        ({"x-ratelimit-reset-requests": "2m59.56s", "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-tokens": "1s"}, 179.56),
        ({"x-ratelimit-reset-requests": "1h", "x-ratelimit-reset-tokens": "1s"}, 1.0),
        ({"x-ratelimit-reset": "soon"}, None),
        ({"x-ratelimit-reset-tokens": "0"}, None),
        ({"retry-after": "Tue, 01 Dec 2026 00:00:09 GMT", "date": "Tue, 01 Dec 2026 00:00:00 GMT"}, 9.0),
        ({"anthropic-ratelimit-requests-reset": "2026-12-01T00:00:09Z", "date": "Tue, 01 Dec 2026 00:00:00 GMT"}, 9.0),
        ({"retry-after": "7", "x-ratelimit-reset-requests": "1h"}, 7.0),
    ],
)  # fmt: skip
def test_cb34_a_wait_may_be_a_reset(headers: dict[str, str], seconds: float | None) -> None:
    assert announced(headers) == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("Please try again in 1.5s.", 1.5), ("try again in 7m12s", 432.0), ("Please retry after 30 seconds", 30.0),
     ("try again in 9ms", 0.009), ("Try again later.", None), ("retry in 2026", None)],
)  # fmt: skip
def test_a_wait_may_stand_in_words(said: str, seconds: float | None) -> None:
    assert asked_in_words(said) == seconds
    outage = words(429, said)
    assert isinstance(outage, Outage) and outage.after == seconds


def test_a_wait_may_stand_in_the_body() -> None:
    body = [
        {"error": {"code": 429, "message": "x", "details": [{"@type": "RetryInfo", "retryDelay": "34s"}]}}
    ]
    outage = found(429, body)
    assert isinstance(outage, Outage) and outage.after == 34.0


@pytest.mark.parametrize(
    ("word", "finish"),
    [("SAFETY", "filter"), ("content_filter: RECITATION", "filter"), ("FinishReason.PROHIBITED_CONTENT", "filter"),
     ("refusal", "filter"), ("SPII", "filter"), ("MAX_TOKENS", "length"), ("model_length", "length"),
     ("model_context_window_exceeded", "length"), ("eos", "stop"), ("end_turn", "stop"), ("tool_use", "tool")],
)  # fmt: skip
def test_the_end_of_a_reply_is_known_under_each_of_its_names(word: str, finish: str) -> None:
    assert finish_of(word) == finish


@pytest.mark.parametrize(
    ("usage", "out"),
    [
        ({"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 4010, "completion_tokens_details": {"reasoning_tokens": 3000}}, 3010),
        ({"prompt_tokens": 1000, "completion_tokens": 3010, "total_tokens": 4010, "completion_tokens_details": {"reasoning_tokens": 3000}}, 3010),
        ({"prompt_tokens": 5, "completion_tokens": 10, "completion_tokens_details": {"reasoning_tokens": 30}}, 40),
        ({"prompt_tokens": 5, "completion_tokens": 10, "total_tokens": 12}, 10),
        ({"input_tokens": 5, "output_tokens": 10}, 10),
        ({}, None), (None, None), ("many", None),
    ],
)  # fmt: skip
def test_cb35_the_tokens_of_thoughts_are_billed(usage: Any, out: int | None) -> None:
    assert billed_out(usage) == out


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        ({"finish_reason": "tool_calls", "message": {"content": '{"move": "defect"}'}}, '{"move": "defect"}'),
        ({"finish_reason": "tool_calls", "message": {"tool_calls": []}}, ""),
        ({"finish_reason": "tool_calls", "message": {"content": None, "tool_calls": [
            {"type": "function", "function": {"name": "json", "arguments": '{"move": "defect"}'}}]}}, '{"move": "defect"}'),
        ({"message": {"function_call": {"name": "f", "arguments": '{"move": "defect"}'}}}, '{"move": "defect"}'),
        ({"message": {"tool_calls": [{"function": {"arguments": "{}"}}, {"function": {"arguments": "{}"}}]}}, "{}\n{}"),
    ],
    ids=["cb17", "cb17-empty", "cb18", "cb18-older", "cb18-two"],
)  # fmt: skip
def test_an_answer_may_come_as_the_arguments_of_one_call(choice: dict[str, Any], text: str) -> None:
    said = completion({"choices": [choice]})
    assert said is not None and said.text == text


@pytest.mark.parametrize("seed", [-1, 2**31, 2**62])
def test_a_seed_that_is_sent_fits_31_bits(seed: int) -> None:
    for send_seed in (True, False):
        spec = parse({"model": "openai/x", "seed": seed, "send_seed": send_seed})
        sent = {sampling_for(spec, call).seed for call in (5, 5)}
        assert len(sent) == 1 and all(value is not None and 0 <= value < 2**31 for value in sent)
    assert sampling_for(parse({"model": "openai/x", "seed": 7, "send_seed": False}), 5).seed == 7
