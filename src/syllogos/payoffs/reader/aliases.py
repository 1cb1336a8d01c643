"""Other names of actions: letters, inflections, and verbs that a text explains."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from syllogos.gametheory.normal_form import NormalForm

INFLECTIONS = ("s", "es", "d", "ed", "ing")
VERBS = ("cooperate", "defect", "betray", "confess", "swerve", "collaborate", "compete")
MOST_ALIASED = 12
"""Actions of a game up to which a text is searched for other names of them."""
ALIASES = (
    r"\b{label} ?\((?:(?:choose|play|option|call it|called|i\.e\.|or) )?[\"“'*]?([A-Z])[\"”'*]?\)",
    r"\bcall(?:ing)? [^.\n]{{0,40}}?\b{label} [\"“'*]?([A-Z])\b(?!['’])",
    r"\b{label} ?(?:=|as) ?[\"“'*]?([A-Z])\b(?!['’])",
    r"(?<![\w'’])([A-Z])[\"”'*]? ?(?:=|:|for|means|stands for|is) ?{label}\b",
)

EXPLAINED = r"\b{stem}\w{{0,5}} \((?:choos|pick|play|select)\w{{0,3}} [\"“'*]{{0,2}}{label}\b"


def letters(labels: Sequence[str], text: str) -> Mapping[str, str]:
    """Capital letters for actions: labels of one letter, those a text assigns, else initials that differ."""
    single = {a: a for a in labels if len(a) == 1}
    initials = [a[0].upper() for a in labels]
    short = dict(zip(initials, labels, strict=True)) if len(set(initials)) == len(labels) else {}
    named = {
        letter: label
        for label in labels
        if len(label) > 1 and len(labels) <= MOST_ALIASED
        for pattern in ALIASES
        for letter in re.findall(pattern.format(label=re.escape(label)), text, re.IGNORECASE)
        if letter.isupper() and letter != "I"
    }
    if len(set(named.values())) < len(named):
        named = {}
    return {
        **({} if single else {k: a for k, a in short.items() if a not in named.values()}),
        **named,
        **single,
    }


def verbs(game: NormalForm, text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Verbs that the text explains by an action: ``defect (choose B)``."""
    labels = tuple(dict.fromkeys(a for actions in game.actions for a in actions))
    for label in labels if len(labels) <= MOST_ALIASED else ():
        for verb in VERBS:
            stem = verb.removesuffix("e")
            said = EXPLAINED.format(stem=stem, label=re.escape(label))
            if verb != label.lower() and re.search(said, text, re.IGNORECASE):
                for form in (verb, *forms(verb)):
                    yield (form,), label


def forms(verb: str) -> Iterable[str]:
    """Inflections of a one-word label that may be a verb, and its noun (cooperation, defection)."""
    if " " in verb or not verb.isalpha():
        return ()
    stem = verb.removesuffix("e")
    return (*(verb + end for end in INFLECTIONS), stem + "ing", stem + "ed", stem + "ion", stem + "or")
