"""The recorded system's own criterion, for comparison (GAMA's code as far as its logs show it).

It knows one initial situation, plays one match of four rounds, tit for tat against its opposite,
takes the first answer of ``goal/2`` without asking whether a move was legal, and checks the class on
the facts of ``payoff/4``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from syllogos.engines.prolog.terms import Struct, Term, show
from syllogos.engines.solvers.swipl import PrologQuery
from syllogos.formalization.play_report import items
from syllogos.formalization.replays._gama_records import Program
from syllogos.formalization.tree import STEPS, Prolog
from syllogos.verdict import Status

RecordedPayoffs = Mapping[tuple[str, str], tuple[tuple[Fraction, ...], ...]]
"""All rows that ``payoff/4`` gives for a pair of moves, in order."""

MATCH = """\
'recorded start'(P1, P2, C) :-
    initial(s0),
    findall(P, holds(player(P), s0), Ps0), list_to_set(Ps0, [P1, P2|_]),
    once(possible(move(_, _), s0)),
    once(holds(default_move(P1, C), s0)).
'recorded pay'(P1, A, P2, B, U) :- once(finally(goal(P1, U0), do(move(P2, B), do(move(P1, A), s0)))), U is U0.
'recorded'(Start, Ends, Played, Facts) :-
    ( catch(once('recorded start'(P1, P2, C)), _, fail) -> Start = yes ; Start = no ),
    ( current_predicate(finally/2) -> Ends = yes ; Ends = no ),
    ( Start == yes, catch(once(opposite_move(C, D)), _, fail)
    -> Rounds = [C-C, C-D, D-D, D-C] ; Rounds = [] ),
    findall(U, ( member(A-B, Rounds), catch('recorded pay'(P1, A, P2, B, U), _, fail) ), Played),
    catch(findall(M, possible(move(_, M), s0), Ms0), _, Ms0 = []), list_to_set(Ms0, Ms),
    findall(pay(A, B, U, V),
            ( member(A, Ms), member(B, Ms), catch(payoff(A, B, U0, V0), _, fail), U is U0, V is V0 ), Facts).
"""


@dataclass(frozen=True)
class RecordedGame:
    """What the recorded system sees of a program."""

    status: str
    cells: RecordedPayoffs
    played: tuple[Fraction, ...]
    why: str = ""


async def run(row: Program, prolog: Prolog) -> RecordedGame:
    """Play the recorded system's match.

    In 2024 that system did not tell a match that failed from one that was played, and called what
    it could not start, or had no ``finally/2``, a syntactic error.
    """
    query = PrologQuery(
        "'recorded'(Start, Ends, Played, Facts)", row.program, MATCH, libraries=("situation",), answers=1
    )
    verdict = await prolog.ask(query, steps=STEPS)
    if verdict.answer is None:
        broken = verdict.status is Status.REJECTED
        return RecordedGame("syntactic_error" if broken else "runtime_error", {}, (), verdict.reason)
    found = verdict.answer.rows[0]
    played = tuple(t for t in items(found["Played"]) if isinstance(t, Fraction))
    cells: dict[tuple[str, str], tuple[tuple[Fraction, ...], ...]] = {}
    for fact in items(found["Facts"]):
        if isinstance(fact, Struct):
            pair, pay = (show(fact.args[0]), show(fact.args[1])), _numbers(fact.args[2:])
            cells[pair] = (*cells.get(pair, ()), pay)
    starts, ends = (_said(found[name]) == "yes" for name in ("Start", "Ends"))
    if row.experiment.endswith("2024"):
        status = "correct" if starts and ends else "syntactic_error"
    else:
        whole = "correct" if len(played) == 4 else "runtime_error"
        status = whole if starts else "missing_predicates"
    return RecordedGame(status, cells, played)


def semantic(found: RecordedGame, row: Program) -> bool:
    """The recorded criterion: the class check, and for numeric rows the payoffs as played."""
    if len(found.played) != 4 or not checked(row.game, found.cells):
        return False
    wanted = [tuple(Fraction(str(v)) for v in s) for s in row.target_payoff_sequences or ()]
    return not row.numeric or found.played in wanted


def checked(code: str, cells: RecordedPayoffs) -> bool:
    """The recorded class check: distinct payoffs of ``payoff/4``, highest first, in fixed places."""
    values = sorted({v for rows in cells.values() for row in rows for v in row}, reverse=True)
    names = dict.fromkeys(name for pair in cells for name in pair)
    return any(_fills(code, values, cells, c, d) for c, d in permutations(names, 2))


def _fills(code: str, values: list[Fraction], cells: RecordedPayoffs, c: str, d: str) -> bool:
    def fills(*rows: tuple[Fraction, ...]) -> bool:
        pairs = ((c, c), (c, d), (d, c), (d, d))
        return all(row in cells.get(pair, ()) for pair, row in zip(pairs, rows, strict=True))

    if code in ("pd", "hd", "sh") and len(values) >= 4:
        order = {"pd": "trps", "hd": "trsp", "sh": "rtps"}[code]
        at = dict(zip(order, values, strict=False))
        t, r, p, s = (at[k] for k in "trps")
        return fills((r, r), (s, t), (t, s), (p, p))
    if code == "bs" and len(values) >= 3:
        w, z, x = values[:3]
        return fills((w, z), (x, x), (x, x), (z, w))
    if code == "mp" and len(values) in (2, 4):
        a, b, x, y = values if len(values) == 4 else (values[0], values[0], values[1], values[1])
        return any(fills(same, apart, apart, same) for same, apart in (((a, y), (x, b)), ((b, x), (y, a))))
    return False


def _numbers(terms: tuple[Term, ...]) -> tuple[Fraction, ...]:
    return tuple(t for t in terms if isinstance(t, Fraction))


def _said(term: Term) -> str:
    return getattr(term, "name", "")
