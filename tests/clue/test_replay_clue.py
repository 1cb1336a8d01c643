"""Recorded logs of Clue deduced again: each wrong answer counts in its own row and in no other."""

import json
from copy import deepcopy

import pytest

from examples import written
from syllogos.clue.replays.clue import KEYS, replay
from syllogos.errors import InputError


@pytest.fixture
def path(tmp_path):
    return written("clue", tmp_path)


@pytest.fixture
def row(path):
    return json.loads(path.read_text())


def counts(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return replay(path, explain=True)


def test_a_right_case_counts_in_every_row(path, row):
    found = counts(path, row, row)
    assert found["cases"] == 2 and {found[key] for key in KEYS} == {2} and found["differs"] == []
    assert 0 <= found["median_ms"] <= found["max_ms"]


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        (lambda e: e["matrix"]["Bob"].update(ENVELOPE="MAYBE"), ["matrix_correct"]),
        (lambda e: e["prob"]["Attic"].update(Ivy="1/3"), ["probabilities_exact"]),
        (lambda e: e.update(n_deals=4), ["deals_exact"]),
        (lambda e: e.update(accusation_ready=["Bob", "Pin", "Barn"]), ["ready_correct"]),
        (lambda e: e.update(first_inconsistent_event=0), ["first_inconsistent_correct"]),
        (lambda e: e.update(consistent=False), ["contradictions_found"]),
    ],
)
def test_a_wrong_answer_counts_against_its_own_row(path, row, change, keys):
    wrong = deepcopy(row)
    change(wrong["expected"])
    found = counts(path, row, wrong)
    assert {key: found[key] for key in KEYS} == {key: 1 if key in keys else 2 for key in KEYS}
    assert found["differs"] == [{"id": "two", "differs": keys}]


def test_a_contradiction_that_is_found_counts_whatever_else_is_recorded(path, row):
    impossible = deepcopy(row)
    again = {"type": "suggestion", "suggester": "Jon", "cards": ["Ann", "Pin", "Attic"], "passed": ["Ivy"]}
    impossible["events"].append(again)
    impossible["expected"] = {"consistent": False, "first_inconsistent_event": 1}
    found = counts(path, impossible)
    assert {found[key] for key in KEYS} == {1} and found["differs"] == []
    impossible["expected"]["first_inconsistent_event"] = 0
    assert counts(path, impossible)["differs"] == [{"id": "two", "differs": ["first_inconsistent_correct"]}]


@pytest.mark.parametrize("expected", [None, {}, [], {"n_deals": 2}])
def test_a_log_without_answers_is_named_by_its_number(path, row, expected):
    with pytest.raises(InputError, match="log 1: no expected answers"):
        counts(path, row, {**row, "expected": expected})


def test_no_logs_are_no_times(path):
    path.write_text("\n")
    found = replay(path)
    assert (found["cases"], found["median_ms"], found["max_ms"]) == (0, 0.0, 0.0)
