"""Vectors as the journal keeps them, to the bit, and what is wrong with those that an embedding gives."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from syllogos.contract import Vectors

NEAR = 1e-3
"""How far the length of a unit vector may be from one, after rounding to float32."""


def faulty(vectors: object, count: int) -> str:
    """Why these are not ``count`` unit vectors of an embedding; empty when they are.

    >>> faulty(np.zeros((1, 2), np.float32), 1)
    'a vector is not of length 1'
    """
    if not isinstance(vectors, np.ndarray) or vectors.dtype != np.float32 or vectors.ndim != 2:
        kind = vectors.dtype if isinstance(vectors, np.ndarray) else type(vectors).__name__
        return f"an embedding gives a float32 array of shape (n, d), not {kind}"
    if len(vectors) != count:
        return f"{len(vectors)} vectors for {count} texts"
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    # A length that is no number is not near one either.
    return "" if bool(np.all(np.abs(lengths - 1.0) <= NEAR)) else "a vector is not of length 1"


def vectors_to_json(vectors: Vectors) -> dict[str, Any]:
    """The vectors as JSON, little-endian whatever the machine.

    >>> vectors_to_json(np.ones((1, 1), np.float32))
    {'shape': [1, 1], 'float32': 'AACAPw=='}
    """
    return {"shape": list(vectors.shape), "float32": b64encode(vectors.astype("<f4").tobytes()).decode()}


def vectors_from_json(held: Mapping[str, Any]) -> Vectors:
    """The inverse of :func:`vectors_to_json`, to the bit.

    Raises:
        ValueError: it is not what that function gives.
    """
    flat = np.frombuffer(b64decode(held["float32"], validate=True), "<f4")
    return flat.reshape(held["shape"]).astype(np.float32)
