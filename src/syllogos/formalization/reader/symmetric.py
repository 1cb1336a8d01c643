"""Symmetric games: both do this, both do that, one does this and the other that."""

from __future__ import annotations

from fractions import Fraction

from syllogos.formalization.facts import GameFacts
from syllogos.formalization.reader.scenes import Act, Scene
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
from syllogos.formalization.reader.words import content, negated, overlap


def symmetric(found: tuple[Scene, ...], options: tuple[Act, ...]) -> GameFacts:
    """The game of scenes in which both do the same, and in which they do not."""
    both = [scene for scene in found if scene.kind == "both"]
    mixed = [scene for scene in found if scene.kind == "mixed"]
    first = both[0].acts[0]
    second = next((s.acts[0] for s in both[1:] if not same_act(s.acts[0], first)), None)
    if second is None:
        raise Stop("declined", "only one way is told in which both do the same", both[0].sentence)
    pair = (_widened(first, options), _widened(second, options))
    cells: ReadPayoffs = {}
    for scene in both:
        at = _which(scene.acts[0], pair, scene.sentence)
        value = shared(scene)
        put(cells, (at, at), (value, value), scene.sentence)
    for scene in mixed:
        one, other = _sides(scene.acts, pair, scene.sentence)
        pay = _by_side(scene, (_joined(scene.acts[0], pair[one]), _joined(scene.acts[1], pair[other])))
        put(cells, (one, other), pay, scene.sentence)
        put(cells, (other, one), pay[::-1], scene.sentence)
    return facts(("player1", "player2"), _labels(first, second), cells)


def _widened(what: Act, options: tuple[Act, ...]) -> Act:
    """An act with the words of the option that it clearly is."""
    scores = [
        overlap(what.words, option.words) if option.negative == what.negative else 0 for option in options
    ]
    if len(scores) == 2 and scores[0] != scores[1]:
        extra = options[scores.index(max(scores))].words
        other = options[scores.index(min(scores))].words
        return Act(what.text, (*what.words, *(w for w in extra if not overlap((w,), other))), what.negative)
    return what


def _joined(one: Act, other: Act) -> Act:
    return Act(
        one.text,
        tuple(dict.fromkeys((*one.words, *other.words))),
        one.negative if one.words else other.negative,
    )


def _score(what: Act, action: Act) -> int:
    common = overlap(what.words, action.words)
    if common and what.negative != action.negative:
        return -common
    return common


def _which(what: Act, pair: tuple[Act, Act], sentence: str) -> int:
    scores = (_score(what, pair[0]), _score(what, pair[1]))
    if scores[0] == scores[1]:
        raise Stop("declined", f"which action is {what.text!r}?", sentence)
    return 0 if scores[0] > scores[1] else 1


def _sides(acts: tuple[Act, ...], pair: tuple[Act, Act], sentence: str) -> tuple[int, int]:
    """Which action each of the two sides of a mixed scene takes."""
    straight = _score(acts[0], pair[0]) + _score(acts[1], pair[1])
    crossed = _score(acts[0], pair[1]) + _score(acts[1], pair[0])
    if straight == crossed and pair[0].negative != pair[1].negative and acts[0].negative != acts[1].negative:
        return (0, 1) if acts[0].negative == pair[0].negative else (1, 0)
    if straight == crossed:
        raise Stop("declined", f"which actions are {acts[0].text!r} and {acts[1].text!r}?", sentence)
    return (0, 1) if straight > crossed else (1, 0)


def _by_side(scene: Scene, acts: tuple[Act, Act]) -> tuple[Fraction, Fraction]:
    """The payoffs of the side that does the first act, and of the other."""
    pay = named(scene)
    names = list(pay)
    scores = [_lean(name, acts) for name in names]
    if scores[0] == scores[1]:
        raise Stop("declined", f"who of the two is {names[0]!r}, who {names[1]!r}?", scene.sentence)
    if scores[0] * scores[1] > 0:
        raise Stop("declined", f"{names[0]!r} and {names[1]!r} both seem to do the same", scene.sentence)
    first, second = (pay[names[0]], pay[names[1]])
    return (first, second) if scores[0] > scores[1] else (second, first)


def _lean(name: str, acts: tuple[Act, Act]) -> int:
    """Above 0 when the name fits the first act better, below 0 the second."""
    words = content(name)
    scores = []
    for what in acts:
        common = overlap(words, what.words)
        scores.append(-common if common and negated(name) != what.negative else common)
    return scores[0] - scores[1]


def _labels(first: Act, second: Act) -> tuple[str, str]:
    """Names of the two actions; one that is only not doing the other is called so."""
    one, other = name(first.text, "first"), name(second.text, "second")
    if first.negative != second.negative and overlap(first.words, second.words):
        return (f"not {other}", other) if first.negative else (one, f"not {one}")
    return one, other
