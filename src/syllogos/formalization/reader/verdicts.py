"""What the rules can say of a description, and the parts of a game that they share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from syllogos.formalization.facts import GameFacts, facts_of
from syllogos.formalization.reader.amounts import EVERYBODY
from syllogos.formalization.reader.scenes import Act, Scene
from syllogos.formalization.reader.words import overlap
from syllogos.gametheory.normal_form import NormalForm, Profile

ReadingStatus = Literal["read", "declined", "no game", "no payoffs", "contradiction"]
ReadPayoffs = dict[tuple[int, int], tuple[Fraction, Fraction]]

ARTICLE = re.compile(r"^(?:the|a|an|one|its|their)\s+", re.IGNORECASE)


@dataclass(frozen=True)
class GameReading:
    """What the rules made of a description: the game, or why there is none, with the sentence."""

    verdict: ReadingStatus
    facts: GameFacts | None = None
    reason: str = ""
    sentence: str = ""


class Stop(Exception):
    """The reader gives up, with a verdict; caught in the reader."""

    def __init__(self, verdict: ReadingStatus, reason: str, sentence: str = "") -> None:
        super().__init__(reason)
        self.reading = GameReading(verdict, None, reason, sentence)


def put(cells: ReadPayoffs, place: tuple[int, int], pay: tuple[Fraction, Fraction], sentence: str) -> None:
    """Fill a cell; a cell that is paid twice, differently, is a contradiction."""
    before = cells.setdefault(place, pay)
    if before != pay:
        told = ["; ".join(map(str, row)) for row in (before, pay)]
        raise Stop("contradiction", f"one outcome pays {told[0]} and also {told[1]}", sentence)


def facts(players: tuple[str, str], labels: tuple[str, str], cells: ReadPayoffs) -> GameFacts:
    """The game of two actions that both players share; the rules read no default move."""
    if missing := [(labels[a], labels[b]) for a in (0, 1) for b in (0, 1) if (a, b) not in cells]:
        raise Stop("declined", f"nothing is told of ({', '.join(missing[0])})")
    if labels[0] == labels[1]:
        labels = (f"{labels[0]}_1", f"{labels[1]}_2")
    if players[0] == players[1]:
        players = (f"{players[0]}_1", f"{players[1]}_2")
    rows: dict[Profile, tuple[Fraction, ...]] = {(labels[a], labels[b]): pay for (a, b), pay in cells.items()}
    return facts_of(NormalForm(players, (labels, labels), rows))


def shared(scene: Scene) -> Fraction:
    """The one payoff that everybody gets."""
    values = {a.value for a in scene.amounts if a.subject == EVERYBODY}
    every = {a.value for a in scene.amounts}
    if len(every) == 1 and (values or len(scene.amounts) > 1):
        return every.pop()
    raise Stop("declined", "it is not clear what each of them gets", scene.sentence)


def named(scene: Scene) -> dict[str, Fraction]:
    """Payoffs of the two sides by subject."""
    found: dict[str, Fraction] = {}
    for amount in scene.amounts:
        if amount.subject != EVERYBODY and found.setdefault(amount.subject, amount.value) != amount.value:
            raise Stop("declined", f"{amount.subject!r} has several numbers", scene.sentence)
    if len(found) != 2 or any(a.subject == EVERYBODY for a in scene.amounts):
        raise Stop("declined", "the payoffs of the two sides are not told apart", scene.sentence)
    return found


def same_act(one: Act, other: Act) -> bool:
    """Whether two acts are one action, surely."""
    common = overlap(one.words, other.words)
    return one.negative == other.negative and common >= max(1, min(len(one.words), len(other.words)))


def name(text: str, otherwise: str) -> str:
    """A short name out of a phrase."""
    plain = re.sub(r"[^\w -]", "", ARTICLE.sub("", text.split(",")[0])).strip()
    return " ".join(plain.split()[:4]) or otherwise
