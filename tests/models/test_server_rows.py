"""Recorded cases of servers, each played through: what a game comes to, what a run says."""

from __future__ import annotations

import json
from collections.abc import Callable
from email.utils import formatdate
from pathlib import Path
from time import time
from typing import Any

import pytest

from fake_server import Answer, Body, FakeServer, fails, says
from syllogos import api, plugins
from syllogos.contract import Fault, Message, Reply, Sampling
from syllogos.embeddings.openai import make as embedding_at
from syllogos.errors import ModelError, Outage
from syllogos.match.access import Access
from syllogos.models.client import retrying
from syllogos.models.client.spec import cost, open_model, parse

ASK = (Message("user", "Which do you choose?"),)
SAMPLING = Sampling(temperature=1.0, max_tokens=1024)
SCHEMA = {"type": "object", "properties": {"move": {"enum": ["red"]}}}
GOOD = says('{"move": "defect"}', tokens=(300, 5))


async def asked(
    *answers: Any, sampling: Sampling = SAMPLING, schema: Any = None, path: str = "", **config: Any
) -> tuple[Any, list[Body]]:
    with FakeServer(*answers) as server:
        address = server.base_url + path
        model = plugins.load("models", "openai")("fake-1", base_url=address, key_env="", retries=1, **config)
        try:
            return await model.complete(ASK, sampling=sampling, schema=schema), server.bodies
        finally:
            await model.aclose()


def played(
    *answers: Any, agents: tuple[str, str] = ("direct", "default_move"), **settings: Any
) -> tuple[Any, int]:
    with FakeServer(*answers) as server:
        model = plugins.load("models", "openai")("fake-1", base_url=server.base_url, key_env="")
        record = api.play("pd", list(agents), model, rounds=1, **settings)
        return record, server.calls


def test_cb15_null_content_is_the_fault_empty_and_asked_again() -> None:
    record, calls = played(says(None, tokens=(300, 5)), GOOD)
    attempts = record.turns[0][0].attempts
    assert isinstance(attempts[0].decision.move, Fault) and attempts[0].decision.move.kind == "empty"
    assert attempts[0].decision.move.reply is None or attempts[0].decision.move.reply.tokens == 305
    assert attempts[1].review.fault is None and calls == 2


@pytest.mark.parametrize(
    "choice",
    [
        {"finish_reason": "tool_calls", "message": {"content": '{"move": "defect"}'}},
        {
            "finish_reason": "tool_calls",
            "message": {
                "content": None,
                "tool_calls": [
                    {"type": "function", "function": {"name": "j", "arguments": '{"move": "defect"}'}}
                ],
            },
        },
    ],
    ids=["cb17", "cb18"],
)
def test_an_answer_that_comes_with_a_tool_call_is_played(choice: Any) -> None:
    record, calls = played(Answer({"choices": [choice]}))
    assert record.turns[0][0].move == "defect" and calls == 1


def test_cb17_a_tool_call_of_nothing_is_no_crash() -> None:
    record, calls = played(
        Answer({"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": []}}]}), GOOD
    )
    assert record.turns[0][0].move == "defect" and calls == 2


def test_cb20_a_server_without_a_system_role_is_asked_with_roles_in_turn() -> None:
    def strict(body: Body) -> Answer:
        roles = [m["role"] for m in body["messages"]]
        in_turn = roles == (["user", "assistant"] * len(roles))[: len(roles)]
        said = says("I would rather think about it.", tokens=(300, 5)) if len(roles) == 1 else GOOD
        return said if in_turn else fails(400, "Conversation roles must alternate user/assistant")

    record, calls = played(strict)
    assert record.turns[0][0].move == "defect" and calls == 2


async def test_cb20_a_system_message_is_joined_to_the_users() -> None:
    def strict(body: Body) -> Answer:
        return fails(400, "System role not supported") if body["messages"][0]["role"] == "system" else GOOD

    with FakeServer(strict) as server:
        model = plugins.load("models", "openai")("fake-1", base_url=server.base_url, key_env="")
        reply = await model.complete((Message("system", "Be brief."), *ASK), sampling=SAMPLING)
        await model.aclose()
    assert isinstance(reply, Reply) and reply.altered == "no system role"
    assert server.bodies[-1]["messages"] == [{"role": "user", "content": "Be brief.\n\nWhich do you choose?"}]


