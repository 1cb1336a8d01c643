"""A second opinion on corrections: plain arithmetic on a 2x2 table, sharing nothing with the evaluator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import eq, ge, gt, le, lt

from syllogos.payoffs import claims as c

RecordedTable = Mapping[tuple[str, ...], Sequence[Fraction]]
"""(my action, their action) -> (my payoff, their payoff)."""

COMPARE: Mapping[str, Callable[[Fraction, Fraction], bool]] = {"<": lt, "<=": le, "=": eq, ">=": ge, ">": gt}


def stands(claim: c.Claim, table: RecordedTable) -> bool:
    """Whether a claim about you and them is true of ``table``.

    Raises:
        ValueError: a kind of claim that needs no second opinion here.
    """
    match claim:
        case c.Payoff(player, amount, moves, relation, sometimes):
            hits = [COMPARE[relation](v, amount) for v in _values(table, player, moves)]
            return any(hits) if sometimes else all(hits)
        case c.ExtremePayoff(player, extreme, amount, moves):
            values = sorted(_values(table, player, moves))
            return amount == (values[-1] if extreme == "highest" else values[0])
        case c.Numbers(left, relation, right):
            return COMPARE[relation](left, right)
        case c.RankedCase(player, extreme, case, action):
            values = sorted(_case(table, player, a, case) for a in _actions(table, player))
            return _case(table, player, action, case) == (values[-1] if extreme == "highest" else values[0])
        case c.CaseComparison(player, case, action, relation, other):
            return COMPARE[relation](_case(table, player, action, case), _case(table, player, other, case))
        case c.JointPayoff(extreme, moves):
            sums = sorted(a + b for a, b in table.values())
            mine, theirs = table[_cell(moves)]
            return mine + theirs == (sums[-1] if extreme == "highest" else sums[0])
        case c.Expected(player, action, amount, belief, relation):
            return COMPARE[relation](_mean(table, player, action, belief), amount)
        case c.ExpectedComparison(player, action, relation, other, belief) if belief:
            return COMPARE[relation](
                _mean(table, player, action, belief), _mean(table, player, other, belief)
            )
        case c.ProfileComparison(player, moves, relation, others):
            k = 0 if player == c.YOU else 1
            return COMPARE[relation](table[_cell(moves)][k], table[_cell(others)][k])
        case _:
            return _answers(claim, table)


def _answers(claim: c.Claim, table: RecordedTable) -> bool:
    """The claims that say which action is better."""
    match claim:
        case c.Comparison(player, action, relation, other, moves):
            free = (moves[0].action,) if moves else _actions(table, _other(player))
            return all(COMPARE[relation](x, y) for x, y in _rows(table, player, action, other, free))
        case c.BestResponse(player, action, moves):
            given = moves[0].action
            best = max(_paid(table, player, a, given) for a in _actions(table, player))
            return _paid(table, player, action, given) == best
        case c.Dominance(player, action, other, strict):
            pairs = _rows(table, player, action, other, _actions(table, _other(player)))
            return all(x > y if strict else x >= y for x, y in pairs) and any(x > y for x, y in pairs)
        case c.Equilibrium(moves):
            mine, theirs = table[_cell(moves)]
            chosen = _cell(moves)
            return mine == max(row[0] for cell, row in table.items() if cell[1] == chosen[1]) and (
                theirs == max(row[1] for cell, row in table.items() if cell[0] == chosen[0])
            )
        case _:
            raise ValueError(f"no second opinion on {claim.kind}")


def _cell(moves: c.Moves) -> tuple[str, ...]:
    chosen = {move.player: move.action for move in moves}
    return chosen[c.YOU], chosen[c.THEM]


def _values(table: RecordedTable, player: str, moves: c.Moves) -> list[Fraction]:
    chosen = {move.player: move.action for move in moves}
    return [
        row[0 if player == c.YOU else 1]
        for (mine, theirs), row in table.items()
        if chosen.get(c.YOU, mine) == mine and chosen.get(c.THEM, theirs) == theirs
    ]


def _case(table: RecordedTable, player: str, action: str, case: str) -> Fraction:
    values = _values(table, player, (c.PlayerAction(player, action),))
    return min(values) if case == "worst" else max(values)


def _paid(table: RecordedTable, player: str, action: str, against: str) -> Fraction:
    return table[action, against][0] if player == c.YOU else table[against, action][1]


def _rows(
    table: RecordedTable, player: str, first: str, second: str, against: Sequence[str]
) -> list[tuple[Fraction, Fraction]]:
    return [(_paid(table, player, first, b), _paid(table, player, second, b)) for b in against]


def _mean(table: RecordedTable, player: str, action: str, belief: c.Chances) -> Fraction:
    return sum((o.share * _paid(table, player, action, o.action) for o in belief), Fraction(0))


def _actions(table: RecordedTable, player: str) -> tuple[str, ...]:
    k = 0 if player == c.YOU else 1
    return tuple(dict.fromkeys(cell[k] for cell in table))


def _other(player: str) -> str:
    return c.THEM if player == c.YOU else c.YOU
