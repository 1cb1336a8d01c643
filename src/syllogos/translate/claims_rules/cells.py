"""From the choices and payoffs of a sentence to claims about cells of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from syllogos.logic.claims import Claim, Move, Payoff
from syllogos.translate.claims_rules.scan import Choice, Event, Get, Tokens

Scope = Mapping[str, str]
"""Who does what, as far as it is said: player -> action."""

HARD = frozenset({",", ":", "BUT", "WHILE", "THAN", "AMT"})


@dataclass(frozen=True)
class Held:
    """A payoff with the moves that were said before and after it."""

    get: Get
    before: Scope
    after: Scope = field(default_factory=dict)

    @property
    def scope(self) -> Scope:
        """All moves that condition the payoff; what is said after it counts more."""
        return {**self.before, **self.after}


@dataclass(frozen=True)
class Scoped:
    """What a sentence says: its payoffs with their conditions, and the moves still open at its end."""

    held: tuple[Held, ...]
    scope: Scope
    own: tuple[str, ...]


def scoped(tokens: Tokens, found: Sequence[Event], base: Scope, me: str, them: str | None) -> Scoped:
    """Attach each payoff of a sentence to the choices that condition it."""
    scope: dict[str, str] = dict(base)
    held: list[Held] = []
    group = 0
    own: list[str] = []
    after = False
    last: Event | None = None
    for k, event in enumerate(found):
        if isinstance(event, Get):
            gap = tokens[last.end : event.at] if last is not None else ()
            if isinstance(last, Choice) or event.compared or any(t.tag in (",", "BUT", ":") for t in gap):
                group = len(held)
            held.append(Held(event, dict(scope)))
            after = False
        else:
            who = event.who or _doer(found, k, scope, me, them)
            after = _comes_after(tokens, found, k, group < len(held), after)
            moves = dict.fromkeys(who, event.action)
            if after:
                held[group:] = [replace(h, after={**h.after, **moves}) for h in held[group:]]
            else:
                scope.update(moves)
            if me in who and len(who) == 1 and not _follows_than(tokens, event.at):
                own.append(event.action)
            if not after and _follows_than(tokens, event.at) and event.loose:
                for p in who:
                    scope.pop(p, None)
            scope.update(_likewise(tokens, event, who, scope, me, them))
        last = event
    return Scoped(tuple(held), scope, tuple(dict.fromkeys(own)))


def _likewise(
    tokens: Tokens, event: Choice, who: tuple[str, ...], scope: Scope, me: str, them: str | None
) -> Scope:
    """ "They also choose R" says that I do."""
    also = any(t.tag == "ALSO" for t in tokens[max(0, event.at - 2) : event.end])
    if not also or them is None or len(who) != 1:
        return {}
    other = me if who[0] == them else them
    return {} if other in scope else {other: event.action}


def _doer(found: Sequence[Event], k: int, scope: Scope, me: str, them: str | None) -> tuple[str, ...]:
    """Who makes a choice of which only the action is said: the one who is paid for it, else the speaker."""
    near = [e for e in (*found[k + 1 : k + 2], *found[max(0, k - 1) : k]) if isinstance(e, Get) and e.who]
    paid = near[0].who if near else ()
    if them is not None and paid == (them,) and them not in scope:
        return (them,)
    return (me,)


def _comes_after(tokens: Tokens, found: Sequence[Event], k: int, open_: bool, after: bool) -> bool:
    """Whether the choice ``found[k]`` conditions the payoffs before it, not those that follow."""
    previous = found[k - 1] if k else None
    if not open_ or previous is None:
        return False
    event = found[k]
    between = tokens[previous.end : event.at]
    tags = [t.tag for t in between]
    if isinstance(previous, Choice):
        return after and not {",", "BUT", ":"}.intersection(tags) and not ("WHILE" in tags and event.loose)
    rest = found[k + 1 :]
    if not HARD.intersection(tags):
        return True
    # "I get 5, if they choose B." closes the sentence; "..., if they choose B, I get 3" opens anew.
    return (
        "IF" in tags
        and "WHILE" not in tags
        and not any(isinstance(e, Get) for e in rest)
        and "BUT" not in tags
    )


def _follows_than(tokens: Tokens, at: int) -> bool:
    return any(t.tag == "THAN" for t in tokens[max(0, at - 6) : at])


def claims(held: Held, topic: str | None, everyone: tuple[str, ...], always: bool) -> tuple[Claim, ...]:
    """The claims of one payoff: of its cell when all moves are said, else of what remains open."""
    get, scope = held.get, dict(held.scope)
    me = everyone[0]
    if get.compared and not held.after:
        return ()
    if me not in scope and topic is not None and not get.compared and scope:
        scope[me] = topic
    elif get.compared and me not in held.after and len(scope) < len(everyone):
        return ()
    moves = tuple(Move(p, scope[p]) for p in everyone if p in scope)
    who = get.who or (me,)
    if len(moves) == len(everyone) and get.alternative and get.can:
        moves = tuple(m for m in moves if m.player == me)
    if len(moves) == len(everyone):
        if len(get.amounts) != 1:
            return ()
        return tuple(Payoff(p, get.amounts[0], moves, get.relation) for p in who)
    if not moves or len(who) != 1 or get.compared:
        return ()
    if me in scope and who == (me,) and not get.can and len(get.amounts) == 1:
        if get.relation == ">=" or (get.sure and get.relation == "="):
            return (Payoff(me, get.amounts[0], moves, ">="),)
        if always or get.relation == "<=":
            return (Payoff(me, get.amounts[0], moves, get.relation),)
    return tuple(Payoff(who[0], a, moves, "=", sometimes=True) for a in get.amounts)
