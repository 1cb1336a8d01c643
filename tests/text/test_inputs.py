"""What people and files put in: files that are none, texts that steer, numbers out of range."""

import json
import os
import socket
import subprocess
import sys

import pytest

from syllogos.errors import InputError
from syllogos.experiment.experiment import read_experiment
from syllogos.text.files import json_rows, read_source
from syllogos.text.toml_lines import too_deep
from syllogos.text.visible import LONGEST_LINE, UNSEEN, html_text, one_line, visible
from syllogos.text.whole_file import read_whole, write_whole

EXPERIMENT = """name = "s"
seed = 0
repetitions = 2
[game]
kind = "pd"
rounds = 2
[[condition]]
name = "a"
agents = ["tit_for_tat", "random"]
"""
BIDI = "\u202e\u2066\u200f\u061c"
STEERS = f"\x1b[31m\x1b]8;;http://x\x07\x9b2J{BIDI}\u200b\ufeff"
MARKUP = "[red]a[/] [/nothing] [link=http://x]b[/link] :smile:"


# -- files that are none ------------------------------------------------------------------


@pytest.fixture
def odd(tmp_path):
    """Things in a folder that are no files to read, by name."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "endless").symlink_to("/dev/zero")
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(10 * 2**30)
    (tmp_path / "utf16").write_bytes("text".encode("utf-16"))
    with socket.socket(socket.AF_UNIX) as door:
        place = os.open(tmp_path, os.O_RDONLY)
        door.bind(f"/proc/self/fd/{place}/socket")
        os.close(place)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("pipe", "a pipe"), ("folder", "a folder"), ("socket", "a socket"), ("endless", "a device"),
        ("dangling", "No such file"), ("loop", "symbolic links"), ("sparse", "larger than 64 MB"),
        ("utf16", "not UTF-8"), ("x" * 5000, "name too long"), ("a\0b", "null"),
    ],
)  # fmt: skip
def test_what_is_no_file_to_read_is_refused_at_once(odd, name, why):
    with pytest.raises(InputError, match=why):
        read_source(odd / name)


def test_a_pipe_that_takes_a_file_s_place_is_not_waited_for(odd, monkeypatch):
    (odd / "file").write_text("x")
    seen = (odd / "file").stat()
    monkeypatch.setattr(type(odd), "stat", lambda *_args, **_more: seen)
    with pytest.raises(InputError, match="a pipe"):
        read_whole(odd / "pipe")


def test_no_more_is_read_than_may_be_whatever_a_file_is_said_to_hold():
    with pytest.raises(InputError, match="larger than 0 KB"):
        read_whole("/proc/self/status", 10)


def test_a_pipe_that_nobody_reads_is_not_written_to(odd):
    with pytest.raises(InputError, match="choose another place"):
        write_whole(odd / "pipe", "text")


@pytest.mark.parametrize(
    "words",
    [
        ["check", "@", "--game", "pd"], ["check", "ok.txt", "--game", "@.json"], ["deduce", "@"],
        ["formalize", "@", "--out", "out"], ["formalize", "ok.txt", "--payoffs", "@"],
        ["formalize", "ok.txt", "--author", "@.json"], ["play", "@.json", "--agents", "random,random"],
        ["play", "pd", "--agents", "@.py:X,random"], ["run", "@", "--dry-run"],
        ["play", "normal_form", "--set", "payoffs=@.json", "--agents", "random,random"],
        ["check", "ok.txt", "--game", "pd", "--html", "@"], ["show", "@", "a", "--out", "@"],
        *(["replay", kind, "@"] for kind in (
            "lelma", "gama", "strategies", "descriptions", "clue", "attacks",
        )),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_every_command_refuses_it_in_one_line(command, tmp_path, words, kind):
    (tmp_path / "ok.txt").write_text("I get 3.")
    for suffix in ("", ".json", ".py"):
        place = tmp_path / f"odd{suffix}"
        os.mkfifo(place) if kind == "pipe" else place.mkdir()
    status, out, err = command(*(word.replace("@", "odd") for word in words))
    assert (status, out) == (2, "") and err.count("\n") == 1 and "odd" in err


def test_standard_input_has_an_end(command, monkeypatch, tmp_path):
    with open("/dev/zero") as endless:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", endless)
        status, out, err = command("check", "-", "--game", "pd")
    assert (status, out) == (2, "") and "more than 64 MB" in err


@pytest.mark.parametrize("line", ["[" * 100_000, "9" * 5000, "{", "\x00"])
def test_a_row_that_is_no_json_is_refused_with_its_line(tmp_path, line):
    (tmp_path / "rows.jsonl").write_text('{"a": 1}\n\n' + line)
    with pytest.raises(InputError, match=r"rows\.jsonl:3: "):
        list(json_rows(tmp_path / "rows.jsonl"))


# -- experiment files ---------------------------------------------------------------------


def changed(old, new):
    return EXPERIMENT.replace(old, new)


GRID = EXPERIMENT + "[grid]\n"
CONDITIONS = "".join(f'[[condition]]\nname = "c{n}"\nagents = ["random", "random"]\n' for n in range(2000))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (changed("repetitions = 2", "repetitions = 1_000_000_000"), "e.toml:3: .* at most 1,000,000 "),
        (GRID + 'rounds = "1..999999999"', "e.toml:11: .* more than 100,000 cells"),
        (GRID + "".join(f"k{n} = [1, 2, 3]\n" for n in range(5000)), "more than 100,000 cells"),
        (EXPERIMENT + CONDITIONS, "e.toml:.* condition = .* at most 1000 items"),
        (changed('["tit_for_tat", "random"]', str(["random"] * 200)), "e.toml:9: .* at most 100 items"),
        (changed('"s"', '"' + "x" * 300_000 + '"'), "larger than 256 KB"),
        (changed('"s"', '"' + "x" * 1000 + '"'), "e.toml:1: .* longer than 200"),
        (changed('"s"', '"a\\u202e"'), "e.toml:1: .* cannot be seen"),
        (changed('"a"', '"a\\u001b[31m"'), "e.toml:8: .* cannot be seen"),
        (EXPERIMENT + '[models."\\u001b[2J"]\nmodel = "scripted/first"', "cannot be seen"),
        (changed("seed = 0", "seed = 9223372036854775808"), "e.toml:2: .* 64 bits"),
        (changed("seed = 0", "seed = 0x" + "f" * 9000), "e.toml:2: .* 64 bits"),
        (changed("seed = 0", "seed = " + "9" * 5000), "e.toml:2: .* digits"),
        (changed("seed = 0", "seed = true"), "e.toml:2: .* valid integer"),
        (changed("repetitions = 2", 'repetitions = "2"'), "e.toml:3: .* valid integer"),
        (changed("repetitions = 2", "repetitions = -1"), "e.toml:3: "),
        (changed("rounds = 2", "rounds = nan"), "e.toml:6: .* a number is wanted"),
        (changed("rounds = 2", "rounds = 1_000_000_000"), "e.toml:6: .* at most 100,000 "),
        (EXPERIMENT + "[limits]\nmoney = inf", "e.toml:11: .* a number is wanted"),
        (EXPERIMENT + "[limits]\ntokens = true", "e.toml:11: .* valid integer"),
        (EXPERIMENT + ".".join(["a"] * 10_000) + " = 1", "e.toml:10: nested more than 32 levels"),
        (EXPERIMENT + "[" + ".".join(['"a"'] * 10_000) + "]", "e.toml:10: nested more than 32 levels"),
        (EXPERIMENT + "x = " + "{a = " * 1000 + "1" + "}" * 1000, "e.toml:10: nested more than 32 levels"),
        (changed('"pd"', '"pipe.json"'), "e.toml:5: .*pipe.json: a pipe"),
        (EXPERIMENT + '[prompts]\ncot = "pipe.json"', "e.toml:11: .*pipe.json: a pipe"),
    ],
)  # fmt: skip
def test_an_experiment_without_an_end_is_one_line_before_anything_is_built(tmp_path, text, words):
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "e.toml").write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        read_experiment(tmp_path / "e.toml")
    assert "\n" not in str(caught.value)


def test_brackets_and_dots_in_texts_and_comments_are_no_levels():
    deep = "[" * 40 + "." * 40
    texts = (f'"{deep}"', f"'{deep}'", f'"""\n{deep}\n\\"""{deep}""""', f"'''{deep}'''''", f"1 # {deep}")
    assert [too_deep(f"a = {text}\nb = [[1.5], {{x.y = 2}}]") for text in texts] == [None] * 5
    assert [too_deep(f"a = {text}\nb = {deep}") is not None for text in texts] == [True] * 5
    assert too_deep('a = ["""x""""]\n' * 40) is None


