"""A debate on the contract alone: who hears whom is decided by embeddings, and two referees listen.

A referee embeds what is said and notes who is near the speaker; the game gives each statement that
audience.  Another referee, with a model of its own, has an opinion of each statement.
"""

import json

import pytest

from fake_server import FakeServer, says
from syllogos import api
from syllogos.store.store import open_store

DEBATE = '''
from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter

from syllogos.contract import Decision, Event, Fault, Form, Message, Outcome, Review, Seat
from syllogos.plugins import uses
from syllogos.verdict import Status, Verdict


@dataclass(frozen=True)
class Said:
    by: Seat
    words: str

    def __str__(self):
        return f"{self.by} says: {self.words}"


@dataclass(frozen=True)
class Near:
    """How near what a seat says is to a topic."""

    topic: str
    similarity: float


@dataclass(frozen=True)
class State:
    log: tuple = ()
    round: int = 0


class Debate:
    """Everybody speaks in each round; a statement is heard by those who are on its topic."""

    attempts = 1

    def __init__(self, topics: list[str] = ["cats purr", "cats sleep", "taxes rise"], rounds: int = 2):
        self.topics, self.rounds, self.seats = topics, rounds, len(topics)

    def start(self, rng):
        return State()

    def to_move(self, state):
        return frozenset(map(Seat, range(self.seats))) if state.round < self.rounds else frozenset()

    def moves(self, seat, seen):
        return Form(TypeAdapter(str))

    def words(self, seat, seen):
        return "\\n".join([f"You speak of {self.topics[seat]}.", *(str(event.what) for event in seen)])

    def step(self, state, turn, rng):
        events = []
        for seat, trace in sorted(turn.items()):
            near = [note for note in trace.last.review.notes if isinstance(note, Near)]
            ears = {Seat(i) for i, topic in enumerate(self.topics)
                    if any(n.topic == topic and n.similarity > 0.4 for n in near)}
            events.append(Event(Said(seat, trace.move or ""), frozenset(ears | {seat})))
        return State((*state.log, *events), state.round + 1)

    def outcome(self, state):
        heard = {Seat(s): float(sum(e.reaches(s) for e in state.log)) for s in range(self.seats)}
        return Outcome("said", heard)


@uses(embeddings=["main"])
class Gate:
    """Notes how near each statement is to each topic."""

    def __init__(self, desk, topics: list[str] = ["cats purr", "cats sleep", "taxes rise"]):
        self.desk, self.topics = desk, topics

    async def review(self, log, seat, decision):
        vectors = await self.desk.embed([str(decision.move), *self.topics])
        if isinstance(vectors, Fault):
            return Review(notes=(vectors,))
        near = vectors[1:] @ vectors[0]
        return Review(notes=tuple(Near(t, round(float(x), 6)) for t, x in zip(self.topics, near, strict=True)))


@uses(roles=["main"])
class Listener:
    def __init__(self, desk):
        self.desk = desk

    async def review(self, log, seat, decision):
        reply = await self.desk.complete([Message("user", f"Is it sound? {decision.move}")])
        sound = not isinstance(reply, Fault) and "yes" in reply.text
        return Review(verdicts=(Verdict(Status.TRUE if sound else Status.UNKNOWN, engine="listener"),))


@uses(roles=["main"])
class Speaker:
    def __init__(self, desk, seat):
        self.desk = desk

    async def act(self, view, fault):
        reply = await self.desk.complete([Message("user", view.text)])
        return Decision(reply if isinstance(reply, Fault) else reply.text)
'''
EXPERIMENT = """
name = "debate"
[game]
kind = "debate.py:Debate"

[[referee]]
kind = "debate.py:Gate"

[[referee]]
kind = "debate.py:Listener"
models = ["judge"]

[[condition]]
name = "c"
agents = ["debate.py:Speaker", "debate.py:Speaker", "debate.py:Speaker"]
models = ["one", "two", "three"]
embeddings = { main = "words" }

[embeddings.words]
embedding = "hashed"

[models.judge]
model = "openai/judge"
base_url = "JUDGE"
[models.one]
model = "openai/one"
base_url = "SPEAKER"
[models.two]
model = "openai/two"
base_url = "SPEAKER"
[models.three]
model = "openai/three"
base_url = "SPEAKER"
"""
SAYS = {"one": "cats purr", "two": "cats sleep", "three": "taxes rise"}


@pytest.fixture
def debated(tmp_path):
    """Plays the debate: its record, its journal, what each model was asked."""
    (tmp_path / "debate.py").write_text(DEBATE)
    with (
        FakeServer(lambda body: says(SAYS[body["model"]])) as speakers,
        FakeServer(lambda body: says("yes" if "cats" in str(body["messages"]) else "no")) as judge,
    ):
        text = EXPERIMENT.replace("JUDGE", judge.base_url).replace("SPEAKER", speakers.base_url)
        (tmp_path / "e.toml").write_text(text)
        api.run(tmp_path / "e.toml", tmp_path / "run")
        asked = {name: [b for b in speakers.bodies if b["model"] == name] for name in SAYS}
        store = open_store(tmp_path / "run", create=True)
        (game,) = store.games()
        assert game["status"] == "finished", game["error"]
        record, calls = store.record(game["key"]), store.calls(game["key"])
        store.reopen(game["key"])
        store.close()
        counted = (speakers.calls, judge.calls)
        api.run(tmp_path / "e.toml", tmp_path / "run")
        assert (speakers.calls, judge.calls) == counted, "a replay asks nobody"
        store = open_store(tmp_path / "run")
        assert store.record(game["key"]) == record
        store.close()
        yield record, calls, asked, judge.bodies


def test_only_those_whom_the_gate_lets_hear_are_told(debated):
    record, _, asked, _ = debated
    assert [event["to"] for event in record["log"]] == [[0, 1], [0, 1], [2]] * 2
    second = {name: str(bodies[1]["messages"]) for name, bodies in asked.items()}
    assert "0 says: cats purr" in second["two"] and "1 says: cats sleep" in second["one"]
    assert "says: cats" not in second["three"] and "taxes" not in second["one"] + second["two"]
    assert record["outcome"]["scores"] == {"0": 4.0, "1": 4.0, "2": 2.0}


def test_the_other_referee_hears_everything_by_its_own_model(debated):
    record, calls, _, judged = debated
    assert len(judged) == 6 and {body["model"] for body in judged} == {"judge"}
    verdicts = [[a["verdicts"] for a in turn[seat]] for turn in record["turns"] for seat in sorted(turn)]
    assert [v[0][0]["status"] for v in verdicts] == ["TRUE", "TRUE", "UNKNOWN"] * 2
    # Speakers at their own seats; three desks of the gate, then three of the listener.
    kinds = {seat: {c.kind for (s, _, _), c in calls.items() if s == seat} for seat in range(-6, 3)}
    assert [kinds[s] for s in (0, 1, 2)] == [{"complete"}] * 3
    assert [kinds[s] for s in (-1, -2, -3)] == [{"embed"}] * 3 and [kinds[s] for s in (-4, -5, -6)] == [
        {"complete"}
    ] * 3


def test_what_the_gate_saw_is_on_record_in_numbers(debated):
    record, _, _, _ = debated
    notes = record["turns"][0]["2"][0]["notes"]
    assert [note["kind"] for note in notes] == ["Near"] * 3
    near = {note["what"]["topic"]: note["what"]["similarity"] for note in notes}
    assert (
        near["taxes rise"] == pytest.approx(1) and json.dumps(near["cats purr"]) and near["cats purr"] < 0.4
    )