async def test_cb24_one_name_of_the_token_limit_is_sent() -> None:
    own = Sampling(extra={"max_completion_tokens": 4000})
    _, (body,) = await asked(GOOD, sampling=own)
    assert body["max_completion_tokens"] == 4000 and "max_tokens" not in body
    cut = says('{"mo', finish="length", tokens=(300, 5))
    _, bodies = await asked(cut, sampling=own)  # and it is what a higher ceiling is counted from
    assert [body["max_completion_tokens"] for body in bodies] == [4000, 8000, 16000]


async def test_cb28_an_error_that_names_nothing_is_tried_once_without_the_schema() -> None:
    nameless = Answer(
        [
            {
                "error": {
                    "code": 400,
                    "message": "Request contains an invalid argument.",
                    "status": "INVALID_ARGUMENT",
                }
            }
        ],
        400,
    )
    reply, bodies = await asked(nameless, GOOD, schema=SCHEMA)
    assert isinstance(reply, Reply) and reply.altered == "schema in words"
    assert ["response_format" in body for body in bodies] == [True, False]
    with pytest.raises(ModelError, match=r"rejects the request .* invalid argument"):
        await asked(nameless, schema=SCHEMA)
    with FakeServer(nameless) as server:  # a guess that was wrong is not believed
        model = plugins.load("models", "openai")("fake-1", base_url=server.base_url, key_env="")
        for _ in range(2):
            with pytest.raises(ModelError):
                await model.complete(ASK, sampling=SAMPLING, schema=SCHEMA)
        await model.aclose()
        assert ["response_format" in body for body in server.bodies] == [True, False] * 2


async def test_cb32_an_error_inside_a_good_answer_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retrying, "FIRST_PAUSE", 0.01)
    busy = Answer({"choices": None, "error": {"message": "Provider returned error", "code": 429}})
    reply, bodies = await asked(busy, GOOD)
    assert isinstance(reply, Reply) and len(bodies) == 2


@pytest.mark.parametrize("wait", ["1", "date", "600"])
async def test_cb34_a_wait_is_obeyed_or_told(wait: str) -> None:
    after = formatdate(time() + 600, usegmt=True) if wait == "date" else wait
    told: list[str] = []
    with FakeServer(fails(429, "slow down", retry_after=after), GOOD) as server:
        spec = parse({"model": "openai/x", "base_url": server.base_url, "key_env": ""})
        reached = Access(spec, open_model(spec), patience=30.0, say=told.append)
        try:
            if wait == "1":
                reply, _ = await reached.complete(ASK, schema=None, seed=0, draw="")
                assert isinstance(reply, Reply)
            else:
                with pytest.raises(Outage, match=r"asks to wait \d+.* s; longer than the 30 s left"):
                    await reached.complete(ASK, schema=None, seed=0, draw="")
        finally:
            await reached.aclose()


async def test_cb35_thoughts_counted_apart_are_on_the_bill() -> None:
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 10,
        "total_tokens": 4010,
        "completion_tokens_details": {"reasoning_tokens": 3000},
    }
    assert isinstance(GOOD.body, dict)
    reply, _ = await asked(Answer({**GOOD.body, "usage": usage}))
    assert isinstance(reply, Reply) and (reply.tokens_in, reply.tokens_out, reply.tokens) == (
        1000,
        3010,
        4010,
    )
    spec = parse({"model": "openai/x", "price": {"input": 3.0, "output": 15.0}})
    assert cost(spec, reply.tokens_in, reply.tokens_out) == pytest.approx(0.04815)


RUN = """
name = "n"
repetitions = 2
[game]
kind = "pd"
rounds = 1
[[condition]]
name = "c"
agents = ["direct", "random"]
models = ["x"]
[models.x]
model = "openai/x"
key_env = ""
"""


def written(tmp_path: Path, server: FakeServer, *more: str) -> None:
    (tmp_path / "e.toml").write_text(RUN + f'base_url = "{server.base_url}"\n' + "\n".join(more))


