"""Claims about the payoffs of a finite game: a closed vocabulary, and where a text makes them.

Players are named as the game names them, or ``"you"`` (who speaks) and ``"them"``
(the only other player).  Amounts are exact.  A claim says nothing about its truth;
:mod:`syllogos.payoffs.solvers.claims` does.

The vocabulary contains the queries of LELMA (section 3.3, table 3) and what its
section 5 found missing: expected payoffs, best responses, dominance, equilibria.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

YOU = "you"
THEM = "them"

Relation = Literal["<", "<=", "=", ">=", ">"]
Extreme = Literal["highest", "lowest"]
Case = Literal["worst", "best"]


@dataclass(frozen=True)
class PlayerAction:
    """One player's action."""

    player: str
    action: str


Moves = tuple[PlayerAction, ...]
"""Who does what; players who are not named may do anything."""


@dataclass(frozen=True)
class Chance:
    """A stated probability that ``player`` takes ``action``."""

    player: str
    action: str
    share: Fraction


Chances = tuple[Chance, ...]
"""Independent odds on the others' actions; actions that are not named have probability 0."""


@dataclass(frozen=True)
class Payoff:
    """``player`` gets ``amount`` (related by ``relation``) at ``moves``.

    When ``moves`` leaves somebody free, the claim is about every completion, or, if
    ``sometimes``, about at least one.
    """

    player: str
    amount: Fraction
    moves: Moves
    relation: Relation = "="
    sometimes: bool = False
    kind: Literal["payoff"] = "payoff"


@dataclass(frozen=True)
class ExtremePayoff:
    """``amount`` is the highest or lowest payoff ``player`` can get, given ``moves``."""

    player: str
    extreme: Extreme
    amount: Fraction
    moves: Moves = ()
    kind: Literal["extreme_payoff"] = "extreme_payoff"


@dataclass(frozen=True)
class Numbers:
    """One amount compared with another."""

    left: Fraction
    relation: Relation
    right: Fraction
    kind: Literal["numbers"] = "numbers"


@dataclass(frozen=True)
class RankedCase:
    """``action`` has the highest or lowest worst (or best) case of ``player``'s actions.

    The highest worst case is the highest guarantee (maximin).
    """

    player: str
    extreme: Extreme
    case: Case
    action: str
    kind: Literal["ranked_case"] = "ranked_case"


@dataclass(frozen=True)
class CaseComparison:
    """The worst (or best) case of ``action`` compared with that of ``other``.

    Safer is a higher worst case, riskier a lower one.
    """

    player: str
    case: Case
    action: str
    relation: Relation
    other: str
    kind: Literal["case_comparison"] = "case_comparison"


@dataclass(frozen=True)
class JointPayoff:
    """The payoffs at ``moves`` add up to the highest or lowest sum in the game."""

    extreme: Extreme
    moves: Moves
    kind: Literal["joint_payoff"] = "joint_payoff"


@dataclass(frozen=True)
class Expected:
    """The expected payoff of ``action`` under ``belief`` is ``amount``."""

    player: str
    action: str
    amount: Fraction
    belief: Chances
    relation: Relation = "="
    kind: Literal["expected"] = "expected"


@dataclass(frozen=True)
class ExpectedComparison:
    """Expected payoffs of two actions compared; without a belief, whatever the belief is."""

    player: str
    action: str
    relation: Relation
    other: str
    belief: Chances = ()
    kind: Literal["expected_comparison"] = "expected_comparison"


@dataclass(frozen=True)
class Comparison:
    """``action`` pays ``player`` more, less or as much as ``other``, for all that ``moves`` leaves open.

    Without ``moves`` and with ``>`` this is strict dominance, said of two actions.
    """

    player: str
    action: str
    relation: Relation
    other: str
    moves: Moves = ()
    kind: Literal["comparison"] = "comparison"


@dataclass(frozen=True)
class ProfileComparison:
    """``player``'s payoff at one profile compared with that at another."""

    player: str
    moves: Moves
    relation: Relation
    other: Moves
    kind: Literal["profile_comparison"] = "profile_comparison"


@dataclass(frozen=True)
class BestResponse:
    """``action`` does best for ``player`` against ``moves`` of all the others (ties count)."""

    player: str
    action: str
    moves: Moves
    kind: Literal["best_response"] = "best_response"


@dataclass(frozen=True)
class Dominance:
    """``action`` strictly or weakly dominates ``other`` for ``player``."""

    player: str
    action: str
    other: str
    strict: bool = True
    kind: Literal["dominance"] = "dominance"


@dataclass(frozen=True)
class Equilibrium:
    """The profile ``moves`` is a Nash equilibrium in pure strategies."""

    moves: Moves
    kind: Literal["equilibrium"] = "equilibrium"


@dataclass(frozen=True)
class ParetoDominance:
    """The profile ``moves`` gives nobody less than ``other`` and somebody more."""

    moves: Moves
    other: Moves
    kind: Literal["pareto_dominance"] = "pareto_dominance"


@dataclass(frozen=True)
class Symmetry:
    """All players have the same actions and the game looks the same to each of them."""

    kind: Literal["symmetry"] = "symmetry"


Claim = (
    Payoff
    | ExtremePayoff
    | Numbers
    | RankedCase
    | CaseComparison
    | JointPayoff
    | Expected
    | ExpectedComparison
    | Comparison
    | ProfileComparison
    | BestResponse
    | Dominance
    | Equilibrium
    | ParetoDominance
    | Symmetry
)


@dataclass(frozen=True)
class Found:
    """A claim and the place ``text[start:end]`` that makes it."""

    claim: Claim
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Unread:
    """Talk of payoffs that was seen and not understood, and why."""

    start: int
    end: int
    text: str
    reason: str


@dataclass(frozen=True)
class Reading:
    """What a translator made of a text, in the order of the text."""

    found: tuple[Found, ...] = ()
    unread: tuple[Unread, ...] = ()


Label = Literal["TRUE", "FALSE", "ILL_POSED", "UNTRANSLATED"]
TextStatus = Literal["VERIFIED", "PARTIAL", "REFUTED", "UNCHECKED"]


def text_status(labels: Sequence[Label]) -> TextStatus:
    """What the verdicts of a text's payoff sentences amount to.

    ``REFUTED`` one is false; ``VERIFIED`` all are true, and there is one; ``PARTIAL``
    some are true and the rest was not judged; ``UNCHECKED`` none was judged.

    >>> text_status(["TRUE", "UNTRANSLATED"])
    'PARTIAL'
    """
    if "FALSE" in labels:
        return "REFUTED"
    if "TRUE" not in labels:
        return "UNCHECKED"
    return "VERIFIED" if set(labels) == {"TRUE"} else "PARTIAL"
