"""Verdicts in English, addressed to the one who made the claim."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from syllogos.payoffs import claims as c
from syllogos.verdict import Status, Verdict

RELATIONS = {"<": "lower than", "<=": "at most", "=": "equal to", ">=": "at least", ">": "higher than"}
BOUNDS = {"<": "less than ", "<=": "at most ", "=": "", ">=": "at least ", ">": "more than "}
CASES = {"worst": "guaranteed (worst-case)", "best": "best-case"}


def correction(verdict: Verdict[tuple[c.Claim, ...]]) -> str:
    """What is true instead of a false claim, or why a claim can be neither; empty for a true one.

    It is said from the engine's facts alone, so it holds whatever the claim was.
    """
    if verdict.status is Status.TRUE:
        return ""
    if verdict.status is not Status.FALSE:
        return f"This cannot be judged: {verdict.reason}."
    facts = verdict.answer or ()
    return say(facts) if facts else "The players do not have the same actions."


def say(facts: Sequence[c.Claim]) -> str:
    """Claims as sentences; those that tie are said in one."""
    tied = _tied(facts)
    return tied if tied else " ".join(sentence(fact) for fact in facts)


def sentence(claim: c.Claim) -> str:
    """One claim as a sentence."""
    return _sentence(_say(claim))


def amount(value: Fraction) -> str:
    """A number as people write it: exact decimals of up to four places, else a fraction.

    >>> amount(Fraction(5, 2)), amount(Fraction(1, 3))
    ('2.5', '1/3')
    """
    if value.denominator == 1:
        return str(value.numerator)
    scaled = value * 10_000
    if scaled.denominator != 1:
        return str(value)
    sign, whole = "-" if value < 0 else "", abs(scaled.numerator)
    return f"{sign}{whole // 10_000}.{whole % 10_000:04d}".rstrip("0")


def _say(claim: c.Claim) -> str:
    match claim:
        case c.Payoff():
            return _payoff(claim)
        case c.ExtremePayoff(player, extreme, value, moves):
            return f"{_if(moves)}{_whose(player)} {extreme} possible payoff is {amount(value)}"
        case c.Numbers(left, relation, right):
            return f"{amount(left)} is {RELATIONS[relation]} {amount(right)}"
        case c.RankedCase(player, extreme, case, action):
            return f"choosing {action} gives {player} the {extreme} {CASES[case]} payoff"
        case c.CaseComparison(player, case, action, relation, other):
            return f"choosing {action} gives {player} {_than(relation, CASES[case], other)}"
        case c.JointPayoff(extreme, moves):
            return f"the {extreme} mutual payoff is reached when {_does(moves)}"
        case c.Expected() | c.ExpectedComparison():
            return _expected(claim)
        case c.Comparison(player, action, relation, other, moves):
            given = _if(moves) or "whatever the others do, "
            return f"{given}choosing {action} gives {player} {_than(relation, '', other)}"
        case c.ProfileComparison(player, moves, relation, other_moves):
            first = f"{_whose(player)} payoff when {_does(moves)}"
            return f"{first} is {RELATIONS[relation]} when {_does(other_moves)}"
        case c.BestResponse(player, action, moves):
            return f"{_if(moves)}{_whose(player)} best response is {action}"
        case c.Dominance(player, action, other, strict):
            how = "strictly" if strict else "weakly"
            return f"for {player}, {action} {how} dominates {other}"
        case c.Equilibrium(moves):
            return f"it is a Nash equilibrium that {_does(moves)}"
        case c.ParetoDominance(moves, other_moves):
            first, second = _does(moves), _does(other_moves)
            return f"it is better for some and worse for nobody that {first} than that {second}"
        case c.Symmetry():
            return "the game looks the same to every player"
        case _:
            assert_never(claim)


def _payoff(claim: c.Payoff) -> str:
    verb = "can get" if claim.sometimes else "get" if claim.player in (c.YOU, c.THEM) else "gets"
    who = _who(claim.player)
    return f"{_if(claim.moves)}{who} {verb} {BOUNDS[claim.relation]}{amount(claim.amount)}"


def _expected(claim: c.Expected | c.ExpectedComparison) -> str:
    does = [_does((c.PlayerAction(o.player, o.action),)) for o in claim.belief]
    odds = [f"a {_share(o.share)} chance that {what}" for o, what in zip(claim.belief, does, strict=True)]
    given = f"with {_list(odds)}, " if odds else "whatever the odds, "
    owner = f"{_whose(claim.player)} expected payoff of choosing {claim.action} is"
    if isinstance(claim, c.Expected):
        return f"{given}{owner} {BOUNDS[claim.relation]}{amount(claim.amount)}"
    return f"{given}{owner} {RELATIONS[claim.relation]} that of choosing {claim.other}"


def _share(share: Fraction) -> str:
    percent = share * 100
    return f"{amount(percent)}%" if "/" not in amount(percent) else str(share)


def _than(relation: c.Relation, kind: str, other: str) -> str:
    payoff = f"{kind} payoff".strip()
    if relation == "=":
        return f"the same {payoff} as choosing {other}"
    if relation in ("<=", ">="):
        return f"a {payoff} that is {BOUNDS[relation]}that of choosing {other}"
    return f"a {'higher' if relation == '>' else 'lower'} {payoff} than choosing {other}"


def _who(player: str) -> str:
    return {c.YOU: "you", c.THEM: "they"}.get(player, player)


def _whose(player: str) -> str:
    return {c.YOU: "your", c.THEM: "their"}.get(player, f"{player}'s")


def _does(moves: c.Moves) -> str:
    parts = [
        f"{_who(m.player)} {'choose' if m.player in (c.YOU, c.THEM) else 'chooses'} {m.action}" for m in moves
    ]
    return _list(parts)


def _if(moves: c.Moves) -> str:
    return f"if {_does(moves)}, " if moves else ""


def _list(parts: Sequence[str]) -> str:
    return " and ".join(parts) if len(parts) < 3 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _tied(facts: Sequence[c.Claim]) -> str:
    """Several actions or profiles of which the same is true, in one sentence; else nothing."""
    match facts:
        case [c.RankedCase(player, extreme, case, _), _, *_]:
            tying = _list([f.action for f in facts if isinstance(f, c.RankedCase)])
            return f"{tying} all give {player} the {extreme} {CASES[case]} payoff: they tie."
        case [c.BestResponse(player, _, moves), _, *_] if len({_case_of(f) for f in facts}) == 1:
            tying = _list([f.action for f in facts if isinstance(f, c.BestResponse)])
            return _sentence(f"{_if(moves)}{_whose(player)} best responses are {tying}: they tie")
        case [c.JointPayoff(extreme, _), _, *_]:
            ways = "; or when ".join(_does(f.moves) for f in facts if isinstance(f, c.JointPayoff))
            return f"The {extreme} mutual payoff is reached when {ways}: they tie."
        case [c.Equilibrium(), _, *_]:
            ways = "; that ".join(_does(f.moves) for f in facts if isinstance(f, c.Equilibrium))
            return f"The Nash equilibria in pure strategies are that {ways}."
    return ""


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _case_of(fact: c.Claim) -> object:
    return (fact.player, fact.moves) if isinstance(fact, c.BestResponse) else fact
