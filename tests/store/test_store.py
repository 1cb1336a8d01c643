"""The store: resume, two processes, damage, versions, disks that fill up."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from syllogos.errors import InputError, LeaseLost, StoreError
from syllogos.store import database
from syllogos.store.database import fold, unfold
from syllogos.store.rows import Call, Planned
from syllogos.store.store import memory_store, open_store


def planned(n):
    return [Planned(f"k{i:03}", "c", {}, i, i, "{}") for i in range(n)]


def call(text="answer", tokens=(3, 4), cost=0.5):
    return Call("complete", "main", "req", json.dumps(text), *tokens, cost)


def test_a_store_survives_closing_and_keeps_texts_once(tmp_path):
    store = open_store(tmp_path, create=True)
    store.begin({"name": "x"}, "text", planned(2))
    key = store.claim()
    for turn in range(50):
        store.put_call(key, (0, turn, 0), call("a" * 1000), {}, 0.0)
    store.finish(key, "finished", {"outcome": "b" * 500, "again": "b" * 500})
    store.close()
    again = open_store(tmp_path)
    assert again.calls(key)[0, 49, 0] == call("a" * 1000)
    assert again.record(key) == {"outcome": "b" * 500, "again": "b" * 500}
    texts = sqlite3.connect(tmp_path / database.FILE).execute("SELECT count(*) FROM texts").fetchone()
    assert texts == (2,)
    assert again.counts().finished == 1 and again.counts().open == 1


def test_each_call_is_counted_once_whatever_is_written_twice():
    store = memory_store()
    store.begin({}, "", planned(1))
    store.claim()
    for _ in range(3):
        store.put_call("k000", (0, 0, 0), call(), {}, 0.0)
    spent = store.spent()
    assert (spent.calls, spent.tokens, spent.cost) == (1, 7, 0.5)
    store.put_call("k000", (0, 0, 1), call(cost=None), {}, 0.0)
    assert store.spent().unpriced == 1


def test_tokens_that_nobody_counted_are_kept_as_unknown_and_in_no_sum():
    store = memory_store()
    store.begin({}, "", planned(1))
    store.claim()
    store.put_call("k000", (0, 0, 0), call(), {}, 0.0)
    store.put_call("k000", (0, 0, 1), call(tokens=(None, None), cost=None), {}, 0.0)
    store.put_call("k000", (0, 0, 2), Call("embed", "main", "req", "{}", 0, 0, 0.0), {}, 0.0)
    spent = store.spent()
    assert (spent.calls, spent.tokens, spent.uncounted, spent.cost) == (2, 7, 1, 0.5)
    assert store.calls("k000")[0, 0, 1].tokens_in is None


@pytest.mark.parametrize("version", range(1, database.VERSION))
def test_an_earlier_store_is_brought_up_with_all_that_is_in_it(version, tmp_path):
    shutil.copy(Path(__file__).parent / "stores" / f"v{version}" / database.FILE, tmp_path)
    reader = open_store(tmp_path)
    before = [reader.spent(), *(reader.calls(g["key"]) for g in reader.games())]
    reader.close()
    store = open_store(tmp_path, create=True)
    assert [store.spent(), *(store.calls(g["key"]) for g in store.games())] == before
    key = next(store.games())["key"]
    store.reopen(key)
    store.begin(json.loads(store.meta("identity")), "", [Planned(key, "c", {}, 0, 0, "{}")])
    assert store.claim() == key
    store.put_call(key, (0, 9, 0), call(tokens=(None, None)), {}, 0.0)
    assert store.spent().uncounted == 1
    store.close()
    assert open_store(tmp_path).spent().uncounted == 1


def test_games_are_claimed_in_order_and_each_once(tmp_path):
    one, two = open_store(tmp_path, create=True), open_store(tmp_path, create=True)
    one.begin({}, "", planned(4))
    two.begin({}, "", planned(4))
    assert [one.claim(), two.claim(), one.claim(), two.claim(), one.claim()] == [
        "k000",
        "k001",
        "k002",
        "k003",
        None,
    ]
    one.release()
    assert two.claim() == "k000"


def test_a_lease_of_a_dead_process_is_free_at_once_and_of_another_machine_not(tmp_path):
    store = open_store(tmp_path, create=True)
    store.begin({}, "", planned(2))
    store.claim(), store.claim()
    raw = sqlite3.connect(tmp_path / database.FILE)
    owner = raw.execute("SELECT owner FROM leases").fetchone()[0]
    machine = owner.rsplit("/", 3)[0]
    raw.execute("UPDATE leases SET owner = ? WHERE key = 'k000'", (f"{machine}/999999/1/x",))
    raw.execute("UPDATE leases SET owner = 'elsewhere:/1/1/x' WHERE key = 'k001'")
    raw.commit()
    other = open_store(tmp_path, create=True)
    other.begin({}, "", planned(2))
    assert other.claim() == "k000" and other.claim() is None


def test_another_experiment_in_the_same_folder_is_refused_and_nothing_is_lost(tmp_path):
    store = open_store(tmp_path, create=True)
    store.begin({"name": "x", "seed": 1}, "", planned(2))
    store.finish(store.claim(), "finished", {"a": 1})
    for other in ({"name": "y", "seed": 1}, {"name": "x", "seed": 2}):
        with pytest.raises(StoreError, match="choose another --out"):
            store.begin(other, "", planned(5))
    store.begin({"name": "x", "seed": 1}, "", planned(3))
    assert store.counts().games == 3 and store.counts().finished == 1


def test_a_finished_game_is_never_overwritten_and_a_crashed_one_is_played_again():
    store = memory_store()
    store.begin({}, "", planned(2))
    assert (store.claim(), store.claim()) == ("k000", "k001")
    store.finish("k000", "finished", {"a": 1})
    with pytest.raises(LeaseLost):
        store.finish("k000", "crashed", {"a": 2}, "boom")
    store.finish("k001", "crashed", {"b": 1}, "boom")
    assert store.record("k000") == {"a": 1} and store.counts().crashed == 1
    store.begin({}, "", planned(2))
    assert store.counts().open == 1 and store.claim() == "k001"


def test_a_game_that_another_process_has_taken_over_is_not_written_to():
    store = memory_store()
    store.begin({}, "", planned(1))
    store.claim()
    store._db.execute("UPDATE leases SET owner = 'elsewhere:/1/1/x'")
    for write in (
        lambda: store.put_call("k000", (0, 0, 0), call(), {}, 0.0),
        lambda: store.finish("k000", "finished", {}),
    ):
        with pytest.raises(LeaseLost):
            write()
    assert store.spent().calls == 0 and store.counts().finished == 0


def test_only_games_of_its_own_plan_are_claimed(tmp_path):
    one, two = open_store(tmp_path, create=True), open_store(tmp_path, create=True)
    one.begin({}, "", planned(2))
    two.begin({}, "", planned(4))
    assert [one.claim(), one.claim(), one.claim()] == ["k000", "k001", None]
    assert [two.claim(), two.claim(), two.claim()] == ["k002", "k003", None]


def test_reading_takes_no_lock_and_needs_no_right_to_write(tmp_path):
    store = open_store(tmp_path, create=True)
    store.begin({}, "", planned(2))
    store._db.execute("BEGIN IMMEDIATE")
    reader = open_store(tmp_path)
    assert reader.counts().games == 2
    with pytest.raises(StoreError, match="cannot be written"):
        reader.release()


@pytest.mark.parametrize(
    ("sql", "ask"),
    [
        ("UPDATE games SET spec = '{'", lambda s: list(s.games())),
        ("UPDATE games SET cell = '7'", lambda s: list(s.games())),
        ("UPDATE games SET record = '[1'", lambda s: s.record("k000")),
        ("UPDATE games SET record = '7'", lambda s: s.record("k000")),
        ("""UPDATE games SET record = '{"a": {"$text": "gone"}}'""", lambda s: s.record("k000")),
        ("DELETE FROM spent", lambda s: s.spent()),
    ],
)
def test_a_damaged_row_is_named(tmp_path, sql, ask):
    store = open_store(tmp_path, create=True)
    store.begin({}, "", planned(1))
    store._db.execute(sql)
    with pytest.raises(StoreError, match=r"damaged") as caught:
        ask(store)
    assert "\n" not in str(caught.value)


def test_an_empty_file_says_that_no_games_are_there_and_becomes_a_run_by_the_same_command(
    tmp_path, monkeypatch
):
    (tmp_path / database.FILE).touch()
    monkeypatch.setattr(database, "MAKING_SECONDS", 0.0)
    with pytest.raises(StoreError, match="no games yet"):
        open_store(tmp_path)
    os.utime(tmp_path / database.FILE, (0, 0))
    store = open_store(tmp_path, create=True)
    store.begin({}, "", planned(1))
    assert store.claim() == "k000"


def test_many_may_make_the_same_store_at_once(tmp_path):
    code = (
        "import sys, pathlib; from syllogos.store.store import open_store; "
        "open_store(pathlib.Path(sys.argv[1]), create=True).begin({}, '', [])"
    )
    started = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "r")]) for _ in range(8)]
    assert [process.wait() for process in started] == [0] * 8


def test_no_run_a_newer_one_a_foreign_one_and_a_truncated_one_are_named(tmp_path):
    with pytest.raises(InputError, match="no run there"):
        open_store(tmp_path)
    store = open_store(tmp_path, create=True)
    store.begin({}, "", planned(100))
    store.close()
    path = tmp_path / database.FILE
    whole = path.read_bytes()
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = 99")
    raw.close()
    with pytest.raises(StoreError, match="newer Syllogos"):
        open_store(tmp_path)
    path.write_bytes(whole[: len(whole) // 2 + 100])
    with pytest.raises(StoreError, match=r"damaged|missing"):
        list(open_store(tmp_path).games())
    path.write_bytes(b"this is no database at all" * 100)
    with pytest.raises(StoreError, match="damaged"):
        open_store(tmp_path)
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE t (x)")
    other.close()
    with pytest.raises(StoreError, match="not a run"):
        open_store(tmp_path)


def test_ca55_a_full_disk_loses_no_finished_game_and_the_run_goes_on_when_there_is_room(tmp_path):
    store = open_store(tmp_path, create=True)
    store.begin({}, "", planned(300))
    store._db.execute("PRAGMA max_page_count = 60")  # the disk, as SQLite sees it, is full here
    finished = []

    def play_all():
        while key := store.claim():
            store.finish(key, "finished", {"text": key * 500})
            finished.append(key)

    with pytest.raises(StoreError, match="disk is full"):
        play_all()
    assert 0 < len(finished) < 300
    assert store.counts().finished == len(finished)
    store.close()
    again = open_store(tmp_path, create=True)  # room again: the page limit was of that connection
    again.begin({}, "", planned(300))
    # In life the process that met the full disk is gone, and with it its lease.
    again._db.execute("DELETE FROM leases")
    while key := again.claim():
        again.finish(key, "finished", {"text": key * 500})
    assert again.counts().finished == 300
    assert all(again.record(key) == {"text": key * 500} for key in finished)


def test_texts_that_look_like_references_come_back_as_they_were():
    texts: dict[str, str] = {}
    for value in ({"$text": "abc"}, {"$pairs": [["a", 1]]}, {"a": ["x" * 500, {"$text": {"$pairs": 1}}]}):
        assert unfold(json.loads(json.dumps(fold(value, texts))), texts.__getitem__) == value


def test_ca35_resuming_without_new_games_does_not_grow_the_store(tmp_path):
    def size():
        return sum(p.stat().st_size for p in Path(tmp_path).iterdir() if p.suffix == ".sqlite")

    store = open_store(tmp_path, create=True)
    store.begin({}, "", planned(200))
    while key := store.claim():
        store.finish(key, "finished", {"text": key * 300})
    store.close()
    before = size()
    for _ in range(5):
        store = open_store(tmp_path, create=True)
        store.begin({}, "", planned(200))
        assert store.claim() is None
        store.close()
        assert size() <= before * 1.05


@pytest.mark.parametrize("version", range(1, database.VERSION + 1))
def test_a_store_of_every_version_stays_readable(version, tmp_path):
    """The file in ``stores/vN`` was written by a Syllogos of that version, and is never rewritten."""
    shutil.copy(Path(__file__).parent / "stores" / f"v{version}" / database.FILE, tmp_path)
    store = open_store(tmp_path)
    (game,) = store.games()
    record = store.record(game["key"])
    assert record is not None and record["outcome"] == {
        "end": "rounds played",
        "scores": {"0": 6.0, "1": 6.0},
    }
    assert len(store.calls(game["key"])) == store.spent().calls == 2
    assert store.counts().finished == 1
