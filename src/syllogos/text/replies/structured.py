"""The structured answers of a reply: JSON objects with a move, where they stand, and what surrounds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from syllogos.text.replies.calls import carried
from syllogos.text.replies.labels import resolve
from syllogos.text.replies.objects import BrokenObject, objects
from syllogos.text.replies.standing import FENCE_LINE, ended, introduced
from syllogos.text.replies.thoughts import joined
from syllogos.text.replies.words import ELSEWHERE, REASONS, WEIGHTS

MOVE = "move"
OTHER_NAMES = ("action", "answer", "final_answer", "choice", "vote", "decision")
"""Names for the move where no object has a ``move``, beside reasoning and nothing else."""

MOST_LOOKED = 50
"""Of more answers the last ones are looked at for where they stand; all are compared."""


@dataclass(frozen=True)
class StructuredAnswer:
    """An object's move; ``own`` where it stands as an answer, not within a sentence or as a report."""

    move: Any
    own: bool
    end: int


@dataclass(frozen=True)
class Structure:
    """All that is structured in a reply.

    Attributes:
        answers: the objects with a move, in their order.
        broken: objects that look like answers and cannot be read.
        reports: whether an object tells somebody else's move, or that of another time.
        reasoning: the prose around the answers and the reasoning inside, in their order.
    """

    answers: tuple[StructuredAnswer, ...]
    broken: tuple[BrokenObject, ...]
    reports: bool
    reasoning: str


def structure(said: str, labels: Sequence[str]) -> Structure:
    """What is structured in what a reply says; ``labels`` are the options, none for a form."""
    found, broken = objects(said)
    held = [(shown, _named(one)) for shown in found for one in carried(shown.value)]
    picked = [(shown, one) for shown, one in held if MOVE in one and not ELSEWHERE & one.keys()]
    picked = picked or [(shown, one) for shown, one in held if _only_answer(one)]
    answers, parts, at = [], [], 0
    for left, (shown, one) in zip(range(len(picked), 0, -1), picked, strict=True):
        move = one[next(name for name in (MOVE, *OTHER_NAMES) if name in one)]
        label = resolve(str(move), labels) if isinstance(move, str | int) else None
        own = (
            left <= MOST_LOOKED
            and introduced(said, shown.start, [label] if label else [])
            and ended(said, shown.end)
        )
        answers.append(StructuredAnswer(move, own, shown.end))
        parts += [
            said[at : shown.start],
            "\n".join(t for key in one if key in REASONS for t in _texts(one[key])),
        ]
        at = shown.end
    telling = {MOVE, *OTHER_NAMES, *REASONS}
    return Structure(
        tuple(answers),
        tuple(one for one in broken if telling & {_key(key) for key in one.keys}),
        any(MOVE in one for _, one in held),
        joined(*(_without_fences(part) for part in [*parts, said[at:]])),
    )


def _only_answer(one: Mapping[str, Any]) -> bool:
    rest = one.keys() - REASONS - WEIGHTS
    return len(rest) == 1 and rest <= set(OTHER_NAMES)


def _named(one: Mapping[str, Any]) -> dict[str, Any]:
    """An object with its keys in lower case; a key that two spellings share keeps both its values."""
    named: dict[str, Any] = {}
    for key, value in one.items():
        plain = _key(key)
        named[plain] = [named[plain], value] if plain in named else value
    return named


def _key(key: str) -> str:
    return key.strip().casefold().replace(" ", "_").replace("-", "_")


def _texts(value: object) -> list[str]:
    match value:
        case str():
            return [value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")]
        case list():
            return [text for part in value for text in _texts(part)]
        case dict():
            return [text for part in value.values() for text in _texts(part)]
        case int() | float() if not isinstance(value, bool):
            return [str(value)]
    return []


def _without_fences(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not FENCE_LINE.fullmatch(line)).strip("`* \n")
