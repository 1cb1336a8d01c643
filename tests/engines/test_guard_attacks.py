"""Hostile programs against the guard: nothing outside is touched, the next question is answered.

The programs of ``attacks/`` say in two comments how they must end and what is asked of them;
``CANARY`` stands for a folder that holds a token.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from prolog_workers import HOST, ISOLATION, Desk, needs_swipl
from syllogos.engines.replays.attacks import ENDS, GOT, replay
from syllogos.engines.solvers.swipl import Answers, PrologQuery, Swipl
from syllogos.errors import InputError
from syllogos.verdict import Status, Verdict

pytestmark = needs_swipl

FILES = sorted((Path(__file__).parent / "attacks").glob("*.pl"))
LONG = {
    "left_deep_sum": ("go(1)", "go(1) :- X is 1" + " + 1" * 20_000 + ", X > 0."),
    "long_list": ("go(_)", f"go([{','.join('a' * 30_000)}])."),
    "deep_prefixes": ("go(1)", "go(1) :- X = " + "- " * 40_000 + "a, X = X."),
    "deep_negation": ("go(1)", "go(1) :- " + "\\+ " * 25_000 + "true."),
    "deep_brackets": ("go(1)", "go(1) :- X = " + "f(" * 20_000 + "a" + ")" * 20_000 + ", X = X."),
    "deep_lists": ("go(1)", "go(1) :- X = " + "[" * 40_000 + "]" * 40_000 + ", X = X."),
    "long_disjunction": ("go(1)", "go(1) :- " + "fail ; " * 12_000 + "true."),
    "many_variables": ("go(1)", "go(1) :- f(" + ", ".join(f"V{i}" for i in range(9_000)) + ") = _."),
    "wide_head": ("go(1)", f"go(1). h({','.join('a' * 5_000)})."),
    "long_atom": ("go(X)", f"go('{'a' * 90_000}')."),
    "longer_atom": ("go(X)", f"go(X) :- X = {'a' * 150_000}."),
    "long_number": ("go(X)", f"go({'9' * 90_000})."),
    "many_predicates": ("go(1)", "go(1). " + " ".join(f"p{i}." for i in range(10_000))),
    "many_directives": ("go(1)", ":- dynamic q/1.\n" * 5_000 + "go(1)."),
    "too_long": ("go(1)", "go(1). " * 20_000),
    "nul": ("go(1)", "go(1).\x00 go(2)."),
    "half_a_surrogate": ("go(1)", "go('\ud800')."),
    "hidden_order": ("go(1)", "go(1) :- true. % \u202e } \u2066"),
}


@pytest.fixture(scope="module", params=sorted({ISOLATION, "guarded"}))
def prolog(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """Sealed where this machine can; and guarded, since the guard must hold alone."""
    desk = Desk(isolation=request.param, wall=3.0)
    yield desk
    desk.close()


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    (tmp_path / "token").write_text("untouched")
    return tmp_path


def unharmed(desk: Desk, canary: Path, verdict: Verdict[Answers]) -> None:
    assert [(p.name, p.read_text()) for p in canary.iterdir()] == [("token", "untouched")]
    assert "untouched" not in repr(verdict)
    after = desk.run("findall(p(A, B, U, V), payoff(A, B, U, V), L), X is 1 + 1, X = 2", host=HOST)
    assert after.status is Status.TRUE, after
    assert after.answer and len(after.answer.rows[0]["L"].items) == 4  # type: ignore[union-attr]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_attack_ends_as_it_must_and_harms_nothing(prolog: Desk, canary: Path, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    must, goal = (line.partition(": ")[2] for line in text.splitlines()[:2])
    verdict = prolog.run(goal, text.replace("CANARY", str(canary)), host=HOST)
    unharmed(prolog, canary, verdict)
    assert GOT[verdict.status] in ENDS[must], verdict


@pytest.mark.parametrize("name", LONG)
def test_a_huge_text_harms_nothing(prolog: Desk, canary: Path, name: str) -> None:
    goal, text = LONG[name]
    unharmed(prolog, canary, prolog.run(goal, text, host=HOST))


def test_a_hostile_goal_is_as_harmless_as_a_hostile_program(prolog: Desk, canary: Path) -> None:
    for goal in (
        f"shell('touch {canary}/x')", "fact(X). :- halt", "G = halt, G", "{|q||halt|}", "halt", ")", "a" * 200_000,
        "user:assertz(payoff(z, z, 9, 9))", "assertz(payoff(z, z, 9, 9))", "X = f(X)", "'", "end_of_file", "\x00",
    ):  # fmt: skip
        unharmed(prolog, canary, prolog.run(goal, "fact(1).", host=HOST))


def test_a_replay_reports_each_row_and_what_was_not_run(tmp_path: Path) -> None:
    rows = [
        ("sly", "prolog", "rejected", "go(X)", "sly.pl", "go(1) :- G = halt, G.\n"),
        ("fine", "prolog", "accept", "go(X)", "fine.pl", "go(X) :- payoff(c, d, _, X).\n"),
        ("spin", "prolog", "accept", "go(X)", "spin.pl", "go(X) :- go(X).\n"),
        ("other", "z3", "rejected", None, "other.smt2", "(exit)"),
    ]
    for *_, file, text in rows:
        (tmp_path / file).write_text(text)
    keys = ("id", "engine", "must", "query", "file")
    index = tmp_path / "index.jsonl"
    index.write_text("\n".join(json.dumps(dict(zip(keys, row, strict=False))) for row in rows))
    report = replay(index, "swipl", ISOLATION)  # type: ignore[arg-type]
    counts = {key: report[key] for key in ("n", "harm", "as_stated", "not_run")}
    assert counts == {"n": 4, "harm": 0, "as_stated": 2, "not_run": 1}
    got = {row["id"]: row["got"] for row in report["rows"]}  # type: ignore[attr-defined]
    assert got == {"sly": "rejected", "fine": "answer", "spin": "limit", "other": "not run"}


def test_a_replay_goes_on_when_a_row_crashes_its_caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "p.pl").write_text("p(1).")
    row = {"engine": "prolog", "must": "accept", "query": "p(X)", "file": "p.pl"}
    index = tmp_path / "index.jsonl"
    index.write_text("\n".join(json.dumps({**row, "id": name}) for name in ("crash", "fine")))
    ask, calls = Swipl.ask, []

    async def crashing(self: Swipl, query: PrologQuery, *, steps: int) -> Verdict[Answers]:
        calls.append(query)
        if len(calls) == 1:
            raise RuntimeError("no such luck")
        return await ask(self, query, steps=steps)

    monkeypatch.setattr(Swipl, "ask", crashing)
    report = replay(index, "swipl", ISOLATION)  # type: ignore[arg-type]
    assert [row["harm"] for row in report["rows"]] == [  # type: ignore[attr-defined]
        "the caller crashed: RuntimeError: no such luck", ""
    ]  # fmt: skip
    assert (report["harm"], report["as_stated"]) == (1, 1)


def test_an_index_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    index = tmp_path / "index.jsonl"
    with pytest.raises(InputError, match=r"index\.jsonl"):
        replay(index)
    index.write_text('{"id": "x", "engine": "prolog", "must": "nothing", "query": null, "file": "x"}')
    with pytest.raises(InputError, match="must is one of"):
        replay(index)
