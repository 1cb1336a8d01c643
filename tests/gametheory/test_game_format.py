"""Games as JSON."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given

from claims_strategies import games
from syllogos.errors import InputError
from syllogos.gametheory.catalog import GAMES
from syllogos.gametheory.files import builtin, parse_game, print_game
from syllogos.gametheory.normal_form import NormalForm

GOOD = """{
  "actions": [["in", "out"], ["in", "out"]],
  "payoffs": {
    "in,in": [-0.5, "1/3"],
    "in,out": [2, 0],
    "out,in": [0, 2.25],
    "out, out": ["1", 1]
  }
}"""


def test_numbers_are_exact_and_two_players_are_you_and_them() -> None:
    game = parse_game(GOOD)
    assert game.players == ("you", "them")
    assert game.payoffs["in", "in"] == (F(-1, 2), F(1, 3))
    assert game.payoffs["out", "in"] == (F(0), F(9, 4))


@given(games())
def test_printed_games_are_read_back(game: NormalForm) -> None:
    assert parse_game(print_game(game)) == game


def test_built_in_games_by_name() -> None:
    assert builtin("pd") is GAMES["pd"]
    with pytest.raises(InputError, match=r"known: .*pd"):
        builtin("chess")


@pytest.mark.parametrize(
    ("old", "new", "say"),
    [
        ('"in,out"', '"in,in"', r"g.json:5: 'in,in' is given twice"),
        ('"out, out"', '"out,in "', r"given twice"),
        ('    "in,out": [2, 0],\n', "", r"g.json:3: no payoffs for in,out"),
        ("[2, 0]", "[2]", r"g.json:5: in,out needs 2 payoffs"),
        ('"1/3"', '"1/0"', r"g.json:4: .*'1/0' is not a payoff"),
        ("2.25", "true", r"g.json:6: .*a payoff is a number"),
        ("2.25", "1e999", r"too large"),
        ("2.25", "Infinity", r"not a payoff"),
        ('"in,out"', '"in"', r"g.json:5: 'in' names 1 actions for 2 players"),
        ('"in,out"', '"in,of"', r"no payoffs for in,out"),
        ('"actions"', '"action"', r"g.json:2: unknown key 'action'.*did you mean actions"),
        ('"payoffs": {', '"payoffs": 3, "x": {', r"x"),
        ('["in", "out"]]', '["in", "in"]]', r"distinct"),
        ("]\n  }", "]\n  ", r"g.json:9"),
        ('["in", "out"]]', '["in", "out"], ["in"]]', r"name the 3 'players'|names 2 actions"),
    ],
)
def test_a_malformed_game_names_file_line_and_mend(old: str, new: str, say: str) -> None:
    assert old in GOOD
    with pytest.raises(InputError, match=say):
        parse_game(GOOD.replace(old, new, 1), "g.json")


@pytest.mark.parametrize("text", ["", "[]", "3", "[" * 100_000, '{"actions": [[]], "payoffs": {}}', "\x00"])
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"g\.json"):
        parse_game(text, "g.json")