# -- texts that steer ---------------------------------------------------------------------


def test_text_is_shown_one_for_one_and_a_line_stays_a_line():
    assert len(visible(STEERS)) == len(STEERS) and not UNSEEN.search(visible(STEERS))
    assert visible("ä\t€\n字") == "ä\t€\n字" and one_line("a\nb\r\x1bc") == "a\ufffdb\ufffd\ufffdc"
    assert len(one_line("x" * 10**6)) < LONGEST_LINE + 10
    assert html_text(f"<b {BIDI}'\">") == "&lt;b \ufffd\ufffd\ufffd\ufffd&#x27;&quot;&gt;"


HOSTILE = f"{MARKUP} {STEERS} end"
GAME = {
    "players": [f"Ada {HOSTILE}", f"Ben {HOSTILE}"],
    "actions": [[f"up {HOSTILE}", "down"], [f"left {HOSTILE}", "right"]],
}


@pytest.fixture
def planted(tmp_path, command):
    """A folder with a run and files that hold hostile text wherever a text can come in."""
    shown = f"If I defect and they cooperate, I get 4. {HOSTILE}"
    (tmp_path / "text.txt").write_text(shown)
    (tmp_path / "say.py").write_text(
        "from syllogos.contract import Reply\n"
        "class Says:\n"
        "    def __init__(self, name): pass\n"
        "    async def complete(self, messages, *, sampling, schema=None):\n"
        f"        return Reply({json.dumps({'reasoning': HOSTILE, 'move': 'cooperate'})!r})\n"
    )
    rows = [{"id": HOSTILE, "text": HOSTILE, "numeric": True}]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "log.txt").write_text(f"me Ada: Plum, Rope, Hall\nplayers Ada 3, {HOSTILE} 3")
    name = "[red]a[/] [/x]"
    (tmp_path / "e.toml").write_text(
        f'name = "{name}"\n[game]\nkind = "pd"\nlabels = {{ cooperate = {json.dumps("up " + MARKUP)} }}\n'
        f'[[condition]]\nname = "{name}"\nagents = ["direct", "random"]\nmodels = ["say.py:Says"]\n'
        f'[grid]\ndefault_move = [{json.dumps("up " + MARKUP)}, "defect"]\n'
    )
    assert command("run", "e.toml", "--out", "run")[0] == 3
    return tmp_path


