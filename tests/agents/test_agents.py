"""One conformance test over every agent, in each game it plays."""

import shutil

import pytest

from plain_play import play
from syllogos import plugins
from syllogos.errors import InputError
from syllogos.testing import check_agent

GAMES = {
    "normal_form": [("pd", {}), ("rps", {"rounds": 2})],
    "clue": [("clue", {"players": 3})],
    "formalization": [("formalization", {"task": "Two cooks choose salt or herbs."})],
    "question": [("question", {"question": "Which?", "options": ["this", "that"]})],
}
"""Small games of each plugin, for the agents that say they play it."""
SLOW = ("clue", "formalization")
MIRROR = "select(P, _, S, M) :- \\+ last_move(_, _, S), default_move(P, M).\nselect(_, O, S, M) :- last_move(O, M, S)."
SETTINGS = {"formalized": {"strategy": MIRROR}}
"""What an agent cannot do without."""


def cases():
    for agent in plugins.names("agents"):
        played = plugins.find("agents", agent).games or ("normal_form", "question")
        games = [entry for plugin in played for entry in GAMES.get(plugin, [])]
        assert games, f"no small game for agent {agent}"
        for game, config in games:
            yield pytest.param(agent, game, config, id=f"{agent}-{game}")


@pytest.mark.parametrize(("agent", "game", "config"), list(cases()))
def test_every_agent_keeps_the_contract(agent, game, config):
    if agent == "axelrod":
        pytest.importorskip("axelrod", reason="needs the extra axelrod")
    if agent == "formalized" and not shutil.which("swipl"):
        pytest.skip("needs SWI-Prolog")
    models = ("scripted/random", "scripted/prose") if game in SLOW else ()
    check_agent(agent, game, models=models, settings=SETTINGS.get(agent), **config)


@pytest.mark.parametrize("agent", ["tit_for_tat", "lelma"])
def test_an_agent_is_refused_in_a_game_it_does_not_play(agent):
    with pytest.raises(InputError, match=r"plays normal_form.* not question"):
        play("question", [agent], "scripted/first", question="Which?", options=["this", "that"])
