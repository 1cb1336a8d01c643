"""The reader: lines and sentences in order, with the moves that headings and earlier sentences set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claims import THEM, YOU, Chances, Claim, Found, Payoff, Reading, Unread
from syllogos.payoffs.reader import cells
from syllogos.payoffs.reader.amounts import extremes, last_amount, numbers
from syllogos.payoffs.reader.context import Context, Reader
from syllogos.payoffs.reader.coverage import cell_reads, charitable, left_over
from syllogos.payoffs.reader.expectation import belief, expected
from syllogos.payoffs.reader.lexer import MAX_SENTENCE, TextLine, lines
from syllogos.payoffs.reader.lexicon import lexicon
from syllogos.payoffs.reader.persons import Addressee, Naming, address, turned, usage
from syllogos.payoffs.reader.rational import comparisons, equilibria, responses
from syllogos.payoffs.reader.relative import is_relative, is_repeated
from syllogos.payoffs.reader.rewrite import has_versa, mirrored, plain
from syllogos.payoffs.reader.safety import avoidance, guarantees, safety
from syllogos.payoffs.reader.scan import events
from syllogos.payoffs.reader.tables import TokenRow, is_row, read_table
from syllogos.payoffs.reader.words import Choice, ChoiceOrGet, Tokens
from syllogos.payoffs.solvers.claims import evaluate, label

MAX_TEXT = 20_000
"""Longest text, in characters, that is read; the rest is reported as unread."""

READERS: tuple[tuple[frozenset[str], Reader], ...] = (
    (frozenset({"SAFE", "SAFER", "SAFEST", "RISKY", "RISKIER"}), safety),
    (frozenset({"AVOID"}), avoidance),
    (frozenset({"ENSURE", "GUARANTEED", "LOWEST", "WORST"}), guarantees),
    (frozenset({"EXPECTED"}), expected),
    (frozenset({"RESPONSE", "PREFER"}), responses),
    (frozenset({"EQUILIBRIUM"}), equilibria),
    (frozenset({"HIGHER", "LOWER", "EQUAL", "DOMINATES"}), comparisons),
    (frozenset({"HIGHER", "LOWER", ">", "<"}), numbers),
)
"""Readers with the tags of which a sentence must have one to be worth reading."""
TELLING = frozenset(
    {"ACT", "DO", "AMT", "PAYOFF", "EQUAL", "HIGHER", "LOWER", "SAFE", "SAFER", "SAFEST", "RISKY", "RISKIER"}
)
UNCLEAR = "it is not clear who 'you' is"
SUMMED = "it may be a total over several rounds"
UNREAD = "talk of payoffs that the rules do not read"


def read(text: str, game: NormalForm, me: int = 0) -> Reading:
    """The claims that ``text`` makes about the payoffs of ``game``, spoken by player ``me``.

    The claims are in the order of the text, each with its sentence; talk of payoffs that
    the rules do not understand is listed as unread.  Time is linear in the text.
    """
    state = _State(text, game, me, speakers(game, me))
    found: list[Found] = []
    unread: list[Unread] = []
    for item in _items(text[:MAX_TEXT], state):
        if isinstance(item, Found):
            found.append(item)
        else:
            unread.append(item)
    if len(text) > MAX_TEXT:
        unread.append(Unread(MAX_TEXT, len(text), "", f"only {MAX_TEXT} characters are read"))
    return Reading(tuple(dict.fromkeys(found)), tuple(unread))


def speakers(game: NormalForm, me: int) -> tuple[str, ...]:
    """The players as claims name them, the speaker first."""
    others = [THEM] if len(game.players) == 2 else [p for i, p in enumerate(game.players) if i != me]
    return (YOU, *others)


@dataclass(frozen=True)
class _Heading:
    """A line that sets moves for the lines under it."""

    level: int
    moves: cells.Scope
    colon: bool


@dataclass
class _State:
    """What was said so far that still conditions what comes."""

    text: str
    game: NormalForm
    me: int
    everyone: tuple[str, ...]
    heads: list[_Heading] = field(default_factory=list)
    topic: str | None = None
    belief: Chances = ()
    amount: Fraction | None = None
    repeated: bool = False
    usage: Naming = field(default_factory=Naming)
    open: cells.Scope = field(default_factory=dict)
    own: cells.Scope = field(default_factory=dict)

    def span(self, tokens: Tokens) -> tuple[int, int, str]:
        """Where a sentence is, and its text."""
        start, end = tokens[0].start, tokens[-1].end
        return start, end, self.text[start:end]

    def base(self) -> dict[str, str]:
        """The moves that the headings set, inner ones over outer ones."""
        return {player: action for head in self.heads for player, action in head.moves.items()}


def _items(text: str, state: _State) -> Iterator[Found | Unread]:
    rows: list[TokenRow] = []
    tagged = tuple(lines(text, lexicon(state.game, state.me, text)))
    state.usage = usage(sentence for line in tagged for sentence in line.sentences)
    for line in tagged:
        whole = tuple(token for sentence in line.sentences for token in sentence)
        if is_row(whole):
            rows.append(whole)
            continue
        yield from _table(rows, state)
        rows = []
        yield from _line(line, state)
    yield from _table(rows, state)


def _line(line: TextLine, state: _State) -> Iterator[Found | Unread]:
    level, colon = line.level, line.heads
    state.heads = [h for h in state.heads if h.level < level or (h.level == level and h.colon and not colon)]
    state.open, state.own = {}, {}
    if YOU in (above := state.base()):
        state.topic = above[YOU]
    said: cells.Scope = {}
    paid = False
    for tokens in line.sentences:
        if len(tokens) > MAX_SENTENCE:
            yield Unread(*state.span(tokens), f"a sentence of more than {MAX_SENTENCE} words")
            continue
        match address(tokens, state.usage, len(state.everyone)):
            case Addressee.UNCLEAR:
                if any(t.tag in TELLING for t in tokens):
                    yield Unread(*state.span(tokens), UNCLEAR)
                continue
            case Addressee.OTHER:
                tokens = turned(tokens)
        claims, moves, rest = _sentence(tokens, state)
        said = moves if colon else {**said, **moves}
        paid = paid or any(isinstance(claim, Payoff) for claim in claims)
        start, end, words = state.span(tokens)
        state.repeated = state.repeated or is_repeated(tokens)
        sums = [c for c in claims if state.repeated and isinstance(c, Payoff) and not _holds(c, state)]
        yield from (Found(claim, start, end, words) for claim in claims if claim not in sums)
        if sums and not rest:
            yield Unread(start, end, words, SUMMED)
        if rest:
            yield Unread(*state.span(rest), UNREAD)
    if said and (colon or not paid):
        state.heads.append(_Heading(level, said, colon))


def _sentence(tokens: Tokens, state: _State) -> tuple[tuple[Claim, ...], cells.Scope, Tokens]:
    """The claims of a sentence, the moves that it sets, what was not read; the state moves on."""
    base = state.base()
    if not any(t.tag in TELLING for t in tokens):
        state.open = {}
        return (), {}, ()
    inherited = {**base, **state.own, **(state.open if _goes_on(tokens) else {})}
    whole, tokens = tokens, plain(tokens, state.game)
    found = tuple(_owned(e, state) for e in events(tokens, state.everyone, state.amount))
    said = cells.scoped(tokens, found, inherited, state.everyone)
    ctx = Context(
        state.game, state.me, state.everyone, tokens, found, said, inherited, state.topic, state.belief
    )
    state.belief = belief(ctx) or state.belief
    if is_relative(whole, state.game):
        return _relative(ctx, state)
    reads = [*cell_reads(ctx)]
    if twice := has_versa(whole):
        reads += mirrored(tuple(reads), state.game)
    ctx = ctx.believing(state.belief)
    tags = {t.tag for t in tokens}
    if not twice and "UNLESS" not in {t.tag for t in whole}:
        reads += [read for triggers, reader in READERS if triggers & tags for read in reader(ctx)]
        reads += extremes(ctx, state.amount)
    claims = tuple(dict.fromkeys(charitable(ctx, read) for read in reads))
    state.amount = last_amount(ctx)
    if said.own:
        state.topic = said.own[0] if len(said.own) == 1 else None
        state.own = {YOU: said.own[0]} if len(said.own) == 1 and YOU in base else {}
    state.open = {p: a for p, a in said.scope.items() if p != YOU or len(said.own) < 2}
    moves = {p: a for p, a in said.scope.items() if inherited.get(p) != a}
    return claims, moves, left_over(ctx, reads)


def _owned(event: ChoiceOrGet, state: _State) -> ChoiceOrGet:
    """An action that only one player has is that player's: ``up and left`` is a profile."""
    if not isinstance(event, Choice) or event.who:
        return event
    order = [state.me, *(i for i in range(len(state.everyone)) if i != state.me)]
    owners = [p for p, i in zip(state.everyone, order, strict=True) if event.action in state.game.actions[i]]
    return replace(event, who=(owners[0],)) if len(owners) == 1 else event


