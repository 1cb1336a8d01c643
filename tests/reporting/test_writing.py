"""Exports and reports: whole or not there, whatever happens while they are written."""

import contextlib
import errno
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from made import Made, store
from syllogos.errors import InputError
from syllogos.reporting import build, writing
from syllogos.reporting.build import write_report
from syllogos.reporting.export import export
from syllogos.reporting.writing import ASIDE, put_in_place, write_file


@pytest.fixture
def kept(tmp_path):
    kept = store(tmp_path / "run", [Made(key="k"), Made(key="j", seed=1)], calls=1)
    yield kept
    kept.close()


def files(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in Path(folder).rglob("*") if p.is_file()}


def test_a_full_disk_in_the_middle_leaves_the_old_report(kept, tmp_path, monkeypatch):
    write_report(kept, tmp_path / "out")
    before, written = files(tmp_path / "out"), []

    def put(path, text):
        written.append(path)
        if len(written) > 3:
            raise OSError(errno.ENOSPC, "No space left on device")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    monkeypatch.setattr(build, "_put", put)
    with pytest.raises(InputError, match="No space left") as caught:
        write_report(kept, tmp_path / "out")
    assert files(tmp_path / "out") == before and "\n" not in str(caught.value)
    assert not list((tmp_path / "out").glob(f"{ASIDE}*"))


def test_a_full_disk_in_the_middle_leaves_the_old_export(kept, tmp_path, monkeypatch):
    export(kept, tmp_path / "out", "jsonl")
    before = files(tmp_path / "out")

    def full(_path):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writing, "_sync", full)
    with pytest.raises(InputError, match="No space left"):
        export(kept, tmp_path / "out", "jsonl")
    assert files(tmp_path / "out") == before


class Killed(BaseException):
    """As SIGKILL would be: nothing is tidied."""


@pytest.mark.parametrize("step", range(12))
def test_a_kill_between_any_two_steps_never_leaves_a_page_beside_files_of_another_report(
    tmp_path, monkeypatch, step
):
    out, steps = tmp_path / "out", []
    for version in ("old", "new"):
        if version == "new":

            def killing(real):
                def act(self, *more, **named):
                    steps.append(self)
                    if len(steps) > step:
                        raise Killed
                    return real(self, *more, **named)

                return act

            for name in ("replace", "unlink"):
                monkeypatch.setattr(Path, name, killing(getattr(Path, name)))
            monkeypatch.setattr(writing.shutil, "rmtree", lambda *_, **__: None)
        with contextlib.suppress(Killed), put_in_place(out, ["t/*"], ["page"]) as aside:
            (aside / "t").mkdir()
            for name in ("page", "t/one", f"t/{version}"):
                (aside / name).write_text(version)
    monkeypatch.undo()
    found = {name: content for name, content in files(out).items() if not name.startswith(ASIDE)}
    if "page" in found:
        version = found["page"].decode()
        assert found == {name: version.encode() for name in ("page", "t/one", f"t/{version}")}
    assert len(set(found.values())) <= 1
    with put_in_place(out, ["t/*"], ["page"]) as aside:
        (aside / "page").write_text("again")
    assert files(out) == {"page": b"again"}


def test_what_a_killed_one_left_is_taken_away_and_a_living_ones_is_not(tmp_path):
    left = tmp_path / f"{ASIDE}0123"
    left.mkdir(parents=True)
    (left / "half").write_text("ha")
    with put_in_place(tmp_path) as living:
        with put_in_place(tmp_path) as other:
            (other / "two").write_text("2")
        assert not left.exists() and living.is_dir()
        (living / "one").write_text("1")
    assert files(tmp_path) == {"one": b"1", "two": b"2"}


def test_two_at_once_do_not_mix(tmp_path):
    def put(version):
        for _ in range(30):
            with put_in_place(tmp_path / "out", ["t/*"], ["page"]) as aside:
                (aside / "t").mkdir()
                for i in range(version + 1):
                    (aside / "t" / str(i)).write_text(str(version))
                (aside / "page").write_text(str(version))

    for _ in range(3):
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(put, range(4)))
        found = files(tmp_path / "out")
        version = found["page"]
        assert set(found.values()) == {version} and len(found) == int(version) + 2


def test_nothing_is_written_through_a_link(kept, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "scores.csv").write_text("mine")
    (tmp_path / "mine" / "page").write_text("mine")
    out = tmp_path / "out"
    out.mkdir()
    (out / "tables").symlink_to(tmp_path / "mine")
    with pytest.raises(InputError, match="a link"):
        write_report(kept, out)
    (out / "tables").unlink()
    (out / "report.html").symlink_to(tmp_path / "mine" / "page")
    write_report(kept, out)
    assert files(tmp_path / "mine") == {"scores.csv": b"mine", "page": b"mine"}


def test_other_files_in_the_folder_stay(kept, tmp_path):
    before = files(tmp_path / "run")
    write_report(kept, tmp_path / "run")
    assert {name: files(tmp_path / "run")[name] for name in before}.keys() == before.keys()


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="choose another --out"):
        write_file(tmp_path / "file" / "page.html", "x")
    shutil.rmtree(tmp_path)
