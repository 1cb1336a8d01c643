"""Claims decided exactly: known values, an independent oracle, and corrections that always hold."""

from __future__ import annotations

import asyncio
from fractions import Fraction as F
from itertools import product

import nashpy
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claims_strategies import ACTIONS, games, questions
from syllogos.gametheory.catalog import GAMES
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import claims as c
from syllogos.payoffs.claims import PlayerAction
from syllogos.payoffs.solvers.claims import Question, evaluate, label, make
from syllogos.verdict import Status

PD, HD = GAMES["pd"], GAMES["hd"]


def both(mine: str, theirs: str) -> c.Moves:
    return (PlayerAction("you", mine), PlayerAction("them", theirs))


@given(questions())
def test_facts_always_hold_and_ill_posed_claims_say_why(question: tuple[c.Claim, NormalForm, int]) -> None:
    claim, game, me = question
    verdict = evaluate(claim, game, me)
    if verdict.status is Status.REJECTED:
        assert verdict.reason and verdict.answer is None
    for fact in verdict.answer or ():
        assert evaluate(fact, game, me).status is Status.TRUE, fact


@given(questions())
def test_a_true_claim_is_never_contradicted_by_its_facts(question: tuple[c.Claim, NormalForm, int]) -> None:
    claim, game, me = question
    verdict = evaluate(claim, game, me)
    if verdict.status is Status.TRUE and isinstance(claim, c.RankedCase | c.BestResponse):
        assert claim.action in {f.action for f in verdict.answer or () if isinstance(f, type(claim))}


@pytest.mark.parametrize(
    ("claim", "want"),
    [
        (c.Payoff("you", F(5), both("defect", "cooperate")), "TRUE"),
        (c.Payoff("them", F(5), both("defect", "cooperate")), "FALSE"),
        (c.Payoff("you", F(1), (PlayerAction("you", "defect"),), ">="), "TRUE"),
        (c.Payoff("you", F(3), (PlayerAction("you", "cooperate"),)), "FALSE"),
        (c.Payoff("you", F(3), (PlayerAction("you", "cooperate"),), sometimes=True), "TRUE"),
        (c.ExtremePayoff("you", "highest", F(5)), "TRUE"),
        (c.ExtremePayoff("you", "lowest", F(1), (PlayerAction("you", "defect"),)), "TRUE"),
        (c.Numbers(F(1), ">", F(3)), "FALSE"),
        (c.RankedCase("you", "highest", "worst", "defect"), "TRUE"),
        (c.RankedCase("you", "lowest", "worst", "cooperate"), "TRUE"),
        (c.CaseComparison("you", "worst", "cooperate", ">", "defect"), "FALSE"),
        (c.JointPayoff("highest", both("cooperate", "cooperate")), "TRUE"),
        (c.Comparison("you", "defect", ">", "cooperate"), "TRUE"),
        (c.BestResponse("them", "cooperate", (PlayerAction("you", "cooperate"),)), "FALSE"),
        (c.Dominance("you", "defect", "cooperate"), "TRUE"),
        (c.Equilibrium(both("defect", "defect")), "TRUE"),
        (c.Equilibrium(both("cooperate", "cooperate")), "FALSE"),
        (c.ParetoDominance(both("cooperate", "cooperate"), both("defect", "defect")), "TRUE"),
        (c.Symmetry(), "TRUE"),
        (c.ExpectedComparison("you", "defect", ">", "cooperate"), "TRUE"),
    ],
)
def test_the_prisoners_dilemma(claim: c.Claim, want: str) -> None:
    assert label(evaluate(claim, PD)) == want


