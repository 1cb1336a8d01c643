"""What the recorded labels say, and how well verdicts detect what the raters found."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from syllogos.gametheory.normal_form import maximin
from syllogos.metrics.agreement import balanced_accuracy_interval, cohen_kappa, confusion, fleiss_kappa
from syllogos.payoffs.replays._lelma_records import CheckedAttempt, Labels, RecordedAttempt


def distribution(attempts: Iterable[RecordedAttempt]) -> dict[str, dict[str, int]]:
    """Model -> number of attempts -> samples."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for attempt in attempts:
        if attempt.is_initial:
            counts[attempt.model][attempt.n_attempts] += 1
    return {model: {str(k): count[k] for k in range(1, 6)} for model, count in counts.items()}


def shares(attempts: Iterable[RecordedAttempt]) -> dict[str, dict[str, dict[str, float]]]:
    """Model -> game (or ``all``) -> shares of the choice B and of correct reasoning, before and after."""
    rows: dict[tuple[str, str, str], list[bool]] = defaultdict(list)
    for a in attempts:
        for when, here, correct in (
            ("initial", a.is_initial, a.label_initial_agg),
            ("final", a.is_final, a.label_final_agg),
        ):
            for game in (a.game, "all") if here else ():
                rows[a.model, game, f"{when}_B"].append(a.choice == "B")
                if correct is not None:
                    rows[a.model, game, f"{when}_correct"].append(correct == 1)
    table: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for (model, game, what), hits in rows.items():
        table[model][game][what] = sum(hits) / len(hits)
    return {model: dict(games) for model, games in table.items()}


def kappas(attempts: Sequence[RecordedAttempt]) -> dict[str, dict[str, object]]:
    """Model -> when -> Fleiss' kappa of the raters, Cohen's of each pair and of each with the aggregate."""
    table: dict[str, dict[str, object]] = {}
    for model in dict.fromkeys(a.model for a in attempts):
        own = [a for a in attempts if a.model == model]
        first = [(a.labels_initial, a.label_initial_agg) for a in own if a.is_initial]
        last = [(a.labels_final, a.label_final_agg) for a in own if a.is_final]
        table[model] = {
            when: _kappa(
                [({**labels, "aggregate": whole}) for labels, whole in rated if labels and whole is not None]
            )
            for when, rated in (("initial", first), ("final", last), ("both", [*first, *last]))
        }
    return table


def _kappa(rows: Sequence[Labels]) -> dict[str, object]:
    raters = [name for name in (rows[0] if rows else ()) if name != "aggregate"]
    full = [row for row in rows if all(name in row for name in raters)]
    if not full or len(raters) < 2:
        return {"n": len(full), "fleiss": None, "cohen": {}}
    columns = {name: [row[name] for row in full] for name in (*raters, "aggregate")}
    return {
        "n": len(full),
        "fleiss": fleiss_kappa([[row[name] for name in raters] for row in full]),
        "cohen": {f"{a}-{b}": cohen_kappa(columns[a], columns[b]) for a, b in combinations(columns, 2)},
    }


Labelled = tuple[CheckedAttempt, bool]


def _initial(checked: Iterable[CheckedAttempt]) -> list[Labelled]:
    return [
        (one, one.attempt.label_initial_agg == 1)
        for one in checked
        if one.attempt.is_initial and one.attempt.label_initial_agg is not None
    ]


def _pooled(checked: Sequence[CheckedAttempt]) -> list[Labelled]:
    """Initial texts, and the last ones of samples with several attempts."""
    later = [
        (one, one.attempt.label_final_agg == 1)
        for one in checked
        if one.attempt.is_final and one.attempt.n_attempts > 1 and one.attempt.label_final_agg is not None
    ]
    return [*_initial(checked), *later]


def false_alarms(checked: Sequence[CheckedAttempt]) -> float:
    """The share of texts labelled correct in which something was called false."""
    correct = [one.flagged for one, truth in _pooled(checked) if truth]
    return sum(correct) / len(correct) if correct else 0.0


def detection(checked: Sequence[CheckedAttempt]) -> dict[str, dict[str, object]]:
    """``initial`` and ``pooled`` -> model (or ``all``) -> counts, measures and both baselines."""
    initial, pooled = _initial(checked), _pooled(checked)
    models = dict.fromkeys(one.attempt.model for one in checked)

    def of(model: str, rows: Sequence[Labelled]) -> object:
        return _measures([row for row in rows if row[0].attempt.model == model])

    return {
        "initial": {**{m: of(m, initial) for m in models}, "all": _measures(initial)},
        "pooled": {**{m: of(m, pooled) for m in models}, "all": _measures(pooled)},
    }


def _measures(rows: Sequence[Labelled]) -> dict[str, object]:
    truth = [label for _, label in rows]
    counts = confusion(truth, [not one.flagged for one, _ in rows])
    choice = confusion(truth, [_is_maximin(one.attempt) for one, _ in rows])
    wrong = confusion(truth, [False for _ in rows])
    return {
        "n": counts.n,
        "accuracy": counts.accuracy,
        "balanced_accuracy": counts.balanced_accuracy,
        "interval": list(balanced_accuracy_interval(counts)),
        "tp": counts.tp,
        "fp": counts.fp,
        "tn": counts.tn,
        "fn": counts.fn,
        "always_incorrect": wrong.accuracy,
        "choice_only": choice.balanced_accuracy,
    }


def _is_maximin(attempt: RecordedAttempt) -> bool:
    return attempt.choice in maximin(attempt.normal_form, 0)
