"""Settings of agents and models in one line or one call, names as people write them, pages of plugins."""

import json
import re
import shlex
from pathlib import Path

import pytest

import syllogos
from fake_server import FakeServer, says
from syllogos.api.names import described
from syllogos.errors import InputError
from syllogos.models.client.environment import ollama_address
from syllogos.models.client.spec import identity, parse
from syllogos.text.spelling import meant


def tried(record):
    """How many attempts the agent of seat 0 made within its first one."""
    return len(record["turns"][0]["0"][0]["tried"])


LELMA = ("play", "pd", "--agents", "lelma,random", "--json", "--set", "attempts=1", "--model", "m.toml:wrong")
SAID = '{"reasoning": "If I defect and they cooperate, I get 4.", "move": "defect"}'
WRONG = f"[models.wrong]\nmodel = \"scripted/replies\"\nreplies = ['{SAID}']\n"


@pytest.mark.parametrize("word", ["attempts=2", "0.attempts=2", "lelma.attempts=2", "LELMA.attempts=2"])
def test_a_setting_reaches_all_that_take_it_or_a_seat_or_a_name(command, word):
    Path("m.toml").write_text(WRONG)
    assert tried(json.loads(command(*LELMA)[1])) == 5
    assert tried(json.loads(command(*LELMA, "--agent-set", word)[1])) == 2


