"""When a server's count of tokens says that it read only a part of the request."""

import pytest

from syllogos.contract import Fault, Message, Reply
from syllogos.models.client.reading import Completion, judge, truncated


def request(words):
    return [Message("system", "be brief"), Message("user", " ".join(["word"] * (words - 2)))]


@pytest.mark.parametrize(
    ("words", "tokens", "cut"),
    [
        (100, 49, True),  # fewer tokens than half the words
        (100, 50, False),  # half of them is the least that is believed
        (101, 50, True),
        (1_000, 499, True),
        (1_000, 500, False),
        (1_000, 1, True),
        (1_000, 0, False),  # the server counts nothing
        (99, 1, False),  # too short to tell
    ],
)
def test_a_request_of_a_hundred_words_needs_half_as_many_tokens(words, tokens, cut):
    assert truncated(tokens, request(words)) is cut
    said = Completion("red", "", "", "stop", "stop", tokens, 3, None, "m")
    answer = judge(said, request(words), [said])
    assert isinstance(answer, Fault if cut else Reply)
    if cut:
        assert answer.kind == "cut off" and answer.reply == Reply(
            "red", "", tokens, 3, "m", finish="stop", finish_said="stop"
        )


def test_the_count_that_is_judged_is_that_of_the_last_completion_not_the_bill():
    first, last = (Completion("red", "", "", "stop", "stop", tokens, 3, None, "m") for tokens in (1_000, 40))
    assert isinstance(judge(last, request(200), [first, last]), Fault)
