"""A move nobody made is never silent: the rule heads every run, the ends count, a silent seat has a status."""

import json
from pathlib import Path

import pytest

from commands import EXPERIMENT

SILENT = ("play", "pd", "--agents", "direct,tit_for_tat", "--model", "scripted/prose", "--set", "rounds=2")


def test_play_says_the_rule_first_then_each_draw_then_how_many_of_how_many(command):
    status, out, err = command(*SILENT)
    lines = out.splitlines()
    assert lines[0].endswith("forced (the default), a random legal move is drawn and counted")
    assert sum("gave no legal move (unparsable): drawn at random" in line for line in lines) == 2
    assert lines[-1] == "moves missing: 2 of 4, in 1 game" and status == 3
    assert err == (
        "warning: seat 0 (direct) made no move of its own in 2 of 2 turns: the scores of such games say "
        "little about who played\n"
    )


@pytest.mark.parametrize(
    ("rule", "said", "log"),
    [
        ("forced", "forced, a random legal move is drawn", "drawn at random"),
        ("abstain", "abstain, nothing is played", "nothing stands in"),
        ("forfeit", "forfeit, the game ends there", "the game is forfeited"),
    ],
)
def test_a_rule_that_is_chosen_is_not_called_the_default(command, rule, said, log):
    _, out, _ = command(*SILENT, "--set", f"on_invalid={rule}")
    assert said in out.splitlines()[0] and f"(unparsable): {log}" in out


def test_json_of_play_counts_too(command):
    status, out, err = command(*SILENT, "--json")
    shown = json.loads(out)
    assert status == 3 and err.startswith("warning: ")
    assert (shown["moves"]["asked"], shown["moves"]["missing"]) == (4, 2)
    assert shown["on_invalid"] == ["forced (the default), a random legal move is drawn and counted"]


def test_a_seat_that_moves_in_half_its_turns_is_no_warning(command):
    Path("own.py").write_text(
        "from syllogos.contract import Decision, Fault\n"
        "class Half:\n"
        "    def __init__(self, desk, seat): self.turn = 0\n"
        "    async def act(self, view, fault):\n"
        "        self.turn += 1\n"
        "        return Decision('defect' if self.turn % 2 else Fault('refused', 'no'))\n"
    )
    words = ("play", "pd", "--agents", "own.py:Half,random", "--set", "rounds=4", "--set", "attempts=1")
    status, out, err = command(*words)
    assert (status, err) == (0, "") and out.splitlines()[-1] == "moves missing: 2 of 8, in 1 game"
    status, out, _ = command(*words[:-3], "rounds=4", "--set", "attempts=2")
    assert status == 0 and "moves missing" not in out


def test_run_status_and_report_say_the_rule_and_how_many(command):
    Path("e.toml").write_text(EXPERIMENT)
    status, out, err = command("run", "e.toml", "--out", "r")
    assert status == 3 and "moves missing: 4 of 16, in 2 games" in out
    assert err.startswith("small: 4 games; where no legal move stands: forced (the default), a random")
    assert "seat 0 (direct (scripted/prose)) of condition 'prose' made no move of its own in 4 of 4" in err
    moves = json.loads(command("status", "r", "--json")[1])["moves"]
    assert (moves["asked"], moves["missing"], moves["games"]) == (16, 4, 2)
    assert [(seat["condition"], seat["seat"], seat["missing"]) for seat in moves["silent"]] == [
        ("prose", 0, 4)
    ]
    assert json.loads(command("report", "r", "--json")[1])["moves"] == moves
    page = Path("r/report.md").read_text("utf-8")
    assert "Where no legal move stands: forced (the default), a random legal move is drawn" in page
    assert "made no move of its own in 4 of 4 turns" in page


def test_a_condition_without_such_a_seat_ends_well(command):
    Path("e.toml").write_text(EXPERIMENT.replace("scripted/prose", "scripted/first"))
    status, out, err = command("run", "e.toml", "--out", "r")
    assert status == 0 and "moves missing" not in out and "warning" not in err
