"""Stores that a stranger made: each fault is one line that names the file and the place; nothing hangs or bursts.

SYLLOGOS_FUZZ=2000 makes the number of seeded mutations the long form.
"""

import contextlib
import io
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import syllogos
from made import Made, put_call, store
from syllogos.cli._table import print_results
from syllogos.errors import InputError, StoreError, SyllogosError
from syllogos.experiment.merge import merge
from syllogos.experiment.reading import calls_of, key_like
from syllogos.reporting.build import replay_page, write_report
from syllogos.reporting.export import export
from syllogos.reporting.gather import gather
from syllogos.store import database, locks
from syllogos.store.database import FILE, connect, unfold
from syllogos.store.rows import Planned
from syllogos.store.store import open_store

FUZZ = int(os.environ.get("SYLLOGOS_FUZZ", "150"))


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A store with games of every kind, as one file."""
    folder = tmp_path_factory.mktemp("sound")
    games = [
        Made(key="aaaa", turns=[{0: ["!illegal", "up"], 1: ["down"]}] * 3),
        Made(key="bbbb", seed=1, status="crashed", error="boom"),
        Made(key="cccc", seed=2, says=["x" * 300, "it " * 200]),
        Made(key="dddd", seed=3, status="open"),
    ]
    store(folder, games, calls=2).close()
    return folder


@pytest.fixture
def folder(sound, tmp_path):
    shutil.copytree(sound, tmp_path / "run")
    return tmp_path / "run"


def edit(folder, *statements):
    raw = sqlite3.connect(folder / FILE)
    raw.execute("PRAGMA ignore_check_constraints = ON")
    for statement in statements:
        raw.execute(*statement) if isinstance(statement, tuple) else raw.execute(statement)
    raw.commit()
    raw.close()


def status(folder):
    standing = syllogos.status(folder)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        print_results(standing)
        json.dumps(standing.summary, default=str)
    return out.getvalue()


def everything(folder, out):
    """What a stranger's folder is put through; the lines that were said."""
    lines = []
    shutil.rmtree(out, ignore_errors=True)

    def reading(work):
        kept = open_store(folder)
        try:
            return work(kept)
        finally:
            kept.close()

    def play():
        kept = open_store(folder, create=True)
        try:
            kept.begin({"name": "made", "seed": 0}, "", [Planned("dddd", "one", {}, 3, 3, "{}")])
            while (key := kept.claim()) is not None:
                kept.calls(key)
                kept.spent()
                kept.finish(key, "finished", {"status": "finished", "log": [], "turns": [], "outcome": None})
            kept.holders()
        finally:
            kept.close()

    for work in (
        lambda: status(folder),
        lambda: lines.extend(reading(lambda kept: write_report(kept, out / "report")).problems),
        lambda: lines.extend(reading(lambda kept: export(kept, out / "export", "jsonl"))[1]),
        lambda: lines.extend(reading(lambda kept: export(kept, out / "export", "parquet"))[1]),
        lambda: reading(lambda kept: replay_page(kept, "aaaa")),
        lambda: merge([folder], out / "merged"),
        lambda: merge([out.parent / "sound", folder], out / "merged"),
        lambda: merge([out.parent / "sound"], folder),
        play,
    ):
        try:
            work()
        except SyllogosError as error:
            lines.append(str(error))
    assert all("\n" not in line and "\x1b" not in line and len(line) < 1500 for line in lines), lines
    return lines


def test_a_sound_store_has_no_faults(folder, sound, tmp_path):
    shutil.copytree(sound, tmp_path / "sound")
    assert everything(folder, tmp_path / "out") == []


def readonly(folder):
    with pytest.raises(SyllogosError) as caught:
        open_store(folder)
    with pytest.raises(SyllogosError):
        open_store(folder, create=True)
    with pytest.raises(SyllogosError):
        merge([folder], folder.parent / "merged")
    assert "\n" not in str(caught.value) and str(folder) in str(caught.value)
    return str(caught.value)


ENDLESS = "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT"


@pytest.mark.parametrize(
    ("statements", "names"),
    [
        (["DROP TABLE meta", f"CREATE VIEW meta AS {ENDLESS} 'identity' AS name, x AS value FROM c"], "meta"),
        (["CREATE TRIGGER t AFTER UPDATE ON games BEGIN DELETE FROM calls; END"], "'trigger' 't'"),
        (["CREATE TABLE more (x)"], "'table' 'more'"),
        (["CREATE INDEX i ON games (hex(record))"], "'i'"),
        (["DROP TABLE spent", "CREATE TABLE spent (calls, tokens AS (1), cost, unpriced, seconds)"], "spent"),
        (["DROP TABLE texts", "CREATE VIRTUAL TABLE texts USING fts5 (hash, body)"], "texts"),
        (["ALTER TABLE games ADD COLUMN x GENERATED ALWAYS AS (zeroblob(1000000000))"], "games"),
        (["DROP TABLE leases"], "leases"),
        (["PRAGMA user_version = 0"], ""),
        (["PRAGMA user_version = -5"], ""),
        (["PRAGMA application_id = 7"], "not a run of Syllogos"),
    ],
)  # fmt: skip
def test_what_is_not_exactly_our_tables_is_refused_before_it_is_asked(folder, statements, names):
    edit(folder, *statements)
    assert names in readonly(folder)


