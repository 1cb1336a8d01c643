"""What one journalled call costs, beside a bare insert into SQLite under the same settings."""

from __future__ import annotations

import json
import sqlite3
import tempfile
import time
from pathlib import Path
from statistics import median

from _measure import emit

from syllogos.store.rows import Call, Planned
from syllogos.store.store import open_store

CALLS = 2_000


def main() -> None:
    """Medians over 2,000 writes each, taken in turn."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder), create=True)
        store.begin({"name": "journal"}, "", [Planned("k", "c", {}, 0, 0, "{}")])
        store.claim()
        bare = sqlite3.connect(Path(folder) / "bare.sqlite", isolation_level=None)
        bare.executescript("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE t (k, a, b)")
        ours, theirs = [], []
        for n in range(CALLS):
            text = json.dumps({"text": f"reply {n} " * 60, "model": "m"})
            started = time.perf_counter()
            call = Call("complete", "main", f"r{n}", text, 200, 60)
            store.put_call("k", (0, n, 0), call, {f"m{n}": "a prompt " * 80, f"r{n}": "[]"}, time.time())
            ours.append(time.perf_counter() - started)
            started = time.perf_counter()
            bare.execute("INSERT INTO t VALUES (?, ?, ?)", (n, "a prompt " * 80, text))
            theirs.append(time.perf_counter() - started)
        bare.close()
        store.close()
    emit("journal write per call", median(ours) * 1000, "ms", budget=0.5, baseline=median(theirs) * 1000)


if __name__ == "__main__":
    main()
