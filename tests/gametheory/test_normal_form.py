"""Normal-form games against the literature, nashpy, and their own definitions."""

from fractions import Fraction
from itertools import product

import nashpy
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plain_play import play
from syllogos.contract import Seat
from syllogos.errors import InputError
from syllogos.gametheory.catalog import GAMES
from syllogos.gametheory.normal_form import (
    NormalForm,
    best_responses,
    dominates,
    guarantee,
    maximin,
    pareto_dominates,
    pure_equilibria,
)
from syllogos.repeated.games import normal_form as games
from syllogos.testing import check_game


@st.composite
def bimatrices(draw):
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = st.integers(-5, 5)
    own = (tuple(f"r{i}" for i in range(rows)), tuple(f"c{j}" for j in range(columns)))
    payoffs = {p: (Fraction(draw(cells)), Fraction(draw(cells))) for p in product(*own)}
    return NormalForm(("row", "column"), own, payoffs)


def arrays(game):
    shape = tuple(map(len, game.actions))
    return [np.array([float(game.payoff(i, p)) for p in game.profiles]).reshape(shape) for i in (0, 1)]


@given(bimatrices())
def test_pure_equilibria_are_nashpys(game):
    a, b = arrays(game)
    oracle = nashpy.Game(a, b)
    found = set()
    for i, j in product(range(a.shape[0]), range(a.shape[1])):
        row, column = np.eye(a.shape[0])[i], np.eye(a.shape[1])[j]
        if all(oracle.is_best_response(row, column)):
            found.add((game.actions[0][i], game.actions[1][j]))
    assert set(pure_equilibria(game)) == found


@given(bimatrices())
def test_maximin_guarantees_what_it_says_and_dominance_is_its_definition(game):
    for player in (0, 1):
        values = {a: min(game.row(player, a)) for a in game.actions[player]}
        assert maximin(game, player) == {a for a, v in values.items() if v == max(values.values())}
        for a, b in product(game.actions[player], repeat=2):
            pairs = list(zip(game.row(player, a), game.row(player, b), strict=True))
            assert dominates(game, player, a, b, strict=True) == all(x > y for x, y in pairs)
            if dominates(game, player, a, b, strict=True):
                assert dominates(game, player, a, b, strict=False)
                assert guarantee(game, player, a) > guarantee(game, player, b)


def test_the_named_games_are_those_of_the_literature():
    assert pure_equilibria(GAMES["pd"]) == (("defect", "defect"),)
    assert set(pure_equilibria(GAMES["hd"])) == {("dove", "hawk"), ("hawk", "dove")}
    assert set(pure_equilibria(GAMES["sh"])) == {("stag", "stag"), ("hare", "hare")}
    assert set(pure_equilibria(GAMES["bs"])) == {("opera", "opera"), ("football", "football")}
    assert pure_equilibria(GAMES["mp"]) == pure_equilibria(GAMES["rps"]) == ()
    assert dominates(GAMES["pd"], 0, "defect", "cooperate", strict=True)
    assert pareto_dominates(GAMES["pd"], ("cooperate", "cooperate"), ("defect", "defect"))
    assert best_responses(GAMES["hd"], 0, ("hawk", "hawk")) == {"dove"}
    assert GAMES["pd"].payoffs[("defect", "cooperate")] == (5, 0)


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("rule", ["forced", "abstain", "forfeit"])
def test_every_named_game_keeps_the_contract(name, rule):
    check_game("normal_form", payoffs=name, rounds=3, on_invalid=rule)


def test_three_players_keep_the_contract_and_see_each_other_by_number():
    own = [["a", "b"]] * 3
    payoffs = {",".join(p): [len(set(p))] * 3 for p in product("ab", repeat=3)}
    table = {"players": ["x", "y", "z"], "actions": own, "payoffs": payoffs}
    check_game("normal_form", payoffs=table, rounds=2)
    game = games.make(table)
    words = game.words(Seat(1), ())
    assert "2 other players" in words and "player 1 chooses a, player 3 chooses b" in words
    assert play("normal_form", ["tit_for_tat"] * 3, payoffs=table)["outcome"]["scores"]["2"] == 1


@pytest.mark.parametrize(
    ("first", "second", "game", "rounds", "totals"),
    [
        ("tit_for_tat", "anti_default_move", "pd", 4, (3.0, 8.0)),  # S then P P P; T then P P P
        ("default_move", "default_move", "pd", 5, (15.0, 15.0)),
        ("anti_tit_for_tat", "default_move", "pd", 3, (13.0, 3.0)),  # R, T, T
        ("best_response", "anti_default_move", "hd", 3, (3.0, 15.0)),  # never hawk against hawk
        ("best_response", "best_response", "pd", 3, (5.0, 5.0)),  # R, P, P
        ("best_response", "default_move", "rps", 2, (1.0, -1.0)),  # tie, then paper beats rock
    ],
)
def test_strategies_play_as_defined(first, second, game, rounds, totals):
    scores = play(game, [first, second], rounds=rounds)["outcome"]["scores"]
    assert (scores["0"], scores["1"]) == totals


def test_labels_hide_the_game_and_move_with_the_default():
    game = games.make("hd", labels={"dove": "R", "hawk": "B"})
    words = game.words(Seat(0), ())
    assert "dove" not in words and "If you choose R and the other player chooses B, you get 1" in words
    with pytest.raises(InputError, match="'dov' is no action"):
        games.make("hd", labels={"dov": "R"})
    with pytest.raises(InputError, match="default_move"):
        games.make("hd", default_move="stag")


def test_a_player_is_told_payoffs_from_its_own_side():
    words = games.make("pd").words(Seat(1), ())
    assert "If you choose defect and the other player chooses cooperate, you get 5" in words