COMMANDS = (
    ["check", "text.txt", "--game", "pd"],
    ["check", "text.txt", "--game", "pd", "--html", "page.html", "--json"],
    ["check", HOSTILE, "--game", "pd"], ["check", "text.txt", "--game", HOSTILE],
    ["formalize", "text.txt", "--out", "made"], ["formalize", "text.txt", "--out", "made", "--json"],
    ["formalize", "text.txt", "--author", HOSTILE], ["formalize", "text.txt", "--class", HOSTILE],
    ["deduce", "log.txt"], ["deduce", HOSTILE], ["deduce", "log.txt", "--json"],
    ["play", "pd", "--agents", "direct,random", "--model", "say.py:Says"],
    ["play", "pd", "--agents", "direct,random", "--model", "say.py:Says", "--json"],
    ["play", "pd", "--agents", HOSTILE], ["play", HOSTILE, "--agents", "random,random"],
    ["play", "pd", "--agents", "random,random", "--set", f"default_move={HOSTILE}"],
    ["play", "pd", "--agents", "random,random", "--set", HOSTILE],
    ["run", "e.toml", "--dry-run"], ["run", "e.toml", "--out", "run"], ["run", HOSTILE],
    ["run", "e.toml", "--engine", HOSTILE], ["status", "run"], ["status", "run", "--json"], ["status", HOSTILE],
    ["report", "run"], ["report", "run", "--json"], ["report", "run", "--out", f"to {HOSTILE}"],
    ["export", "run"], ["export", "run", "--format", HOSTILE], ["export", HOSTILE],
    ["merge", "run", "--out", "whole"], ["merge", HOSTILE, "--out", "whole"],
    ["list", HOSTILE], ["list", "agents"], ["list", "agents", HOSTILE],
    ["check", "text.txt", "--game", "pd", "--fail-on", HOSTILE],
    ["play", "pd", "--agents", "direct,random", "--model", "say.py:Says", "--agent-set", HOSTILE],
    ["play", "pd", "--agents", "direct,random", "--model", "say.py:Says", "--agent-set", f"{HOSTILE}.a=1"],
    ["play", "pd", "--agents", "direct,random", "--model", "openai/x", "--base-url", HOSTILE], ["replay", "descriptions", "rows.jsonl"],
    ["replay", "descriptions", "rows.jsonl", "--json"], ["replay", HOSTILE, "rows.jsonl"],
    ["show", "run", HOSTILE], ["show", "run", "KEY"], ["doctor"], ["setup", HOSTILE],
    [HOSTILE], ["play", f"--{HOSTILE}"],
)  # fmt: skip


