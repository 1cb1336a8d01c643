"""Talk of amounts: the most and the least one can get, the joint payoff, one amount against another."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from syllogos.payoffs.claims import (
    YOU,
    Claim,
    Extreme,
    ExtremePayoff,
    JointPayoff,
    Moves,
    Numbers,
    PlayerAction,
    Relation,
)
from syllogos.payoffs.reader.context import Context
from syllogos.payoffs.reader.words import Choice, Get, Read

EXTREMES: dict[str, Extreme] = {
    "HIGHEST": "highest",
    "BEST": "highest",
    "LOWEST": "lowest",
    "WORST": "lowest",
}
LINKS = frozenset(
    {
        "BE",
        "BY",
        "PAYOFF",
        "ACT",
        "DO",
        "CHOOSING",
        "OPTION",
        ":",
        "(",
        "W",
        "CAN",
        "ME",
        "GET",
        "GETTING",
        "HIGHEST",
        "LOWEST",
        "WORST",
        "BEST",
        "GUARANTEED",
        "IF",
    }
)
OUTDOES = frozenset({"beats", "beat", "outweighs", "outweigh", "exceeds", "exceed", "tops", "surpasses"})
BACKLINKS = frozenset({",", "THIS", "BE", "W", "ALSO", "(", "BY", ")", "CAN"})


def extremes(ctx: Context, last: Fraction | None) -> tuple[Read, ...]:
    """``my highest possible payoff is 5``, ``0$, the worst case``; ``this`` is the amount said last."""
    found: list[Read] = []
    for k, token in enumerate(ctx.tokens):
        if token.tag not in EXTREMES or ctx.negated(k) or not _of_payoff(ctx, k):
            continue
        extreme = EXTREMES[token.tag]
        if _joint(ctx, k):
            found += ctx.reads(_joint_claim(ctx, k, extreme), k)
            continue
        if (linked := _linked(ctx, k, last)) is not None:
            amount, at = linked
            near = _range(ctx, k)
            wider = (ExtremePayoff(YOU, extreme, amount, moves) for moves in _ranges(ctx, k) if moves != near)
            found += ctx.reads([ExtremePayoff(YOU, extreme, amount, near)], k, at, others=tuple(wider))
    return tuple(found)


def _ranges(ctx: Context, k: int) -> tuple[Moves, ...]:
    """Other cells that a superlative may be about: given what the others do, given one's own action."""
    if _of_the_game(ctx, k):
        return ()
    before = [e for e in ctx.events if isinstance(e, Choice) and e.end <= k]
    said = {p: e.action for e in before for p in e.who or (YOU,)}
    moves = tuple(PlayerAction(p, said[p]) for p in ctx.everyone if p in said)
    theirs, own = (tuple(m for m in moves if (m.player == YOU) is mine) for mine in (False, True))
    return tuple(moves for moves in (theirs, own) if moves)


def _of_the_game(ctx: Context, k: int) -> bool:
    """``the highest possible payoff``, ``the most in the game``."""
    return any(
        t.word in ("possible", "individual", "overall", "game", "all", "any")
        for t in ctx.tokens[k + 1 : k + 8]
    )


def _of_payoff(ctx: Context, k: int) -> bool:
    after = ctx.tokens[k + 1 : k + 5]
    if any(t.tag in ("EXPECTED", "OPTION", "GUARANTEED", "ENSURE", "THEM", "THEIR") for t in after[:3]):
        return False
    if any(
        t.tag in ("HIGHER", "HIGHEST", "THEIR", "THEM", "GUARANTEED", "EXPECTED")
        for t in ctx.tokens[max(0, k - 3) : k]
    ):
        return False
    if any(t.tag == "AVOID" for t in ctx.tokens[max(0, k - 6) : k]):
        return False
    whole = ctx.tokens[k].word in ("worst-case", "best-case", "worst case", "best case")
    return (
        whole
        or any(t.tag in ("PAYOFF", "GET") for t in after)
        or (bool(after) and after[0].tag in (":", "("))
    )


def _joint(ctx: Context, k: int) -> bool:
    around = ctx.tokens[max(0, k - 1) : k + 7]
    return any(t.tag == "MUTUAL" for t in around) or any(
        t.tag == "BOTH" and ctx.tokens[k + n].word == "for" for n, t in enumerate(ctx.tokens[k + 1 : k + 7])
    )


def _joint_claim(ctx: Context, k: int, extreme: Extreme) -> tuple[Claim, ...]:
    """The profile is the one the sentence speaks of, ``B and B`` included."""
    acts = [(j, t) for j, t in enumerate(ctx.tokens) if t.tag == "ACT"]
    for (i, first), (j, second) in sorted(pairwise(acts), key=lambda two: abs(two[0][0] - k)):
        if j == i + 2 and ctx.tokens[i + 1].word in ("and", ",", "/", "-") and len(ctx.everyone) == 2:
            return (JointPayoff(extreme, tuple(map(PlayerAction, ctx.everyone, (first.name, second.name)))),)
    together = [e for e in ctx.events if isinstance(e, Choice) and e.who == ctx.everyone]
    if len({e.action for e in together}) == 1:
        return (JointPayoff(extreme, tuple(PlayerAction(p, together[0].action) for p in ctx.everyone)),)
    moves = tuple(PlayerAction(p, ctx.said.scope[p]) for p in ctx.everyone if p in ctx.said.scope)
    return (JointPayoff(extreme, moves),) if len(moves) == len(ctx.everyone) and not together else ()


