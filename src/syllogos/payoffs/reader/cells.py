"""From the choices and payoffs of a sentence to claims about cells of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from syllogos.payoffs.claims import Claim, Payoff, PlayerAction
from syllogos.payoffs.reader.words import PLAYERS, Choice, ChoiceOrGet, Get, Tokens

Scope = Mapping[str, str]
"""Who does what, as far as it is said: player -> action."""

HARD = frozenset({",", ":", "BUT", "WHILE", "THAN", "AMT"})
REASONS = frozenset({"because", "since", "as", "so"})


@dataclass(frozen=True)
class HeldPayoff:
    """A payoff with the moves that were said before and after it.

    ``lent`` are the moves said after the payoff before it ("I get 3 if we cooperate and
    they get 3"); ``doubts`` say how the moves may be meant otherwise: "we" may be just the
    speaker, and a move that was said of both may not be carried to the speaker's next action.
    """

    get: Get
    before: Scope
    after: Scope = field(default_factory=dict)
    lent: Scope = field(default_factory=dict)
    doubts: frozenset[str] = frozenset()

    @property
    def scope(self) -> dict[str, str]:
        """All moves that condition the payoff; what is said after it counts more."""
        return {**self.before, **(self.after or self.lent)}


@dataclass(frozen=True)
class Scoped:
    """What a sentence says: its payoffs with their conditions, the moves at its end, the speaker's own."""

    held: tuple[HeldPayoff, ...]
    scope: Scope
    own: tuple[str, ...]


def scoped(tokens: Tokens, found: Sequence[ChoiceOrGet], base: Scope, everyone: tuple[str, ...]) -> Scoped:
    """Attach each payoff of a sentence to the choices that condition it."""
    weaver = _Weaver(tokens, tuple(found), everyone, dict(base))
    for k in range(len(found)):
        weaver.take(k)
    return Scoped(tuple(weaver.held), weaver.scope, tuple(dict.fromkeys(weaver.own)))


@dataclass
class _Weaver:
    """One pass over the events of a sentence."""

    tokens: Tokens
    found: tuple[ChoiceOrGet, ...]
    everyone: tuple[str, ...]
    scope: dict[str, str]
    held: list[HeldPayoff] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    group: int = 0
    after: bool = False
    outside: tuple[int, dict[str, str]] | None = None
    jointly: bool = False
    doubts: set[str] = field(default_factory=set)

    @property
    def them(self) -> str | None:
        return self.everyone[1] if len(self.everyone) == 2 else None

    def take(self, k: int) -> None:
        event = self.found[k]
        self.brackets(event)
        if isinstance(event, Get):
            self.pay(k, event)
        else:
            self.choose(k, event)

    def brackets(self, event: ChoiceOrGet) -> None:
        """What is said in brackets conditions only what is in them (``(R, B)`` is a profile, no aside)."""
        if self.outside is not None and event.at >= self.outside[0]:
            self.scope, self.outside = self.outside[1], None
        aside = next(((a, z) for a, z in self.asides if a < event.at < z), None)
        if self.outside is None and aside is not None:
            self.outside = (aside[1], dict(self.scope))

    @cached_property
    def asides(self) -> tuple[tuple[int, int], ...]:
        """Where brackets open and close, profiles left out."""
        found: list[tuple[int, int]] = []
        opens: int | None = None
        for k, token in enumerate(self.tokens):
            if token.tag == "(":
                opens = k
            elif token.tag == ")" and opens is not None:
                inside = [t.tag for t in self.tokens[opens + 1 : opens + 3]]
                if inside not in (["ACT", ","], ["ACT", ")"]):
                    found.append((opens, k))
                opens = None
        return tuple(found)

    def pay(self, k: int, event: Get) -> None:
        previous = self.found[k - 1] if k else None
        gap = self.tokens[previous.end : event.at] if previous is not None else ()
        fresh = isinstance(previous, Choice) or event.compared
        if fresh or any(t.tag in (",", "BUT", ":") for t in gap):
            self.group = len(self.held)
        lends = self.after and bool(self.held) and self.held[-1].get.who != event.who
        lent = (
            self.held[-1].after
            if lends and all(t.tag in ("WHILE", ",", "ALSO", *PLAYERS) for t in gap)
            else {}
        )
        self.held.append(HeldPayoff(event, dict(self.scope), lent=lent, doubts=frozenset(self.doubts)))
        self.after = False

    def choose(self, k: int, event: Choice) -> None:
        who = event.who or self.doer(k)
        action = event.action or next((a for p, a in self.scope.items() if p not in who), "")
        if not action:
            return
        self.after = self.comes_after(k, event)
        if self.after and k and isinstance(self.found[k - 1], Choice):
            self.fork(self.found[k - 1].end, event.at)
        mention = event.loose and self.follows_than(event.at)
        moves = dict.fromkeys(who, action)
        self.doubt(event, who, action)
        if self.after:
            moves = {**self.likewise(event, who, action), **moves}
            self.held[self.group :] = [
                replace(h, after={**h.after, **moves}, doubts=h.doubts | ({"we"} if event.we else set()))
                for h in self.held[self.group :]
            ]
        elif mention:
            self.scope = {p: a for p, a in self.scope.items() if p not in who}
        else:
            self.scope.update(moves)
        if who == (self.everyone[0],) and not self.follows_than(event.at):
            self.own.append(action)
        self.scope.update(self.likewise(event, who, action))

    def doubt(self, event: Choice, who: tuple[str, ...], action: str) -> None:
        """Note in which other ways the moves of the payoffs to come may be meant."""
        me = self.everyone[0]
        if len(who) > 1 or who != (me,):
            self.doubts.clear()
            self.jointly = len(who) > 1
            if event.we and not self.after:
                self.doubts.add("we")
        elif self.jointly and self.held and self.scope.get(me) != action:
            self.doubts.add("carried")

    def fork(self, start: int, end: int) -> None:
        """``by choosing B if I choose R, or by choosing R if I choose B``: the payoff is said twice."""
        if any(t.word == "or" for t in self.tokens[start:end]):
            again = [replace(h, after={}) for h in self.held[self.group :]]
            self.group = len(self.held)
            self.held = [*self.held, *again]

    def doer(self, k: int) -> tuple[str, ...]:
        """Who makes a choice of which only the action is said: who is paid for it, else the speaker."""
        near = (*self.found[k + 1 : k + 2], *reversed(self.found[:k]))
        paid = next((e.who for e in near if isinstance(e, Get)), ())
        theirs = self.them is not None and paid == (self.them,) and self.them not in self.scope
        return paid if theirs else (self.everyone[0],)

    def likewise(self, event: Choice, who: tuple[str, ...], action: str) -> Scope:
        """``they also choose R`` says that the speaker does."""
        around = self.tokens[max(0, event.at - 2) : event.end]
        if self.them is None or len(who) != 1 or not any(t.tag == "ALSO" for t in around):
            return {}
        other = self.everyone[0] if who[0] == self.them else self.them
        return {} if other in self.scope else {other: action}

    def comes_after(self, k: int, event: Choice) -> bool:
        """Whether the choice conditions the payoffs before it, not those that follow."""
        if k == 0 or self.group >= len(self.held):
            return False
        between = self.tokens[self.found[k - 1].end : event.at]
        tags = {t.tag for t in between}
        if isinstance(self.found[k - 1], Choice):
            new = (tags & {",", "BUT", ":"} and not any(t.word == "or" for t in between)) or any(
                t.word in REASONS for t in between
            )
            return self.after and not new and not ("WHILE" in tags and event.loose)
        if not tags & HARD:
            return True
        # "I get 5, if they choose B." closes the sentence; "..., if they choose B, I get 3" opens anew.
        closes = not any(isinstance(e, Get) for e in self.found[k + 1 :])
        return closes and "IF" in tags and not tags & {"WHILE", "BUT"}

    def follows_than(self, at: int) -> bool:
        return any(t.tag == "THAN" for t in self.tokens[max(0, at - 6) : at])


def readings(
    held: HeldPayoff, topic: str | None, everyone: tuple[str, ...], *, always: bool, strays: bool
) -> tuple[tuple[Claim, ...], ...]:
    """The natural readings of one payoff, the first one preferred; each is a tuple of claims.

    The payoff is about the topic unless the sentence ``strays`` from it.
    """
    get, scope, me = held.get, held.scope, everyone[0]
    if get.own:
        scope[me] = get.own
    elif get.compared and (not held.after or (me not in held.after and len(scope) < len(everyone))):
        return ()
    ways: list[tuple[Get, dict[str, str]]] = [(get, scope)]
    if me not in scope and topic is not None and scope and not get.compared:
        ways = [(get, {**scope, me: topic}), *([(get, scope)] if strays else [])]
    own = {me: scope[me]} if me in scope else {}
    if "carried" in held.doubts and own:
        ways += [(get, dict.fromkeys(everyone, scope[me])), (get, own)]
    if "we" in held.doubts and own:
        ways.append((get, own))
    if get.pair and len(everyone) == 2 and len(scope) == 2:
        # A profile lists the speaker first, or the players in the order of the game.
        swapped = dict(zip(everyone, reversed([scope[p] for p in everyone]), strict=True))
        ways.append((replace(get, who=tuple(p for p in everyone if p not in get.who)), swapped))
    if get.we:
        ways += [(replace(get, who=(me,)), moves) for _, moves in ways]
    made = (_claims(got, dict(moves), everyone, always) for got, moves in ways)
    return tuple(dict.fromkeys(claims for claims in made if claims))


def _claims(get: Get, scope: dict[str, str], everyone: tuple[str, ...], always: bool) -> tuple[Claim, ...]:
    """The claims of one payoff: of its cell when all moves are said, else of what remains open."""
    me = everyone[0]
    whole = len(scope) == len(everyone)
    if whole and get.alternative and get.can:
        scope, whole = {me: scope[me]}, False
    moves = tuple(PlayerAction(p, scope[p]) for p in everyone if p in scope)
    who = get.who or (me,)
    if whole:
        cells = who if len(get.amounts) == 1 else ()
        return tuple(Payoff(p, get.amounts[0], moves, get.relation) for p in cells)
    if not moves or len(who) != 1 or get.compared or get.own:
        return ()
    return _open(get, who[0], moves, certain=who == (me,) and me in scope, always=always)


def _open(
    get: Get, player: str, moves: tuple[PlayerAction, ...], *, certain: bool, always: bool
) -> tuple[Claim, ...]:
    """The claims of a payoff that leaves somebody's move open: about every case, or about some."""
    if certain and not get.can and len(get.amounts) == 1:
        if get.relation == ">=" or (get.sure and get.relation == "="):
            return (Payoff(player, get.amounts[0], moves, ">="),)
        if always or get.relation != "=":
            return (Payoff(player, get.amounts[0], moves, get.relation),)
    return tuple(Payoff(player, a, moves, sometimes=True) for a in get.amounts)
