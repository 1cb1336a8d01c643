"""One conformance test over every agent, and what prompts hold."""

import pytest

from syllogos import plugins
from syllogos.testing import check_agent


@pytest.mark.parametrize("agent", plugins.names("agents"))
@pytest.mark.parametrize("game", ["pd", "rps"])
def test_every_agent_keeps_the_contract(agent, game):
    check_agent(agent, game)


@pytest.mark.parametrize("agent", ["direct", "cot"])
def test_a_model_agent_answers_a_question(agent):
    check_agent(agent, "question", question="Which?", options=["this", "that"])
