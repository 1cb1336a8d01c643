"""Choices and payoffs in one sentence, in order: who does what, and who gets what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from syllogos.logic.claims import Relation
from syllogos.translate.claims_rules.lexer import Token

Tokens = Sequence[Token]

PLAYERS = frozenset({"ME", "THEM", "BOTH", "WE"})
OWNERS = frozenset({"MY", "THEIR", "OUR"})
THIRD_PERSON = frozenset({"chooses", "picks", "selects", "plays", "gets", "receives", "earns"})
AUXILIARY = frozenset(
    "will would do does did to simply just had 'd going decide decides decided end ends deciding be been "
    "still then ends up already again really actually instead only even now".split()
)
BEFORE_VERB = frozenset({"CAN", "ALSO", "MUST", "BE", "HIGHER", "EQUAL", "SAMECASE", "PREFER"})
ARTICLES = frozenset(
    "a an the to either option only just for with roughly about around exactly still".split()
)
TO_AMOUNT = frozenset(
    {"PAYOFF", "ATLEAST", "ATMOST", "BY", "HIGHEST", "LOWEST", "HIGHER", "LOWER", "GUARANTEED", "CAN",
     "BEST", "WORST", "SAFE", "ENSURE", "ALSO", "BOTH", "EXPECTED", ":", "BE", "THIS"}
)  # fmt: skip
TOPIC_AFTER = frozenset({"GIVE", "ENSURE", "AVOID", "BE", ":", "CAN"})


@dataclass(frozen=True)
class Choice:
    """``who`` (nobody when it is not said) takes ``action``; tokens ``at`` to ``end``."""

    at: int
    end: int
    who: tuple[str, ...]
    action: str
    loose: bool = False


@dataclass(frozen=True)
class Get:
    """``who`` (nobody when it is not said) gets one of ``amounts``."""

    at: int
    end: int
    who: tuple[str, ...]
    amounts: tuple[Fraction, ...]
    relation: Relation = "="
    can: bool = False
    compared: bool = False
    sure: bool = False
    alternative: bool = False


Event = Choice | Get


def events(tokens: Tokens, everyone: tuple[str, ...]) -> tuple[Event, ...]:
    """The choices and payoffs of a sentence, in order, without the negated ones."""
    found: list[Event] = []
    at = 0
    limit = _legible(tokens)
    while at < limit:
        made = _event(tokens, at, everyone, found)
        found.extend(made)
        at = max([at + 1, *(e.end for e in made)])
    return tuple(found)


def _legible(tokens: Tokens) -> int:
    """Where a sentence stops saying who does what: "one of us gets 3, the other 0", "or vice versa"."""
    for k, token in enumerate(tokens):
        if (
            token.tag == "ONE"
            and token.word != "one"
            and any(t.tag in ("CHOOSE", "GET") for t in tokens[k : k + 4])
        ):
            return k
        if token.word == "one" and k + 1 < len(tokens) and tokens[k + 1].tag in ("CHOOSE", "GET"):
            return k
        if token.word == "versa":
            return 0
    return len(tokens)


def _event(tokens: Tokens, at: int, everyone: tuple[str, ...], found: list[Event]) -> tuple[Event, ...]:
    token = tokens[at]
    if token.tag in ("ACT", "DO"):
        return _profile(tokens, at, everyone) or _choice(tokens, at, everyone)
    if token.tag == "AMT":
        return _pair(tokens, at, everyone, found) or _amount(tokens, at, everyone, found)
    return ()


def _profile(tokens: Tokens, at: int, everyone: tuple[str, ...]) -> tuple[Event, ...]:
    """``(R, B)``: one action for each player, in order."""
    n = len(everyone)
    inside = tokens[at : at + 2 * n - 1]
    if at == 0 or tokens[at - 1].tag not in ("(", "[") or len(inside) < 2 * n - 1:
        return ()
    if any(t.tag != ("ACT" if k % 2 == 0 else ",") for k, t in enumerate(inside)):
        return ()
    end = at + 2 * n - 1
    return tuple(Choice(at, end, (p,), inside[2 * k].name) for k, p in enumerate(everyone))


def _choice(tokens: Tokens, at: int, everyone: tuple[str, ...]) -> tuple[Event, ...]:
    action = tokens[at].name
    verb = _back(tokens, at, lambda t: t.tag in ("CHOOSE", "CHOOSING"), _to_action)
    if verb is None and tokens[at].tag == "DO":
        verb = at
    if verb is not None or (len(tokens[at].word) > 1 and tokens[at].tag == "ACT"):
        start = at if verb is None else verb
        who, ok = _subject(tokens, start, everyone)
        if not ok:
            return ()
        gerund = tokens[start].tag == "CHOOSING" or tokens[start].word.endswith("ing")
        if who or verb is not None:
            return (Choice(start, at + 1, who, action, loose=gerund and not who),)
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if before is not None and before.tag in ("BOTH", "MUTUAL") and before.word != "each":
        return (Choice(at - 1, at + 1, everyone, action),)
    if at > 1 and tokens[at - 1].tag == ":" and tokens[at - 2].tag in PLAYERS:
        return (Choice(at - 2, at + 1, _who(tokens[at - 2], everyone), action),)
    named = (
        before is None or before.tag in ("OPTION", "BY", "(", "IF") or before.word in ("with", "the", "that")
    )
    if named or (after is not None and after.tag in TOPIC_AFTER):
        return (Choice(at, at + 1, (), action, loose=True),)
    return ()


def _subject(tokens: Tokens, verb: int, everyone: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Who does the verb at ``verb`` (nobody when it is not said), and False when it is negated."""
    for k in range(verb - 1, max(-1, verb - 9), -1):
        token = tokens[k]
        if token.tag in PLAYERS:
            return _who(token, everyone), True
        if token.tag in OWNERS and tokens[verb].tag in ("CHOOSING", "GETTING"):
            return (token.name,) if token.name else (), True
        if token.tag == "NOT":
            return (), False
        if token.tag not in BEFORE_VERB and token.word not in AUXILIARY:
            break
    third = tokens[verb].word in THIRD_PERSON and len(everyone) == 2
    return (everyone[1],) if third else (), True


