"""Models that follow a script: deterministic, offline, for tests, demonstrations and dry runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from random import Random

from syllogos.contract import Fault, Message, Reply, Sampling, Schema
from syllogos.errors import InputError, unknown
from syllogos.models.client.schema import Choose, instance

NAMES = ("first", "last", "random", "echo", "empty", "refuse", "cutoff", "prose", "replies")
PROSE = (
    "There is much to be said on every side of this. One could look at it from the end, or from the "
    "beginning; both have their merits, and neither is without its doubts. It all depends."
)


class Scripted:
    """A :class:`~syllogos.contract.Model` whose reply is a pure function of what it is asked.

    Tokens are counted as words; every reply ends by itself.
    """

    def __init__(self, name: str, replies: Sequence[str] = ()) -> None:
        self.name = name
        self.replies = tuple(replies)

    async def complete(
        self, messages: Sequence[Message], *, sampling: Sampling, schema: Schema | None = None
    ) -> Reply | Fault:
        """The scripted reply or fault; see :class:`~syllogos.contract.Model`."""
        said = self._say(messages, sampling, schema)
        if isinstance(said, Fault):
            return said
        if not said.strip():
            return Fault("empty", "the reply was empty")
        words = sum(len(m.text.split()) for m in messages)
        return Reply(
            said, tokens_in=words, tokens_out=len(said.split()), model=f"scripted/{self.name}", finish="stop"
        )

    async def aclose(self) -> None:
        """Nothing to close."""

    def _say(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None) -> str | Fault:
        match self.name:
            case "replies":
                turn = sum(m.role == "assistant" for m in messages)
                return self.replies[min(turn, len(self.replies) - 1)]
            case "echo":
                return messages[-1].text
            case "prose":
                return PROSE
            case "empty":
                return ""
            case "refuse":
                return Fault("refused", "the model would rather not say")
            case "cutoff":
                return Fault("cut off", f"the reply was cut off after {sampling.max_tokens} tokens")
        choose = self._choice(messages, sampling, schema)
        return json.dumps(instance(schema, choose)) if schema is not None else str(choose(("yes", "no")))

    def _choice(self, messages: Sequence[Message], sampling: Sampling, schema: Schema | None) -> Choose:
        if self.name == "random":
            asked = [sampling.seed, [[m.role, m.text] for m in messages], schema]
            return Random(sha256(json.dumps(asked, sort_keys=True).encode()).digest()).choice
        at = 0 if self.name == "first" else -1
        return lambda options: options[at]


def make(name: str, *, replies: list[str] = []) -> Scripted:  # noqa: B006 (never changed)
    """A scripted model.

    Args:
        name: ``first`` and ``last`` choose that value wherever the JSON schema offers several;
            ``random`` chooses by the sampling's seed and the conversation; ``echo`` repeats the
            last message; ``prose`` rambles; ``empty``, ``refuse`` and ``cutoff`` are the faults;
            ``replies`` says its list, one a turn of the conversation, the last for ever.
        replies: what ``replies`` says; an empty text is the fault of an empty reply.

    Raises:
        InputError: an unknown name, or ``replies`` without any.
    """
    if name not in NAMES:
        raise unknown("scripted model", name, NAMES)
    if (name == "replies") != bool(replies):
        raise InputError("replies = [..] goes with the model scripted/replies, and it needs at least one")
    return Scripted(name, replies)


make.example = {"name": "first"}  # type: ignore[attr-defined]