def _holds(claim: Claim, state: _State) -> bool:
    return label(evaluate(claim, state.game, state.me)) != "FALSE"


def _relative(ctx: Context, state: _State) -> tuple[tuple[Claim, ...], cells.Scope, Tokens]:
    """What is read of a sentence with a difference, total or average: expected payoffs, and the moves."""
    reads = expected(ctx.believing(state.belief)) if ctx.has("EXPECTED") else ()
    state.amount = None
    state.open = dict(ctx.said.scope)
    choices = tuple(e for e in ctx.events if isinstance(e, Choice))
    rest = left_over(replace(ctx, events=choices), reads)
    moves = {p: a for p, a in ctx.said.scope.items() if ctx.base.get(p) != a}
    return tuple(read.claim for read in reads), moves, rest or (() if reads else ctx.tokens)


def _goes_on(tokens: Tokens) -> bool:
    """Whether the sentence speaks of the case of the one before it."""
    if tokens[0].tag == "THIS":
        return not any(t.word == "because" for t in tokens[:4])
    return any(t.tag == "SAMECASE" for t in tokens[:4])


def _table(rows: list[TokenRow], state: _State) -> Iterator[Found | Unread]:
    if not rows:
        return
    start, end = rows[0][0].start, rows[-1][-1].end
    whose = address([token for row in rows for token in row], state.usage, len(state.everyone))
    if whose is Addressee.UNCLEAR:
        yield Unread(start, end, state.text[start:end], UNCLEAR)
        return
    if whose is Addressee.OTHER:
        rows = [turned(row) for row in rows]
    table = read_table(rows, state.everyone)
    if not table.stated and _is_transposed([claim for claim, _ in table.claims], state):
        reason = "a table that does not say which side is whose"
        yield Unread(start, end, state.text[start:end], reason)
        return
    for claim, row in table.claims:
        yield Found(claim, *state.span(row))


def _is_transposed(claims: list[Payoff], state: _State) -> bool:
    """Whether a table is wrong as it is and right with its sides exchanged."""

    def fits(exchange: bool) -> bool:
        for claim in claims:
            actions = [m.action for m in claim.moves]
            row = state.game.payoffs.get(tuple(actions[::-1] if exchange ^ (state.me == 1) else actions))
            own = state.me if claim.player == YOU else 1 - state.me
            if row is None or row[own] != claim.amount:
                return False
        return True

    return not fits(exchange=False) and fits(exchange=True)
