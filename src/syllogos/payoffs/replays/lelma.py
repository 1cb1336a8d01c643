"""LELMA's recorded attempts, checked again: the recorded queries, or the texts read by rules.

Positive means that a reasoning is correct.  (Section 5 of the paper calls a correct
reasoning that was flagged a false positive, which is the opposite, and prints its
matrices by game transposed to its totals.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Literal

from syllogos.errors import InputError
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs.claim_prolog import parse_claims
from syllogos.payoffs.claims import YOU, Claim, Label, Payoff
from syllogos.payoffs.reader import read
from syllogos.payoffs.replays._lelma_recheck import stands
from syllogos.payoffs.replays._lelma_records import CheckedAttempt, JudgedQuery, RecordedAttempt, load
from syllogos.payoffs.replays._lelma_tables import detection, distribution, false_alarms, kappas, shares
from syllogos.payoffs.solvers.claims import evaluate, label

AttemptTranslator = Literal["record", "rules"]


def replay(path: str | Path, translator: AttemptTranslator = "record") -> dict[str, object]:
    """Check recorded attempts again, from the recorded queries or from the text alone.

    Returns:
        The keys of ``replay lelma`` (shares in 0..1).  With ``rules``, queries are the
        claims the reader found, rejected the payoff sentences it could not read, and
        ``agree_with_recorded`` counts claims that were also recorded and judged alike.

    Raises:
        InputError: the file cannot be read, or a line is no attempt.
    """
    attempts = load(path)
    checked = [_check(attempt, translator) for attempt in attempts]
    judged = [j for one in checked for j in one.judged]
    verdicts = Counter(j.verdict for j in judged)
    well_posed = [j for j in judged if j.verdict in ("TRUE", "FALSE")]
    return {
        "attempts": len(attempts),
        "samples": len({a.sample_id for a in attempts}),
        "queries": len(judged),
        "well_posed": len(well_posed),
        "ill_posed": verdicts["ILL_POSED"],
        "rejected": verdicts["UNTRANSLATED"],
        "agree_with_recorded": sum(j.recorded == j.verdict.lower() for j in well_posed),
        "feedback_false": sum(j.false_corrections for j in judged),
        "attempts_distribution": distribution(attempts),
        "shares": shares(attempts),
        "kappa": kappas(attempts),
        "detection": detection(checked),
        "median_ms_per_query": median(j.milliseconds for j in judged) if judged else 0.0,
        "cell_recall": _cell_recall(checked),
        "false_alarm_rate": false_alarms(checked),
    }


def _check(attempt: RecordedAttempt, translator: AttemptTranslator) -> CheckedAttempt:
    game = attempt.normal_form
    if translator == "record":
        return CheckedAttempt(attempt, tuple(_query(query, attempt, game) for query in attempt.queries))
    start = perf_counter()
    reading = read(attempt.reasoning, game, 0)
    spent = (perf_counter() - start) * 1000 / max(1, len(reading.found))
    recorded = _recorded(attempt)
    judged = [_judge((f.claim,), attempt, game, recorded.get(f.claim), spent) for f in reading.found]
    unread = JudgedQuery((), "UNTRANSLATED", 0, None, spent)
    return CheckedAttempt(attempt, (*judged, *(unread for _ in reading.unread)))


def _query(query: str, attempt: RecordedAttempt, game: NormalForm) -> JudgedQuery:
    recorded = attempt.query_reruns.get(query)
    start = perf_counter()
    try:
        claims = parse_claims(query)
    except InputError:
        return JudgedQuery((), "UNTRANSLATED", 0, recorded, (perf_counter() - start) * 1000)
    return _judge(claims, attempt, game, recorded, (perf_counter() - start) * 1000)


def _judge(
    claims: tuple[Claim, ...], attempt: RecordedAttempt, game: NormalForm, recorded: str | None, before: float
) -> JudgedQuery:
    start = perf_counter()
    verdicts = [evaluate(claim, game, 0) for claim in claims]
    spent = before + (perf_counter() - start) * 1000
    labels = [label(verdict) for verdict in verdicts]
    worst: Label = "ILL_POSED" if "ILL_POSED" in labels else "FALSE" if "FALSE" in labels else "TRUE"
    facts = [
        fact for v, name in zip(verdicts, labels, strict=True) if name == "FALSE" for fact in v.answer or ()
    ]
    wrong = sum(not stands(fact, attempt.table) for fact in facts)
    return JudgedQuery(claims, worst, wrong, recorded, spent)


def _recorded(attempt: RecordedAttempt) -> Mapping[Claim, str]:
    """The recorded verdicts by claim, the order of moves aside."""
    known: dict[Claim, str] = {}
    for query in attempt.queries:
        try:
            claims = parse_claims(query)
        except InputError:
            continue
        if len(claims) == 1:
            known[_ordered(claims[0])] = attempt.query_reruns.get(query, "")
    return known


def _ordered(claim: Claim) -> Claim:
    """A cell claim with the speaker's move first, as the reader states it."""
    if not isinstance(claim, Payoff):
        return claim
    moves = tuple(sorted(claim.moves, key=lambda move: move.player != YOU))
    return Payoff(claim.player, claim.amount, moves, claim.relation, claim.sometimes)


def _cell_recall(checked: Iterable[CheckedAttempt]) -> float:
    """The share of recorded cell queries that were found again."""
    wanted = hits = 0
    for one in checked:
        cells = {_ordered(claim) for j in one.judged for claim in j.claims}
        for claim in _recorded(one.attempt):
            if isinstance(claim, Payoff):
                wanted += 1
                hits += claim in cells
    return hits / wanted if wanted else 0.0


replay.example = {  # type: ignore[attr-defined]
    "attempts.jsonl": [
        {
            "id": "one/0",
            "sample_id": "one",
            "model": "m",
            "game": "pd",
            "n_attempts": 1,
            "is_initial": True,
            "is_final": True,
            "payoff_matrix": {"BB": [4, 4], "BR": [1, 6], "RB": [6, 1], "RR": [2, 2]},
            "reasoning": "If I choose R and they choose B, I get 6.",
            "queries": ["finally(goal(you, 6), do(choice(you, 'R'), do(choice(them, 'B'), s0)))."],
            "query_reruns": {
                "finally(goal(you, 6), do(choice(you, 'R'), do(choice(them, 'B'), s0))).": "true"
            },
            "choice": "R",
            "label_initial_agg": 1,
            "label_final_agg": 1,
            "labels_initial": {"e1": 1, "e2": 1, "e3": 1},
            "labels_final": {"e1": 1, "e2": 1, "e3": 1},
        }
    ]
}
