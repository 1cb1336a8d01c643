"""What is true of words, and sentences made of it: what a player without a model describes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import permutations
from tomllib import loads
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from syllogos.errors import InputError
from syllogos.text.source import Source

NEUTRAL = (
    "is something that most people know",
    "has a name that is easy to say",
    "can be talked about for a while",
    "comes to mind now and then",
    "is in many a story",
    "would be easy to draw for some",
)
"""What is true of about anything: the neutral description, and that of a word that no lexicon has."""
LEXICON = TypeAdapter(dict[str, Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=1)]])
MOST_TOGETHER = 4
"""Facts that one sentence joins at most."""


@cache
def pair_rows() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Topic -> rows ``(word, other word, facts of both, facts of the one, facts of the other)``.

    Facts are ends of sentences that begin with "It", with a semicolon between them.
    """
    held = loads(
        files("syllogos.undercover.datasets").joinpath("word_pairs.toml").read_text(encoding="utf-8")
    )
    return {topic: tuple(map(tuple, rows)) for topic, rows in held.items()}


@cache
def lexicon() -> Mapping[str, tuple[str, ...]]:
    """Word -> what is true of it, first what is true of the other word of its pair as well."""
    words: dict[str, tuple[str, ...]] = {}
    for one, two, both, of_one, of_two in (row for rows in pair_rows().values() for row in rows):
        for word, own in ((one, of_one), (two, of_two)):
            words[word] = tuple(dict.fromkeys((*words.get(word, ()), *facts(both), *facts(own))))
    return words


def facts(text: str) -> tuple[str, ...]:
    """The facts of a text with semicolons between them.

    >>> facts("is red; grows on trees")
    ('is red', 'grows on trees')
    """
    return tuple(fact.strip() for fact in text.split(";") if fact.strip())


def sentences_of(known: Sequence[str]) -> Iterator[str]:
    """Sentences of one fact each, then all of two in every order, and so on.

    >>> list(sentences_of(["is red", "grows"]))
    ['It is red.', 'It grows.', 'It is red and grows.', 'It grows and is red.']
    """
    for count in range(1, min(len(known), MOST_TOGETHER) + 1):
        for some in permutations(known, count):
            head = ", ".join(some[:-1])
            yield f"It {head} and {some[-1]}." if head else f"It {some[0]}."


def parse_lexicon(source: Source) -> Mapping[str, tuple[str, ...]]:
    """A lexicon of one's own: JSON, ``{"word": ["is red", "grows on trees"]}``.

    Raises:
        InputError: it is none, with the file and the place.
    """
    try:
        held = LEXICON.validate_json(source.text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(
            f"{source.name}: {place + ': ' if place else ''}{first['msg']}; "
            'a lexicon is {"word": ["is red", "grows on trees"]}'
        ) from None
    return {word: tuple(known) for word, known in held.items()}
