"""Payoffs in a sentence: who gets what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from syllogos.payoffs.claims import Relation
from syllogos.payoffs.reader.lexer import Token
from syllogos.payoffs.reader.words import (
    ARTICLES,
    AUXILIARY,
    BEFORE_VERB,
    OWNERS,
    PLAYERS,
    Choice,
    Get,
    Scan,
)

DENIED: Mapping[str, Relation] = {"<": ">=", ">": "<="}
MAX_AMOUNTS = 8
"""Longest list of amounts (``0$, 1$ or 3$``) that is read as one."""

VERBS = ("GET", "GETTING", "GIVE", "ENSURE")
EXTREMES = ("HIGHEST", "LOWEST", "BEST", "WORST")
TO_AMOUNT = frozenset(
    {"(", "PAYOFF", "ATLEAST", "ATMOST", "BY", "HIGHEST", "LOWEST", "HIGHER", "LOWER", "GUARANTEED", "CAN",
     "BEST", "WORST", "SAFE", "ENSURE", "ALSO", "EXPECTED", ":", "BE", "THIS", "W"}
) | PLAYERS  # fmt: skip
LOSSES = frozenset({"lose", "loses", "losing"})
PASSIVE = ("guaranteed", "sure", "certain")
OPENS_PAIR = frozenset({"(", "[", ":", ">", "->", "=", "BE", "GIVE", "ACT", "DO", ")", "GET"})
TAKES = frozenset({"take", "takes", "taking"})
SUMS = frozenset({"combined", "total", "joint", "collective", "overall", "social"})
JOINTS = frozenset({"or", "and", ",", "to"})


def pay(scan: Scan, at: int) -> tuple[Get, ...]:
    """The payoffs said by the amount (or by "this payoff") at ``at``."""
    if scan.tag(at) == "PAYOFF":
        return _again(scan, at)
    if pair := _pair(scan, at):
        return pair
    values, end = _amounts(scan, at)
    if own := _bracketed(scan, at, values):
        return own
    if _is_other_talk(scan, at):
        return ()
    if _is_for_others(scan, end):
        return ()
    verb = at - 1 if scan.word(at - 1) in TAKES else scan.back(at, VERBS, _to_amount)
    if verb is not None:
        return _verbal(scan, verb, end, values)
    ways = (_reverse, _owned, _after_colon, _gapped, _elliptic, _nominal)
    return next((got for way in ways if (got := way(scan, at, end, values))), ())


def _is_for_others(scan: Scan, end: int) -> bool:
    """Whether the amount before ``end`` is ``for her friends``: for somebody who is no player."""
    to = scan.word(end) in ("for", "to") and scan.tag(end + 1) in ("W", "THEIR", "MY")
    return to and scan.word(end + 1) not in ARTICLES and not _receiver(scan, end)


def _again(scan: Scan, at: int) -> tuple[Get, ...]:
    """``they get this payoff``: the amount said last."""
    if (
        scan.last is None
        or scan.word(at - 1) not in ("this", "that")
        or scan.tag(at - 2) not in ("GET", "GETTING")
    ):
        return ()
    who = scan.subject(at - 2)
    return () if who is None else (Get(at - 2, at + 1, who, (scan.last,)),)


def _pair(scan: Scan, at: int) -> tuple[Get, ...]:
    """``(5, 1)``, ``= 5/1``, ``yields 5 and 1`` after a profile: one amount for each player, in order."""
    width = 2 * len(scan.everyone) - 1
    inside = scan.tokens[at : at + width]
    if scan.tag(at - 1) not in OPENS_PAIR or len(inside) < width:
        return ()
    values = [t.amount for t in inside[::2] if t.amount is not None and t.tag == "AMT"]
    if len(values) < len(scan.everyone) or any(t.word not in (",", "/", "-", "and") for t in inside[1::2]):
        return ()
    chosen = {p for e in scan.found if isinstance(e, Choice) for p in e.who}
    # "I get 5, 3 or 1" lists amounts, and "5 and they get 0" goes on otherwise.
    said = any(t.tag in ("ME", "THEM", "MY", "THEIR") for t in scan.tokens[max(0, at - 3) : at])
    if (
        chosen != set(scan.everyone)
        or scan.word(at + width) == "or"
        or said
        or scan.tag(at + width) == "BOTH"
    ):
        return ()
    return tuple(
        Get(at, at + width, (p,), (v,), pair=True) for p, v in zip(scan.everyone, values, strict=True)
    )


def _amounts(scan: Scan, at: int) -> tuple[tuple[Fraction, ...], int]:
    """``0$, 1$ or 3$`` from ``at``: the amounts and where they end."""
    values, end = list(_stated(scan.tokens[at : at + 1])), at + 1
    while len(values) < MAX_AMOUNTS and scan.word(end) in JOINTS and scan.tag(end + 1) == "AMT":
        if scan.word(end) == "," and scan.word(end + 2) not in JOINTS:
            break
        values.extend(_stated(scan.tokens[end + 1 : end + 2]))
        end += 2
    return tuple(values), end


def _stated(tokens: object) -> Iterator[Fraction]:
    assert isinstance(tokens, list | tuple)
    yield from (t.amount for t in tokens if t.amount is not None)


def _bracketed(scan: Scan, at: int, values: tuple[Fraction, ...]) -> tuple[Get, ...]:
    """``choosing B (5$)``, ``than R (0$)``: what that action pays, in the case that is spoken of."""
    if (
        scan.tag(at - 1) != "("
        or scan.tag(at - 2) not in ("ACT", "DO")
        or scan.tag(at + 1) != ")"
        or len(values) != 1
    ):
        return ()
    return (Get(at, at + 1, (), values, own=scan.tokens[at - 2].name),)


def _is_other_talk(scan: Scan, at: int) -> bool:
    """Whether the amount is avoided, expected, or called the most or the least: not a payoff of a cell."""
    if scan.back(at, ("AVOID",), lambda t: t.tag not in (",", "AMT", "ACT"), 12) is not None:
        return True
    if scan.back(at, ("EXPECTED",), lambda t: t.tag not in (",", "AMT", "IF"), 6) is not None:
        return True
    noun = scan.back(at, ("PAYOFF",), lambda t: t.tag in ("BE", "BY", "("), 4)
    if noun is not None and any(scan.word(k) in SUMS for k in (noun - 1, noun - 2)):
        return True
    be = scan.back(at, ("BE", ":"), lambda t: t.word in ARTICLES or t.tag in ("PAYOFF", "BY"), 4)
    return (
        be is not None and scan.back(be, EXTREMES, lambda t: t.tag not in (",", "AMT", "IF"), 10) is not None
    )


def _to_amount(token: Token) -> bool:
    return token.word == "than" or (token.tag in TO_AMOUNT and token.word != "from") or token.word in ARTICLES


def _verbal(scan: Scan, verb: int, end: int, values: tuple[Fraction, ...]) -> tuple[Get, ...]:
    """``they get 5$``, ``B gives me 5$``."""
    ahead = _receiver(scan, end)
    stop = end + (1 if ahead else 0)
    who = scan.subject(verb) if scan.tag(verb) != "GET" else _doer(scan, verb) or scan.subject(verb)
    tag, word = scan.tag(verb), scan.word(verb)
    between = scan.tokens[verb + 1 : stop]
    if scan.word(verb - 2) == "or" and scan.tag(verb - 1) in PLAYERS and scan.tag(verb - 3) in PLAYERS:
        return ()
    if any(t.word == "than" for t in between) and not any(t.tag in ("HIGHER", "LOWER") for t in between):
        return ()
    can = any(t.tag == "CAN" for t in (*scan.tokens[max(0, verb - 5) : verb + 1], *between))
    bound = _than(between) or _bound(scan, verb, stop)
    denied = scan.negated(verb)
    if denied and bound in DENIED:
        who, bound, can = scan.subject(verb, denied=True), DENIED[bound], False
    if who is None or (can and denied and bound == "="):
        return ()
    earns_me = tag == "GET" and scan.tag(verb + 1) in PLAYERS and scan.tag(verb - 1) not in PLAYERS
    if tag == "GIVE" or earns_me or (tag == "ENSURE" and not word.startswith(PASSIVE)):
        objects = [k for k in range(verb + 1, stop) if scan.tag(k) in PLAYERS]
        who = scan.who(objects[0]) if objects else ()
    return (
        Get(
            verb,
            stop,
            ahead if len(ahead) > len(who) else who,
            tuple(-v for v in values) if word in LOSSES and values[0] > 0 else values,
            bound,
            can=can,
            compared=_compared(scan, verb),
            sure="ENSURE" in (tag, scan.tag(verb - 1)),
            alternative="or" in (scan.word(verb - 1), scan.word(stop)),
            we=not ahead and len(who) > 1 and scan.we(verb),
        ),
    )


def _doer(scan: Scan, verb: int) -> tuple[str, ...]:
    """``stag gets 0``, ``the defector gets 5``, ``hawk against dove gets 5`` in a profile: who does so."""
    if scan.tag(verb - 1) not in ("ACT", "DO"):
        return ()
    doing = scan.doing(scan.tokens[verb - 1].name)
    faced = any(scan.word(verb - k) in ("against", "vs", "versus", "facing") for k in (2, 3))
    return tuple(p for p in scan.everyone if p not in doing) if faced and doing else doing


def _receiver(scan: Scan, end: int) -> tuple[str, ...]:
    """``for both players``, ``each``, ``to me`` right after an amount."""
    if scan.tag(end) == "PAYOFF":
        end += 1
    if scan.tag(end) == "BOTH":
        return scan.everyone
    article = scan.word(end + 1) in ("a", "the")
    if scan.word(end) in ("for", "to") and article and scan.tag(end + 2) in ("ACT", "DO"):
        return scan.doing(scan.tokens[end + 2].name)
    if scan.word(end) in ("for", "to") and scan.tag(end + 1) in PLAYERS:
        return () if scan.tag(end + 2) in ("CHOOSE", "CHOOSING", "GET") else scan.who(end + 1)
    return ()


def _reverse(scan: Scan, _at: int, end: int, values: tuple[Fraction, ...]) -> tuple[Get, ...]:
    """``the 3$ (that) I would get``."""
    at = end + (1 if scan.tag(end) in ("PAYOFF", "THIS") else 0)
    at += 2 if scan.tag(at) == "," and scan.word(at + 1) in ("which", "that") else 0
    if scan.tag(at) not in PLAYERS:
        return ()
    for k in range(at + 1, at + 5):
        if scan.tag(k) in ("GET", "GETTING"):
            if scan.tag(k + 1) in ("AMT", "PAYOFF", "HIGHER", "LOWER"):
                return ()
            return (Get(end - 1, k + 1, scan.who(at), values, compared=_compared(scan, end - 1)),)
        if scan.tag(k) not in BEFORE_VERB and scan.word(k) not in AUXILIARY:
            return ()
    return ()


def _owned(scan: Scan, at: int, end: int, values: tuple[Fraction, ...]) -> tuple[Get, ...]:
    """``my payoff is 5$``."""
    owner = scan.back(at, OWNERS, _to_amount)
    if owner is None or not any(t.tag == "PAYOFF" for t in scan.tokens[owner:at]):
        return ()
    ahead = _receiver(scan, end)
    who = ahead or (scan.tokens[owner].name or scan.everyone[0],)
    stop = end + (1 if ahead else 0)
    return (Get(owner, stop, who, values, _bound(scan, owner, at), compared=_compared(scan, at)),)


def _after_colon(scan: Scan, at: int, end: int, values: tuple[Fraction, ...]) -> tuple[Get, ...]:
    """``me: 5$``, ``payoff: 5$ for both``."""
    if scan.tag(at - 1) not in (":", "="):
        return ()
    ahead = _receiver(scan, end)
    named = scan.tag(at - 2) in PLAYERS
    who = scan.who(at - 2) if named else ahead
    if not who and scan.tag(at - 2) not in ("PAYOFF", "ACT"):
        return ()
    return (Get(at - 2 if who and at > 1 else at, end + (1 if ahead else 0), who, values),)


def _gapped(scan: Scan, at: int, end: int, values: tuple[Fraction, ...]) -> tuple[Get, ...]:
    """``..., and they 3$``, ``5 for me, them 1``: somebody else beside the one who got the last amount."""
    last = next((e for e in reversed(scan.found) if isinstance(e, Get)), None)
    beside = scan.word(at - 2) in ("and", ",", "but", "while", "(")
    if last is None or last.compared or not beside or scan.tag(at - 1) not in PLAYERS:
        return ()
    loss = scan.word(last.at) in LOSSES
    stated = tuple(-v for v in values) if loss and values[0] > 0 else values
    return (Get(at - 1, end, scan.who(at - 1), stated, last.relation, can=last.can),)


def _elliptic(scan: Scan, at: int, end: int, values: tuple[Fraction, ...]) -> tuple[Get, ...]:
    """``..., and 3$ if they choose B``: whoever got the last one."""
    last = next((e for e in reversed(scan.found) if isinstance(e, Get)), None)
    follows = scan.tag(end + 1) if scan.tag(end) == "(" else scan.tag(end)
    if last is None or last.compared or follows not in ("IF", "BY"):
        return ()
    if scan.word(at - 1) not in ("and", ",", "but", "while", "or"):
        return ()
    return (Get(at, end, _receiver(scan, end) or last.who, values, last.relation, can=last.can),)


def _nominal(scan: Scan, at: int, end: int, values: tuple[Fraction, ...]) -> tuple[Get, ...]:
    """``a payoff of 5$``, ``5$ each``."""
    passing = ("BE", "BY", "ATLEAST", "ATMOST", ":", "(")
    noun = scan.back(at, ("PAYOFF",), lambda t: t.tag in passing)
    ahead = _receiver(scan, end)
    if (noun is None and not ahead) or (scan.tag(at - 1) == "(" and len(values) > 1):
        return ()
    start = at if noun is None else noun
    bound = _bound(scan, at - 3, at)
    return (Get(start, end + (1 if ahead else 0), ahead, values, bound, compared=_compared(scan, at)),)


def _than(span: Sequence[Token]) -> Relation | None:
    """``less than 3$``, ``above 3$``."""
    if not any(t.word in ("than", "below", "above") for t in span):
        return None
    return "<" if any(t.tag == "LOWER" for t in span) else ">"


def _bound(scan: Scan, start: int, end: int) -> Relation:
    """``at least 3$``, ``at most 3$``."""
    tags = {t.tag for t in scan.tokens[max(0, start) : end]}
    return ">=" if "ATLEAST" in tags else "<=" if "ATMOST" in tags else "="


def _compared(scan: Scan, at: int) -> bool:
    """Whether the payoff at ``at`` is what another one is compared with."""
    return scan.back(at, ("THAN",), lambda t: t.tag in ("W", "ALSO", "BY", "CAN"), 4) is not None
