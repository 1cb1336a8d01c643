"""Claims in Prolog form: the queries of LELMA (section 3.3), and one term for every other claim.

The vocabulary of the original is read and printed as its translator writes it, for
example ``finally(goal(you, 5), do(choice(you, 'R'), do(choice(them, 'B'), s0)))``.
Claims beyond it are terms named by their kind with their fields in order, such as
``best_response(you, 'B', [choice(them, 'R')])``.
"""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import get_args

from syllogos.engines.prolog.terms import Atom, Items, Struct, Term, Var, parse, show
from syllogos.errors import InputError, unknown
from syllogos.payoffs import claims as c
from syllogos.payoffs.claim_shape import MAX_TEXT, claim_of

KINDS = {cls.__dataclass_fields__["kind"].default: cls for cls in get_args(c.Claim)}
PAIRS = {"choice": ("player", "action"), "chance": ("player", "action", "share")}
START = Atom("s0")


def parse_claims(text: str) -> tuple[c.Claim, ...]:
    """The claims of one query (``outcome`` and goals joined by commas make several).

    Raises:
        InputError: a syntax error with its column, an unknown predicate, a variable or a
            number where it cannot stand.
    """
    if len(text) > MAX_TEXT:
        raise InputError(f"a query of {len(text)} characters is too long (at most {MAX_TEXT})")
    found = tuple(claim for goal in parse(text) for claim in _goal(goal))
    if not found:
        raise InputError("the query claims nothing")
    return found


def print_claim(claim: c.Claim) -> str:
    """The query of a claim, with its full stop; :func:`parse_claims` reads it back."""
    return show(_original(claim) or _general(claim)) + "."


def _goal(goal: Term) -> tuple[c.Claim, ...]:
    name = goal.name if isinstance(goal, Struct | Atom | Var) else "a list or number"
    args = goal.args if isinstance(goal, Struct) else ()
    match name, args:
        case "game", (_, Var()):
            return ()
        case "finally", (Struct("goal", (who, amount)), situation):
            return (_at(_name(who), amount, _situation(situation), situation),)
        case "finally", (Struct("outcome", (_, _, _, _, _, _) as parts), situation):
            return _outcome(parts, situation)
    if claim := _short(name, args):
        return (claim,)
    if name in KINDS and len(args) == len(fields(KINDS[name])) - 1:
        named = zip((f.name for f in fields(KINDS[name]) if f.name != "kind"), args, strict=True)
        return (claim_of({"kind": name, **{field: _plain(arg) for field, arg in named}}),)
    known = ("finally", "higher", "lower", *SHORT, *KINDS)
    raise unknown("claim", f"{name}/{len(args)}", [f"{k}/{_arity(k)}" for k in known])


SHORT = (
    "highest_possible_individual_payoff",
    "lowest_possible_individual_payoff",
    "highest_individual_payoff_for_choice",
    "lowest_individual_payoff_for_choice",
    "highest_guaranteed_payoff_choice",
    "lowest_guaranteed_payoff_choice",
    "higher_guaranteed_payoff",
    "lower_guaranteed_payoff",
    "highest_mutual_payoff",
    "lowest_mutual_payoff",
    "safer",
    "riskier",
)
"""Predicates about the speaker beside ``finally``, ``higher`` and ``lower``."""


def _short(name: str, args: tuple[Term, ...]) -> c.Claim | None:
    extreme: c.Extreme = "highest" if name.startswith("high") else "lowest"
    relation: c.Relation = ">" if name.startswith("high") or name == "safer" else "<"
    match name, args:
        case "higher" | "lower", (left, right):
            return c.Numbers(_number(left), relation, _number(right))
        case "highest_possible_individual_payoff" | "lowest_possible_individual_payoff", (amount,):
            return c.ExtremePayoff(c.YOU, extreme, _number(amount))
        case "highest_individual_payoff_for_choice" | "lowest_individual_payoff_for_choice", (amount, own):
            return c.ExtremePayoff(c.YOU, extreme, _number(amount), (c.PlayerAction(c.YOU, _name(own)),))
        case "highest_guaranteed_payoff_choice" | "lowest_guaranteed_payoff_choice", (own,):
            return c.RankedCase(c.YOU, extreme, "worst", _name(own))
        case "higher_guaranteed_payoff" | "lower_guaranteed_payoff" | "safer" | "riskier", (own, other):
            return c.CaseComparison(c.YOU, "worst", _name(own), relation, _name(other))
        case "highest_mutual_payoff" | "lowest_mutual_payoff", (own, other):
            return c.JointPayoff(
                extreme, (c.PlayerAction(c.YOU, _name(own)), c.PlayerAction(c.THEM, _name(other)))
            )
    return None


