"""Looking around in a tagged sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from syllogos.payoffs.claims import Claim, Relation
from syllogos.payoffs.reader.lexer import Token

Tokens = Sequence[Token]

PLAYERS = frozenset({"ME", "THEM", "BOTH", "WE"})
OWNERS = frozenset({"MY", "THEIR", "OUR"})
THIRD_PERSON = frozenset({"chooses", "picks", "selects", "plays", "gets", "receives", "earns"})
AUXILIARY = frozenset(
    {"will", "would", "do", "does", "did", "to", "simply", "just", "had", "'d", "going", "decide",
     "decides", "decided", "end", "ends", "deciding", "be", "been", "still", "then", "up", "already",
     "again", "really", "actually", "instead", "only", "even", "now"}
)  # fmt: skip
BEFORE_VERB = frozenset({"CAN", "ALSO", "MUST", "BE", "HIGHER", "EQUAL", "SAMECASE", "PREFER"})
NO_NOUNS = frozenset(
    {
        "or",
        "either",
        "thus",
        "therefore",
        "hence",
        "who",
        "who's",
        "whoever",
        "because",
        "since",
        "as",
        "so",
        "that",
        "even though",
        "even when",
        "ever",
        "all",
        "what",
        "how",
        "i",
        "once",
        "each",
        "next",
        "there",
        "order",
    }
)
"""Words that may stand before a verb and are not its subject."""
ARTICLES = frozenset(
    {"a", "an", "the", "to", "either", "option", "only", "just", "for", "with", "roughly", "about",
     "around", "exactly", "still"}
)  # fmt: skip


def _is_noun(word: str) -> bool:
    """Whether an unknown word before a verb may be somebody who does it."""
    return word not in NO_NOUNS and not word.endswith(("ly", "ing")) and word not in ARTICLES


@dataclass(frozen=True)
class Choice:
    """``who`` (nobody when it is not said) takes ``action``; tokens ``at`` to ``end``.

    The action is empty for "does the same"; a loose choice is a mere mention ("choosing B");
    ``we`` may mean both or just the speaker.
    """

    at: int
    end: int
    who: tuple[str, ...]
    action: str
    loose: bool = False
    we: bool = False


@dataclass(frozen=True)
class Get:
    """``who`` (nobody when it is not said) gets one of ``amounts``.

    Attributes:
        can: it is possible, not certain.
        compared: another payoff is compared with it.
        sure: it is guaranteed.
        alternative: it stands beside another one with "or".
        own: the speaker's action, when it is said with the amount ("R (0$)").
        pair: it is one of the amounts of all players, in order.
        we: it is "we" who get it, which may mean both or just the speaker.
    """

    at: int
    end: int
    who: tuple[str, ...]
    amounts: tuple[Fraction, ...]
    relation: Relation = "="
    can: bool = False
    compared: bool = False
    sure: bool = False
    alternative: bool = False
    own: str = ""
    we: bool = False
    pair: bool = False


ChoiceOrGet = Choice | Get


@dataclass(frozen=True)
class Read:
    """A claim and the tokens of the sentence that make it; ``others`` are its other natural readings."""

    claim: Claim
    used: frozenset[int]
    others: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Scan:
    """A sentence, the players (the speaker first), the amount said last, and the events so far."""

    tokens: Tokens
    everyone: tuple[str, ...]
    last: Fraction | None
    found: list[ChoiceOrGet]

    def tag(self, k: int) -> str:
        """The tag of a token, empty outside the sentence."""
        return self.tokens[k].tag if 0 <= k < len(self.tokens) else ""

    def word(self, k: int) -> str:
        """The word of a token, empty outside the sentence."""
        return self.tokens[k].word if 0 <= k < len(self.tokens) else ""

    def who(self, k: int) -> tuple[str, ...]:
        """The players that the pronoun at ``k`` names."""
        return self.everyone if self.tokens[k].tag in ("BOTH", "WE") else (self.tokens[k].name,)

    def doing(self, action: str) -> tuple[str, ...]:
        """Who takes ``action`` where all the players are said to do different things."""
        does = {p: e.action for e in self.found if isinstance(e, Choice) for p in e.who}
        differ = len(set(does.values())) == len(self.everyone) == len(does)
        return tuple(p for p in self.everyone if differ and does[p] == action)

    def negated(self, verb: int) -> bool:
        """Whether the verb is negated in its own clause."""
        for k in range(verb - 1, max(-1, verb - 11), -1):
            if self.tokens[k].tag in (",", "BUT", "WHILE", "AMT", ":"):
                return False
            if self.tokens[k].tag == "NOT":
                return True
        return False

    def we(self, verb: int) -> bool:
        """Whether the subject of ``verb`` is "we", which may mean just the speaker."""
        near = (t.tag for t in reversed(self.tokens[max(0, verb - 8) : verb]) if t.tag in PLAYERS)
        return next(near, "") == "WE"

    def back(
        self, at: int, wanted: Collection[str], passing: Callable[[Token], bool], far: int = 8
    ) -> int | None:
        """The nearest token before ``at`` with a wanted tag, if only ``passing`` ones lie between."""
        for k in range(at - 1, max(-1, at - 1 - far), -1):
            if self.tokens[k].tag in wanted:
                return k
            if not passing(self.tokens[k]):
                return None
        return None

    def subject(self, verb: int, *, denied: bool = False) -> tuple[str, ...] | None:
        """Who does the verb at ``verb``: nobody when not said, None when negated (unless ``denied``)."""
        for k in range(verb - 1, max(-1, verb - 9), -1):
            token = self.tokens[k]
            if token.tag in PLAYERS:
                return self.who(k)
            if token.tag == "MUTUAL":
                return self.everyone
            if token.tag in OWNERS and self.tokens[verb].tag in ("CHOOSING", "GETTING"):
                return (token.name,) if token.name else ()
            if token.tag == "NOT" and not denied:
                return None
            if token.tag not in (*BEFORE_VERB, "NOT") and token.word not in AUXILIARY:
                if self.tokens[verb].tag == "GET" and token.tag == "W" and _is_noun(token.word):
                    return None
                break
        acts = verb > 0 and self.tokens[verb - 1].tag in ("ACT", "DO")
        third = self.tokens[verb].word in THIRD_PERSON and len(self.everyone) == 2 and not acts
        return (self.everyone[1],) if third else ()
