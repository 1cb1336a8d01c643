"""Pairs of words near in meaning, with how near an embedding finds them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from syllogos.undercover.lexicon import pair_rows

Band = Literal["near", "middle", "far"]


@dataclass(frozen=True)
class WordPair:
    """Two words of a topic.

    Attributes:
        words: the two; chance says which is the spy's.
        topic: what both are.
        similarity: cosine of their vectors by the embedding that was recorded.
        band: the third of all pairs, by similarity, that it is in.
    """

    words: tuple[str, str]
    topic: str
    similarity: float
    band: Band

    @property
    def id(self) -> str:
        """Its name in the data set.

        >>> WordPair(("pear", "apple"), "fruit", 0.6, "near").id
        'pear/apple'
        """
        return "/".join(self.words)


@cache
def word_pairs() -> tuple[WordPair, ...]:
    """All pairs, topic by topic."""
    similarity = recorded().similarity
    named = {f"{row[0]}/{row[1]}": (row, topic) for topic, rows in pair_rows().items() for row in rows}
    band = bands({name: similarity[name] for name in named})
    return tuple(
        WordPair((row[0], row[1]), topic, similarity[name], band[name])
        for name, (row, topic) in named.items()
    )


@dataclass(frozen=True)
class RecordedSimilarity:
    """Similarities as they were once computed: by which embedding, and by pair."""

    embedding: str
    similarity: Mapping[str, float]


@cache
def recorded() -> RecordedSimilarity:
    """The recorded similarities; ``word_vectors.json`` beside them has the vectors."""
    place = files("syllogos.undercover.datasets").joinpath("word_similarity.json")
    return RecordedSimilarity(**json.loads(place.read_text(encoding="utf-8")))


def bands(similarity: Mapping[str, float]) -> dict[str, Band]:
    """Each name's third by similarity, the most similar ones ``near``; names break ties.

    >>> bands({"a": 0.9, "b": 0.1, "c": 0.5})
    {'a': 'near', 'c': 'middle', 'b': 'far'}
    """
    order: Sequence[str] = sorted(similarity, key=lambda name: (-similarity[name], name))
    return {name: get_args(Band)[3 * place // len(order)] for place, name in enumerate(order)}
