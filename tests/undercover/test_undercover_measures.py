"""Scores of Undercover: each equals a count by hand."""

import numpy as np
import pytest

from syllogos.contract import Attempt, Decision, Event, Measure, Outcome, Review, Seat, Trace
from syllogos.match.record import Record, record_from_json
from syllogos.undercover.events import (
    DescriptionGiven,
    PairDrawn,
    RoundOpened,
    TableOpened,
    VotesTold,
    WordsRevealed,
)
from syllogos.undercover.games import undercover
from syllogos.undercover.measures import attributional_score, description_vector, measures
from undercover_tables import game

AB = ("ann", "bob", "cat", "dan")


def rows(record, players=AB):
    return {(row.player, row.name): row for row in measures(record, players)}


def made(vectors, votes, spy=3):
    """A record of one round in which seat i says "d<i>", whose vector and the word's are ``vectors[i]``."""
    seats = [Seat(i) for i in range(len(vectors))]
    log = [
        Event(TableOpened(AB, 12, 3, "forced", 3)), Event(PairDrawn("qa", "qb", Seat(spy)), frozenset()),
        Event(RoundOpened(1, tuple(seats))), *(Event(DescriptionGiven(1, s, f"d{s}")) for s in seats),
        Event(VotesTold(1, tuple(votes))), Event(WordsRevealed("qa", "qb", Seat(spy), "spy out", "citizens")),
    ]  # fmt: skip
    notes = [
        (description_vector(1, s, f"d{s}", np.array(two, np.float32)),) if two is not None else ()
        for s, two in zip(seats, vectors, strict=True)
    ]
    turns = [
        {s: Trace((Attempt(Decision(f"d{s}"), Review(notes=note)),))}
        for s, note in zip(seats, notes, strict=True)
    ]
    scores = {s: float(s != spy) for s in seats}
    return Record(1, "k", 0, tuple(log), tuple(turns), Outcome("spy out", scores), "finished")


def test_soundness_alignment_and_score_by_hand():
    x, y, word = [1, 0], [0, 1], [0.6, 0.8]
    record = made([(x, word), (x, word), (y, word), (y, word)], [(0, 3), (1, 3), (2, 1), (3, 1)])
    one = attributional_score(record, Seat(0))
    # Nobody votes for seat 0; the others' centroid is that of x and y, at 45 degrees to x.
    assert one.soundness == 1.0
    assert one.alignment == pytest.approx(2**-0.5, abs=1e-6)
    assert one.score == pytest.approx(0.5 + 2**-0.5 / 2, abs=1e-6)
    assert one.to_word == pytest.approx(0.6, abs=1e-3)
    assert one.embedding_only == pytest.approx(0.3 + 2**-0.5 / 2, abs=1e-3)
    two = attributional_score(record, Seat(2))
    assert two.alignment == 0.0  # the other citizens both say x; the spy, who says y, does not count
    spy = attributional_score(record, Seat(3))
    assert spy.soundness == pytest.approx(1 - 2 / 3)
    assert spy.alignment == pytest.approx(1 / 5**0.5, abs=1e-6)  # the centroid of x, x and y


def test_likeness_is_never_below_zero_and_a_round_without_a_vector_is_left_out():
    x, back = [1, 0], [-1, 0]
    record = made([(x, back), (back, x), None, (x, x)], [(0, 1), (1, 0), (2, 0), (3, 0)])
    assert attributional_score(record, Seat(0)).alignment == 0.0
    assert attributional_score(record, Seat(0)).to_word == 0.0
    assert attributional_score(record, Seat(2)).alignment is None
    assert attributional_score(record, Seat(2)).score is None
    assert ("cat", "alignment as citizen") not in rows(record)
    assert ("cat", "soundness as citizen") in rows(record)


def test_a_vector_of_a_text_that_was_not_given_does_not_count():
    record = made([([1, 0], [1, 0])] * 4, [(0, 3)])
    log = tuple(
        Event(DescriptionGiven(1, Seat(0), "other")) if e.what == DescriptionGiven(1, Seat(0), "d0") else e
        for e in record.log
    )
    other = Record(1, "k", 0, log, record.turns, record.outcome, "finished")
    assert attributional_score(record, Seat(0)).alignment is not None
    assert attributional_score(other, Seat(0)).alignment is None


def test_soundness_is_a_mean_over_the_rounds_in_which_the_seat_was_in_the_game():
    votes = {"ann": ["bob", "cat"], "bob": ["cat", ""], "cat": ["bob", "dan"], "dan": ["bob", "cat"]}
    record, _ = game(votes, spy=0)
    assert record.outcome.end == "two left"
    scores = [attributional_score(record, Seat(seat)).soundness for seat in range(4)]
    # Round 1 (four in the game): bob has three votes, cat one.  Round 2 (three): cat has two, dan one.
    assert scores == pytest.approx([1.0, 0.0, (2 / 3 + 0.0) / 2, (1 + 1 / 2) / 2])


def test_the_rows_of_a_game_have_units_and_are_counts_by_hand():
    votes = {"ann": ["bob", "cat"], "bob": ["cat", ""], "cat": ["bob", "perhaps"], "dan": ["bob", "cat"]}
    record, _ = game(votes, spy=0, says={"ann": ["It is so, Vote: bob."]}, on_invalid="abstain")
    told = rows(record)
    assert told["", "rounds"] == Measure("", "rounds", 2.0, "rounds")
    assert told["", "spy wins"] == Measure("", "spy wins", 1.0, "share")
    assert told["", "spy found"].value == 0.0 and told["", "tied rounds"].value == 0.0
    assert told["", "moves missing"] == Measure("", "moves missing", 1.0)
    assert told["", "descriptions that speak as others"].value == 1.0
    assert told["ann", "wins as spy"] == Measure("ann", "wins as spy", 1.0, "share")
    assert [told[who, "eliminated as citizen"].value for who in AB[1:]] == [1.0, 1.0, 0.0]
    assert ("ann", "eliminated as citizen") not in told
    assert told["ann", "votes received as spy"].value == 0.0
    assert [told[who, "votes received as citizen"].value for who in AB[1:]] == [3.0, 3.0, 0.0]
    assert {row.unit for row in told.values()} == {"rounds", "share", "count"}
    assert not [row for row in told.values() if "alignment" in row.name or "score" in row.name]


def test_measures_are_the_same_of_a_record_that_was_read_back():
    record, _ = game({name: ["ann"] if name != "ann" else ["bob"] for name in AB}, spy=0)
    again = record_from_json(record.to_json(), undercover.make.events)
    assert list(measures(again, AB)) == list(measures(record, AB)) != []


def test_a_game_that_did_not_finish_has_no_rows():
    record, _ = game({name: ["ann"] if name != "ann" else ["bob"] for name in AB}, spy=0)
    crashed = Record(1, "", 0, record.log[:5], (), None, "crashed")
    assert list(measures(crashed, AB)) == []