def test_expected_payoffs_under_stated_odds() -> None:
    odds = (c.Chance("them", "dove", F(1, 4)), c.Chance("them", "hawk", F(3, 4)))
    assert label(evaluate(c.Expected("you", "hawk", F(5, 4), odds), HD)) == "TRUE"
    verdict = evaluate(c.Expected("you", "dove", F(2), odds), HD)
    assert verdict.answer == (c.Expected("you", "dove", F(3, 2), odds),)
    assert label(evaluate(c.ExpectedComparison("you", "dove", ">", "hawk", odds), HD)) == "TRUE"


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (c.Payoff("you", F(1), both("swerve", "dove")), "swerve is no action"),
        (c.Payoff("ann", F(1), both("dove", "dove")), "ann is no player"),
        (c.CaseComparison("you", "worst", "dove", ">", "dove"), "compared with itself"),
        (c.Numbers(F(3), ">", F(3)), "compared with itself"),
        (c.BestResponse("you", "dove", ()), "not said what all the others"),
        (c.Equilibrium((PlayerAction("you", "dove"),)), "what them would do"),
        (c.Expected("you", "dove", F(1), (c.Chance("them", "dove", F(1, 2)),)), "add up to 1"),
        (c.ExpectedComparison("you", "dove", ">", "hawk"), "depends on what is believed"),
        (
            c.Payoff("you", F(1), (PlayerAction("you", "dove"), PlayerAction("you", "hawk"))),
            "both dove and hawk",
        ),
    ],
)
def test_ill_posed_claims_are_neither_true_nor_false(claim: c.Claim, reason: str) -> None:
    verdict = evaluate(claim, HD)
    assert label(verdict) == "ILL_POSED"
    assert reason in verdict.reason


def test_them_is_nobody_in_particular_among_three() -> None:
    actions = (("a", "b"),) * 3
    game = NormalForm(("x", "y", "z"), actions, {p: (F(0), F(0), F(0)) for p in product(*actions)})
    assert "could be any" in evaluate(c.RankedCase("them", "highest", "worst", "a"), game).reason
    assert label(evaluate(c.Symmetry(), game)) == "TRUE"


def test_ties_name_everything_that_ties() -> None:
    verdict = evaluate(c.RankedCase("you", "lowest", "worst", "rock"), GAMES["rps"])
    assert [f.action for f in verdict.answer or () if isinstance(f, c.RankedCase)] == [
        "rock",
        "paper",
        "scissors",
    ]


@given(games())
def test_equilibria_and_best_responses_agree_with_nashpy(game: NormalForm) -> None:
    if len(game.players) != 2:
        return
    rows, columns = game.actions
    one, two = (np.array([[float(game.payoffs[r, s][k]) for s in columns] for r in rows]) for k in (0, 1))
    oracle = nashpy.Game(one, two)
    for r, s in product(range(len(rows)), range(len(columns))):
        first, second = np.eye(len(rows))[r], np.eye(len(columns))[s]
        mine, theirs = oracle.is_best_response(first, second)
        row = c.BestResponse("you", rows[r], (PlayerAction("them", columns[s]),))
        assert (label(evaluate(row, game)) == "TRUE") == mine
        stable = c.Equilibrium(both(rows[r], columns[s]))
        assert (label(evaluate(stable, game)) == "TRUE") == (mine and theirs)


@given(games(), st.sampled_from(ACTIONS), st.sampled_from(ACTIONS))
def test_dominance_and_maximin_agree_with_brute_force(game: NormalForm, a: str, b: str) -> None:
    own = game.actions[0]
    if a == b or a not in own or b not in own:
        return
    rest = list(product(*game.actions[1:]))
    pairs = [(game.payoffs[(a, *r)][0], game.payoffs[(b, *r)][0]) for r in rest]
    assert (label(evaluate(c.Dominance("you", a, b), game)) == "TRUE") == all(x > y for x, y in pairs)
    weak = all(x >= y for x, y in pairs) and any(x > y for x, y in pairs)
    assert (label(evaluate(c.Dominance("you", a, b, strict=False), game)) == "TRUE") == weak
    worst = {o: min(game.payoffs[(o, *r)][0] for r in rest) for o in own}
    best = c.RankedCase("you", "highest", "worst", a)
    assert (label(evaluate(best, game)) == "TRUE") == (worst[a] == max(worst.values()))


def test_the_solver_answers_through_the_contract() -> None:
    verdict = asyncio.run(make().ask(Question(c.Symmetry(), PD), steps=1))
    assert verdict.status is Status.TRUE and verdict.engine == "claims"


@pytest.mark.parametrize(
    ("labels", "status"),
    [
        ([], "UNCHECKED"),
        (["UNTRANSLATED"], "UNCHECKED"),
        (["TRUE", "TRUE"], "VERIFIED"),
        (["TRUE", "UNTRANSLATED"], "PARTIAL"),
        (["TRUE", "ILL_POSED"], "PARTIAL"),
        (["TRUE", "FALSE", "UNTRANSLATED"], "REFUTED"),
    ],
)
def test_text_status(labels: list[c.Label], status: str) -> None:
    assert c.text_status(labels) == status
