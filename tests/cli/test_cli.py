"""The command line: JSON on stdout, one line and status 2 for what people can mend."""

import json
import re
import subprocess
import sys

import pytest

from commands import EXPERIMENT
from fake_server import FakeServer, fails, says


def test_play_prints_one_json_object_and_nothing_else(command):
    status, out, err = command(
        "play", "pd", "--agents", "tit_for_tat,default_move", "--json", "--set", "rounds=2"
    )
    record = json.loads(out)
    assert (status, err) == (0, "") and record["outcome"]["scores"] == {"0": 6, "1": 6}
    assert record["status"] == "finished" and record["schema"] == 1


def test_play_shows_the_game_as_it_happens_with_faults_and_who_saw_what(command):
    status, out, _ = command("play", "question", "--agents", "direct", "--model", "scripted/prose",
                             "--set", "dataset=starter")  # fmt: skip
    assert status == 3
    assert "(to the record)" in out and "unparsable" in out and "attempt 3" in out and "no answer" in out


def test_run_then_status_then_run_again(command, tmp_path):
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    status, out, _ = command("run", "e.toml", "--dry-run", "--json")
    assert status == 0 and json.loads(out)["games"] == 4
    status, out, _ = command("run", "e.toml", "--out", "runs", "--json")
    first = json.loads(out)
    assert status == 3 and (first["games"], first["finished"], first["crashed"], first["forced"]) == (
        4,
        4,
        0,
        4,
    )
    assert first["calls"] == 2 * 2 * 3  # two games, two rounds, three attempts each
    status, out, _ = command("status", "runs", "--json")
    assert json.loads(out) == first
    status, out, _ = command("run", "e.toml", "--out", "runs")
    assert status == 3 and "4 of 4 games finished" in out and "moves missing: 4 of 16, in 2 games" in out


def test_another_experiment_in_the_same_folder_is_refused(command, tmp_path):
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    assert command("run", "e.toml", "--out", "runs", "--json")[0] == 3
    (tmp_path / "e.toml").write_text(EXPERIMENT.replace("small", "other"))
    status, _, err = command("run", "e.toml", "--out", "runs")
    assert status == 2 and err.count("\n") == 1 and "choose another --out" in err


def test_a_budget_stops_the_run_and_leaves_balanced_cells(command, tmp_path):
    text = EXPERIMENT.replace("repetitions = 2", "repetitions = 50") + "\n[limits]\ngames = 10\n"
    (tmp_path / "e.toml").write_text(text)
    status, out, err = command("run", "e.toml", "--out", "runs", "--json", "--workers", "1")
    assert status == 3 and "the limit of 10 games is reached" in err
    assert [cell["finished"] for cell in json.loads(out)["cells"]] == [5, 5]


@pytest.mark.parametrize(
    ("words", "mend"),
    [
        (["play", "pdd", "--agents", "x,y"], "did you mean pd"),
        (["play", "pd", "--agents", "tit_for_tat"], "2 seats, but 1 agents"),
        (["play", "pd", "--agents", "direct,random"], "needs a model"),
        (["play", "pd", "--agents", "direct,random", "--model", "opnai/x"], "did you mean openai"),
        (["play", "pd", "--agents", "random,random", "--set", "rounds"], "key=value"),
        (["play", "no.json", "--agents", "random,random"], "no.json: No such file"),
        (["run", "no.toml", "--out", "r"], "no.toml: No such file"),
        (["status", "nowhere"], "no run there"),
        (["list", "agentz"], "did you mean agents"),
        (["setup", "remote"], "local"),
    ],
)
def test_what_people_can_mend_is_one_line_on_stderr_and_status_2(command, words, mend):
    status, out, err = command(*words)
    assert (status, out) == (2, "") and err.count("\n") == 1 and err.startswith("syllogos: ") and mend in err


def served(tmp_path, server):
    text = EXPERIMENT.replace('"scripted/prose"', '"m"')
    (tmp_path / "e.toml").write_text(
        text + f'\n[models.m]\nmodel = "openai/fake-1"\nbase_url = "{server.base_url}"\n'
    )


