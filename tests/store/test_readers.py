"""Who reads a run is bounded by its file, since the file may be a stranger's; who plays it is not."""

import pytest

from made import Made, store
from syllogos.errors import StoreError
from syllogos.store import store as module
from syllogos.store.store import open_store


def test_a_reader_takes_no_more_than_its_file_can_hold_and_a_writer_all(tmp_path, monkeypatch):
    store(tmp_path, [Made()]).close()
    bounds = []
    monkeypatch.setattr(module, "limit", lambda _db, path: bounds.append(path.name) or 10)
    reader = open_store(tmp_path)
    with pytest.raises(StoreError, match="a table is larger than its file"):
        list(reader.games())
    reader.close()
    assert set(bounds) == {"run.sqlite"}
    bounds.clear()
    writer = open_store(tmp_path, create=True)
    assert len(list(writer.games())) == 1 and not bounds
    writer.close()
