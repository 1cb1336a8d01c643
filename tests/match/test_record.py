"""Records: what is written reads back, typed where the types are known, damage named with its place."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from syllogos import api, plugins
from syllogos.contract import NOBODY, Attempt, Decision, Event, Fault, Outcome, Review, Seat, Trace
from syllogos.experiment.reading import whole_record
from syllogos.match.record import Record, Recorded, fault_of, record_from_json, verdicts_of
from syllogos.store.store import open_store
from syllogos.text.plain import canonical
from syllogos.verdict import Status, Verdict


@dataclass(frozen=True)
class Bid:
    """An event of a test."""

    by: int
    amounts: tuple[int, ...]


@dataclass(frozen=True)
class Doubt:
    """A note of a test."""

    how_much: float


INNER = Verdict(Status.FALSE, answer=5, evidence={"proof": [1]}, reason="no", engine="claims")
OUTER = Verdict(Status.UNKNOWN, engine="judge", isolation="guarded", stable=False)
TRIED = (
    Attempt(Decision("a", "first"), Review(Fault("refuted", "no"), (INNER,))),
    Attempt(Decision("b", "second"), Review(None, (INNER, OUTER))),
)
TURN = {
    Seat(0): Trace((Attempt(Decision("b", "second", TRIED), Review(None, (OUTER,), (Doubt(0.5),))),)),
    Seat(1): Trace(
        (
            Attempt(Decision(Fault("empty", "nothing came")), Review(Fault("empty", "nothing came"))),
            Attempt(Decision("c"), Review(Fault("illegal", "not c"))),
        )
    ),
}
RECORD = Record(
    1,
    "k",
    7,
    (Event(Bid(0, (1, 2))), Event("a text", frozenset({Seat(1), Seat(0)})), Event(Bid(1, ()), NOBODY)),
    (TURN,),
    Outcome("over", {Seat(0): 1.5, Seat(1): 0.0}),
    "finished",
    (1,),
)


def test_a_record_reads_back_as_it_was_where_its_types_are_known():
    again = record_from_json(json.loads(json.dumps(RECORD.to_json())), [Bid, Doubt, str])
    assert again == RECORD


def test_what_is_of_unknown_type_stays_plain_and_says_itself():
    again = record_from_json(json.loads(json.dumps(RECORD.to_json())))
    assert again.log[0].what == Recorded("Bid", '{"amounts":[1,2],"by":0}', {"by": 0, "amounts": [1, 2]})
    assert [str(event.what) for event in again.log][1] == "a text"
    assert canonical(again.to_json()) == canonical(RECORD.to_json())


def test_an_agents_own_verdicts_are_told_from_the_reviews():
    again = record_from_json(json.loads(json.dumps(RECORD.to_json())))
    attempt = again.turns[0][Seat(0)].last
    assert attempt.review.verdicts == (OUTER,) and verdicts_of(attempt) == (OUTER, INNER, OUTER)
    faults = [fault_of(a) for a in again.turns[0][Seat(1)].attempts]
    assert [fault.kind if fault else None for fault in faults] == ["empty", "illegal"]


def test_records_without_notes_have_the_bytes_they_always_had():
    held = RECORD.to_json()
    assert "notes" in held["turns"][0]["0"][0] and "notes" not in held["turns"][0]["1"][0]
    assert list(held["turns"][0]["1"][0]) == ["move", "fault", "because", "refused", "verdicts", "tried"]


def spoiled(*path, value):
    """RECORD as JSON with one place changed."""
    held = json.loads(json.dumps(RECORD.to_json()))
    inner = held
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return held


@pytest.mark.parametrize(
    ("held", "place"),
    [
        (spoiled("log", 0, "what", value={"by": 0, "amounts": ["x"]}), "log.0.Bid.amounts.0"),
        (spoiled("turns", 0, "0", value=[]), "turns.0.0"),
        (
            spoiled("turns", 0, "0", 0, "verdicts", 0, "status", value="PERHAPS"),
            "turns.0.0.0.verdicts.0.status",
        ),
        (spoiled("turns", 0, "0", 0, "notes", 0, "what", value={}), "turns.0.0.0.notes.0.Doubt.how_much"),
        (spoiled("outcome", "scores", "0", value="x"), "outcome.scores.0"),
        (spoiled("status", value="well"), "status"),
        (spoiled("seed", value="7"), "seed"),
        (None, ""),
    ],
)
def test_damage_is_named_with_its_place(held, place):
    with pytest.raises(ValueError, match=rf"^{place}: ") as said:
        record_from_json(held, [Bid, Doubt])
    assert "\n" not in str(said.value)


def test_a_stored_record_of_every_version_reads_back_byte_for_byte(tmp_path):
    for version in ("v1", "v2"):
        place = Path(__file__).parents[1] / "store" / "stores" / version / "run.sqlite"
        (tmp_path / version).mkdir()
        (tmp_path / version / "run.sqlite").write_bytes(place.read_bytes())
        store = open_store(tmp_path / version)
        for game in store.games():
            held, record = store.record(game["key"]), whole_record(store, game["key"])
            assert record is not None and canonical(record.to_json()) == canonical({"begun": [], **held})
        store.close()


def test_play_gives_a_record_with_the_games_own_events():
    record = api.play("clue", ["clue_random"] * 2, players=2, rounds=1)
    assert type(record.log[0].what).__name__ == "Opened" and record.outcome is not None
    assert record == record_from_json(record.to_json(), plugins.events_of(plugins.load("games", "clue")))
