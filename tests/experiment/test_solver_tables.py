"""``[solvers.x]`` tables: read, checked with their line, and part of the keys they matter to."""

from __future__ import annotations

import pytest

from syllogos.errors import InputError
from syllogos.experiment.experiment import read_experiment

HEAD = """\
name = "tables"

[game]
kind = "pd"

[[condition]]
name = "asks"
agents = [{ kind = "formalized", strategy = "select(_, _, _, c)." }, "default_move"]

[[condition]]
name = "does not"
agents = ["random", "default_move"]
"""
TABLE = """
[solvers.swipl]
solver = "swipl"
steps = 5000
isolation = "guarded"
wall = 2.5
"""
VOTE = """
[solvers.swipl]
solver = "portfolio"
rule = "majority"
solvers = ["short", "long", "claims"]

[solvers.short]
solver = "swipl"
steps = 100

[solvers.long]
solver = "swipl"
wall = 30
"""


def read(tmp_path, text):
    (tmp_path / "e.toml").write_text(text)
    return read_experiment(tmp_path / "e.toml")


def keys(plan):
    return [match.key for match in plan.matches]


def test_a_table_is_part_of_the_keys_of_those_who_declare_the_solver(tmp_path):
    asks, other = keys(read(tmp_path, HEAD))
    with_table = keys(read(tmp_path, HEAD + TABLE))
    assert with_table[0] != asks and with_table[1] == other
    longer = keys(read(tmp_path, HEAD + TABLE.replace("2.5", "3.5")))
    assert longer[0] not in (asks, with_table[0]) and longer[1] == other
    plan = read(tmp_path, HEAD + TABLE).matches[0].solver("swipl")
    assert (plan.steps, plan.settings) == (5000, {"isolation": "guarded", "wall": 2.5})


def test_keys_of_games_without_a_table_stay_as_they_were(tmp_path):
    plan = read(tmp_path, HEAD)
    # Of the version before there were tables: a run that was begun with it can go on.
    assert keys(plan) == ["6e29f979e26c49c2af850159dd4fa691", "ea545292afc30b25d8ad6af9b4eb394c"]
    assert set(plan.matches[0].identity) == {"game", "config", "seats", "referee", "seed", "repetition"}


def test_a_table_may_be_made_of_others_whose_settings_count(tmp_path):
    first = read(tmp_path, HEAD + VOTE).matches[0]
    members = first.solver("swipl").settings["solvers"]
    assert [(m.label, m.steps) for m in members] == [("short", 100), ("long", None), ("claims", None)]
    second = read(tmp_path, HEAD + VOTE.replace("wall = 30", "wall = 31")).matches[0]
    assert first.key != second.key


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('solver = "swipl"', 'solver = "swpl"', 15, "unknown solver 'swpl': did you mean swipl"),
        ('solver = "swipl"\n', "", 14, 'write solver = "swipl"'),
        ("wall = 2.5", "wal = 2.5", 18, "unknown setting 'wal': did you mean wall"),
        ("wall = 2.5", "stepz = 2", 18, "unknown setting 'stepz': did you mean steps"),
        ("wall = 2.5", 'wall = "long"', 18, "wall = 'long'"),
        ("wall = 2.5", "wall = 0", 18, "greater than 0"),
        ("steps = 5000", "steps = true", 16, "a whole number of engine steps"),
        ("steps = 5000", "steps = 0", 16, "steps = 0"),
        ('"guarded"', '"open"', 17, "isolation = 'open'"),
        ("[solvers.swipl]", "[solvers.swipll]", 14, "ask: swipl"),
    ],
)
def test_a_fault_is_one_line_with_file_line_and_mend(tmp_path, old, new, line, words):
    assert old in TABLE
    with pytest.raises(InputError) as raised:
        read(tmp_path, HEAD + TABLE.replace(old, new, 1))
    said = str(raised.value)
    assert said.startswith(f"{tmp_path / 'e.toml'}:{line}: [solvers.") and words in said, said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"claims"]', '"swipl"]', 14, "a member of itself: swipl -> swipl"),
        (', "claims"]', ', "nobody"]', 17, "unknown solver 'nobody'"),
        (', "long", "claims"]', "]", 17, "at least 2 items"),
        ('"majority"', '"most"', 16, "rule = 'most'"),
        ("steps = 100", "steps = -1", 21, "[solvers.short]: steps = -1"),
    ],
)
def test_a_portfolio_is_checked_with_its_members(tmp_path, old, new, line, words):
    assert old in VOTE
    text = HEAD + VOTE.replace(old, new, 1)
    with pytest.raises(InputError) as raised:
        read(tmp_path, text)
    said = str(raised.value)
    assert words in said and said.startswith(f"{tmp_path / 'e.toml'}:{line}: "), said


def test_a_table_nobody_uses_is_refused(tmp_path):
    more = '\n[solvers.other]\nsolver = "claims"\n'
    with pytest.raises(InputError, match=r"e\.toml:20: \[solvers\.other\]: no agent or referee here asks it"):
        read(tmp_path, HEAD + TABLE + more)
