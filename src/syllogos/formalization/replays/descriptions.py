"""Reading recorded descriptions by rules: right, wrong, declined (GAMA's data set)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median
from time import perf_counter

from syllogos.formalization import reader as game_rules
from syllogos.formalization.comparison import match
from syllogos.formalization.replays._gama_records import Description, rows, target_of


def replay(path: str | Path) -> dict[str, object]:
    """Read every description and compare the game with its target payoffs.

    Returns:
        ``numeric`` and ``non_numeric`` counts of verdicts (right, wrong, declined, no payoffs ...),
        ``wrong`` and ``declined`` with the reason, ``median_ms``.  Without a target a game that is
        read counts as wrong: there were no numbers to read.

    Raises:
        InputError: the file cannot be read, or a line is no description.
    """
    found: list[Description] = rows(path, Description)
    counts = {True: Counter[str](), False: Counter[str]()}
    told: dict[str, list[dict[str, str]]] = {"wrong": [], "declined": []}
    times = []
    for row in found:
        start = perf_counter()
        read = game_rules.read(row.text)
        times.append((perf_counter() - start) * 1000)
        verdict, why = read.verdict.replace("read", "wrong"), read.reason
        if read.facts and row.target_payoffs:
            matched = match(read.facts.form, target_of(row.target_payoffs))
            verdict = "right" if matched.status == "exact" else "wrong"
            why = "; ".join(map(str, matched.differences))
        counts[row.numeric][verdict] += 1
        if row.numeric and verdict != "right":
            place = "wrong" if verdict == "wrong" else "declined"
            told[place].append({"id": row.id, "why": f"{verdict}: {why}"})
    return {
        "n": len(found),
        "numeric": dict(counts[True]),
        "non_numeric": dict(counts[False]),
        **told,
        "median_ms": median(times) if times else 0.0,
    }


replay.example = {  # type: ignore[attr-defined]
    "descriptions.jsonl": [{"id": "bread", "text": "Bake some bread.", "numeric": False}],
}
