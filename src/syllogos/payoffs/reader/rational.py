"""Talk of reasons: best responses, comparisons under a condition or under all."""

from __future__ import annotations

from itertools import pairwise

from syllogos.payoffs.claims import (
    YOU,
    BestResponse,
    CaseComparison,
    Claim,
    Comparison,
    Dominance,
    Equilibrium,
    ExpectedComparison,
    Moves,
    PlayerAction,
    Relation,
)
from syllogos.payoffs.reader.context import Context
from syllogos.payoffs.reader.words import Choice, Read

VAGUE = frozenset({"outcome", "outcomes", "result", "scenario", "case"})
BESIDE = frozenset({"GUARANTEED", "ENSURE", "MUTUAL", "EXPECTED", "LOWEST", "WORST"})


def responses(ctx: Context) -> tuple[Read, ...]:
    """``if they choose R, my best response is B``; ``B is the best choice whatever they do``."""
    found: list[Read] = []
    for k, token in enumerate(ctx.tokens):
        if token.tag not in ("RESPONSE", "PREFER") or ctx.negated(k) or ctx.has("UNLESS"):
            continue
        player = _whose(ctx, k)
        action = _answer(ctx, k) or (ctx.before(k) if token.tag == "RESPONSE" else None)
        if action is None:
            continue
        if _for_all(ctx, player):
            other = ctx.other(action, player)
            if other is not None and token.tag != "PREFER" and _same_breath(ctx, k):
                found += ctx.reads([Comparison(player, action, ">=", other)], k)
        elif (given := _response_to(ctx, k)) is not None and len(ctx.everyone) == 2:
            whose = player if any(t.tag in ("MY", "ME", "THEIR", "THEM") for t in ctx.tokens) else YOU
            rival = next(p for p in ctx.everyone if p != whose)
            found += ctx.reads([BestResponse(whose, given[1], (PlayerAction(rival, given[0]),))], k)
        elif len(moves := _given(ctx, k, player)) == len(ctx.everyone) - 1 and _conditional(ctx, k):
            found += ctx.reads([BestResponse(player, action, moves)], k)
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
    before = tuple(PlayerAction(p, said[p]) for p in ctx.everyone if p != player and p in said)
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


def comparisons(ctx: Context) -> tuple[Read, ...]:
    """``if they choose R, B pays me more than R``; ``always better``; ``the same``; ``dominates``."""
    found: list[Read] = []
    if ctx.has("EXPECTED", "UNLESS", "ONE") or any(t.word in ("out", "only if") for t in ctx.tokens):
        return ()
    for k, token in enumerate(ctx.tokens):
        if token.tag in ("HIGHER", "LOWER") and not ctx.negated(k):
            found += ctx.reads(_ordered(ctx, k), k)
        elif token.tag == "EQUAL" and not ctx.negated(k):
            found += ctx.reads(_equal(ctx, k), k)
        elif token.word in ("strictly dominates", "weakly dominates") and not ctx.negated(k):
            first, second = ctx.before(k), _answer(ctx, k)
            if first is not None and second is not None and first != second:
                theirs = (b.name for a, b in pairwise(ctx.tokens[:k]) if a.word == "for" and b.tag == "THEM")
                strict = token.word.startswith("strictly")
                found += ctx.reads([Dominance(next(theirs, YOU), first, second, strict)], k)
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
    action, other = _sides(ctx, k, player)
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


def _sides(ctx: Context, k: int, player: str) -> tuple[str | None, str | None]:
    """The action that is better or worse, and the one it is compared with."""
    by = next(
        (
            j
            for j in range(k + 1, min(len(ctx.tokens), k + 6))
            if ctx.tokens[j].tag in ("CHOOSING", "ACT", "DO", "THAN", ",")
        ),
        None,
    )
    action = None
    if by is not None and ctx.tokens[by].tag in ("CHOOSING", "ACT", "DO"):
        action = _answer(ctx, by - 1)
    action = action or ctx.before(k, player) or ctx.pronoun(k)
    return action, None if action is None else ctx.compared_with(k, action)


def _equal(ctx: Context, k: int) -> tuple[Claim, ...]:
    """``the same payoff from either R or B``."""
    acts = [t.name for t in ctx.tokens[k:] if t.tag in ("ACT", "DO")]
    pays = any(t.tag == "PAYOFF" for t in ctx.tokens[k : k + 4])
    moves = ctx.moves()
    if not pays or len(dict.fromkeys(acts)) != 2 or len(moves) != len(ctx.everyone) - 1:
        return ()
    return (Comparison(YOU, acts[0], "=", next(a for a in acts if a != acts[0]), moves),)


def equilibria(ctx: Context) -> tuple[Read, ...]:
    """``both choosing R is a Nash equilibrium``, ``the equilibrium is (R, R)``, ``it is an equilibrium``."""
    found: list[Read] = []
    for k, token in enumerate(ctx.tokens):
        mixed = any(
            t.word in ("mixed", "only", "no", "concept", "possible") for t in ctx.tokens[max(0, k - 4) : k]
        )
        if token.tag != "EQUILIBRIUM" or mixed or ctx.negated(k, 6) or ctx.has("IF"):
            continue
        profile = _profile_of(ctx, k)
        if len(profile) == len(ctx.everyone):
            found += ctx.reads([Equilibrium(tuple(PlayerAction(p, profile[p]) for p in ctx.everyone))], k)
    return tuple(found)


def _profile_of(ctx: Context, k: int) -> dict[str, str]:
    """What all the players do where it is called an equilibrium: said before "is", after it, or just now."""
    be = next((j for j in range(k - 1, max(-1, k - 5), -1) if ctx.tokens[j].tag == "BE"), None)
    after = next((j for j in range(k + 1, min(len(ctx.tokens), k + 4)) if ctx.tokens[j].tag == "BE"), None)
    chosen = [e for e in ctx.events if isinstance(e, Choice)]
    if be is not None:
        if any(t.tag == "THIS" for t in ctx.tokens[max(0, be - 2) : be]) and not any(
            e.end <= be for e in chosen
        ):
            return dict(ctx.said.scope)
        chosen = [e for e in chosen if e.end <= be and be - e.end <= 3]
    elif after is not None:
        chosen = [e for e in chosen if after < e.at <= after + 6]
    else:
        return {}
    return {p: e.action for e in chosen for p in e.who}
