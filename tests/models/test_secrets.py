"""No key, password or token reaches a reader, in whatever way a server or a mistake brings it up."""

from __future__ import annotations

import asyncio
import contextlib
import html
import io
import json
import logging
import traceback
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_server import Answer, Body, FakeServer, fails, says
from syllogos import plugins
from syllogos.cli import _main
from syllogos.contract import Message, Reply, Sampling
from syllogos.errors import InputError, ModelError, Outage, SyllogosError
from syllogos.experiment.experiment import read_experiment
from syllogos.match import access
from syllogos.models.client.chat import Chat
from syllogos.models.client.secrets import MASK, Secret, Secrets
from syllogos.models.client.spec import identity, parse

KEY = "sk-Te5t/k+Ey_9.zQ=42x"
PASSWORD = "p4ss-W0rd.very"
QUERY = "q-T0ken-abcdef99"
IN_PATH = "path-T0ken-77aa88"
PLANTED = (KEY, PASSWORD, QUERY, IN_PATH)
ASK = (Message("user", "red or blue?"),)
SAMPLING = Sampling(temperature=1.0, max_tokens=100)

CODINGS: dict[str, Callable[[str], str]] = {
    "plain": lambda s: s,
    "upper": str.upper,
    "lower": str.lower,
    "percent": lambda s: quote(s, safe=""),
    "percent of all": lambda s: "".join(f"%{ord(c):02x}" for c in s),
    "percent twice": lambda s: quote("".join(f"%{ord(c):02X}" for c in s), safe=""),
    "json": lambda s: "".join(f"\\u{ord(c):04x}" for c in s),
    "json of slashes": lambda s: s.replace("/", "\\/"),
    "decimal entities": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "hex entities": lambda s: "".join(f"&#x{ord(c):X};" for c in s),
    "entities": lambda s: html.escape(s).replace("/", "&sol;").replace("=", "&equals;"),
    "hex": lambda s: s.encode().hex(),
    "HEX:": lambda s: s.encode().hex(":").upper(),
    "base64": lambda s: b64encode(s.encode()).decode(),
    "base64 of a header": lambda s: b64encode(f"Bearer {s}".encode()).decode(),
    "base64 of a pair": lambda s: urlsafe_b64encode(f"me:{s}@host".encode()).decode(),
    "spaces": " ".join,
    "lines": "\n".join,
    "zero width": "\u200b".join,
    "zero width entities": "&#8203;".join,
    "zero width bytes": "%E2%80%8B".join,
    "after a backslash": lambda s: f"\\{s}",
}


def forms(secret: str) -> Iterator[bytes]:
    """What may not stand in any byte that is written."""
    for way in (secret, secret.lower(), secret.upper()):
        for coding in CODINGS.values():
            yield coding(way).encode()
            yield json.dumps(coding(way))[1:-1].encode()
        yield b64encode(way.encode()).rstrip(b"=")[:-1]
        yield b64encode(b"x" + way.encode())[2:-4]
        yield b64encode(b"xx" + way.encode())[3:-4]


def leaks(*written: bytes) -> list[bytes]:
    return [form for secret in PLANTED for form in forms(secret) for text in written if form in text]


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("secret", PLANTED)
def test_a_known_secret_is_hidden_in_every_coding_and_the_rest_stands(coding: str, secret: str) -> None:
    said = Secrets((Secret(secret),)).hide(f"the key {CODINGS[coding](secret)} is wrong")
    assert said.startswith("the key ") and said.endswith(" is wrong") and MASK in said
    assert not leaks(said.encode())


@given(st.text(), st.sampled_from(sorted(CODINGS)), st.text())
def test_what_surrounds_a_secret_does_not_matter(before: str, coding: str, after: str) -> None:
    said = Secrets((Secret(KEY),)).hide(f"{before} {CODINGS[coding](KEY)} {after}")
    assert KEY not in said and CODINGS[coding](KEY) not in said


@given(st.text(alphabet=st.characters(exclude_characters=KEY.upper())))
def test_a_text_without_the_secret_is_not_changed(text: str) -> None:
    assert Secrets((Secret(KEY), Secret("hunter2"))).hide(text) == text


def test_what_only_looks_like_a_key_stands_and_a_short_key_is_a_word() -> None:
    hide = Secrets((Secret(KEY), Secret("hunter2"), Secret("ollama"), Secret("x"))).hide
    assert hide("sk-abcdefghijklmnop of ollama, x, hunter22") == "sk-abcdefghijklmnop of ollama, x, hunter22"
    assert hide("it is hunter2.") == "it is ***."


