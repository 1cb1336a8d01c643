"""Referees: any number, each with its own models and desk; what they note, block, and see at the last."""

import json
from dataclasses import dataclass

import pytest

from syllogos import api
from syllogos.contract import Decision, Fault, Review, Seat
from syllogos.errors import InputError
from syllogos.experiment.experiment import read_experiment
from syllogos.match.loop import play
from syllogos.match.match import Match, SeatPlan
from syllogos.match.record import Recorded, record_from_json
from syllogos.repeated.games import normal_form
from syllogos.reporting.build import replay_page
from syllogos.reporting.gather import gather
from syllogos.store.store import open_store
from syllogos.verdict import Status, Verdict

OWN = '''
from dataclasses import dataclass

from syllogos.contract import Decision, Fault, Message, Review
from syllogos.verdict import Status, Verdict


@dataclass(frozen=True)
class Opinion:
    """What a judge's model said of a move."""

    of: str
    said: str

    def __str__(self):
        return f"{self.of}: {self.said}"


class Judge:
    def __init__(self, desk, seat_word: str = "", blocks: str = ""):
        self.desk, self.name, self.blocks = desk, seat_word, blocks

    async def review(self, log, seat, decision):
        reply = await self.desk.complete([Message("user", f"{self.name} asks about {decision.move}")])
        fault = Fault("refuted", f"{self.name} forbids it") if decision.move == self.blocks else None
        verdict = Verdict(Status.UNKNOWN, engine=self.name)
        return Review(fault, (verdict,), (Opinion(str(decision.move), reply.text),))


class Cycle:
    """Plays the first of its moves at its first turn, the next at its next."""

    def __init__(self, desk, seat, moves: list[str] = []):
        self.moves, self.turn = moves, -1

    async def act(self, view, fault):
        self.turn += 1
        return Decision(self.moves[self.turn])


class Stubborn:
    """Plays the first of its moves, and the next after each fault; it keeps what it was told."""

    def __init__(self, desk, seat, moves: list[str] = []):
        self.desk, self.moves = desk, moves

    async def act(self, view, fault):
        self.tried = 0 if fault is None else self.tried + 1
        if fault:
            self.desk.note(fault.say)
        return Decision(self.moves[min(self.tried, len(self.moves) - 1)], because="I have my reasons")
'''
EXPERIMENT = """
name = "judged"
[game]
kind = "pd"
rounds = 1

[[referee]]
kind = "own.py:Judge"
seat_word = "one"
models = ["soft"]

[[referee]]
kind = "own.py:Judge"
seat_word = "two"
blocks = "defect"
models = ["hard"]

[[condition]]
name = "a"
agents = [{ kind = "own.py:Stubborn", moves = MOVES }, { kind = "own.py:Stubborn", moves = ["cooperate"] }]
models = ["seat"]

[models.seat]
model = "scripted/prose"
[models.soft]
model = "scripted/replies"
replies = ["fine by me"]
[models.hard]
model = "scripted/replies"
replies = ["dubious"]
"""


def judged(tmp_path, moves='["defect", "cooperate"]', text=EXPERIMENT):
    """The record of the one game of an experiment, and its journal by place."""
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "e.toml").write_text(text.replace("MOVES", moves))
    api.run(tmp_path / "e.toml", tmp_path / "run")
    store = open_store(tmp_path / "run")
    (game,) = store.games()
    assert game["status"] == "finished", game["error"]
    held, calls = store.record(game["key"]), store.calls(game["key"])
    store.close()
    return held, calls


def test_two_referees_of_different_models_review_and_one_blocks(tmp_path):
    held, calls = judged(tmp_path)
    first, second = held["turns"][0]["0"]
    assert (first["move"], first["refused"]) == ("defect", {"kind": "refuted", "say": "two forbids it"})
    assert (second["move"], second["refused"]) == ("cooperate", None)
    for attempt in (first, second):
        assert [verdict["engine"] for verdict in attempt["verdicts"]] == ["one", "two"]
        assert [note["kind"] for note in attempt["notes"]] == ["Opinion", "Opinion"]
    assert first["notes"][1] == {
        "kind": "Opinion",
        "say": "defect: dubious",
        "what": {"of": "defect", "said": "dubious"},
    }
    assert first["notes"][0]["what"]["said"] == "fine by me"
    # Each at a desk of its own: two seats, two referees; what the seats noted is at their own places.
    places = {
        at: json.loads(call.answer).get("text") for at, call in calls.items() if call.kind == "complete"
    }
    assert places == {
        (-1, -1, 0): "fine by me",
        (-1, -1, 1): "fine by me",
        (-2, -1, 0): "fine by me",
        (-3, -1, 0): "dubious",
        (-3, -1, 1): "dubious",
        (-4, -1, 0): "dubious",
    }
    assert [call.answer for at, call in calls.items() if at[0] == 0] == ['"two forbids it"']


