"""Strategies: written in Prolog, saved, from the Axelrod library; and the six predefined ones."""

from __future__ import annotations

import json
import sys
from fractions import Fraction

import pytest

from gama_pages import needs_prolog
from plain_play import play
from syllogos.contract import Decision
from syllogos.engines.solvers.swipl import make as swipl
from syllogos.errors import InputError
from syllogos.experiment.experiment import read_experiment
from syllogos.formalization.agent_file import SavedAgent, parse_agent, print_agent
from syllogos.formalization.agents import formalized
from syllogos.formalization.facts import facts_of
from syllogos.formalization.strategy import seating, validate_strategy
from syllogos.gametheory.catalog import GAMES
from syllogos.match.engine import run_now
from syllogos.models import scripted
from syllogos.repeated.agents import axelrod as adapter
from syllogos.text.source import Source

TIT_FOR_TAT = """\
select(P, O, S, M) :- \\+ holds(last_move(O, _), S), holds(default_move(P, M), S).
select(_, O, S, M) :- holds(last_move(O, M), S).
"""
BEST = """\
select(P, O, S, M) :- \\+ holds(last_move(O, _), S), holds(default_move(P, M), S).
select(P, O, S, M) :-
    holds(last_move(O, L), S),
    findall(U-N, ( possible(move(P, N), S), payoff(N, L, U, _) ), Pairs),
    max_member(_-M, Pairs).
"""
GRUDGE = """\
select(P, O, S, M) :- holds(moves(O, Ms), S), holds(default_move(P, D), S),
    ( member(X, Ms), X \\== D -> opposite_move(D, M) ; M = D ).
"""


def seat(program: str):
    return lambda desk, seat: formalized.make(desk, seat, strategy=program)


def moves(record: dict, at: int) -> list[str]:
    return [e["what"]["profile"][at] for e in record["log"] if e["kind"] == "Played"]


@needs_prolog
@pytest.mark.parametrize(("program", "same"), [(TIT_FOR_TAT, "tit_for_tat"), (BEST, "best_response")])
@pytest.mark.parametrize("game", ["pd", "hd", "sh"])
def test_a_program_plays_as_the_predefined_strategy(program: str, same: str, game: str) -> None:
    ours = play(game, [seat(program), "random"], rounds=8, seed=5)
    theirs = play(game, [same, "random"], rounds=8, seed=5)
    assert moves(ours, 0) == moves(theirs, 0)


@needs_prolog
def test_a_strategy_sees_the_whole_history() -> None:
    record = play("pd", [seat(GRUDGE), _script("cooperate", "defect", "cooperate", "cooperate")], rounds=4)
    assert moves(record, 0) == ["cooperate", "cooperate", "defect", "defect"]


@needs_prolog
def test_a_strategy_without_a_legal_answer_gets_a_substitute_and_is_counted() -> None:
    record = play("pd", [seat("select(_, _, _, steal)."), "default_move"], rounds=2)
    refused = [turn["0"][-1]["refused"] or turn["0"][-1]["fault"] for turn in record["turns"]]
    assert all("steal, which is none of cooperate, defect" in fault["say"] for fault in refused)


@needs_prolog
@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("select(_, _, _, M) :- M = cooperate", "line 1"),
        ("select(_, _, _, M) :- true.", "which is none of"),
        ("select(P, O, S, M) :- holds(last_move(O, M), S), P \\== O.", "no answer at the start"),
        ("select(_, _, _, M) :- repeat, fail, M = cooperate.", "does not answer"),
        ("select(P, O, S, M) :- select(P, O, S, M).", "does not answer"),
        ("payoff(a, b, 9, 9).\nselect(_, _, _, cooperate).", "cannot be defined again"),
        (
            "select(P, _, S, M) :- possible(move(P, M), S), random_member(M, [cooperate, defect]).",
            "no answer",
        ),
    ],
)
def test_faults_of_strategies_are_named(program: str, says: str) -> None:
    async def tried():
        prolog = swipl("sealed", workers=1)
        try:
            return await validate_strategy(program, seating(facts_of(GAMES["pd"])), prolog)
        finally:
            prolog.close()

    faults = run_now(tried())
    assert any(says in str(fault) for fault in faults), faults


@needs_prolog
def test_good_strategies_have_no_faults() -> None:
    async def tried():
        prolog = swipl("sealed", workers=1)
        try:
            return [
                await validate_strategy(program, seating(facts_of(GAMES["hd"])), prolog)
                for program in (TIT_FOR_TAT, BEST, GRUDGE)
            ]
        finally:
            prolog.close()

    assert run_now(tried()) == [(), (), ()]


@needs_prolog
def test_a_sentence_becomes_a_strategy_mended_by_its_faults() -> None:
    said = [
        "I would copy the opponent.",
        "select(_, O, S, M) :- holds(last_move(O, M), S).",
        f"```prolog\n{TIT_FOR_TAT}```",
    ]
    model = scripted.make("replies", replies=said)

    def make(desk, seat):
        return formalized.make(desk, seat, description="Copy the opponent's last move.", attempts=3)

    record = play("pd", [make, "random"], [model, "scripted/first"], rounds=6, seed=1)
    assert moves(record, 0) == moves(play("pd", ["tit_for_tat", "random"], rounds=6, seed=1), 0)


