"""Games of matching: one wins if their choices match, the other if they differ."""

from __future__ import annotations

import re
from fractions import Fraction

from syllogos.formalization.facts import GameFacts
from syllogos.formalization.reader.scenes import Act, Scene
from syllogos.formalization.reader.verdicts import ReadPayoffs, Stop, facts, name, named, put
from syllogos.formalization.reader.words import content, overlap

PLACE = re.compile(r"\b(?:at|in|on|for|during|when)\b", re.IGNORECASE)


def matching(found: tuple[Scene, ...], options: tuple[Act, ...]) -> GameFacts:
    """The game of scenes in which the choices match, or differ."""
    same = next(s for s in found if s.kind == "same")
    players = list(named(same))
    cells: ReadPayoffs = {}
    for scene in found:
        pay = _by_player(scene, players)
        places = ((0, 0), (1, 1)) if scene.kind == "same" else ((0, 1), (1, 0))
        for place in places:
            put(cells, place, pay, scene.sentence)
    labels = _labels(options)
    return facts((name(players[0], "player1"), name(players[1], "player2")), labels, cells)


ORDINALS = ({"one", "first"}, {"other", "second"})


def _by_player(scene: Scene, players: list[str]) -> tuple[Fraction, Fraction]:
    pay = named(scene)
    names = list(pay)
    straight = _tie(names[0], players[0]) + _tie(names[1], players[1])
    crossed = _tie(names[0], players[1]) + _tie(names[1], players[0])
    if straight == crossed:
        raise Stop("declined", f"who of the players is {names[0]!r}, who {names[1]!r}?", scene.sentence)
    first, second = pay[names[0]], pay[names[1]]
    return (first, second) if straight > crossed else (second, first)


def _tie(name: str, player: str) -> int:
    for words in ORDINALS:
        if words & set(name.lower().split()[:2]) and words & set(player.lower().split()[:2]):
            return 2
    letters = [re.findall(r"\b[A-Z0-9]\b", text) for text in (name, player)]
    return overlap(content(name), content(player)) + 2 * bool(set(letters[0]) & set(letters[1]))


def _labels(options: tuple[Act, ...]) -> tuple[str, str]:
    """Names of the two actions: the words in which the options differ."""
    if len(options) == 2:
        one, other = options
        first, second = (
            " ".join([w for w in content(PLACE.split(a.text)[0]) if not overlap((w,), b.words)][-3:])
            for a, b in ((one, other), (other, one))
        )
        if first and second:
            return first, second
    return "first", "second"