@pytest.mark.parametrize("piece", ["\\", "%25", "&amp;", "\\u0073", " ", "sk-", KEY])
def test_hiding_takes_time_in_proportion(piece: str) -> None:
    """With steps for each pair of places this would take an hour."""
    assert KEY not in Secrets((Secret(KEY),)).hide(piece * (400_000 // len(piece)))


# -- the whole path ---------------------------------------------------------------------


def in_field(coding: Callable[[str], str], name: str) -> Callable[[Body], Answer]:
    def answer(_body: Body) -> Answer:
        told = " ".join(coding(secret) for secret in PLANTED)
        body = json.loads(json.dumps(says('{"move": "cooperate", "reasoning": "so"}').body))
        choice = body["choices"][0]
        match name:
            case "text":
                choice["message"]["content"] = f"{told}\nMOVE: cooperate"
            case "reasoning":
                choice["message"]["reasoning_content"] = told
            case "refusal":
                choice["message"]["refusal"] = told
            case "model":
                body["model"] = told
            case "move":
                choice["message"]["content"] = json.dumps({"move": told, "reasoning": told})
        return Answer(body)

    return answer


def echoes() -> list[Callable[[Body], Answer] | Answer]:
    told = " ".join(PLANTED)
    fields = [in_field(c, n) for c in CODINGS.values() for n in ("text", "reasoning", "refusal", "model")]
    escaped = json.dumps(says("MOVE: cooperate", reasoning=told).body).replace("T", "\\u0054").encode()
    return [
        *fields,
        *(in_field(c, "move") for c in CODINGS.values()),
        replace(says("MOVE: cooperate"), headers={"x-echo": KEY, KEY.replace("/", "").replace("=", ""): "1"}),
        Answer(escaped),
        Answer(json.dumps(says(told).body).encode("utf-16")),
    ]


EXPERIMENT = """
name = "planted"
repetitions = %d
cache = "cache.sqlite"
# a note to myself: %s
[game]
kind = "pd"
rounds = 5
[[condition]]
name = "c"
agents = ["cot", "tit_for_tat"]
models = ["x"]
[models.x]
model = "openai/fake-1"
base_url = "%s"
key_env = "PLANTED_KEY"
retries = 0
"""


def planted(server: FakeServer) -> str:
    host = server.base_url.removeprefix("http://").removesuffix("/v1")
    return f"http://me:{PASSWORD}@{host}/${{PLANTED_PATH}}/v1?api-version=2&api-key={QUERY}"


def command(*words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> bytes:
    """What a command writes to the terminal."""
    monkeypatch.setattr("sys.argv", ["syllogos", *words])
    with contextlib.suppress(SystemExit):
        _main.main()
    said = capsys.readouterr()
    return (said.out + said.err).encode()


@pytest.fixture
def keyed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANTED_KEY", KEY + "\n")
    monkeypatch.setenv("PLANTED_PATH", IN_PATH)


def everything(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != "e.toml"]


@pytest.mark.usefixtures("keyed")
def test_no_byte_of_a_run_holds_a_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.DEBUG)
    answers = echoes()
    with FakeServer(*answers) as server:
        (tmp_path / "e.toml").write_text(EXPERIMENT % (12, KEY, planted(server)))
        out, run = str(tmp_path / "run"), ["run", str(tmp_path / "e.toml"), "--patience", "1"]
        said = [command(*run, "--dry-run", "--json", capsys=capsys, monkeypatch=monkeypatch)]
        said += [command(*run, "--out", out, "--workers", "1", capsys=capsys, monkeypatch=monkeypatch)]
        key = read_experiment(tmp_path / "e.toml").matches[0].key
        for words in (
            ["status", out],
            ["report", out],
            ["export", out],
            ["export", out, "--format", "parquet"],
            ["show", out, key],
            ["merge", out, "--out", str(tmp_path / "merged")],
            ["doctor"],
        ):
            said += [command(*words, capsys=capsys, monkeypatch=monkeypatch)]
    logging.getLogger().removeHandler(handler)
    logging.getLogger().setLevel(logging.WARNING)
    assert server.calls > len(answers)
    sent = server.requests[0]
    assert sent.path == f"/{IN_PATH}/v1/chat/completions?api-version=2&api-key={QUERY}"
    assert sent.headers["authorization"] == "Basic " + b64encode(f"me:{PASSWORD}".encode()).decode()
    written = everything(tmp_path)
    assert any(b"SQLite" in text for text in written)
    assert not leaks(log.getvalue().encode(), *said, *written)


FAILURES: list[Answer] = [
    fails(401, f"bad key {KEY} {PASSWORD} {QUERY} {IN_PATH}"),
    fails(400, f"bad {KEY.lower()}", param=QUERY),
    fails(404, f"no model {b64encode(KEY.encode()).decode()}"),
    fails(402, f"pay, {quote(KEY, safe='')}"),
    fails(429, f"slow down {KEY}", location=f"http://{PASSWORD}/{QUERY}"),
    fails(503, f"busy {KEY.encode().hex()}", x_echo=KEY),
    Answer(f"<p>{html.escape(KEY)}</p>".encode(), 500, {"content-type": "text/html; charset=utf-7"}),
    Answer(KEY.encode("utf-16"), 500, {"content-type": "text/html; charset=utf-16"}),
    Answer(b"", 302, {"location": f"http://127.0.0.1:9/{KEY}?{QUERY}"}),
    Answer(b"", 302, {"location": f"http://[{KEY}"}),
    Answer(f"{KEY} is no JSON".encode()),
    replace(says(KEY), sent=0.5),
    replace(says(KEY), headers={"content-encoding": "gzip"}),
    replace(says("x"), headers={"content-type": f"{KEY}; charset={QUERY}"}),
    replace(says("x"), delay=30.0),
]


@pytest.mark.usefixtures("keyed")
@pytest.mark.parametrize("failure", FAILURES)
async def test_an_error_tells_no_secret_and_neither_do_the_frames_behind_it(failure: Answer) -> None:
    with FakeServer(failure, models=(KEY, QUERY)) as server:
        model = Chat(made(planted(server)).endpoint)
        try:
            await model.complete(ASK, sampling=SAMPLING)
        except SyllogosError as error:
            told = frames(error)
            chain: BaseException | None = error
            seen: list[str] = []
            while chain is not None:
                seen += [repr(chain), *map(repr, vars(chain).values())]
                chain = chain.__cause__ or chain.__context__
            assert not leaks(told, *(text.encode() for text in seen))
        finally:
            await model.aclose()


def frames(error: BaseException) -> bytes:
    """What a debugger shows of an error, from the model's own frames on: they and all that they hold."""
    assert error.__traceback__ is not None
    error.__traceback__ = error.__traceback__.tb_next
    told = traceback.TracebackException.from_exception(error, capture_locals=True).format()
    return "".join(told).encode()


def made(address: str, **config: object) -> Chat:
    spec = parse(
        {
            "model": "openai/fake-1",
            "base_url": address,
            "key_env": "PLANTED_KEY",
            "retries": 0,
            "timeout": 0.5,
        }
    )
    assert not leaks(repr(spec).encode(), json.dumps(identity(spec)).encode())
    model = plugins.load("models", "openai")(spec.name, **spec.config)
    assert isinstance(model, Chat)
    assert not leaks(repr(model.endpoint).encode())
    return model


@pytest.mark.usefixtures("keyed")
async def test_a_cancelled_call_tells_no_secret() -> None:
    with FakeServer(replace(says("x"), delay=30.0)) as server:
        model = Chat(replace(made(planted(server)).endpoint, timeout=30.0))
        call = asyncio.create_task(model.complete(ASK, sampling=SAMPLING))
        await asyncio.sleep(0.2)
        call.cancel()
        with pytest.raises(asyncio.CancelledError) as caught:
            await call
        await model.aclose()
        assert not leaks(frames(caught.value))


@pytest.mark.usefixtures("keyed")
async def test_a_server_that_is_not_there_and_a_proxy_tell_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://me:{PASSWORD}@127.0.0.1:9")
    for address in (f"http://a:{KEY.replace('/', '-')}@127.0.0.1:9/v1", f"http://x.invalid/v1?key={QUERY}"):
        model = made(address)
        with pytest.raises(Outage) as caught:
            await model.complete(ASK, sampling=SAMPLING)
        assert not leaks(frames(caught.value))


def test_an_address_without_secrets_is_stored_as_it_stands() -> None:
    for address in ("http://127.0.0.1:8000/v1", "https://h.example/@me/v1", "https://h/a%20b/v1"):
        assert identity(parse({"model": "vllm/x", "base_url": address}))["base_url"] == address
    with_slash = parse({"model": "vllm/x", "base_url": "http://h/v1/"})
    assert identity(with_slash)["base_url"] == "http://h/v1"
    hidden = parse({"model": "vllm/x", "base_url": f"http://me:{PASSWORD}@h:1/v1?b=2&api-key={QUERY}#f"})
    assert identity(hidden)["base_url"] == "http://h:1/v1?b=***&api-key=***"


@pytest.mark.parametrize(
    "address",
    [f"ftp://me:{PASSWORD}@h/v1", f"me:{PASSWORD}@h/v1?key={QUERY}", f"http://u:{PASSWORD}?x@h:port/"],
)
def test_an_address_that_is_refused_is_not_quoted_with_its_secrets(address: str) -> None:
    with pytest.raises(InputError, match="base_url") as caught:
        parse({"model": "vllm/x", "base_url": address})
    assert not leaks(str(caught.value).encode())


@pytest.mark.parametrize("value", ["sk-abcdefgh", "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q", ["sk-abcdefgh"]])
def test_a_key_in_the_place_of_its_variable_is_refused_and_not_quoted(value: object) -> None:
    with pytest.raises(InputError, match="never the key itself") as caught:
        parse({"model": "openai/x", "key_env": value})
    assert "abcdefgh" not in str(caught.value) and "AIza" not in str(caught.value)


@pytest.mark.parametrize("key", ["sk-one\nsk-two", "sk-\u00e9t\u00e9-123", "sk-\x1b[1m", "sk-\x7f123456"])
def test_a_key_that_cannot_be_sent_is_refused_before_anything_is(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ODD_KEY", key)
    with FakeServer() as server, pytest.raises(ModelError, match="the key in ODD_KEY") as caught:
        plugins.load("models", "openai")("x", base_url=server.base_url, key_env="ODD_KEY")
    assert "\n" not in str(caught.value) and "sk-" not in str(caught.value) and not server.requests


@pytest.mark.usefixtures("keyed")
def test_a_crash_is_stored_without_the_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.py").write_text(
        "import os\nclass Own:\n    def __init__(self, desk, seat): pass\n"
        "    async def act(self, view, fault): raise ValueError(os.environ['PLANTED_KEY'].lower())\n"
    )
    with FakeServer() as server:
        text = EXPERIMENT % (6, KEY, planted(server))
        (tmp_path / "e.toml").write_text(text.replace('"tit_for_tat"', '"own.py:Own"'))
        words = ["run", str(tmp_path / "e.toml"), "--out", str(tmp_path / "run")]
        said = command(*words, capsys=capsys, monkeypatch=monkeypatch)
    assert b"ValueError" in said and not leaks(said, *everything(tmp_path))


async def test_a_model_of_ones_own_is_hidden_by_what_it_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    class Own:
        async def complete(self, messages: object, *, sampling: object, schema: object = None) -> Reply:
            return Reply(f"MOVE: red {KEY}", model=KEY.upper())

    monkeypatch.setenv("OWN_KEY", KEY)
    spec = replace(parse(Own()), config={"key_env": "OWN_KEY"})
    reply, _ = await access.Access(spec, Own(), patience=0).complete(ASK, schema=None, seed=0, draw="")
    assert isinstance(reply, Reply) and (reply.text, reply.model) == ("MOVE: red ***", MASK)


@pytest.mark.usefixtures("keyed")
async def test_what_the_client_above_the_border_sees_of_an_answer_holds_no_secret() -> None:
    odd = Answer(b"", 302, {"location": f"http://h/{KEY}", KEY[:7] + "-" + QUERY: quote(KEY, safe="")})
    with FakeServer(odd) as server:
        model = made(planted(server))
        client = model._connected()._client
        response = await client.post(f"{server.base_url}/x", json={})
        await model.aclose()
        assert not leaks(repr(response.headers.multi_items()).encode())


def test_the_address_of_a_model_of_ones_own_is_stored_without_its_secrets() -> None:
    spec = replace(parse("scripted/first"), config={"base_url": f"http://me:{PASSWORD}@h/v1?key={QUERY}"})
    assert identity(spec)["base_url"] == "http://h/v1?key=***" and not leaks(repr(spec).encode())
