"""The solver of Prolog programs: what it answers, where it finds fault, and what it survives."""

from __future__ import annotations

import asyncio
import resource
import sys
from collections.abc import Iterator
from fractions import Fraction as F
from pathlib import Path

import pytest

from prolog_workers import HOST, ISOLATION, Desk, needs_swipl
from syllogos.engines.prolog import start as _swipl_start
from syllogos.engines.prolog.terms import Atom, Items, Struct, Var, show
from syllogos.engines.prolog.wire import PrologQuery
from syllogos.engines.solvers import swipl
from syllogos.errors import InputError
from syllogos.testing import check_solver
from syllogos.verdict import Status

pytestmark = needs_swipl


@pytest.fixture(scope="module")
def prolog() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


def terms(desk: Desk, goal: str, program: str = "", **more: object) -> list[str]:
    """The values of X, one an answer."""
    verdict = desk.run(goal, program, **more)
    assert verdict.answer, verdict.reason
    return [show(row["X"]) for row in verdict.answer.rows]


def reason(desk: Desk, goal: str, program: str = "", **more: object) -> str:
    verdict = desk.run(goal, program, **more)
    assert verdict.status is Status.REJECTED, verdict
    return verdict.reason


def test_it_keeps_the_contract_of_solvers() -> None:
    queries = [
        PrologQuery("p(X)", "p(1). p(2)."), PrologQuery("p(X)", "q(1)."), PrologQuery("p(", "p(1)."),
        PrologQuery("p(a)", "p(b)."), PrologQuery("random_member(X, [a, b, c, d])", seed=3),
    ]  # fmt: skip
    engine = Desk().solver
    check_solver(engine, queries)
    engine.close()


def test_success_failure_limit_and_error_are_four_different_things(prolog: Desk) -> None:
    program = "p(1). p(2). loop :- loop. bad :- X is a + 1, p(X)."
    assert prolog.run("p(2)", program).status is Status.TRUE
    failed = prolog.run("p(3)", program)
    assert (failed.status, failed.reason) == (Status.FALSE, "the goal fails (negation as failure)")
    stopped = prolog.run("loop", program, steps=5000)
    assert (stopped.status, stopped.reason, stopped.stable) == (
        Status.UNKNOWN,
        "stopped after 5000 inferences",
        True,
    )
    assert reason(prolog, "bad", program) == "expected evaluable, found a/0"
    assert reason(prolog, "nope(1)", program) == "unknown procedure nope/1"


def test_terms_come_back_typed(prolog: Desk) -> None:
    goal = "X = f(1, -2.5, 1r3, a, 'B c', [p, q], [h|T], \"text\", [], '[]', {}, T, Y)"
    verdict = prolog.run(goal)
    assert verdict.answer
    row = verdict.answer.rows[0]
    assert row["X"] == Struct("f", (
        F(1), F(-5, 2), F(1, 3), Atom("a"), Atom("B c"), Items((Atom("p"), Atom("q"))),
        Struct("[|]", (Atom("h"), Var("_0"))), Struct("$string", (Atom("text"),)), Items(()), Atom("[]"),
        Atom("{}"), Var("_0"), Var("_1"),
    ))  # fmt: skip
    assert row["T"] == Var("_0")


def test_text_of_every_script_and_every_quote_comes_back_as_it_went(prolog: Desk) -> None:
    for text in ("Zug", "coopérer", "合作", "𝔘", "it's", 'say "no"', "back\\slash", "tab\tnew\nline", ""):
        row = prolog.run("p(X)", f"p({show(Atom(text))}).").answer
        assert row and row.rows[0]["X"] == Atom(text)


def test_a_deep_answer_is_read_and_a_deeper_one_is_a_limit(prolog: Desk) -> None:
    program = "deep(0, s0) :- !. deep(N, do(S)) :- M is N - 1, deep(M, S)."
    assert prolog.run("deep(90, X)", program).status is Status.TRUE
    assert prolog.run("deep(110, X)", program).reason == "a term is nested too deep to show"


def test_answers_are_counted_and_said_to_be_complete_or_not(prolog: Desk) -> None:
    some, every = (prolog.run(f"between(1, {n}, X)", answers=3).answer for n in (10, 3))
    assert some and len(some.rows) == 3 and not some.complete
    assert every and len(every.rows) == 3 and every.complete


