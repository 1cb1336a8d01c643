"""Pairs of English words for Undercover over twelve topics and more, by how near they are in meaning."""

from __future__ import annotations

from typing import Literal

from syllogos.errors import InputError, unknown
from syllogos.plugins import uses
from syllogos.undercover.pairs import Band, WordPair, word_pairs


@uses(games=("undercover",))
def make(band: Band | Literal["any"] = "any", topic: str = "") -> tuple[WordPair, ...]:
    """The pairs of a band (thirds by recorded similarity) and of a topic; all where neither is named.

    Raises:
        InputError: there is no such topic, or the topic has no pair of that band.
    """
    topics = dict.fromkeys(pair.topic for pair in word_pairs())
    if topic and topic not in topics:
        raise unknown("topic", topic, topics, key=("topic",))
    found = tuple(pair for pair in word_pairs() if band in ("any", pair.band) and topic in ("", pair.topic))
    if not found:
        raise InputError(f"topic {topic} has no pair of band {band}: take another", key=("band",))
    return found
