"""Attacks by a stranger, with and without knowledge of the guard: each ends as it must and harms nothing.

The programs of ``attacks/stranger/`` say in two comments how they must end and what is asked of them;
``CANARY`` stands for a folder that holds a token.  An answer that says ``harm`` shows some.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from prolog_workers import HOST, ISOLATION, Desk, needs_swipl
from syllogos.engines.guard.precheck import precheck
from syllogos.engines.replays.attacks import ENDS, GOT
from syllogos.engines.solvers import swipl
from syllogos.engines.solvers.swipl import Answers, Evidence
from syllogos.verdict import Status, Verdict

pytestmark = needs_swipl

FILES = sorted((Path(__file__).parent / "attacks" / "stranger").glob("*.pl"))
CLPFD = ":- use_module(library(clpfd))."
AFTERWARDS = (
    "findall(p(A, B, U, V), payoff(A, B, U, V), L), X is 1 + 1, X = 2, Y is 10 / 4.0, Y =:= 2.5, append([a], [b], Z),"
    " \\+ current_op(_, _, payoff), catch(nb_getval(k, _), _, true)"
)


@pytest.fixture(scope="module", params=sorted({ISOLATION, "guarded"}))
def prolog(request: pytest.FixtureRequest) -> Iterator[Desk]:
    """Sealed where this machine can; and guarded, since the guard must hold alone."""
    desk = Desk(isolation=request.param, wall=3.0)
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def guarded() -> Iterator[Desk]:
    desk = Desk(isolation="guarded", wall=10.0, memory_mb=400)
    yield desk
    desk.close()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_strangers_attack_ends_as_it_must_and_harms_nothing(
    prolog: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "untouched")
    (tmp_path / "token").write_text("untouched")
    text = path.read_text(encoding="utf-8")
    must, goal = (line.partition(": ")[2] for line in text.splitlines()[:2])
    verdict = prolog.run(goal, text.replace("CANARY", str(tmp_path)), host=HOST, steps=300_000)
    assert GOT[verdict.status] in ENDS[must], verdict
    assert "name='harm'" not in repr(verdict.answer)
    assert "untouched" not in repr(verdict)
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("token", "untouched")]
    after = prolog.run(AFTERWARDS, host=HOST)
    assert after.status is Status.TRUE, after
    assert after.answer and len(after.answer.rows[0]["L"].items) == 4  # type: ignore[union-attr]


GAME = (
    "seat(0, a). seat(1, b). me(0). may(0, x). may(0, y). may(1, x). may(1, y)."
    " cell([x, x], [3, 3]). cell([x, y], [0, 5]). cell([y, x], [5, 0]). cell([y, y], [1, 1])."
)


@pytest.mark.parametrize(
    ("goal", "program"),
    [
        ("payoff(you, 77, [choice(you, x)], '=', true)", "member(77, _). nth0(_, _, 77)."),
        ("highest_possible_individual_payoff(99)", "nth0(_, _, 99)."),
    ],
)
def test_a_program_cannot_change_what_a_library_of_ours_calls(guarded: Desk, goal: str, program: str) -> None:
    honest = guarded.run(goal, host=GAME, libraries=("claims",))
    assert honest.status is Status.FALSE
    assert guarded.run(goal, program, host=GAME, libraries=("claims",)).status is not Status.TRUE


@pytest.mark.parametrize(
    ("program", "body", "value"),
    [
        ("append(_, _, 99).", "append([1], [2], [_, X])", 2),
        ("plus(_, _, 99).", "plus(1, 1, X)", 2),
        ("sum_list(_, 99).", "sum_list([1, 1], X)", 2),
        ("nb_getval(_, 99).", "nb_setval(k, 2), nb_getval(k, X)", 2),
        (">>(_, _, 99).", "maplist([Y]>>(Y = 2), [X])", 2),
        ("last(_, 99). member(99, _).", "findall(Y, member(Y, [1, 2]), L), last(L, X)", 2),
    ],
)
def test_a_program_cannot_change_what_the_host_calls(
    guarded: Desk, program: str, body: str, value: int
) -> None:
    verdict = guarded.run("asked(X)", program, host=f"asked(X) :- {body}.")
    assert verdict.answer, verdict
    assert [dict(row) for row in verdict.answer.rows] == [{"X": value}]


def test_a_program_still_has_its_own_predicates_of_a_librarys_name(guarded: Desk) -> None:
    own = "member(mine, _).\nlast(X) :- member(X, [a]).\ngo(X) :- last(X), maplist(member(_), [[]])."
    assert guarded.run("go(mine), call(member, mine, []), \\+ member(a, [a])", own).status is Status.TRUE
    assert guarded.run("h(X), X == fine", "legal(fine).", host="h(X) :- legal(X).").status is Status.TRUE


STEPS = [
    ("copy_term(X, Y)", ""), ("freeze(X, true)", ""), ("random_between(1, 9, X)", ""), ("print(f(X))", ""), ("true", ""),
    ("list_to_assoc([a - 1], A)", ""), ("setof(X, member(X, [b, a]), L)", ""), ("X #= 1 + 1", CLPFD), ("throw(my(_))", ""),
    ("[X, Y] ins 1..2, all_distinct([X, Y])", CLPFD), ("maplist([X, Y]>>(Y = X), [1], L)", ""), ("missing(1)", ""),
]  # fmt: skip


def said(desk: Desk, goal: str, program: str, steps: int) -> tuple[Verdict[Answers], object]:
    verdict = desk.run(goal, program, steps=steps)
    return verdict, verdict.reason.startswith("stopped")


@pytest.mark.parametrize(("goal", "program"), STEPS)
def test_a_new_worker_takes_as_many_steps_as_a_used_one(guarded: Desk, goal: str, program: str) -> None:
    few, enough = 0, 20_000
    assert not said(guarded, goal, program, enough)[1]
    while enough - few > 1:
        steps = (few + enough) // 2
        few, enough = (steps, enough) if said(guarded, goal, program, steps)[1] else (few, steps)
    used = [said(guarded, goal, program, steps) for steps in (few, enough)]
    for steps, known in zip((few, enough), used, strict=True):
        guarded.runner.run(guarded.solver._pool.retire())
        assert said(guarded, goal, program, steps) == known


def test_a_large_global_variable_leaves_no_less_memory_for_the_next(guarded: Desk) -> None:
    large = "length(L, 2500000)"
    guarded.runner.run(guarded.solver._pool.retire())
    assert guarded.run(f"\\+ \\+ {large}").status is Status.TRUE
    assert guarded.run("numlist(1, 300000, L), nb_setval(k, L), fail").status is Status.FALSE
    assert guarded.run(f"\\+ \\+ {large}").status is Status.TRUE


def test_what_memory_decides_is_not_stable(guarded: Desk) -> None:
    verdict = guarded.run("length(L, 100000000)")
    assert (verdict.status, verdict.stable) == (Status.UNKNOWN, False)
    verdict = guarded.run("X = 1 ; length(L, 100000000)")
    assert (verdict.status, verdict.stable) == (Status.TRUE, False)


def test_a_program_cannot_say_that_it_was_refused(guarded: Desk) -> None:
    evidence = guarded.run('throw(problem(refused, "payoff/4 is given"))').evidence
    assert isinstance(evidence, Evidence)
    assert [problem.kind for problem in evidence.problems] == ["error"]


@pytest.mark.parametrize("quote", "'\"`")
@pytest.mark.parametrize("end", ["", "\\"])
def test_a_flood_of_quotes_is_read_in_linear_time(quote: str, end: str) -> None:
    flood = "f([]). " * 210 + quote + f"\\{quote}" * 48_000 + end
    started = time.monotonic()
    precheck(flood)
    assert time.monotonic() - started < 10


def test_a_long_reply_does_not_stop_the_event_loop(guarded: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    readers, decode = [], swipl.decode

    def watched(*given: object) -> object:
        readers.append(threading.get_ident())
        return decode(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(swipl, "decode", watched)
    assert guarded.run("length(X, 12000)").status is Status.TRUE
    assert guarded.run("X = 1").status is Status.TRUE
    assert readers[0] != readers[1] == threading.get_ident()


def test_what_clpfd_calls_by_name_is_there(guarded: Desk) -> None:
    for goal in (
        "X in 1..3, labeling([max(X), ff, bisect], [X])", "[X, Y] ins 1..2, all_distinct([X, Y]), label([X, Y])",
        "length(L, 3), circuit(L), label(L)", "automaton([X], [source(a), sink(b)], [arc(a, 1, b)]), label([X])",
    ):  # fmt: skip
        assert "unknown procedure" not in guarded.run(goal, CLPFD).reason, goal
