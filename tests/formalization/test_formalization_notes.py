"""What the referee of a formalization notes reaches the game, its measures and its record."""

from random import Random

import pytest

from syllogos import api
from syllogos.contract import Attempt, Decision, Fault, Measure, Review, Seat, Trace
from syllogos.formalization.games import formalization
from syllogos.formalization.games.formalization import Formalized, Levels
from syllogos.formalization.judges.formalization import make as make_judge
from syllogos.match.record import Record

TEXT = "Two friends choose tea or coffee."


@pytest.mark.parametrize("levels", [(True, True, False), (True, False, None), (True, None, True)])
def test_the_levels_come_from_the_referees_note_not_from_a_verdicts_words(
    levels: tuple[bool | None, ...],
) -> None:
    game = formalization.make(TEXT, target="full")
    state = game.start(Random(0))
    decision: Decision[str] = Decision("a program")
    trace = Trace((Attempt(decision, Review(None, (), ("another's note", Levels(*levels)))),))
    after = game.step(state, {Seat(0): trace}, Random(0))
    (made,) = (e.what for e in after.log if isinstance(e.what, Formalized))
    assert tuple(made.levels.values()) == levels


def test_a_level_is_a_share_and_attempts_are_a_count() -> None:
    made = Formalized("text", {"syntactic": True, "runtime": False, "semantic": None}, 3)
    state = formalization.Formalizing((formalization.Event(made),))
    record = Record(1, "k", 0, state.log, (), None, "finished")
    assert formalization.measures(record, ["cot (m)"]) == (
        Measure("cot (m)", "syntactic", 1.0, "share"),
        Measure("cot (m)", "runtime", 0.0, "share"),
        Measure("cot (m)", "attempts", 3.0, "count"),
    )


async def test_a_reply_that_was_none_has_no_levels() -> None:
    game = formalization.make(TEXT)
    judge = make_judge(None)  # type: ignore[arg-type]
    log = game.start(Random(0)).log
    found = await judge.review(log, Seat(0), Decision(Fault("unparsable", "no JSON"), because="prose"))
    assert found == Review()


def test_a_record_of_a_task_is_read_back_with_what_was_made() -> None:
    record = api.play("formalization", ["direct"], "scripted/prose", task=TEXT, attempts=1)
    assert isinstance(record.log[-1].what, Formalized)
