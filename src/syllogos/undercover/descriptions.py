"""What a description may be: one sentence, without the own word, that nobody has said before."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import category

from syllogos.contract import Fault
from syllogos.text.visible import one_line
from syllogos.undercover.word_forms import squeezed, word_in

LONGEST = 300
"""Characters of a description (reconstructed: the paper names no limit)."""
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What changes the direction of the text after it."""
ENDS = re.compile(r"(?P<mark>\.{2,9}|[….!?。！？])(?P<closing>[\"'”’)\]]{0,9})")
ABBREVIATIONS = frozenset(
    ("e.g", "i.e", "etc", "mr", "mrs", "ms", "dr", "st", "vs", "approx", "no", "ca", "a.m", "p.m", "u.s",
     "u.k", "jr", "sr", "prof", "fig", "cf", "al")
)  # fmt: skip
"""What has a full stop behind it within a sentence, beside single letters and numbers."""


def description_fault(text: str, word: str, earlier: Iterable[str]) -> Fault | None:
    """What is wrong with ``text`` as a description of ``word`` after the descriptions ``earlier``, or None.

    The fault names what is to be mended; it is for the speaker alone, whose word it may tell.
    """
    said = text.strip()
    if not squeezed(said):
        return Fault("empty", "the description has no words")
    if any((category(letter) == "Cc" and letter not in "\t\n\r") or letter in TURNING for letter in said):
        return _illegal("the description holds control characters; write plain text")
    if len(said.splitlines()) > 1:
        return _illegal("a description is one line; yours has line breaks")
    if len(said) > LONGEST:
        return _illegal(f"a description has at most {LONGEST} characters; yours has {len(said)}")
    if (count := sentences(said)) > 1:
        return _illegal(f"a description is one sentence; yours has {count}")
    if hit := word_in(said, word):
        return _illegal(
            f"a description must not contain your word or a form of it; yours has {one_line(hit)!r}"
        )
    if squeezed(said) in {squeezed(one) for one in earlier}:
        return _illegal("that description has been given before; say something new")
    return None


def sentences(text: str) -> int:
    """How many sentences a text of one line has.

    >>> sentences("It is round, e.g. like a ball of 3.5 cm."), sentences("It is red. It is round! Is it?")
    (1, 3)
    """
    return 1 + sum(map(_ends, ENDS.finditer(text.strip())))


def _ends(found: re.Match[str]) -> bool:
    """Whether a mark within a text ends a sentence there."""
    mark, rest = found["mark"], found.string[found.end() :]
    follows = rest.lstrip()[:1]
    if not follows or mark in "。！？":
        return bool(follows)
    before = (found.string[: found.start()].split() or [""])[-1].strip("\"'“‘([").casefold()
    if follows == rest[0]:
        glued = len(before.rpartition(".")[2]) > 1 and follows.isupper()
        return (mark in "!?" and follows.isalpha()) or (mark == "." and glued)
    if mark == "." and (before in ABBREVIATIONS or len(before) == 1 or before.isdecimal()):
        return False
    aside = mark == "." and bool(found["closing"]) and follows.islower()
    return not aside and (mark in ".!?" or not follows.islower())


def _illegal(say: str) -> Fault:
    return Fault("illegal", say)
