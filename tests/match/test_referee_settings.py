"""A referee plays by the settings of its condition, and they tell games apart."""

import pytest

from syllogos import api
from syllogos.errors import InputError
from syllogos.experiment.experiment import read_experiment
from syllogos.store.store import open_store

JUDGE = '''
"""Refuses one move."""
from syllogos.contract import Fault, Review

class Strict:
    def __init__(self, desk, banned: str = "nothing"): self.banned = banned
    async def review(self, log, seat, decision):
        return Review(Fault("refuted", f"no {self.banned}") if decision.move == self.banned else None)
'''
EXPERIMENT = """
name = "r"
[game]
kind = "pd"
[[condition]]
name = "a"
agents = ["default_move", "anti_default_move"]
referee = { kind = "judge.py:Strict", banned = "BANNED" }
"""


@pytest.fixture
def experiment(tmp_path, monkeypatch):
    """Writes the experiment with a banned move; its path."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "judge.py").write_text(JUDGE)

    def write(banned):
        path = tmp_path / f"{banned}.toml"
        path.write_text(EXPERIMENT.replace("BANNED", banned))
        return path

    return write


@pytest.mark.parametrize(
    ("banned", "refused"),
    [("cooperate", {"0": "refuted", "1": None}), ("defect", {"0": None, "1": "refuted"}),
     ("neither", {"0": None, "1": None})],
)  # fmt: skip
def test_a_referees_settings_reach_it(experiment, tmp_path, banned, refused):
    api.run(experiment(banned), tmp_path / "run")
    store = open_store(tmp_path / "run")
    (turn,) = store.record(next(store.games())["key"])["turns"]
    store.close()
    assert {s: (a[-1]["refused"] or {}).get("kind") for s, a in turn.items()} == refused
    assert {s: len(a) for s, a in turn.items()} == {s: 3 if refused[s] else 1 for s in turn}


def test_other_settings_are_other_games(experiment):
    (one,), (other,) = (read_experiment(experiment(b)).matches for b in ("cooperate", "defect"))
    assert one.key != other.key and one.seed == other.seed
    assert "cooperate" in str(one.identity["referee"])


def test_a_setting_that_a_referee_does_not_take_is_refused(experiment):
    path = experiment("cooperate")
    path.write_text(path.read_text().replace("banned", "baned"))
    with pytest.raises(InputError, match=r"did you mean banned"):
        read_experiment(path)
