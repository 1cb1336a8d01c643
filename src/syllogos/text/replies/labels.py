"""The label that somebody names: as it is spelled, by its number in the list as shown, or by both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import normalize

from syllogos.text.visible import UNSEEN

TRIM = " \t\r\n\"'`*_.,;:!|()[]{}<>“”‘’"
RAISED = str.maketrans(
    {c: f"^{n}" for n, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {c: f"_{n}" for n, c in enumerate("₀₁₂₃₄₅₆₇₈₉")}
)
"""A raised or lowered digit is a note or an index, and never the digit."""
UNDRAWN = re.compile("[\ufe00-\ufe0f\u034f\u3164]")
"""What only says how another character is drawn, and letters without a shape."""
COUNT = re.compile(r"(?:(?:option|choice|number|nr\.)[ ]{0,3})?#?[ ]?\(?(0{0,9}[0-9]{1,9})")
"""A number in the list of options, with what may stand before it."""
NUMBERED = re.compile(
    rf"{COUNT.pattern}(?:[.):\]][ ]{{1,5}}|[.):\]](?=[^\W\d])|[ ][-–—][ ])(?P<rest>.+)", re.DOTALL
)
"""A label with its number before it, as options are shown."""
NUMBERED_AFTER = re.compile(
    r"(?P<rest>.+?)[ ,]{1,3}(?:\((?:option |number |#)?([0-9]{1,9})\)?|(?:option |number )([0-9]{1,9}))"
)
KIND = re.compile(r"(?:option|choice|action|move)[ ]([^0-9].*)")
"""A label after the word for what it is."""
MOST_AROUND = 100
"""Characters of marks and numbers around a label."""
MOST_HEARD = 2_000
"""Characters in which a mention is looked for."""
WORDS = re.compile(r"\w+")


def plainly(text: str) -> str:
    """``text`` with characters of one meaning alike (NFKC) and without those that nobody sees."""
    return UNDRAWN.sub("", UNSEEN.sub("", normalize("NFKC", text.translate(RAISED))))


def resolve(said: str, labels: Sequence[str]) -> str | None:
    """The label that ``said`` names, by its spelling or by its number in the list as shown.

    Case, quotes and bold marks do not matter.  A number beside the label must be its own.

    >>> resolve("**Cooperate**.", ["cooperate", "defect"])
    'cooperate'
    >>> resolve("2", ["cooperate", "defect"])
    'defect'
    >>> resolve("2. defect", ["cooperate", "defect"])
    'defect'
    >>> resolve("1. defect", ["cooperate", "defect"])
    """
    if said in labels:
        return said
    if len(said) > MOST_AROUND + max(map(len, labels), default=0):
        return None
    bare = _bare(said)
    bares = [_bare(label) for label in labels]
    if (spelled := _spelled(bare, labels, bares)) is not None or bare in bares:
        return spelled
    if count := COUNT.fullmatch(bare):
        return _counted(int(count[1]), labels, bares)
    if kind := KIND.fullmatch(bare):
        return _spelled(kind[1], labels, bares)
    found = NUMBERED.fullmatch(bare)
    number = int(found[1]) if found else 0
    if not found and bare.endswith(tuple("0123456789")) and (found := NUMBERED_AFTER.fullmatch(bare)):
        number = int(found[2] or found[3])
    label = _spelled(_bare(found["rest"]), labels, bares) if found else None
    return label if label is not None and labels.index(label) + 1 == number else None


def mentions(said: str, labels: Sequence[str]) -> bool:
    """Whether some label is spelled in ``said`` among other words."""
    spelled = f" {' '.join(WORDS.findall(_bare(said[:MOST_HEARD])))} "
    parts = [f" {' '.join(own)} " for label in labels if (own := WORDS.findall(_bare(label)))]
    return any(part in spelled and part != spelled for part in parts)


@lru_cache(maxsize=1024)
def _bare(text: str) -> str:
    return " ".join(plainly(text).strip(TRIM).casefold().split())


def _spelled(bare: str, labels: Sequence[str], bares: Sequence[str]) -> str | None:
    same = [label for label, own in zip(labels, bares, strict=True) if own == bare]
    return same[0] if len(same) == 1 else None


def _counted(number: int, labels: Sequence[str], bares: Sequence[str]) -> str | None:
    """The label of this number, unless the number is a word of another label.

    Labels that are numbers themselves are never counted through: "2" is then a label or nothing.
    """
    if not 1 <= number <= len(labels) or any(bare.isdecimal() for bare in bares):
        return None
    others = (bare for n, bare in enumerate(bares, 1) if n != number)
    return None if any(str(number) in WORDS.findall(bare) for bare in others) else labels[number - 1]
