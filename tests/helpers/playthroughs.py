"""Golden playthroughs: one small text a game with all that happened and who was told what.

``python tests/helpers/playthroughs.py`` (``make golden``) writes them anew; the diff is to be read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from examples import example, proposer
from syllogos import plugins
from syllogos.contract import Decision, Event, Fault, Menu, View
from syllogos.match.loop import play
from syllogos.match.record import Record, event_to_json
from syllogos.text.plain import canonical, plain

FOLDER = Path(__file__).resolve().parent.parent / "golden"
SEED = 7
SILENT = 0.2
"""Share of attempts that give no move, so that a mended fault and a missing move are shown."""


@dataclass
class Scripted:
    """Moves by chance and notes what it was told."""

    game: str
    rng: Random
    told: list[str] = field(default_factory=list)
    asked: int = -1

    async def act(self, view: View[Any], fault: Fault | None) -> Decision[Any]:
        """A move, or now and then none."""
        if fault is None:
            self.asked += 1
            self.told.append("\n".join(_view(view)))
        if self.rng.random() < SILENT:
            return Decision(Fault("unparsable", "planted"), "hm")
        return Decision(proposer(self.game)(view, self.rng), f"reason {self.asked} of seat {view.seat}")


def playthrough(game: str) -> str:
    """The whole text of one game."""
    settings = example("games", game)
    built = plugins.build("games", game, settings)
    agents = [Scripted(game, Random(f"{SEED}/{seat}")) for seat in range(built.seats)]
    record = asyncio.run(play(built, agents, SEED))
    return "\n".join(_lines(game, settings, record, agents)) + "\n"


def write() -> None:
    """Write the playthrough of every game, and no other."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for game in plugins.names("games"):
        (FOLDER / f"{game}.txt").write_text(playthrough(game), encoding="utf-8")


def _lines(game: str, settings: Any, record: Record, agents: list[Scripted]) -> Iterator[str]:
    yield f"{game}, seed {SEED}, {len(agents)} seat(s)"
    yield f"settings {json.dumps(settings, sort_keys=True)}"
    views = [iter(agent.told) for agent in agents]
    begun = (*record.begun, len(record.log))
    yield from _events(record.log[: begun[0]])
    for number, turn in enumerate(record.turns):
        yield ""
        yield f"TURN {number + 1}"
        for seat, trace in sorted(turn.items()):
            yield next(views[seat])
            for attempt in trace.attempts:
                fault, move = attempt.review.fault, attempt.decision.move
                said = f"no move ({fault.kind}: {fault.say})" if fault else canonical(plain(move))
                yield f"  seat {seat} moves: {said}"
        yield from _events(record.log[begun[number] : begun[number + 1]])
    yield ""
    assert record.outcome is not None
    scores = ", ".join(f"seat {seat} {score:g}" for seat, score in sorted(record.outcome.scores.items()))
    yield f"END {record.outcome.end}: {scores or 'no scores'}"


def _view(view: View[Any]) -> Iterator[str]:
    yield f"  seat {view.seat} is told ({len(view.log)} events seen):"
    yield from (f"    | {line}".rstrip() for line in view.text.splitlines())
    if isinstance(view.moves, Menu):
        yield f"    menu: {', '.join(view.moves.options)}"
    else:
        yield f"    form: {canonical(view.moves.shape.json_schema())}"


def _events(events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        to = "everyone" if event.to is None else ", ".join(map(str, sorted(event.to))) or "nobody"
        row = event_to_json(event)
        yield f"  to {to}: {row['kind']}: {row['say']}"


if __name__ == "__main__":
    write()
