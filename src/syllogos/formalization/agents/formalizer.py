"""Makes a game of a description: by a model, asked again with what is wrong, or by rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from syllogos.contract import Decision, Desk, Fault, Message, Seat, View
from syllogos.errors import InputError
from syllogos.formalization import reader as game_rules
from syllogos.formalization.by_model import prompt_name, read_reply, schema_of
from syllogos.formalization.facts import print_facts
from syllogos.formalization.games.formalization import Task
from syllogos.formalization.situation import print_situation
from syllogos.plugins import uses
from syllogos.text.replies import joined, split_thoughts

Author = Literal["model", "rules", "both"]
MOST_QUOTED = 8_000
"""Characters of a faulty reply that are shown back to its author."""


def _prompts(config: Mapping[str, Any]) -> tuple[str, ...]:
    return ("game_facts", "game_full", "game_retry") if _roles(config) else ()


def _roles(config: Mapping[str, Any]) -> tuple[str, ...]:
    return () if config.get("author") == "rules" else ("main",)


class Formalizer:
    """One description, one game.  Within a turn the conversation with the model goes on."""

    def __init__(self, desk: Desk, author: Author) -> None:
        self._desk = desk
        self._author = author
        self._talk: tuple[Message, ...] = ()

    async def act(self, view: View[str], fault: Fault | None) -> Decision[str]:
        """The game, or its mended form after ``fault``."""
        task = next((e.what for e in view.log if isinstance(e.what, Task)), None)
        if task is None:
            raise InputError("agent formalizer makes games of descriptions: it plays formalization only")
        if self._author != "model" and fault is None:
            read = game_rules.read(task.description)
            if read.facts:
                text = print_facts(read.facts) if task.target == "facts" else print_situation(read.facts)
                return Decision(text, "by rules")
            if self._author == "rules":
                return Decision(Fault("refused", f"{read.verdict}: {read.reason}"))
        if self._author == "rules":
            return Decision(Fault("refused", "the rules have no second reading"))
        return await self._asked(task, fault)

    async def _asked(self, task: Task, fault: Fault | None) -> Decision[str]:
        if fault is None or not self._talk:
            words = self._desk.prompt(prompt_name(task.target), description=task.description)
            self._talk = (Message("user", words),)
        else:
            self._talk = (*self._talk, Message("user", self._desk.prompt("game_retry", faults=fault.say)))
        reply = await self._desk.complete(self._talk, schema=schema_of(task.target))
        if isinstance(reply, Fault):
            said = reply.reply.text if reply.reply else ""
            self._talk = (*self._talk, Message("assistant", said[:MOST_QUOTED]))
            return Decision(reply)
        self._talk = (*self._talk, Message("assistant", reply.text[:MOST_QUOTED]))
        because = joined(reply.reasoning, split_thoughts(reply.text).thoughts)
        return Decision(read_reply(reply.text, task.target), because)


@uses(prompts=_prompts, roles=_roles, games=("formalization",))
def make(desk: Desk, seat: Seat, author: Author = "model") -> Formalizer:
    """``author``: the model, the rules (no model), or both (rules first, the model where they decline)."""
    return Formalizer(desk, author)
