"""Players of Undercover that ask a model: what the three kinds of agent share, and their one difference.

The kinds differ in what their prompts hold, as the paper's section 3.1 says, and in nothing else: ``nli``
has the situation alone; ``att_nli`` is asked first who is who; ``neuro_symbolic`` is asked the same with
a block of evidence that a prover backs.
"""

from __future__ import annotations

from typing import Any

from syllogos.contract import Decision, Desk, Fault, Form, Menu, Message, Schema, Seat, View
from syllogos.text.replies import joined, read_answer, split_thoughts
from syllogos.undercover.games.undercover import UndercoverMove
from syllogos.undercover.identities import belief_fields, read_belief
from syllogos.undercover.quoting import quoted
from syllogos.undercover.situation import UndercoverSituation, situation

MOST_KEPT = 24
"""Messages of earlier turns that stay in an agent's own dialogue; each situation tells the game anew."""
MOST_QUOTED = 2_000
"""Characters of a reply that stay in it."""


class TalkingPlayer:
    """An agent that asks its model for descriptions and votes, and keeps its own dialogue to itself."""

    def __init__(self, desk: Desk, seat: Seat, prompts: str, *, believes: bool) -> None:
        """``prompts`` begins the names of its two templates; ``believes``: whether they ask who is who."""
        self._desk, self._seat, self._prompts, self._believes = desk, seat, prompts, believes
        self._kept: tuple[Message, ...] = ()
        self._talk: tuple[Message, ...] = ()

    async def evidence(self, now: UndercoverSituation) -> str:  # noqa: ARG002 (who has some needs it)
        """A block for the prompt; none."""
        return ""

    def heard(self, reply: str, now: UndercoverSituation) -> None:
        """What is kept of a reply beside its move."""
        if self._believes:
            self._desk.note(read_belief(reply, now))

    async def act(self, view: View[UndercoverMove], fault: Fault | None) -> Decision[UndercoverMove]:
        """A description, or a vote."""
        now = situation(self._seat, view.log)
        if fault is None:
            self._talk = (*self._kept[-MOST_KEPT:], Message("user", await self._asked(view, now)))
        else:
            self._talk = (*self._talk, Message("user", self._desk.prompt("retry", fault=fault.say)))
        reply = await self._desk.complete(self._talk, schema=self._schema(view, now))
        if isinstance(reply, Fault):
            said = reply.reply.text if reply.reply else ""
            self._talk = (*self._talk, Message("assistant", said[:MOST_QUOTED]))
            return Decision(reply)
        said = split_thoughts(reply.text).said or reply.text
        self._talk = (*self._talk, Message("assistant", said[:MOST_QUOTED]))
        # What was answered last is what a later turn goes on from, whether it stood or not.
        self._kept = self._talk[-MOST_KEPT:]
        self.heard(reply.text, now)
        decision = read_answer(reply.text, view.moves)
        return Decision(decision.move, joined(decision.because, reply.reasoning))

    async def _asked(self, view: View[UndercoverMove], now: UndercoverSituation) -> str:
        fields: dict[str, str] = {"situation": view.text}
        if self._believes:
            fields["evidence"] = await self.evidence(now)
        if now.phase == "vote":
            own = [quoted(one.text) for one in now.said_by(self._seat)]
            fields["own"] = "\n".join(f"- {text}" for text in own) or "- nothing yet"
        phase = "vote" if now.phase == "vote" else "describe"
        return self._desk.prompt(f"{self._prompts}_{phase}", **fields)

    def _schema(self, view: View[UndercoverMove], now: UndercoverSituation) -> Schema:
        fields: dict[str, Any] = {"reasoning": {"type": "string"}}
        if self._believes:
            fields |= belief_fields([now.name(seat) for seat in now.others])
        fields["move"] = _move(view.moves)
        return {
            "type": "object",
            "properties": fields,
            "required": list(fields),
            "additionalProperties": False,
        }


def _move(moves: Menu[UndercoverMove] | Form[UndercoverMove]) -> dict[str, Any]:
    if isinstance(moves, Menu):
        return {"type": "string", "enum": list(moves.options)}
    return {"type": "string"}
