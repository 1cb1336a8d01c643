"""Talk of safety: safer and riskier, the worst case avoided, what is guaranteed."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile

from syllogos.payoffs.claims import THEM, YOU, Claim, Extreme, Payoff, PlayerAction, Relation
from syllogos.payoffs.reader.context import Context, case_against, ranked
from syllogos.payoffs.reader.lexer import Token
from syllogos.payoffs.reader.words import Choice, Read

COMPARED: dict[str, Relation] = {"SAFER": ">", "RISKIER": "<"}
RANKED: dict[str, Extreme] = {"SAFEST": "highest", "SAFE": "highest", "RISKY": "lowest"}
POSITIVE = frozenset({"positive", "non-zero", "nonzero"})


def safety(ctx: Context) -> tuple[Read, ...]:
    """``B is safer than R``, ``R is the risky choice``."""
    found: list[Read] = []
    for k, token in enumerate(ctx.tokens):
        if token.tag not in COMPARED and token.tag not in RANKED:
            continue
        if ctx.negated(k) or not _of_an_action(ctx, k):
            continue
        action = ctx.subject(k)
        if token.tag in COMPARED:
            found += ctx.reads(case_against(ctx, k, YOU, COMPARED[token.tag], action), k)
        else:
            found += ctx.reads(ranked(YOU, RANKED[token.tag], "worst", action), k)
    return tuple(found)


def _of_an_action(ctx: Context, k: int) -> bool:
    """Whether the adjective at ``k`` is said of an action, not of a player or an outcome."""
    after = list(takewhile(lambda t: t.tag == "," or _same_clause(t), ctx.tokens[k + 1 : k + 6]))
    before = list(takewhile(_same_clause, reversed(ctx.tokens[max(0, k - 6) : k])))[::-1]
    if any(t.tag in ("BOTH", "MUTUAL", "THEM") for t in (*before, *after)):
        return False
    nouns = [t.tag for t in after if t.tag in ("OPTION", "PAYOFF")]
    if nouns[:1] == ["PAYOFF"]:
        return False
    if ctx.tokens[k].tag in ("SAFE", "SAFEST", "RISKY") and not nouns:
        return any(t.tag == "BE" for t in before[-3:]) and any(t.tag in ("ACT", "DO") for t in before)
    return not (before and before[-1].tag == "ME")


def _same_clause(token: Token) -> bool:
    return token.tag not in (",", ":", "BUT", "IF")


def avoidance(ctx: Context) -> tuple[Read, ...]:
    """``B avoids the worst outcome``: the action pays more than that, whatever the others do."""
    found: list[Read] = []
    for k, token in enumerate(ctx.tokens):
        if token.tag != "AVOID" or ctx.negated(k):
            continue
        doer = _avoider(ctx, k) or _chooser(ctx, k)
        if doer is not None and (avoided := _avoided(ctx, k, doer[0])) is not None:
            amount, at = avoided
            found += ctx.reads([Payoff(doer[0], amount, (PlayerAction(*doer),), ">")], k, at)
    return tuple(found)


def _avoider(ctx: Context, k: int) -> tuple[str, str] | None:
    """Who avoids it by which action."""
    for j in range(k - 1, max(-1, k - 14), -1):
        token = ctx.tokens[j]
        if token.tag in ("ACT", "DO"):
            choice = ctx.choice_at(j)
            who = choice.who if choice is not None else ()
            if len(who) > 1 or _given_others(ctx, k):
                return None
            return (who[0] if who else YOU, token.name)
        if token.tag in ("IF", "BUT", "NOT", ":"):
            break
    action = ctx.pronoun(k)
    return (YOU, action) if action is not None else None


def _chooser(ctx: Context, k: int) -> tuple[str, str] | None:
    """Who chooses what to avoid it: ``to avoid getting 0$, I should choose B``."""
    later = [e for e in ctx.events if isinstance(e, Choice) and e.at > k]
    if not later or later[0].who not in ((), (YOU,)) or _given_others(ctx, k):
        return None
    if later[0].end - later[0].at < 2 and len(ctx.tokens[later[0].at].word) < 2:
        return None  # a mere mention of a letter is no decision
    between = ctx.tokens[k : later[0].at]
    soft = any(
        t.tag in ("NOT", "BUT", "UNLESS", "ACT", "DO", "IF", "THIS", "THEM") and t.word != "should"
        for t in between
    )
    return None if soft or not any(t.tag == "," for t in between) else (YOU, later[0].action)


def _given_others(ctx: Context, k: int) -> bool:
    """Whether the others' moves are fixed where it is avoided."""
    return any(isinstance(e, Choice) and e.who == (THEM,) and e.at < k for e in ctx.events)


