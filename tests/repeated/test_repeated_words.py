"""What a player of a repeated game is told: payoffs from its own side, as they were paid."""

import re
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syllogos.contract import Attempt, Decision, Fault, Review, Seat, Trace, seen_by
from syllogos.repeated.games import normal_form
from syllogos.repeated.games.normal_form import Played

SIDED = {
    "players": ["row", "column"],
    "actions": [["up", "down"], ["left", "right"]],
    "payoffs": {"up,left": [1, 2], "up,right": [3, 4], "down,left": [5, 6], "down,right": [7, 8]},
}
"""Every payoff is another number, so that none can be taken for another."""


def traces(*moves):
    return {
        Seat(i): Trace((Attempt(Decision(m), Review(m if isinstance(m, Fault) else None)),))
        for i, m in enumerate(moves)
    }


def told(game, state, seat):
    return game.words(Seat(seat), seen_by(Seat(seat), state.log))


def after(game, *rounds):
    state = game.start(Random(0))
    for moves in rounds:
        state = game.step(state, traces(*moves), Random(0))
    return state


@pytest.fixture
def game():
    return normal_form.make("pd", rounds=4)


def test_each_player_is_told_its_own_choice_and_payoff_first_hand(game):
    state = after(game, ("cooperate", "defect"), ("defect", "defect"))
    first, second = (told(game, state, seat) for seat in (0, 1))
    assert (
        "Round 1: you chose cooperate, the other player chose defect; you got 0, the other player got 5."
        in first
    )
    assert (
        "Round 1: the other player chose cooperate, you chose defect; the other player got 0, you got 5."
        in second
    )
    assert (
        "Round 2: you chose defect, the other player chose defect; you got 1, the other player got 1."
        in first
    )
    assert all("This is round 3 of 4." in text for text in (first, second))


def test_the_table_of_payoffs_is_told_from_each_side(game):
    state = game.start(Random(0))
    first, second = (told(game, state, seat) for seat in (0, 1))
    line = "- If you choose cooperate and the other player chooses defect, you get 0 and the other player gets 5."
    assert line in first and line in second
    assert "your payoffs add up" in first and "played 4 times" in first


def test_a_missing_move_is_told_by_the_rule_that_stood_in():
    game = normal_form.make("pd", rounds=2, on_invalid="abstain")
    state = after(game, ("cooperate", Fault("empty", "the reply was empty")))
    assert "Round 1: the other player gave no legal move (abstain)." in told(game, state, 0)
    assert "Round 1: you gave no legal move (abstain)." in told(game, state, 1)


CELL = re.compile(
    r"- If you choose (\S+) and the other player chooses (\S+), you get (\S+) and the other player gets (\S+)\."
)
ROUND = re.compile(r"Round \d+: (.+?) chose (\S+), (.+?) chose (\S+); (.+?) got (\S+), (.+?) got (\S+)\.")


@given(
    st.permutations(range(1, 9)),
    st.lists(st.sampled_from(list(product(("up", "down"), ("left", "right")))), max_size=4),
)
def test_all_that_is_told_is_what_is_paid(pays, rounds):
    """Over random payoffs and histories, each number in the text is the payoff of its cell."""
    cells = list(product(("up", "down"), ("left", "right")))
    paid = {cell: (pays[2 * i], pays[2 * i + 1]) for i, cell in enumerate(cells)}
    table = {",".join(cell): list(row) for cell, row in paid.items()}
    game = normal_form.make({**SIDED, "payoffs": table}, rounds=5)
    state = after(game, *rounds)
    assert [e.what.payoffs for e in state.log if isinstance(e.what, Played)] == [
        tuple(map(Fraction, paid[r])) for r in rounds
    ]
    for me in (0, 1):
        text = told(game, state, me)
        said = {(own, other): (int(mine), int(theirs)) for own, other, mine, theirs in CELL.findall(text)}
        assert said == {(c[me], c[1 - me]): (row[me], row[1 - me]) for c, row in paid.items()}
        names = ("you", "the other player") if me == 0 else ("the other player", "you")
        assert ROUND.findall(text) == [
            (names[0], r[0], names[1], r[1], names[0], str(paid[r][0]), names[1], str(paid[r][1]))
            for r in rounds
        ]
    assert game.outcome(state).scores == {Seat(i): float(sum(paid[r][i] for r in rounds)) for i in (0, 1)}
