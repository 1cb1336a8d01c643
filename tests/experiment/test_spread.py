"""Grids over one seat, shards that hold some of everything, and what a dry run lists."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.errors import InputError
from syllogos.experiment.experiment import read_experiment
from syllogos.experiment.outlook import outlook
from syllogos.experiment.shards import Shard, missing, places, shard_at

HEAD = 'name = "g"\nrepetitions = 2\n[game]\nkind = "pd"\nrounds = 3\n'
LELMA = '[[condition]]\nname = "l"\nagents = ["lelma", "tit_for_tat"]\nmodels = ["scripted/first"]\n'
BOTH = '[[condition]]\nname = "b"\nagents = ["direct", "cot"]\nmodels = ["scripted/first"]\n'


def read(tmp_path, grid, conditions):
    path = tmp_path / "e.toml"
    path.write_text(f"{HEAD}[grid]\n{grid}\n{conditions}")
    return read_experiment(path)


def models(match):
    return [str(seat.models["main"]) if seat.models else "" for seat in match.seats]


@pytest.mark.parametrize("field", ["agent.attempts", "agent.0.attempts", "agent.lelma.attempts"])
def test_a_setting_varies_the_agents_that_take_it(tmp_path, field):
    plan = read(tmp_path, f"{field} = [1, 2]", LELMA)
    assert [m.seats[0].config for m in plan.matches] == [{"attempts": 1}, {"attempts": 2}] * 2
    assert all(m.seats[1].config == {} for m in plan.matches)


@pytest.mark.parametrize(
    ("grid", "said"),
    [
        ("agent.atempts = [1, 2]", "e.toml:7: .*agent.atempts.*'l'.*did you mean attempts"),
        ("agent.7.attempts = [1, 2]", "e.toml:7: .*agent.7.attempts"),
        ('condition.models.2 = ["scripted/last"]', "e.toml:7: .*seats are counted from 0 and there are 2"),
        ('condition.models = ["scriptd/last"]', "e.toml:7: .*did you mean scripted"),
    ],
)
def test_a_field_that_nobody_takes_names_its_line(tmp_path, grid, said):
    with pytest.raises(InputError, match=said):
        read(tmp_path, grid, LELMA)


def test_one_model_for_all_seats_or_of_one_seat_is_a_cell(tmp_path):
    plan = read(tmp_path, 'condition.models = ["scripted/last", "scripted/random"]', BOTH)
    assert [models(m) for m in plan.matches[:2]] == [["scripted/last"] * 2, ["scripted/random"] * 2]
    plan = read(tmp_path, 'condition.models.1 = ["scripted/last", "scripted/random"]', BOTH)
    assert [models(m) for m in plan.matches[:2]] == [
        ["scripted/first", "scripted/last"], ["scripted/first", "scripted/random"]
    ]  # fmt: skip
    alone = BOTH.replace('"cot"', '"random"').replace('models = ["scripted/first"]\n', "")
    plan = read(tmp_path, 'condition.models.0 = ["scripted/last"]', alone)
    assert models(plan.matches[0]) == ["scripted/last", ""]


def test_one_agent_of_one_seat_is_a_cell(tmp_path):
    plan = read(tmp_path, 'condition.agents.1 = ["random", "default_move"]', LELMA)
    assert [m.seats[1].agent.label for m in plan.matches[:2]] == ["random", "default_move"]
    assert {m.seats[0].agent.label for m in plan.matches} == {"lelma"}


@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 9), st.integers(1, 7))
def test_every_game_is_in_one_shard_and_conditions_and_cells_are_spread(conditions, cells, rounds, n):
    repetitions = rounds * n
    games = conditions * cells * repetitions
    parts = [places(Shard(i, n), games, conditions, cells) for i in range(n)]
    assert sorted(place for part in parts for place in part) == list(range(games))
    for part in parts:
        pairs = Counter(place % (conditions * cells) for place in part)
        assert set(pairs.values()) == {rounds} and len(pairs) == conditions * cells


def test_two_shards_of_two_conditions_have_both_also_in_few_repetitions():
    for i in range(2):
        assert {place % 2 for place in places(Shard(i, 2), 4, 2, 1)} == {0, 1}
        assert {place % 2 for place in places(Shard(i, 2), 8, 2, 4)} == {0, 1}


def test_more_repetitions_leave_the_games_of_a_shard_where_they_are():
    assert places(Shard(1, 3), 60, 2, 5) == places(Shard(1, 3), 90, 2, 5)[:20]
    assert shard_at(7, 3, 2, 5, spread=False) == 1


def test_a_shard_that_was_begun_place_by_place_goes_on_so(command, tmp_path):
    from syllogos import api  # noqa: PLC0415
    from syllogos.experiment.merge import sharded  # noqa: PLC0415

    Path("e.toml").write_text(HEAD.replace("= 2", "= 3", 1) + LELMA + BOTH)
    whole = read_experiment(Path("e.toml"))
    old = api.planned("e.toml", "0/2")
    before = type(old)(*sharded(whole, Shard(0, 2, spread=False)))
    api.go_on(before, "part0")
    keys = {match.key for match in before.experiment.matches}
    assert {match.key for match in old.experiment.matches} != keys
    assert command("run", "e.toml", "--out", "part0", "--shard", "0/2", "--json")[0] == 0
    shown = json.loads(command("status", "part0", "--json")[1])
    assert (shown["games"], shown["finished"]) == (3, 3)
    assert missing(["0/2"], [0, 2, 4], 2, 1) == ("1/2",)


def test_a_dry_run_lists_what_would_be_played_and_asked(command, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    table = '[models.m]\nmodel = "openai/x"\n[limits]\ntokens = 5\n'
    Path("e.toml").write_text(HEAD + LELMA + BOTH.replace("scripted/first", "m") + table)
    status, out, _ = command("run", "e.toml", "--dry-run", "--json")
    shown = json.loads(out)
    assert status == 0 and shown["games"] == 4 and shown["limits"] == {"tokens": 5}
    # Three rounds and attempts: lelma asks five times in each, two others once each.
    assert [cell["calls"] for cell in shown["cells"]] == [2 * 3 * 3 * 5, 2 * 2 * 3 * 3]
    assert shown["calls_at_most"] == 90 + 36
    keys = {model["model"]: (model["key_env"], model["key_there"]) for model in shown["models"]}
    assert keys == {"scripted/first": ("", None), "openai/x": ("OPENAI_API_KEY", False)}
    out = command("run", "e.toml", "--dry-run")[1]
    assert "the key OPENAI_API_KEY is not set" in out and "at most 126 model calls" in out
    assert not Path("runs").exists()


def test_a_dry_run_says_when_nobody_knows_how_many_calls(tmp_path):
    (tmp_path / "own.py").write_text(
        "from syllogos.plugins import uses\n@uses(roles=['main'])\nclass A:\n"
        "    def __init__(self, desk, seat): ...\n"
    )
    own = LELMA.replace('"lelma"', '"own.py:A"')
    (tmp_path / "e.toml").write_text(HEAD + own)
    assert outlook(read_experiment(tmp_path / "e.toml")).calls is None
    (tmp_path / "e.toml").write_text(HEAD + own + "budget = { calls = 7 }\n")
    assert outlook(read_experiment(tmp_path / "e.toml")).calls == 2 * 7