@pytest.mark.parametrize(
    ("words", "mend"),
    [
        (("--agent-set", "atempts=2"), "unknown setting 'atempts': did you mean attempts"),
        (("--agent-set", "0.atempts=2"), "agent lelma: unknown setting 'atempts': did you mean attempts"),
        (("--agent-set", "5.attempts=2"), "5.attempts: seats are 0 to 1"),
        (("--agent-set", "cot.attempts=2"), "unknown agent here 'cot'"),
        (("--agent-set", "attempts"), "--agent-set 'attempts': write key=value"),
        (("--model-set", "temprature=0"), "did you mean temperature"),
        (("--model", "m.toml:rong"), "did you mean wrong"),
        (("--model", "gone.toml:x"), "gone.toml: No such file"),
        (("--model", ""), "needs a model"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_it(command, words, mend):
    Path("m.toml").write_text(WRONG)
    status, out, err = command(*LELMA, *words)
    assert (status, out) == (2, "") and mend in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "option", [("--base-url", "http://localhost:1/v1"), ("--model-set", "temperature=0")]
)
def test_where_a_model_is_goes_with_a_model(command, option):
    Path("t.txt").write_text("I get 3.")
    for words in (("check", "t.txt", "--game", "pd"), ("formalize", "t.txt"),
                  ("play", "pd", "--agents", "random,random")):  # fmt: skip
        status, _, err = command(*words, *option)
        assert status == 2 and f"{option[0]} goes with --model" in err


def test_every_command_with_a_model_takes_its_address(command, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    Path("t.txt").write_text("If we both cooperate I get 3.")
    claims = '{"claims": []}'
    for words in (
        ("check", "t.txt", "--game", "pd", "--translator", "model"),
        ("formalize", "t.txt", "--author", "model", "--attempts", "1"),
        ("play", "pd", "--agents", "direct,random"),
    ):
        with FakeServer(says(claims, tokens=(300, 5))) as server:
            status, _, _ = command(*words, "--model", "openai/x", "--base-url", server.base_url)
            assert status in (0, 3) and server.calls


def test_cb40_the_environments_address_is_used_and_said_and_one_in_the_line_counts_before_it(
    command, monkeypatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    words = ("play", "pd", "--agents", "direct,random", "--model", "openai/x", "--json")
    answer = says('{"move": "defect"}', tokens=(300, 5))
    with FakeServer(answer) as server, FakeServer(answer) as other:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        status, _, err = command(*words)
        assert status == 0 and server.calls == 1
        assert err == f"openai/x is asked at {server.base_url}, as OPENAI_BASE_URL says\n"
        status, _, err = command(*words, "--base-url", other.base_url)
        assert (status, err, server.calls, other.calls) == (0, "", 1, 1)
        Path("e.toml").write_text(
            'name = "e"\n[game]\nkind = "pd"\n[[condition]]\nname = "a"\nagents = ["direct", "random"]\n'
            'models = ["openai/x"]\n'
        )
        status, _, err = command("run", "e.toml", "--out", "r", "--json")
        assert status == 0 and server.calls == 2 and "as OPENAI_BASE_URL says" in err


def test_a_model_whose_place_the_environment_gives_is_another_model(monkeypatch):
    before = identity(parse("openai/gpt-4o-mini"))
    assert parse("openai/gpt-4o-mini").price is not None
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:9/v1")
    assert identity(parse("openai/gpt-4o-mini")) != before and parse("openai/gpt-4o-mini").price is None
    assert identity(parse("groq/x"))["base_url"] is None  # its key stays with its own server
    monkeypatch.setenv("OPENAI_BASE_URL", "localhost")
    with pytest.raises(InputError, match="OPENAI_BASE_URL is no address"):
        parse("openai/x")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("gpu", "http://gpu:11434/v1"), (":11500", "http://127.0.0.1:11500/v1"),
        ("0.0.0.0", "http://127.0.0.1:11434/v1"), ("http://gpu", "http://gpu:80/v1"),
        ("https://gpu/ollama/", "https://gpu:443/ollama/v1"), ("[::1]:5", "http://[::1]:5/v1"),
    ],
)  # fmt: skip
def test_ollama_host_is_read_as_ollama_reads_it(monkeypatch, host, address):
    assert ollama_address(host) == address
    monkeypatch.setenv("OLLAMA_HOST", host)
    assert identity(parse("ollama/llama3.1"))["base_url"] == address


@pytest.mark.parametrize("host", ["gpu:x", "ftp://gpu", "gpu:99999"])
def test_an_ollama_host_that_is_none_is_one_line(host):
    with pytest.raises(InputError, match=r"^OLLAMA_HOST"):
        ollama_address(host)


def test_tables_in_python():
    model = {"model": "scripted/replies", "replies": ["defect"]}
    record = syllogos.play("pd", [{"agent": "lelma", "translator": "rules"}, "tit_for_tat"], model=model)
    assert record.outcome.scores == {0: 5.0, 1: 0.0}
    roles = {"main": model, "translator": "scripted/empty"}
    table = {"kind": "lelma", "agent": "direct", "translator": "model", "attempts": 1}
    assert syllogos.play("pd", [table, "random"], model=roles, seed=1).status == "finished"
    with pytest.raises(
        InputError, match="agent lelma: unknown setting 'translater': did you mean translator"
    ):
        syllogos.play("pd", [{"agent": "lelma", "translater": "rules"}, "random"], model=model)


@pytest.mark.parametrize("game", ["PD", "Prisoner's Dilemma", "the prisoners dilemma", "Normal-Form", "pd"])
def test_games_and_agents_as_people_write_them(game):
    record = syllogos.play(game, ["Tit for Tat", "tit-for-tat"], rounds=2)
    assert record.key == syllogos.play("pd" if game != "Normal-Form" else "normal_form",
                                       ["tit_for_tat", "tit_for_tat"], rounds=2).key  # fmt: skip
    assert syllogos.check("If we both cooperate I get 3.", "Prisoner's Dilemma").status == "VERIFIED"


def test_a_name_that_may_be_several_is_refused_with_the_choices():
    with pytest.raises(InputError, match="strategy 'tit for tat' may be TitForTat or Tit_For_Tat"):
        meant("strategy", "tit for tat", ["TitForTat", "Tit_For_Tat", "Grudger"])
    assert meant("strategy", "TitForTat", ["TitForTat", "Tit_For_Tat"]) == "TitForTat"


@pytest.mark.parametrize(
    ("kind", "name", "settings"),
    [
        ("agents", "lelma", ["agent", "config", "attempts", "translator", "original"]),
        ("games", "PD", ["payoffs", "rounds", "attempts", "on_invalid", "labels", "default_move"]),
        ("models", "scripted", ["replies"]),
        ("judges", "correctness", []),
        ("prompts", "cot", []),
    ],
)
def test_a_page_of_a_plugin_has_its_settings(command, kind, name, settings):
    page = described(kind, name)
    assert [setting.name for setting in page.settings] == settings and page.example
    out = command("list", kind, name)[1]
    assert page.example in out and all(setting in out for setting in settings)
    assert json.loads(command("list", kind, name, "--json")[1])["name"] == page.name


def test_a_page_says_which_words_a_setting_takes(command):
    out = command("list", "agents", "lelma")[1]
    assert re.search(r"translator +rules \| model \| both +\"rules\"", out)
    status, _, err = command("list", "agents", "lelm")
    assert status == 2 and "did you mean lelma" in err


@pytest.mark.parametrize(("kind", "name"), [("agents", "lelma"), ("agents", "tit_for_tat"), ("games", "pd"),
                                            ("games", "hd"), ("games", "question")])  # fmt: skip
def test_the_example_of_a_page_runs(command, kind, name):
    words = shlex.split(described(kind, name).example.replace("openai/gpt-4o-mini", "scripted/first"))
    assert words[0] == "syllogos" and command(*words[1:])[0] == 0
