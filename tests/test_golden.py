"""Every game, played once as it was: ``make golden`` writes the texts anew, and the diff is read."""

import pytest

from playthroughs import FOLDER, playthrough
from syllogos import plugins


@pytest.mark.parametrize("game", plugins.names("games"))
def test_a_game_goes_as_its_golden_playthrough(game):
    path = FOLDER / f"{game}.txt"
    assert path.exists(), "make golden writes it"
    assert playthrough(game) == path.read_text(encoding="utf-8")


def test_there_is_no_playthrough_of_a_game_that_is_gone():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(plugins.names("games"))
