"""The replay of recorded LELMA attempts, on records of our own."""

from __future__ import annotations

import json
from fractions import Fraction as F
from pathlib import Path

import pytest
from hypothesis import given

from claims_strategies import questions
from syllogos.errors import InputError
from syllogos.gametheory.normal_form import NormalForm
from syllogos.payoffs import claims as c
from syllogos.payoffs.claims import PlayerAction
from syllogos.payoffs.replays._lelma_recheck import stands
from syllogos.payoffs.replays.lelma import replay
from syllogos.payoffs.solvers.claims import evaluate, label

KEYS = {
    "attempts", "queries", "well_posed", "ill_posed", "rejected", "agree_with_recorded", "feedback_false",
    "attempts_distribution", "shares", "kappa", "detection", "median_ms_per_query", "cell_recall",
    "false_alarm_rate",
}  # fmt: skip
DETECTION = {
    "n", "accuracy", "balanced_accuracy", "interval", "tp", "fp", "tn", "fn", "always_incorrect", "choice_only",
}  # fmt: skip
TRUE_CELL = "finally(goal(you, 6), do(choice(you, 'R'), do(choice(them, 'B'), s0)))."
FALSE_CELL = "finally(goal(you, 7), do(choice(them, 'R'), do(choice(you, 'B'), s0)))."


def row(
    sample: str, attempt: int, of: int, text: str, choice: str, verdicts: dict[str, str], good: int
) -> str:
    first, last = attempt == 0, attempt == of - 1
    raters = {"e1": good, "e2": good, "e3": 1}
    return json.dumps(
        {
            "id": f"{sample}/{attempt}",
            "sample_id": sample,
            "model": "m",
            "game": "pd",
            "n_attempts": of,
            "is_initial": first,
            "is_final": last,
            "payoff_matrix": {"BB": [4, 4], "BR": [1, 6], "RB": [6, 1], "RR": [2, 2]},
            "reasoning": text,
            "queries": list(verdicts),
            "query_reruns": verdicts,
            "choice": choice,
            "label_initial_agg": good if first else None,
            "label_final_agg": good if last else None,
            "labels_initial": raters if first else None,
            "labels_final": raters if last else None,
        }
    )


@pytest.fixture
def records(tmp_path: Path) -> Path:
    bad = "If I choose B and they choose R, I get 7. Choosing B is safer."
    good = "If I choose R and they choose B, I get 6."
    rows = [
        row("s1", 0, 2, bad, "B", {FALSE_CELL: "false", "higher(3, 3).": "false"}, 0),
        row("s1", 1, 2, good, "R", {TRUE_CELL: "true", "nonsense(": "false"}, 1),
        row("s2", 0, 1, good, "R", {TRUE_CELL: "true"}, 1),
    ]
    path = tmp_path / "attempts.jsonl"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_recorded_queries_are_decided_again(records: Path) -> None:
    got = replay(records)
    assert set(got) >= KEYS
    counts = [got[k] for k in ("attempts", "queries", "well_posed", "ill_posed", "rejected")]
    assert counts == [3, 5, 3, 1, 1]
    assert got["agree_with_recorded"] == 3 and got["feedback_false"] == 0
    assert got["attempts_distribution"] == {"m": {"1": 1, "2": 1, "3": 0, "4": 0, "5": 0}}
    assert got["cell_recall"] == 1.0 and got["false_alarm_rate"] == 0.0


def test_texts_alone_are_read_by_rules(records: Path) -> None:
    got = replay(records, "rules")
    assert set(got) >= KEYS
    assert got["cell_recall"] == 1.0
    detection = got["detection"]
    assert isinstance(detection, dict)
    whole = detection["pooled"]["all"]
    assert set(whole) == DETECTION
    assert [whole[k] for k in ("n", "tp", "fp", "tn", "fn")] == [3, 2, 0, 1, 0]
    assert whole["balanced_accuracy"] == whole["choice_only"] == 1.0
    assert detection["initial"]["m"]["always_incorrect"] == 0.5


def test_shares_and_kappas(records: Path) -> None:
    got = replay(records)
    shares, kappa = got["shares"], got["kappa"]
    assert isinstance(shares, dict) and isinstance(kappa, dict)
    assert shares["m"]["pd"] == {
        "initial_B": 0.5,
        "initial_correct": 0.5,
        "final_B": 0.0,
        "final_correct": 1.0,
    }
    assert kappa["m"]["initial"]["cohen"]["e1-e2"] == 1.0
    assert kappa["m"]["initial"]["cohen"]["e1-e3"] == 0.0


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('\n{"id": 3}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.jsonl:2"):
        replay(path)
    with pytest.raises(InputError, match="absent"):
        replay(tmp_path / "absent.jsonl")


@given(questions())
def test_the_second_opinion_agrees_on_every_fact(question: tuple[c.Claim, NormalForm, int]) -> None:
    claim, game, _ = question
    if len(game.players) != 2:
        return
    for fact in evaluate(claim, game).answer or ():
        if not isinstance(fact, c.Equilibrium | c.ParetoDominance | c.Symmetry):
            assert stands(fact, game.payoffs), fact


@given(questions())
def test_the_second_opinion_also_sees_what_is_false(question: tuple[c.Claim, NormalForm, int]) -> None:
    claim, game, _ = question
    speakers = not any(name in str(claim) for name in game.players)
    verdict = label(evaluate(claim, game))
    if len(game.players) != 2 or not speakers or verdict == "ILL_POSED":
        return
    if isinstance(claim, c.Equilibrium | c.ParetoDominance | c.Symmetry):
        return
    if (isinstance(claim, c.ExpectedComparison) and not claim.belief) or (
        isinstance(claim, c.BestResponse) and not claim.moves
    ):
        return
    assert stands(claim, game.payoffs) == (verdict == "TRUE")


def test_a_wrong_correction_would_be_noticed() -> None:
    table = {
        ("B", "R"): (F(1), F(6)),
        ("B", "B"): (F(4), F(4)),
        ("R", "R"): (F(2), F(2)),
        ("R", "B"): (F(6), F(1)),
    }
    wrong = c.Payoff("you", F(2), (PlayerAction("you", "B"), PlayerAction("them", "R")))
    assert not stands(wrong, table)
