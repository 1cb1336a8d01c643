"""Agents and the games that they play."""

import pytest

from plain_play import play
from syllogos import api
from syllogos.contract import Reply
from syllogos.errors import InputError


@pytest.mark.parametrize("agent", ["tit_for_tat", "lelma"])
def test_an_agent_is_refused_in_a_game_it_does_not_play(agent):
    with pytest.raises(InputError, match=r"plays normal_form.* not question"):
        play("question", [agent], "scripted/first", question="Which?", options=["this", "that"])


class Replying:
    """A model that keeps what it is asked and gives its replies in turn, the last again and again."""

    def __init__(self, *replies):
        self.replies = replies
        self.asked = []

    async def complete(self, messages, *, sampling, schema=None):
        turn = min(sum(m.role == "assistant" for m in messages), len(self.replies) - 1)
        self.asked.append([m.text for m in messages])
        return Reply(self.replies[turn])


def test_a_model_is_shown_its_answer_again_without_its_thoughts():
    """What was wrong is said of the answer; long thoughts would crowd it out."""
    model = Replying("<think>cooperate?</think>MOVE: betray", '{"move": "defect"}')
    record = api.play("pd", ["direct", "random"], model).to_json()
    assert record["turns"][0]["0"][0]["fault"]["kind"] == "illegal"
    assert model.asked[1][1] == "MOVE: betray"
