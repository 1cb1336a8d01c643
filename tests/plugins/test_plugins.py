"""Plugins: names, files of one's own, and settings that are checked."""

import json

import pytest

from syllogos import api, plugins
from syllogos.contract import Decision, Reply
from syllogos.errors import InputError
from syllogos.repeated.games import normal_form
from syllogos.testing import check_agent, check_game, check_model

GAME = '''
"""A game of its own."""
from dataclasses import dataclass
from syllogos.contract import Event, Menu, Outcome, Seat

@dataclass(frozen=True)
class State:
    log: tuple = ()

@dataclass(frozen=True)
class Pick:
    """Pick a number; the score is the number."""
    top: int = 3
    seats: int = 1
    attempts: int = 2
    def start(self, rng): return State((Event("pick"),))
    def to_move(self, state): return frozenset({Seat(0)}) if len(state.log) == 1 else frozenset()
    def moves(self, seat, seen): return Menu({str(n): n for n in range(1, self.top + 1)})
    def words(self, seat, seen): return "Pick a number."
    def step(self, state, turn, rng): return State((*state.log, Event(turn[Seat(0)].move or 0)))
    def outcome(self, state): return Outcome("picked", {Seat(0): float(state.log[-1].what)})
'''

AGENT = '''
"""An agent of its own: it asks its model, and takes no more than it may."""
from syllogos.plugins import uses
from syllogos.contract import Decision, Message

@uses(roles=["main"])
class Greedy:
    def __init__(self, desk, seat, below: int = 99): self.desk, self.below = desk, below
    async def act(self, view, fault):
        said = await self.desk.complete([Message("user", view.text)])
        allowed = [move for move in view.moves.options.values() if move < self.below]
        return Decision(max(allowed), getattr(said, "text", ""))
'''

MODEL = '''
"""A model of its own."""
from syllogos.contract import Reply

class Parrot:
    def __init__(self, name, *, word: str = "red"): self.name, self.word = name, word
    async def complete(self, messages, *, sampling, schema=None):
        return Reply('{"move": "%s"}' % self.word, tokens_in=1, tokens_out=1, model=self.name)
'''

EXPERIMENT = """
name = "own"
[game]
kind = "game.py:Pick"
top = 5
[[condition]]
name = "greedy"
agents = [{ kind = "agent.py:Greedy", below = 5 }]
models = ["model.py:Parrot"]
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("game.py", GAME), ("agent.py", AGENT), ("model.py", MODEL), ("e.toml", EXPERIMENT)):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_game_an_agent_and_a_model_each_in_a_file_pass_the_checks_and_play(own):
    check_game("game.py:Pick", top=5)
    check_agent("agent.py:Greedy", "game.py:Pick")
    check_model("model.py:Parrot")
    record = api.play("game.py:Pick", ["agent.py:Greedy"], "model.py:Parrot")
    assert record.outcome.scores == {0: 3.0}
    (cell,) = api.run("e.toml", own / "run")
    assert cell.finished == 1 and [score.value for score in cell.scores] == [4.0]


def test_objects_are_accepted_wherever_names_are():
    class Loud:
        async def complete(self, messages, *, sampling, schema=None):
            return Reply(json.dumps({"move": schema["properties"]["move"]["enum"][-1]}) if schema else "blue")

    class Mild:
        def __init__(self, desk, seat):
            self.seat = seat

        async def act(self, view, fault):
            return Decision("cooperate")

    record = api.play(normal_form.make("pd"), ["direct", Mild], Loud())
    assert record.outcome.scores == {0: 5.0, 1: 0.0}
    check_agent(Mild)
    check_model(Loud())


DEALT = """
from syllogos.contract import Event, Menu, Outcome, Seat
from types import SimpleNamespace as State

class Dealt:
    seats, attempts = 2, 1
    def start(self, rng):
        cards = rng.sample(range(100, 200), 2)
        log = tuple(Event(f"card{cards[seat]}", frozenset({Seat(seat)})) for seat in (0, 1))
        return State(log=log, cards=cards, turn=0)
    def to_move(self, state): return frozenset({Seat(0), Seat(1)}) if not state.turn else frozenset()
    def moves(self, seat, seen): return Menu({"stay": 0, "leave": 1})
    def words(self, seat, seen): return "Stay or leave."
    def step(self, state, turn, rng): return State(log=state.log, cards=state.cards, turn=1)
    def outcome(self, state): return Outcome("over", {})
"""


def dealt(state):
    """What the seats hold, each a secret of its own."""
    return {f"card{card}": {seat} for seat, card in enumerate(state.cards)}


def test_what_is_refused_of_a_faulty_plugin(own):
    (own / "bad.py").write_text(GAME.replace("State((*state.log, Event(", "State((Event(0), Event("))
    with pytest.raises(AssertionError, match="instead of adding"):
        check_game("bad.py:Pick")
    (own / "leak.py").write_text(GAME.replace('"Pick a number."', 'f"Pick a number, not {self.top}."'))
    with pytest.raises(AssertionError, match="secret '77' reached seat 0"):
        check_game("leak.py:Pick", top=77, secrets={"77": ()})
    (own / "dealt.py").write_text(DEALT)
    check_game("dealt.py:Dealt", secrets=dealt)
    (own / "open.py").write_text(DEALT.replace("frozenset({Seat(seat)})", "None"))
    with pytest.raises(AssertionError, match=r"secret 'card\d+' reached seat"):
        check_game("open.py:Dealt", secrets=dealt)
    flaky = AGENT.replace("max(allowed)", "__import__('random').choice(allowed)")
    (own / "flaky.py").write_text(flaky)
    with pytest.raises(AssertionError, match=r"another record|different records"):
        check_agent("flaky.py:Greedy", "game.py:Pick", top=50)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere.py:X", r"nowhere\.py: No such file"),
        ("game.py:Pock", "did you mean Pick"),
        ("tit_for_tatt", "did you mean tit_for_tat"),
    ],
)
def test_a_name_nobody_knows_is_named_with_the_nearest(own, name, words):
    with pytest.raises(InputError, match=words):
        plugins.load("agents", name)


def test_a_file_with_a_fault_names_its_line(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("x = 1\ndef make(:\n")
    with pytest.raises(InputError, match=r"bad\.py:2"):
        plugins.load("games", f"{path}:make")


def test_settings_are_checked_against_their_annotations(own):
    make = plugins.load("games", "game.py:Pick")
    assert plugins.configure(make, {"top": 4}) == {"top": 4}
    with pytest.raises(InputError, match="did you mean top"):
        plugins.configure(make, {"topp": 4})
    with pytest.raises(InputError, match="top = 'x'"):
        plugins.configure(make, {"top": "x"})
