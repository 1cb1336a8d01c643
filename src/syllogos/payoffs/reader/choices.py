"""Choices in a sentence: who does what."""

from __future__ import annotations

from syllogos.payoffs.reader.lexer import Token
from syllogos.payoffs.reader.words import ARTICLES, AUXILIARY, PLAYERS, Choice, Get, Scan

HOPES = frozenset({"hoping", "trying", "thinking", "expecting", "believing", "wishing", "anticipating"})
MENTIONS = frozenset({"OPTION", "BY", "(", "IF"})
MEETS = ("vs", "versus", "against", "meets", "meet", "meeting", "facing", "faces")
AGAINST = (("against", *MEETS[3:]), ("against", "on", *MEETS))
PAID = frozenset({"=", "->", ":", ">", "GIVE", "AMT", "PAYOFF", ")", "BE", "-", "("})
TOPIC_AFTER = frozenset({"GIVE", "ENSURE", "AVOID", "BE", ":", "CAN"})


def choice(scan: Scan, at: int) -> tuple[Choice, ...]:
    """The choices made by the action (or by "the same") at ``at``."""
    if scan.tag(at) == "EQUAL":
        return _same(scan, at)
    if profile := _profile(scan, at):
        return profile
    verb = scan.back(at, ("CHOOSE", "CHOOSING"), _to_action)
    if verb is None and scan.tag(at) == "DO" and scan.word(at - 1) not in ("a", "an", "the"):
        verb = at
    return _nominal(scan, at) if verb is None else _verbal(scan, at, verb)


def _same(scan: Scan, at: int) -> tuple[Choice, ...]:
    """``they do the same``."""
    verb = next((k for k in (at - 1, at - 2) if scan.word(k) in ("do", "does", "did")), None)
    who = scan.subject(verb) if verb is not None else None
    return (Choice(at - 1, at + 1, who, ""),) if who else ()


def _profile(scan: Scan, at: int) -> tuple[Choice, ...]:
    """``(R, B)``, ``R/B ->``, ``R vs B:``: one action for each player, in order."""
    width = 2 * len(scan.everyone) - 1
    inside = scan.tokens[at : at + width]
    acts = [t for t in inside[::2] if t.tag in ("ACT", "DO")]
    if len(acts) < len(scan.everyone) or any(not _parts(t) for t in inside[1::2]):
        return ()
    opened = scan.tag(at - 1) in ("(", "[")
    end = at + width + (1 if opened else 0)
    introduces = scan.tag(end) in PAID or scan.word(end) in ("for", "i", "they")
    alone = at == 0 or scan.tag(at - 1) in ("IF", ":", ",", "-", "WHILE", "BUT", ".")
    meets = len(inside) == 3 and inside[1].word in MEETS
    if not (opened or (alone and (meets or introduces))):
        return ()
    return tuple(Choice(at, at + width, (p,), t.name) for p, t in zip(scan.everyone, acts, strict=True))


def _parts(token: Token) -> bool:
    return token.word in (",", "/", "-", "–", *MEETS)


def _verbal(scan: Scan, at: int, verb: int) -> tuple[Choice, ...]:
    """``they pick R``, ``choosing R``, and labels that are verbs: ``they defected``."""
    who = scan.subject(verb)
    if who is None or _hoped(scan, verb):
        return ()
    gerund = scan.tag(verb) == "CHOOSING" or scan.word(verb).endswith("ing")
    we = len(who) > 1 and scan.we(verb)
    return (Choice(verb, at + 1, who, scan.tokens[at].name, loose=gerund and not who, we=we),)


def _to_action(token: Token) -> bool:
    return token.tag in ("OPTION", "ALSO") or token.word in ARTICLES


def _hoped(scan: Scan, verb: int) -> bool:
    """Whether the choice is only hoped for: ``hoping that they pick B``."""
    for k in range(verb - 1, max(-1, verb - 9), -1):
        if scan.word(k) in HOPES:
            return True
        if scan.tag(k) in ("IF", ",", "ACT", "AMT"):
            return False
    return False


def _nominal(scan: Scan, at: int) -> tuple[Choice, ...]:
    """Actions without a verb: ``both R``, ``me: R``, ``with R``, ``R gives``, ``..., or B``."""
    who = scan.subject(at)
    if who is None:
        return ()
    action = scan.tokens[at].name
    if scan.doing(action) and (scan.tag(at + 1) == "GET" or scan.word(at - 2) in ("for", "to")):
        return ()
    if scan.tag(at - 1) in ("BOTH", "MUTUAL") and scan.word(at - 1) != "each":
        return (Choice(at - 1, at + 1, scan.everyone, action),)
    if who and len(scan.word(at)) > 1:
        return (Choice(at, at + 1, who, action, we=len(who) > 1 and scan.we(at)),)
    if scan.tag(at - 1) == ":" and scan.tag(at - 2) in PLAYERS:
        return (Choice(at - 2, at + 1, scan.who(at - 2), action),)
    article = 1 if scan.word(at - 1) in ("a", "an") else 0
    if scan.word(at - 1 - article) in AGAINST[article] and len(scan.everyone) == 2:
        return (Choice(at - 1 - article, at + 1, (scan.everyone[1],), action),)
    if scan.word(at - 1) == "or" and scan.found and isinstance(scan.found[-1], Get):
        last = next((e for e in reversed(scan.found) if isinstance(e, Choice)), None)
        if last is not None:
            return (Choice(at, at + 1, last.who, action, loose=last.loose),)
    answer = scan.tag(at - 1) == "BE" and any(scan.tag(k) == "RESPONSE" for k in range(at - 7, at))
    pays = scan.word(at + 1) in AUXILIARY and scan.tag(at + 2) in ("GIVE", "ENSURE", "AVOID")
    named = (
        answer
        or at == 0
        or (article and scan.word(at + 1) in MEETS)
        or scan.tag(at - 1) in MENTIONS
        or scan.word(at - 1) in ("the", "that")
    )
    topic = pays or named or scan.tag(at + 1) in TOPIC_AFTER
    return (Choice(at, at + 1, (), action, loose=True),) if topic else ()
