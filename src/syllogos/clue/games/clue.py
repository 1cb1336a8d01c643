"""Clue without a board: suggestions, cards shown in private, one accusation each.

After arXiv 2609.18736 (section 3.1).  Who could show a card shows one: the game itself
passes for a seat, so nobody can pass falsely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Literal

from syllogos.clue import deal
from syllogos.clue.deck import CLASSIC
from syllogos.clue.events import (
    EVENTS,
    Accused,
    Ask,
    Asked,
    Cards,
    Dealt,
    NoMove,
    Opened,
    Passed,
    Rules,
    Sealed,
    Showed,
    Shown,
    Suggested,
    Thought,
    opened,
)
from syllogos.clue.measures import measures
from syllogos.clue.moves import NONE, WAIT, ClueMove, Forms
from syllogos.clue.view import view
from syllogos.clue.words import words
from syllogos.contract import NOBODY, Event, Form, Log, Menu, Outcome, Seat, Trace
from syllogos.counts import check_counts
from syllogos.errors import InputError

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Flo")


@dataclass(frozen=True)
class Sitting:
    """The events so far, the deal, and what is asked of whom."""

    log: Log
    hands: tuple[frozenset[str], ...]
    envelope: Cards
    asked: Asked | None
    done: frozenset[Seat] = frozenset()
    right: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class ClueGame:
    """Suggest, disprove, accuse.  The first right accusation scores 1, everything else 0."""

    names: tuple[str, ...]
    categories: Mapping[str, Cards]
    rules: Rules = field(default_factory=Rules)
    leftovers: deal.Leftovers = "face_up"
    shuffle: bool = True
    attempts: int = 3

    @property
    def seats(self) -> int:
        """One seat per player."""
        return len(self.names)

    @cached_property
    def _forms(self) -> Forms:
        return Forms(self.categories)

    def start(self, rng: Random) -> Sitting:
        """Shuffle, seal the envelope, deal."""
        order = deal.order(self.seats, rng, shuffle=self.shuffle)
        dealt = deal.deal(self.categories, order, rng, self.leftovers)
        sizes = tuple(map(len, dealt.hands))
        start = Opened(self.names, order, self.categories, sizes, dealt.public, self.rules)
        hands = (Event(Dealt(s, dealt.hands[s]), frozenset({s})) for s in map(Seat, range(self.seats)))
        log = (Event(start), Event(Sealed(dealt.envelope), NOBODY), *hands)
        state = Sitting(log, tuple(map(frozenset, dealt.hands)), dealt.envelope, None)
        return self._next(state, 1)

    def to_move(self, state: Sitting) -> frozenset[Seat]:
        """Whoever is asked."""
        return frozenset({state.asked.seat}) if state.asked else frozenset()

    def moves(self, seat: Seat, seen: Log) -> Menu[ClueMove] | Form[ClueMove]:
        """One card of each category, a word instead, or one of the cards that may be shown."""
        hand = next((e.what.cards for e in seen if isinstance(e.what, Dealt) and e.what.seat == seat), ())
        return self._forms.moves(last_asked(seen), self.rules, hand)

    def words(self, seat: Seat, seen: Log) -> str:
        """Rules, the own cards, all turns, the own earlier thoughts, and what is asked."""
        return words(seat, seen)

    def step(self, state: Sitting, turn: Mapping[Seat, Trace[ClueMove]], rng: Random) -> Sitting:
        """Take what was asked; a missing move is dealt with as ``on_invalid`` says."""
        asked = state.asked
        assert asked is not None, "step is called while somebody is asked"
        trace = turn[asked.seat]
        state = _thought(state, asked, trace.last.decision.because)
        move = trace.move
        if move is None:
            fault = trace.last.review.fault
            move, rule = self._substitute(state, asked, rng)
            note = NoMove(asked.turn, asked.seat, asked.what, rule, fault.kind if fault else "")
            state = _add(state, Event(note, NOBODY))
        if asked.what == "show":
            return self._after(_show(state, asked, str(move)), asked, "suggest")
        form = self._forms.accuse if asked.what == "accuse" else self._forms.suggest_or_not
        cards = self._forms.cards(form.validate_python(move))
        if asked.what == "accuse":
            return self._accuse(state, asked, cards)
        return self._suggest(state, asked, cards, rng)

    def outcome(self, state: Sitting) -> Outcome:
        """1 for the first right accusation."""
        end = "solved" if state.right else "unsolved"
        return Outcome(end, {Seat(s): float(state.right[:1] == (s,)) for s in range(self.seats)})

    def _suggest(self, state: Sitting, asked: Asked, cards: Cards, rng: Random) -> Sitting:
        state = _add(state, Event(Suggested(asked.turn, asked.round, asked.seat, cards)))
        for seat in self._answering(state, asked.seat) if cards else ():
            held = tuple(card for card in cards if card in state.hands[seat])
            if not held:
                state = _add(state, Event(Passed(seat)))
                continue
            to_show = Asked(asked.turn, asked.round, seat, "show", held, asked.seat)
            if len(held) > 1 and self.rules.show == "agent":
                return _ask(state, to_show)
            card = deal.least_revealing(state.log, to_show, rng) if self.rules.show != "random" else ""
            return self._after(_show(state, to_show, card or rng.choice(held)), asked, "suggest")
        return self._after(state, asked, "suggest")

    def _accuse(self, state: Sitting, asked: Asked, cards: Cards) -> Sitting:
        if not cards:
            return self._after(state, asked, "accuse")
        right = cards == state.envelope
        told = Accused(asked.turn, asked.round, asked.seat, cards, right)
        hidden = replace(told, cards=(), correct=None)
        public = self.rules.accusations == "public" or (
            self.rules.accusations == "wrong_public" and not right
        )
        mine = frozenset({asked.seat})
        others = frozenset(map(Seat, range(self.seats))) - mine
        events = (Event(told),) if public else (Event(told, mine), Event(hidden, others))
        winners = (*state.right, asked.seat) if right else state.right
        state = replace(state, done=state.done | mine, right=winners)
        return self._after(_add(state, *events), asked, "accuse")

    def _after(self, state: Sitting, asked: Asked, part: Ask) -> Sitting:
        """Go on after a part of a turn: with its other part, or with the next turn."""
        seat = asked.seat if asked.by is None else asked.by
        first: Ask = "suggest" if self.rules.order == "suggest_first" else "accuse"
        if part == first and seat not in state.done:
            other: Ask = "accuse" if first == "suggest" else "suggest"
            return _ask(state, Asked(asked.turn, asked.round, seat, other))
        return self._next(state, asked.turn + 1)

    def _next(self, state: Sitting, turn: int) -> Sitting:
        """Ask the next seat that has not accused; nobody when the game is over."""
        order = opened(state.log).order
        over = len(state.done) == self.seats or (state.right and not self.rules.play_on)
        while not over and turn <= self.rules.rounds * self.seats:
            seat = order[(turn - 1) % self.seats]
            if seat not in state.done:
                first: Ask = "suggest" if self.rules.order == "suggest_first" else "accuse"
                return _ask(state, Asked(turn, (turn - 1) // self.seats + 1, seat, first))
            turn += 1
        return replace(state, asked=None)

    def _answering(self, state: Sitting, suggester: Seat) -> tuple[Seat, ...]:
        order = opened(state.log).order
        at = order.index(suggester)
        return (*order[at + 1 :], *order[:at])

    def _substitute(self, state: Sitting, asked: Asked, rng: Random) -> tuple[ClueMove, str]:
        if asked.what == "show":
            return rng.choice(asked.cards), "forced"
        if asked.what == "accuse":
            return WAIT, "abstain"
        if self.rules.on_invalid == "abstain":
            return NONE, "abstain"
        hand = () if self.rules.own_cards else state.hands[asked.seat]
        allowed = {name: [c for c in cards if c not in hand] for name, cards in self.categories.items()}
        if not all(allowed.values()):
            return NONE, "abstain"
        return {name: rng.choice(cards) for name, cards in allowed.items()}, "forced"


def make(
    players: int | list[str] = 6,
    categories: dict[str, list[str]] | None = None,
    rounds: int = 20,
    leftovers: deal.Leftovers = "face_up",
    shuffle: bool = True,
    order: Literal["suggest_first", "accuse_first"] = "suggest_first",
    suggestion: Literal["optional", "required"] = "optional",
    own_cards: bool = True,
    show: Literal["agent", "random", "least_revealing"] = "agent",
    accusations: Literal["private", "wrong_public", "public"] = "private",
    play_on: bool = True,
    on_invalid: Literal["abstain", "forced"] = "abstain",
    attempts: int = 3,
) -> ClueGame:
    """A game of Clue; see :class:`syllogos.clue.events.Rules` for the rules.

    Args:
        players: how many (2 to 6), or their names.
        categories: another deck, cards by category.
        rounds: most rounds played.
        leftovers: cards that cannot be dealt evenly lie ``face_up``, or go to the first (``uneven``).
        shuffle: whether the order of turns is drawn, or is that of the seats.
        order: of the parts of a turn.
        suggestion: optional or required.
        own_cards: whether own cards may be suggested.
        show: who chooses the card to show.
        accusations: what the others learn of them.
        play_on: whether the others go on after the first right accusation.
        on_invalid: what stands in for a suggestion that did not come.
        attempts: how often a seat may try at one question.

    Raises:
        InputError: players, deck or numbers that make no game.
    """
    names = NAMES[:players] if isinstance(players, int) else tuple(players)
    if isinstance(players, int) and not 2 <= players <= len(NAMES):
        raise InputError(
            f"players must be 2 to {len(NAMES)} (or a list of names), not {players}", key=("players",)
        )
    deck = {name: tuple(cards) for name, cards in (categories or CLASSIC).items()}
    if fault := deal.fault(names, deck):
        raise InputError(fault)
    check_counts(rounds, attempts)
    rules = Rules(rounds, order, suggestion, own_cards, show, accusations, play_on, on_invalid)
    return ClueGame(names, deck, rules, leftovers, shuffle, attempts)


make.example = {  # type: ignore[attr-defined]
    "players": 3,
    "rounds": 2,
    "categories": {
        "suspect": ["Amber", "Birch", "Cedar"],
        "weapon": ["Drill", "Easel", "Fork"],
        "room": ["Gallery", "Hut", "Inn"],
    },
}


make.measures = measures  # type: ignore[attr-defined]
make.events = EVENTS  # type: ignore[attr-defined]
make.view = view  # type: ignore[attr-defined]


def last_asked(seen: Log) -> Asked | None:
    """What a seat was asked last."""
    return next((e.what for e in reversed(seen) if isinstance(e.what, Asked)), None)


def _ask(state: Sitting, asked: Asked) -> Sitting:
    return replace(_add(state, Event(asked, frozenset({asked.seat}))), asked=asked)


def _show(state: Sitting, asked: Asked, card: str) -> Sitting:
    assert asked.by is not None, "a card is shown to somebody"
    two = frozenset({asked.seat, asked.by})
    return _add(state, Event(Showed(asked.seat)), Event(Shown(asked.seat, asked.by, card), two))


def _thought(state: Sitting, asked: Asked, text: str) -> Sitting:
    if not text:
        return state
    thought = Thought(asked.turn, asked.round, asked.seat, text)
    return _add(state, Event(thought, frozenset({asked.seat})))


def _add(state: Sitting, *events: Event) -> Sitting:
    return replace(state, log=state.log + events)
