"""Experiment files: what they stand for, and what is said about faulty ones."""

import pytest

from syllogos.errors import InputError
from syllogos.experiment.experiment import read_experiment

GOOD = """\
name = "small"
seed = 3
repetitions = 2

[game]
kind = "normal_form"
rounds = 2

[grid]
payoffs = ["pd", "hd"]

[[condition]]
name = "a"
agents = ["tit_for_tat", "random"]

[[condition]]
name = "b"
agents = ["default_move", { kind = "best_response", default = "dove" }]
"""


def write(tmp_path, text):
    path = tmp_path / "e.toml"
    path.write_text(text)
    return path


def test_the_matches_go_seed_by_seed_across_conditions_and_are_paired(tmp_path):
    good = GOOD.replace(', default = "dove"', "")
    plan = read_experiment(write(tmp_path, good))
    order = [(m.repetition, m.cell["payoffs"], m.condition) for m in plan.matches]
    assert order == [(r, g, c) for r in (0, 1) for g in ("pd", "hd") for c in ("a", "b")]
    seeds = {(m.repetition, m.cell["payoffs"]): set() for m in plan.matches}
    for match in plan.matches:
        seeds[match.repetition, match.cell["payoffs"]].add(match.seed)
    assert all(len(s) == 1 for s in seeds.values())
    assert len({m.key for m in plan.matches}) == 8


def test_renaming_a_condition_keeps_its_games_and_other_edits_only_add(tmp_path):
    good = GOOD.replace(', default = "dove"', "")
    before = {m.key for m in read_experiment(write(tmp_path, good)).matches}
    renamed = good.replace('name = "a"', 'name = "first"').replace("repetitions = 2", "repetitions = 3")
    after = {m.key for m in read_experiment(write(tmp_path, renamed)).matches}
    assert before < after and len(after) == 12


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("seed = 3", "sede = 3", 2, "did you mean seed"),
        (
            'agents = ["tit_for_tat", "random"]',
            'agent = ["tit_for_tat", "random"]',
            14,
            "did you mean agents",
        ),
        ("repetitions = 2", "repetitions = 0", 3, "greater than or equal to 1"),
        ("rounds = 2", 'rounds = "two"', None, "rounds = 'two'"),
        ("rounds = 2", "round = 2", 7, "did you mean rounds"),
        ('"tit_for_tat"', '"tit_for_tot"', 14, "did you mean tit_for_tat"),
        ('"hd"]', '"hdd"]', 10, "did you mean hd"),
        ("seed = 3", "seed =", None, "line 2"),
        ('["pd", "hd"]', '"pd"', None, "must be a list"),
        (', "random"]', "]", None, "2 seats, but 1 agents"),
        ('"normal_form"', '"normal"', None, "unknown game"),
        ('default = "dove"', 'defualt = "dove"', 18, "did you mean default"),
    ],
)
def test_a_fault_is_one_line_with_file_place_and_mend(tmp_path, old, new, line, words):
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        read_experiment(path)
    message = str(caught.value)
    assert message.startswith(f"{path}:") and words in message and "\n" not in message
    if line:
        assert message.startswith(f"{path}:{line}: "), message


def test_equal_conditions_are_refused(tmp_path):
    twice = GOOD.replace(
        '["default_move", { kind = "best_response", default = "dove" }]', '["tit_for_tat", "random"]'
    )
    with pytest.raises(InputError, match="'a' and 'b' are the same games"):
        read_experiment(write(tmp_path, twice))


def test_a_game_file_is_part_of_the_key(tmp_path):
    game = tmp_path / "g.json"
    text = GOOD.replace('payoffs = ["pd", "hd"]', 'payoffs = ["g.json"]').replace(', default = "dove"', "")

    def keys(payoff):
        cells = f'{{"A,A": [{payoff}, 1], "A,B": [0, 0], "B,A": [0, 0], "B,B": [1, 1]}}'
        game.write_text(f'{{"players": ["x", "y"], "actions": [["A", "B"], ["A", "B"]], "payoffs": {cells}}}')
        return {m.key for m in read_experiment(write(tmp_path, text)).matches}

    assert keys(1) == keys(1) and not keys(1) & keys(2)
    game.unlink()
    with pytest.raises(InputError, match=r"g\.json: No such file"):
        read_experiment(write(tmp_path, text))


def test_a_range_stands_for_its_numbers(tmp_path):
    text = GOOD.replace('payoffs = ["pd", "hd"]', 'rounds = "1..3"').replace("rounds = 2\n", "")
    plan = read_experiment(write(tmp_path, text.replace(', default = "dove"', "")))
    assert sorted({m.config["rounds"] for m in plan.matches}) == [1, 2, 3]
