"""The game of Clue: its rules, and that no seat learns what it may not know."""

import json
import re
from random import Random

import pytest

from syllogos.api import play
from syllogos.clue.events import (
    EVENTS,
    Accused,
    Asked,
    Dealt,
    NoMove,
    Opened,
    Passed,
    Sealed,
    Showed,
    Shown,
    Suggested,
    Thought,
)
from syllogos.clue.games import clue
from syllogos.clue.solvers.deals import deduce
from syllogos.clue.table import table_log
from syllogos.contract import Attempt, Decision, Fault, Form, Menu, Review, Seat, Trace, seen_by
from syllogos.errors import InputError
from syllogos.match.record import event_to_json, record_from_json
from syllogos.testing import check_game
from syllogos.text.plain import canonical

DECK = {
    "suspect": ["qzaa", "qzab", "qzac", "qzad"],
    "weapon": ["qzba", "qzbb", "qzbc"],
    "room": ["qzca", "qzcb", "qzcc", "qzcd", "qzce"],
}


def propose(view, rng):
    """A random legal move of any kind."""
    if isinstance(view.moves, Menu):
        return rng.choice(list(view.moves.options.values()))
    asked = next((e.what for e in reversed(view.log) if isinstance(e.what, Asked)), None)
    start = view.log[0].what
    if asked and asked.what == "accuse" and rng.random() < 0.9:
        return "wait"
    hand = next(e.what.cards for e in view.log if isinstance(e.what, Dealt))
    own = () if start.rules.own_cards or (asked and asked.what == "accuse") else hand
    choices = {name: [c for c in cards if c not in own] for name, cards in start.categories.items()}
    return {name: rng.choice(cards) for name, cards in choices.items()}


def settings(rng):
    """A random choice of every rule."""
    return {
        "categories": DECK,
        "players": rng.randint(2, 4),
        "rounds": rng.randint(1, 5),
        "leftovers": rng.choice(["face_up", "uneven"]),
        "shuffle": rng.random() < 0.5,
        "order": rng.choice(["suggest_first", "accuse_first"]),
        "suggestion": rng.choice(["optional", "required"]),
        "show": rng.choice(["agent", "random", "least_revealing"]),
        "accusations": rng.choice(["private", "wrong_public", "public"]),
        "play_on": rng.random() < 0.5,
        "on_invalid": rng.choice(["abstain", "forced"]),
    }


def walk(game, rng, choose=propose, because=lambda _seat, _turn: ""):
    """Play with random moves; yields each state before it is moved in, and the last."""
    state, turn = game.start(rng), 0
    yield state
    while seats := game.to_move(state):
        (seat,) = seats
        seen = seen_by(seat, state.log)
        view = type("View", (), {"moves": game.moves(seat, seen), "log": seen, "seat": seat})
        move = choose(view, rng)
        fault = move if isinstance(move, Fault) else None
        decision = Decision(move, because(seat, turn))
        state = game.step(state, {seat: Trace((Attempt(decision, Review(fault)),))}, rng)
        turn += 1
        yield state


def final(game, seed, **kwargs):
    *_, last = walk(game, Random(seed), **kwargs)
    return last


def may_know(event, seat, rules):
    """Whether a seat may know an event, by the rules of the game and not by its audience."""
    match event:
        case Sealed() | NoMove():
            return False
        case Dealt(seat=owner) | Asked(seat=owner) | Thought(seat=owner):
            return owner == seat
        case Shown(seat=shower, to=suggester):
            return seat in (shower, suggester)
        case Accused(seat=owner, cards=cards, correct=correct) if owner != seat and cards:
            return rules.accusations == "public" or (rules.accusations == "wrong_public" and not correct)
        case Accused(seat=owner, cards=()):
            return owner != seat
    return True


@pytest.mark.parametrize("seed", range(300))
def test_no_card_or_thought_reaches_a_seat_that_may_not_know_it(seed):
    rng = Random(seed)
    game = clue.make(**settings(rng))
    tokens = {s: f"thought-of-{s}-" for s in range(game.seats)}

    def careless(view, rng):
        return Fault("unparsable", "planted") if rng.random() < 0.1 else propose(view, rng)

    for state in walk(game, rng, choose=careless, because=lambda s, t: f"{tokens[s]}{t}"):
        for seat in map(Seat, range(game.seats)):
            seen = seen_by(seat, state.log)
            text = game.words(seat, seen)
            moves = game.moves(seat, seen)
            shown = "\n".join([text, *(canonical(event_to_json(e)) for e in seen)])
            assert not any(token in shown for s, token in tokens.items() if s != seat)
            told = [e.what for e in state.log if may_know(e.what, seat, game.rules)]
            _counted(text, told, state.log[0].what)
            assert told == [e.what for e in seen]
            if isinstance(moves, Menu):
                hand = next(e.cards for e in told if isinstance(e, Dealt))
                assert set(moves.options) <= set(hand)


