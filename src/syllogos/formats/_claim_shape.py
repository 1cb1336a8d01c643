"""The typed shape of claims, shared by the formats that print them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from syllogos.errors import InputError
from syllogos.logic.claims import Claim

SHAPE: TypeAdapter[Claim] = TypeAdapter(Annotated[Claim, Field(discriminator="kind")])

MAX_TEXT = 100_000
"""Longest text, in characters, that is read as claims."""


MAX_NAME = 200
"""Characters of a name or a number in a claim."""


def claim_of(value: object) -> Claim:
    """A claim from plain data (tables, lists, texts, exact numbers).

    Raises:
        InputError: not one of the claims; the message names the field.
    """
    if long := next((text for text in _texts(value) if len(text) > MAX_NAME), ""):
        raise InputError(f"a name or number of {len(long)} characters is too long (at most {MAX_NAME})")
    try:
        return SHAPE.validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{place or 'claim'}: {first['msg']}") from None


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for part in value.values():
                yield from _texts(part)
        case list():
            for part in value:
                yield from _texts(part)
