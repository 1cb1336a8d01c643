"""The typed shape of claims, shared by the formats that print them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from syllogos.errors import InputError
from syllogos.logic.claims import Claim

SHAPE: TypeAdapter[Claim] = TypeAdapter(Annotated[Claim, Field(discriminator="kind")])

MAX_TEXT = 100_000
"""Longest text, in characters, that is read as claims."""


def claim_of(value: object) -> Claim:
    """A claim from plain data (tables, lists, texts, exact numbers).

    Raises:
        InputError: not one of the claims; the message names the field.
    """
    try:
        return SHAPE.validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{place or 'claim'}: {first['msg']}") from None
