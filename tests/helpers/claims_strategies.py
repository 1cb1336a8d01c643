"""Random games and claims for the tests of claims."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

from hypothesis import strategies as st

from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import claims as c
from syllogos.payoffs.claims import PlayerAction

ACTIONS = ("a", "b", "c")


@st.composite
def games(draw: st.DrawFn) -> NormalForm:
    counts = draw(st.lists(st.integers(1, 3), min_size=2, max_size=3))
    actions = tuple(ACTIONS[:n] for n in counts)
    values = st.fractions(min_value=-4, max_value=6, max_denominator=3)
    payoffs = {p: tuple(draw(values) for _ in counts) for p in product(*actions)}
    return NormalForm(("ann", "bob", "cyd")[: len(counts)], actions, payoffs)


@st.composite
def questions(draw: st.DrawFn) -> tuple[c.Claim, NormalForm, int]:
    """Any claim, well-posed or not, about a random game."""
    game = draw(games())
    names = st.sampled_from([*game.players, "you", "them"])
    action = st.sampled_from(ACTIONS)
    moves = st.lists(st.builds(PlayerAction, names, action), max_size=len(game.players)).map(tuple)
    amount = st.fractions(min_value=-4, max_value=6, max_denominator=3)
    relation = st.sampled_from(["<", "<=", "=", ">=", ">"])
    extreme, case = st.sampled_from(["highest", "lowest"]), st.sampled_from(["worst", "best"])
    half = st.builds(c.Chance, names, action, st.just(F(1, 2)))
    belief = st.lists(half, max_size=4).map(tuple)
    claim = st.one_of(
        st.builds(c.Payoff, names, amount, moves, relation, st.booleans()),
        st.builds(c.ExtremePayoff, names, extreme, amount, moves),
        st.builds(c.Numbers, amount, relation, amount),
        st.builds(c.RankedCase, names, extreme, case, action),
        st.builds(c.CaseComparison, names, case, action, relation, action),
        st.builds(c.JointPayoff, extreme, moves),
        st.builds(c.Expected, names, action, amount, belief, relation),
        st.builds(c.ExpectedComparison, names, action, relation, action, belief),
        st.builds(c.Comparison, names, action, relation, action, moves),
        st.builds(c.ProfileComparison, names, moves, relation, moves),
        st.builds(c.BestResponse, names, action, moves),
        st.builds(c.Dominance, names, action, action, st.booleans()),
        st.builds(c.Equilibrium, moves),
        st.builds(c.ParetoDominance, moves, moves),
        st.just(c.Symmetry()),
    )
    return draw(claim), game, draw(st.integers(0, len(game.players) - 1))