def _counted(text, told, start):
    """Each card is named as often as what the seat may know names it: a leak would be once more."""
    named = [card for cards in start.categories.values() for card in cards]
    named += start.public
    for event in told:
        match event:
            case Dealt(cards=cards) | Suggested(cards=cards) | Accused(cards=cards):
                named += cards
            case Shown(card=card):
                named.append(card)
    for card in set(named):
        assert len(re.findall(card, text)) == named.count(card), card


@pytest.mark.parametrize("seed", range(40))
def test_the_game_keeps_the_contract_under_every_rule(seed):
    check_game("clue", games=2, propose=propose, **settings(Random(seed)))


def test_reasoning_with_any_text_stays_with_its_seat():
    game = clue.make(players=3, rounds=2)
    last = final(game, 1, because=lambda seat, _turn: f"private to {seat}")
    thoughts = [e for e in last.log if isinstance(e.what, Thought)]
    assert thoughts and all(e.to == {e.what.seat} for e in thoughts)
    assert "private to 1" in game.words(Seat(1), seen_by(Seat(1), last.log))


def test_nobody_passes_falsely_and_answers_come_in_order():
    for seed in range(50):
        game = clue.make(**settings(Random(seed)))
        state = final(game, seed)
        order, suggester, cards = state.log[0].what.order, None, ()
        expected = []
        for what in (e.what for e in state.log):
            match what:
                case Suggested(seat=seat, cards=cards):
                    assert not expected or not suggester, "the last suggestion was answered to its end"
                    suggester, at = seat, order.index(seat)
                    expected = [*order[at + 1 :], *order[:at]] if cards else []
                case Passed(seat=seat):
                    assert expected.pop(0) == seat and not state.hands[seat] & set(cards)
                case Showed(seat=seat):
                    assert expected.pop(0) == seat and state.hands[seat] & set(cards)
                    expected = []
                case Shown(seat=seat, card=card):
                    assert card in cards and card in state.hands[seat]
            if not expected:
                suggester = None


def test_every_seat_can_always_explain_what_it_saw():
    for seed in range(30):
        game = clue.make(**settings(Random(seed)))
        state = final(game, seed)
        for seat in (*map(Seat, range(game.seats)), None):
            seen = state.log if seat is None else seen_by(seat, state.log)
            if seat is None:
                seen = tuple(e for e in state.log if e.to is None)
            belief = deduce(table_log(seat, seen))
            assert belief.contradiction is None
            for card, row in belief.matrix.items():
                where = "ENVELOPE" if card in state.envelope else None
                for s, hand in enumerate(state.hands):
                    where = game.names[s] if card in hand else where
                assert where is None or row[where] != "NO"


def script(**says):
    """A policy by phase; what is not given waits, or shows its first card."""

    def choose(view, _rng):
        asked = next(e.what for e in reversed(view.log) if isinstance(e.what, Asked))
        if asked.what == "show":
            return asked.cards[0]
        given = says.get(asked.what)
        return given(view, asked) if given else {"suggest": "none", "accuse": "wait"}[asked.what]

    return choose


def test_a_wrong_accusation_ends_the_turns_but_not_the_duty_to_show():
    game = clue.make(players=2, rounds=4, shuffle=False, categories=DECK)
    wrong = {"suspect": "qzaa", "weapon": "qzba", "room": "qzca"}

    def accuse(view, asked):
        return wrong if view.seat == 0 and asked.round == 1 else "wait"

    def suggest(view, _asked):
        hand = next(e.what.cards for e in view.log if isinstance(e.what, Dealt))
        free = {name: [c for c in cards if c not in hand] for name, cards in DECK.items()}
        return {name: cards[0] for name, cards in free.items()}

    state = final(game, 3, choose=script(accuse=accuse, suggest=suggest))
    turns = [e.what for e in state.log if isinstance(e.what, Asked) and e.what.what == "suggest"]
    assert [(t.seat, t.round) for t in turns] == [(0, 1), (1, 1), (1, 2), (1, 3), (1, 4)]
    assert sum(isinstance(e.what, Showed) and e.what.seat == 0 for e in state.log) >= 1
    assert game.outcome(state).scores == {0: 0.0, 1: 0.0} and game.outcome(state).end == "unsolved"


