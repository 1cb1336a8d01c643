"""Strategies as Prolog programs: what they are asked, and whether they answer.

The contract is ``select(Player, Opponent, Situation, Move)`` (GAMA paper, section 3.5.3).  The
program may use the game's own predicates, the fluents ``default_move(P, M)``, ``last_move(P, M)``
and ``moves(P, Ms)`` (oldest first) through ``holds/2``, and the first two as predicates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from syllogos.engines.prolog.terms import Atom, Items, Struct, show
from syllogos.engines.solvers.swipl import Answers, Evidence, PrologQuery
from syllogos.formalization.facts import GameFacts
from syllogos.formalization.faults import GameFault
from syllogos.formalization.play_report import problem_fault, said
from syllogos.formalization.situation import cleaned, print_situation
from syllogos.formalization.tree import Prolog
from syllogos.gametheory.normal_form import Profile
from syllogos.verdict import Status, Verdict

STEPS = 500_000
"""Inferences that one choice may take."""
DRAWS = 24
"""How often a strategy that draws at random is asked in the same situation."""

HELPERS = """\
default_move(P, M) :- initial(S), holds(default_move(P, M), S).
last_move(P, M) :- initial(S), holds(last_move(P, M), S).
"""


@dataclass(frozen=True)
class Seating:
    """Who asks: the game's program, its players' names and actions, and who is meant."""

    game: str
    players: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    me: int = 0
    opponent: int = 1
    initial: str = "s0"


def seating(facts: GameFacts, me: int = 0, opponent: int = 1) -> Seating:
    """The seating of a typed game."""
    return Seating(print_situation(facts), facts.form.players, facts.form.actions, me, opponent)


def strategy_query(strategy: str, at: Seating, played: Sequence[Profile], seed: int = 0) -> PrologQuery:
    """What a strategy is asked after the rounds ``played``."""
    facts = []
    for i, player in enumerate(at.players):
        own = tuple(Atom(profile[i]) for profile in played)
        for fluent, value in (("last_move", own[-1] if own else None), ("moves", Items(own))):
            if value is not None:
                told = Struct(fluent, (Atom(player), value))
                facts.append(f"{show(Struct('initially', (told, Atom(at.initial))))}.")
    helpers = [line for line in HELPERS.splitlines() if f"\n{line.split('(')[0]}(" not in f"\n{at.game}"]
    host = "\n".join((at.game, *facts, *helpers, ""))
    me, other = show(Atom(at.players[at.me])), show(Atom(at.players[at.opponent]))
    goal = f"select({me}, {other}, {show(Atom(at.initial))}, Move)"
    return PrologQuery(goal, cleaned(strategy).text, host, libraries=("situation",), answers=1, seed=seed)


def chosen(verdict: Verdict[Answers], actions: tuple[str, ...]) -> str | GameFault:
    """The move in an answer, or what is wrong with it."""
    if verdict.answer is not None and verdict.answer.rows:
        move = said(verdict.answer.rows[0]["Move"])
        if move in actions:
            return move
        return GameFault("runtime", f"select/4 chooses {move}, which is none of {', '.join(actions)}")
    if verdict.status is Status.FALSE:
        return GameFault("runtime", "select/4 has no answer")
    if verdict.status is Status.UNKNOWN:
        return GameFault("runtime", f"select/4 does not answer: {verdict.reason}")
    evidence = verdict.evidence
    problems = evidence.problems if isinstance(evidence, Evidence) else ()
    if problems:
        return problem_fault(problems[0])
    return GameFault("runtime", verdict.reason)


async def validate_strategy(strategy: str, at: Seating, prolog: Prolog) -> tuple[GameFault, ...]:
    """Ask a strategy at the start and after every profile; a strategy that draws, several times."""
    draws = DRAWS if "random" in strategy or "maybe" in strategy else 1
    faults: dict[str, GameFault] = {}
    for played in ((), *((profile,) for profile in product(*at.actions))):
        for seed in range(draws):
            query = strategy_query(strategy, at, played, seed)
            move = chosen(await prolog.ask(query, steps=STEPS), at.actions[at.me])
            if isinstance(move, GameFault):
                where = f" after {', '.join(played[0])}" if played else " at the start"
                place = move if move.level == "syntactic" else _located(move, where)
                faults.setdefault(move.say, place)
                break
    return tuple(faults.values())


def _located(fault: GameFault, where: str) -> GameFault:
    return GameFault(fault.level, f"{fault.say}{where}", fault.line, fault.column, fault.clause)


def opposite(opposites: Mapping[str, str], actions: tuple[str, ...], move: str) -> str:
    """The move opposite to ``move``: as the game says, else the first other one."""
    return opposites.get(move) or next((a for a in actions if a != move), move)