@pytest.mark.parametrize(
    ("answer", "mend"),
    [(fails(401, "bad key"), "key"), (fails(404, "model not found"), "fake-1")],
)
def test_a_wrong_key_or_model_stops_at_once_and_keeps_what_was_played(command, tmp_path, answer, mend):
    with FakeServer(answer) as server:
        served(tmp_path, server)
        status, _, err = command("run", "e.toml", "--out", "r", "--workers", "1")
        assert status == 2 and mend in err.splitlines()[-1]
        assert json.loads(command("status", "r", "--json")[1])["finished"] == 1
        server.behaviours = (says('{"move": "defect"}', tokens=(300, 5)),)
        status, out, _ = command("run", "e.toml", "--out", "r", "--json")
    assert status == 0 and json.loads(out)["finished"] == 4


def test_an_outage_pauses_and_the_run_goes_on(command, tmp_path):
    with FakeServer(*[fails(503, "busy")] * 6, says('{"move": "defect"}', tokens=(300, 5))) as server:
        served(tmp_path, server)
        status, out, err = command("run", "e.toml", "--out", "r", "--json", "--patience", "60")
    assert status == 0 and json.loads(out)["finished"] == 4 and "waiting" in err


def test_ca10_display_names_never_reach_an_api_field_that_takes_only_safe_names(command, tmp_path):
    name = "Ана Ñ. (team 1)"
    game = {"players": [name, "B"], "actions": [["x"], ["y"]], "payoffs": {"x,y": [1, 2]}}
    (tmp_path / "g.json").write_text(json.dumps(game))
    with FakeServer(says('{"move": "x"}', tokens=(300, 5))) as server:
        served(tmp_path, server)
        text = (tmp_path / "e.toml").read_text().replace('kind = "pd"', 'kind = "g.json"')
        (tmp_path / "e.toml").write_text(text)
        assert command("run", "e.toml", "--out", "r", "--json")[0] == 0

    def names(value):
        if isinstance(value, dict):
            yield from (v for k, v in value.items() if k == "name")
            for item in value.values():
                yield from names(item)
        elif isinstance(value, list):
            for item in value:
                yield from names(item)

    found = [n for body in server.bodies for n in names(body)]
    assert server.calls and all(re.fullmatch("[a-zA-Z0-9_-]+", n) for n in found)


def test_ca30_a_model_that_never_answers_gives_a_typed_fault_and_the_run_goes_on(command, tmp_path):
    with FakeServer(says("none of the options", tokens=(300, 5))) as server:
        served(tmp_path, server)
        status, out, _ = command("run", "e.toml", "--out", "r", "--json")
    result = json.loads(out)
    assert status == 3 and result["finished"] == 4 and result["forced"] == 4 and server.calls == 2 * 2 * 3


def test_a_crash_ends_its_game_with_the_traceback_and_five_alike_stop_the_run(command, tmp_path):
    (tmp_path / "own.py").write_text(
        "class Bad:\n    def __init__(self, desk, seat): ...\n    async def act(self, v, f): return 1 / 0\n"
    )
    text = EXPERIMENT.replace('"tit_for_tat"', '"own.py:Bad"').replace("repetitions = 2", "repetitions = 40")
    (tmp_path / "e.toml").write_text(text)
    status, out, err = command("run", "e.toml", "--out", "r", "--json", "--workers", "1")
    assert status == 2 and "5 games crashed alike" in err and "ZeroDivisionError at own.py:3" in err
    assert json.loads(out)["crashed"] == 5


def test_ca55_a_disk_that_fills_up_loses_no_finished_game(command, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here (needs root)")
    try:
        text = EXPERIMENT.replace("repetitions = 2", "repetitions = 400")
        (tmp_path / "e.toml").write_text(text)
        # A process of its own, as in life: with it, its leases are gone.
        words = [sys.executable, "-m", "syllogos", "run", "e.toml", "--out", "disk/r"]
        first = subprocess.run(words, capture_output=True, text=True, check=False)
        assert first.returncode == 2 and "disk is full" in first.stderr.splitlines()[-1]
        subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True)
        kept = json.loads(command("status", "disk/r", "--json")[1])
        assert 0 < kept["finished"] < 800
        status, out, _ = command("run", "e.toml", "--out", "disk/r", "--json")
        whole = json.loads(out)
        assert (status, whole["finished"], whole["calls"]) == (3, 800, 400 * 2 * 3)
    finally:
        subprocess.run(["umount", disk], check=True)
