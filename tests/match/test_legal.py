"""What a form takes is what its shape says, no field more and none less."""

import json

import pytest
from pydantic import BaseModel, ConfigDict, TypeAdapter
from typing_extensions import TypedDict

from syllogos.clue.moves import Forms
from syllogos.contract import Decision, Fault, Form, Menu
from syllogos.match.loop import legal
from syllogos.text.replies import read_answer


class Offer(TypedDict):
    """A closed table of two fields."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    price: int
    note: str


class Bid(BaseModel):
    """The same as a class."""

    model_config = ConfigDict(extra="forbid")
    price: int
    note: str


OFFER = Form(TypeAdapter(Offer))
CARDS = Form(Forms({"suspect": ("Plum", "Peacock"), "weapon": ("Rope", "Pipe")}).suggest)
RIGHT = {"price": 3, "note": "mine"}
WRONG = {
    "a field too many": {**RIGHT, "more": 1},
    "a field missing": {"price": 3},
    "another type": {**RIGHT, "price": "3"},
    "no table": 3,
    "nothing": {},
}


@pytest.mark.parametrize("move", WRONG.values(), ids=WRONG)
def test_a_move_that_is_not_in_shape_is_illegal(move):
    assert legal(OFFER, Decision(RIGHT)) is None
    fault = legal(OFFER, Decision(move))
    assert fault is not None and fault.kind == "illegal"


def test_the_fault_names_the_field():
    assert legal(OFFER, Decision({"price": 3})).say.startswith("note: ")
    assert legal(OFFER, Decision({**RIGHT, "more": 1})).say.startswith("more: ")


@pytest.mark.parametrize("shape", [Offer, Bid])
@pytest.mark.parametrize("move", [WRONG["a field too many"], WRONG["a field missing"], WRONG["no table"]])
def test_a_reply_with_a_field_too_many_or_missing_gives_no_move(shape, move):
    form = Form(TypeAdapter(shape))
    assert read_answer(json.dumps({"move": RIGHT}), form).move in (RIGHT, Bid(**RIGHT))
    assert isinstance(read_answer(json.dumps({"move": move}), form).move, Fault)


@pytest.mark.parametrize(
    "cards",
    [{"suspect": "Plum"}, {"suspect": "Plum", "weapon": "Rope", "room": "Hall"}, {"suspect": "Rope", "weapon": "Plum"}],
)  # fmt: skip
def test_a_suggestion_names_one_card_of_each_category(cards):
    assert legal(CARDS, Decision({"suspect": "Plum", "weapon": "Rope"})) is None
    assert legal(CARDS, Decision(cards)).kind == "illegal"


def test_the_check_of_a_form_comes_after_its_shape():
    cheap = Form(TypeAdapter(int), lambda price: Fault("illegal", "too dear") if price > 3 else None)
    assert legal(cheap, Decision(3)) is None and legal(cheap, Decision(4)).say == "too dear"


def test_a_menu_takes_its_moves_and_names_them():
    menu = Menu({"up": 1, "down": 2})
    assert legal(menu, Decision(2)) is None
    assert legal(menu, Decision(3)).say.endswith("up, down")


def test_a_fault_in_place_of_a_move_stays_what_it_was():
    fault = Fault("refused", "no")
    assert legal(OFFER, Decision(fault)) is fault
