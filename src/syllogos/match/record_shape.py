"""The shape of a record as JSON, held wherever one is read: what is not so is named with its place.

A stored record may have its long texts left as references; see :mod:`syllogos.match.record`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from syllogos.contract import Ending

Text = str | dict[str, Any]
"""A text, or the reference to one."""
SeatKey = Annotated[str, Field(pattern=r"^[0-9]{1,6}$")]


class _Fault(TypedDict):
    kind: str
    say: Text


class _Verdict(TypedDict):
    status: Literal["TRUE", "FALSE", "OPEN", "INCONSISTENT", "UNKNOWN", "REJECTED"]
    reason: NotRequired[Text | None]
    engine: NotRequired[Text | None]
    isolation: NotRequired[Literal["sealed", "guarded", "none"]]
    stable: NotRequired[bool]


class _Note(TypedDict):
    kind: str
    say: Text
    what: Any


class _Attempt(TypedDict):
    move: Any
    fault: _Fault | None
    because: Text
    refused: _Fault | None
    verdicts: list[_Verdict]
    notes: NotRequired[list[_Note]]
    tried: NotRequired[list[_Attempt]]


class _Event(TypedDict):
    kind: str
    say: Text
    what: Any
    to: list[int] | None


class _Outcome(TypedDict):
    end: Text
    scores: dict[SeatKey, Annotated[float, Field(allow_inf_nan=False)] | None]


class _Record(TypedDict):
    schema: NotRequired[int]
    key: NotRequired[str]
    seed: NotRequired[int]
    status: Ending
    log: list[_Event]
    turns: list[dict[SeatKey, Annotated[list[_Attempt], Field(min_length=1)]]]
    begun: NotRequired[list[int] | None]
    outcome: _Outcome | None


_RECORD = TypeAdapter(_Record)


def check_record(record: object) -> Mapping[str, Any]:
    """``record``, which has the shape of one.

    Raises:
        ValueError: it has not; the message names the place.

    >>> check_record({"status": "finished", "log": 7, "turns": [], "outcome": None})
    Traceback (most recent call last):
    ValueError: log: Input should be a valid list
    """
    try:
        _RECORD.validate_python(record, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part)[:40] for part in first["loc"][:12])
        raise ValueError(f"{place}: {first['msg']}"[:200]) from None
    assert isinstance(record, Mapping)
    return record
