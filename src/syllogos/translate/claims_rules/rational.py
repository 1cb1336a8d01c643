"""Talk of reasons: expected payoffs, best responses, comparisons under a condition or under all."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from syllogos.logic.claims import (
    THEM,
    YOU,
    Belief,
    BestResponse,
    CaseComparison,
    Chance,
    Claim,
    Comparison,
    Dominance,
    Expected,
    ExpectedComparison,
    Move,
    Moves,
    Relation,
)
from syllogos.translate.claims_rules.context import Context
from syllogos.translate.claims_rules.words import Choice

VAGUE = frozenset({"outcome", "outcomes", "result", "scenario", "case"})
BESIDE = frozenset({"GUARANTEED", "ENSURE", "MUTUAL", "EXPECTED", "LOWEST", "WORST"})
HALF = Fraction(1, 2)
RELATION: dict[str, Relation] = {"HIGHER": ">", "LOWER": "<", "HIGHEST": ">", "LOWEST": "<", "EQUAL": "="}


def belief(ctx: Context) -> Belief:
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


def expected(ctx: Context) -> tuple[Claim, ...]:
    """``the expected payoff of R is 2.5``, ``higher than that of B``."""
    found: list[Claim] = []
    tags = ["", *(t.tag for t in ctx.tokens)]
    marks = [k for k, (before, tag) in enumerate(pairwise(tags)) if tag == "EXPECTED" and before != "THEIR"]
    for n, k in enumerate(marks):
        end = marks[n + 1] if n + 1 < len(marks) else len(ctx.tokens)
        if ctx.negated(k):
            continue
        found += _expected_value(ctx, k, end)
    if marks:
        found += _expected_order(ctx, marks[0])
    return tuple(found)


def _expected_value(ctx: Context, k: int, end: int) -> tuple[Claim, ...]:
    span = ctx.tokens[k:end]
    acts = [t.name for t in span if t.tag in ("ACT", "DO")]
    owner = ctx.base.get(YOU)
    action = acts[0] if acts else owner
    stated = [
        j
        for j in range(1, len(span))
        if span[j].tag == "AMT" and (span[j - 1].tag in ("=", "BE", ":", ">") or span[j - 1].word == "of")
    ]
    if (
        action is None
        or not stated
        or not ctx.belief
        or len(set(acts)) > 1
        or any(t.tag in ("HIGHER", "LOWER") for t in span)
    ):
        return ()
    if any(t.tag == "IF" for t in span) and not any(t.tag == "=" for t in span):
        return ()
    last = stated[-1]
    after = span[last + 1].tag if last + 1 < len(span) else ""
    if after in ("/", "+", "x", "AMT", "PERCENT") or span[last].amount is None:
        return ()
    amount = span[last].amount
    assert amount is not None
    return (Expected(YOU, action, amount, ctx.belief),)


def _expected_order(ctx: Context, k: int) -> tuple[Claim, ...]:
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
    return (ExpectedComparison(YOU, action, RELATION[token.tag], other, ctx.belief),)


def responses(ctx: Context) -> tuple[Claim, ...]:
    """``if they choose R, my best response is B``; ``B is the best choice whatever they do``."""
    found: list[Claim] = []
    for k, token in enumerate(ctx.tokens):
        if token.tag not in ("RESPONSE", "PREFER") or ctx.negated(k) or ctx.has("UNLESS"):
            continue
        player = _whose(ctx, k)
        action = _answer(ctx, k) or (ctx.before(k) if token.tag == "RESPONSE" else None)
        if action is None:
            continue
        if _for_all(ctx, player):
            other = ctx.other(action, player)
            found += (
                ()
                if other is None or token.tag == "PREFER" or not _same_breath(ctx, k)
                else (Comparison(player, action, ">=", other),)
            )
        elif (given := _response_to(ctx, k)) is not None and len(ctx.everyone) == 2:
            whose = player if any(t.tag in ("MY", "ME", "THEIR", "THEM") for t in ctx.tokens) else YOU
            rival = next(p for p in ctx.everyone if p != whose)
            found.append(BestResponse(whose, given[1], (Move(rival, given[0]),)))
        elif len(moves := _given(ctx, k, player)) == len(ctx.everyone) - 1 and _conditional(ctx, k):
            found.append(BestResponse(player, action, moves))
    return tuple(found)


def _response_to(ctx: Context, k: int) -> tuple[str, str] | None:
    """The two actions of ``the best response to R is B``."""
    if ctx.tokens[k].word not in ("best response", "best reply") or k + 2 >= len(ctx.tokens):
        return None
    to, given = ctx.tokens[k + 1 : k + 3]
    if to.word != "to" or given.tag not in ("ACT", "DO"):
        return None
    answer = _answer(ctx, k + 2)
    return None if answer is None else (given.name, answer)


def _conditional(ctx: Context, k: int) -> bool:
    """Whether what the others do is a condition here, not a report."""
    return (
        any(t.tag in ("IF", "SAMECASE") for t in ctx.tokens)
        or bool(ctx.base)
        or ctx.tokens[k].word == "best response"
    )


def _given(ctx: Context, k: int, player: str) -> Moves:
    """What the others do where the word at ``k`` stands: said last before it, or else anywhere."""
    said = {p: e.action for e in ctx.events if isinstance(e, Choice) and e.end <= k for p in e.who}
    before = tuple(Move(p, said[p]) for p in ctx.everyone if p != player and p in said)
    return before if len(before) == len(ctx.everyone) - 1 else ctx.moves(player)


def _whose(ctx: Context, k: int) -> str:
    for token in reversed(ctx.tokens[max(0, k - 4) : k]):
        if token.tag in ("THEIR", "THEM") and token.name:
            return token.name
        if token.tag in ("MY", "ME"):
            return YOU
    for token in ctx.tokens[k + 1 : k + 4]:
        if token.tag == "THEM":
            return token.name
    return YOU


def _answer(ctx: Context, k: int) -> str | None:
    """The action after ``best response is to ...``."""
    for token in ctx.tokens[k + 1 : k + 10]:
        if token.tag in ("ACT", "DO"):
            return token.name
        if token.tag in ("IF", "THEM", "ALWAYS", ",", "NOT", "THAN", "AMT", "PAYOFF", "BOTH"):
            return None
    return None


def _for_all(ctx: Context, player: str) -> bool:
    return ctx.has("ALWAYS") and not ctx.moves(player)


def _same_breath(ctx: Context, k: int) -> bool:
    """Whether nothing else is said between the word at ``k`` and ``regardless``."""
    at = min((j for j, t in enumerate(ctx.tokens) if t.tag == "ALWAYS"), key=lambda j: abs(j - k))
    between = ctx.tokens[min(at, k) : max(at, k)]
    return not any(
        t.tag in ("AMT", "ENSURE", "GIVE", "GET", "THIS") or t.word in ("because", "since", "as")
        for t in between
    )


def comparisons(ctx: Context) -> tuple[Claim, ...]:
    """``if they choose R, B pays me more than R``; ``always better``; ``the same``; ``dominates``."""
    found: list[Claim] = []
    if ctx.has("EXPECTED", "UNLESS", "ONE") or any(t.word in ("out", "only if") for t in ctx.tokens):
        return ()
    for k, token in enumerate(ctx.tokens):
        if token.tag in ("HIGHER", "LOWER") and not ctx.negated(k):
            found += _ordered(ctx, k)
        elif token.tag == "EQUAL" and not ctx.negated(k):
            found += _equal(ctx, k)
        elif token.word in ("strictly dominates", "weakly dominates") and not ctx.negated(k):
            first, second = ctx.before(k), _answer(ctx, k)
            if first is not None and second is not None and first != second:
                theirs = (b.name for a, b in pairwise(ctx.tokens[:k]) if a.word == "for" and b.tag == "THEM")
                found.append(Dominance(next(theirs, YOU), first, second, token.word.startswith("strictly")))
    return tuple(found)


def _ordered(ctx: Context, k: int) -> tuple[Claim, ...]:
    relation: Relation = ">" if ctx.tokens[k].tag == "HIGHER" else "<"
    after = ctx.tokens[k + 1 : k + 4]
    pays = any(t.tag == "PAYOFF" and t.word not in VAGUE for t in after)
    if any(t.word in VAGUE for t in after[:2]) or any(
        e.who == ctx.everyone for e in ctx.events if isinstance(e, Choice)
    ):
        return ()
    better = ctx.tokens[k].word in ("better", "better off", "preferable", "worse", "worse off", "superior")
    pays = pays or (k > 0 and ctx.tokens[k - 1].word in ("pays", "gives", "yields", "pay"))
    if not (pays or better) or any(t.tag in BESIDE or t.word == "only if" for t in after):
        return ()
    if any(
        t.tag in ("CAN", "GUARANTEED", "MUTUAL", "BOTH", "AMT", "MUST", "IF") and t.word != "would"
        for t in ctx.tokens[max(0, k - 4) : k]
    ):
        return ()
    player = ctx.receiver(k)
    action, other = _sides(ctx, k)
    if action is None or other is None or action == other:
        return ()
    if any(t.tag == "CAN" and t.word not in ("potential", "possible") for t in after):
        return ()
    if any(t.tag in ("CAN", "BEST", "HIGHEST") for t in after):
        return (CaseComparison(player, "best", action, relation, other),) if player == YOU else ()
    moves = ctx.moves(player)
    if len(moves) == len(ctx.everyone) - 1:
        return (Comparison(player, action, relation, other, moves),)
    if ctx.has("ALWAYS") and not moves:
        return (Comparison(player, action, relation, other),)
    named = ctx.near(k, frozenset({"THAN"}), 0, 6) is not None
    return (ExpectedComparison(player, action, relation, other),) if pays and named and not moves else ()


def _sides(ctx: Context, k: int) -> tuple[str | None, str | None]:
    """The action that is better or worse, and the one it is compared with."""
    by = next(
        (
            j
            for j in range(k + 1, min(len(ctx.tokens), k + 6))
            if ctx.tokens[j].tag in ("CHOOSING", "ACT", "THAN", ",")
        ),
        None,
    )
    action = None
    if by is not None and ctx.tokens[by].tag in ("CHOOSING", "ACT"):
        action = _answer(ctx, by - 1)
    action = action or ctx.before(k) or ctx.pronoun(k)
    return action, None if action is None else ctx.compared_with(k, action)


def _equal(ctx: Context, k: int) -> tuple[Claim, ...]:
    """``the same payoff from either R or B``."""
    acts = [t.name for t in ctx.tokens[k:] if t.tag in ("ACT", "DO")]
    pays = any(t.tag == "PAYOFF" for t in ctx.tokens[k : k + 4])
    moves = ctx.moves()
    if not pays or len(dict.fromkeys(acts)) != 2 or len(moves) != len(ctx.everyone) - 1:
        return ()
    return (Comparison(YOU, acts[0], "=", next(a for a in acts if a != acts[0]), moves),)
