"""Limits of a validation: a verdict depends on them, says them, and is not mixed with another's."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from gama_pages import FOLDER, expected

from syllogos import api
from syllogos.engines.guard import isolation
from syllogos.engines.solvers import swipl
from syllogos.errors import InputError
from syllogos.formalization import now
from syllogos.formalization.formalizing import formalize
from syllogos.formalization.page import Formal, formal_json, formal_markdown
from syllogos.formalization.program import Wanted
from syllogos.formalization.situation import print_situation
from syllogos.store.store import open_store
from syllogos.text.source import Source

pytestmark = pytest.mark.skipif(
    shutil.which("swipl") is None or isolation.available()[0] == "none", reason="needs SWI-Prolog"
)
HERE = isolation.available()[0]
BURN = "burn(0).\nburn(N) :- N > 0, M is N - 1, burn(M).\n"
PAGE = Source("narrow_bridge.md", (FOLDER / "narrow_bridge.md").read_text("utf-8"))


def program(burnt: int) -> str:
    """A right program whose play takes some thirty times as many inferences as are burnt."""
    clean = print_situation(expected("narrow_bridge"))
    return BURN + clean.replace("    final(S), holds(did", f"    burn({burnt}), final(S), holds(did")


def by_model(replies: Sequence[str], **how: object) -> Formal:
    model = {"model": "scripted/replies", "replies": list(replies)}
    settings: dict[str, object] = {"isolation": HERE, "attempts": len(replies), **how}
    return formalize(PAGE, "model", model, target="full", **settings)  # type: ignore[arg-type]


def test_what_the_referee_refuses_at_one_limit_is_not_valid_at_another() -> None:
    heavy = program(60_000)
    refused = by_model([heavy, heavy])
    assert (refused.status, refused.attempts) == ("INVALID", 2)
    assert "stopped after 1000000 inferences" in refused.history[0]
    assert refused.limits == f"{HERE}, 1000000 engine steps and 5 s"
    by_hand = formalize(PAGE, Source("g.pl", heavy), isolation=HERE)
    assert (by_hand.status, by_hand.limits) == (refused.status, refused.limits)


def test_the_limit_is_an_argument_and_counts_for_the_referee_and_the_report_alike() -> None:
    heavy = program(60_000)
    made = by_model([heavy], steps=2_000_000)
    assert (made.status, made.attempts) == ("VALID", 1)
    assert made.limits == f"{HERE}, 2000000 engine steps and 5 s"
    assert formal_json(made)["limits"] == made.limits and made.limits in formal_markdown(made)
    low = by_model([program(1000)], steps=5_000)
    assert (low.status, low.limits) == ("INVALID", f"{HERE}, 5000 engine steps and 5 s")


def test_a_repeated_validation_remembers_its_limits_in_any_order() -> None:
    for steps, status in ((5_000, "INVALID"), (900_000, "VALID"), (5_000, "INVALID")):
        made = formalize(PAGE, Source("g.pl", program(1001)), isolation=HERE, steps=steps)
        assert (made.status, made.limits) == (status, f"{HERE}, {steps} engine steps and 5 s")


def test_what_a_clock_decided_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("g.pl", program(30_001))
    with monkeypatch.context() as hurried:
        hurried.setattr(now, "swipl", partial(swipl.make, wall=0.005))
        found = now.checked(source, Wanted(), HERE)
        assert found.program and not found.program.stable and not found.runtime
    assert now.checked(source, Wanted(), HERE).runtime


@pytest.fixture
def unsealed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "available", lambda: ("guarded", "no Landlock"))
    now._kept.cache_clear()


@pytest.mark.usefixtures("unsealed")
def test_guarded_runs_where_sealing_is_missing_when_somebody_says_so() -> None:
    right = program(10)
    made = by_model([right], isolation="guarded")
    assert (made.status, made.limits) == ("VALID", "guarded, 1000000 engine steps and 5 s")
    assert formalize(PAGE, Source("g.pl", right), isolation="guarded").status == "VALID"
    with pytest.raises(InputError, match="no Landlock; isolation 'guarded' runs without"):
        by_model([right], isolation="sealed")


EXPERIMENT = """
name = "guarded"
[game]
kind = "formalization"
task = "task.md"
target = "full"
attempts = 1
[models.author]
model = "scripted/replies"
replies = [{program}]
[solvers.swipl]
solver = "swipl"
isolation = "guarded"
steps = 400000
wall = 20
[[condition]]
name = "one"
agents = ["formalizer"]
models = ["author"]
referee = "formalization"
"""


@pytest.mark.usefixtures("unsealed")
def test_a_record_tells_the_limits_and_the_isolation_of_each_verdict(tmp_path: Path) -> None:
    (tmp_path / "task.md").write_text(PAGE.text, "utf-8")
    (tmp_path / "e.toml").write_text(EXPERIMENT.format(program=json.dumps(program(10))), "utf-8")
    (cell,) = api.run(tmp_path / "e.toml", tmp_path / "run")
    assert cell.finished == 1
    store = open_store(tmp_path / "run")
    (game,) = store.games()
    record = store.record(game["key"])
    store.close()
    assert record is not None
    verdicts = record["turns"][0]["0"][0]["verdicts"]
    assert [v["status"] for v in verdicts] == ["TRUE", "TRUE", "TRUE"]
    for verdict in verdicts:
        assert verdict["isolation"] == "guarded"
        assert verdict["bounds"] == {"steps": 400_000, "wall": 20.0}
