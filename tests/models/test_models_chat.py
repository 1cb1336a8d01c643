"""The OpenAI-compatible client against a scripted server: replies, faults, errors, adaptation."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from fake_server import Answer, Body, FakeServer, fails, says
from syllogos import plugins
from syllogos.contract import Fault, Message, Reply, Sampling
from syllogos.errors import InputError, ModelError, Outage
from syllogos.models.client import dialect as _dialect
from syllogos.models.client import reading as _reading
from syllogos.models.client import transport as _transport
from syllogos.models.client.spec import parse

ASK = (Message("system", "You are brief."), Message("user", "Which do you choose, red or blue?"))
SAMPLING = Sampling(temperature=1.0, max_tokens=100)
SCHEMA: dict[str, object] = {
    "title": "Choice",
    "type": "object",
    "properties": {"move": {"enum": ["red", "blue"]}},
    "required": ["move"],
    "additionalProperties": False,
}
BIG = (Message("user", "some words of a long prompt " * 100),)


@asynccontextmanager
async def model_at(
    base_url: str, name: str = "fake-1", provider: str = "openai", **config: Any
) -> AsyncIterator[Any]:
    model = plugins.load("models", provider)(
        name, base_url=base_url, **{"retries": 0, "key_env": "", **config}
    )
    try:
        yield model
    finally:
        await model.aclose()


async def said(
    *behaviours: Any,
    ask: tuple[Message, ...] = ASK,
    sampling: Sampling = SAMPLING,
    schema: Any = None,
    **config: Any,
) -> tuple[Reply | Fault, list[Body]]:
    """What the model layer makes of what the server says, and what the server was sent."""
    with FakeServer(*behaviours) as server:
        async with model_at(server.base_url, **config) as model:
            reply = await model.complete(ask, sampling=sampling, schema=schema)
        return reply, server.bodies


async def test_a_reply_carries_text_counts_and_model() -> None:
    reply, bodies = await said(says("red"), sampling=replace(SAMPLING, seed=7, extra={"top_k": 3}))
    assert reply == Reply(
        "red", tokens_in=50, tokens_out=5, model="fake-1", finish="stop", finish_said="stop"
    )
    assert bodies == [
        {
            "model": "fake-1",
            "messages": [{"role": m.role, "content": m.text} for m in ASK],
            "max_tokens": 100,
            "temperature": 1.0,
            "seed": 7,
            "top_k": 3,
        }
    ]


async def test_counts_that_a_server_does_not_give_are_unknown() -> None:
    reply, _ = await said(says("red", tokens=None))
    assert isinstance(reply, Reply) and (reply.tokens_in, reply.tokens_out) == (None, None)


@pytest.mark.parametrize(
    ("answer", "text", "reasoning"),
    [
        (says("red", reasoning_content="I like red."), "red", "I like red."),
        (says("red", reasoning="I like red."), "red", "I like red."),
        (says("<think>I like red.</think>\n\nred"), "red", "I like red."),
        (says("I like red.</think>red"), "red", "I like red."),
        (says("say <think>aloud</think>"), "say", "aloud"),
        (says([{"type": "thinking"}, {"type": "text", "text": "red"}]), "red", ""),  # type: ignore[arg-type]
    ],
)
async def test_reasoning_is_kept_apart_from_the_reply(answer: Answer, text: str, reasoning: str) -> None:
    reply, _ = await said(answer)
    assert isinstance(reply, Reply) and (reply.text, reply.reasoning) == (text, reasoning)


async def test_an_empty_turn_of_the_model_is_sent_as_an_explicit_one() -> None:
    """ca11: a provider answers 400 to a conversation with an empty assistant message."""

    def strictly(body: Body) -> Answer:
        empty = any(not m["content"].strip() for m in body["messages"])
        return fails(400, "messages: content must not be empty") if empty else says("red")

    reply, bodies = await said(strictly, ask=(*ASK, Message("assistant", " "), Message("user", "So?")))
    assert isinstance(reply, Reply)
    assert bodies[0]["messages"][2] == {"role": "assistant", "content": "(no reply)"}


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (says(None), "empty"),
        (says(""), "empty"),
        (says(" \n "), "empty"),
        (says(None, finish="tool_calls", tool_calls=[]), "empty"),
        (says("<think>only thoughts</think>"), "empty"),
        (says(None, refusal="I cannot help with that."), "refused"),
        (says("", finish="content_filter"), "refused"),
        (fails(400, "the prompt was filtered", code="x"), "error"),
    ],
)
async def test_content_that_is_no_reply_is_a_typed_fault(answer: Answer, kind: str) -> None:
    """ca12: null content is an outcome of its own and never a crash."""
    if kind == "error":
        answer = replace(answer, body={"error": {"message": "filtered", "code": "content_filter"}})
        kind = "refused"
    fault, _ = await said(answer)
    assert isinstance(fault, Fault) and fault.kind == kind and fault.say


async def test_a_cut_off_reply_is_asked_for_with_a_higher_ceiling_at_most_twice() -> None:
    """ca26: truncation shows in finish_reason; after two raises it is recorded as a fault."""
    fault, bodies = await said(says('{"move":"a', finish="length"))
    assert isinstance(fault, Fault) and fault.kind == "cut off"
    assert fault.reply == Reply(
        '{"move":"a', tokens_in=150, tokens_out=15, model="fake-1", finish="length", finish_said="length"
    )
    assert [body["max_tokens"] for body in bodies] == [100, 200, 400]


async def test_the_bill_of_a_raised_ceiling_counts_all_attempts() -> None:
    reply, bodies = await said(says("re", finish="length"), says("red"))
    assert reply == Reply(
        "red", tokens_in=100, tokens_out=10, model="fake-1", finish="stop", finish_said="stop"
    )
    assert len(bodies) == 2


async def test_a_ceiling_the_server_does_not_take_is_no_error() -> None:
    def limited(body: Body) -> Answer:
        too_much = body["max_tokens"] > 100
        return fails(400, "max_tokens is too large: at most 100") if too_much else says("re", finish="length")

    fault, bodies = await said(limited)
    assert isinstance(fault, Fault) and fault.kind == "cut off"
    assert len(bodies) == 2


@pytest.mark.parametrize(
    "then", [fails(503, "overloaded"), fails(400, "maximum context length"), fails(401, "key"), Answer(b"{")]
)
async def test_a_reply_that_was_paid_for_is_kept_whatever_comes_after_it(then: Answer) -> None:
    fault, bodies = await said(says("re", finish="length"), then)
    assert isinstance(fault, Fault) and fault.kind == "cut off" and len(bodies) == 2
    assert fault.reply == Reply(
        "re", tokens_in=50, tokens_out=5, model="fake-1", finish="length", finish_said="length"
    )


async def test_a_request_near_the_context_is_cut_off_before_it_is_paid_for() -> None:
    fault, bodies = await said(says("red"), ask=BIG, context=700)
    assert isinstance(fault, Fault) and fault.kind == "cut off" and "700" in fault.say
    assert bodies == []


async def test_the_ceiling_stays_within_the_context() -> None:
    _, bodies = await said(
        says("re", finish="length"), context=250, sampling=replace(SAMPLING, max_tokens=90)
    )
    room = 250 - _reading.estimate(ASK)
    assert [body["max_tokens"] for body in bodies] == [90, 180, room]


async def test_a_request_that_the_server_truncated_silently_is_a_fault() -> None:
    fault, _ = await said(says("red", tokens=(60, 5)), ask=BIG)
    assert isinstance(fault, Fault) and fault.kind == "cut off" and "60" in fault.say
    for tokens in (400, 0):  # a plausible count, and none
        reply, _ = await said(says("red", tokens=(tokens, 5)), ask=BIG)
        assert isinstance(reply, Reply)


async def test_a_context_error_is_a_fault_of_a_model_that_has_had_room_and_else_names_the_settings() -> None:
    small = fails(400, "This model's maximum context length is 4096 tokens.")
    with pytest.raises(ModelError, match="context is too small for this request with max_tokens = 100"):
        await said(small)
    with FakeServer(says("red"), small) as server:
        async with model_at(server.base_url) as model:
            await model.complete(ASK, sampling=SAMPLING)
            fault = await model.complete(ASK, sampling=SAMPLING)
    assert isinstance(fault, Fault) and fault.kind == "cut off" and "4096" in fault.say


@pytest.mark.parametrize(
    "answer",
    [
        replace(says("VOTE: blue"), sent=0.5),
        replace(says("VOTE: blue"), sent=0.0),
        Answer(b'{"choices": [{"mess'),
        Answer(b"<html>busy</html>"),
        Answer({"error": {"message": "upstream", "code": 502}}),
        says("half", finish="error"),
        Answer(b'data: {"choices":[{"delta":{"content":"VOTE: "}}]}\n\n'),
    ],
)
async def test_a_body_that_ends_early_is_an_outage_and_never_a_reply(answer: Answer) -> None:
    """ca27: an answer without its end is an error, whatever it began with."""
    with pytest.raises(Outage):
        await said(answer)


async def test_a_lost_answer_is_asked_for_again() -> None:
    reply, bodies = await said(replace(says("red"), sent=0.5), Answer(b"{"), says("red"), retries=2)
    assert isinstance(reply, Reply) and len(bodies) == 3


async def test_a_model_that_never_chooses_is_called_once_a_turn() -> None:
    """ca30, as far as the model layer goes: an unusable text is a plain reply, and no loop hides here."""
    reply, bodies = await said(says("none of the options"))
    assert isinstance(reply, Reply) and reply.text == "none of the options" and len(bodies) == 1


async def test_a_schema_is_sent_as_such_under_a_name_the_protocol_takes() -> None:
    """ca10: a display name never reaches a field of the protocol that takes only ASCII names."""
    schema = {**SCHEMA, "title": "Ана Ñ. (team 1)"}
    _, bodies = await said(says('{"move": "red"}'), schema=schema)
    sent = bodies[0]["response_format"]["json_schema"]
    assert re.fullmatch("[a-zA-Z0-9_-]{1,64}", sent.pop("name"))
    assert sent == {"schema": schema, "strict": True}
    assert all("name" not in message for message in bodies[0]["messages"])


@pytest.mark.parametrize(
    "change",
    [
        {"additionalProperties": True},
        {"required": []},
        {"type": "array"},
        {"properties": {"move": {"type": "string", "maxLength": 3}}},
        {"properties": {"move": {"type": "object", "properties": {}}}},
        {"properties": {"move": {"anyOf": [{"type": "string", "pattern": "a"}]}}},
        {"properties": {"move": {"items": {"type": "string", "format": "date"}}}},
    ],
)
def test_a_schema_outside_the_strict_kind_is_not_called_strict(change: dict[str, object]) -> None:
    assert _dialect.strict(SCHEMA) and not _dialect.strict({**SCHEMA, **change})


async def test_a_rejected_schema_goes_into_words_for_good() -> None:
    def plain(body: Body) -> Answer:
        refused = "response_format" in body
        return (
            fails(400, "response_format json_schema is not available") if refused else says('{"move": "red"}')
        )

    with FakeServer(plain) as server:
        async with model_at(server.base_url) as model:
            for _ in range(2):
                assert isinstance(await model.complete(ASK, sampling=SAMPLING, schema=SCHEMA), Reply)
        assert ["response_format" in body for body in server.bodies] == [True, False, False]
        assert '"additionalProperties": false' in server.bodies[-1]["messages"][-1]["content"]


async def test_schema_mode_does_not_fall_back_and_text_mode_never_sends_one() -> None:
    with pytest.raises(ModelError, match="structured"):
        await said(fails(400, "response_format is not supported"), schema=SCHEMA, structured="schema")
    _, bodies = await said(
        says("{}"), schema=SCHEMA, structured="text", ask=(*ASK, Message("assistant", "Hm."))
    )
    assert "response_format" not in bodies[0] and bodies[0]["messages"][-1]["role"] == "user"


async def test_the_name_of_the_token_limit_is_learnt() -> None:
    def newer(body: Body) -> Answer:
        text = "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
        return fails(400, text, param="max_tokens") if "max_tokens" in body else says("red")

    with FakeServer(newer) as server:
        async with model_at(server.base_url) as model:
            for _ in range(2):
                assert isinstance(await model.complete(ASK, sampling=SAMPLING), Reply)
        assert ["max_tokens" in body for body in server.bodies] == [True, False, False]


def refusing(field: str, text: str) -> Callable[[Body], Answer]:
    return lambda body: fails(400, text, param=field) if field in body else says("red")


async def test_a_rejected_seed_and_temperature_are_dropped_and_the_reply_says_so() -> None:
    reply, bodies = await said(
        refusing("seed", "Unknown parameter: 'seed'."), sampling=replace(SAMPLING, seed=1)
    )
    assert isinstance(reply, Reply) and "seed" not in bodies[-1] and reply.altered == "no seed"
    rejected = refusing("temperature", "Unsupported value: 'temperature' is fixed.")
    reply, bodies = await said(rejected, sampling=replace(SAMPLING, temperature=0.0))
    assert isinstance(reply, Reply) and "temperature" not in bodies[-1]
    assert reply.altered == "no temperature"


async def test_a_rejected_extra_setting_is_named() -> None:
    with pytest.raises(ModelError, match="'top_k': remove"):
        await said(fails(422, "top_k: extra inputs are not permitted"), sampling=Sampling(extra={"top_k": 1}))


async def test_an_endless_objection_ends_in_an_error() -> None:
    with FakeServer(
        lambda body: fails(400, f"{min(k for k in body if k.startswith('max'))} unsupported")
    ) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(ModelError):
                await model.complete(ASK, sampling=SAMPLING)
        assert server.calls == 2  # both names of the limit are refused


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_names_its_variable_and_not_itself(
    status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-verysecret")
    with pytest.raises(ModelError, match="SOME_KEY") as caught:
        await said(fails(status, "bad key sk-verysecret"), key_env="SOME_KEY")
    assert "verysecret" not in str(caught.value)


async def test_a_key_is_sent_and_its_absence_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_KEY", "sk-1")
    with FakeServer() as server:
        async with model_at(server.base_url, key_env="SOME_KEY") as model:
            await model.complete(ASK, sampling=SAMPLING)
        assert server.requests[0].headers["authorization"] == "Bearer sk-1"
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelError, match="export OPENAI_API_KEY"):
        plugins.load("models", "openai")("gpt-4o-mini")
    plugins.load("models", "openai")("any", base_url="http://127.0.0.1:9/v1")  # this machine needs none


async def test_an_unknown_model_is_told_with_the_names_on_offer() -> None:
    missing = fails(404, "model not found")
    with FakeServer(missing, models=("llama3.1", "qwen2.5")) as server:
        async with model_at(server.base_url, name="lama3") as model:
            with pytest.raises(ModelError, match=r"unknown model 'lama3'.*did you mean llama3\.1\?"):
                await model.complete(ASK, sampling=SAMPLING)
    with FakeServer(missing, models=None) as server:
        async with model_at(server.base_url, name="lama3") as model:
            with pytest.raises(ModelError, match="check the name and base_url"):
                await model.complete(ASK, sampling=SAMPLING)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
async def test_a_busy_server_is_an_outage_after_retries(status: int) -> None:
    with FakeServer(fails(status, "overloaded", retry_after_ms="1")) as server:
        async with model_at(server.base_url, retries=1) as model:
            with pytest.raises(Outage, match=str(status)):
                await model.complete(ASK, sampling=SAMPLING)
        assert server.calls == 2


async def test_a_server_that_recovers_is_no_outage() -> None:
    reply, bodies = await said(fails(429, "slow down", retry_after_ms="1"), says("red"), retries=1)
    assert isinstance(reply, Reply) and len(bodies) == 2


async def test_an_empty_account_is_no_outage() -> None:
    empty = Answer({"error": {"message": "quota", "code": "insufficient_quota"}}, 429)
    with pytest.raises(ModelError, match="credit"):
        await said(empty)


@pytest.mark.parametrize("slow", [replace(says("red"), drip=0.02), replace(says("red"), delay=30.0)])
async def test_a_server_that_hangs_or_drips_is_an_outage_at_once(slow: Answer) -> None:
    """The time-out is for the whole exchange, and repeating it is for whoever has the patience."""
    with FakeServer(slow, says("red")) as server:
        async with model_at(server.base_url, timeout=0.2, retries=2) as model:
            with pytest.raises(Outage, match="in time"):
                await model.complete(ASK, sampling=SAMPLING)
            assert server.calls == 1
            assert isinstance(await model.complete(ASK, sampling=SAMPLING), Reply)


@pytest.mark.parametrize("slow", [replace(says("red"), drip=0.02), replace(says("red"), delay=30.0)])
async def test_a_caller_that_gives_up_earlier_leaves_the_model_usable(slow: Answer) -> None:
    with FakeServer(slow, says("red")) as server:
        async with model_at(server.base_url) as model:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await model.complete(ASK, sampling=SAMPLING)
            assert isinstance(await model.complete(ASK, sampling=SAMPLING), Reply)


PACKED = {"content-encoding": "gzip"}


@pytest.mark.parametrize("proxied", [False, True])
@pytest.mark.parametrize(
    "endless",
    [
        says("x" * _transport.LARGEST),
        Answer(gzip.compress(bytes(2 * _transport.LARGEST)), headers=PACKED),
        Answer(gzip.compress(bytes(2 * _transport.LARGEST)), 400, headers=PACKED),
    ],
)
async def test_an_endless_answer_is_not_read_to_its_end(
    endless: Answer, proxied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeServer(endless, says("red")) as server:
        if proxied:
            monkeypatch.setenv("HTTP_PROXY", server.base_url.removesuffix("/v1"))
        async with model_at("http://models.invalid/v1" if proxied else server.base_url) as model:
            with pytest.raises(ModelError, match="more than 16 MB"):
                await model.complete(ASK, sampling=SAMPLING)
            assert isinstance(await model.complete(ASK, sampling=SAMPLING), Reply)


async def test_a_packed_answer_is_unpacked() -> None:
    reply, _ = await said(Answer(gzip.compress(json.dumps(says("red").body).encode()), headers=PACKED))
    assert isinstance(reply, Reply) and reply.text == "red"


async def test_half_characters_are_replaced_wherever_a_server_says_them() -> None:
    half = "a\ud800b\udfffc"
    whole = "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"
    reply, _ = await said(says(half, reasoning=half))
    assert isinstance(reply, Reply) and (reply.text, reply.reasoning) == (whole, whole)
    refused, _ = await said(says(half, refusal=half))
    assert isinstance(refused, Fault) and refused.reply and refused.reply.text == whole
    assert refused.say.encode()
    with pytest.raises(ModelError, match="rejects") as caught:
        await said(fails(400, half))
    assert str(caught.value).encode()
    pair, _ = await said(Answer(json.dumps(says("\N{GRINNING FACE}").body).encode()))
    assert isinstance(pair, Reply) and pair.text == "\N{GRINNING FACE}"


@pytest.mark.parametrize(
    ("word", "finish"),
    [
        ("stop", "stop"),
        ("MAX_TOKENS", "length"),
        ("content_filter", "filter"),
        ("tool_calls", "tool"),
        ("abort", "other"),
        ("", None),
    ],
)
async def test_why_a_reply_ended_is_kept_in_one_word_and_in_the_servers_own(word: str, finish: Any) -> None:
    reply, _ = await said(says("red", finish=word))
    reply = reply if isinstance(reply, Reply) else reply.reply
    assert reply is not None and (reply.finish, reply.finish_said) == (finish, word)


async def test_tokens_of_reasoning_are_counted_apart_where_the_server_does() -> None:
    body = says("red").body
    assert isinstance(body, dict)
    usage = {
        "prompt_tokens": 50,
        "completion_tokens": 9,
        "completion_tokens_details": {"reasoning_tokens": 7},
    }
    reply, _ = await said(Answer({**body, "usage": usage}))
    assert isinstance(reply, Reply) and (reply.tokens_out, reply.tokens_reasoning) == (9, 7)
    bare, _ = await said(says("red"))
    assert isinstance(bare, Reply) and bare.tokens_reasoning is None


async def test_a_bill_with_an_attempt_that_was_not_counted_is_unknown() -> None:
    reply, _ = await said(says("re", finish="length", tokens=None), says("red"))
    assert isinstance(reply, Reply) and reply.tokens is None


@pytest.mark.parametrize("told", [-1, 2**31, 10**30, True, 5.0, "5", None, [5]])
async def test_a_token_count_that_is_none_is_unknown(told: Any) -> None:
    reply, _ = await said(says("red", tokens=(told, told)))
    assert isinstance(reply, Reply) and (reply.tokens_in, reply.tokens_out) == (None, None)
    assert _reading.count({"n": 2**31 - 1}, "n") == 2**31 - 1


@pytest.mark.parametrize("depth", [400, 100_000])
async def test_an_answer_nested_beyond_reason_is_no_completion(depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    with pytest.raises(Outage, match="no chat completion"):
        await said(Answer(deep))
    with pytest.raises(ModelError, match="rejects"):
        await said(Answer(b'{"error": {"message": %s, "code": %s}}' % (deep, deep), 400))


async def test_nobody_listening_a_slow_server_and_a_name_without_address_are_outages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    async with model_at(closed) as model:
        with pytest.raises(Outage, match="cannot reach http://127"):
            await model.complete(ASK, sampling=SAMPLING)
    with pytest.raises(Outage, match="in time"):
        await said(replace(says("red"), delay=1.0), timeout=0.05)
    async with model_at("http://nowhere.invalid/v1") as model:
        with pytest.raises(Outage, match=r"nowhere\.invalid"):
            await model.complete(ASK, sampling=SAMPLING)


ADDRESSES = [
    *("localhost:8000", "ftp://x/v1", "", "http://", "http://:80/v1", "http://a b/v1"),
    *("http://x:99999/v1", "http://x:port/v1", "http://x:0/v1", "http://x:-1/v1", "http://[::1/v1"),
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_that_is_none_is_an_input_error(address: str) -> None:
    with pytest.raises(InputError, match="base_url"):
        plugins.load("models", "vllm")("any", base_url=address)
    with pytest.raises(InputError, match="base_url"):
        parse({"model": "vllm/any", "base_url": address})


def test_every_preset_has_an_address_and_a_summary(monkeypatch: pytest.MonkeyPatch) -> None:
    hosted = ["openai", "openrouter", "groq", "together", "mistral", "deepseek", "gemini", "anthropic"]
    for provider in [*hosted, "ollama", "vllm", "lmstudio"]:
        make = plugins.load("models", provider)
        assert plugins.summary("models", provider)
        assert plugins.configure(make, {"context": 4096, "structured": "text"}, given=1)
        if provider in hosted:
            monkeypatch.delenv(f"{provider.upper()}_API_KEY", raising=False)
            with pytest.raises(ModelError, match=f"{provider.upper()}_API_KEY"):
                make("any")
        else:
            assert make("any").endpoint.key == ""


async def test_one_model_serves_two_event_loops() -> None:
    """A model object that a script keeps between two ``asyncio.run`` calls opens connections anew."""
    with FakeServer() as server:
        async with model_at(server.base_url) as model:
            await model.complete(ASK, sampling=SAMPLING)
            await model.aclose()
            assert isinstance(await model.complete(ASK, sampling=SAMPLING), Reply)


async def test_connections_are_kept_and_a_cancelled_call_leaves_none_behind() -> None:
    def slow_once(body: Body) -> Answer:
        return replace(says("red"), delay=5.0 if body["max_tokens"] == 1 else 0.02)

    with FakeServer(slow_once) as server:
        async with model_at(server.base_url) as model:
            for _ in range(3):
                replies = [model.complete(ASK, sampling=SAMPLING) for _ in range(20)]
                assert all(isinstance(reply, Reply) for reply in await asyncio.gather(*replies))
            late = asyncio.create_task(model.complete(ASK, sampling=replace(SAMPLING, max_tokens=1)))
            await asyncio.sleep(0.1)
            late.cancel()
            with pytest.raises(asyncio.CancelledError):
                await late
            assert isinstance(await model.complete(ASK, sampling=SAMPLING), Reply)
        assert server.connections <= 21


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
async def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    reply, _ = await said(says("red"))
    assert isinstance(reply, Reply)


async def test_a_proxy_of_the_environment_is_used_for_other_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeServer() as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.base_url.removesuffix("/v1"))
        async with model_at("http://models.invalid/v1") as model:
            assert isinstance(await model.complete(ASK, sampling=SAMPLING), Reply)
        assert proxy.requests[0].path == "http://models.invalid/v1/chat/completions"
