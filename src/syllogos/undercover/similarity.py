"""Who fits, by likeness of descriptions: pure functions of unit vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from syllogos.contract import Seat

if TYPE_CHECKING:
    from syllogos.contract import Vectors


def nearest(candidates: Vectors, said: Vectors) -> int:
    """Which of ``candidates`` (n, d) is nearest to the centroid of ``said`` (m, d); the first of equals."""
    return int(np.argmax(candidates @ said.sum(axis=0)))


def fits(own: Vectors, said: Mapping[Seat, Vectors]) -> dict[Seat, float]:
    """By seat how well its descriptions fit a word: the mean of their cosines with the nearest of ``own``.

    ``own`` (n, d) are descriptions of that word.  A seat without descriptions fits 0.
    """
    return {seat: _mean((rows @ own.T).max(axis=1)) if len(rows) else 0.0 for seat, rows in said.items()}


def alignments(said: Mapping[Seat, Vectors]) -> dict[Seat, float]:
    """By seat how well its descriptions agree with all others': the mean cosine with their centroid."""
    found = {}
    for seat, rows in said.items():
        others = [one for other, one in said.items() if other != seat and len(one)]
        centre = np.concatenate(others).sum(axis=0) if others else np.zeros(rows.shape[1:])
        length = float(np.linalg.norm(centre))
        found[seat] = _mean(rows @ centre) / length if len(rows) and length else 0.0
    return found


def lowest(values: Mapping[Seat, float], among: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats ``among`` these whose value is lowest."""
    least = min(values[seat] for seat in among)
    return tuple(seat for seat in among if values[seat] == least)


def _mean(values: Vectors) -> float:
    return round(float(np.mean(values, dtype=np.float64)), 6)