def _who(token: Token, everyone: tuple[str, ...]) -> tuple[str, ...]:
    if token.tag == "BOTH":
        return everyone
    return (everyone[0],) if token.tag == "WE" else (token.name,)


def _back(
    tokens: Tokens, at: int, wanted: Callable[[Token], bool], passing: Callable[[Token], bool], far: int = 8
) -> int | None:
    """The nearest token before ``at`` that is ``wanted``, if only ``passing`` ones lie between."""
    for k in range(at - 1, max(-1, at - 1 - far), -1):
        if wanted(tokens[k]):
            return k
        if not passing(tokens[k]):
            return None
    return None


def _to_action(token: Token) -> bool:
    return token.tag in ("OPTION", "ALSO") or token.word in ARTICLES


def _to_amount(token: Token) -> bool:
    return (
        (token.tag in TO_AMOUNT and token.word != "from")
        or token.word in ARTICLES
        or token.tag in PLAYERS
        or (token.tag == "W" and token.word not in ("i",))
    )


def _pair(tokens: Tokens, at: int, everyone: tuple[str, ...], found: list[Event]) -> tuple[Event, ...]:
    """``(5, 1)`` after a profile: one amount for each player, in order."""
    n = len(everyone)
    inside = tokens[at : at + 2 * n - 1]
    if at == 0 or tokens[at - 1].tag not in ("(", "[", ":", ">", "BE") or len(inside) < 2 * n - 1:
        return ()
    if any(t.tag != ("AMT" if k % 2 == 0 else ",") for k, t in enumerate(inside)):
        return ()
    if {p for e in found if isinstance(e, Choice) for p in e.who} != set(everyone) and tokens[
        at - 1
    ].tag != "(":
        return ()
    end = at + 2 * n - 1
    return tuple(Get(at, end, (p,), (_value(inside[2 * k]),)) for k, p in enumerate(everyone))