def _arity(name: str) -> int:
    if name in KINDS:
        return len(fields(KINDS[name])) - 1
    one = name.endswith("possible_individual_payoff") or name.endswith("guaranteed_payoff_choice")
    return 1 if one else 2


def _at(who: str, amount: Term, moves: c.Moves, situation: Term) -> c.Claim:
    # A variable situation asks whether any end of the game will do.
    return c.Payoff(who, _number(amount), moves, sometimes=isinstance(situation, Var))


def _outcome(parts: tuple[Term, ...], situation: Term) -> tuple[c.Claim, ...]:
    first, own, amount, second, other, amount2 = parts
    moves = (c.PlayerAction(_name(first), _name(own)), c.PlayerAction(_name(second), _name(other)))
    for move in _situation(situation):
        if move not in moves:
            raise InputError(f"the outcome and the situation differ about {move.player}")
    stated = ((first, amount), (second, amount2))
    return tuple(c.Payoff(_name(p), _number(n), moves) for p, n in stated if not isinstance(n, Var))


def _situation(term: Term) -> c.Moves:
    moves: list[c.PlayerAction] = []
    while isinstance(term, Struct):
        match term:
            case Struct("do", (Struct("choice", (who, action)), before)):
                moves.append(c.PlayerAction(_name(who), _name(action)))
                term = before
            case _:
                raise InputError(f"{show(term)} is no situation: write do(choice(PLAYER, ACTION), s0)")
    if not isinstance(term, Var) and (term != START or not moves):
        raise InputError(f"a situation starts from s0 and has moves, not {show(term)}")
    return tuple(moves)


def _name(term: Term) -> str:
    if isinstance(term, Var):
        raise InputError(f"{term.name} is a variable here: write '{term.name}'")
    if not isinstance(term, Atom):
        raise InputError(f"expected a name, found {show(term)}")
    return term.name


def _number(term: Term) -> Fraction:
    if not isinstance(term, Fraction):
        raise InputError(f"expected a number, found {show(term)}")
    return term


def _plain(term: Term) -> object:
    """A term as the plain data of :func:`claim_of`."""
    match term:
        case Fraction():
            return term
        case Items(items):
            return [_plain(item) for item in items]
        case Struct(name, args) if len(args) == len(PAIRS.get(name, ())):
            return {key: _plain(arg) for key, arg in zip(PAIRS[name], args, strict=True)}
        case _:
            return _name(term)


def _original(claim: c.Claim) -> Term | None:
    """The claim in the original's own vocabulary, if it has a word for it."""
    match claim:
        case c.Payoff(who, amount, moves, "=", False) if len(moves) > 1:
            situation: Term = START
            for move in reversed(moves):
                situation = _term("do", _term("choice", move.player, move.action), situation)
            return _term("finally", _term("goal", who, amount), situation)
        case c.Numbers(left, "<" | ">" as relation, right):
            return _term("higher" if relation == ">" else "lower", left, right)
        case c.ExtremePayoff(c.YOU, extreme, amount, ()):
            return _term(f"{extreme}_possible_individual_payoff", amount)
        case c.ExtremePayoff(c.YOU, extreme, amount, (c.PlayerAction(c.YOU, own),)):
            return _term(f"{extreme}_individual_payoff_for_choice", amount, own)
        case c.RankedCase(c.YOU, extreme, "worst", own):
            return _term(f"{extreme}_guaranteed_payoff_choice", own)
        case c.CaseComparison(c.YOU, "worst", own, "<" | ">" as relation, other):
            return _term(f"{'higher' if relation == '>' else 'lower'}_guaranteed_payoff", own, other)
        case c.JointPayoff(extreme, (c.PlayerAction(c.YOU, own), c.PlayerAction(c.THEM, other))):
            return _term(f"{extreme}_mutual_payoff", own, other)
    return None


def _general(claim: c.Claim) -> Term:
    values = [getattr(claim, f.name) for f in fields(claim) if f.name != "kind"]
    return _term(claim.kind, *values) if values else Atom(claim.kind)


def _term(name: str, *args: object) -> Struct:
    return Struct(name, tuple(_lift(arg) for arg in args))


def _lift(value: object) -> Term:
    match value:
        case Atom() | Var() | Struct() | Items() | Fraction():
            return value
        case bool():
            return Atom("true" if value else "false")
        case c.PlayerAction(player, action):
            return _term("choice", player, action)
        case c.Chance(player, action, share):
            return _term("chance", player, action, share)
        case tuple():
            return Items(tuple(_lift(item) for item in value))
        case _:
            return Atom(str(value))
