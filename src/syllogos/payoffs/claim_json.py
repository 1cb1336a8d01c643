"""Claims as JSON: the schema a model fills, reading what it filled, and printing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pydantic import TypeAdapter

from syllogos.errors import InputError
from syllogos.payoffs.claim_shape import MAX_TEXT, SHAPE, claim_of
from syllogos.payoffs.claims import Claim


def schema() -> Mapping[str, object]:
    """The JSON schema of ``{"claims": [{"sentence": ..., "claim": ...}]}``, for structured output."""
    claim = SHAPE.json_schema(ref_template="#/$defs/{model}")
    shared = claim.pop("$defs", {})
    item = {
        "type": "object",
        "properties": {"sentence": {"type": "string"}, "claim": claim},
        "required": ["sentence", "claim"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"claims": {"type": "array", "items": item}},
        "required": ["claims"],
        "additionalProperties": False,
        "$defs": shared,
    }


def parse_claim(text: str) -> Claim:
    """A claim from its JSON object.  Decimals are read exactly; fractions are ``"p/q"``.

    Raises:
        InputError: no JSON (with line and column), or no claim (with the field).
    """
    return claim_of(parse_json(text))


def parse_json(text: str) -> object:
    """JSON with exact numbers.

    Raises:
        InputError: no JSON, or too long, or nested too deep.
    """
    if len(text) > MAX_TEXT:
        raise InputError(f"{len(text)} characters are too long for claims (at most {MAX_TEXT})")
    try:
        return json.loads(text, parse_float=_exact, parse_int=_exact, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise InputError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise InputError("nested too deep") from None


def print_claim(claim: Claim) -> str:
    """The JSON object of a claim; :func:`parse_claim` reads it back."""
    return json.dumps(plain(claim), ensure_ascii=False)


def plain(claim: Claim) -> dict[str, Any]:
    """A claim as plain JSON data, its kind first."""
    data = TypeAdapter(type(claim)).dump_python(claim, mode="json")
    return {"kind": data.pop("kind"), **data}


def _exact(digits: str) -> Fraction:
    if len(digits) > 40:
        raise InputError(f"a number of {len(digits)} digits is too long")
    exponent = digits.lower().partition("e")[2]
    if exponent and abs(int(exponent)) > 40:
        raise InputError(f"the number {digits} is too large or too small")
    return Fraction(digits)


def _no_number(name: str) -> Fraction:
    raise InputError(f"{name} is not a number")