def test_a_note_is_read_back_with_its_types_name_or_as_its_own_type(tmp_path):
    held, _ = judged(tmp_path)

    @dataclass(frozen=True)
    class Opinion:
        of: str
        said: str

    plainly, typed = record_from_json(held), record_from_json(held, [Opinion])
    note = plainly.turns[0][Seat(0)].attempts[0].review.notes[1]
    assert note == Recorded("Opinion", "defect: dubious", {"of": "defect", "said": "dubious"})
    assert typed.turns[0][Seat(0)].attempts[0].review.notes[1] == Opinion("defect", "dubious")
    assert plainly.to_json() == held


def test_a_referees_calls_are_shown_and_counted_with_the_game(tmp_path):
    judged(tmp_path)
    store = open_store(tmp_path / "run")
    (game,) = gather(store).games
    store.close()
    assert game.usage.calls == 6 and all(seat.usage.calls == 0 for seat in game.seats)


@dataclass
class Says:
    """A referee that says one thing of every decision, and keeps what it saw."""

    review_of_all: Review

    def __post_init__(self):
        self.saw = []

    async def review(self, log, seat, decision):
        self.saw.append((int(seat), decision.move))
        return self.review_of_all


@dataclass
class Plays:
    """Plays a list of decisions, one a call, and keeps the faults it was told."""

    decisions: list

    def __post_init__(self):
        self.told = []

    async def act(self, view, fault):
        self.told.append(fault)
        return self.decisions.pop(0)


async def test_feedback_of_several_is_put_together_in_order():
    fault = [Fault("refuted", "first"), Fault("limit", "third")]
    referees = [Says(Review(fault[0])), Says(Review()), Says(Review(fault[1]))]
    agent = Plays([Decision("defect")] * 3)
    record = await play(normal_form.make("pd"), [agent, Plays([Decision("defect")] * 3)], 0, referees)
    assert agent.told == [None, Fault("refuted", "first\nthird"), Fault("refuted", "first\nthird")]
    assert record.turns[0][Seat(0)].move is None
    assert [len(one.saw) for one in referees] == [6, 6, 6]


async def test_the_last_attempt_is_reviewed_even_when_it_was_no_legal_move():
    refuted = Review(Fault("refuted", "untrue"), (Verdict(Status.FALSE),), ("seen",))
    referee = Says(refuted)
    agent = Plays([Decision("nonsense")] * 3)
    record = await play(
        normal_form.make("pd", attempts=3), [agent, Plays([Decision("defect")] * 3)], 0, [referee]
    )
    *before, last = record.turns[0][Seat(0)].attempts
    assert [a.review for a in before] == [Review(a.review.fault) for a in before]  # not reviewed
    assert last.review.fault is not None and last.review.fault.kind == "illegal"
    assert last.review.verdicts == refuted.verdicts
    assert last.review.notes == (Fault("refuted", "untrue"), "seen")
    assert referee.saw.count((0, "nonsense")) == 1


async def test_a_reply_that_was_none_is_reviewed_only_for_its_reasoning():
    for because, times in (("a text", 1), ("  ", 0)):
        referee, fault = Says(Review()), Fault("unparsable", "what?")
        agent = Plays([Decision(fault, because)])
        await play(normal_form.make("pd", attempts=1), [agent, Plays([Decision("defect")])], 0, [referee])
        assert referee.saw.count((0, fault)) == times


def test_a_last_review_moves_no_later_one_from_its_place(tmp_path):
    text = EXPERIMENT.replace("rounds = 1", "rounds = 4\nattempts = 1").replace(
        "own.py:Stubborn", "own.py:Cycle", 1
    )
    text = text.replace('seat_word = "two"\nblocks = "defect"', 'seat_word = "two"')
    _, calls = judged(tmp_path, '["defect", "nonsense", "cooperate", "nonsense"]', text)
    places = [at[1:] for at in sorted(calls) if at[0] == -1]
    assert places == [(-1, 0), (-1, 1), (0, 0), (1, 0)]


