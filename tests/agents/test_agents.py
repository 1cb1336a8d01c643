"""Agents and the games that they play."""

import pytest

from plain_play import play
from syllogos.errors import InputError


@pytest.mark.parametrize("agent", ["tit_for_tat", "lelma"])
def test_an_agent_is_refused_in_a_game_it_does_not_play(agent):
    with pytest.raises(InputError, match=r"plays normal_form.* not question"):
        play("question", [agent], "scripted/first", question="Which?", options=["this", "that"])
