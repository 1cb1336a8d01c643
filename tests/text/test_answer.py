"""Reading a choice: cases from public bug reports, by their ids in the recorded cases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter

from syllogos.contract import Fault, Form, Menu
from syllogos.text.replies import read_answer, resolve


def menu(*labels: str) -> Menu[str]:
    return Menu({label: label for label in labels})


def kind(text: str, *labels: str) -> str:
    move = read_answer(text, menu(*labels)).move
    return move.kind if isinstance(move, Fault) else f"move {move}"


@pytest.mark.parametrize(
    ("case", "reply", "labels", "expected"),
    [
        ("ca02", "Maybe a1? No, a1 is bad. I play b2.", ["a1", "b2"], "unparsable"),
        ("ca03", "MOVE: 24/18", ["24/18*"], "move 24/18*"),
        ("ca03", "24/18 or so", ["24/18*"], "unparsable"),
        ("ca05", "1", ["Regan", "Brendan", "Bryce"], "move Regan"),
        ("ca09", "After Writer, it should be Reviewer.", ["Writer", "Reviewer"], "unparsable"),
        ("ca14", "MOVE: 7", ["1", "2", "3"], "illegal"),
        ("ca14", "seven", ["1", "2", "3"], "unparsable"),
        ("ca15", "[２]", ["0", "1", "2"], "move 2"),
        ("ca23", "VOTE: B\nVOTE: C", ["B", "C"], "unparsable"),
        ("ca25", "I'm sorry, I can't take part in deception.", ["A", "B"], "refused"),
        ("ca11", "", ["A", "B"], "empty"),
        ("own", '{"move": "B"}', ["B", "R"], "move B"),
        ("own", 'Sure!\n```json\n{"reasoning": "x", "move": "R"}\n```', ["B", "R"], "move R"),
        ("own", "I choose B because R is worse.\n{B}", ["B", "R"], "move B"),
        ("own", "**Move:** cooperate.", ["cooperate", "defect"], "move cooperate"),
        ("own", '{"move": "X"}', ["B", "R"], "illegal"),
        ("own", '{"move": 2}', ["B", "R"], "move R"),
        ("own", "2", ["2", "3"], "move 2"),
        ("own", "MOVE: B\nFinal answer: B", ["B", "R"], "move B"),
    ],
)
def test_choices_are_read_or_refused_never_guessed(case, reply, labels, expected):
    assert kind(reply, *labels) == expected


def test_labels_that_differ_only_in_case_are_told_apart():
    assert kind("MOVE: a", "a", "A") == "move a"
    assert kind("MOVE: *A*", "a", "A") == "illegal"


@given(st.text(max_size=300))
def test_any_text_gives_a_move_or_a_fault(text):
    decision = read_answer(text, menu("B", "R"))
    assert decision.move in ("B", "R") or isinstance(decision.move, Fault)


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6, unique=True), st.data())
def test_a_label_spelled_exactly_always_resolves_to_itself(labels, data):
    label = data.draw(st.sampled_from(labels))
    assert resolve(label, labels) == label


def test_a_deeply_nested_reply_is_unparsable_not_a_crash():
    assert kind("[" * 100_000, "B") == "unparsable"
    assert kind("x" * 300_000, "B") == "unparsable"


class Offer(BaseModel):
    amount: int


def test_a_form_is_filled_or_its_fault_named_with_its_place():
    form = Form(TypeAdapter(Offer))
    assert read_answer('{"reasoning": "fair", "move": {"amount": 5}}', form).move == Offer(amount=5)
    wrong = read_answer('{"move": {"amount": "much"}}', form).move
    assert isinstance(wrong, Fault) and wrong.kind == "unparsable" and "move.amount" in wrong.say
    assert isinstance(read_answer("five", form).move, Fault)