def test_no_command_obeys_a_text(planted, command):
    key = next(iter(json.loads(command("run", "e.toml", "--dry-run", "--json")[1])["matches"]))["key"]
    for words in COMMANDS:
        words = [word.replace("KEY", key).replace("/", "") if "KEY" in word else word for word in words]
        status, out, err = command(*(word.replace("\n", "") for word in words))
        assert status in (0, 2, 3), (words, err)
        assert not UNSEEN.search(out + err), words
        assert status != 2 or err.count("\n") == 1, (words, err)
    for path in planted.rglob("*"):
        if path.suffix in (".html", ".md", ".csv", ".svg", ".jsonl") and path.name != "rows.jsonl":
            assert not UNSEEN.search(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    "words",
    [
        ["play", "pd", "--agents", "direct,random", "--model", "say.py:Says"], ["run", "e.toml", "--dry-run"],
        ["status", "run"], ["replay", "descriptions", "rows.jsonl"], ["check", "text.txt", "--game", "pd"],
    ],
)  # fmt: skip
def test_markup_in_a_text_is_not_lost(planted, command, words):
    out = command(*words)[1]
    assert "[/" in out.replace("\n", "")


# -- command lines ------------------------------------------------------------------------


PLAY = ("play", "pd", "--agents", "random,random")


@pytest.mark.parametrize(
    "words",
    [
        (*PLAY, "--seed", "1e9"), (*PLAY, "--seed", "9" * 5000), (*PLAY, "--patience", "nan"),
        (*PLAY, "--patience", "-1"), (*PLAY, "--set", "rounds=nan"), (*PLAY, "--set", "rounds=true"),
        (*PLAY, "--set", "rounds=" + "9" * 5000), (*PLAY, "--set", "x" * 10**6 + "=1"),
        (*PLAY, "--set", "default_move=a\udcff"), (*PLAY, "--set", "\udcff=1"),
        ("play", "pd", "--agents", "direct,random", "--model", "scripted/\udcff"),
        ("play", "pd", "--agents", "random," * 10_000), ("run", "e.toml", "--workers", "0"),
        ("run", "e.toml", "--workers", str(10**30)), ("formalize", "t.txt", "--attempts", str(10**30)),
        ("run", "\udcff"), ("status", "x" * 5000), ("check", "x" * 5000, "--game", "pd"), ("status",),
        ("run", "e.toml", "--shard", "9" * 5000 + "/2"), ("run", "e.toml", "--out", ""), (*PLAY, "--out="),
        ("formalize", "t.txt", "--out", ""), ("merge", "a", "--out", "x" * 5000),
        ("replay", "../x", "y"), ("status", "--no-such"), ("no-such",), ("",), ("list", ""),
    ],
)  # fmt: skip
def test_a_wrong_command_line_is_one_short_line(command, tmp_path, words):
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    (tmp_path / "t.txt").write_text("Two cooks.")
    status, out, err = command(*words)
    assert (status, out) == (2, "") and err.startswith("syllogos: ") and err.count("\n") == 1
    assert len(err) < LONGEST_LINE + 200 and not UNSEEN.search(err)


def shell(line, folder, **more):
    env = {**os.environ, "SYLLOGOS": f"{sys.executable} -m syllogos", **more}
    return subprocess.run(["bash", "-c", line], cwd=folder, env=env, capture_output=True, timeout=120)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("$SYLLOGOS list agents --json | head -c 1; exit ${PIPESTATUS[0]}", (0, 1)),
        ("$SYLLOGOS list agents --json | true; exit ${PIPESTATUS[0]}", (0, 1)),
        ("(sleep 1; $SYLLOGOS --version; echo $? >&2) | true", (0,)),
        ("$SYLLOGOS list agents >&-", (0,)), ("$SYLLOGOS list agentz 2>&-", (2,)),
        ("$SYLLOGOS list agents >/dev/full", (2,)), ("$SYLLOGOS check - --game pd <&-", (2,)),
    ],
)  # fmt: skip
def test_an_output_that_nobody_takes_shows_no_traceback(tmp_path, line, status):
    ended = shell(line, tmp_path)
    assert (
        ended.returncode in status and b"Traceback" not in ended.stderr and b"Exception" not in ended.stderr
    )


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_every_text_can_be_printed_in_every_encoding(tmp_path, encoding):
    (tmp_path / "t.txt").write_text("If I defect and they cooperate, I get 4 “€” 字.")
    for options in ("", " --json"):
        ended = shell(f"$SYLLOGOS check t.txt --game pd{options}", tmp_path, PYTHONIOENCODING=encoding)
        assert ended.returncode == 0 and b"REFUTED" in ended.stdout
    assert json.loads(ended.stdout)["status"] == "REFUTED"
