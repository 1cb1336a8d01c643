"""Secrets in places of their own: proxies, settings, keys with a word before them, errors of one's own model."""

import asyncio

import pytest

from syllogos.errors import ModelError, Outage
from syllogos.match.access import Access
from syllogos.models.client.secrets import MASK, Secret, Secrets
from syllogos.models.client.spec import open_model, parse, secrets_of

KEY = "sk-PLANTED0a1B2c3D4e5F6g7H8i9J"
PASSWORD = "pr0xyPassw0rd"
FAR = {"model": "openai/x", "base_url": "https://203.0.113.7/v1", "key_env": "PLANTED_KEY"}


@pytest.fixture(autouse=True)
def keyed(monkeypatch):
    monkeypatch.setenv("PLANTED_KEY", KEY)
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize(
    "proxy",
    [
        f"foo://me:{PASSWORD}@127.0.0.1:9",
        f"http://me:{PASSWORD}",
        f"http://me:{PASSWORD}@[::1",
        f"http://me:{PASSWORD}@127.0.0.1:99999",
        f"http://me:{PASSWORD}\t@127.0.0.1:9",
        f"http://me:{PASSWORD}@:9",
    ],
)
def test_a_proxy_that_is_none_is_refused_before_a_game_and_not_quoted(monkeypatch, proxy):
    monkeypatch.setenv("https_proxy", proxy)
    with pytest.raises(ModelError, match="https_proxy") as caught:
        open_model(parse(FAR))
    assert PASSWORD not in str(caught.value) and "\n" not in str(caught.value)
    assert caught.value.__context__ is None


async def test_a_proxy_without_a_scheme_is_one(monkeypatch):
    monkeypatch.setenv("https_proxy", f"me:{PASSWORD}@127.0.0.1:9")
    model = open_model(parse({**FAR, "retries": 0}))
    with pytest.raises(Outage, match="Connect call failed") as caught:
        await model.complete([], sampling=parse(FAR).sampling)
    assert PASSWORD not in str(caught.value)
    await model.aclose()


def test_a_key_with_a_word_before_it_is_refused_since_a_server_would_quote_the_key_alone(monkeypatch):
    monkeypatch.setenv("PLANTED_KEY", f"Bearer {KEY}")
    with pytest.raises(ModelError, match="a space") as caught:
        open_model(parse(FAR))
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "extra",
    [
        {"api_key": KEY},
        {"headers": {"Authorization": f"Bearer {KEY}"}},
        {"list": [{"x-api-key": KEY}]},
        {"auth_token": KEY},
        {"apikey": KEY},
        {"db.password": KEY},
    ],
)
def test_a_key_that_stands_in_a_setting_is_a_secret(monkeypatch, extra):
    monkeypatch.delenv("PLANTED_KEY")
    assert secrets_of([parse({**FAR, "extra": extra})]).hide(f"so {KEY} it") == f"so {MASK} it"


@pytest.mark.parametrize(
    "extra",
    [
        {"stop_token": "<|end_of_text_0001|>"},
        {"tokenizer": "meta-llama/Llama-3.1-8B"},
        {"key": "a-name-without-digits"},
        {"keys": KEY},
        {"token": 1234567890123456789},
        {"secret": "two words and 1 number"},
    ],
)
def test_other_settings_hide_nothing(monkeypatch, extra):
    monkeypatch.delenv("PLANTED_KEY")
    assert secrets_of([parse({**FAR, "extra": extra})]).known == ()


def test_every_error_of_a_model_of_ones_own_has_lost_the_key():
    class Own:
        def __init__(self, error):
            self.error = error

        async def complete(self, messages, *, sampling, schema=None):
            raise self.error

    spec = parse(FAR)
    for error, kind in ((ModelError(f"no {KEY}"), ModelError), (Outage(f"no {KEY}"), Outage)):
        with pytest.raises(kind) as caught:
            asyncio.run(Access(spec, Own(error), patience=0.0).complete([], schema=None, seed=0, draw=""))
        assert KEY not in str(caught.value) and MASK in str(caught.value)


@pytest.mark.parametrize(
    "between", ["\0", "\x08", "\x7f", "\u034f", "\u180e", "\u2063", "\ufe0f", "\U000e0020"]
)
def test_what_is_not_seen_between_its_letters_does_not_save_a_secret_from_being_hidden(between):
    hide = Secrets((Secret(KEY),)).hide
    assert hide(f"so {between.join(KEY)} it") == f"so {MASK} it"
    assert hide(f"é {between.join(KEY)} it") == f"é {MASK} it"


@pytest.mark.parametrize("code", ["&#{}", "&#x{:x}", "&#00{}"])
def test_html_codes_need_no_semicolon(code):
    coded = "".join(code.format(ord(letter)) for letter in KEY)
    assert Secrets((Secret(KEY),)).hide(f"so {coded} it") == f"so {MASK} it"
