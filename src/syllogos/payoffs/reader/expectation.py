"""Talk of odds and of expected payoffs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from syllogos.payoffs.claims import THEM, YOU, Chance, Chances, Expected, ExpectedComparison, Relation
from syllogos.payoffs.reader.arithmetic import arithmetic
from syllogos.payoffs.reader.context import Context
from syllogos.payoffs.reader.words import Choice, Read

HALF = Fraction(1, 2)
RELATION: dict[str, Relation] = {"HIGHER": ">", "LOWER": "<", "HIGHEST": ">", "LOWEST": "<", "EQUAL": "="}


def belief(ctx: Context) -> Chances:
    """The odds that a sentence states about the others' actions, if it states them."""
    if len(ctx.everyone) != 2:
        return ()
    actions = ctx.actions(THEM)
    said = dict(_odds(ctx))
    if len(said) == 1 and len(actions) == 2:
        action, share = next(iter(said.items()))
        said |= {a: 1 - share for a in actions if a != action}
    if not said and len(actions) == 2 and _even(ctx):
        said = dict.fromkeys(actions, HALF)
    known = set(said) <= set(actions) and sum(said.values()) == 1 and min(said.values()) >= 0
    return tuple(Chance(THEM, a, share) for a, share in said.items()) if said and known else ()


def _odds(ctx: Context) -> Iterator[tuple[str, Fraction]]:
    """``a 30% chance that they pick B``."""
    for k, token in enumerate(ctx.tokens):
        if token.tag == "PERCENT" and token.amount is not None:
            named = [
                e for e in ctx.events if isinstance(e, Choice) and e.who == (THEM,) and k < e.end <= k + 9
            ]
            if named:
                yield named[0].action, token.amount


def _even(ctx: Context) -> bool:
    """``equally likely``, ``50%``, or averages such as ``(1 + 3) / 2`` and ``5 * 0.5``."""
    averages = ctx.has("EXPECTED")
    for k, token in enumerate(ctx.tokens):
        halved = ctx.tokens[k - 1].tag == "/" and token.amount == 2 if k else False
        half = token.amount == HALF and (token.tag == "PERCENT" or averages)
        if token.tag == "HALF" or half or (halved and averages):
            return True
    return False


def expected(ctx: Context) -> tuple[Read, ...]:
    """``the expected payoff of R is 2.5``, ``higher than that of B``."""
    found: list[Read] = []
    tags = ["", *(t.tag for t in ctx.tokens)]
    marks = [k for k, (before, tag) in enumerate(pairwise(tags)) if tag == "EXPECTED" and before != "THEIR"]
    for n, k in enumerate(marks):
        end = marks[n + 1] if n + 1 < len(marks) else len(ctx.tokens)
        if not ctx.negated(k):
            found += _expected_value(ctx, k, end)
    if marks:
        found += _expected_order(ctx, marks[0])
    return tuple(found)


def _expected_value(ctx: Context, k: int, end: int) -> tuple[Read, ...]:
    """The value stated between ``k`` and ``end``, and its arithmetic when that comes to it."""
    span = ctx.tokens[k:end]
    acts = [t.name for t in span if t.tag in ("ACT", "DO")]
    action = acts[0] if acts else ctx.base.get(YOU)
    stated = [
        j
        for j in range(1, len(span))
        if span[j].tag == "AMT" and (span[j - 1].tag in ("=", "BE", ":", ">") or span[j - 1].word == "of")
    ]
    if not ctx.belief:
        return ()
    if direct := _direct(ctx, k, end):
        return direct
    if action is None or not stated or len(set(acts)) > 1 or any(t.tag in ("HIGHER", "LOWER") for t in span):
        return ()
    if any(t.tag == "IF" for t in span) and not any(t.tag == "=" for t in span):
        return ()
    last = stated[-1]
    after = span[last + 1].tag if last + 1 < len(span) else ""
    amount = span[last].amount
    if after in ("/", "+", "x", "AMT", "PERCENT") or amount is None:
        return ()
    sums = arithmetic(span, last, amount)
    return ctx.reads([Expected(YOU, action, amount, ctx.belief)], k, k + last, *(k + j for j in sums))


def _direct(ctx: Context, k: int, end: int) -> tuple[Read, ...]:
    """``R gives me an expected 2.5 and B 2``: the amount right after the word, and others like it."""
    action = ctx.before(k)
    if action is None or ctx.tokens[k + 1 : k + 2] == () or ctx.tokens[k + 1].tag != "AMT":
        return ()
    found = [(action, k + 1)]
    for j in range(k + 3, end - 1):
        if ctx.tokens[j].tag in ("ACT", "DO") and ctx.tokens[j + 1].tag == "AMT":
            found.append((ctx.tokens[j].name, j + 1))
    return tuple(
        read
        for name, j in found
        if (amount := ctx.tokens[j].amount) is not None
        for read in ctx.reads([Expected(YOU, name, amount, ctx.belief)], k, j)
    )


def _expected_order(ctx: Context, k: int) -> tuple[Read, ...]:
    near = [(j, t) for j, t in enumerate(ctx.tokens) if t.tag in RELATION and abs(j - k) <= 12]
    if not near or any(t.tag == "THEM" for t in ctx.tokens[k : k + 5]):
        return ()
    j, token = near[0]
    if ctx.negated(j) or ctx.tokens[min(j, k)].tag == "IF":
        return ()
    action = ctx.before(min(j, k)) or next((t.name for t in ctx.tokens[k:j] if t.tag in ("ACT", "DO")), None)
    action = action or ctx.after(k) or ctx.pronoun(min(j, k))
    other = None if action is None else ctx.compared_with(max(j, k), action)
    if action is None or other is None or action == other:
        return ()
    return ctx.reads([ExpectedComparison(YOU, action, RELATION[token.tag], other, ctx.belief)], k, j)
