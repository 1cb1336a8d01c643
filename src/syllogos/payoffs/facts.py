"""What is true where a claim was made: each function answers with (holds, true claims).

The true claims restate the matter from the game alone, so they hold whatever the
claim was; ties are stated by one claim for each thing that ties.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from syllogos.gametheory.normal_form import (
    NormalForm,
    best_responses,
    dominates,
    pareto_dominates,
    pure_equilibria,
    swap,
)
from syllogos.payoffs import claims as c
from syllogos.payoffs.names import IllPosedError, NamedGame, expectation, holds, relation_of

Answer = tuple[bool, tuple[c.Claim, ...]]


def payoff(claim: c.Payoff, table: NamedGame) -> Answer:
    """The payoff in every cell that the claim is about."""
    player = table.player(claim.player)
    cells = table.completions(table.fixed(claim.moves))
    value = {cell: table.game.payoff(player, cell) for cell in cells}
    hits = [holds(v, claim.relation, claim.amount) for v in value.values()]
    facts = tuple(c.Payoff(table.name(player), v, table.moves(cell)) for cell, v in value.items())
    return (any if claim.sometimes else all)(hits), facts


def extreme_payoff(claim: c.ExtremePayoff, table: NamedGame) -> Answer:
    """The highest or lowest payoff among the cells that remain."""
    player = table.player(claim.player)
    cells = table.completions(table.fixed(claim.moves))
    value = _pick(claim.extreme, (table.game.payoff(player, cell) for cell in cells))
    moves = tuple(c.PlayerAction(table.name(table.player(m.player)), m.action) for m in claim.moves)
    return value == claim.amount, (c.ExtremePayoff(table.name(player), claim.extreme, value, moves),)


def numbers(claim: c.Numbers, _table: NamedGame) -> Answer:
    """The relation of two amounts."""
    if claim.left == claim.right and claim.relation in ("<", ">"):
        raise IllPosedError(f"{claim.left} is compared with itself")
    fact = c.Numbers(claim.left, relation_of(claim.left, claim.right), claim.right)
    return holds(claim.left, claim.relation, claim.right), (fact,)


def ranked_case(claim: c.RankedCase, table: NamedGame) -> Answer:
    """The actions with the highest or lowest worst or best case."""
    player = table.player(claim.player)
    table.action(player, claim.action)
    value = {a: _case(table.game, player, a, claim.case) for a in table.game.actions[player]}
    wanted = _pick(claim.extreme, value.values())
    winners = [a for a, v in value.items() if v == wanted]
    name = table.name(player)
    return claim.action in winners, tuple(c.RankedCase(name, claim.extreme, claim.case, a) for a in winners)


def case_comparison(claim: c.CaseComparison, table: NamedGame) -> Answer:
    """How two actions' worst or best cases compare."""
    player = table.player(claim.player)
    first, second = table.pair(player, claim.action, claim.other)
    left, right = (_case(table.game, player, a, claim.case) for a in (first, second))
    fact = c.CaseComparison(table.name(player), claim.case, first, relation_of(left, right), second)
    return holds(left, claim.relation, right), (fact,)


def joint_payoff(claim: c.JointPayoff, table: NamedGame) -> Answer:
    """The profiles with the highest or lowest sum of payoffs."""
    profile = table.profile(claim.moves)
    total = {p: sum(table.game.payoffs[p], Fraction(0)) for p in table.game.profiles}
    wanted = _pick(claim.extreme, total.values())
    winners = [p for p, v in total.items() if v == wanted]
    return profile in winners, tuple(c.JointPayoff(claim.extreme, table.moves(p)) for p in winners)


def expected(claim: c.Expected, table: NamedGame) -> Answer:
    """The expected payoff of an action."""
    player = table.player(claim.player)
    action = table.action(player, claim.action)
    value = expectation(table, player, action, claim.belief)
    fact = c.Expected(table.name(player), action, value, table.belief(claim.belief))
    return holds(value, claim.relation, claim.amount), (fact,)


def expected_comparison(claim: c.ExpectedComparison, table: NamedGame) -> Answer:
    """How two actions' expected payoffs compare, under a belief or under every one."""
    player = table.player(claim.player)
    first, second = table.pair(player, claim.action, claim.other)
    name = table.name(player)
    if claim.belief:
        left, right = (expectation(table, player, a, claim.belief) for a in (first, second))
        fact = c.ExpectedComparison(name, first, relation_of(left, right), second, table.belief(claim.belief))
        return holds(left, claim.relation, right), (fact,)
    # Expected payoffs are averages of cells, so the pure beliefs decide for all beliefs.
    cells = _pairs(table, player, first, second, ())
    hits = {holds(left, claim.relation, right) for _, left, right in cells}
    if len(hits) > 1:
        raise IllPosedError("it depends on what is believed about the others, which is not said")
    facts = tuple(
        c.Comparison(name, first, relation_of(left, right), second, moves) for moves, left, right in cells
    )
    return hits == {True}, facts