@pytest.mark.parametrize(
    "what", ["directory", "fifo", "zero", "dangling", "wal link", "wal fifo", "journal folder"]
)
def test_what_is_no_plain_file_is_named_at_once(folder, what):
    path, beside = folder / FILE, folder / f"{FILE}-wal"
    if what in ("directory", "fifo", "zero", "dangling"):
        path.unlink()
    if what == "directory":
        path.mkdir()
    elif what == "fifo":
        os.mkfifo(path)
    elif what == "zero":
        path.symlink_to("/dev/zero")
    elif what == "dangling":
        path.symlink_to(folder / "elsewhere")
    elif what == "wal link":
        beside.symlink_to(folder / "victim")
        (folder / "victim").write_text("precious")
    elif what == "wal fifo":
        os.mkfifo(beside)
    else:
        (folder / f"{FILE}-journal").mkdir()
    assert "not a plain file" in readonly(folder)
    assert what != "dangling" or not (folder / "elsewhere").exists()


def test_a_foreign_wal_and_a_torn_journal_are_named_or_without_effect(folder, sound, tmp_path):
    (folder / f"{FILE}-wal").write_bytes(os.urandom(50_000))
    assert "2 of 4 games finished" in status(folder)
    other = tmp_path / "other"
    shutil.copytree(sound, other)
    (other / f"{FILE}-journal").write_bytes(os.urandom(5_000))
    with contextlib.suppress(SyllogosError):
        assert "2 of 4 games finished" in status(other)


WRONG = {
    "record": [
        "[" * 100_000, '{"a":' * 90_000, "[]", "7", '"x"', "null", "", "{", '{"log": [], "turns": []}', "\x00",
        '{"status":"finished","log":[],"turns":[{"-1":[{}]}],"outcome":null}',
        '{"status":"finished","log":[],"turns":[],"outcome":{"end":"e","scores":{"0":1e999}}}',
        '{"status":"finished","log":[],"turns":[],"outcome":{"end":"e","scores":{"0":NaN}}}',
        '{"status":"finished","log":[],"turns":[],"outcome":{"end":"e","scores":{"0":' + "9" * 4000 + "}}}",
        '{"status":"finished","log":[],"turns":[],"outcome":{"end":{"$text":"gone"},"scores":{}}}',
        '{"status":"finished","log":[],"turns":[],"outcome":{"end":{"$text":["x"]},"scores":{}}}',
        '{"status":"finished","log":[],"turns":[],"outcome":{"$pairs":7}}',
        '{"status":"finished","log":[{"kind":"K","say":"s","what":' + "[" * 300 + "]" * 300 + ',"to":null}],'
        '"turns":[],"outcome":null}',
        b"\xff\xfe", b"", 7, 1.5, None,
    ],
    "cell": ["[]", "7", "{", '{"a":' * 400 + "1" + "}" * 400, b"\xff", 2**62],
    "spec": ["[]", "{", '{"seats":7}', '{"seats":[7]}', '{"game":[1,2,3]}', '{"game":{"a":1}}', b"x",
             '{"seats":[{"agent":[]}]}', '{"seats":[{"agent":["a",""],"models":7}]}'],
    "condition": [b"\xff\xff", "a\x00b", "\x1b[2Jx", "x" * 100_000],
    "repetition": ["many", b"1", -1, 2**62, 1e300],
    "seed": ["x", b"x", 2.5],
    "status": ["won", b"finished", "Finished"],
    "error": [b"\xff", "x" * 100_000],
    "place": ["x", b"x"],
    "planned": [1],
}  # fmt: skip


