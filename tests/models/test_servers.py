"""Servers that misbehave: waits beyond the patience, answers beyond the request, numbers beyond reason."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from fake_server import Answer, FakeServer, fails, says
from syllogos import api, plugins
from syllogos.contract import Fault, Form, Menu, Message, Reply, Sampling
from syllogos.errors import Outage
from syllogos.match.access import Access
from syllogos.models.client.cache import ReplyCache
from syllogos.models.client.server_error import announced
from syllogos.models.client.spec import open_model, parse
from syllogos.text.replies import read_answer, read_object

ASK = (Message("user", "red or blue?"),)
SAMPLING = Sampling(temperature=1.0, max_tokens=100)


# -- waits ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after-ms": "1500", "retry-after": "7"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "0.5"}, 0.5),
        *(
            ({"retry-after": odd}, None)
            for odd in ("", "-5", "nan", "inf", "1e400", "9" * 5000, "soon", "1_0")
        ),
        ({"retry-after": "\u0661"}, None),
        ({"retry-after": formatdate(0, usegmt=True)}, None),
        ({"retry-after": "Fri, 31 Feb 99999 25:00:00 GMT"}, None),
    ],
)
def test_only_a_wait_that_can_be_read_is_one(headers: dict[str, str], seconds: float | None) -> None:
    assert announced(headers) == seconds


def test_a_wait_may_be_a_date() -> None:
    seconds = announced({"retry-after": formatdate(time.time() + 3600, usegmt=True)})
    assert seconds is not None and 3500 < seconds <= 3600


async def asked(*answers: Any, patience: float, **config: Any) -> tuple[Reply | Fault, int, list[str]]:
    """The reply, the number of calls, and what was said meanwhile."""
    told: list[str] = []
    with FakeServer(*answers) as server:
        spec = parse({"model": "openai/fake-1", "base_url": server.base_url, "key_env": "", **config})
        access = Access(spec, open_model(spec), patience=patience, say=told.append)
        try:
            reply, _ = await access.complete(ASK, schema=None, seed=0, draw="")
        finally:
            await access.aclose()
            told.append(str(server.calls))
    return reply, server.calls, told


@pytest.mark.parametrize(
    "wait",
    [
        {"retry_after": "3600"},
        {"retry_after": formatdate(time.time() + 3600, usegmt=True)},
        {"retry_after": "59"},
    ],
)
async def test_a_wait_beyond_the_patience_is_told_at_once(wait: dict[str, str]) -> None:
    async with asyncio.timeout(10):
        with pytest.raises(Outage, match=r"asks to wait \d+.*longer than the 30 s left of 30 s of patience"):
            await asked(fails(429, "slow down", **wait), patience=30.0)


async def test_a_wait_within_the_patience_is_obeyed_and_then_the_reply_is_there() -> None:
    busy = fails(429, "slow down", retry_after="5")
    reply, calls, told = await asked(busy, says("red"), patience=30.0)
    assert isinstance(reply, Reply) and calls == 2 and "asks to wait 5 s" in told[0]


@pytest.mark.parametrize("odd", ["-5", "nan", "inf", "1e400", "soon"])
async def test_a_wait_that_cannot_be_read_is_none(odd: str) -> None:
    reply, calls, _ = await asked(fails(429, "slow down", retry_after=odd), says("red"), patience=30.0)
    assert isinstance(reply, Reply) and calls == 2


async def test_retries_within_a_call_end_with_the_patience() -> None:
    """Twenty retries would take more than a minute."""
    async with asyncio.timeout(15):
        with pytest.raises(Outage, match="within 1 s of patience"):
            await asked(fails(503, "busy"), patience=1.0, retries=20)


# -- surplus answers --------------------------------------------------------------------


def wire(text: str, *, chunked: bool = False) -> bytes:
    body = json.dumps(says(text).body).encode()
    if chunked:
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-a\r\n\r\n"
        return head + b"%x\r\n%s\r\n0\r\nx-a: %s\r\n\r\n" % (len(body), body, b"b" * 100)
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def served(serve: Serve) -> AsyncIterator[str]:
    """The address of a server that treats each connection so until it breaks off."""
    tasks = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.append(asyncio.current_task())
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            await serve(reader, writer)
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    try:
        yield f"http://{host}:{port}/v1"
    finally:
        server.close()
        for task in filter(None, tasks):
            task.cancel()
        await asyncio.gather(*filter(None, tasks), return_exceptions=True)


async def request(reader: asyncio.StreamReader) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    await reader.readexactly(int(head.partition(b"content-length: ")[2].split(b"\r\n")[0]))


@asynccontextmanager
async def raw_server(
    surplus: bytes, *, after: float = 0.0, first: str = "first"
) -> AsyncIterator[tuple[str, list[int]]]:
    """Answers the first request with ``first`` and ``surplus``, each later one with ``right``."""
    connections: list[int] = []
    requests = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal requests
        connections.append(0)
        while True:
            await request(reader)
            requests += 1
            connections[-1] += 1
            if requests > 1:
                writer.write(wire("right"))
            elif after:
                writer.write(wire(first))
                await writer.drain()
                await asyncio.sleep(after)
                writer.write(surplus)
            else:
                writer.write(wire(first) + surplus)
            await writer.drain()

    async with served(serve) as address:
        yield address, connections


# The first answer fills what is read at a time, so that the second waits in a buffer further down.
AT_A_TIME = 65536 - (len(wire("x" * 60000)) - 60000)


@pytest.mark.parametrize(
    ("surplus", "after", "first"),
    [
        (wire("wrong"), 0.0, "first"),
        (wire("wrong"), 0.1, "first"),
        (wire("wrong") * 50, 0.0, "first"),
        (wire("wrong"), 0.0, "x" * AT_A_TIME),
        (b"\r\n", 0.0, "first"),
        (b"garbage", 0.0, "first"),
        (wire("wrong")[:20], 0.0, "first"),
    ],
)
async def test_what_follows_an_answer_never_answers_the_next_request(
    surplus: bytes, after: float, first: str
) -> None:
    async with raw_server(surplus, after=after, first=first) as (address, connections):
        model = plugins.load("models", "openai")("x", base_url=address, key_env="", retries=0)
        said = []
        for _ in range(3):
            reply = await model.complete(ASK, sampling=SAMPLING)
            said.append(reply.text)
            await asyncio.sleep(2 * after)
        await model.aclose()
    assert said == [first, "right", "right"]
    assert connections == [1, 2]  # the connection with more on it is dropped, a clean one is kept


async def test_trailers_and_continues_are_no_answers_and_the_connection_is_kept() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for number in range(1, 100):
            await request(reader)
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 500 + wire(f"answer {number}", chunked=True))
            await writer.drain()

    async with served(serve) as address:
        model = plugins.load("models", "openai")("x", base_url=address, key_env="", retries=0)
        said = [(await model.complete(ASK, sampling=SAMPLING)).text for _ in range(3)]
        await model.aclose()
    assert said == ["answer 1", "answer 2", "answer 3"]


async def test_an_endless_row_of_continues_ends_with_the_time_of_the_exchange() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        while True:
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 50)
            await writer.drain()
            await asyncio.sleep(0.001)

    async with served(serve) as address:
        model = plugins.load("models", "openai")("x", base_url=address, key_env="", retries=0, timeout=0.5)
        async with asyncio.timeout(10):
            with pytest.raises(Outage, match="in time"):
                await model.complete(ASK, sampling=SAMPLING)
        await model.aclose()


# -- numbers ----------------------------------------------------------------------------

HUGE = "9" * 4301
MENU: Menu[str] = Menu({"cooperate": "C", "defect": "D"})
ODD = [HUGE, f"-{HUGE}", "9" * 400, "NaN", "Infinity", "-Infinity", "1e999", "1e400"]


@pytest.mark.parametrize("number", [*ODD, "[" * 100_000 + "]" * 100_000, "[" * 300 + "]" * 300])
def test_a_number_beyond_reason_is_an_unparsable_answer(number: str) -> None:
    for text in (f'{{"move": {number}}}', f'{{"move": "cooperate", "reasoning": {number}}}'):
        move = read_answer(text, MENU).move
        assert isinstance(move, Fault) and move.kind == "unparsable"
        assert read_object(text) is None


@pytest.mark.parametrize(
    "said", [HUGE, f"MOVE: {HUGE}", "\u0662", "{\u0662}", "MOVE: \u0968", "MOVE: \u00b2\u00b2" + HUGE]
)
def test_a_numeral_that_counts_no_option_is_a_fault(said: str) -> None:
    assert isinstance(read_answer(said, MENU).move, Fault)
    assert read_answer("MOVE: 02", MENU).move == "D"


@pytest.mark.parametrize("said", ['"1e999"', '"nan"', '"inf"', f'"{HUGE}"'])
@pytest.mark.parametrize("shape", [float, list[float], int])
def test_a_form_takes_no_number_that_cannot_be_read_back(said: str, shape: Any) -> None:
    text = f'{{"move": {f"[{said}]" if shape == list[float] else said}}}'
    move = read_answer(text, Form(TypeAdapter(shape))).move
    assert isinstance(move, Fault) and move.kind == "unparsable"


@pytest.mark.parametrize("number", [*ODD, "[" * 100 + "]" * 100])
def test_a_bill_beyond_reason_is_ignored_and_the_game_is_stored(number: str, tmp_path: Path) -> None:
    body = json.dumps(says("MOVE: cooperate", tokens=(1, 2)).body).replace(": 1,", f": {number},")
    assert number in body
    with FakeServer(Answer(body.encode())) as server:
        (tmp_path / "e.toml").write_text(
            f'name = "n"\ncache = "c"\n[game]\nkind = "pd"\nrounds = 2\n[[condition]]\nname = "c"\n'
            f'agents = ["cot", "tit_for_tat"]\nmodels = ["x"]\n[models.x]\nmodel = "openai/x"\nkey_env = ""\n'
            f'base_url = "{server.base_url}"\n'
        )
        for folder in ("one", "one", "two"):  # anew, from the journal, from the cache
            assert len(api.run(tmp_path / "e.toml", tmp_path / folder)) == 1
        assert server.calls == 2


@pytest.mark.parametrize("said", [*(f'{{"move": {number}}}' for number in ODD), f"MOVE: {HUGE}", HUGE])
def test_a_move_beyond_reason_ends_no_game(said: str) -> None:
    with FakeServer(says(said), says("MOVE: cooperate")) as server:
        model = plugins.load("models", "openai")("x", base_url=server.base_url, key_env="")
        record = api.play("pd", ["cot", "tit_for_tat"], model, rounds=1)
        assert record.status == "finished" and server.calls > 1


def test_a_cache_gives_back_what_was_put(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c")
    cache.put("k", Reply("x", tokens_in=2**31 - 1))
    assert cache.get("k") == Reply("x", tokens_in=2**31 - 1)
    cache.close()
