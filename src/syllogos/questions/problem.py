"""Questions with options, one JSON object a line: ``{id, context, question, options, answer}``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel, ValidationError

from syllogos.errors import InputError
from syllogos.text.source import Source


@dataclass(frozen=True)
class Problem:
    """A question; ``answer`` is the label of the right option, empty when not known."""

    question: str
    options: tuple[str, ...]
    context: str = ""
    answer: str = ""
    id: str = ""


class _Line(BaseModel):
    question: str
    options: list[str]
    context: str = ""
    answer: str = ""
    id: str | int = ""


@lru_cache(maxsize=4)
def parse_problems(source: Source) -> tuple[Problem, ...]:
    """All questions of a ``.jsonl`` source; keys beyond the five are ignored.

    Raises:
        InputError: with the file and the line that cannot be read.
    """
    if not source.name.endswith(".jsonl"):
        raise InputError(
            f"{source.name}: questions are read from a .jsonl file, one JSON object a line; another form "
            'wants a data set that reads it: dataset = { kind = "NAME", path = "..." }'
        )
    lines = enumerate(source.text.split("\n"), 1)
    return tuple(_problem(source.name, n, line) for n, line in lines if line.strip())


def _problem(name: str, number: int, line: str) -> Problem:
    try:
        row = _Line.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(f"{name}:{number}: {place + ': ' if place else ''}{first['msg']}") from None
    return Problem(row.question, tuple(row.options), row.context, row.answer, str(row.id))