@pytest.mark.parametrize("column", WRONG)
def test_a_damaged_column_of_one_game_is_named_and_the_others_count(folder, sound, tmp_path, column):
    shutil.copytree(sound, tmp_path / "sound")
    whole = (folder / FILE).read_bytes()
    for value in WRONG[column]:
        (folder / FILE).write_bytes(whole)
        edit(folder, (f"UPDATE games SET {column} = ? WHERE key = 'aaaa'", (value,)))
        kept = open_store(folder)
        run = gather(kept)
        kept.close()
        assert [game.key for game in run.games if game.status == "finished" and game.key != "aaaa"] == [
            "cccc"
        ]
        odd = [line for line in run.problems if "damaged" in line]
        if column in ("record", "cell", "status", "seed", "error") and value not in ("x" * 100_000,):
            said = everything(folder, tmp_path / "out")
            odd = odd or [line for line in said if "damaged" in line][:1]
            assert odd and "aaaa" in odd[0] and len(odd) == 1, value
        else:
            everything(folder, tmp_path / "out")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("seat", "x"), ("seat", 2**62), ("turn", b"x"), ("n", -(2**62)), ("tokens_in", 2**63 - 1), ("tokens_in", "x"),
        ("tokens_out", b"\xff"), ("cost", float("inf")), ("cost", "free"), ("cached", "yes"), ("request", "gone"),
        ("answer", b"\xff"), ("kind", b"complete"), ("kind", "ask"),
    ],
)  # fmt: skip
def test_a_damaged_call_is_named_and_other_games_calls_count(folder, sound, tmp_path, column, value):
    shutil.copytree(sound, tmp_path / "sound")
    edit(folder, (f"UPDATE calls SET {column} = ? WHERE key = 'aaaa' AND turn = 0 AND n = 0", (value,)))
    kept = open_store(folder)
    run = gather(kept)
    assert {game.key: game.usage.calls for game in run.games}["cccc"] == 2
    with pytest.raises(StoreError, match="game aaaa"):
        list(calls_of(kept, "aaaa"))
    assert len(list(calls_of(kept, "cccc"))) == 2
    kept.close()
    assert any("aaaa" in line for line in everything(folder, tmp_path / "out"))


@pytest.mark.parametrize(
    "answer", ["[]", "7", '"x"', "{", '{"kind": 7}', '{"kind":"x","say":"y","reply":[1]}', "[" * 9000]
)
def test_a_damaged_answer_names_its_game(folder, sound, tmp_path, answer):
    shutil.copytree(sound, tmp_path / "sound")
    edit(
        folder,
        ("UPDATE texts SET body = ? WHERE hash IN (SELECT answer FROM calls WHERE key = 'aaaa')", (answer,)),
    )
    everything(folder, tmp_path / "out")
    kept = open_store(folder)
    with pytest.raises(StoreError, match="game aaaa"):
        list(calls_of(kept, "aaaa"))
    kept.close()


def test_many_references_to_one_long_text_do_not_burst(folder):
    kept = open_store(folder)
    big = "x" * 1_000_000
    with pytest.raises(ValueError, match="characters"):
        unfold([{"$text": "h"}] * 100, lambda _: big)
    kept.close()
    record = {"status": "finished", "turns": [], "outcome": None, "log": [
        {"kind": "K", "say": {"$text": "big"}, "what": None, "to": None}] * 100}  # fmt: skip
    edit(
        folder,
        ("INSERT INTO texts VALUES ('big', ?)", (big,)),
        ("UPDATE games SET record = ? WHERE key = 'aaaa'", (json.dumps(record),)),
        ("UPDATE texts SET body = ? WHERE hash LIKE 'r(0%'", (json.dumps([[["user", "big"]] * 100, None]),)),
    )
    kept = open_store(folder)
    with pytest.raises(StoreError, match=r"game aaaa is damaged \(more than"):
        list(calls_of(kept, "aaaa"))
    report = write_report(kept, folder / "out")
    assert any("aaaa" in line and "more than" in line for line in report.problems)
    assert report.html.stat().st_size < 2_000_000
    kept.close()


def test_a_record_of_millions_of_events_is_refused_unread(folder):
    record = '{"status":"finished","turns":[],"outcome":null,"log":[' + "[]," * 5_000_000 + "[]]}"
    edit(folder, ("UPDATE games SET record = ? WHERE key = 'aaaa'", (record,)))
    assert "game aaaa is damaged (more than" in " ".join(status(folder).split())


def test_keys_never_name_a_file_elsewhere(folder):
    edit(folder, "UPDATE games SET key = '/../../../x' WHERE key = 'aaaa'")
    kept = open_store(folder)
    with pytest.raises(StoreError, match="no game has"):
        key_like(kept, "/../")
    assert any("row-1 is damaged: its key" in problem for problem in gather(kept).problems)
    kept.close()


def test_pages_that_refer_to_each_other_without_end_are_stopped(folder, monkeypatch):
    kept = open_store(folder)
    with pytest.raises(StoreError, match="interrupted"):
        kept.select(f"{ENDLESS} count(*) FROM c")
    with pytest.raises(StoreError, match=r"larger than its file|interrupted"):
        kept.select(f"{ENDLESS} hex(zeroblob(100000)) FROM c")
    kept.close()


