"""With which players and words a game of Undercover can be opened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from syllogos import plugins
from syllogos.errors import InputError, under
from syllogos.text.visible import one_line, visible
from syllogos.undercover.descriptions import description_fault
from syllogos.undercover.lexicon import NEUTRAL, sentences_of
from syllogos.undercover.pairs import WordPair
from syllogos.undercover.word_forms import same_word, squeezed

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
FEWEST, LONGEST_WORD = 3, 60


def pairs_of(dataset: str | dict[str, Any], item: int | str | None) -> Sequence[WordPair]:
    """The pairs of a data set, or the one of them that ``item`` names by index or id.

    Raises:
        InputError: there is no such data set, or no such pair in it.
    """
    pairs: Sequence[WordPair]
    with under("dataset"):
        name, pairs = plugins.items(dataset, WordPair)
    if item is None:
        return pairs
    named = pairs[item : item + 1] if isinstance(item, int) else [p for p in pairs if p.id == item]
    if not named or (isinstance(item, int) and item < 0):
        raise InputError(f"{name} has {len(pairs)} pairs, and none is {item!r}", key=("item",))
    return named


def check_names(names: tuple[str, ...], players: int | list[str]) -> None:
    """Raise an ``InputError`` for players, a number or names, that cannot play."""
    if not FEWEST <= len(names) <= len(NAMES) or (isinstance(players, int) and players != len(names)):
        raise InputError(
            f"players must be {FEWEST} to {len(NAMES)} (or a list of names), "
            f"not {players if isinstance(players, int) else len(players)}",
            key=("players",),
        )
    for name in names:
        if (
            not squeezed(name)
            or len(name) > LONGEST_WORD
            or visible(name) != name
            or '"' in name
            or "\n" in name
        ):
            raise InputError(f"players: {one_line(name)[:LONGEST_WORD]!r} is no name", key=("players",))
    if len({squeezed(name) for name in names}) < len(names):
        raise InputError("players: two names are the same", key=("players",))


@lru_cache(maxsize=1024)
def check_pair(pair: tuple[str, ...]) -> None:
    """Raise an ``InputError`` for words that cannot be played with."""
    if len(pair) != 2:
        raise InputError(
            f"words: two are wanted, the citizens' and the spy's, not {len(pair)}", key=("words",)
        )
    for word in pair:
        if (
            not squeezed(word)
            or len(word) > LONGEST_WORD
            or visible(word) != word
            or len(word.split("\n")) > 1
        ):
            raise InputError(f"words: {one_line(word)[:LONGEST_WORD]!r} is no word", key=("words",))
        if all(description_fault(text, word, ()) for text in sentences_of(NEUTRAL)):
            raise InputError(f"words: {word!r} is in every sentence; take another", key=("words",))
    if same_word(*pair):
        raise InputError(f"words: {pair[0]!r} and {pair[1]!r} are forms of one word", key=("words",))
