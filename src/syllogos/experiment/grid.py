"""The cells of a grid: counted before any is made, then made one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from syllogos.errors import InputError, Key
from syllogos.text.plain import canonical

RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})")
MOST_CELLS = 100_000
"""Cells that a grid may have: of each, a game is made when the experiment is read."""


def cells(grid: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Each cell of the grid: a value for every field.

    Raises:
        InputError: as of :func:`count`, or a field names a value twice.
    """
    count(grid)
    fields = dict(_fields(grid))
    for name, values in fields.items():
        if len({canonical(value) for value in values}) < len(values):
            raise InputError(f"[grid] {name} names a value twice: {values!r}", key=_key(name))
    for chosen in product(*fields.values()):
        yield dict(zip(fields, chosen, strict=True))


def count(grid: Mapping[str, Any]) -> int:
    """How many cells there are.

    Raises:
        InputError: a field is no list or range, or there are too many.
    """
    number = prod(len(values) for _, values in _fields(grid))
    if number > MOST_CELLS:
        raise InputError(
            f"[grid] makes more than {MOST_CELLS:,} cells, the most there may be: give it fewer values",
            key=_largest(grid),
        )
    return number


def _fields(grid: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Sequence[Any]]]:
    for key, value in grid.items():
        name = prefix + key
        if isinstance(value, Mapping):
            yield from _fields(value, f"{name}.")
            continue
        span = RANGE.fullmatch(value) if isinstance(value, str) else None
        values = range(int(span[1]), int(span[2]) + 1) if span else value
        if not isinstance(values, list | range) or not values:
            raise InputError(
                f"[grid] {name} must be a list of values or a range such as '0..9', not {value!r}",
                key=_key(name),
            )
        yield name, values


def _largest(grid: Mapping[str, Any]) -> Key:
    """The key of the field with the most values."""
    return _key(max(_fields(grid), key=lambda one: len(one[1]))[0])


def _key(name: str) -> Key:
    return ("grid", *name.split("."))
