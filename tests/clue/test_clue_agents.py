"""Players of Clue: policies, and the possibility matrix around any agent."""

import json

import pytest

from plain_play import play
from syllogos.clue.agents import matrix
from syllogos.contract import Decision, Reply
from syllogos.plugins import prompts_of
from syllogos.testing import check_agent

POLICIES = ("clue_random", "clue_possible", "clue_probable", "clue_information")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_keeps_the_contract_and_accuses_only_when_certain(policy):
    check_agent(policy, "clue", models=["scripted/first"], players=3, rounds=4)
    record = play("clue", [policy] * 3, players=3, rounds=30, show="random")
    made = [e["what"] for e in record["log"] if e["kind"] == "Accused" and e["what"]["cards"]]
    assert made and all(one["correct"] for one in made)
    assert record["outcome"]["end"] == "solved"


def test_more_inference_in_suggestions_ends_games_sooner():
    def turns(policy):
        records = [
            play("clue", [policy] * 3, players=3, rounds=40, show="random", play_on=False, seed=s)
            for s in range(6)
        ]
        return sum(
            e["what"]["turn"]
            for r in records
            for e in r["log"]
            if e["kind"] == "Accused" and e["what"]["cards"]
        )

    assert turns("clue_probable") < turns("clue_possible") < turns("clue_random")


def test_the_tool_keeps_the_contract_around_any_agent():
    check_agent(
        "matrix", "clue", models=["scripted/first", "scripted/prose", "scripted/empty"], players=2, rounds=2
    )


@pytest.mark.parametrize(
    "config",
    [
        {"agent": "direct"},
        {"parts": ["matrix", "odds"]},
        {"parts": []},
        {"mode": "L0"},
        {"source": "model"},
        {"history": False},
        {"recent": 1, "thoughts": 0},
        {"choose_among": 2},
        {"show_model": "random_card", "parts": ["odds"]},
    ],
)
def test_every_ablation_plays(config):
    agents = [lambda desk, seat: matrix.make(desk, seat, **config)] * 3
    record = play("clue", agents, "scripted/first", players=3, rounds=2)
    assert record["status"] == "finished"
    assert not any(a["fault"] for turn in record["turns"] for tried in turn.values() for a in tried)


class Told:
    """An inner agent that keeps what the tool tells it."""

    def __init__(self):
        self.views = []

    async def act(self, view, fault):
        self.views.append(view)
        move = next(iter(view.moves.options.values())) if hasattr(view.moves, "options") else self._form(view)
        return Decision(move)

    def _form(self, view):
        schema = json.dumps(view.moves.shape.json_schema())
        return "wait" if '"wait"' in schema else "none"


def told(**config):
    inner = Told()
    agents = [lambda desk, seat: matrix.make(desk, seat, agent=lambda *_: inner, **config)]
    record = play("clue", [*agents, "clue_probable", "clue_probable"], players=3, rounds=12, shuffle=False)
    return inner.views, record


def test_the_belief_is_in_the_prompt_and_grows():
    views, _ = told()
    asked = [view.text for view in views if "Cards that may be in the envelope" in view.text]
    assert len(asked) == len(views) and "Ready to accuse: no" in asked[0]
    assert "Ready to accuse: no" not in asked[-1]


def test_parts_and_history_are_left_out_as_told():
    views, _ = told(parts=["candidates"], history=False)
    assert all("Ready to accuse" not in v.text and "What has happened" not in v.text for v in views)
    views, _ = told(parts=[], recent=2)
    assert all("Cards that may" not in v.text for v in views)
    assert any("earlier turns are left out" in v.text for v in views)


def test_a_certain_accusation_can_be_made_for_the_player():
    _, record = told(accuse_when_ready=True)
    assert any(
        e["kind"] == "Accused" and e["what"]["seat"] == 0 and e["what"]["correct"] for e in record["log"]
    )


def test_the_player_may_choose_among_the_best_suggestions():
    views, record = told(choose_among=3)
    assert any(len(getattr(v.moves, "options", ())) == 3 for v in views)
    made = [e["what"] for e in record["log"] if e["kind"] == "Suggested" and e["what"]["seat"] == 0]
    assert all(len(one["cards"]) == 3 for one in made)


def test_the_tool_declares_the_prompts_of_the_agent_inside():
    assert {"clue_matrix", "cot", "form"} <= set(prompts_of("agents", "matrix", {}))
    assert "direct" in prompts_of("agents", "matrix", {"agent": "direct"})


class Writing:
    """A model that always writes the same table."""

    def __init__(self, table):
        self.table = table

    async def complete(self, messages, *, sampling, schema=None):
        return Reply(self.table)


@pytest.mark.parametrize(
    ("table", "shown"),
    [("<think>Ada has the rope.</think>Rope: Ben", "Rope: Ben"), ("<think>Ada has the rope.", "(no table)")],
)
def test_the_table_that_a_model_writes_for_itself_has_no_thoughts(table, shown):
    inner = Told()
    agents = [lambda desk, seat: matrix.make(desk, seat, agent=lambda *_: inner, source="model")]
    play("clue", [*agents, "clue_probable", "clue_probable"], Writing(table), players=3, rounds=1)
    assert inner.views
    assert all(shown in view.text and "Ada has the rope" not in view.text for view in inner.views)