def test_cb36_tokens_that_nobody_counts_are_unknown_and_no_limit_is_promised(
    tmp_path: Path, command: Callable[..., Any]
) -> None:
    uncounted = says('{"move": "defect"}', tokens=None)
    price = "price = { input = 3.0, output = 15.0 }"
    with FakeServer(uncounted) as server:
        written(tmp_path, server, price, "[limits]", "tokens = 100")
        status, _, err = command("run", "e.toml", "--out", "limited", "--workers", "1")
        assert status == 0 and "tokens of 1 call are unknown, so the limit of 100 cannot be kept" in err
        written(tmp_path, server, price)
        status, out, _ = command("run", "e.toml", "--out", "free", "--json")
        assert status == 0 and (json.loads(out)["tokens"], json.loads(out)["cost"]) == (None, None)
        _, out, _ = command("status", "free")
        assert "2 calls of unknown tokens" in " ".join(out.split()) and "2 calls of unknown cost" in " ".join(
            out.split()
        )


def test_a_price_that_nobody_knows_is_never_called_nothing(
    tmp_path: Path, command: Callable[..., Any]
) -> None:
    with FakeServer(GOOD) as server:
        written(tmp_path, server)
        for words in (("run", "e.toml", "--out", "r"), ("status", "r"), ("report", "r")):
            status, out, err = command(*words)
            said = " ".join((out + err).split())
            assert status == 0 and "nothing" not in said.lower().replace("nothing was called", "")
            assert words[0] == "report" or "2 calls of unknown cost" in said
        page = (tmp_path / "r" / "report.html").read_text()
    assert "cost nothing" not in page and "the cost of 2 calls is unknown" in page


async def test_cb38_a_model_that_streams_only_is_said_to_be_so() -> None:
    only = fails(
        400, "This model only support stream mode, please enable the stream parameter to access the model."
    )
    with pytest.raises(ModelError, match="streams only, which is not supported"):
        await asked(only, schema=SCHEMA)


@pytest.mark.parametrize("slash", ["", "/"])
async def test_cb39_the_query_of_an_address_stays_behind_its_path(slash: str) -> None:
    query = "?api-version=2024-10-21"
    with FakeServer(GOOD, fails(404, "no")) as server:
        address = f"{server.base_url}/openai/deployments/d{slash}{query}"
        model = plugins.load("models", "openai")("x", base_url=address, key_env="")
        assert isinstance(await model.complete(ASK, sampling=SAMPLING), Reply)
        with pytest.raises(ModelError):
            await model.complete(ASK, sampling=SAMPLING)
        await model.aclose()
        embedding = embedding_at("x", base_url=address, key_env="")
        with pytest.raises(ModelError):
            await embedding.embed(["a"])
        await embedding.aclose()
    below = "/v1/openai/deployments/d"
    paths = [request.path for request in server.requests]
    assert paths == [
        f"{below}/{end}{query}"
        for end in ("chat/completions", "chat/completions", "models", "embeddings", "models")
    ]


async def test_a_key_is_not_carried_to_where_a_server_redirects() -> None:
    with FakeServer(GOOD) as other, pytest.raises(ModelError, match=r"redirects to .*: set base_url"):
        await asked(Answer(b"", 302, {"location": f"{other.base_url}/chat/completions"}))
    assert other.requests == []


async def test_what_is_learnt_of_a_context_holds_for_the_requests_after_it() -> None:
    """cb37: a second, longer request is fitted without another complaint."""

    def small(body: Body) -> Answer:
        prompt = sum(len(m["content"]) for m in body["messages"])
        if prompt + body["max_tokens"] <= 1300:
            return GOOD
        whole = f"you requested {prompt + body['max_tokens']} tokens ({prompt} in the messages, {body['max_tokens']}"
        return fails(400, f"maximum context length is 1300 tokens. However, {whole} in the completion)")

    with FakeServer(small) as server:
        model = plugins.load("models", "openai")("x", base_url=server.base_url, key_env="")
        for length in (400, 500):
            reply = await model.complete((Message("user", "x" * length),), sampling=SAMPLING)
            assert isinstance(reply, Reply) and reply.altered.startswith("max_tokens ")
        await model.aclose()
    assert [body["max_tokens"] for body in server.bodies] == [1024, 892, 793]
    assert len(model.told) == 1
