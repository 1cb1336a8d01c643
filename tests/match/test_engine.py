"""When a run stops by itself: crashes that are alike, and those that are not."""

import pytest

from syllogos.experiment.experiment import begin, read_experiment
from syllogos.match.engine import ALIKE, Run, Settings, run_now
from syllogos.store.store import memory_store

AGENT = '''
"""Crashes, always at one place or at two in turn."""
import itertools
COUNT = itertools.count()

class Falls:
    def __init__(self, desk, seat, places: int = 1): self.places = places
    async def act(self, view, fault):
        if next(COUNT) % self.places:
            raise KeyError("there")
        raise ValueError("here")
'''
EXPERIMENT = """
name = "falls"
repetitions = 20
[game]
kind = "pd"
[[condition]]
name = "c"
agents = [{ kind = "falls.py:Falls", places = PLACES }, "tit_for_tat"]
"""


@pytest.mark.parametrize(("places", "crashed"), [(1, ALIKE), (2, 2 * ALIKE - 1)])
def test_crashes_that_are_alike_stop_the_run_at_the_fifth(tmp_path, monkeypatch, places, crashed):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "falls.py").write_text(AGENT)
    (tmp_path / "e.toml").write_text(EXPERIMENT.replace("PLACES", str(places)))
    plan, kept, said = read_experiment(tmp_path / "e.toml"), memory_store(), []
    begin(plan, kept)
    ended = run_now(Run(plan.matches, kept, Settings(workers=1, say=said.append)).go())
    assert ALIKE == 5 and ended.failed and ended.reason.startswith("5 games crashed alike")
    assert "ValueError at falls.py:11: here" in ended.reason
    assert kept.counts().crashed == crashed == len(said)
