"""Budgets: of a seat in a game, which gets the fault ``limit``, and of a run, which stops."""

import json

import pytest

from fake_server import FakeServer, says
from syllogos import api
from syllogos.contract import Reply
from syllogos.errors import InputError
from syllogos.experiment.experiment import begin, read_experiment
from syllogos.match.engine import Run, Settings, run_now
from syllogos.match.limits import Meter, SeatBudget
from syllogos.reporting.gather import gather
from syllogos.store.store import memory_store, open_store

EXPERIMENT = """
name = "budget"
[game]
kind = "pd"
rounds = 4
[[condition]]
name = "one"
agents = ["direct", "direct"]
models = ["m"]
{budget}
[models.m]
model = "openai/fake-1"
base_url = "{url}"
retries = 0
{limits}
"""
MOVE = json.dumps({"move": "cooperate"})


def plan(tmp_path, server, budget="", limits=""):
    path = tmp_path / "e.toml"
    path.write_text(EXPERIMENT.format(budget=budget, url=server.base_url, limits=limits))
    return read_experiment(path)


def played(experiment, store):
    begin(experiment, store)
    settings = Settings(workers=1, patience=0.2, limits=experiment.limits)
    ended = run_now(Run(experiment.matches, store, settings).go())
    return ended, experiment.matches[0].key


@pytest.mark.parametrize(
    ("budget", "calls", "said"),
    [
        ("budget = { calls = 2 }", 4, "this seat's budget of 2 calls is used up"),
        ("budget = { tokens = 1000 }", 6, "this seat's budget of 1000 tokens is used up"),
        ("budget = { calls = 0 }", 0, "this seat's budget of 0 calls is used up"),
    ],
)
def test_past_its_budget_a_seat_gets_the_fault_limit_and_its_model_is_asked_no_more(
    tmp_path, budget, calls, said
):
    with FakeServer(says(MOVE, tokens=(400, 5))) as server:
        experiment, store = plan(tmp_path, server, budget), memory_store()
        _, key = played(experiment, store)
        record = store.record(key)
        assert server.calls == calls and record["status"] == "finished"
        last = record["turns"][-1]["0"]
        assert {(a["fault"]["kind"], a["fault"]["say"]) for a in last} == {("limit", said)}
        (game,) = gather(store).games
        assert game.kind == "limit" and set(game.seats[1].missing) == {"limit"}
        # Resumed, even without a single call left to pay for, it is the same game.
        store.reopen(key)
        played(experiment, store)
        assert server.calls == calls and store.record(key) == record


def test_a_game_that_was_stopped_half_way_goes_on_with_what_its_seats_have_left(tmp_path):
    with FakeServer(says(MOVE, tokens=(400, 5))) as server:
        budget = "budget = { calls = 3 }"
        stopped = plan(tmp_path, server, budget, "[limits]\ntokens = 1300")
        store = memory_store()
        ended, key = played(stopped, store)
        assert "the limit of 1300 tokens is reached; raise it in [limits]" in ended.reason
        assert server.calls == 4 and store.record(key) is None
        _, same = played(plan(tmp_path, server, budget), store)
        assert same == key and server.calls == 6
        assert [len(t["0"]) > 1 for t in store.record(key)["turns"]] == [False, False, False, True]


def test_a_budget_of_tokens_that_nobody_counts_is_said_to_be_unknown(tmp_path):
    with FakeServer(says(MOVE, tokens=None)) as server:
        store = memory_store()
        _, key = played(plan(tmp_path, server, "budget = { tokens = 900 }"), store)
        say = store.record(key)["turns"][1]["0"][0]["fault"]["say"]
        assert (
            say == "the tokens of 1 call of this seat are unknown, so its budget of 900 tokens cannot be kept"
        )
        assert server.calls == 2


def test_a_run_stops_when_its_limit_cannot_be_kept(tmp_path):
    with FakeServer(says(MOVE, tokens=None)) as server:
        ended, _ = played(plan(tmp_path, server, limits="[limits]\ntokens = 900"), memory_store())
        assert (
            "tokens of 2 calls are unknown, so the limit of 900 cannot be kept; take it out" in ended.reason
        )
        assert server.calls <= 3
        price = "price = { input = 1.0, output = 1.0 }"
        priced = plan(tmp_path, server, limits=f"{price}\n[limits]\nmoney = 5.0")
        ended, _ = played(priced, memory_store())
        assert "dollars of 2 calls are unknown" in ended.reason


def test_only_a_condition_with_a_budget_has_another_key(tmp_path):
    with FakeServer(says(MOVE)) as server:
        keys = [
            plan(tmp_path, server, budget).matches[0]
            for budget in ("", "budget = {}", "budget = { calls = 9 }", "budget = { calls = 8 }")
        ]
        assert keys[0].key == keys[1].key and len({match.key for match in keys}) == 3
        assert "budget" not in json.loads(keys[0].spec)


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ("budget = { call = 1 }", r":10: unknown key 'call': did you mean calls"),
        ("budget = { calls = -1 }", r":10: condition.0.budget.calls = -1"),
        ("budget = { calls = true }", r":10: condition.0.budget.calls = True"),
    ],
)
def test_a_budget_out_of_shape_is_refused_with_its_line(tmp_path, budget, said):
    with FakeServer() as server, pytest.raises(InputError, match=said):
        plan(tmp_path, server, budget)


def test_a_meter_counts_what_is_begun_and_sums_what_is_known():
    meter = Meter(SeatBudget(calls=2, tokens=None))
    meter.begin()
    assert meter.refusal() is None
    meter.begin()
    meter.add(None)
    assert meter.refusal() is not None and "2 calls" in meter.refusal().say
    assert Meter().refusal() is None


def test_a_single_game_of_a_model_that_counts_nothing_costs_what_nobody_knows(tmp_path):
    class Sparing:
        async def complete(self, messages, *, sampling, schema=None):
            return Reply(MOVE)

    assert api.play("pd", ["direct", "random"], Sparing()).status == "finished"
    with FakeServer(says(MOVE, tokens=None)) as server:
        plan(tmp_path, server)
        api.run(tmp_path / "e.toml", tmp_path / "run")
        store = open_store(tmp_path / "run")
        spent = store.spent()
        assert (spent.tokens, spent.uncounted, spent.unpriced) == (0, 8, 8)
