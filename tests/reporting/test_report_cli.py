"""The commands on a run that is there: report, show, export, merge, --shard; and on one that is not."""

import json
import sqlite3
from pathlib import Path

import pytest

from commands import EXPERIMENT
from syllogos.reporting.build import write_report
from syllogos.store.database import FILE
from syllogos.store.store import open_store


@pytest.fixture
def ran(command):
    Path("e.toml").write_text(EXPERIMENT)
    assert command("run", "e.toml", "--out", "runs", "--json")[0] == 3
    return command


def test_report_prints_the_pages_path_or_tables_as_json(ran):
    status, out, err = ran("report", "runs")
    assert (status, out.strip()) == (0, "runs/report.html") and err.startswith("warning: seat 0 (direct")
    status, out, _ = ran("report", "runs", "--out", "elsewhere", "--json")
    found = json.loads(out)
    assert status == 0 and found["html"] == "elsewhere/report.html" and Path(found["html"]).is_file()
    row = found["tables"]["scores"][0]
    assert row["condition"] == "a" and row["mean score"]["n"] == 2
    assert (row["mean score"]["interval"], row["mean score"]["method"]) == (None, "fewer than six games")


def test_a_reports_numbers_are_those_of_status(ran):
    cells = json.loads(ran("status", "runs", "--json")[1])["cells"]
    seats = json.loads(ran("report", "runs", "--json")[1])["tables"]["seats"]
    assert [score for cell in cells for score in cell["scores"]] == [row["mean score"] for row in seats]


def test_show_writes_one_game_by_the_beginning_of_its_key(ran):
    key = next(iter(open_store(Path("runs")).games()))["key"]
    status, out, _ = ran("show", "runs", key[:8])
    assert status == 0 and out.strip() == f"runs/game-{key[:12]}.html"
    assert key in Path(out.strip()).read_text(encoding="utf-8")
    status, _, err = ran("show", "runs", "zzz")
    assert status == 2 and "no game has a key that begins with 'zzz'" in err and err.count("\n") == 1


def test_export_and_its_formats(ran):
    status, out, _ = ran("export", "runs", "--json")
    assert status == 0 and json.loads(out)["rows"]["games.jsonl"] == 4
    status, _, err = ran("export", "runs", "--format", "parket")
    assert status == 2 and "did you mean parquet" in err


def test_shards_and_merge(ran):
    for i in range(2):
        assert ran("run", "e.toml", "--out", f"part{i}", "--shard", f"{i}/2", "--json")[0] == 3
    status, out, _ = ran("merge", "part0", "part1", "--out", "whole", "--json")
    counts = {"games": 4, "finished": 4, "taken": 4}
    assert status == 0 and json.loads(out) == {"out": "whole", **counts, "missing": []}
    assert ran("merge", "part0", "--out", "half")[1].endswith("\nshard 1/2 is not here\n")
    assert "shard 1/2 is not here" in ran("status", "half")[1]
    assert "shard 1/2 is not here" in ran("report", "half")[2]
    assert ran("run", "e.toml", "--out", "x", "--shard", "2/2")[0] == 2
    assert (
        ran("status", "whole", "--json")[1].partition('"seconds"')[0]
        == ran("status", "runs", "--json")[1].partition('"seconds"')[0]
    )


@pytest.mark.parametrize("words", [["report"], ["export"], ["show", "k"], ["merge", "--out", "m"]])
def test_a_folder_that_is_no_run_is_named(command, words):
    name, *rest = words
    Path("empty").mkdir()
    for folder in ("empty", "nowhere"):
        status, out, err = command(name, folder, *rest)
        assert (status, out) == (2, "") and err.startswith(f"syllogos: {folder}: no run there")
        assert err.count("\n") == 1


def test_damage_is_named_on_stderr_and_the_rest_is_there(ran):
    raw = sqlite3.connect(Path("runs") / FILE)
    key = raw.execute("SELECT key FROM games ORDER BY place LIMIT 1").fetchone()[0]
    raw.execute("UPDATE games SET record = '{' WHERE key = ?", (key,))
    raw.commit()
    raw.close()
    for words in (["report", "runs"], ["export", "runs"]):
        status, out, err = ran(*words)
        assert status == 0 and out and key in err
    assert ran("show", "runs", key)[0] == 2
    assert ran("status", "runs")[0] == 0


def test_ca37_a_report_is_written_while_a_run_writes(ran):
    kept = open_store(Path("runs"))
    writer = sqlite3.connect(Path("runs") / FILE, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE games SET error = 'being written'")
    report = write_report(kept, Path("out"))
    writer.execute("COMMIT")  # nobody stood in the way
    writer.close()
    kept.close()
    assert report.problems == () and report.tables["scores"].rows


def test_where_nothing_can_be_written_is_named(ran):
    Path("file").write_text("")
    for words in (["report", "runs", "--out", "file/x"], ["export", "runs", "--out", "file/x"]):
        status, _, err = ran(*words)
        assert status == 2 and "choose another --out" in err and err.count("\n") == 1


def damage(sql):
    raw = sqlite3.connect(Path("runs") / FILE)
    key = raw.execute("SELECT key FROM games ORDER BY place LIMIT 1").fetchone()[0]
    raw.execute(sql.replace("KEY", key))
    raw.commit()
    raw.close()
    return key


@pytest.mark.parametrize("held", ["spec = '{broken'", "cell = '7'", 'spec = \'{"game": 3, "seats": [{}]}\''])
def test_a_damaged_row_is_named_and_the_other_games_are_there(ran, held):
    key = damage(f"UPDATE games SET {held} WHERE key = 'KEY'")
    status, out, err = ran("report", "runs", "--json")
    found = json.loads(out)["tables"]
    assert status == 0 and key in err and [row["games"] for row in found["scores"]] == [1, 1, 2, 2]
    assert ["damaged", 1] in [[row["how"], row["games"]] for row in found["ends"]]
    status, out, err = ran("export", "runs", "--json")
    assert status == 0 and key in err and json.loads(out)["rows"]["games.jsonl"] == 4
    status, out, err = ran("status", "runs")
    assert status == 0 and key in out


@pytest.mark.parametrize("sql", ["identity", "experiment"])
def test_a_damaged_head_is_one_line_that_names_the_folder(ran, sql):
    damage(f"UPDATE meta SET value = '{{broken' WHERE name = '{sql}'")
    words = [["merge", "runs", "--out", "m"]]
    words += [["report", "runs"], ["export", "runs"], ["status", "runs"]] if sql == "identity" else []
    for each in words:
        status, out, err = ran(*each)
        assert (status, out) == (2, "") and err.startswith("syllogos: runs: damaged") and err.count("\n") == 1
