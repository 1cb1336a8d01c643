"""Who ``you`` is: the speaker in advice, the other player where the speaker is ``I``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from syllogos.payoffs.claims import THEM
from syllogos.payoffs.reader.lexer import Token
from syllogos.payoffs.reader.words import Tokens

FIRST = frozenset({"i", "me", "myself", "i'd", "i'll", "i'm", "i've", "my", "mine"})
SECOND = frozenset({"you", "yourself", "you'd", "you'll", "you're", "your", "yours"})
NARRATES = frozenset(
    {"think", "believe", "suggest", "recommend", "advise", "say", "note", "guess", "suppose", "assume", "see"}
)
"""What ``I`` may do and still not be a player: ``I think you get 5 if you defect``."""
CHATS = frozenset(
    {"right", "correct", "see", "mentioned", "provided", "pointed", "said", "know", "asked", "raised", "made",
     "point", "points", "information", "question", "suggestion"}
)  # fmt: skip
"""What ``you`` may do and still not be a player: ``as you can see``."""
TURNED = {"ME": "THEM", "MY": "THEIR"}


class Addressee(Enum):
    """Whom ``you`` names."""

    SPEAKER = "speaker"
    OTHER = "other"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Persons:
    """Which grammatical persons are players in a sentence."""

    first: bool
    second: bool
    third: bool


@dataclass(frozen=True)
class Naming:
    """How a text names its players; ``speaker`` and ``other`` if some sentence shows ``you`` to be so."""

    first: bool = False
    third: bool = False
    speaker: bool = False
    other: bool = False


def persons(tokens: Tokens) -> Persons:
    """The persons that a sentence names as players."""
    return Persons(
        any(_is_first(tokens, k) for k in range(len(tokens))),
        any(_is_second(tokens, k) for k in range(len(tokens))),
        any(t.tag in ("THEM", "THEIR") and not _you(t) for t in tokens),
    )


def usage(sentences: Iterable[Tokens]) -> Naming:
    """How the sentences of a text name its players."""
    named = [persons(tokens) for tokens in sentences]
    return Naming(
        any(p.first for p in named),
        any(p.third for p in named),
        any(p.second and p.third and not p.first for p in named),
        any(p.second and p.first and not p.third for p in named),
    )


def address(tokens: Tokens, text: Naming, players: int) -> Addressee:
    """Whom ``you`` names in a sentence of a text in which the players are named as ``text`` says."""
    here = persons(tokens)
    if not here.second or not text.first:
        return Addressee.SPEAKER
    if players != 2 or (here.first and here.third):
        return Addressee.UNCLEAR
    if here.first or not text.third:
        return Addressee.OTHER
    if here.third or not text.other:
        return Addressee.SPEAKER
    return Addressee.UNCLEAR if text.speaker else Addressee.OTHER


def turned(tokens: Tokens) -> tuple[Token, ...]:
    """The sentence with ``you`` as the other player."""
    return tuple(
        t._replace(tag=TURNED[t.tag], name=THEM) if t.tag in TURNED and _you(t) else t for t in tokens
    )


def _is_first(tokens: Tokens, k: int) -> bool:
    if tokens[k].tag not in TURNED or tokens[k].word not in FIRST:
        return False
    return k + 1 == len(tokens) or tokens[k + 1].word not in NARRATES


def _is_second(tokens: Tokens, k: int) -> bool:
    chats = any(t.word in CHATS for t in tokens[k + 1 : k + 5])
    return _you(tokens[k]) and not chats and not (k and tokens[k - 1].word == "thank")


def _you(token: Token) -> bool:
    return token.word.partition(" ")[0] in SECOND
