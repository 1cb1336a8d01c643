"""Coordination with preferences: both this, both that, or different things."""

from __future__ import annotations

import re
from fractions import Fraction

from syllogos.formalization.facts import GameFacts
from syllogos.formalization.reader.amounts import EVERYBODY
from syllogos.formalization.reader.scenes import Act, Scene, act
from syllogos.formalization.reader.verdicts import (
    ReadPayoffs,
    Stop,
    facts,
    name,
    named,
    put,
    same_act,
    shared,
)
from syllogos.formalization.reader.words import content, overlap

PREFERS = re.compile(
    r"\b(?:prefers?|likes?|loves?|favou?rs?|wants?|enjoys?|is\s+(?:passionate|enthusiastic|keen)\s+(?:about|on)|"
    r"focuses\s+on|leans?\s+toward|advocates?\s+for|supports?)\s+(?P<what>[^,.;]+?)(?=\s+(?:and|while|whereas|but)\s|[,.;]|$)",
    re.IGNORECASE,
)
NAME = re.compile(r"\b(?!One\b|The\b|Both\b|They\b|He\b|She\b)([A-Z][\w-]*)\s+(?:\w+ly\s+)?$")
IT = re.compile(r"\b(?:it|this|that|so|its)\b", re.IGNORECASE)


def coordination(found: tuple[Scene, ...], parts: tuple[str, ...]) -> GameFacts:
    """The game of scenes in which both do one thing, both another, or they differ.

    The first player is the one who would rather do what is told first.
    """
    both = [scene for scene in found if scene.kind == "both"]
    first = both[0].acts[0]
    second = next((s.acts[0] for s in both[1:] if not same_act(s.acts[0], first)), None)
    if second is None:
        raise Stop("declined", "only one way is told in which both do the same", both[0].sentence)
    actions = _apart(first, second)
    tied = _with_preferences(actions, parts)
    cells: ReadPayoffs = {}
    for scene in both:
        at = 0 if same_act(scene.acts[0], first) else 1
        put(cells, (at, at), _lovers(scene, at, tied), scene.sentence)
    for scene in found:
        if scene.kind == "different":
            value = shared(scene)
            put(cells, (0, 1), (value, value), scene.sentence)
            put(cells, (1, 0), (value, value), scene.sentence)
        elif scene.kind != "both":
            raise Stop("declined", "both outcomes of the same and of this are told", scene.sentence)
    labels = [" ".join(words[-3:]) or f"option{i}" for i, words in enumerate(actions, 1)]
    players = [f"{label} lover" for label in labels]
    return facts((name(players[0], ""), name(players[1], "")), (labels[0], labels[1]), cells)


Words = tuple[str, ...]


def _apart(first: Act, second: Act) -> tuple[Words, Words]:
    """The words of two actions that tell them apart."""
    one = tuple(w for w in first.words if not overlap((w,), second.words))
    other = tuple(w for w in second.words if not overlap((w,), first.words))
    if not one or not other:
        raise Stop("declined", f"{first.text!r} and {second.text!r} are not told apart")
    return one, other


def _with_preferences(actions: tuple[Words, Words], parts: tuple[str, ...]) -> tuple[Words, Words]:
    """The actions' words, and what is said of who prefers them."""
    tied = [list(words) for words in actions]
    for part in parts:
        part = part.replace('"', "")
        for found in PREFERS.finditer(part):
            words = act(found["what"]).words
            scores = [overlap(words, own) for own in actions]
            if scores[0] != scores[1]:
                best = scores.index(max(scores))
                who = NAME.search(part[: found.start()])
                extra = (*words, *((who[1].lower(),) if who else ()))
                tied[best] += [w for w in extra if not overlap((w,), tied[1 - best])]
    return tuple(tied[0]), tuple(tied[1])


def _lovers(scene: Scene, at: int, tied: tuple[Words, Words]) -> tuple[Fraction, Fraction]:
    """What the lover of the first action gets, and the lover of the second."""
    if all(a.subject == EVERYBODY for a in scene.amounts):
        value = shared(scene)
        return value, value
    pay = named(scene)
    names = list(pay)
    leans = []
    for who in names:
        words = content(who)
        here = 1 if at == 0 else -1
        lean = here if IT.search(who) else overlap(words, tied[0]) - overlap(words, tied[1])
        leans.append(lean)
    if leans[0] == leans[1] or leans[0] * leans[1] > 0:
        raise Stop("declined", f"who of the two is {names[0]!r}, who {names[1]!r}?", scene.sentence)
    first, second = pay[names[0]], pay[names[1]]
    return (first, second) if leans[0] > leans[1] else (second, first)
