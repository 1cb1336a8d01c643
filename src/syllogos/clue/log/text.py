"""A log of Clue as text, one line an event.

The header comes first, in any order; ``#`` begins a comment::

    players Ada 3, Ben 3, Cleo 3
    me Ada: Plum, Hall, Knife
    public Rope
    cards weapon: Rope, Knife, Axe
    Ben: Plum, Rope, Hall; pass Cleo; show Ada [Plum]
    Cleo: Green, Rope, Study; nobody
    Ada accuses Plum, Rope, Hall: wrong
    undo

Without sizes the cards are dealt evenly; without ``cards`` the deck is the classic one; ``me``
may be missing.  A card may be called by any of its words that no other card has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from syllogos.clue.deals import (
    Accusation,
    ClueTable,
    Suggestion,
    TableEvent,
    TableLog,
    event_fault,
    length_fault,
    table_fault,
)
from syllogos.clue.deck import CLASSIC, matches
from syllogos.errors import InputError, unknown
from syllogos.text.source import Source

ACCUSES = re.compile(r"(?>(?P<who>.+?) accuses )(?P<cards>[^:]+): *+(?P<end>right|correct|wrong|incorrect)")
SUGGESTS = re.compile(r"(?P<who>[^:;]+):(?P<cards>[^;]+)(?P<answers>(?:;[^;]*)*)")
SHOWS = re.compile(r"(?P<who>[^\[\]]+)(?:\[(?P<card>[^\[\]]+)\])?")
SIZED = re.compile(r"(?P<name>.*\S)\s+(?P<size>\d{1,3})")
LONGEST = 1_000
"""Characters of a line that are read."""
MAX_TEXT = 200_000
"""Characters of a log that are read."""


@dataclass(frozen=True)
class Draft:
    """A text log as far as it is written; ``table`` is set when its first event is."""

    sizes: Mapping[str, int | None] = field(default_factory=dict)
    me: str | None = None
    hand: tuple[str, ...] = ()
    public: tuple[str, ...] = ()
    deck: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    table: ClueTable | None = None
    events: tuple[TableEvent, ...] = ()

    @property
    def log(self) -> TableLog:
        """The log so far.

        Raises:
            InputError: the header does not make a table yet.
        """
        return TableLog(self.table or _table(self), self.events)


def write(draft: Draft, line: str) -> Draft:
    """The draft with one more line.

    Raises:
        InputError: what is wrong with the line; the draft stays as it was.
    """
    line = line.partition("#")[0].strip()
    if not line:
        return draft
    if len(line) > LONGEST:
        raise InputError(f"a line is at most {LONGEST} characters")
    if line == "undo":
        if not draft.events:
            raise InputError("there is no event to undo")
        return replace(draft, events=draft.events[:-1])
    word, _, rest = line.partition(" ")
    if word in ("me", "players", "public", "cards") and not rest.startswith(("accuses ", ":")):
        if draft.table is not None:
            raise InputError(f"'{word}' belongs before the first event")
        return _header(draft, word, rest)
    table = draft.table or _table(draft)
    event = _read(table, line)
    if fault := length_fault(len(draft.events) + 1) or event_fault(table, event):
        raise InputError(f"event {len(draft.events)}: {fault}")
    return replace(draft, table=table, events=(*draft.events, event))


def log_from_text(source: Source) -> TableLog:
    """The log that a text holds.

    Raises:
        InputError: names the line, the event's number (from 0) and what is wrong.
    """

    if len(source.text) > MAX_TEXT:
        say = f"{len(source.text)} characters are too many (at most {MAX_TEXT})"
        raise InputError(f"{source.name}: {say}")

    def add(draft: Draft, numbered: tuple[int, str]) -> Draft:
        try:
            return write(draft, numbered[1])
        except InputError as error:
            raise InputError(f"{source.name}:{numbered[0]}: {error}") from None

    draft = reduce(add, enumerate(source.text.splitlines(), 1), Draft())
    try:
        return draft.log
    except InputError as error:
        raise InputError(f"{source.name}: {error}") from None


def _header(draft: Draft, word: str, rest: str) -> Draft:
    # Cards are resolved when the table is made, since the deck may come later.
    if word == "players":
        sized = [SIZED.fullmatch(part) or part for part in _parts(rest)]
        pairs = [(p, None) if isinstance(p, str) else (p["name"], int(p["size"])) for p in sized]
        if len({name for name, _ in pairs}) < len(pairs):
            raise InputError("a player is given twice")
        return replace(draft, sizes=dict(pairs))
    if word == "public":
        return replace(draft, public=_parts(rest))
    name, mark, cards = rest.partition(":")
    if not mark:
        raise InputError(f"write '{word} NAME: card, card, ...'")
    if word == "me":
        return replace(draft, me=name.strip(), hand=_parts(cards))
    return replace(draft, deck={**draft.deck, name.strip(): _parts(cards)})


def _table(draft: Draft) -> ClueTable:
    if not draft.sizes:
        raise InputError("a line 'players Ada 3, Ben 3, ...' is needed before the first event")
    deck = {**CLASSIC, **draft.deck} if set(draft.deck) <= set(CLASSIC) else draft.deck
    cards = tuple(card for own in deck.values() for card in own)
    public = tuple(_named("card", card, cards) for card in draft.public)
    even, left = divmod(len(cards) - len(deck) - len(public), len(draft.sizes))
    if left and None in draft.sizes.values():
        raise InputError(
            "the cards cannot be dealt evenly: give each player's number, as in 'players Ada 4, Ben 3'"
        )
    table = ClueTable(
        categories=deck,
        players=tuple(draft.sizes),
        hand_sizes=tuple(even if size is None else size for size in draft.sizes.values()),
        observer=None if draft.me is None else _named("player", draft.me, tuple(draft.sizes)),
        hand=tuple(_named("card", card, cards) for card in draft.hand),
        public=public,
    )
    if fault := table_fault(table):
        raise InputError(fault)
    return table


def _read(table: ClueTable, line: str) -> TableEvent:
    if found := ACCUSES.fullmatch(line):
        who = _named("player", found["who"], table.players)
        return Accusation(who, _cards(table, found["cards"]), found["end"] in ("right", "correct"))
    found = SUGGESTS.fullmatch(line)
    if found is None:
        raise InputError(
            "not understood; write 'Ada: Plum, Rope, Hall; pass Ben; show Cleo [Rope]', "
            "'Ada accuses Plum, Rope, Hall: wrong' or 'undo'"
        )
    who = _named("player", found["who"], table.players)
    event = Suggestion(who, _cards(table, found["cards"]))
    for answer in filter(None, map(str.strip, found["answers"].split(";"))):
        event = _answered(table, event, answer)
    return event


def _answered(table: ClueTable, event: Suggestion, answer: str) -> Suggestion:
    word, _, rest = answer.partition(" ")
    if event.shower:
        raise InputError(f"after {event.shower} has shown a card nobody else answers")
    if word == "pass" and rest:
        passed = tuple(_named("player", name, table.players) for name in _parts(rest))
        return replace(event, passed=(*event.passed, *passed))
    if word == "nobody" and not rest:
        others = (name for name in table.players if name not in (event.suggester, *event.passed))
        return replace(event, passed=(*event.passed, *others))
    shows = SHOWS.fullmatch(rest) if word == "show" else None
    if shows is None:
        raise InputError(
            f"{answer!r} is no answer; write 'pass Ben', 'show Cleo', 'show Cleo [Rope]' or 'nobody'"
        )
    shown = _named("card", shows["card"], table.cards) if shows["card"] else None
    return replace(event, shower=_named("player", shows["who"], table.players), shown=shown)


def _cards(table: ClueTable, text: str) -> tuple[str, ...]:
    return tuple(_named("card", part, table.cards) for part in _parts(text))


def _named(kind: str, said: str, names: tuple[str, ...]) -> str:
    found = matches(said, names)
    if len(found) > 1:
        raise InputError(f"{kind} {said.strip()!r} may be {' or '.join(found)}")
    if not found:
        raise unknown(kind, said.strip(), names)
    return found[0]


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