def test_an_answer_before_a_limit_stands_and_is_not_complete(prolog: Desk) -> None:
    verdict = prolog.run("p(X)", "p(1). p(X) :- p(X).", steps=5000, answers=1)
    assert verdict.status is Status.TRUE
    spun = prolog.run("p(X)", "p(1). p(X) :- loop(X). loop(X) :- loop(X).", steps=5000)
    assert spun.answer and not spun.answer.complete and "inferences" in spun.reason


def test_every_syntax_error_is_found_with_its_line_and_clause(prolog: Desk) -> None:
    verdict = prolog.run("p(X)", "p(1).\nq(] .\np(2).\nr :- , a.\n/* open\np(3).\n")
    assert isinstance(verdict.evidence, swipl.Evidence)
    places = [(p.kind, p.line, p.clause) for p in verdict.evidence.problems]
    assert places == [("syntax", 2, "q(] ."), ("syntax", 4, "r :- , a."), ("syntax", 5, "/* open")]
    assert verdict.reason.startswith("program line 2, column 2: ")
    assert verdict.reason.endswith("(and 2 more)")


def test_each_text_is_named_in_its_problems(prolog: Desk) -> None:
    assert reason(prolog, "p(X), q(", "p(1).").startswith("goal line 1")
    assert reason(prolog, "true", host="a :- shell(x).").startswith("host line 1")
    assert reason(prolog, " ") == "goal line 1, column 1: there is no goal"
    assert "more than one goal" in reason(prolog, "p(X). q(X)", "p(1).")


@pytest.mark.parametrize("goal", ["p(X)", "?- p(X).", "p(X) % and so on", "p(X), X = 1", "\n p(X).\n"])
def test_a_goal_may_be_written_as_one_writes_goals(prolog: Desk, goal: str) -> None:
    assert prolog.run(goal, "p(1).").status is Status.TRUE


@pytest.mark.parametrize(
    ("goal", "program", "answer"),
    [
        ("foldl([A, B, C]>>(C is A + B), [1, 2, 3], 0, X)", "", "6"),
        ("F = [A, B]>>(B is A * 2), maplist(F, [1, 2], X)", "", "[2, 4]"),
        ("N = 10, maplist({N}/[A, B]>>(B is A + N), [1, 2], X)", "", "[11, 12]"),
        ("maplist(add(2), [1, 2], X)", "add(A, B, C) :- C is A + B.", "[3, 4]"),
        ("G = p(X), call(G)", "p(7).", "7"),
        ("P = p, call(P, X)", "p(7).", "7"),
        ("maplist(call, [X = 3])", "", "3"),
        ("maplist(findall(A), [p(A)], [X])", "p(1). p(2).", "[1, 2]"),
        ("aggregate_all(max(U, M), u(M, U), max(_, X))", "u(a, 1). u(b, 4).", "b"),
        ("setof(U, M^u(M, U), X)", "u(a, 2). u(b, 1). u(c, 2).", "[1, 2]"),
        ("G = M^u(M, U), setof(U, G, X)", "u(a, 2). u(b, 1).", "[1, 2]"),
        ("forall(member(X, [1]), X > 0), X = 1", "", "1"),
        ("catch(throw(oops), X, true)", "", "oops"),
        ("catch(p(_), error(existence_error(_, F), _), true), F = _:X", "q(1).", "'/'(p, 1)"),
        ("phrase(ab(X), [a, b])", "ab(1) --> [a], rest.\nrest --> \"b\" ; [b].", "1"),
        ("list_to_assoc([a-1], A), get_assoc(a, A, X)", "", "1"),
        ("predsort([O, A, B]>>compare(O, A, B), [b, a], X)", "", "[a, b]"),
        ("atom_to(X)", "atom_to(X) :- term_to_atom(f(Y, Y), A), term_to_atom(X, A).", "f(_0, _0)"),
        ("format(atom(X), \"~w has ~d~n\", [ann, 3])", "", "'ann has 3\\n'"),
        ("with_output_to(string(S), write(hi)), string_length(S, X)", "", "2"),
        ("nb_setval(n, 1), nb_getval(n, X)", "", "1"),
        ("count(3), n(X)", ":- dynamic n/1.\nn(0).\ncount(0).\n"
         "count(K) :- K > 0, retract(n(A)), B is A + 1, assertz(n(B)), J is K - 1, count(J).", "3"),
        ("seen(X)", "seen(X) :- assertz(note(5)), note(X).", "5"),
        ("p(X)", ":- op(700, xfx, beats).\nrock beats scissors.\np(X) :- X beats scissors.", "rock"),
        ("p(X)", ":- set_prolog_flag(double_quotes, atom).\np(\"a\").", "a"),
        ("f(3, X)", "f(0, Y), Y = 1 => true.\nf(N, Y) => Y = N.", "3"),
        ("X in 1..5, X #> 3, X #\\= 5, label([X])", ":- use_module(library(clpfd)).", "4"),
        ("freeze(Y, X = Y), Y = 2", "", "2"),
        ("dif(A, b), member(A, [b, c]), X = A", "", "c"),
        ("append(_, [X], [1, 2])", "append([], L, L).\nappend([H|T], L, [H|R]) :- append(T, L, R).", "2"),
        ("shell(X)", "shell(1).\nrun :- shell(2).", "1"),
        ("current_predicate(X/1)", "alpha(1).", "alpha"),
        ("clause(p(1), X)", "p(A) :- A > 0.", "'>'(1, 0)"),
    ],
)  # fmt: skip
def test_honest_prolog_runs(prolog: Desk, goal: str, program: str, answer: str) -> None:
    assert terms(prolog, goal, program)[0] == answer


