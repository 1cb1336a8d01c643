"""Claims about finite games, decided exactly in Python."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import claims as c
from syllogos.payoffs import facts
from syllogos.payoffs.names import IllPosedError, NamedGame
from syllogos.verdict import Status, Verdict

ENGINE = "claims"

KnownClaims = tuple[c.Claim, ...]


@dataclass(frozen=True)
class Question:
    """A claim, the game it is about, and the index of the player who says "you" of itself."""

    claim: c.Claim
    game: NormalForm
    me: int = 0


def evaluate(claim: c.Claim, game: NormalForm, me: int = 0) -> Verdict[KnownClaims]:
    """Decide ``claim`` exactly.

    Returns:
        ``TRUE`` or ``FALSE``, with the facts of the matter as claims that hold (several
        when several things tie); ``REJECTED`` with the reason when the claim is ill-posed:
        it names a player or an action that is not there, compares a thing with itself,
        or leaves open what it depends on.
    """
    try:
        truth, answer = _decide(claim, NamedGame(game, me))
    except IllPosedError as error:
        return Verdict(Status.REJECTED, reason=str(error), engine=ENGINE)
    return Verdict(Status.TRUE if truth else Status.FALSE, answer, evidence=answer, engine=ENGINE)


def label(verdict: Verdict[KnownClaims]) -> c.Label:
    """A verdict of :func:`evaluate` as ``check`` prints it."""
    match verdict.status:
        case Status.TRUE:
            return "TRUE"
        case Status.FALSE:
            return "FALSE"
        case _:
            return "ILL_POSED"


class Claims:
    """The solver: :func:`evaluate` behind the contract.  It needs no steps worth counting."""

    async def ask(self, query: Question, *, steps: int) -> Verdict[KnownClaims]:
        """The verdict on ``query``."""
        return evaluate(query.claim, query.game, query.me)


def make() -> Claims:
    """The solver of claims."""
    return Claims()


_GAME = NormalForm(
    ("you", "them"),
    (("stay", "go"), ("stay", "go")),
    {(a, b): (Fraction(own), Fraction(other)) for a, b, own, other in (
        ("stay", "stay", 3, 3), ("stay", "go", 0, 5), ("go", "stay", 5, 0), ("go", "go", 1, 1))},
)  # fmt: skip
make.queries = tuple(  # type: ignore[attr-defined]
    Question(
        c.Payoff(who, Fraction(amount), (c.PlayerAction("you", "go"), c.PlayerAction("them", "stay"))), _GAME
    )
    for who, amount in (("you", 5), ("them", 5), ("nobody", 5))
)


def _decide(claim: c.Claim, table: NamedGame) -> facts.Answer:
    match claim:
        case c.Payoff():
            return facts.payoff(claim, table)
        case c.ExtremePayoff():
            return facts.extreme_payoff(claim, table)
        case c.Numbers():
            return facts.numbers(claim, table)
        case c.RankedCase():
            return facts.ranked_case(claim, table)
        case c.CaseComparison():
            return facts.case_comparison(claim, table)
        case c.JointPayoff():
            return facts.joint_payoff(claim, table)
        case c.Expected():
            return facts.expected(claim, table)
        case c.ExpectedComparison():
            return facts.expected_comparison(claim, table)
        case c.Comparison():
            return facts.comparison(claim, table)
        case c.ProfileComparison():
            return facts.profile_comparison(claim, table)
        case c.BestResponse():
            return facts.best_response(claim, table)
        case c.Dominance():
            return facts.dominance(claim, table)
        case c.Equilibrium():
            return facts.equilibrium(claim, table)
        case c.ParetoDominance():
            return facts.pareto_dominance(claim, table)
        case c.Symmetry():
            return facts.symmetry(claim, table)
        case _:
            assert_never(claim)