def _value(token: Token) -> Fraction:
    assert token.amount is not None
    return token.amount


def _amounts(tokens: Tokens, at: int) -> tuple[tuple[Fraction, ...], int]:
    """``0$, 1$ or 3$`` from ``at``: the amounts and where they end."""
    values, end = [_value(tokens[at])], at + 1
    while (
        end + 1 < len(tokens)
        and tokens[end].word in ("or", "and", ",", "to")
        and tokens[end + 1].tag == "AMT"
    ):
        if tokens[end].word == "," and not _lists_on(tokens, end + 2):
            break
        values.append(_value(tokens[end + 1]))
        end += 2
    return tuple(values), end


def _lists_on(tokens: Tokens, at: int) -> bool:
    return at < len(tokens) and tokens[at].word in ("or", "and", ",")


def _amount(tokens: Tokens, at: int, everyone: tuple[str, ...], found: list[Event]) -> tuple[Event, ...]:
    values, end = _amounts(tokens, at)
    verb = _back(tokens, at, lambda t: t.tag in ("GET", "GETTING", "GIVE", "ENSURE"), _to_amount)
    ahead = _receiver(tokens, end, everyone)
    stop = end + (1 if ahead else 0)
    if _avoided(tokens, at) or _extreme(tokens, at):
        return ()
    if verb is not None and tokens[verb].word in ("lose", "loses", "losing") and values[0] > 0:
        values = tuple(-v for v in values)
    if verb is not None:
        return _verbal(tokens, verb, stop, values, ahead, everyone)
    if reverse := _reverse(tokens, end, values, everyone):
        return reverse
    owner = _back(tokens, at, lambda t: t.tag in OWNERS, _to_amount)
    compared = _compared(tokens, at)
    if owner is not None and any(t.tag == "PAYOFF" for t in tokens[owner:at]):
        who: tuple[str, ...] = (tokens[owner].name or everyone[0],)
        return (
            Get(owner, stop, ahead if ahead else who, values, _bound(tokens, owner, at), compared=compared),
        )
    if at > 1 and tokens[at - 1].tag in (":", "="):
        who = _who(tokens[at - 2], everyone) if tokens[at - 2].tag in PLAYERS else ahead
        if who or tokens[at - 2].tag in ("PAYOFF", "ACT"):
            return (Get(at - 2 if who else at, stop, who, values),)
    if (
        at
        and tokens[at - 1].word in ("and", ",", "but", "while", "or")
        and found
        and isinstance(found[-1], Get | Choice)
    ):
        last = next((e for e in reversed(found) if isinstance(e, Get)), None)
        follows = next((t.tag for t in tokens[end : end + 2] if t.tag != "("), "")
        if last is not None and follows in ("IF", "BY") and not last.compared:
            return (Get(at, stop, ahead or last.who, values, last.relation, last.can),)
    noun = _back(
        tokens, at, lambda t: t.tag == "PAYOFF", lambda t: t.tag in ("BE", "BY", "ATLEAST", "ATMOST", ":")
    )
    if noun is not None or ahead:
        return (
            Get(
                at if noun is None else noun,
                stop,
                ahead,
                values,
                _bound(tokens, at - 3, at),
                compared=compared,
            ),
        )
    return ()


def _verbal(
    tokens: Tokens, verb: int, stop: int, values: tuple[Fraction, ...], ahead: tuple[str, ...],
    everyone: tuple[str, ...],
) -> tuple[Event, ...]:  # fmt: skip
    tag = tokens[verb].tag
    who, ok = _subject(tokens, verb, everyone)
    if not ok:
        return ()
    between = tokens[verb + 1 : stop]
    around = (*tokens[max(0, verb - 1) : verb], *tokens[stop : stop + 1])
    alternative = any(t.word == "or" for t in around)
    if tag in ("GIVE", "ENSURE") and not (
        tag == "ENSURE" and tokens[verb].word.startswith(("guaranteed", "sure", "certain"))
    ):
        objects = [t for t in between if t.tag in PLAYERS]
        who = _who(objects[0], everyone) if objects else ()
    if ahead and (len(ahead) > len(who) or not who):
        who = ahead
    can = any(t.tag == "CAN" for t in (*tokens[max(0, verb - 5) : verb + 1], *between))
    if can and any(t.tag == "NOT" for t in tokens[max(0, verb - 10) : verb]):
        return ()
    sure = "ENSURE" in (tag, tokens[verb - 1].tag if verb else "")
    bound = _bound(tokens, verb, stop)
    return (Get(verb, stop, who, values, bound, can, _compared(tokens, verb), sure, alternative),)


