"""Any value of the contract as plain JSON, the same bytes for equal values."""

from __future__ import annotations

import json
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from typing import Any

from syllogos.text.source import Source

PLAIN = (str, int, float, bool, type(None))


def plain(value: object) -> Any:
    """``value`` as dicts, lists, texts, numbers, booleans and None.

    Dataclasses become objects with their fields, fractions become ``"p/q"``, sets are
    sorted by their JSON text so that hash randomisation never shows, and a file stands as its
    name and hash.

    Raises:
        TypeError: a value of a kind that has no plain form, named with its type.
    """
    if type(value) in PLAIN:  # the most are, and the rest of this takes its time
        return value
    match value:
        case None | bool() | int() | float() | str():
            return value.value if isinstance(value, Enum) else value
        case Enum():
            return plain(value.value)
        case Source():
            return {"file": value.name.rpartition("/")[2], "sha256": value.sha256}
        case Fraction():
            return str(value)
        case Mapping():
            return {_key(k): plain(v) for k, v in value.items()}
        case Set():
            return sorted((plain(v) for v in value), key=canonical)
        case list() | tuple():
            return [plain(v) for v in value]
    if not isinstance(value, type) and (dump := getattr(value, "model_dump", None)):  # a pydantic model
        return dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    raise TypeError(f"{type(value).__qualname__} has no JSON form: use a frozen dataclass or plain values")


def canonical(value: object) -> str:
    """``value`` as one line of JSON with sorted keys and no spaces."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: object) -> str:
    """A 128-bit hash of ``canonical(value)``, in hexadecimal."""
    return digest_of_text(canonical(value))


def digest_of_text(text: str) -> str:
    """A 128-bit hash of ``text``, in hexadecimal."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _key(key: object) -> str:
    if isinstance(key, tuple):
        return ",".join(map(_key, key))
    if isinstance(key, Enum):
        key = key.value
    if not isinstance(key, str | int):
        raise TypeError(f"{key!r} cannot be a key in JSON")
    return str(key)
