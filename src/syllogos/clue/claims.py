"""Who-holds-what claims in a player's reasoning about Clue, read by rules.

A text is cut into clauses.  A clause makes a claim when it names cards and says that they are
(not) in the envelope, or that a player named before them does (not) have, hold or show them.
What is hedged, asked, supposed or planned, or leaves a choice of cards, is no claim: the reader
would rather miss one than put words into a player's mouth.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from syllogos.clue.deals import ENVELOPE

LONGEST = 100_000
"""Characters that are read."""
CLAUSES = re.compile(
    r"(?<=[.!?;:])\s|\n|\s?(?:->|=>|→|—)\s?"
    r"|,?\s(?:but|while|whereas|so|because|since|therefore|which means(?: that)?)\s"
    r"|,?\sand\s(?=(?:i|he|she|they|it)\b)",
    re.IGNORECASE,
)
"""What parts the clauses of a text whose words have one space or line break between them."""
HEDGED = re.compile(
    r"\?|\b(?:may|might|maybe|perhaps|could|would|should|likely|unlikely|if|whether|unless|either|think|seems?"
    r"|want|try|trying|plan|need|hope|unclear|unknown|one of|any of|at least|suspect(?:ed)? that|candidates?"
    r"|(?:possib|probab|guess|assum|suppos|suggest|ask|accus)\w*)\b",
    re.IGNORECASE,
)
SEALED = re.compile(
    r"\b(?:envelope|solution|culprit|murderer|(?:murder|crime) (?:weapon|room|scene))\b", re.IGNORECASE
)
OUT = re.compile(r"\b(?:eliminat\w+|rul(?:e|es|ed|ing) out|exclud\w+)\b", re.IGNORECASE)
HAS = re.compile(
    r"\b(?:ha(?:s|ve|d)|h[eo]ld(?:s|ing)?|owns?|possess(?:es)?|show(?:s|ed|n)?|reveal(?:s|ed)?)\b",
    re.IGNORECASE,
)
PASSED = re.compile(r"\bpass(?:es|ed)? on\b", re.IGNORECASE)
NOT = re.compile(r"\b(?:not|no|never|cannot|none|neither|nor|without)\b|n['’]t\b", re.IGNORECASE)
TO = re.compile(r"\bto\s+\w+", re.IGNORECASE)
OWN = re.compile(r"\b(?:I|I['’]ve|my|mine)\b")


@dataclass(frozen=True)
class HeldClaim:
    """The claim that ``card`` is (``yes``) or is not with ``holder``."""

    card: str
    holder: str
    yes: bool


def claims(text: str, players: Sequence[str], cards: Sequence[str]) -> tuple[HeldClaim, ...]:
    """The different claims of a text, in order.

    >>> read = claims("Ben has Rope. Cleo doesn't have Hall or Rope, but Plum might be hers.",
    ...     ["Ben", "Cleo"], ["Professor Plum", "Rope", "Hall"])
    >>> [(one.holder, one.yes, one.card) for one in read]
    [('Ben', True, 'Rope'), ('Cleo', False, 'Hall'), ('Cleo', False, 'Rope')]
    """
    named, people = _Names(cards), _Names(players)
    found = (
        claim for clause in CLAUSES.split(_plain(text[:LONGEST])) for claim in _read(clause, named, people)
    )
    return tuple(dict.fromkeys(found))


def _plain(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())


def _read(clause: str, cards: _Names, people: _Names) -> list[HeldClaim]:
    named = cards.found(clause)
    if not named or HEDGED.search(clause):
        return []
    if SEALED.search(clause) or (OUT.search(clause) and not people.found(clause)):
        yes = not (NOT.search(clause) or OUT.search(clause))
        return [HeldClaim(card, ENVELOPE, yes) for card in named if yes is False or _one_reading(clause)]
    verb = HAS.search(clause) or PASSED.search(clause)
    holders = people.found(TO.sub("", clause)[: verb.start()]) if verb else ()
    if verb is None or not holders or OWN.search(clause[: verb.start()]):
        return []
    yes = not (NOT.search(clause) or PASSED.search(clause))
    if yes and (len(holders) > 1 or not _one_reading(clause)):
        return []
    return [HeldClaim(card, holder, yes) for holder in holders for card in named]


def _one_reading(clause: str) -> bool:
    return re.search(r"\bor\b", clause, re.IGNORECASE) is None


class _Names:
    """Finds names in a text: whole ones in any case, or their last word, when only one has it."""

    def __init__(self, names: Sequence[str]) -> None:
        last = Counter(name.split()[-1] for name in names)
        short = {name.split()[-1]: name for name in names if last[name.split()[-1]] == 1}
        self._names = {**short, **{n.casefold(): n for n in names}}
        whole = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        words = "|".join(re.escape(word) for word in short) or "(?!)"
        self._pattern = re.compile(rf"\b(?:(?i:({whole}))|({words}))\b")

    def found(self, text: str) -> tuple[str, ...]:
        """The names in ``text``, each once, in order."""
        said = (m[2] or m[1].casefold() for m in self._pattern.finditer(text))
        return tuple(dict.fromkeys(self._names[name] for name in said))
