"""Asking a model for a move, and asking again with what was wrong."""

from __future__ import annotations

import json
from typing import Any

from syllogos.contract import Decision, Desk, Fault, Form, M, Menu, Message, Schema, View
from syllogos.text.replies import joined, read_answer, split_thoughts

PROMPTS = ("form", "form_reasoned", "retry", "refuted")
MOST_QUOTED = 4_000
"""Characters of a faulty reply that are shown back to its author."""


class Asking:
    """An agent that puts one prompt to its model and reads the move in the reply.

    Within a turn the conversation goes on: a faulty reply is followed by what was wrong with
    it.  Between turns nothing is kept, since the view tells all that the seat has seen.
    """

    def __init__(self, desk: Desk, template: str, *, reasons: bool) -> None:
        self._desk = desk
        self._template = template
        self._reasons = reasons
        self._talk: tuple[Message, ...] = ()

    async def act(self, view: View[M], fault: Fault | None) -> Decision[M]:
        """Ask, or ask again after ``fault``."""
        if fault is None:
            self._talk = (Message("user", self._first(view)),)
        else:
            self._talk = (*self._talk, Message("user", self._again(fault)))
        schema = answer_schema(view.moves, reasons=self._reasons)
        reply = await self._desk.complete(self._talk, schema=schema)
        if isinstance(reply, Fault):
            said = reply.reply.text if reply.reply else ""
            self._talk = (*self._talk, Message("assistant", said[:MOST_QUOTED]))
            return Decision(reply)
        said = split_thoughts(reply.text).said or reply.text
        self._talk = (*self._talk, Message("assistant", said[:MOST_QUOTED]))
        decision = read_answer(reply.text, view.moves)
        return Decision(decision.move, joined(decision.because, reply.reasoning))

    def _again(self, fault: Fault) -> str:
        return self._desk.prompt("refuted" if fault.kind == "refuted" else "retry", fault=fault.say)

    def _first(self, view: View[Any]) -> str:
        if isinstance(view.moves, Menu):
            options = "\n".join(f"{n}. {label}" for n, label in enumerate(view.moves.options, 1))
            return self._desk.prompt(self._template, situation=view.text, options=options)
        shape = json.dumps(view.moves.shape.json_schema(), ensure_ascii=False)
        form = "form_reasoned" if self._reasons else "form"
        return self._desk.prompt(form, situation=view.text, shape=shape)


def answer_schema(moves: Menu[Any] | Form[Any], *, reasons: bool) -> Schema:
    """The JSON schema of an answer: the legal labels as an enum, or the form's own shape."""
    if isinstance(moves, Menu):
        move: dict[str, Any] = {"type": "string", "enum": list(moves.options)}
    else:
        move = moves.shape.json_schema()
    shared = move.pop("$defs", None)
    fields = {"reasoning": {"type": "string"}, "move": move} if reasons else {"move": move}
    schema = {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    return {**schema, "$defs": shared} if shared else schema