def _avoided(ctx: Context, k: int, player: str) -> tuple[Fraction, int] | None:
    """The amount that is avoided, and where: stated, or the lowest in the game for the player."""
    for j, token in enumerate(ctx.tokens[k + 1 : k + 12], k + 1):
        if token.tag == "AMT" and token.amount is not None:
            return token.amount, j
        if token.tag in ("WORST", "LOWEST"):
            return ctx.game.lowest[ctx.index(player)], j
        if token.tag in ("ACT", "DO", "IF", "CHOOSE", "CHOOSING", "MUTUAL", "BOTH", ","):
            return None
    return None


def guarantees(ctx: Context) -> tuple[Read, ...]:
    """``B gives the highest guaranteed payoff``, ``a higher minimum than R``, ``ensures something``."""
    found: list[Read] = []
    for k, token in enumerate(ctx.tokens):
        if token.tag == "ENSURE" or _worst_rank(ctx, k):
            found += ctx.reads(_ranked_guarantee(ctx, k), k)
        if token.tag == "ENSURE" and any(t.word in POSITIVE for t in ctx.tokens[k + 1 : k + 7]):
            action = ctx.before(k) or ctx.pronoun(k)
            if action is not None and not ctx.negated(k) and not ctx.moves():
                found += ctx.reads([Payoff(YOU, Fraction(0), (PlayerAction(YOU, action),), ">")], k)
    return tuple(dict.fromkeys(found))


def _worst_rank(ctx: Context, k: int) -> bool:
    """``guaranteed``, or ``minimum`` after a comparison (``a higher minimum payoff``)."""
    tag = ctx.tokens[k].tag
    return tag == "GUARANTEED" or (tag in ("LOWEST", "WORST") and _rank(ctx, k, 2, 0) is not None)


RANKS = frozenset({"HIGHEST", "HIGHER", "LOWER", "LOWEST", "BEST"})


def _rank(ctx: Context, k: int, left: int, right: int) -> str | None:
    token = ctx.near(k, RANKS, left, right)
    return None if token is None else token.tag


def _ranked_guarantee(ctx: Context, k: int) -> tuple[Claim, ...]:
    token = ctx.tokens[k]
    rank = _rank(ctx, k, 3, 3 if token.tag in ("ENSURE", "GUARANTEED") else 0)
    paid = any(t.tag == "PAYOFF" for t in ctx.tokens[k : k + 6])
    if rank is None or not paid or ctx.negated(k, 6) or ctx.moves() or ctx.has("EXPECTED", "UNLESS"):
        return ()
    if ctx.near(k, frozenset({"MUTUAL", "BOTH", "THEM", "AMT"}), 2, 4) and rank != "HIGHEST":
        return ()
    action = ctx.before(k) or ctx.pronoun(k)
    player = ctx.receiver(k)
    match rank:
        case "HIGHEST" | "BEST":
            return ranked(player, "highest", "worst", action)
        case "LOWEST":
            least = k > 0 and ctx.tokens[k - 1].tag == "LOWEST"
            return ranked(player, "lowest", "worst", action) if least else ()
        case _:
            return case_against(ctx, k, player, ">" if rank == "HIGHER" else "<", action)
