"""Attacks by somebody who had not seen the guard: each ends as it must, and nothing is touched.

``attacks/blind/index.jsonl`` has a row for each file; ``CANARY`` stands for a folder that holds a token.
"""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from prolog_workers import HOST, Desk, needs_swipl
from syllogos.engines.replays.attacks import ENDS, GOT, Attack, read_attacks
from syllogos.verdict import Status

pytestmark = needs_swipl

INDEX = Path(__file__).parent / "attacks" / "blind" / "index.jsonl"
AFTERWARDS = "findall(p(A, B, U, V), payoff(A, B, U, V), L), X is 1 + 1, X = 2"


@pytest.fixture(scope="module")
def prolog() -> Iterator[Desk]:
    desk = Desk(wall=2.0)
    yield desk
    desk.close()


@pytest.mark.parametrize("attack", tuple(read_attacks(INDEX)), ids=lambda attack: attack.name)
def test_a_blind_attack_ends_as_it_must_and_harms_nothing(
    prolog: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: Attack
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "untouched")
    (tmp_path / "token").write_text("untouched")
    goal, text = (part.replace("CANARY", str(tmp_path)) for part in (attack.query, attack.text))
    verdict = prolog.run(goal, text, host=HOST)
    assert GOT[verdict.status] in ENDS[attack.must], verdict
    assert "untouched" not in repr(verdict)
    assert copy.deepcopy(verdict.answer) == pickle.loads(pickle.dumps(verdict.answer)) == verdict.answer
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("token", "untouched")]
    after = prolog.run(AFTERWARDS, host=HOST)
    assert after.status is Status.TRUE, after
    assert after.answer and len(after.answer.rows[0]["L"].items) == 4  # type: ignore[union-attr]
