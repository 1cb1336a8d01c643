"""Questions: options, answers, and the solution that nobody at the table may see."""

import json

import pytest

from plain_play import play
from syllogos.errors import InputError
from syllogos.questions.datasets import starter
from syllogos.questions.games import question
from syllogos.questions.problem import parse_problems
from syllogos.testing import check_game
from syllogos.text.source import Source


def test_the_solution_reaches_no_seat():
    options = ["T0KEN) yes", "N0) no"]
    game = question.make("Is it?", options=options, answer="B")
    assert "right answer: B" in [str(e.what) for e in game.start(None).log]
    check_game("question", question="Is it?", options=["yes", "no"], answer="A", secrets={"right answer": ()})


def test_right_wrong_and_silent_answers_score_apart():
    ask = {"question": "2 + 2?", "options": ["A) 4", "B) 5"]}
    first = play("question", ["direct"], "scripted/first", answer="A", **ask)
    assert first["outcome"] == {"end": "right", "scores": {"0": 1.0}}
    assert play("question", ["direct"], "scripted/last", answer="A", **ask)["outcome"]["end"] == "wrong"
    silent = play("question", ["direct"], "scripted/empty", answer="A", **ask)
    assert silent["outcome"] == {"end": "no answer", "scores": {"0": 0.0}}
    assert play("question", ["direct"], "scripted/first", **ask)["outcome"]["scores"] == {}


def test_a_data_set_is_named_by_plugin_or_file():
    assert play("question", ["random"], dataset="starter", item="race")["outcome"]["end"] in (
        "right",
        "wrong",
    )
    lines = json.dumps({"id": 7, "question": "Q?", "options": ["x", "y"], "answer": "B", "source": "ignored"})
    game = question.make(dataset=Source("own.jsonl", f"\n{lines}\n"), item="7")
    assert game.problem.answer == "B"
    for item in (99, "nobody"):
        with pytest.raises(InputError, match=r"own\.jsonl has"):
            question.make(dataset=Source("own.jsonl", lines), item=item)


@pytest.mark.parametrize("text", ["{", '{"question": 1}', "[]", '{"question": "q"}'])
def test_a_faulty_line_is_named(text):
    with pytest.raises(InputError, match=r"^f\.jsonl:2: "):
        parse_problems(Source("f.jsonl", "\n" + text))


def test_every_question_that_ships_is_well_formed():
    problems = starter.make()
    assert len({p.id for p in problems}) == len(problems) == 12
    for number in range(len(problems)):
        check_game("question", dataset="starter", item=number, games=2)


@pytest.mark.parametrize(
    "config",
    [{}, {"question": "q"}, {"question": "q", "options": ["a", "b"], "answer": "C"}, {"dataset": "startr"}],
)
def test_a_question_that_cannot_be_asked_is_refused(config):
    with pytest.raises(InputError):
        question.make(**config)