def test_what_a_program_writes_is_kept(prolog: Desk) -> None:
    verdict = prolog.run(
        "go", "go :- format('~w~t~8|~a~n', [x, y]), print(f(X, 'A')), nl(user_error), tab(2)."
    )
    assert isinstance(verdict.evidence, swipl.Evidence)
    assert verdict.evidence.output.startswith("x       y\nf(_")
    streams = (
        "tab(user_error, 1), put_char(user_output, a), flush_output, portray_clause(p(b)), write_term(c, [])"
    )
    said = prolog.run(streams).evidence
    assert isinstance(said, swipl.Evidence)
    assert said.output == " ap(b).\nc"


def test_random_draws_follow_the_seed(prolog: Desk) -> None:
    draws = [
        terms(prolog, "findall(Y, (between(1, 8, _), random_between(1, 99, Y)), X)", seed=s)
        for s in (1, 1, 2)
    ]
    assert draws[0] == draws[1] != draws[2]


def test_constraints_that_nobody_solved_are_no_answer(prolog: Desk) -> None:
    program = ":- use_module(library(clpfd))."
    assert prolog.run("X #> 3", program).status is Status.UNKNOWN
    assert prolog.run("X #> Y, Y #> X", program).status is not Status.TRUE
    assert prolog.run("X #> 3, X #< 3", program).status is Status.FALSE
    assert prolog.run("hidden", program + "hidden :- X #> Y, Y #> X.").status is not Status.TRUE


def test_constraints_work_again_after_a_limit_inside_them(prolog: Desk) -> None:
    program = ":- use_module(library(clpfd))."
    hard = "length(L, 12), L ins 1..11, all_different(L), label(L)"
    assert prolog.run(hard, program, steps=200_000).status is Status.UNKNOWN
    assert terms(prolog, "X in 1..3, X #> 2", program) == ["3"]


def test_a_program_leaves_nothing_behind(prolog: Desk) -> None:
    prolog.run("nb_setval(key, 1)", ":- op(700, xfx, likes).\n:- dynamic kept/1.\nkept(1).\nmember(none, _).")
    assert reason(prolog, "kept(X)") == "unknown procedure kept/1"
    assert "operator expected" in reason(prolog, "X = (a likes b)")
    assert reason(prolog, "nb_getval(key, X)") == "variable key does not exist"
    assert terms(prolog, "member(X, [1])") == ["1"]


def test_a_host_is_called_and_not_changed(prolog: Desk) -> None:
    assert terms(prolog, "payoff(c, d, _, X)", host=HOST) == ["5"]
    assert terms(
        prolog, "payoff(x, x, X, _)", "payoff(x, x, 1, 1).", host=HOST, extendable=("payoff/4",)
    ) == ["1"]
    assert "payoff/4 is given" in reason(prolog, "true", "payoff(x, x, 1, 1).", host=HOST)


