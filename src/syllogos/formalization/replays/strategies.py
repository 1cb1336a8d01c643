"""Playing recorded strategies again (GAMA, experiment 4): four rounds against anti-tit-for-tat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Literal

from syllogos.engines.solvers.swipl import make as swipl
from syllogos.errors import InputError
from syllogos.formalization.faults import GameFault
from syllogos.formalization.play_report import PlayedProgram
from syllogos.formalization.replays._gama_records import RecordedStrategy, rows
from syllogos.formalization.strategy import (
    STEPS,
    Seating,
    chosen,
    opposite,
    strategy_query,
    validate_strategy,
)
from syllogos.formalization.tree import Prolog, expand
from syllogos.gametheory.extensive import one_move_each
from syllogos.gametheory.normal_form import NormalForm, Profile
from syllogos.match.engine import run_now

ROUNDS = 4


@dataclass(frozen=True)
class Ground:
    """The game that strategies are tried in."""

    text: str
    game: PlayedProgram
    form: NormalForm

    def seating(self) -> Seating:
        """The first player asks about the second."""
        return Seating(self.text, self.form.players, self.form.actions, initial=self.game.initial)


@dataclass(frozen=True)
class Result:
    """What became of a strategy."""

    row: RecordedStrategy
    status: str
    total: Fraction
    why: str
    milliseconds: float

    @property
    def got(self) -> str:
        """The verdict in the terms of the record."""
        return self.status if self.row.target_total_payoff is None else str(self.right)

    @property
    def right(self) -> bool:
        """Whether it plays as described: the target's total, and legal moves only if it draws."""
        if self.status != "correct" or self.row.target_total_payoff is None:
            return self.status == "correct"
        return self.row.strategy == "random" or self.total == Fraction(str(self.row.target_total_payoff))

    @property
    def recorded(self) -> str:
        """The recorded verdict; a predefined strategy is right by definition."""
        if self.row.target_total_payoff is None:
            return str(self.row.recorded_status)
        return "True" if self.row.orig_semantic is None else str(self.row.orig_semantic)


def replay(path: str | Path, isolation: Literal["sealed", "guarded"] = "sealed") -> dict[str, object]:
    """Play every recorded strategy.

    A strategy without a target is compared by its status, one that draws at random is asked many
    times and must always choose a legal move, any other must reach the recorded target total.

    Returns:
        The keys of ``replay strategies``; ``median_ms`` is of one choice.

    Raises:
        InputError: the file cannot be read, no row names a game, or no worker can be started.
    """
    found: list[RecordedStrategy] = rows(path, RecordedStrategy)
    results = run_now(_all(found, isolation))
    times = [r.milliseconds for r in results]
    return {
        "n": len(results),
        "agrees_with_recorded": sum(r.got == r.recorded for r in results),
        "differs": [
            {"id": r.row.id, "recorded": r.recorded, "got": r.got, "why": _explained(r)}
            for r in results
            if r.got != r.recorded
        ],
        "right": {
            name: f"{sum(r.right for r in results if r.row.strategy == name)}/"
            f"{sum(r.row.strategy == name for r in results)}"
            for name in sorted({r.row.strategy for r in results})
        },
        "median_ms": median(times) if times else 0.0,
    }


