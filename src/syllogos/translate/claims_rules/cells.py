"""From the choices and payoffs of a sentence to claims about cells of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from syllogos.logic.claims import Claim, Move, Payoff
from syllogos.translate.claims_rules.words import Choice, Event, Get, Tokens

Scope = Mapping[str, str]
"""Who does what, as far as it is said: player -> action."""

HARD = frozenset({",", ":", "BUT", "WHILE", "THAN", "AMT"})
REASONS = frozenset({"because", "since", "as", "so"})


@dataclass(frozen=True)
class Held:
    """A payoff with the moves that were said before and after it."""

    get: Get
    before: Scope
    after: Scope = field(default_factory=dict)

    @property
    def scope(self) -> dict[str, str]:
        """All moves that condition the payoff; what is said after it counts more."""
        return {**self.before, **self.after}


@dataclass(frozen=True)
class Scoped:
    """What a sentence says: its payoffs with their conditions, the moves at its end, the speaker's own."""

    held: tuple[Held, ...]
    scope: Scope
    own: tuple[str, ...]


def scoped(tokens: Tokens, found: Sequence[Event], base: Scope, everyone: tuple[str, ...]) -> Scoped:
    """Attach each payoff of a sentence to the choices that condition it."""
    weaver = _Weaver(tokens, tuple(found), everyone, dict(base))
    for k in range(len(found)):
        weaver.take(k)
    return Scoped(tuple(weaver.held), weaver.scope, tuple(dict.fromkeys(weaver.own)))


@dataclass
class _Weaver:
    """One pass over the events of a sentence."""

    tokens: Tokens
    found: tuple[Event, ...]
    everyone: tuple[str, ...]
    scope: dict[str, str]
    held: list[Held] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    group: int = 0
    after: bool = False
    outside: tuple[int, dict[str, str]] | None = None

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

    def brackets(self, event: Event) -> None:
        """What is said in brackets conditions only what is in them (``(R, B)`` is a profile, no aside)."""
        if self.outside is not None and event.at >= self.outside[0]:
            self.scope, self.outside = self.outside[1], None
        tags = [t.tag for t in self.tokens[: event.at + 1]]
        opens = len(tags) - 1 - tags[::-1].index("(") if "(" in tags else None
        if self.outside is not None or opens is None or ")" in tags[opens:]:
            return
        after = [t.tag for t in self.tokens[opens + 1 :]]
        if ")" in after and after[:2] not in (["ACT", ","], ["ACT", ")"]):
            self.outside = (opens + 1 + after.index(")"), dict(self.scope))

    def pay(self, k: int, event: Get) -> None:
        previous = self.found[k - 1] if k else None
        gap = self.tokens[previous.end : event.at] if previous is not None else ()
        fresh = isinstance(previous, Choice) or event.compared
        if fresh or any(t.tag in (",", "BUT", ":") for t in gap):
            self.group = len(self.held)
        self.held.append(Held(event, dict(self.scope)))
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
        if self.after:
            kept = self.held[: self.group]
            self.held = kept + [replace(h, after={**h.after, **moves}) for h in self.held[self.group :]]
        elif mention:
            self.scope = {p: a for p, a in self.scope.items() if p not in who}
        else:
            self.scope.update(moves)
        if who == (self.everyone[0],) and not self.follows_than(event.at):
            self.own.append(action)
        self.scope.update(self.likewise(event, who, action))

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


def claims(held: Held, topic: str | None, everyone: tuple[str, ...], always: bool) -> tuple[Claim, ...]:
    """The claims of one payoff: of its cell when all moves are said, else of what remains open."""
    get, scope, me = held.get, held.scope, everyone[0]
    if get.own:
        scope[me] = get.own
    elif get.compared and (not held.after or (me not in held.after and len(scope) < len(everyone))):
        return ()
    elif me not in scope and topic is not None and scope and not get.compared:
        scope[me] = topic
    whole = len(scope) == len(everyone)
    if whole and get.alternative and get.can:
        scope, whole = {me: scope[me]}, False
    moves = tuple(Move(p, scope[p]) for p in everyone if p in scope)
    who = get.who or (me,)
    if whole:
        cells = who if len(get.amounts) == 1 else ()
        return tuple(Payoff(p, get.amounts[0], moves, get.relation) for p in cells)
    if not moves or len(who) != 1 or get.compared or get.own:
        return ()
    return _open(get, who[0], moves, certain=who == (me,) and me in scope, always=always)


def _open(
    get: Get, player: str, moves: tuple[Move, ...], *, certain: bool, always: bool
) -> tuple[Claim, ...]:
    """The claims of a payoff that leaves somebody's move open: about every case, or about some."""
    if certain and not get.can and len(get.amounts) == 1:
        if get.relation == ">=" or (get.sure and get.relation == "="):
            return (Payoff(player, get.amounts[0], moves, ">="),)
        if always or get.relation == "<=":
            return (Payoff(player, get.amounts[0], moves, get.relation),)
    return tuple(Payoff(player, a, moves, sometimes=True) for a in get.amounts)
