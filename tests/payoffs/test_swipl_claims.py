"""The Prolog engine as the cross-check of the exact one, and the paper's own example."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from claims_strategies import questions
from prolog_workers import Desk, needs_swipl
from syllogos.engines.prolog.terms import show
from syllogos.gametheory.catalog import GAMES
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import claims as c
from syllogos.payoffs.claims import PlayerAction
from syllogos.payoffs.prolog_query import claim_query
from syllogos.payoffs.solvers import claims as exact
from syllogos.verdict import Status

pytestmark = needs_swipl

DILEMMA = """
payoff('C', 'C', 3, 3).   payoff('C', 'D', 0, 5).   payoff('D', 'C', 5, 0).   payoff('D', 'D', 1, 1).
initial(s0).
initially(player(P), s0) :- member(P, [p1, p2]).
initially(role(p1, row), s0).
initially(role(p2, col), s0).
initially(control(P), s0) :- member(P, [p1, p2]).
possible(choice(P, M), S) :- member(M, ['D', 'C']), holds(player(P), S).
legal(choice(P, M), S) :- possible(choice(P, M), S), holds(control(P), S).
effect(did(P, M), choice(P, M), _).
abnormal(control(P), choice(P, _), _).
final(do(choice(_, _), do(choice(_, _), S))) :- initial(S).
finally(outcome(P, M, U, Q, N, V), S) :-
    final(S), holds(role(P, row), S), holds(did(P, M), S), holds(role(Q, col), S), holds(did(Q, N), S),
    payoff(M, N, U, V).
finally(goal(P, U), S) :- finally(outcome(P, _, U, _, _, _), S).
finally(goal(P, U), S) :- finally(outcome(_, _, _, P, _, U), S).
"""


@pytest.fixture(scope="module")
def prolog() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


def test_the_papers_query_has_two_answers_one_for_each_order_of_moves(prolog: Desk) -> None:
    verdict = prolog.run("game(s0, F), finally(goal(p1, 5), F)", DILEMMA, libraries=("situation",))
    assert verdict.answer
    assert [show(row["F"]) for row in verdict.answer.rows] == [
        "do(choice(p2, 'C'), do(choice(p1, 'D'), s0))",
        "do(choice(p1, 'D'), do(choice(p2, 'C'), s0))",
    ]
    assert verdict.answer.complete


def test_a_game_cannot_change_the_situation_calculus_but_may_declare_it(prolog: Desk) -> None:
    declared = prolog.run(
        "holds(role(p1, R), s0)", ":- discontiguous holds/2.\n" + DILEMMA, libraries=("situation",)
    )
    assert declared.status is Status.TRUE
    defined = prolog.run("game(s0, F)", DILEMMA + "game(F, F).", libraries=("situation",))
    assert defined.status is Status.REJECTED
    extended = prolog.run(
        "holds(wet, s0)", "holds(wet, _).\ninitially(dry, s0).\n",
        libraries=("situation",), extendable=("holds/2",),
    )  # fmt: skip
    assert extended.status is Status.TRUE


@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
@given(questions())
def test_both_engines_agree_on_random_claims(prolog: Desk, question: tuple[c.Claim, NormalForm, int]) -> None:
    wanted = exact.evaluate(*question)
    assert prolog.ask(claim_query(*question)).status is wanted.status, wanted.reason


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_find_the_same_equilibria_of_the_named_games(prolog: Desk, name: str) -> None:
    game = GAMES[name]
    for profile in game.profiles:
        claim = c.Equilibrium(tuple(PlayerAction(p, a) for p, a in zip(game.players, profile, strict=True)))
        assert prolog.ask(claim_query(claim, game)).status is exact.evaluate(claim, game).status