def comparison(claim: c.Comparison, table: NamedGame) -> Answer:
    """How two actions compare against each thing that the others may do."""
    player = table.player(claim.player)
    first, second = table.pair(player, claim.action, claim.other)
    cells = _pairs(table, player, first, second, claim.moves)
    facts = tuple(
        c.Comparison(table.name(player), first, relation_of(left, right), second, moves)
        for moves, left, right in cells
    )
    return all(holds(left, claim.relation, right) for _, left, right in cells), facts


def profile_comparison(claim: c.ProfileComparison, table: NamedGame) -> Answer:
    """How a player's payoffs at two profiles compare."""
    player = table.player(claim.player)
    p, q = table.profile(claim.moves), table.profile(claim.other)
    if p == q:
        raise IllPosedError("a profile is compared with itself")
    left, right = table.game.payoff(player, p), table.game.payoff(player, q)
    name = table.name(player)
    fact = c.ProfileComparison(name, table.moves(p), relation_of(left, right), table.moves(q))
    return holds(left, claim.relation, right), (fact,)


def best_response(claim: c.BestResponse, table: NamedGame) -> Answer:
    """All best responses to what the others do."""
    player = table.player(claim.player)
    table.action(player, claim.action)
    against = table.against(player, claim.moves)
    if len(against) != 1:
        raise IllPosedError("it is not said what all the others would do")
    best = best_responses(table.game, player, against[0])
    given = table.moves(against[0], without=player)
    ordered = [a for a in table.game.actions[player] if a in best]
    return claim.action in best, tuple(c.BestResponse(table.name(player), a, given) for a in ordered)


def dominance(claim: c.Dominance, table: NamedGame) -> Answer:
    """Dominance, or else how the two actions compare against each thing the others may do."""
    player = table.player(claim.player)
    first, second = table.pair(player, claim.action, claim.other)
    truth = dominates(table.game, player, first, second, strict=claim.strict)
    if truth:
        return True, (c.Dominance(table.name(player), first, second, claim.strict),)
    return False, comparison(c.Comparison(claim.player, first, ">", second), table)[1]


def equilibrium(claim: c.Equilibrium, table: NamedGame) -> Answer:
    """The equilibria of the game, or, when it has none, who would rather deviate and how."""
    profile = table.profile(claim.moves)
    all_of_them = pure_equilibria(table.game)
    if all_of_them:
        return profile in all_of_them, tuple(c.Equilibrium(table.moves(p)) for p in all_of_them)
    better = tuple(
        c.BestResponse(table.name(i), a, table.moves(profile, without=i))
        for i in range(len(profile))
        for a in table.game.actions[i]
        if a in (best := best_responses(table.game, i, profile)) and profile[i] not in best
    )
    return False, better


def pareto_dominance(claim: c.ParetoDominance, table: NamedGame) -> Answer:
    """Pareto dominance, or else how each player's payoffs at the two profiles compare."""
    p, q = table.profile(claim.moves), table.profile(claim.other)
    if p == q:
        raise IllPosedError("a profile is compared with itself")
    if pareto_dominates(table.game, p, q):
        return True, (c.ParetoDominance(table.moves(p), table.moves(q)),)
    order = [table.me, *(i for i in range(len(p)) if i != table.me)]
    return False, tuple(
        c.ProfileComparison(
            table.name(i),
            table.moves(p),
            relation_of(table.game.payoff(i, p), table.game.payoff(i, q)),
            table.moves(q),
        )
        for i in order
    )


def symmetry(_claim: c.Symmetry, table: NamedGame) -> Answer:
    """Symmetry, or else two payoffs that break it (none when the actions differ)."""
    game = table.game
    if any(set(a) != set(game.actions[0]) for a in game.actions):
        return False, ()
    # Exchanging neighbours generates every exchange of players.
    for i in range(len(game.players) - 1):
        for p in game.profiles:
            q = swap(swap(p, i, p[i + 1]), i + 1, p[i])
            for k in range(len(game.players)):
                twin = i + 1 if k == i else i if k == i + 1 else k
                if game.payoff(k, p) != game.payoff(twin, q):
                    return False, (
                        c.Payoff(table.name(k), game.payoff(k, p), table.moves(p)),
                        c.Payoff(table.name(twin), game.payoff(twin, q), table.moves(q)),
                    )
    return True, (c.Symmetry(),)


def _pairs(
    table: NamedGame, player: int, first: str, second: str, moves: c.Moves
) -> list[tuple[c.Moves, Fraction, Fraction]]:
    """Against each thing the others may do: their moves, and what two actions pay ``player``."""
    return [
        (
            table.moves(p, without=player),
            table.game.payoff(player, swap(p, player, first)),
            table.game.payoff(player, swap(p, player, second)),
        )
        for p in table.against(player, moves)
    ]


def _case(game: NormalForm, player: int, action: str, case: c.Case) -> Fraction:
    return (min if case == "worst" else max)(game.row(player, action))


def _pick(extreme: c.Extreme, values: Iterable[Fraction]) -> Fraction:
    return max(values) if extreme == "highest" else min(values)
