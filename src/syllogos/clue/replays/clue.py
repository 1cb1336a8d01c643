"""Recorded logs of Clue with known answers: every matrix, probability and contradiction again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from syllogos.clue.belief import belief_json
from syllogos.clue.log.json import log_from_json
from syllogos.clue.log.read import log_rows
from syllogos.clue.solvers.deals import deduce
from syllogos.errors import InputError
from syllogos.text.files import read_source
from syllogos.text.plain import plain

KEYS = (
    "matrix_correct",
    "probabilities_exact",
    "deals_exact",
    "contradictions_found",
    "first_inconsistent_correct",
    "ready_correct",
)


@dataclass(frozen=True)
class _Compared:
    id: str
    same: Mapping[str, bool]
    milliseconds: float


def replay(path: str | Path, explain: bool = False) -> dict[str, object]:
    """Deduce every log again and compare with the recorded answers.

    Returns:
        Counts of cases, and times in milliseconds.  A contradictory case counts in every row when
        its contradiction is found; ``contradictions_found`` counts cases whose consistency is as
        recorded, ``first_inconsistent_correct`` those whose first inconsistent event is too.
        With ``explain`` also ``differs``: ids and what differs.

    Raises:
        InputError: the file cannot be read, or a row is no log with expected answers.
    """
    source = read_source(Path(path))
    compared = [_compare(row, f"{source.name}: log {i}") for i, row in enumerate(log_rows(source))]
    times = [c.milliseconds for c in compared]
    found: dict[str, object] = {"cases": len(compared)}
    found |= {key: sum(c.same[key] for c in compared) for key in KEYS}
    found |= {"median_ms": median(times) if times else 0.0, "max_ms": max(times, default=0.0)}
    if explain:
        wrong = (c for c in compared if not all(c.same.values()))
        found["differs"] = [
            {"id": c.id, "differs": [k for k, same in c.same.items() if not same]} for c in wrong
        ]
    return found


def _compare(row: Mapping[str, Any], name: str) -> _Compared:
    expected = row.get("expected")
    if not isinstance(expected, Mapping) or "consistent" not in expected:
        raise InputError(f"{name}: no expected answers")
    log = log_from_json(row, name)
    start = perf_counter()
    belief = deduce(log)
    milliseconds = (perf_counter() - start) * 1000
    got = plain(belief_json(belief))
    agrees = got["consistent"] == expected["consistent"]
    impossible = agrees and not got["consistent"]
    pairs = {
        "matrix_correct": got["matrix"] == expected.get("matrix"),
        "probabilities_exact": got["probabilities"] == expected.get("prob"),
        "deals_exact": got["n_deals"] == expected.get("n_deals"),
        "ready_correct": got["accusation_ready"] == expected.get("accusation_ready"),
    }
    first = got["first_inconsistent_event"] == expected.get("first_inconsistent_event")
    same = {key: impossible or value for key, value in pairs.items()}
    same |= {"contradictions_found": agrees, "first_inconsistent_correct": first}
    return _Compared(str(row.get("id", name)), same, milliseconds)


_SURE, _NOT, _OPEN = ("1", "YES"), ("0", "NO"), ("1/2", "MAYBE")
_CELLS = {
    "Ann": (_SURE, _NOT, _NOT), "Bob": (_NOT, _NOT, _SURE), "Cup": (_NOT, _SURE, _NOT),
    "Pin": (_NOT, _NOT, _SURE), "Attic": (_OPEN, _NOT, _OPEN), "Barn": (_OPEN, _NOT, _OPEN),
}  # fmt: skip
_HOLDERS = ("Ivy", "Jon", "ENVELOPE")
replay.example = {  # type: ignore[attr-defined]
    "cases.jsonl": [
        {
            "id": "two",
            "players": ["Ivy", "Jon"],
            "hand_sizes": [2, 1],
            "observer": "Jon",
            "observer_hand": ["Cup"],
            "categories": {"who": ["Ann", "Bob"], "what": ["Cup", "Pin"], "where": ["Attic", "Barn"]},
            "events": [
                {
                    "type": "suggestion",
                    "suggester": "Jon",
                    "cards": ["Ann", "Pin", "Attic"],
                    "shower": "Ivy",
                    "card_shown": "Ann",
                }
            ],
            "expected": {
                "consistent": True,
                "first_inconsistent_event": None,
                "n_deals": 2,
                "prob": {
                    c: {h: p for h, (p, _) in zip(_HOLDERS, row, strict=True)} for c, row in _CELLS.items()
                },
                "matrix": {
                    c: {h: m for h, (_, m) in zip(_HOLDERS, row, strict=True)} for c, row in _CELLS.items()
                },
                "accusation_ready": None,
            },
        }
    ]
}
