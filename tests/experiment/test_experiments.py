"""The experiments that ship are accepted as they are."""

from pathlib import Path

import pytest

from syllogos.experiment.experiment import read_experiment

FOLDER = Path(__file__).parents[2] / "experiments"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_an_experiment_that_ships_is_accepted(path):
    plan = read_experiment(path)
    assert plan.name == path.stem and plan.matches
