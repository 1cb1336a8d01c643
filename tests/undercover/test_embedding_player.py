"""The player without a model: it blends in, never lies nor repeats, and votes for the one that fits least."""

import asyncio
import json

import numpy as np
import pytest

from syllogos import api
from syllogos.contract import Decision, Review, Seat
from syllogos.match.alone import desk_alone
from syllogos.match.record import record_from_json
from syllogos.store.store import open_store
from syllogos.undercover.events import DescriptionGiven, MoveMissing, PairDrawn, VotesTold
from syllogos.undercover.games import undercover
from syllogos.undercover.judges import description_vectors
from syllogos.undercover.lexicon import NEUTRAL, lexicon, sentences_of
from syllogos.undercover.measures import DescriptionVector
from syllogos.undercover.similarity import alignments, fits, lowest, nearest
from undercover_tables import game, of

X, Y, Z = np.eye(3, dtype=np.float32)


def test_the_description_nearest_to_what_was_said_is_taken():
    assert nearest(np.stack([X, Y, Z]), np.stack([Y, Y, X])) == 1
    assert nearest(np.stack([X, Y]), np.stack([X, Y])) == 0


def test_who_fits_a_word_least_and_who_agrees_least_with_the_others():
    said = {
        Seat(0): np.stack([X, Y]),
        Seat(1): np.stack([X]),
        Seat(2): np.stack([Z]),
        Seat(3): np.zeros((0, 3), np.float32),
    }
    assert fits(np.stack([X, Y]), said) == {0: 1.0, 1: 1.0, 2: 0.0, 3: 0.0}
    agree = alignments(said)
    assert agree[2] == 0.0 == agree[3] and agree[1] == pytest.approx(3**-0.5, abs=1e-5)
    assert lowest(agree, [Seat(0), Seat(1)]) == (0,) or agree[0] == agree[1]
    assert lowest({Seat(0): 0.5, Seat(1): 0.1, Seat(2): 0.1}, [Seat(0), Seat(1), Seat(2)]) == (1, 2)


@pytest.mark.parametrize("seed", range(5))
def test_it_says_what_is_true_of_its_word_and_nothing_twice(seed):
    record = api.play("undercover", ["embedding"] * 6, seed=seed)
    drawn = of(record, PairDrawn)[0]
    said = of(record, DescriptionGiven)
    for one in said:
        own = drawn.spy_word if one.seat == drawn.spy else drawn.citizen_word
        assert one.text in set(sentences_of(lexicon()[own]))
    assert len({one.text for one in said}) == len(said)
    assert not of(record, MoveMissing)


def test_citizens_find_the_spy_more_often_than_by_chance():
    votes = []
    for seed in range(10):
        record = api.play("undercover", ["embedding"] * 6, seed=seed)
        spy = of(record, PairDrawn)[0].spy
        told = [vote for one in of(record, VotesTold) for vote in one.votes]
        votes += [target == spy for voter, target in told if voter != spy]
    assert sum(votes) / len(votes) > 0.3  # by chance one in five or fewer


def test_a_word_that_no_lexicon_has_is_described_by_what_fits_about_anything(tmp_path):
    record = api.play("undercover", ["embedding"] * 3, players=3, words=["qzplum", "qzpear"], rounds=1)
    assert {one.text for one in of(record, DescriptionGiven)} <= set(sentences_of(NEUTRAL))
    (tmp_path / "own.json").write_text('{"qzplum": ["is blue"]}')
    agents = [{"kind": "embedding", "facts": str(tmp_path / "own.json")}, "embedding", "embedding"]
    record = api.play("undercover", agents, players=3, words=["qzplum", "qzpear"], rounds=1, spy=1)
    assert of(record, DescriptionGiven)[0].text == "It is blue."


async def _reviewed(logs):
    async with desk_alone({}, embeddings={"main": "hashed"}) as desk:
        referee = description_vectors.make(desk)
        return [await referee.review(log, Seat(1), Decision("It is so.")) for log in logs]


def test_the_referee_embeds_descriptions_and_no_votes():
    record, _ = game({"Ada": ["Ben"], "Ben": ["Ada"], "Cleo": ["Ada"]}, spy=0)
    before = [record.log[: record.begun[turn]] for turn in (1, 3)]
    described, voted = asyncio.run(_reviewed(before))
    (note,) = described.notes
    assert (note.round, note.seat, note.text, described.fault) == (1, 1, "It is so.", None)
    assert voted == Review()


EXPERIMENT = """
name = "undercover"
repetitions = 20
[game]
kind = "undercover"
[[referee]]
kind = "description_vectors"
[[condition]]
name = "without a model"
agents = ["embedding", "embedding", "embedding", "embedding", "embedding", "embedding"]
"""


def test_twenty_games_run_are_scored_and_reported(tmp_path):
    (tmp_path / "e.toml").write_text(EXPERIMENT)
    (cell,) = api.run(tmp_path / "e.toml", tmp_path / "run")
    assert (cell.finished, cell.crashed) == (20, 0)
    store = open_store(tmp_path / "run")
    records = [record_from_json(store.record(game["key"]), undercover.make.events) for game in store.games()]
    store.close()
    notes = [note for turn in records[0].turns for trace in turn.values() for note in trace.last.review.notes]
    assert len(notes) == len(of(records[0], DescriptionGiven)) and all(
        isinstance(n, DescriptionVector) for n in notes
    )
    report = json.dumps(api.report(tmp_path / "run"), default=str)
    for name in ("wins as spy", "eliminated as citizen", "attributional score as spy", "rounds"):
        assert name in report, name
