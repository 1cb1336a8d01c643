"""Words of a description: cleaned text, content words, and whether two words are one family."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "−": "-", "—": ", "})
WORD = re.compile(r"[A-Za-z][A-Za-z'&-]*")

STOP = frozenset({
    "a", "an", "the", "and", "or", "but", "if", "when", "while", "whereas", "to", "of", "for", "in",
    "on", "at", "by", "with", "from", "into", "as", "than", "then", "so", "that", "this", "these",
    "those", "it", "its", "their", "his", "her", "they", "them", "he", "she", "we", "you", "i", "who",
    "whom", "which", "both", "each", "either", "neither", "all", "one", "ones", "other", "another",
    "others", "not", "no", "nor", "do", "does", "did", "don't", "doesn't", "didn't", "won't", "can't",
    "cannot", "can", "could", "would", "should", "may", "might", "must", "will", "is", "are", "was",
    "were", "be", "been", "being", "have", "has", "had", "choose", "chooses", "chose", "choosing",
    "decide", "decides", "decided", "deciding", "opt", "opts", "opted", "opting", "go", "goes", "going",
    "went", "pick", "picks", "select", "selects", "take", "takes", "agree", "agrees", "agreed", "get",
    "gets", "getting", "also", "just", "only", "more", "most", "less", "much", "very", "up", "out",
    "off", "over", "about", "own", "same", "different", "two", "players", "player",
})  # fmt: skip
"""Words that say nothing of which action or which player is meant."""

NEGATIVE = frozenset({
    "not", "n't", "doesn't", "don't", "didn't", "won't", "isn't", "cannot", "can't", "never", "neither",
    "no", "nor", "avoid", "avoids", "avoiding", "avoided", "refuse", "refuses", "refused", "refusing",
    "decline", "declines", "declined", "fail", "fails", "failed", "skip", "skips", "shirk", "shirks",
    "slack", "slacks", "slacking", "withhold", "withholds", "renege", "reneges", "abstain", "abstains",
    "reject", "rejects", "without",
})  # fmt: skip
"""Words that turn the action they go with into its opposite."""

ENDINGS = re.compile(
    r"(?:ational|ations?|ators?|ating|ated|ates?|ions?|ives?|ively|ments?|ances?|ences?|ables?|ibles?|fully?"
    r"|ers?|ors?|ings?|ed|ly|es|s|e|y|ists?|iasts?|isms?)$"
)


def clean(text: str) -> str:
    """``text`` with plain quotes and dashes, and commas moved out of closing quotes."""
    plain = " ".join(text.translate(QUOTES).split())
    return re.sub(r'([,.;])"', r'",', plain.replace('."', '".')).replace('",".', '".')


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a cleaned text; numbers and initials do not end one."""
    parts = re.split(r"(?<=[a-z0-9%)\"])[.!?]+\s+(?=[A-Z\"'])", text)
    return tuple(part.strip(" .!?") for part in parts if part.strip(" .!?"))


def content(text: str) -> tuple[str, ...]:
    """The words that carry meaning, in lower case, in order; compounds also by their parts."""
    found: dict[str, None] = {}
    for word in WORD.findall(text.lower()):
        for part in (word.strip("'").removesuffix("'s"), *(word.split("-") if "-" in word else ())):
            if part and part not in STOP and part not in NEGATIVE and part != "non":
                found[part] = None
    return tuple(found)


def negated(text: str) -> bool:
    """Whether a phrase says that something is not done."""
    words = re.findall(r"[a-z']+", text.lower().replace("non-", "not "))
    return any(word in NEGATIVE for word in words) or bool(re.search(r"n't\b", text.lower()))


def alike(one: str, other: str) -> bool:
    """Whether two words belong to one family.

    >>> alike("collaborates", "collaborator"), alike("offense", "offensive"), alike("share", "shame")
    (True, True, False)
    """
    if one == other:
        return True
    a, b = _stem(one), _stem(other)
    if min(len(a), len(b)) < 3:
        return False
    if a == b:
        return True
    short, long = sorted((a, b), key=len)
    return len(short) >= 4 and long.startswith(short) and len(long) - len(short) <= 3


def overlap(words: Iterable[str], others: Iterable[str]) -> int:
    """How many of ``words`` have a relative among ``others``."""
    kept = tuple(others)
    return sum(any(alike(word, other) for other in kept) for word in words)


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    base = word.removesuffix("'s")
    for _ in range(2):
        cut = ENDINGS.sub("", base)
        if len(cut) < 3:
            break
        base = cut
    return base
