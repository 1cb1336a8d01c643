"""The loop: attempts, legality, referees, audiences, and the same record for the same seed."""

from dataclasses import dataclass

import pytest
from pydantic import TypeAdapter

from syllogos.contract import NOBODY, Decision, Event, Fault, Form, Menu, Review, Seat, seen_by
from syllogos.match.loop import legal, play
from syllogos.refine import refine
from syllogos.repeated.games import normal_form
from syllogos.text.plain import canonical


@dataclass
class Script:
    """Plays a list of decisions, one per call, and keeps the faults it was told."""

    decisions: list

    def __post_init__(self):
        self.faults = []
        self.views = []

    async def act(self, view, fault):
        self.faults.append(fault)
        self.views.append(view)
        return Decision(self.decisions.pop(0))


@dataclass
class Objects:
    """A referee that objects to one move, and annotates every other."""

    banned: str

    async def review(self, log, seat, decision):
        return Review(Fault("refuted", "banned")) if decision.move == self.banned else Review()


async def test_refine_stops_at_the_first_attempt_that_stands():
    given = []

    async def propose(fault):
        given.append(fault)
        return Decision(len(given))

    async def check(decision):
        return Review(None if decision.move == 3 else Fault("refuted", f"not {decision.move}"))

    trace = await refine(propose, check, attempts=5)
    assert trace.move == 3 and len(trace.attempts) == 3
    assert [f.say if f else None for f in given] == [None, "not 1", "not 2"]


async def test_refine_keeps_every_attempt_when_none_stands():
    async def propose(fault):
        return Decision("x")

    async def check(decision):
        return Review(Fault("refuted", "no"))

    trace = await refine(propose, check, attempts=4)
    assert trace.move is None and len(trace.attempts) == 4 and trace.last.decision.move == "x"
    with pytest.raises(ValueError):
        await refine(propose, check, attempts=0)


async def test_an_illegal_move_is_asked_again_with_its_fault_and_then_forced():
    first = Script(["nonsense", Fault("unparsable", "what?"), "worse"])
    record = await play(normal_form.make("pd"), [first, Script(["defect"])], seed=1)
    kinds = [a.review.fault.kind for a in record.turns[0][Seat(0)].attempts]
    assert kinds == ["illegal", "unparsable", "illegal"]
    assert [f.kind if f else None for f in first.faults] == [None, "illegal", "unparsable"]
    said = [str(e.what) for e in record.log]
    assert any("seat 0 gave no legal move (illegal): drawn at random" in line for line in said)
    assert record.outcome is not None and record.outcome.end == "rounds played"


@pytest.mark.parametrize(
    ("rule", "end", "played"), [("abstain", "rounds played", 1), ("forfeit", "forfeit", 0)]
)
async def test_what_stands_in_for_a_missing_move_is_the_games_own_rule(rule, end, played):
    game = normal_form.make("pd", rounds=2, attempts=1, on_invalid=rule)
    agents = [Script(["no", "defect"]), Script(["defect", "defect"])]
    record = await play(game, agents, seed=0)
    assert record.outcome is not None and record.outcome.end == end
    assert sum(type(e.what).__name__ == "Played" for e in record.log) == played


async def test_a_referee_blocks_and_the_agent_tries_again():
    agent = Script(["defect", "cooperate"])
    record = await play(normal_form.make("pd"), [agent, Script(["cooperate"])], 0, [Objects("defect")])
    assert record.turns[0][Seat(0)].move == "cooperate"
    assert agent.faults[1].kind == "refuted"


async def test_the_same_seed_gives_the_same_bytes():
    async def once(seed):
        agents = [Script(["?"] * 9), Script(["?"] * 9)]
        return canonical((await play(normal_form.make("rps", rounds=3), agents, seed)).to_json())

    assert await once(7) == await once(7)
    assert len({await once(seed) for seed in range(6)}) > 1


async def test_the_wrong_number_of_agents_is_refused():
    with pytest.raises(ValueError, match="2 seats"):
        await play(normal_form.make("pd"), [Script([])], 0)


async def test_a_crash_of_one_seat_ends_the_other_seats_waiting():
    with pytest.raises(ExceptionGroup):
        await play(normal_form.make("pd"), [Script([]), Script(["defect"])], 0)


def test_an_event_reaches_its_audience_and_nobody_else():
    log = (Event("all"), Event("one", frozenset({Seat(1)})), Event("none", NOBODY))
    assert [e.what for e in seen_by(Seat(0), log)] == ["all"]
    assert [e.what for e in seen_by(Seat(1), log)] == ["all", "one"]


def test_legality_of_menus_and_forms():
    assert legal(Menu({"a": 1, "b": 2}), Decision(2)) is None
    fault = legal(Menu({"a": 1, "b": 2}), Decision(3))
    assert fault is not None and fault.kind == "illegal" and "a, b" in fault.say
    even = Form(TypeAdapter(int), lambda n: None if n % 2 == 0 else Fault("illegal", "odd"))
    assert legal(even, Decision(4)) is None
    assert legal(even, Decision(5)) == Fault("illegal", "odd")
    shape = legal(even, Decision("four"))
    assert shape is not None and shape.kind == "illegal"
