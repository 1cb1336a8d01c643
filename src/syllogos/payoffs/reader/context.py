"""What a sentence is read against, and which action a word in it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claims import (
    THEM,
    YOU,
    Case,
    CaseComparison,
    Chances,
    Claim,
    Extreme,
    Moves,
    PlayerAction,
    RankedCase,
    Relation,
)
from syllogos.payoffs.reader.cells import Scope, Scoped
from syllogos.payoffs.reader.lexer import Token
from syllogos.payoffs.reader.words import Choice, ChoiceOrGet, Read, Tokens

TO_SUBJECT = frozenset(
    {
        "OPTION",
        "BE",
        "CHOOSE",
        "CHOOSING",
        "BY",
        ":",
        "ME",
        "PAYOFF",
        "W",
        "CAN",
        ",",
        "MUST",
        "WHILE",
        "RISKY",
    }
)

COMPARING = frozenset(
    {"HIGHER", "LOWER", "EQUAL", "SAFER", "RISKIER", "SAFEST", "SAFE", "RISKY", "HIGHEST", "LOWEST", "BEST",
     "WORST", "GUARANTEED", "ENSURE", "EXPECTED", "DOMINATES", "DOMINANT", "RESPONSE", "EQUILIBRIUM",
     "PARETO", "SYMMETRIC", "MULTIPLE", "STRICT", "WEAK", "AVOID"}
)  # fmt: skip
"""Words that compare, rank or bound payoffs; a text is verified only when each of them was read."""


@dataclass(frozen=True)
class Context:
    """A sentence and what is known when it is said."""

    game: NormalForm
    me: int
    everyone: tuple[str, ...]
    tokens: Tokens
    events: tuple[ChoiceOrGet, ...]
    said: Scoped
    base: Scope
    topic: str | None
    belief: Chances = ()

    def believing(self, belief: Chances) -> Context:
        """The same sentence, with odds on what the others do."""
        return replace(self, belief=belief)

    def actions(self, player: str = YOU) -> tuple[str, ...]:
        """The actions of a player named as claims do."""
        return self.game.actions[self.index(player)]

    def index(self, player: str) -> int:
        """The index of a player named as claims do."""
        if player == YOU:
            return self.me
        return 1 - self.me if player == THEM else self.game.players.index(player)

    def other(self, action: str, player: str = YOU) -> str | None:
        """The only alternative to ``action``, if there is one alternative."""
        rest = [a for a in self.actions(player) if a != action]
        return rest[0] if len(rest) == 1 else None

    def moves(self, player: str = YOU) -> Moves:
        """What the others are said to do, in the sentence or the headings over it."""
        scope = dict(self.said.scope)
        if player != YOU:
            # "If I choose X, choosing Y gives them more" mentions their Y, not mine.
            stated = [e for e in self.events if isinstance(e, Choice) and not e.loose and YOU in e.who]
            own = {YOU: stated[-1].action} if stated else {}
            scope = {**{p: a for p, a in scope.items() if p != YOU}, **self.base, **own}
        return tuple(PlayerAction(p, scope[p]) for p in self.everyone if p != player and p in scope)

    def has(self, *tags: str) -> bool:
        """Whether the sentence has a token with one of the tags."""
        return any(t.tag in tags for t in self.tokens)

    def choice_at(self, k: int) -> Choice | None:
        """The choice that token ``k`` belongs to."""
        return next((e for e in self.events if isinstance(e, Choice) and e.at <= k < e.end), None)

    def subject(self, k: int) -> str | None:
        """The speaker's action that the word at ``k`` is about: named before it, after it, or the topic."""
        return self.before(k) or self.after(k) or self.pronoun(k)

    def before(self, k: int, player: str = YOU) -> str | None:
        """The player's action last named before ``k``, in the same breath."""
        for j in range(k - 1, max(-1, k - 26), -1):
            token = self.tokens[j]
            if token.tag in ("ACT", "DO"):
                if j and any(t.tag == "THAN" for t in self.tokens[max(0, j - 3) : j]):
                    continue
                choice = self.choice_at(j)
                if choice is not None and choice.who and choice.who != (player,):
                    if len(choice.who) > 1:
                        return None
                    continue
                return token.name
            if token.tag in ("BUT", "THAN") or (token.tag == "WHILE" and token.word == "while"):
                return None
        return None

    def after(self, k: int) -> str | None:
        """The action in ``the safer choice is B`` or ``safer to choose B``."""
        for j in range(k + 1, min(len(self.tokens), k + 14)):
            token = self.tokens[j]
            if token.tag in ("ACT", "DO"):
                choice = self.choice_at(j)
                return None if choice is not None and choice.who not in ((), (YOU,)) else token.name
            if token.tag not in TO_SUBJECT:
                return None
        return None

    def pronoun(self, k: int) -> str | None:
        """The topic, when the clause speaks of ``it`` or ``this``."""
        start = self.tokens[max(0, k - 8) : k]
        heads = any(t.tag == "THIS" and t.word in ("it", "this") for t in start)
        return self.topic if heads and not any(t.tag in ("ACT", "DO", "AMT") for t in start) else None

    def receiver(self, k: int) -> str:
        """Whom the word at ``k`` is said to benefit (``gives them a higher payoff``), else the speaker."""
        for token in reversed(self.tokens[max(0, k - 5) : k]):
            if token.tag == ",":
                break
            if token.tag in ("THEM", "ME") and token.name:
                return token.name
        return YOU

    def negated(self, k: int, far: int = 4) -> bool:
        """Whether the word at ``k`` is negated."""
        return any(t.tag == "NOT" for t in self.tokens[max(0, k - far) : k])

    def near(self, k: int, tags: frozenset[str], left: int, right: int) -> Token | None:
        """A token with one of ``tags`` near ``k``."""
        window = [*self.tokens[max(0, k - left) : k], *self.tokens[k + 1 : k + 1 + right]]
        return next((t for t in window if t.tag in tags), None)

    def reads(self, claims: Iterable[Claim], *at: int, others: tuple[Claim, ...] = ()) -> tuple[Read, ...]:
        """``claims`` as made by the words at ``at`` and the words of comparison that go with them."""
        used = frozenset(j for k in at for j in self.phrase(k))
        return tuple(Read(claim, used, others) for claim in claims)

    def phrase(self, k: int) -> range:
        """The word at ``k`` with the words of comparison beside it: ``a higher guaranteed payoff``."""
        first, last = k, k
        while first > 0 and self.tokens[first - 1].tag in COMPARING and k - first < 3:
            first -= 1
        while last + 1 < len(self.tokens) and self.tokens[last + 1].tag in COMPARING and last - k < 3:
            last += 1
        return range(first, last + 1)

    def compared_with(self, k: int, action: str) -> str | None:
        """The action named after ``than``, or else the only alternative."""
        for j in range(k + 1, min(len(self.tokens), k + 14)):
            if self.tokens[j].tag == "THAN":
                named = [t for t in self.tokens[j + 1 : j + 9] if t.tag in ("ACT", "DO") and t.name != action]
                if named:
                    return named[0].name
        return self.other(action)


Reader = Callable[[Context], tuple[Read, ...]]


def ranked(player: str, extreme: Extreme, case: Case, action: str | None) -> tuple[Claim, ...]:
    """The claim that ``action`` has the highest or lowest case for ``player``."""
    return () if action is None else (RankedCase(player, extreme, case, action),)


def case_against(
    ctx: Context, k: int, player: str, relation: Relation, action: str | None
) -> tuple[Claim, ...]:
    """The claim that the worst case of ``action`` is higher or lower than that of its alternative."""
    other = None if action is None else ctx.compared_with(k, action)
    if action is None or other is None or other == action:
        return ()
    return (CaseComparison(player, "worst", action, relation, other),)
