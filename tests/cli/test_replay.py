"""``syllogos replay``: every kind on its own example, what it takes, and what it says of a bad file."""

import inspect
import json
import shutil

import pytest

from examples import written
from syllogos import plugins
from syllogos.engines.guard.isolation import available

PROLOG = ("gama", "strategies", "attacks")
KINDS = [
    pytest.param(
        kind,
        marks=pytest.mark.skipif(
            kind in PROLOG and (not shutil.which("swipl") or available()[0] != "sealed"),
            reason="needs SWI-Prolog in sealed workers",
        ),
    )
    for kind in plugins.names("replays")
]
COUNTED = {"lelma": ("attempts", 1), "gama": ("programs", 1), "strategies": ("agrees_with_recorded", 2),
           "descriptions": ("n", 1), "clue": ("matrix_correct", 1), "attacks": ("as_stated", 2),
           "logic": ("disagreements", [])}  # fmt: skip
"""What a number of each kind's result is for its own example."""


def takes(kind, option):
    return option in inspect.signature(plugins.load("replays", kind)).parameters


def strict(text):
    """JSON as everybody reads it: without the words that only Python knows."""

    def refuse(word):
        raise ValueError(word)

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("kind", KINDS)
def test_a_replay_prints_its_result_as_json_and_as_a_tree(command, tmp_path, kind):
    path = written(kind, tmp_path)
    status, out, err = command("replay", kind, path, "--json")
    found = strict(out)
    assert (status, err) == (0, "") and isinstance(found, dict)
    if kind in COUNTED:
        name, count = COUNTED[kind]
        assert found[name] == count
    status, shown, err = command("replay", kind, path)
    assert (status, err) == (0, "") and f"replay {kind}" in shown
    assert all(str(key) in shown for key in found)


@pytest.mark.parametrize("kind", KINDS)
def test_explain_is_taken_or_refused_in_one_line(command, tmp_path, kind):
    status, out, err = command("replay", kind, written(kind, tmp_path), "--explain", "--json")
    if takes(kind, "explain"):
        assert status == 0 and err == "" and isinstance(strict(out), dict)
    else:
        assert (status, out) == (2, "") and err == f"syllogos: replay {kind} takes no --explain\n"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "content",
    ["{", "[]\n", '{"id": 1}\n', "\x00\n", None],
    ids=["cut", "a list", "no row", "zero", "no file"],
)
def test_a_bad_file_is_one_line_that_names_it(command, tmp_path, kind, content):
    path = tmp_path / "rows.jsonl"
    if content is not None:
        path.write_text(content)
    status, out, err = command("replay", kind, path, "--json")
    assert (status, out) == (2, "") and err.count("\n") == 1 and "rows.jsonl" in err


def test_several_files_are_told_apart(command, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one, two = (written("descriptions", tmp_path / name) for name in ("one", "two"))
    status, out, _ = command("replay", "descriptions", one, two, "--json")
    found = strict(out)
    assert status == 0 and list(found) == [str(one), str(two)] and found[str(one)]["n"] == 1


def test_a_kind_or_an_option_nobody_knows_is_refused(command, tmp_path):
    path = written("clue", tmp_path)
    assert command("replay", "cloo", path)[0] == 2
    status, _, err = command("replay", "clue", path, "--translator", "rules")
    assert status == 2 and "takes no --translator" in err
    status, _, err = command("replay", "lelma", written("lelma", tmp_path), "--translator", "dream")
    assert status == 2 and "translator" in err


def test_what_differs_is_named_when_it_is_asked_for(command, tmp_path):
    path = written("clue", tmp_path)
    row = json.loads(path.read_text())
    row["expected"]["n_deals"] = 3
    path.write_text(json.dumps(row))
    found = strict(command("replay", "clue", path, "--explain", "--json")[1])
    assert found["deals_exact"] == 0 and found["differs"] == [{"id": "two", "differs": ["deals_exact"]}]
    assert "differs" not in strict(command("replay", "clue", path, "--json")[1])
    assert "deals_exact" in command("replay", "clue", path, "--explain")[1]
