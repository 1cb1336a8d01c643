"""Random tables of Clue for the tests: a true deal, events that fit it, and what brute force says."""

from fractions import Fraction
from itertools import combinations, product

from syllogos.clue.deals import ENVELOPE, Accusation, ClueTable, Suggestion, TableLog
from syllogos.clue.deck import CLASSIC

TINY = {"who": ("Ann", "Bob", "Cyd"), "what": ("Cup", "Pin"), "where": ("Attic", "Barn", "Cellar")}
NAMES = ("Ivy", "Jon", "Kim", "Lou", "Max", "Ned")


def random_log(rng, players=3, categories=TINY, turns=6, spectator=False, lie=0.0):
    """A log as one player saw it; with ``lie`` a share of the events is turned around."""
    deck = [card for cards in categories.values() for card in cards]
    envelope = [rng.choice(cards) for cards in categories.values()]
    rest = [card for card in deck if card not in envelope]
    rng.shuffle(rest)
    public = rest[: len(rest) % players] if rng.random() < 0.5 else []
    hands = {name: rest[len(public) + i :: players] for i, name in enumerate(NAMES[:players])}
    observer = None if spectator else rng.choice(list(hands))
    table = ClueTable(
        categories,
        tuple(hands),
        tuple(map(len, hands.values())),
        observer,
        tuple(hands.get(observer, ())),
        tuple(public),
    )
    events = tuple(_event(rng, table, hands, envelope, i, lie) for i in range(turns))
    return TableLog(table, events)


def _event(rng, table, hands, envelope, turn, lie):
    players = table.players
    me = turn % len(players)
    cards = tuple(rng.choice(own) for own in table.categories.values())
    if rng.random() < 0.1:
        return Accusation(players[me], cards, (list(cards) == envelope) != (rng.random() < lie))
    passed = []
    for name in (*players[me + 1 :], *players[:me]):
        held = [card for card in cards if card in hands[name]]
        if rng.random() < lie:
            held = [] if held else [rng.choice(cards)]
        if held:
            shown = rng.choice(held) if table.observer in (name, players[me]) else None
            return Suggestion(players[me], cards, tuple(passed), name, shown)
        passed.append(name)
    return Suggestion(players[me], cards, tuple(passed))


def classic_log(rng, players=6, turns=12, **kwargs):
    return random_log(rng, players, CLASSIC, turns, **kwargs)


def deals(table):
    """Every deal of a small table that fits the set-up, as holder -> set of cards."""
    deck = [card for card in table.cards if card not in table.public]
    for envelope in product(*table.categories.values()):
        if set(envelope) & set(table.public):
            continue
        rest = [card for card in deck if card not in envelope]
        if sum(table.hand_sizes) == len(rest):
            for hands in _hands(rest, list(zip(table.players, table.hand_sizes, strict=True))):
                if table.observer is None or hands[table.observer] == set(table.hand):
                    yield {**hands, ENVELOPE: set(envelope)}


def _hands(cards, players):
    if not players:
        yield {}
        return
    (name, size), *others = players
    for hand in combinations(cards, size):
        for hands in _hands([card for card in cards if card not in hand], others):
            yield {name: set(hand), **hands}


def fits(deal, event):
    """Whether an event can have happened with a deal."""
    if isinstance(event, Accusation):
        return (set(event.cards) == deal[ENVELOPE]) == event.correct
    if any(deal[name] & set(event.cards) for name in event.passed):
        return False
    if event.shown:
        return event.shown in deal[event.shower]
    return event.shower is None or bool(deal[event.shower] & set(event.cards))


def weight(deal, events):
    """The probability that the cards shown to the observer were chosen, if each was at random."""
    seen = [e for e in events if isinstance(e, Suggestion) and e.shown]
    share = Fraction(1)
    for event in seen:
        share /= len(deal[event.shower] & set(event.cards))
    return share
