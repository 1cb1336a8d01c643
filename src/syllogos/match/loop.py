"""The one loop that plays every game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import isfinite
from random import Random
from typing import TypeVar

from pydantic import ValidationError

from syllogos.contract import (
    SCHEMA,
    Agent,
    Attempt,
    Decision,
    Fault,
    Form,
    Game,
    Log,
    Menu,
    Referee,
    Review,
    S,
    Seat,
    Trace,
    View,
    seen_by,
)
from syllogos.match.record import Record
from syllogos.refine import refine

M = TypeVar("M")
Turns = Sequence[Mapping[Seat, Trace[object]]]
Watch = Callable[[Log, Turns], None]


def unwatched(_log: Log, _turns: Turns) -> None:
    """Watch nothing."""


async def play(
    game: Game[S, M],
    agents: Sequence[Agent[M]],
    seed: int,
    referees: Sequence[Referee] = (),
    *,
    key: str = "",
    watch: Watch = unwatched,
) -> Record:
    """Play ``game`` to its end; ``agents[i]`` has seat ``i``, and all ``referees`` review.

    ``watch`` is called with the log and the turns so far after the start and each step.

    Raises:
        ValueError: the number of agents is not the number of seats.
        ExceptionGroup: what an agent, a referee or the game raised.
    """
    if len(agents) != game.seats:
        raise ValueError(f"the game has {game.seats} seats, but {len(agents)} agents were given")
    rng = Random(seed)
    state = game.start(rng)
    turns: list[Mapping[Seat, Trace[object]]] = []
    begun: list[int] = []
    watch(state.log, turns)
    while seats := sorted(game.to_move(state)):
        begun.append(len(state.log))
        async with asyncio.TaskGroup() as group:
            moving = {s: group.create_task(_turn(game, agents[s], s, state.log, referees)) for s in seats}
        turn = {seat: task.result() for seat, task in moving.items()}
        turns.append(turn)
        state = game.step(state, turn, rng)
        watch(state.log, turns)
    outcome = game.outcome(state)
    if not all(map(isfinite, outcome.scores.values())):
        raise ValueError(f"scores must be finite numbers, not {dict(outcome.scores)}")
    return Record(SCHEMA, key, seed, state.log, tuple(turns), outcome, "finished", tuple(begun))


class _Now(View[M]):
    """A view whose text is put into words only when somebody reads it."""

    def __init__(self, seat: Seat, log: Log, moves: Menu[M] | Form[M], text: str | Callable[[], str]) -> None:
        vars(self).update(seat=seat, log=log, moves=moves, words=text)

    @cached_property
    def text(self) -> str:
        words: str | Callable[[], str] = vars(self)["words"]
        return words if isinstance(words, str) else words()


async def _turn(
    game: Game[S, M], agent: Agent[M], seat: Seat, log: Log, referees: Sequence[Referee]
) -> Trace[M]:
    seen = seen_by(seat, log)
    view = _Now(seat, seen, game.moves(seat, seen), lambda: game.words(seat, seen))
    unreviewed = False

    async def check(decision: Decision[M]) -> Review:
        nonlocal unreviewed
        fault = legal(view.moves, decision)
        unreviewed = fault is not None
        return await _reviewed(referees, log, seat, decision) if referees and not fault else Review(fault)

    trace = await refine(lambda fault: agent.act(view, fault), check, attempts=game.attempts)
    if not referees or not unreviewed or _says_nothing(trace.last.decision):
        return trace
    return Trace((*trace.attempts[:-1], await _with_last_review(trace.last, referees, log, seat)))


async def _reviewed(referees: Sequence[Referee], log: Log, seat: Seat, decision: Decision[object]) -> Review:
    """What all referees together find: what one of them blocks does not stand."""
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(one.review(log, seat, decision)) for one in referees]
    return together([task.result() for task in asked])


async def _with_last_review(
    last: Attempt[M], referees: Sequence[Referee], log: Log, seat: Seat
) -> Attempt[M]:
    """An attempt that was no legal move, with what the referees hold of it; its own fault stays.

    What they would have blocked is a note: nobody is asked again.
    """
    found = await _reviewed(referees, log, seat, last.decision)
    objection = (replace(found.fault, reply=None),) if found.fault else ()
    return Attempt(last.decision, Review(last.review.fault, found.verdicts, (*objection, *found.notes)))


def _says_nothing(decision: Decision[object]) -> bool:
    return isinstance(decision.move, Fault) and not decision.because.strip()


def together(reviews: Sequence[Review]) -> Review:
    """Several reviews as one: every fault in words, in order, under the kind of the first.

    >>> together([Review(), Review(Fault("refuted", "no")), Review(Fault("refuted", "never"))]).fault
    Fault(kind='refuted', say='no\\nnever', reply=None)
    """
    faults = [review.fault for review in reviews if review.fault]
    return Review(
        replace(faults[0], say="\n".join(fault.say for fault in faults)) if faults else None,
        tuple(verdict for review in reviews for verdict in review.verdicts),
        tuple(note for review in reviews for note in review.notes),
    )


def legal(moves: Menu[M] | Form[M], decision: Decision[M]) -> Fault | None:
    """The fault of a decision as such, or None when its move is one of ``moves``."""
    move = decision.move
    if isinstance(move, Fault):
        return move
    if isinstance(moves, Menu):
        if move in moves.options.values():
            return None
        return Fault("illegal", f"that is not a legal move; the legal ones are: {', '.join(moves.options)}")
    try:
        # Strictly: what is checked is what the game receives.
        return moves.check(moves.shape.validate_python(move, strict=True))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        return Fault("illegal", f"{place or 'the move'}: {first['msg']}")
