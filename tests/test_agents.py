"""One conformance test over every agent, in each game it plays."""

import pytest

from syllogos import plugins
from syllogos.api import play
from syllogos.errors import InputError
from syllogos.testing import check_agent

GAMES = {
    "normal_form": [("pd", {}), ("rps", {"rounds": 2})],
    "clue": [("clue", {"players": 3})],
    "formalization": [("formalization", {})],
    "question": [("question", {"question": "Which?", "options": ["this", "that"]})],
}
"""Small games of each plugin, for the agents that say they play it."""
SLOW = ("clue", "formalization")


def cases():
    for agent in plugins.names("agents"):
        for plugin in plugins.find("agents", agent).games or ("normal_form", "question"):
            for game, config in GAMES[plugin]:
                yield pytest.param(agent, game, config, id=f"{agent}-{game}")


@pytest.mark.parametrize(("agent", "game", "config"), list(cases()))
def test_every_agent_keeps_the_contract(agent, game, config):
    models = ("scripted/random", "scripted/prose") if game in SLOW else ()
    check_agent(agent, game, models=models, **config)


@pytest.mark.parametrize("agent", ["tit_for_tat", "lelma"])
def test_an_agent_is_refused_in_a_game_it_does_not_play(agent):
    with pytest.raises(InputError, match="plays normal_form, not question"):
        play("question", [agent], "scripted/first", question="Which?", options=["this", "that"])
