"""A game of Clue told to one of its players."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from syllogos.clue.events import (
    Accused,
    Asked,
    Dealt,
    Opened,
    Passed,
    Showed,
    Shown,
    Suggested,
    Thought,
    opened,
)
from syllogos.contract import Log, Seat

ACCUSATIONS: Mapping[str, str] = MappingProxyType(
    {
        "private": "The others learn that you accused, but neither the cards nor whether you were right.",
        "wrong_public": "The others learn the cards of a wrong accusation.",
        "public": "The others learn the cards and whether it was right.",
    }
)

MOST_QUOTED = 4_000
"""Characters of an own earlier thought that are told again."""


def words(
    seat: Seat, seen: Log, *, recent: int | None = None, thoughts: int | None = None, history: bool = True
) -> str:
    """Rules, cards and what has happened, for ``seat``.

    Args:
        seat: whom it is told to.
        seen: the events it has seen.
        recent: only so many of the last turns; None for all.
        thoughts: only so many of the seat's own last thoughts; None for all.
        history: False leaves out turns and thoughts.
    """
    start = opened(seen)
    lines = [*_rules(start), "", *_cards(seat, start, seen)]
    if history:
        lines += _turns(seat, start, seen, recent) + _thoughts(seen, thoughts)
    if asked := _asked(seen):
        lines += ["", f"This is round {asked.round} of {start.rules.rounds}.", question(asked, start)]
    return "\n".join(lines)


def question(asked: Asked, start: Opened) -> str:
    """What a seat is asked."""
    rules = start.rules
    if asked.what == "show":
        by = "" if asked.by is None else start.names[asked.by]
        return f"{by} suggested cards of which you hold some. Choose the one you show; only {by} will see it."
    if asked.what == "accuse":
        return (
            "Do you make your one accusation now? If it is wrong you take no more turns. Name one card of "
            'each category, or answer "wait".'
        )
    own = "your own cards are allowed" if rules.own_cards else "none of your own cards"
    skip = ', or answer "none" to make none' if rules.suggestion == "optional" else ""
    return f"It is your turn. Suggest one card of each category (any room; {own}){skip}."


def _rules(start: Opened) -> list[str]:
    lines = ["You play Clue. One card of each category lies in an envelope; find out which. The cards are:"]
    lines += [f"- {name}: {', '.join(cards)}" for name, cards in start.categories.items()]
    return [
        *lines,
        "In a turn a player may suggest one card of each category. The others answer in order of turns: who "
        "holds none of the cards passes, and the first who holds some shows one of them to the suggester "
        "alone. Nobody may pass falsely. That nobody shows a card proves nothing by itself, since the "
        "suggester may hold the cards.",
        f"Each player has one accusation in the game. {ACCUSATIONS[start.rules.accusations]} The game ends "
        f"after {start.rules.rounds} rounds, or when "
        + ("everybody has accused." if start.rules.play_on else "the first accusation is right."),
    ]


def _cards(seat: Seat, start: Opened, seen: Log) -> list[str]:
    order = ", ".join(f"{_name(s, seat, start)} ({start.hand_sizes[s]} cards)" for s in start.order)
    hand = next((e.what.cards for e in seen if isinstance(e.what, Dealt) and e.what.seat == seat), ())
    lines = [f"You are {start.names[seat]}. Order of turns: {order}.", f"Your cards: {', '.join(hand)}."]
    return [*lines, f"Face up on the table: {', '.join(start.public)}."] if start.public else lines


def _turns(seat: Seat, start: Opened, seen: Log, recent: int | None) -> list[str]:
    turns: list[str] = []
    for event in seen:
        told = _told(event.what, seat, start)
        if isinstance(event.what, Suggested | Accused) and told:
            turns.append(f"Round {event.what.round}: {told}")
        elif told:
            turns[-1] += f" {told}"
    if not turns:
        return []
    shown = turns if recent is None else turns[len(turns) - recent :]
    left = len(turns) - len(shown)
    return ["", "What has happened" + (f" ({left} earlier turns are left out):" if left else ":"), *shown]


def _told(what: object, seat: Seat, start: Opened) -> str:
    match what:
        case Suggested(seat=who, cards=cards) if cards:
            return f"{_name(who, seat, start)} suggested {', '.join(cards)}."
        case Suggested(seat=who):
            return f"{_name(who, seat, start)} made no suggestion."
        case Passed(seat=who):
            return f"{_name(who, seat, start)} passed."
        case Showed(seat=who):
            return f"{_name(who, seat, start)} showed a card."
        case Shown(card=card):
            return f"(It was {card}.)"
        case Accused(seat=who, cards=cards, correct=correct):
            what = f": {', '.join(cards)}, which is {'right' if correct else 'wrong'}" if cards else ""
            return f"{_name(who, seat, start)} made the accusation{what}."
    return ""


def _thoughts(seen: Log, most: int | None) -> list[str]:
    own = [e.what for e in seen if isinstance(e.what, Thought)]
    shown = own if most is None else own[len(own) - most :]
    if not shown:
        return []
    return ["", "What you thought earlier:", *(f"Round {t.round}: {t.text[:MOST_QUOTED]}" for t in shown)]


def _asked(seen: Log) -> Asked | None:
    return next((e.what for e in reversed(seen) if isinstance(e.what, Asked)), None)


def _name(who: Seat, seat: Seat, start: Opened) -> str:
    return f"{start.names[who]} (you)" if who == seat else start.names[who]