def test_what_referees_asked_and_noted_is_shown(tmp_path):
    judged(tmp_path)
    store = open_store(tmp_path / "run")
    shown = replay_page(store, "")[1]
    store.close()
    for said in ("one asks about defect", "two asks about cooperate", "defect: dubious", "fine by me"):
        assert said in shown
    assert shown.count("asked and said of seat 0, beside its turns") == 1
    assert shown.count("asked and said of seat 1, beside its turns") == 1


def test_last_reviews_are_journalled_apart_and_leave_old_places_alone(tmp_path):
    text = EXPERIMENT.replace("rounds = 1", "rounds = 2\nattempts = 1")
    held, calls = judged(tmp_path, '["nonsense"]', text)
    assert held["turns"][0]["0"][0]["refused"]["kind"] == "illegal"
    places = sorted(at for at in calls if at[0] < 0)
    # Seat 0's two turns each end without a move; seat 1's two legal ones stay at turn -1.
    assert places == [
        *((seat, at, n) for seat, at, n in ((-4, -1, 0), (-4, -1, 1), (-3, 0, 0), (-3, 1, 0))),
        *((seat, at, n) for seat, at, n in ((-2, -1, 0), (-2, -1, 1), (-1, 0, 0), (-1, 1, 0))),
    ]


def test_the_keys_of_games_with_at_most_one_referee_are_what_they_always_were():
    seat, judge = SeatPlan("tit_for_tat"), SeatPlan("formalization", {"feedback": "syntactic"})

    def key(*referees):
        return Match("normal_form", {"payoffs": "pd"}, (seat, seat), 7, referees=referees).key

    assert key() == "3b01d82654b0b99d6c248a1005690ae1"
    assert key(judge) == "9a74dea60a472da973af47d4f2af2647"
    assert len({key(), key(judge), key(judge, judge)}) == 3


def test_a_condition_has_the_files_referees_or_its_own_in_their_place(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    more = """
[[condition]]
name = "own"
agents = ["random", "random"]
models = ["seat"]
referee = { kind = "own.py:Judge", seat_word = "mine" }
[[condition]]
name = "none"
agents = ["random", "random"]
referee = []
"""
    (tmp_path / "e.toml").write_text(
        EXPERIMENT.replace("MOVES", "[]").replace("[models.seat]", more + "[models.seat]")
    )
    plan = read_experiment(tmp_path / "e.toml")
    found = {
        match.condition: [(r.config["seat_word"], str(r.models["main"])) for r in match.referees]
        for match in plan.matches
    }
    assert found == {
        "a": [("one", "scripted/replies"), ("two", "scripted/replies")],
        "own": [("mine", "scripted/prose")],  # seat 0's model serves a referee that names none
        "none": [],
    }


def test_one_model_serves_every_role_of_a_judge(tmp_path):
    (tmp_path / "e.toml").write_text(
        'name = "j"\n[game]\nkind = "pd"\n[[referee]]\nkind = "correctness"\nmodels = ["scripted/first"]\n'
        '[[condition]]\nname = "a"\nagents = ["random", "random"]\n'
    )
    (match,) = read_experiment(tmp_path / "e.toml").matches
    assert {role: str(spec) for role, spec in match.referees[0].models.items()} == {"judge": "scripted/first"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('models = ["soft"]', 'models = ["soft", "hard"]', r"e.toml:10: referee.0.models"),
        ('models = ["soft"]', 'models = ["sofd"]', r"did you mean soft"),
        ('seat_word = "one"', 'seat_wrd = "one"', r"e.toml:9: .*seat_wrd"),
        ('kind = "own.py:Judge"', "", r"e.toml:.*referee.0.kind is missing"),
    ],
)
def test_a_faulty_referee_is_named_with_its_line(tmp_path, old, new, words):
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "e.toml").write_text(EXPERIMENT.replace("MOVES", "[]").replace(old, new, 1))
    with pytest.raises(InputError, match=words) as said:
        read_experiment(tmp_path / "e.toml")
    assert "\n" not in str(said.value)


def test_a_budget_in_money_needs_the_price_of_referees_models_too(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    dear = '[models.hard]\nmodel = "openai/x"\nbase_url = "http://127.0.0.1:9"\nkey_env = ""\n[limits]\nmoney = 1.0\n'
    text = EXPERIMENT.replace("MOVES", "[]").partition("[models.hard]")[0] + dear
    (tmp_path / "e.toml").write_text(text)
    with pytest.raises(InputError, match="the price of openai/x is not known"):
        read_experiment(tmp_path / "e.toml")
