"""What of a sentence was read: the claims with the words that make them, and the words left over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from syllogos.payoffs.claims import Claim, Numbers
from syllogos.payoffs.reader.cells import readings
from syllogos.payoffs.reader.context import COMPARING, Context
from syllogos.payoffs.reader.numerals import COUNTED
from syllogos.payoffs.reader.words import Choice, Get, Read, Tokens
from syllogos.payoffs.solvers.claims import evaluate, label

ABOUT = frozenset({"ACT", "DO", "AMT", "PAYOFF", "GET", "GETTING", "GIVE"})
BREAKS = frozenset({",", ":", "BUT", "WHILE"})
NUMBERED = frozenset(
    {"step", "option", "scenario", "case", "part", "section", "round", "strategy", "outcome", "situation",
     "possibility", "game", "point", "number", "#"}
)  # fmt: skip
SAYS = frozenset({"GET", "GIVE", "ENSURE"})
DEGREES = frozenset({"more", "less", "most", "least"})
GAINFUL = frozenset(
    {"profitable", "lucrative", "beneficial", "rewarding", "valuable", "advantageous", "favorable",
     "favourable", "money", "points", "attractive", "desirable", "costly", "often"}
)  # fmt: skip


def cell_reads(ctx: Context) -> tuple[Read, ...]:
    """The claims about cells: in each clause the reading that is least false.

    A text is not called wrong as long as some natural reading of it is right.
    """
    always = ctx.has("ALWAYS")
    found: list[Read] = []
    for _, clause in groupby(ctx.said.held, key=lambda h: (h.scope, h.doubts)):
        held = list(clause)
        options = [
            readings(h, ctx.topic, ctx.everyone, always=always, strays=_strays(ctx, h.get)) for h in held
        ]
        for h, claims in zip(held, least_false(ctx, options), strict=True):
            used = frozenset(range(h.get.at, h.get.end))
            found += (Read(claim, used) for claim in claims)
    return tuple(found)


def _strays(ctx: Context, get: Get) -> bool:
    """Whether a payoff need not be about the topic: other actions are named, or nobody plainly gets it."""
    theirs = {k for e in ctx.events if isinstance(e, Choice) and e.who for k in range(e.at, e.end)}
    named = any(t.tag in ("ACT", "DO") and k not in theirs for k, t in enumerate(ctx.tokens))
    return named or not any(t.tag in ("GET", "GIVE") for t in ctx.tokens[get.at : get.end])


def least_false(ctx: Context, options: Sequence[tuple[tuple[Claim, ...], ...]]) -> list[tuple[Claim, ...]]:
    """One reading for each payoff of a clause: all by the first, all by the second, and so on."""
    widest = max(map(len, options))
    ways = [[o[min(n, len(o) - 1)] if o else () for o in options] for n in range(max(1, widest))]
    return min(ways, key=lambda way: sum(_is_false(ctx, claim) for claims in way for claim in claims))


def charitable(ctx: Context, read: Read) -> Claim:
    """The claim, or the first other reading that is true when it is false."""
    if not read.others or not _is_false(ctx, read.claim):
        return read.claim
    return next((c for c in read.others if label(evaluate(c, ctx.game, ctx.me)) == "TRUE"), read.claim)


def left_over(ctx: Context, reads: Sequence[Read]) -> Tokens:
    """The clauses with amounts and words of comparison that no claim accounts for."""
    heading = ctx.tokens[-1].tag == ":" and not any(t.tag in ("ACT", "DO", "AMT") for t in ctx.tokens)
    if heading or not any(t.tag in ABOUT or t.word in ("better off", "worse off") for t in ctx.tokens):
        return ()
    used = {k for read in reads for k in read.used}
    used |= {k for e in ctx.events if isinstance(e, Choice) for k in range(e.at, e.end)}
    used |= {k for k, t in enumerate(ctx.tokens) if t.tag == "PERCENT" and _is_believed(ctx, t.amount)}
    used -= _unjudged(ctx, reads)
    missed = [k for k, t in enumerate(ctx.tokens) if k not in used and _tells(ctx.tokens, k)]
    if not missed:
        return ()
    if not used:
        return ctx.tokens
    return ctx.tokens[_clause(ctx.tokens, missed[0], -1) : _clause(ctx.tokens, missed[-1], 1) + 1]


def _is_believed(ctx: Context, share: Fraction | None) -> bool:
    return any(share in (chance.share, 1 - chance.share) for chance in ctx.belief)


def _unjudged(ctx: Context, reads: Iterable[Read]) -> set[int]:
    """Payoffs that somebody is said to get in no cell, though they may be compared with others."""
    judged = {k for read in reads if not isinstance(read.claim, Numbers) for k in read.used}
    places = (range(e.at, e.end) for e in ctx.events if isinstance(e, Get))
    loose = [p for p in places if judged.isdisjoint(p) and any(ctx.tokens[k].tag in SAYS for k in p)]
    return {k for place in loose for k in place}


def _tells(tokens: Tokens, k: int) -> bool:
    """Whether the token at ``k`` says something of payoffs that is true or false."""
    token = tokens[k]
    before, after = (tokens[j] if 0 <= j < len(tokens) else None for j in (k - 1, k + 1))
    if token.tag == "AMT":
        named = before is not None and before.word in NUMBERED
        called = before is not None and before.tag == "(" and k > 1 and tokens[k - 2].tag == "W"
        joined = called and before is not None and tokens[k - 2].end == before.start
        return not (named or joined or (after is not None and after.word in COUNTED))
    if token.word in DEGREES or token.word == "same":
        # "more likely" and "the same way" compare no payoffs; "more profitable" does.
        return after is None or after.tag != "W" or after.word in GAINFUL or after.word in ("as", "either")
    if token.tag in (">", "<"):
        return before is not None and before.tag in ("ACT", "DO", "AMT")
    return token.tag == "PERCENT" or token.tag in COMPARING


def _clause(tokens: Tokens, k: int, step: int) -> int:
    """The last token of the clause around ``k``, looking back or on."""
    while 0 <= k + step < len(tokens) and not _breaks(tokens, k + step):
        k += step
    return k


def _breaks(tokens: Tokens, k: int) -> bool:
    """Whether a clause ends at ``k``; ``(3, 3)`` and ``(R, B)`` are no end."""
    beside = {t.tag for t in (*tokens[max(0, k - 1) : k], *tokens[k + 1 : k + 2])}
    listed = beside == {"AMT"} or (beside <= {"ACT", "DO"} and tokens[max(0, k - 2)].tag == "(")
    return tokens[k].tag in BREAKS and not listed


def _is_false(ctx: Context, claim: Claim) -> bool:
    return label(evaluate(claim, ctx.game, ctx.me)) == "FALSE"
