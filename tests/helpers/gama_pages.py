"""The pages of docs/gama, and whether game programs can run here; shared by several tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from syllogos.engines.guard.isolation import available
from syllogos.formalization.facts import GameFacts
from syllogos.formalization.task import GameTask, parse_task
from syllogos.text.source import Source

FOLDER = Path(__file__).parents[2] / "docs" / "gama"
NAMES = sorted(page.stem for page in FOLDER.glob("*.md") if page.stem != "README")

needs_prolog = pytest.mark.skipif(
    shutil.which("swipl") is None or available()[0] != "sealed", reason="needs SWI-Prolog, sealed"
)


def task(name: str) -> GameTask:
    return parse_task(Source(f"{name}.md", (FOLDER / f"{name}.md").read_text("utf-8")))


def expected(name: str) -> GameFacts:
    target = task(name).target
    assert target is not None
    return target