_GAME = """initial(s0).
initially(player(row), s0).
initially(player(column), s0).
initially(role(row, row), s0).
initially(role(column, col), s0).
initially(control(row), s0).
initially(control(column), s0).
initially(default_move(row, stay), s0).
initially(default_move(column, stay), s0).
possible(move(P, M), S) :- holds(player(P), S), member(M, [stay, go]).
legal(move(P, M), S) :- possible(move(P, M), S), holds(control(P), S).
effect(did(P, M), move(P, M), _).
abnormal(control(P), move(P, _), _).
final(do(M, S)) :- \\+ holds(control(_), do(M, S)).
payoff(stay, stay, 3, 3).
payoff(stay, go, 0, 5).
payoff(go, stay, 5, 0).
payoff(go, go, 1, 1).
finally(goal(P, U), S) :-
    final(S), holds(did(row, A), S), holds(did(column, B), S), payoff(A, B, U1, U2),
    member(P-U, [row-U1, column-U2]).
opposite_move(stay, go).
opposite_move(go, stay).
"""
replay.example = {  # type: ignore[attr-defined]
    "strategies.jsonl": [
        {
            "id": "open",
            "kind": "generated",
            "strategy": "random",
            "program": "select(a",
            "game_program": _GAME,
            "recorded_status": "syntactic_error",
        },
        {
            "id": "stays",
            "kind": "generated",
            "strategy": "default_move",
            "program": "select(P, _, S, M) :- holds(default_move(P, M), S).",
            "target_total_payoff": 3,
            "orig_semantic": True,
        },
    ]
}


def _explained(result: Result) -> str:
    """Why a verdict is not the recorded one."""
    row = result.row
    if result.status == "correct" and row.recorded_status == "syntactic_error":
        return f"it can be read and {result.why}; the log calls it a syntax error and does not say which"
    if result.status == "runtime_error" and row.strategy == "random" and row.recorded_status == "correct":
        return f"{result.why}, for some draws: it draws after it has settled on a move; the record drew well"
    return result.why


async def _all(found: Sequence[RecordedStrategy], isolation: Literal["sealed", "guarded"]) -> list[Result]:
    usual = next((row.game_program for row in found if row.game_program), None)
    if usual is None and found:
        raise InputError("no row names the game that the strategies ran in")
    prolog = swipl(isolation)
    try:
        grounds: dict[str, Ground] = {}
        results = []
        for row in found:
            text = row.game_program or usual or ""
            if text not in grounds:
                grounds[text] = await _ground(text, prolog)
            results.append(await _try(row, grounds[text], prolog))
        return results
    finally:
        prolog.close()


async def _ground(text: str, prolog: Prolog) -> Ground:
    found = await expand(text, prolog)
    once = one_move_each(found.game.tree, found.game.players) if found.game else None
    if found.game is None or once is None:
        raise InputError(f"a recorded game cannot be played: {'; '.join(map(str, found.faults))}")
    return Ground(found.text, found.game, once[0])


async def _try(row: RecordedStrategy, ground: Ground, prolog: Prolog) -> Result:
    at, played, total = ground.seating(), (), Fraction(0)
    start = perf_counter()
    rounds: tuple[Profile, ...] = played
    for number in range(ROUNDS):
        verdict = await prolog.ask(strategy_query(row.program, at, rounds, number), steps=STEPS)
        move = chosen(verdict, at.actions[0])
        if isinstance(move, GameFault):
            return _failed(row, move, total, start, number + 1)
        other = _anti_tit_for_tat(ground, rounds)
        total += ground.form.payoffs[move, other][0]
        rounds = (*rounds, (move, other))
    spent = (perf_counter() - start) * 1000 / ROUNDS
    if row.strategy == "random" and (faults := await validate_strategy(row.program, at, prolog)):
        return Result(row, "runtime_error", total, f"sometimes: {faults[0]}", spent)
    why = f"plays {', '.join(p[0] for p in rounds)} for {total}"
    if row.target_total_payoff is not None:
        why += f"; the target is {row.target_total_payoff:g}"
    return Result(row, "correct", total, why, spent)


def _failed(row: RecordedStrategy, fault: GameFault, total: Fraction, start: float, rounds: int) -> Result:
    status = "syntactic_error" if fault.level == "syntactic" else "runtime_error"
    return Result(row, status, total, str(fault), (perf_counter() - start) * 1000 / rounds)


def _anti_tit_for_tat(ground: Ground, played: Sequence[Profile]) -> str:
    if not played:
        return ground.game.default
    return opposite(ground.game.opposite, ground.form.actions[1], played[-1][0])