def test_bad_settings_are_errors_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="name/arity"):
        PrologQuery("true", extendable=("a b/1",))
    with pytest.raises(InputError, match="at least 1"):
        PrologQuery("true", answers=0)
    monkeypatch.setattr(_swipl_start.shutil, "which", lambda _name: None)
    with pytest.raises(InputError, match="swi-prolog"):
        swipl.make("guarded")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_ca39_many_small_queries_leave_memory_flat() -> None:
    """Resident memory of one worker over thousands of queries, after a warm-up."""
    desk = Desk()
    goals = [PrologQuery(f"p(X{i}), atom_concat(a{i}, b, Y)", f"p(a{i}). q(f{i}(1)).") for i in range(500)]

    def resident() -> int:
        (worker,) = desk.solver._pool._alive
        text = Path(f"/proc/{worker.process.pid}/statm").read_text()
        return int(text.split()[1]) * resource.getpagesize()

    def rounds(n: int) -> None:
        for _ in range(n):
            for goal in goals:
                desk.ask(goal)

    rounds(4)
    before = resident()
    rounds(4)
    assert resident() < before * 1.1
    desk.close()


def test_ca42_code_at_load_time_is_refused_or_bounded(prolog: Desk) -> None:
    assert "initialization" in reason(prolog, "true", ":- initialization(loop).\nloop :- loop.")
    assert prolog.run("true", "p --> " + "{a}, " * 15000 + "[].").status in (Status.TRUE, Status.REJECTED)
    grammar = "p --> " + "({a} -> " * 190 + "[]" + " ; [])" * 190 + ".\n"
    assert prolog.run("true", grammar * 40).status in (Status.TRUE, Status.REJECTED, Status.UNKNOWN)


def test_ca43_death_by_memory_is_not_failure(prolog: Desk) -> None:
    atoms = "grow(A) :- atom_concat(A, A, B), grow(B)."
    verdict = prolog.run("grow(abcdefgh)", atoms)
    assert verdict.status is Status.UNKNOWN
    assert verdict.reason.startswith("out of memory (") and "MB" in verdict.reason
    stacks = prolog.run("length(L, 30000000)")
    assert stacks.status is Status.UNKNOWN
    assert stacks.reason.startswith("out of memory (stack")


def test_ca45_files_are_refused_by_name(prolog: Desk) -> None:
    assert reason(prolog, "ls, delete_file('x')") == (
        "goal line 1, column 1: ls/0 is not allowed in a program, in: ls, delete_file('x')"
    )


async def test_ca53_the_client_returns_whatever_the_worker_does() -> None:
    """Limit and a little more: here the clock stops a loop in C that no count of steps can see."""
    solver = swipl.make(ISOLATION, wall=1.0, workers=1)  # type: ignore[arg-type]
    goal = "X is 7 ** (7 ** 9), Y is X * X + 1, Z is Y mod (X - 1), W is (Z * Y) mod (X - 3)"
    async with asyncio.timeout(30):
        refused = await solver.ask(PrologQuery("go(X)", "go(1) :- halt(0)."), steps=1000)
        stopped = await solver.ask(PrologQuery(goal), steps=10**9)
        after = await solver.ask(PrologQuery("X = 1"), steps=1000)
    assert "halt/0" not in refused.reason and "halt/1 is not allowed" in refused.reason
    assert (stopped.status, stopped.stable) == (Status.UNKNOWN, False)
    assert stopped.reason == "stopped by the clock after 1 s"
    assert after.status is Status.TRUE
    solver.close()


async def test_several_at_once() -> None:
    solver = swipl.make(ISOLATION, workers=2)  # type: ignore[arg-type]
    queries = [PrologQuery(f"between(1, {1000 * i}, X), X =:= {1000 * i}") for i in range(1, 9)]
    verdicts = await asyncio.gather(*(solver.ask(q, steps=10**6) for q in queries))
    assert [v.answer and v.answer.rows[0]["X"] for v in verdicts] == [1000 * i for i in range(1, 9)]
    solver.close()
