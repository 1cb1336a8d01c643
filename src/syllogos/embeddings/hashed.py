"""Hashed words: deterministic, offline and without any meaning; for tests, and to see the path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated

import numpy as np
from pydantic import Field

from syllogos.errors import InputError

if TYPE_CHECKING:
    from syllogos.contract import Vectors

WORDS = re.compile(r"\w+|[^\w\s]")


class Hashed:
    """Feature hashing (Weinberger et al. 2009) of words and of letters in threes.

    It is no semantic model: texts are alike when they share words or parts of them, nothing else.
    """

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text; see :class:`~syllogos.contract.Embedding`."""
        rows = np.zeros((len(texts), self.dimensions), np.float64)
        for row, text in zip(rows, texts, strict=True):
            for feature in features(text):
                value = int.from_bytes(
                    blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest(), "big"
                )
                row[(value >> 1) % self.dimensions] += 1.0 if value & 1 else -1.0
            if not row.any():  # no feature, or features that cancel each other out
                row[0] = 1.0
        found: Vectors = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
        return found


def features(text: str) -> list[str]:
    """What is counted of a text.

    >>> features("Up!")
    ['w:up', 't: up', 't:up ', 'w:!', 't: ! ']
    """
    found = []
    for word in WORDS.findall(text.lower()):
        padded = f" {word} "
        found += [f"w:{word}", *(f"t:{padded[i : i + 3]}" for i in range(len(padded) - 2))]
    return found


def make(name: str = "", *, dimensions: Annotated[int, Field(ge=2, le=65_536)] = 256) -> Hashed:
    """Hashed words in so many ``dimensions``.

    Raises:
        InputError: a name is given; there is but one.
    """
    if name:
        raise InputError(
            f"hashed/{name}: there is but one, hashed; set its dimensions in an [embeddings.x] table"
        )
    return Hashed(dimensions)
