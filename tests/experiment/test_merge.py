"""Shards: merged they are what one process would have left, and what does not fit is refused."""

import json
import sqlite3
from pathlib import Path

import pytest

from made import Made, record, store
from syllogos.errors import InputError, StoreError
from syllogos.experiment.experiment import read_experiment
from syllogos.experiment.merge import merge, sharded
from syllogos.experiment.shards import shard_of
from syllogos.match.engine import Run, Settings, run_now
from syllogos.reporting.build import write_report
from syllogos.reporting.frames import parts
from syllogos.store.database import FILE
from syllogos.store.store import open_store

EXPERIMENT = """
name = "shards"
seed = 5
repetitions = 7
[game]
kind = "normal_form"
rounds = 2
[grid]
payoffs = ["pd", "hd"]
[[condition]]
name = "model"
agents = ["direct", "tit_for_tat"]
models = ["scripted/random"]
[[condition]]
name = "refuses"
agents = ["cot", "random"]
models = ["scripted/refuse"]
"""


def run(folder: Path, text: str = EXPERIMENT, shard: str | None = None) -> Path:
    path = folder.parent / f"{folder.name}.toml"
    path.write_text(text)
    plan, places = sharded(read_experiment(path), shard_of(shard) if shard else None)
    kept = open_store(folder, create=True)
    kept.begin(plan.identity, plan.text, [match.planned() for match in plan.matches], places)
    run_now(Run(plan.matches, kept, Settings(workers=3)).go())
    kept.close()
    return folder


def held(folder: Path) -> list[tuple[object, ...]]:
    """All that a run is about, without its times."""
    raw = sqlite3.connect(folder / FILE)
    found = [
        *raw.execute(
            "SELECT key, place, condition, cell, repetition, status, record FROM games ORDER BY place"
        ),
        *raw.execute("SELECT * FROM calls ORDER BY key, seat, turn, n"),
        *raw.execute("SELECT * FROM texts ORDER BY hash"),
        *raw.execute("SELECT calls, tokens, cost, unpriced FROM spent"),
        *raw.execute("SELECT * FROM meta ORDER BY name"),
    ]
    raw.close()
    return found


def tables(folder: Path, out: Path) -> dict[str, list[dict[str, object]]]:
    kept = open_store(folder)
    found = write_report(kept, out).tables
    kept.close()
    without_times = {name: table.records() for name, table in found.items()}
    for row in without_times["usage"]:
        row.pop("seconds a call")
    return without_times


@pytest.mark.parametrize("n", [1, 2, 5])
def test_a_merged_run_equals_an_unsharded_one_in_records_and_report(tmp_path, n):
    whole = run(tmp_path / "whole")
    shards = [run(tmp_path / f"part{i}", shard=f"{i}/{n}") for i in reversed(range(n))]
    merged = merge(shards, tmp_path / "merged")
    assert (merged.games, merged.finished, merged.taken) == (28, 28, 28)
    assert held(tmp_path / "merged") == held(whole)
    assert tables(tmp_path / "merged", tmp_path / "r1") == tables(whole, tmp_path / "r2")
    pages = [tmp_path / f"r{i}" / "report.md" for i in (1, 2)]
    assert pages[0].read_text().partition("## Calls")[0] == pages[1].read_text().partition("## Calls")[0]


def test_merging_is_idempotent_and_goes_on(tmp_path):
    one, two = (run(tmp_path / f"part{i}", shard=f"{i}/2") for i in range(2))
    out = tmp_path / "merged"
    assert merge([one], out).games == 14
    assert merge([two, one, out], out).taken == 14
    before = held(out)
    assert merge([one, two], out).taken == 0 and merge([out], out).taken == 0
    assert held(out) == before
    assert run(out) == out and held(out) == before  # the whole goes on where the shards stopped: nowhere