def _receiver(tokens: Tokens, end: int, everyone: tuple[str, ...]) -> tuple[str, ...]:
    """``for both players``, ``each``, ``to me`` right after an amount."""
    if end < len(tokens) and tokens[end].tag == "PAYOFF":
        end += 1
    if end < len(tokens) and tokens[end].tag == "BOTH":
        return everyone
    if end + 1 < len(tokens) and tokens[end].word in ("for", "to") and tokens[end + 1].tag in PLAYERS:
        after = tokens[end + 2].tag if end + 2 < len(tokens) else ""
        return () if after in ("CHOOSE", "CHOOSING", "GET") else _who(tokens[end + 1], everyone)
    return ()


def _reverse(
    tokens: Tokens, end: int, values: tuple[Fraction, ...], everyone: tuple[str, ...]
) -> tuple[Event, ...]:
    """``the 3$ (that) I would get``."""
    at = end
    if at < len(tokens) and tokens[at].tag in ("PAYOFF", "THIS"):
        at += 1
    if at >= len(tokens) or tokens[at].tag not in PLAYERS:
        return ()
    who = _who(tokens[at], everyone)
    for k in range(at + 1, min(at + 5, len(tokens))):
        if tokens[k].tag in ("GET", "GETTING"):
            after = tokens[k + 1].tag if k + 1 < len(tokens) else ""
            return (
                ()
                if after in ("AMT", "PAYOFF")
                else (Get(end - 1, k + 1, who, values, compared=_compared(tokens, end - 1)),)
            )
        if tokens[k].tag not in BEFORE_VERB and tokens[k].word not in AUXILIARY:
            return ()
    return ()


def _avoided(tokens: Tokens, at: int) -> bool:
    """Whether the amount is one that is avoided, not one that somebody gets."""
    return (
        _back(tokens, at, lambda t: t.tag == "AVOID", lambda t: t.tag not in (",", "AMT", "ACT"), 12)
        is not None
    )


def _extreme(tokens: Tokens, at: int) -> bool:
    """Whether the amount is said to be the most or the least: ``my lowest payoff is 1``."""
    be = _back(
        tokens,
        at,
        lambda t: t.tag in ("BE", ":"),
        lambda t: t.word in ARTICLES or t.tag in ("PAYOFF", "BY"),
        4,
    )
    if be is None:
        return False
    return (
        _back(
            tokens,
            be,
            lambda t: t.tag in ("HIGHEST", "LOWEST", "BEST", "WORST"),
            lambda t: t.tag not in (",", "AMT", "IF"),
            10,
        )
        is not None
    )


def _bound(tokens: Tokens, start: int, end: int) -> Relation:
    tags = {t.tag for t in tokens[max(0, start) : end]}
    return ">=" if "ATLEAST" in tags else "<=" if "ATMOST" in tags else "="


def _compared(tokens: Tokens, at: int) -> bool:
    """Whether the payoff at ``at`` is what another one is compared with."""
    return _back(tokens, at, lambda t: t.tag == "THAN", lambda t: t.tag in ("W", "ALSO", "BY"), 4) is not None


def clauses(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Spans of tokens between commas, colons, brackets and contrasts."""
    start = 0
    for k, token in enumerate(tokens):
        if token.tag in (",", ":", "BUT", "(", ")", "WHILE"):
            if k > start:
                yield start, k
            start = k + 1
    if start < len(tokens):
        yield start, len(tokens)