@pytest.mark.parametrize(
    ("accusations", "right", "told"),
    [
        ("private", True, False),
        ("private", False, False),
        ("wrong_public", True, False),
        ("wrong_public", False, True),
        ("public", True, True),
        ("public", False, True),
    ],
)
def test_what_others_learn_of_an_accusation(accusations, right, told):
    game = clue.make(players=3, rounds=1, accusations=accusations, categories=DECK, shuffle=False)
    envelope = game.start(Random(5)).envelope
    named = dict(zip(DECK, envelope, strict=True))
    if not right:
        named["room"] = next(c for c in DECK["room"] if c not in envelope)

    def accuse(view, _asked):
        return named if view.seat == 0 else "wait"

    state = final(game, 5, choose=script(accuse=accuse))
    (other,) = [e.what for e in seen_by(Seat(1), state.log) if isinstance(e.what, Accused)]
    (own,) = [e.what for e in seen_by(Seat(0), state.log) if isinstance(e.what, Accused)]
    assert own.correct is right and own.cards == tuple(named.values())
    assert (other.cards, other.correct) == ((own.cards, right) if told else ((), None))


def test_the_others_play_on_after_a_right_accusation_unless_told_otherwise():
    for play_on, accused in ((True, 3), (False, 1)):
        game = clue.make(players=3, rounds=2, play_on=play_on, categories=DECK)
        named = dict(zip(DECK, game.start(Random(5)).envelope, strict=True))
        state = final(game, 5, choose=script(accuse=lambda _v, _a, named=named: named))
        assert len([e for e in state.log if isinstance(e.what, Accused) and e.what.cards]) == accused
        first = state.log[0].what.order[0]
        assert game.outcome(state).scores == {s: float(s == first) for s in range(3)}


def test_moves_that_are_not_legal_are_faults():
    game = clue.make(players=3, own_cards=False, suggestion="required", shuffle=False)
    seen = seen_by(Seat(0), game.start(Random(1)).log)
    form, hand = game.moves(Seat(0), seen), next(e.what.cards for e in seen if isinstance(e.what, Dealt))
    assert isinstance(form, Form)
    own = {
        name: next(c for c in cards if c in hand)
        for name, cards in game.categories.items()
        if set(cards) & set(hand)
    }
    move = {**{name: cards[0] for name, cards in game.categories.items()}, **own}
    fault = form.check(form.shape.validate_python(move))
    assert fault is not None and fault.kind == "illegal" and "your own card" in fault.say
    for bad in ("none", {"suspect": "plum"}, {**move, "room": "Attic"}, {**move, "pet": "Dog"}):
        with pytest.raises(ValueError):
            form.shape.validate_python(bad)
    assert form.shape.validate_python({**move, "suspect": "plum"})["suspect"] == "Professor Plum"


def test_a_missing_suggestion_is_dealt_with_as_configured():
    for on_invalid, cards in (("abstain", 0), ("forced", 3)):
        game = clue.make(players=3, rounds=1, on_invalid=on_invalid)
        state = final(game, 2, choose=lambda _v, _r: Fault("empty", "nothing"))
        assert {len(e.what.cards) for e in state.log if isinstance(e.what, Suggested)} == {cards}
        assert [e.what.rule for e in state.log if isinstance(e.what, NoMove)].count(on_invalid) >= 3


def test_leftovers_lie_face_up_or_go_round():
    for leftovers, sizes, public in (("face_up", {4}, 2), ("uneven", {4, 5}, 0)):
        opened = clue.make(players=4, leftovers=leftovers).start(Random(1)).log[0].what
        assert isinstance(opened, Opened)
        assert set(opened.hand_sizes) == sizes and len(opened.public) == public


def test_the_least_revealing_card_is_one_the_suggester_has_seen():
    game = clue.make(players=2, rounds=6, show="least_revealing", categories=DECK, shuffle=False)
    for seed in range(20):
        told = [e.what for e in final(game, seed).log if isinstance(e.what, Suggested | Shown)]
        seen, cards = set(), ()
        for what in told:
            if isinstance(what, Suggested):
                cards = what.cards
            else:
                known = {(what.seat, card) for card in cards} & seen
                assert not known or (what.seat, what.card) in seen
                seen.add((what.seat, what.card))


def test_a_recorded_log_is_read_back():
    record = play("clue", ["clue_possible"] * 3, rounds=3, players=3)
    kinds = {type(event.what) for event in record.log}
    assert Opened in kinds and kinds <= set(EVENTS)
    again = record_from_json(json.loads(json.dumps(record.to_json())), EVENTS)
    assert again == record


@pytest.mark.parametrize(
    "config",
    [
        {"players": 1},
        {"players": 7},
        {"players": ["A", "A"]},
        {"rounds": 0},
        {"categories": {"suspect": ["a"], "weapon": ["b", "c"]}},
        {"categories": {"suspect": ["a", "b"], "weapon": ["a", "c"]}},
        {"players": 4, "categories": {"suspect": ["a", "b"], "weapon": ["c", "d"]}},
    ],
)
def test_a_table_that_makes_no_game_is_refused(config):
    with pytest.raises(InputError):
        clue.make(**config)