def test_a_missing_shard_is_named_until_it_is_merged_or_played(tmp_path):
    parts_ = [run(tmp_path / f"part{i}", shard=f"{i}/3") for i in range(3)]
    out = tmp_path / "merged"
    assert merge(parts_[:1], out).missing == ("1/3", "2/3")
    assert merge(parts_[1:2], out).missing == ("2/3",) and merge([out], out).missing == ("2/3",)
    assert merge([out], tmp_path / "copy").missing == ("2/3",)
    assert merge(parts_[2:], out).missing == () and held(out) == held(run(tmp_path / "whole"))
    assert merge([run(tmp_path / "copy")], tmp_path / "copy").missing == ()


def test_the_version_of_a_game_that_got_further_is_kept_with_its_journal(tmp_path):
    early = store(tmp_path / "early", [Made(key="k", status="crashed", error="boom")], calls=1)
    late = store(tmp_path / "late", [Made(key="k")], calls=2)
    for kept in (early, late):
        kept.close()
    for sources in ([tmp_path / "early", tmp_path / "late"], [tmp_path / "late", tmp_path / "early"]):
        out = tmp_path / f"out{sources[0].name}"
        merge(sources, out)
        kept = open_store(out)
        assert kept.record("k") == record(Made(key="k")) and len(kept.calls("k")) == 2
        assert kept.spent().calls == 2 and kept.spent().cost == pytest.approx(0.02)
        assert [len(part.calls) for part in parts(kept)] == [2]
        kept.close()


def test_an_unfinished_games_longer_journal_is_kept(tmp_path):
    for name, n in (("short", 1), ("long", 3)):
        store(tmp_path / name, [Made(key="k", status="open")], calls=n).close()
    merge([tmp_path / "short", tmp_path / "long"], tmp_path / "out")
    assert len(open_store(tmp_path / "out").calls("k")) == 3


def test_two_different_courses_of_one_game_are_refused_and_nothing_is_changed(tmp_path):
    store(tmp_path / "a", [Made(key="k", scores={0: 1, 1: 1})]).close()
    store(tmp_path / "b", [Made(key="k", scores={0: 2, 1: 2}), Made(key="j", seed=1)]).close()
    merge([tmp_path / "a"], tmp_path / "out")
    before = held(tmp_path / "out")
    with pytest.raises(StoreError, match=r"game k was played in .* and, with another course"):
        merge([tmp_path / "b"], tmp_path / "out")
    assert held(tmp_path / "out") == before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("seed = 5", "seed = 6"), "another experiment"),
        (('name = "shards"', 'name = "others"'), "another experiment"),
        (("rounds = 2", "rounds = 3"), "different versions of the experiment file: game differ"),
        (
            ("repetitions = 7", "repetitions = 8"),
            "different versions of the experiment file: repetitions differ",
        ),
    ],
)
def test_conflicting_experiments_are_refused(tmp_path, change, why):
    one = run(tmp_path / "part0", shard="0/2")
    two = run(tmp_path / "part1", EXPERIMENT.replace(*change), "1/2")
    with pytest.raises(StoreError, match=why):
        merge([one, two], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_comments_and_limits_are_no_conflict(tmp_path):
    one = run(tmp_path / "part0", shard="0/2")
    two = run(tmp_path / "part1", EXPERIMENT + "\n# on the other machine\n[limits]\ngames = 100\n", "1/2")
    assert merge([one, two], tmp_path / "out").finished == 28


def test_two_shards_never_share_a_folder(tmp_path):
    run(tmp_path / "part", shard="0/2")
    with pytest.raises(StoreError, match="choose another --out"):
        run(tmp_path / "part", shard="1/2")


@pytest.mark.parametrize("text", ["", "1", "2/2", "a/b", "-1/2", "1/", "/2", "0/0", "1/2/3"])
def test_a_malformed_shard_is_named(text):
    with pytest.raises(InputError, match="write i/n"):
        shard_of(text)


def test_what_is_no_run_is_named(tmp_path):
    with pytest.raises(InputError, match="no run there"):
        merge([tmp_path / "nowhere"], tmp_path / "out")
    with pytest.raises(InputError, match="at least one"):
        merge([], tmp_path / "out")
    assert json.dumps(sorted(p.name for p in tmp_path.iterdir())) == "[]"
