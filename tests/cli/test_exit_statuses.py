"""What each command ends with, as its help and the documents say."""

import re
from pathlib import Path

import pytest

from commands import EXPERIMENT
from syllogos import api
from syllogos.cli._exits import ENDS, ends
from syllogos.errors import GameCrashed

ROOT = Path(__file__).parent.parent.parent
LOG = "me Ada: Plum, Rope, Hall\nplayers Ada 3, Ben 3, Cleo 3, Dan 3, Eve 3, Fay 3\n"
BAD = """class Bad:
    def __init__(self, desk, seat): ...
    async def act(self, view, fault): return 1 / 0
"""


@pytest.fixture
def files(command):
    for name, text in (
        ("false.txt", "If we both cooperate I get 4."), ("e.toml", EXPERIMENT), ("log.txt", LOG),
        ("none.txt", "It is raining."), ("own.py", BAD), ("rows.jsonl", ""),
    ):  # fmt: skip
        Path(name).write_text(text)
    return command


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("check", "false.txt", "--game", "pd"), 0),
        (("check", "false.txt", "--game", "pd", "--fail-on", "REFUTED"), 1),
        (("check", "false.txt", "--game", "pd", "--fail-on", "verified, refuted", "--json"), 1),
        (("check", "false.txt", "--game", "pd", "--fail-on", "UNCHECKED"), 0),
        (("check", "false.txt", "--game", "pd", "--fail-on", "REFUTD"), 2),
        (("check", "gone.txt", "--game", "pd"), 2),
        (("deduce", "log.txt"), 0),
        (("deduce", "log.txt", "--fail-on", "OPEN"), 1),
        (("deduce", "log.txt", "--fail-on", "INCONSISTENT"), 0),
        (("deduce", "none.txt"), 2),
        (("formalize", "none.txt"), 0),
        (("formalize", "none.txt", "--fail-on", "NO_GAME,DECLINED"), 1),
        (("formalize", "none.txt", "--fail-on", "no game"), 1),
        (("formalize", "gone.txt"), 2),
        (("play", "pd", "--agents", "random,random"), 0),
        (("play", "pd", "--agents", "own.py:Bad,random"), 1),
        (("play", "pd", "--agents", "random"), 2),
        (("play", "pd", "--agents", "direct,random", "--model", "scripted/prose"), 3),
        (("run", "e.toml", "--dry-run"), 0),
        (("run", "gone.toml", "--out", "r"), 2),
        (("run", "e.toml", "--out", "r"), 3),
        (("report", "nowhere"), 2),
        (("replay", "lelma", "gone.jsonl"), 2),
        (("replay", "strategies", "rows.jsonl"), 0),
    ],
)
def test_each_command_ends_as_it_says(files, words, status):
    assert files(*words)[0] == status
    assert status in ends(words[0])


def test_a_crash_shows_its_traceback_and_ends_with_one_line(files):
    status, _, err = files("play", "pd", "--agents", "own.py:Bad,random")
    assert status == 1 and "own.py" in err
    assert err.splitlines()[-1] == "syllogos: the game crashed: ZeroDivisionError: division by zero"
    with pytest.raises(GameCrashed, match=r"^the game crashed: ZeroDivisionError"):
        api.play("pd", ["own.py:Bad", "random"])


def test_what_is_interrupted_says_what_is_kept(files, monkeypatch):
    def stopped(*_words, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("syllogos.api.playing.play", stopped)
    monkeypatch.setattr("syllogos.api.runs.go_on", stopped)
    monkeypatch.setattr("syllogos.payoffs.checking.check", stopped)
    play = ("play", "pd", "--agents", "random,random")
    status, out, err = files(*play)
    assert (status, out) == (130, "") and "nothing is kept of this game" in err
    status, _, err = files(*play, "--out", "kept")
    assert status == 130 and "what was played is kept in kept, and the same command goes on there" in err
    status, _, err = files("run", "e.toml", "--out", "r")
    assert status == 130 and "kept in r, and the same command" in err
    assert files("check", "false.txt", "--game", "pd") == (130, "", "syllogos: interrupted\n")


@pytest.mark.parametrize("name", sorted(ENDS))
def test_help_and_the_documents_have_the_same_table(command, name):
    said = re.sub(r"\s+", " ", command(name, "--help")[1])
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    for status, means in ends(name).items():
        assert f"{status} {means}" in said
        assert means in page, means


def test_a_model_that_writes_no_game_is_a_result_and_no_wrong_input(files):
    words = ("formalize", "none.txt", "--author", "model", "--attempts", "1", "--json")
    Path("m.toml").write_text('[models.m]\nmodel = "scripted/replies"\nreplies = [\'{"claims": []}\']\n')
    status, out, _ = files(*words, "--model", "m.toml:m")
    assert status == 0 and '"status": "INVALID"' in out and "unknown key 'claims'" in out
