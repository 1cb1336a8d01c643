"""Model specifications, prices, scripted models, schemas' instances, the reply cache."""

from __future__ import annotations

import json
import math
import multiprocessing
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, TypeAdapter

from syllogos import plugins
from syllogos.contract import Fault, Message, Reply, Sampling
from syllogos.errors import InputError, StoreError
from syllogos.models.client.cache import VERSION, ReplyCache, cache_key
from syllogos.models.client.schema import has_choice, instance
from syllogos.models.client.spec import ModelSpec, Price, cost, identity, open_model, parse, sampling_for

ASK = (Message("user", "Which do you choose?"),)
SCHEMA = {"type": "object", "properties": {"move": {"enum": ["red", "green", "blue"]}}, "required": ["move"]}


def test_a_name_is_parsed() -> None:
    spec = parse("openrouter/meta-llama/llama-3.1-8b")
    assert (spec.provider, spec.name, str(spec)) == (
        "openrouter",
        "meta-llama/llama-3.1-8b",
        "openrouter/meta-llama/llama-3.1-8b",
    )
    assert parse("local/smollm2-135m").price == Price(0.0, 0.0)


def test_a_table_is_parsed_and_its_parts_go_where_they_belong() -> None:
    spec = parse(
        {
            "model": "vllm/qwen",
            "base_url": "http://127.0.0.1:9/v1",
            "context": 4096,
            "temperature": 0,
            "max_tokens": 64,
            "extra": {"top_k": 4},
            "concurrency": 3,
            "price": {"input": 1, "output": 2},
            "send_seed": False,
        }
    )
    assert spec == ModelSpec(
        "vllm",
        "qwen",
        {"base_url": "http://127.0.0.1:9/v1", "context": 4096},
        Sampling(0.0, 64, None, {"top_k": 4}),
        3,
        Price(1.0, 2.0),
        False,
    )
    assert open_model(spec).endpoint.context == 4096  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("gpt-4o", "provider/name"),
        ("openai/", "provider/name"),
        ("opnai/gpt-4o", "did you mean openai"),
        ({"temperature": 1}, "model ="),
        ({"model": "openai/x", "temperatur": 1}, "did you mean temperature"),
        ({"model": "openai/x", "base_ulr": "http://x"}, "did you mean base_url"),
        ({"model": "openai/x", "temperature": "hot"}, "temperature"),
        *(({"model": "openai/x", "max_tokens": n}, "max_tokens") for n in (0, -1, 2**31)),
        *(({"model": "openai/x", "concurrency": n}, "concurrency") for n in (0, -1)),
        *(({"model": "openai/x", "temperature": t}, "temperature") for t in (-1.0, math.nan, math.inf)),
        *(({"model": "openai/x", "price": {"input": p, "output": 1}}, "price") for p in (-1, math.nan)),
        *(({"model": "openai/x", "timeout": t}, "timeout") for t in (0, -1.0, math.nan, math.inf)),
        *(({"model": "openai/x", "retries": n}, "retries") for n in (-1, 10**6)),
        *(({"model": "openai/x", "context": n}, "context") for n in (0, -1)),
        ({"model": "openai/x", "seed": 2**63}, "seed"),
        ({"model": "local/smollm2-135m", "threads": 0}, "threads"),
        ("nope.py:X", "(?i)no such file"),
        ({"model": "nope.py:X", "volume": 1}, "(?i)no such file"),
        ({"model": "openai/x", "structured": "yaml"}, "structured"),
        ({"model": "openai/x", "price": {"in": 1}}, "price"),
        ({"model": "scripted/first", "base_url": "http://x"}, "base_url"),
    ],
)
def test_what_is_wrong_with_a_model_is_told(given: Any, told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        parse(given)
    assert "\n" not in str(caught.value)


def test_a_model_of_ones_own_file(tmp_path: Path) -> None:
    """It is known by its name and its text, wherever it lies; a later change is another model."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from syllogos.contract import Reply\n"
        "class Loud:\n"
        "    def __init__(self, name, *, volume: int = 1):\n"
        "        self.volume = volume\n"
        "    async def complete(self, messages, *, sampling, schema=None):\n"
        "        return Reply(messages[-1].text.upper())\n"
    )
    spec = parse({"model": f"{file}:Loud", "volume": 3})
    assert (spec.name, str(spec)) == ("Loud", "mine.py:Loud")
    assert open_model(spec).volume == 3  # type: ignore[attr-defined]
    known = identity(spec)
    assert str(tmp_path) not in json.dumps(known)
    copy = tmp_path / "elsewhere" / "mine.py"
    copy.parent.mkdir()
    copy.write_text(file.read_text())
    assert identity(parse({"model": f"{copy}:Loud", "volume": 3})) == known
    file.write_text(file.read_text() + "# changed\n")
    assert identity(spec) == known != identity(parse({"model": f"{file}:Loud", "volume": 3}))


def test_identity_is_what_decides_the_replies() -> None:
    spec = parse({"model": "openai/gpt-4o", "base_url": "http://127.0.0.1:9/v1", "temperature": 0.5})
    known = identity(spec)
    assert json.loads(json.dumps(known)) == known
    same = replace(
        spec, concurrency=1, price=Price(1, 1), config={**spec.config, "key_env": "X", "timeout": 1.0}
    )
    assert identity(same) == known
    for other in (
        replace(spec, name="gpt-4o-mini"),
        replace(spec, sampling=Sampling()),
        replace(spec, config={}),
        replace(spec, config={**spec.config, "structured": "text"}),
        replace(spec, send_seed=False),
        replace(spec, sampling=replace(spec.sampling, seed=1)),
    ):
        assert identity(other) != known


def test_a_seed_of_the_table_is_mixed_into_that_of_the_call_or_sent_as_it_stands() -> None:
    plain, one, two = (parse({"model": "scripted/random", **t}) for t in ({}, {"seed": 1}, {"seed": 2}))
    assert sampling_for(plain, 7) == replace(plain.sampling, seed=7)
    seeds = [sampling_for(spec, call).seed for spec in (plain, one, two) for call in (7, 8)]
    assert len(set(seeds)) == 6 and all(seed is not None and 0 <= seed < 2**48 for seed in seeds)
    assert sampling_for(one, 7) == sampling_for(one, 7)
    for table, sent in (({"seed": 1}, 1), ({}, None)):
        fixed = parse({"model": "scripted/random", "send_seed": False, **table})
        assert [sampling_for(fixed, call).seed for call in (7, 8)] == [sent, sent]


def test_costs() -> None:
    assert cost(parse("openai/gpt-4o-mini"), 1_000_000, 500_000) == pytest.approx(0.15 + 0.3)
    assert cost(parse("openai/of-tomorrow"), 1, 1) is None
    assert cost(parse({"model": "openai/gpt-4o", "base_url": "http://127.0.0.1:9/v1"}), 1, 1) is None
    assert cost(parse("scripted/first"), 10, 10) == 0.0


async def scripted(
    name: str, *, schema: Any = SCHEMA, seed: int | None = None, ask: Any = ASK, **config: Any
) -> Any:
    model = plugins.load("models", "scripted")(name, **config)
    return await model.complete(ask, sampling=Sampling(seed=seed), schema=schema)


async def test_scripted_models_say_what_their_names_say() -> None:
    assert (await scripted("first")).text == '{"move": "red"}'
    assert (await scripted("last")).text == '{"move": "blue"}'
    assert (await scripted("echo")).text == ASK[-1].text
    assert (await scripted("first", schema=None)).text
    prose = await scripted("prose")
    assert prose.tokens_in == 4 and prose.tokens_out == len(prose.text.split()) > 20
    for name, kind in (("empty", "empty"), ("refuse", "refused"), ("cutoff", "cut off")):
        fault = await scripted(name)
        assert isinstance(fault, Fault) and fault.kind == kind


async def test_scripted_random_is_a_function_of_seed_and_conversation() -> None:
    drawn = [(await scripted("random", seed=seed)).text for seed in range(40)]
    assert drawn == [(await scripted("random", seed=seed)).text for seed in range(40)]
    assert len(set(drawn)) == 3
    assert len({(await scripted("random", ask=(Message("user", str(n)),))).text for n in range(40)}) == 3


async def test_scripted_replies_follow_the_turns_and_the_last_repeats() -> None:
    said = []
    ask: tuple[Message, ...] = ASK
    for _ in range(4):
        reply = await scripted("replies", replies=["a", "b", ""], ask=ask)
        said.append(reply.kind if isinstance(reply, Fault) else reply.text)
        ask = (*ask, Message("assistant", "x"), Message("user", "?"))
    assert said == ["a", "b", "empty", "empty"]


def test_scripted_misuse_is_told() -> None:
    make = plugins.load("models", "scripted")
    with pytest.raises(InputError, match="did you mean random"):
        make("randon")
    for name, replies in (("replies", []), ("first", ["a"])):
        with pytest.raises(InputError, match="scripted/replies"):
            make(name, replies=replies)


class Leaf(BaseModel):
    word: str = Field(min_length=3, max_length=5)


class Tree(BaseModel):
    left: Tree | Leaf
    right: Leaf | Tree
    size: int = Field(ge=2, lt=9)
    share: float = Field(gt=0.5)
    sure: bool
    tags: list[Leaf] = Field(min_length=2)
    note: str | None = None


@given(st.randoms(use_true_random=False))
def test_an_instance_is_allowed_by_its_schema(rng: Any) -> None:
    """Oracle: pydantic reads back what its own schema produced, however the choices fall."""
    adapter = TypeAdapter(Tree)
    adapter.validate_python(instance(adapter.json_schema(), rng.choice))


def test_an_instance_of_a_bounded_number() -> None:
    first = instance({"type": "integer", "maximum": -3}, lambda options: options[0])
    assert first == -3
    assert instance({"type": "integer", "minimum": 2, "maximum": 4}, lambda options: options[-1]) == 4
    assert has_choice(SCHEMA) and not has_choice(TypeAdapter(Leaf).json_schema())


KEY = cache_key({"name": "m"}, ASK, None, "0")
REPLY = Reply("red", "because", 3, 1, "fake-1")


def test_the_cache_gives_back_what_was_put_first(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.sqlite")
    assert cache.get(KEY) is None
    cache.put(KEY, REPLY)
    cache.put(KEY, Reply("blue"))
    assert cache.get(KEY) == REPLY
    cache.close()
    again = ReplyCache(tmp_path / "replies.sqlite")
    assert again.get(KEY) == REPLY
    again.close()


def test_keys_differ_where_calls_do() -> None:
    keys = {
        KEY,
        cache_key({"name": "n"}, ASK, None, "0"),
        cache_key({"name": "m"}, (Message("system", ASK[0].text),), None, "0"),
        cache_key({"name": "m"}, ASK, SCHEMA, "0"),
        cache_key({"name": "m"}, ASK, None, "1"),
        cache_key({"name": "m"}, (Message("user", "\ud800"),), None, "0"),
    }
    assert len(keys) == 6
    assert cache_key({"name": "m"}, list(ASK), None, "0") == KEY


def _fill(path: Path, start: int) -> None:
    cache = ReplyCache(path)
    for n in range(start, start + 60):
        cache.put(str(n), Reply(str(n)))
    cache.close()


def test_two_processes_share_a_cache(tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_fill, args=(path, start)) for start in (0, 30)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    cache = ReplyCache(path)
    assert [cache.get(str(n)) for n in range(90)] == [Reply(str(n)) for n in range(90)]
    cache.close()


def test_a_file_that_is_no_cache_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("not a database, and long enough to be looked at as one" * 20)
    other = tmp_path / "other"
    database = sqlite3.connect(other)
    database.execute("CREATE TABLE mine (x)")
    database.close()
    store = tmp_path / "store"
    database = sqlite3.connect(store)
    database.execute("CREATE TABLE games (x)")
    database.execute("PRAGMA application_id = 7")
    database.execute(f"PRAGMA user_version = {VERSION}")
    database.close()
    before = store.read_bytes()
    for path in (text, other, store, tmp_path / "missing" / "folder"):
        with pytest.raises(StoreError, match=path.name):
            ReplyCache(path)
    assert text.read_text().startswith("not a database") and store.read_bytes() == before