@pytest.mark.parametrize("seed", range(3))
def test_hundreds_of_mutations_are_one_line_each(sound, tmp_path, seed):
    chance, version = (
        random.Random(seed),
        Path(__file__).parent / "stores" / f"v{1 + seed % database.VERSION}",
    )
    shutil.copytree(sound, tmp_path / "sound")
    whole = ((sound if seed < 2 else version) / FILE).read_bytes()
    run, lines = tmp_path / "run", 0
    run.mkdir()
    for _ in range(FUZZ // 3):
        for left in run.iterdir():
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        mutated = bytearray(whole)
        for _ in range(chance.choice([1, 3, 20, 200])):
            at = chance.randrange(len(mutated)) if chance.random() < 0.8 else chance.randrange(200)
            mutated[at] = chance.choice(
                [0, 255, chance.randrange(256), mutated[at] ^ 1 << chance.randrange(8)]
            )
        if chance.random() < 0.2:
            del mutated[chance.randrange(len(mutated)) :]
        (run / FILE).write_bytes(mutated)
        lines += bool(everything(run, tmp_path / "out"))
    assert lines > FUZZ / 3 / 4


def test_a_folder_without_working_locks_is_named_at_once(tmp_path, monkeypatch):
    def none(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr(locks.fcntl, "fcntl", none)
    with pytest.raises(StoreError, match=r"no file locks \(No locks available\).*local disk"):
        connect(tmp_path / "run", create=True)
    monkeypatch.setattr(locks.fcntl, "fcntl", lambda *_: 0)
    with pytest.raises(StoreError, match="no file locks"):
        connect(tmp_path / "run", create=True)
    assert list((tmp_path / "run").iterdir()) == []


def test_a_writer_killed_in_the_middle_on_a_file_system_without_wal_is_named_and_mended(folder):
    code = (
        "import os, sqlite3, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "db.execute('PRAGMA journal_mode = DELETE'); db.execute('PRAGMA cache_size = 1'); db.execute('BEGIN')\n"
        "db.execute('UPDATE texts SET body = body || hex(zeroblob(20000))'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(folder / FILE)], check=False)
    assert (folder / f"{FILE}-journal").stat().st_size
    with pytest.raises(StoreError, match="killed while it wrote; the same `syllogos run` or merge mends it"):
        status(folder)
    open_store(folder, create=True).close()
    assert "2 of 4 games finished" in status(folder)


def test_a_foreign_database_is_left_exactly_as_it_is(tmp_path):
    raw = sqlite3.connect(tmp_path / FILE)
    raw.execute("CREATE TABLE t (x)")
    raw.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(StoreError, match="not a run"):
        open_store(tmp_path, create=True)
    assert (tmp_path / FILE).read_bytes() == before


def test_no_games_are_played_in_a_damaged_store(folder):
    content = bytearray((folder / FILE).read_bytes())
    content[4096 * 3 : 4096 * 3 + 64] = bytes(64)
    (folder / FILE).write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        open_store(folder, create=True)


def test_a_merge_takes_no_text_that_was_changed(folder, sound, tmp_path):
    edit(folder, "UPDATE texts SET body = 'other' WHERE hash = (SELECT min(hash) FROM texts)")
    merge([sound], tmp_path / "out")
    with pytest.raises(StoreError, match="is not the one that is merged"):
        merge([folder], tmp_path / "out")


def test_shards_without_end_are_no_shards(folder, sound, tmp_path):
    for shards in ('["0/99999999999"]', '["0/0"]', "7", '[["a"]]', "[" * 9000):
        edit(folder, ("INSERT OR REPLACE INTO meta VALUES ('shards', ?)", (shards,)))
        with pytest.raises(StoreError, match="its shards cannot be read"):
            status(folder)
        with pytest.raises(StoreError, match="its shards cannot be read"):
            merge([folder], tmp_path / "out")


def test_the_same_command_finishes_a_merge_that_was_killed_as_it_began(sound, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / FILE).touch()
    assert merge([sound], tmp_path / "empty").games == 4
    connect(tmp_path / "tables", create=True).close()
    assert merge([sound], tmp_path / "tables").games == 4


def test_an_unfinished_test_store_is_read(tmp_path):
    kept = store(tmp_path / "r", [Made(key="k", status="open")])
    kept.begin({"name": "made", "seed": 0}, "", [Planned("k", "c", {}, 0, 0, "{}")])
    assert kept.claim() == "k"
    put_call(kept, "k", (0, 0, 0), "said")
    assert "1 running" in status(tmp_path / "r")
    kept.close()
    with pytest.raises(InputError, match="no run there"):
        open_store(tmp_path)
