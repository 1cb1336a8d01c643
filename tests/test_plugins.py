"""Plugins: names, files of one's own, and settings that are checked."""

import pytest

from syllogos import plugins
from syllogos.errors import InputError

OWN = '''
"""One file outside the package."""
from dataclasses import dataclass
from syllogos.rules import Decision, Event, Menu, Outcome, Reply, Seat

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

class Highest:
    def __init__(self, desk, seat, below: int = 99): self.below = below
    async def act(self, view, fault):
        return Decision(max(m for m in view.moves.options.values() if m < self.below))

class Parrot:
    def __init__(self, name, *, word: str = "red"): self.name, self.word = name, word
    async def complete(self, messages, *, sampling, schema=None):
        return Reply('{"move": "%s"}' % self.word, tokens_in=1, tokens_out=1, model=self.name)
'''


@pytest.fixture()
def own(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return path


def test_a_game_an_agent_and_a_model_in_one_file_pass_the_checks_and_play(own):
    from syllogos.api import play
    from syllogos.testing import check_agent, check_game, check_model

    check_game(f"{own}:Pick", top=5)
    check_agent(f"{own}:Highest", f"{own}:Pick")
    check_model(f"{own}:Parrot")
    assert play(f"{own}:Pick", [f"{own}:Highest"])["outcome"]["scores"] == {"0": 3.0}
    parrot = play("mp", ["direct", "direct"], f"{own}:Parrot", on_invalid="forfeit")
    assert parrot["outcome"]["end"] == "forfeit"  # it says red, which is no side of a coin


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere.py:X", "no such file"),
        ("{own}:Pock", "did you mean Pick"),
        ("tit_for_tatt", "did you mean tit_for_tat"),
    ],
)
def test_a_name_nobody_knows_is_named_with_the_nearest(own, name, words):
    with pytest.raises(InputError, match=words):
        plugins.load("agents", name.format(own=own))


def test_a_file_with_a_fault_names_its_line(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("x = 1\ndef make(:\n")
    with pytest.raises(InputError, match=r"bad\.py:2"):
        plugins.load("games", f"{path}:make")


def test_settings_are_checked_against_their_annotations(own):
    make = plugins.load("games", f"{own}:Pick")
    assert plugins.configure(make, {"top": 4}) == {"top": 4}
    with pytest.raises(InputError, match="did you mean top"):
        plugins.configure(make, {"topp": 4})
    with pytest.raises(InputError, match="top = 'x'"):
        plugins.configure(make, {"top": "x"})


@pytest.mark.parametrize("kind", plugins.KINDS)
def test_every_plugin_of_every_kind_says_in_one_line_what_it_is(kind):
    for name in plugins.names(kind):
        line = plugins.summary(kind, name)
        assert 10 < len(line) < 120 and line.endswith("."), (kind, name, line)