@needs_prolog
def test_a_sentence_that_never_becomes_a_strategy_gives_no_move() -> None:
    def make(desk, seat):
        return formalized.make(desk, seat, description="Be nice.", attempts=2)

    record = play("pd", [make, "default_move"], "scripted/prose", rounds=2)
    faults = [turn["0"][-1]["refused"] for turn in record["turns"]]
    assert all("no clause of select" in fault["say"] for fault in faults)


def test_agents_are_saved_and_loaded() -> None:
    agent = SavedAgent("mirror", TIT_FOR_TAT, "do what the other did", author="by hand", attempts=1)
    assert parse_agent(Source("a.json", print_agent(agent))) == agent
    for text, says in (
        ("{", "a.json:1"),
        (json.dumps({"name": "x"}), "defines select/4"),
        (json.dumps({"name": "x", "strategi": ""}), "did you mean strategy"),
        (json.dumps({"name": "x", "strategy": 3}), "must be a text"),
    ):
        with pytest.raises(InputError, match=says):
            parse_agent(Source("a.json", text))


@needs_prolog
def test_a_saved_agent_plays(tmp_path) -> None:
    (tmp_path / "mirror.json").write_text(print_agent(SavedAgent("mirror", TIT_FOR_TAT)), "utf-8")
    path = tmp_path / "e.toml"
    path.write_text(
        'name = "saved"\n[game]\nkind = "normal_form"\nrounds = 3\n[[condition]]\nname = "mirror"\n'
        'agents = [{ kind = "formalized", strategy = "mirror.json" }, "anti_default_move"]\n'
    )
    assert len(read_experiment(path).matches) == 1


@pytest.mark.parametrize(("game", "hawk"), [("hd", "hawk"), ("pd", "defect"), ("sh", "hare")])
def test_hawk_is_never_the_best_response_to_hawk(game: str, hawk: str) -> None:
    record = play(game, ["best_response", _script(*[hawk] * 6)], rounds=6)
    answers = set(moves(record, 0)[1:])
    assert answers == {"dove"} if game == "hd" else answers == {hawk}


@needs_prolog
def test_answering_hawk_with_hawk_by_comparing_own_and_other_payoffs_is_told_apart() -> None:
    # The rule "not less than the opponent" is what makes hawk answer hawk; the payoffs do not.
    worse = (
        "select(P, O, S, M) :- \\+ holds(last_move(O, _), S), holds(default_move(P, M), S).\n"
        "select(P, O, S, M) :- holds(last_move(O, L), S),\n"
        "    findall(U-N, ( possible(move(P, N), S), payoff(N, L, U, V), U >= V ), Ps), max_member(_-M, Ps).\n"
    )
    hawks = _script(*["hawk"] * 4)
    assert moves(play("hd", [seat(worse), hawks], rounds=4), 0)[1:] == ["hawk"] * 3
    assert moves(play("hd", [seat(BEST), hawks], rounds=4), 0)[1:] == ["dove"] * 3


@pytest.mark.parametrize(
    ("library", "ours"),
    [("TitForTat", "tit_for_tat"), ("Cooperator", "default_move"), ("Defector", "anti_default_move")],
)
def test_strategies_of_the_axelrod_library(library: str, ours: str) -> None:
    pytest.importorskip("axelrod", reason="needs the extra axelrod")

    def make(desk, seat):
        return adapter.make(desk, seat, strategy=library)

    for seed in range(3):
        assert moves(play("pd", [make, "random"], rounds=9, seed=seed), 0) == moves(
            play("pd", [ours, "random"], rounds=9, seed=seed), 0
        )
        assert moves(play("sh", ["random", make], rounds=9, seed=seed), 1) == moves(
            play("sh", ["random", ours], rounds=9, seed=seed), 1
        )


def test_a_missing_axelrod_is_said_with_the_mend(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "axelrod", None)
    with pytest.raises(InputError, match=r"pip install 'axelrod==4\.13\.1'"):
        play("pd", ["axelrod", "random"])


def _script(*said: str):
    """An agent that says its lines."""

    class Script:
        def __init__(self) -> None:
            self.said = iter(said)

        async def act(self, view, fault):
            return Decision(next(self.said))

    return lambda desk, seat: Script()


def test_default_strategies_agree_with_known_totals() -> None:
    # Four rounds against anti-tit-for-tat, as in the paper's experiment on strategies.
    totals = {
        name: play("pd", [name, "anti_tit_for_tat"], rounds=4)["outcome"]["scores"]["0"]
        for name in ("default_move", "anti_default_move", "tit_for_tat", "best_response", "anti_tit_for_tat")
    }
    t, r, p, s = 5, 3, 1, 0
    assert totals == {
        "default_move": r + 3 * s,
        "anti_default_move": t + 3 * t,
        "tit_for_tat": Fraction(r + s + p + t),
        "best_response": r + p + t + t,
        "anti_tit_for_tat": r + p + r + p,
    }
