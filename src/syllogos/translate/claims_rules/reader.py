"""The reader: lines and sentences in order, with the moves that headings and earlier sentences set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from syllogos.logic.claims import THEM, YOU, Belief, Claim, Found, Reading, Unread
from syllogos.logic.normal_form import NormalForm
from syllogos.translate.claims_rules import cells
from syllogos.translate.claims_rules.amounts import extremes, last_amount, numbers
from syllogos.translate.claims_rules.context import Context, Reader
from syllogos.translate.claims_rules.lexer import Line, lines
from syllogos.translate.claims_rules.lexicon import lexicon
from syllogos.translate.claims_rules.rational import belief, comparisons, expected, responses
from syllogos.translate.claims_rules.safety import avoidance, guarantees, safety
from syllogos.translate.claims_rules.scan import Tokens, events

READERS: tuple[Reader, ...] = (safety, avoidance, guarantees, expected, responses, comparisons, numbers)

MAX_TEXT = 2_000_000


def read(text: str, game: NormalForm, me: int = 0) -> Reading:
    """The claims that ``text`` makes about the payoffs of ``game``, spoken by player ``me``."""
    everyone = speakers(game, me)
    state = State(game, me, everyone)
    found: list[Found] = []
    for line in lines(text[:MAX_TEXT], lexicon(game, me)):
        state.enter(line)
        for tokens in line.sentences:
            start, end = tokens[0].start, tokens[-1].end
            found.extend(Found(claim, start, end, text[start:end]) for claim in state.sentence(tokens))
        state.leave(line)
    return Reading(tuple(dict.fromkeys(found)), ())


def speakers(game: NormalForm, me: int) -> tuple[str, ...]:
    """The players as claims name them, the speaker first."""
    others = [THEM] if len(game.players) == 2 else [p for i, p in enumerate(game.players) if i != me]
    return (YOU, *others)


@dataclass
class State:
    """What was said so far that still conditions what comes."""

    game: NormalForm
    me: int
    everyone: tuple[str, ...]
    belief: Belief = ()
    amount: Fraction | None = None
    topic: str | None = None
    open: dict[str, str] = field(default_factory=dict)
    heads: list[tuple[int, dict[str, str], bool]] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    paid: bool = False

    def enter(self, line: Line) -> None:
        """Leave the headings that do not reach this line."""
        self.heads = [
            h for h in self.heads if h[0] < line.level or (h[0] == line.level and h[2] and not line.heads)
        ]
        self.open = {}
        self.said, self.paid = {}, False
        if self.heads and self.heads[-1][1].get(YOU):
            self.topic = self.heads[-1][1][YOU]
        elif line.bullet and not self.heads:
            pass

    def base(self) -> dict[str, str]:
        """The moves that the headings set."""
        merged: dict[str, str] = {}
        for _, moves, _ in self.heads:
            merged.update(moves)
        return merged

    def sentence(self, tokens: Tokens) -> Iterator[Claim]:
        found = events(tokens, self.everyone)
        them = self.everyone[1] if len(self.everyone) == 2 else None
        inherited = self.base()
        if any(t.tag == "SAMECASE" for t in tokens[:4]) or tokens[0].tag == "THIS":
            inherited |= self.open
        said = cells.scoped(tokens, found, inherited, YOU, them)
        always = any(t.tag == "ALWAYS" for t in tokens)
        for held in said.held:
            yield from cells.claims(held, self.topic, self.everyone, always)
        ctx = Context(
            self.game, self.me, self.everyone, tokens, found, said, inherited, self.topic, self.belief
        )
        self.belief = belief(ctx) or self.belief
        ctx = replace(ctx, belief=self.belief)
        for reader in READERS:
            yield from reader(ctx)
        yield from extremes(ctx, self.amount)
        self.amount = last_amount(ctx)
        self.paid = self.paid or bool(said.held)
        self.said.update({p: a for p, a in said.scope.items() if inherited.get(p) != a})
        if len(said.own) == 1:
            self.topic = said.own[0]
        elif len(said.own) > 1:
            self.topic = None
        self.open = dict(said.scope)
        if len(said.own) > 1:
            self.open.pop(YOU, None)

    def leave(self, line: Line) -> None:
        """Remember the line as a heading for what is indented under it."""
        if self.said and (line.heads or not self.paid):
            self.heads.append((line.level, dict(self.said), line.heads))
