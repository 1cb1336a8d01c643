"""Arguments of the functions that people call, refused in one line before anything is done with them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from syllogos.errors import InputError

PATH = (str, os.PathLike)
"""What a path may be."""
_SAID: Mapping[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    Mapping: "a table",
    os.PathLike: "a path",
    type(None): "None",
    Sequence: "a list",
}
LONGEST = 60
"""Characters of a wrong value that are shown."""


def check_argument(name: str, value: object, *kinds: Any, least: float | None = None) -> None:
    """Raise unless the argument ``name`` is of one of ``kinds``, and not below ``least``.

    A whole number will do where a number is wanted; what is true or false is no number.

    Raises:
        InputError: it is something else.

    >>> check_argument("text", None, str)
    Traceback (most recent call last):
    syllogos.errors.InputError: text: a text is wanted, not None
    """
    number = isinstance(value, int) and float in kinds
    right = isinstance(value, kinds) or number
    if isinstance(value, bool) and bool not in kinds:
        right = False
    if not right:
        said = " or ".join(_SAID.get(kind, f"a {getattr(kind, '__name__', kind)}") for kind in kinds)
        shown = repr(value)
        shown = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]} ..."
        raise InputError(f"{name}: {said} is wanted, not {shown}")
    if least is not None and isinstance(value, int | float) and not value >= least:
        raise InputError(f"{name}: at least {least:g} is wanted, not {value}")
