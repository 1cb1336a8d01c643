"""Hostile texts of every language: each ends as it must, nothing is touched, the next question is answered.

``attacks/theories/index.jsonl`` has a row for each file; ``CANARY`` stands for a folder that holds a token, and
``status`` says more where only one verdict is right.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from syllogos.engines.asp.precheck import precheck
from syllogos.engines.guard import python_worker
from syllogos.engines.guard.isolation import available
from syllogos.engines.replays._attacked import ATTACKED, Attack, AttackedEngine
from syllogos.engines.replays._constraint_line import programs
from syllogos.engines.replays.attacks import ENDS, GOT, read_attacks, replay
from syllogos.engines.solvers import clingo
from syllogos.errors import InputError
from syllogos.logic.languages import csp, sat
from syllogos.verdict import Verdict

pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")

INDEX = Path(__file__).parent / "attacks" / "theories" / "index.jsonl"
STATUSES = {
    row["id"]: row["status"]
    for row in map(json.loads, INDEX.read_text(encoding="utf-8").splitlines())
    if "status" in row
}
LONG = {
    "z3": {
        "many names": "".join(f"(declare-const c{n} Bool)" for n in range(100_000)) + "(check-sat)",
        "nested": "(assert " + "(not " * 10_000 + "true" + ")" * 10_000 + ")(check-sat)",
        "10 MB": "(assert true)" * 800_000 + "(check-sat)",
        "empty": "",
    },
    "eprover": {
        "many names": "".join(f"fof(a{n}, axiom, p{n})." for n in range(100_000)),
        "nested": "fof(a, axiom, " + "~ (" * 10_000 + "p" + ")" * 10_000 + ").",
        "applied": "fof(a, axiom, p(" + "f(" * 10_000 + "a" + ")" * 10_000 + ")).",
        "10 MB": "fof(a, axiom, p)." * 600_000,
        "empty": "",
    },
    "isabelle": {
        "nested comments": "theory T imports Main begin " + "(*" * 40_000,
        "10 MB": "theory T imports Main begin " + "typedecl a\n" * 1_000_000,
        "empty": "",
    },
    "fol": {
        "nested": "Premises:\n" + "(" * 10_000 + "p" + ")" * 10_000 + "\nConclusion:\np",
        "1 MB": "Premises:\n" + "p ∧ q\n" * 200_000 + "Conclusion:\np",
        "empty": "",
    },
    "clingo": {
        "nested": "a(" + "f(" * 10_000 + "1" + ")" * 10_000 + ").",
        "signs": "a(" + "- " * 10_000 + "1).",
        "10 MB": "a. " * 3_000_000,
    },
    "rules": {"nested": "Facts:\n" + "(" * 10_000 + "P(a)\nQuery:\nP(a)", "1 MB": "Facts:\n" + "P(a)\n" * 200_000, "empty": ""},
    "csp": {"nested": "Constraints:\n" + "(" * 10_000, "1 MB": "Constraints:\n" + "1 == 1\n" * 200_000, "empty": ""},
    "sat": {"nested": "# Constraints\n" + "(" * 10_000, "1 MB": "# Constraints\n" + "1 == 1\n" * 200_000, "empty": ""},
}  # fmt: skip
"""Texts that must be refused, too long for a file of this folder."""


class Engines:
    """The engines of all rows, each opened once."""

    def __init__(self) -> None:
        self._runner, self._opened = asyncio.Runner(), {}

    def __getitem__(self, name: str) -> AttackedEngine:
        if name not in self._opened:
            try:
                self._opened[name] = ATTACKED[name]("sealed")
            except InputError as error:
                pytest.skip(str(error))
        return self._opened[name]

    def ask(self, attack: Attack) -> Verdict:
        return self._runner.run(self[attack.engine].ask(attack))

    def hurt(self, name: str) -> str:
        return self._runner.run(self[name].hurt())

    def close(self) -> None:
        for engine in self._opened.values():
            self._runner.run(engine.aclose())
        self._runner.close()


@pytest.fixture(scope="module")
def engines() -> Iterator[Engines]:
    opened = Engines()
    yield opened
    opened.close()


@pytest.mark.parametrize("attack", tuple(read_attacks(INDEX)), ids=lambda attack: attack.name)
def test_an_attack_ends_as_it_must_and_harms_nothing(
    engines: Engines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attack: Attack
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "untouched")
    (tmp_path / "token").write_text("untouched")
    verdict = engines.ask(replace(attack, text=attack.text.replace("CANARY", str(tmp_path))))
    assert GOT[verdict.status] in ENDS[attack.must], verdict
    assert verdict.status == STATUSES.get(attack.name, verdict.status), verdict
    assert "untouched" not in repr(verdict) or "untouched" in attack.text
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("token", "untouched")]
    assert engines.hurt(attack.engine) == ""


@pytest.mark.parametrize(("engine", "name"), [(engine, name) for engine in LONG for name in LONG[engine]])
def test_a_huge_text_is_refused_in_one_line_and_harms_nothing(
    engines: Engines, engine: str, name: str
) -> None:
    verdict = engines.ask(Attack(name, engine, "rejected", "", LONG[engine][name]))
    assert GOT[verdict.status] == "rejected" and "\n" not in verdict.reason
    assert engines.hurt(engine) == ""


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('a.\n  #include "x".', 2, 3),
        ("a :- b, c)", 1, 10),
        ("a(b", 1, 4),
        ("a.\n%* never", 2, 1),
        ('a("never).', 1, 3),
        ("a\u202e.", 1, 2),
    ],
)
def test_a_program_is_refused_at_its_place(text: str, line: int, column: int) -> None:
    (problem,) = precheck(text)
    assert (problem.line, problem.column) == (line, column), problem


@pytest.mark.parametrize(
    "text",
    [
        "a. b :- a, not c. {d; e} = 1. :- d.",
        "p(1..3). q(X, Y) :- p(X), p(Y), X < Y, X + 1 != Y. s(N) :- N = #sum{X : p(X)}.",
        "%* any #script text *% a. % and @here\n",
        '_\'x("a #include \\" b"). -y :- #true. #show y/0. #const n = 3. #minimize{1@2, X : p(X)}.',
    ],
)
def test_what_only_describes_models_is_let_through(text: str) -> None:
    assert precheck(text) == () or "@" in text


def test_the_models_of_a_program_are_all_told_or_it_is_said_that_there_are_more() -> None:
    pytest.importorskip("clingo")
    solver = clingo.make(workers=1)

    async def asked() -> list[Verdict[Any]]:
        found = [
            await solver.ask(clingo.AspQuery("{a; b}. :- a, b. -c :- a.", 0), steps=100),
            await solver.ask(clingo.AspQuery("{a; b}.", 3), steps=100),
        ]
        await solver.aclose()
        return found

    found, more = asyncio.run(asked())
    assert sorted(sorted(model) for model in found.answer.models) == [[], ["-c", "a"], ["b"]]
    assert found.answer.complete and len(more.answer.models) == 3 and not more.answer.complete


def test_a_row_of_an_engine_that_is_missing_is_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        ("asp", "clingo", "accept", "a.lp", "a."),
        ("line", "dsl", "accept", "line.txt", "owl < crow"),
        ("strange", "hal", "accept", "a.lp", "a."),
    ]
    for *_, file, text in rows:
        (tmp_path / file).write_text(text)
    index = tmp_path / "index.jsonl"
    keys = ("id", "engine", "must", "file")
    index.write_text(
        "\n".join(json.dumps({**dict(zip(keys, row, strict=False)), "query": None}) for row in rows)
    )
    monkeypatch.setattr(python_worker, "find_spec", lambda name: None)
    report = replay(index)
    assert (report["n"], report["as_stated"], report["not_run"]) == (3, 1, 2)
    reasons = {row["id"]: row["reason"] for row in report["rows"] if row["got"] == "not run"}  # type: ignore[attr-defined]
    assert reasons == {"asp": "clingo is missing; pip install clingo", "strange": ""}
    with pytest.raises(InputError, match="unknown engine 'clngo': did you mean clingo"):
        replay(index, "clngo")


@pytest.mark.parametrize(
    ("line", "readable"),
    [
        ("ForAll([c:cats], Implies(age(c) == 3, Not(age(Tom) != 2)))", True),
        ("Exists([c:cats, d:days], fed(c, d))", True),
        ("Count([d:days], fed(Tom, d)) == 2", False),
        ("AllDifferentConstraint([owl, crow, wren])", True),
        ("owl < crow", True),
        ("exec('1')", False),
        ("open(owl) == 1", False),
        ("owl.x == 1", False),
        ("owl == 1 if 1 else 2", False),
        ("[c for c in owl]", False),
    ],
)
def test_a_constraint_by_itself_gets_a_program_around_it(line: str, readable: bool) -> None:
    parsers = {"csp": csp.parse, "sat": sat.parse}
    assert any(parsers[language](text).problem for language, text in programs(line)) == readable