def _linked(ctx: Context, k: int, last: Fraction | None) -> tuple[Fraction, int] | None:
    """The amount that is called the most or the least, and where it is."""
    for j in range(k + 1, min(len(ctx.tokens), k + 9)):
        token = ctx.tokens[j]
        if token.amount is not None and token.tag == "AMT":
            return None if _more_amounts(ctx, j) else (token.amount, j)
        if token.tag not in LINKS:
            break
    for j in range(k - 1, max(-1, k - 7), -1):
        token = ctx.tokens[j]
        if token.amount is not None and token.tag == "AMT":
            return None if _more_amounts(ctx, j) else (token.amount, j)
        if token.tag not in BACKLINKS:
            return None
        if token.tag == "THIS" and token.word != "which" and j == 0:
            return None if last is None else (last, k)
    return None


def _more_amounts(ctx: Context, j: int) -> bool:
    return any(t.word in ("or", "either") for t in ctx.tokens[max(0, j - 2) : j + 2])


def _range(ctx: Context, k: int) -> Moves:
    """Among which cells it is the most or least: those of an action, or all."""
    named = _named_after(ctx, k)
    if named is not None:
        return (PlayerAction(YOU, named),)
    before = [e for e in ctx.events if e.end <= k]
    others = any(isinstance(e, Choice) and e.who and YOU not in e.who for e in before)
    if _of_the_game(ctx, k):
        # "If I choose B, the most possible is 3" is about B; "I get 3, the most possible" is not.
        said = {p: e.action for e in before if isinstance(e, Choice) and not e.loose for p in e.who}
        given = all(isinstance(e, Choice) and not e.loose for e in before)
        return tuple(PlayerAction(p, said[p]) for p in ctx.everyone if p in said) if given else ()
    own = ctx.said.scope.get(YOU) if YOU in ctx.base or _own_before(ctx, k) else None
    whole = ctx.tokens[k].tag in ("WORST", "BEST")
    return (PlayerAction(YOU, own),) if own is not None and (whole or not others) else ()


def _own_before(ctx: Context, k: int) -> bool:
    return any(isinstance(e, Choice) and e.who in ((), (YOU,)) and e.end <= k for e in ctx.events)


def _named_after(ctx: Context, k: int) -> str | None:
    """The action in ``the lowest payoff for (choosing) B``."""
    for j in range(k + 1, min(len(ctx.tokens), k + 8)):
        if ctx.tokens[j].tag in ("ACT", "DO"):
            before = ctx.tokens[j - 1]
            choice = ctx.choice_at(j)
            own = choice is None or choice.who in ((), (YOU,))
            return ctx.tokens[j].name if own and before.tag in ("BY", "CHOOSING", "OPTION") else None
        if ctx.tokens[j].tag in ("AMT", ",", "THEM", "BE", ":"):
            return None
    return None


def numbers(ctx: Context) -> tuple[Read, ...]:
    """``5$ is more than 3$``, ``5 beats 3``, ``1$, which is better than getting 0$``."""
    found: list[Read] = []
    for k, token in enumerate(ctx.tokens):
        if token.tag in ("HIGHER", "LOWER") and not ctx.negated(k):
            relation: Relation = ">" if token.tag == "HIGHER" else "<"
            found += _numbers(ctx, k, _left(ctx, k), relation, _right(ctx, k))
        elif token.tag in (">", "<") and 0 < k < len(ctx.tokens) - 1:
            found += _numbers(ctx, k, k - 1, ">" if token.tag == ">" else "<", k + 1)
    return tuple(found)


def _numbers(
    ctx: Context, k: int, left: int | None, relation: Relation, right: int | None
) -> tuple[Read, ...]:
    if left is None or right is None or ctx.tokens[left].tag != "AMT" or ctx.tokens[right].tag != "AMT":
        return ()
    first, second = ctx.tokens[left].amount, ctx.tokens[right].amount
    return (
        ()
        if first is None or second is None
        else ctx.reads([Numbers(first, relation, second)], k, left, right)
    )


def _left(ctx: Context, k: int) -> int | None:
    for j in range(k - 1, max(-1, k - 8), -1):
        token = ctx.tokens[j]
        if token.tag == "AMT":
            return None if _more_amounts(ctx, j) else j
        if token.tag not in (",", "THIS", "BE", "W", "ALSO", "CAN", "(", ")", "PAYOFF", "BOTH"):
            return None
    return None


def _right(ctx: Context, k: int) -> int | None:
    than = ctx.tokens[k].word in OUTDOES
    for j in range(k + 1, min(len(ctx.tokens), k + 10)):
        token = ctx.tokens[j]
        if token.tag == "AMT":
            return j if than and not _more_amounts(ctx, j) else None
        if token.tag == "THAN":
            than = True
        elif token.tag not in ("W", "GETTING", "PAYOFF", "BY", "GET", "ME", "TO", "CHOOSE") and not (
            than and token.tag in ("MY", "ALSO", "MUTUAL", "ACT", "DO")
        ):
            return None
    return None


def last_amount(ctx: Context) -> Fraction | None:
    """The one amount that the sentence leaves in mind."""
    own = ((), (YOU,), ctx.everyone)
    paid = [e for e in ctx.events if isinstance(e, Get) and not e.compared and len(e.amounts) == 1]
    if paid:
        mine = [e.amounts[0] for e in paid if e.who in own]
        return mine[-1] if mine else None
    stated = [t.amount for t in ctx.tokens if t.tag == "AMT"]
    return stated[0] if len(stated) == 1 else None
