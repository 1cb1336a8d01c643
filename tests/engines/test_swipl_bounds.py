"""What comes back from the Prolog worker is bounded, whole, and never breaks its caller."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from prolog_workers import Desk, needs_swipl
from syllogos.engines.prolog.terms import Atom, Items, Struct, show
from syllogos.engines.prolog.wire import PrologQuery, decode, term
from syllogos.engines.solvers import swipl
from syllogos.verdict import Status

pytestmark = needs_swipl

NEST = "nest(0, T, T) :- !.\nnest(N, A, T) :- M is N - 1, nest(M, {}, T).\n"
CLPFD = ":- use_module(library(clpfd))."
SHIFTED = "a shift by more than 10,000,000 bits"


@pytest.fixture(scope="module")
def prolog() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


def unknown(desk: Desk, goal: str, program: str = "") -> str:
    verdict = desk.run(goal, program)
    assert verdict.status is Status.UNKNOWN, verdict
    assert verdict.stable
    return verdict.reason


def value(desk: Desk, goal: str, program: str = "") -> str:
    verdict = desk.run(goal, program)
    assert verdict.answer, verdict
    return show(verdict.answer.rows[0]["X"])


def evidence(desk: Desk, goal: str, program: str = "") -> swipl.Evidence:
    found = desk.run(goal, program).evidence
    assert isinstance(found, swipl.Evidence)
    return found


@pytest.mark.parametrize(
    "goal", ["X is 10**5000", "X is 1 rdiv 10**4400", "X is 10**4400 rdiv 3", "X is -(10**4000)"]
)
def test_a_number_that_hosts_cannot_read_is_a_limit(prolog: Desk, goal: str) -> None:
    assert unknown(prolog, goal) == "a number is too long to show"


def test_the_longest_number_comes_back(prolog: Desk) -> None:
    assert value(prolog, "X is 10**3998 rdiv 3") == f"{10**3998}r3"


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        ("print(X)", "a term is too large to show"),
        ("write(X)", "a term is too large to show"),
        ("forall(member(Y, X), print(Y))", "more output than is kept"),
        ("format('~w', [X])", "a term is too large to show"),
        ("throw(X)", "an exception was thrown that is too large to show"),
        ("true", "a term is too large to show"),
    ],
)
def test_digits_count_in_what_is_kept(prolog: Desk, use: str, reason: str) -> None:
    assert unknown(prolog, f"A is 10**3990, length(X, 9000), maplist(=(A), X), {use}") == reason
    assert value(prolog, "X = 1") == "1"


def test_no_more_output_is_kept_than_is_said(prolog: Desk) -> None:
    long = "length(L, 600), maplist(=(x), L), atomic_list_concat(L, A), repeat, write(A), fail"
    found = evidence(prolog, long)
    assert len(found.output) == 100_000
    columns = "length(L, 300), maplist(=('~1000|~n'), L), atomic_list_concat(L, F), format(F, [])"
    assert unknown(prolog, columns) == "more output than is kept"
    assert unknown(prolog, "length(L, 300), maplist(=('~*c'), L), atomic_list_concat(L, F), format(F, [])")


def test_the_text_of_all_answers_is_bounded(prolog: Desk) -> None:
    verdict = prolog.run("A is 10**3990, length(X, 90), maplist(=(A), X), between(1, 99, _)")
    assert verdict.answer and 5 < len(verdict.answer.rows) < 99 and not verdict.answer.complete
    assert verdict.reason == "more text in answers than is kept"


@pytest.mark.parametrize("shape", ["f(A)", "[A]", "g(b, A)", "[c, A|d]"])
def test_answers_are_no_deeper_than_their_readers_may_recurse(prolog: Desk, shape: str) -> None:
    program = NEST.format(shape)
    assert unknown(prolog, "nest(500, a, X)", program) == "a term is nested too deep to show"
    verdict = prolog.run("nest(50, a, X)", program)
    assert verdict.answer
    rows = verdict.answer.rows
    assert rows == copy.deepcopy(rows) == pickle.loads(pickle.dumps(rows))
    assert repr(rows) and hash(rows[0]["X"]) and show(rows[0]["X"])


def test_an_open_list_is_as_deep_as_it_is_long(prolog: Desk) -> None:
    assert unknown(prolog, "length(L, 300), append(L, _, X)") == "a term is nested too deep to show"
    assert prolog.run("length(X, 3000)").status is Status.TRUE


@pytest.mark.parametrize(
    ("goal", "program"),
    [
        ("X is 1 << (1 << 32)", ""),
        ("X is 1 >> (2**31 + 3)", ""),
        ("X is 5 + (1 << -(1 << 32))", ""),
        ("N is 2**32, X is 1 << N", ""),
        ("E = (1 << (1 << 32)), X is E", ""),
        ("E = (1 << (1 << 32)), X = 1, 2 < E", ""),
        ("X = 1, call(=:=, 1, 1 << (1 << 32))", ""),
        ("G = (X is 1 << (1 << 32)), G", ""),
        ("maplist(is, [X], [1 << (1 << 32)])", ""),
        ("foldl([A, B, C]>>(C is B << A), [4294967296], 1, X)", ""),
        ("assertz((later(Y) :- Y is 1 << (1 << 32))), later(X)", ""),
        ("assertz((later(Y, N) :- Y is 1 << N)), later(X, 4294967296)", ""),
        ("go(X)", "go(X) :- shifts(1 << 4294967296, X).\nshifts(E, X) :- X is E + 1."),
        ("sum_list([1 << (1 << 32)], X)", ""),
        ("max_list([0, 1 << (1 << 32)], X)", ""),
        ("aggregate_all(sum(1 << 4294967296), member(_, [a]), X)", ""),
        ("X = 1, tab(1 << (1 << 32))", ""),
    ],
)
def test_a_shift_by_too_much_is_a_limit_and_not_a_wrong_number(prolog: Desk, goal: str, program: str) -> None:
    assert unknown(prolog, goal, program) == SHIFTED


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("X is 1 << 70", str(1 << 70)),
        ("X is 5 >> 1", "2"),
        ("X is 8 << -2", "2"),
        ("N = 3, X is (1 << N) + (1 << (1 + 1))", "12"),
        ("E = (1 << 3), X is E * 2", "16"),
        ("sum_list([1, 2, 1 << 2], X)", "7"),
        ("sumlist([1, 2], X)", "3"),
        ("min_list([4, 1 << 1], X)", "2"),
        ("aggregate_all(sum(1 << Y), member(Y, [0, 1]), X)", "3"),
        ("aggregate_all(max(1 << Y, Y), member(Y, [0, 1]), X)", "max(2, 1)"),
        ("include(<(1), [0, 2], X)", "[2]"),
        ("foldl([A, B, C]>>(C is B * 2 + A), [1, 0, 1], 0, X)", "5"),
    ],
)
def test_arithmetic_within_bounds_is_as_ever(prolog: Desk, goal: str, answer: str) -> None:
    assert value(prolog, goal) == answer


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(-(10**20), 10**20), st.integers(-200, 200), st.booleans())
def test_shifts_are_what_shifts_are(prolog: Desk, number: int, count: int, left: bool) -> None:
    moved = count if left else -count
    expected = number << moved if moved >= 0 else number >> -moved
    assert value(prolog, f"X is ({number}) {'<<' if left else '>>'} ({count})") == str(expected)


@pytest.mark.parametrize(
    "goal", ["X is cputime", "E = realtime, X is E + 1", "X = 1, cputime > 0", "maplist(is, [X], [cputime])"]
)
def test_no_clock_in_arithmetic(prolog: Desk, goal: str) -> None:
    verdict = prolog.run(goal)
    assert verdict.status is Status.REJECTED and "time/0 is not allowed" in verdict.reason


def test_shifts_in_constraints_are_refused(prolog: Desk) -> None:
    assert "a shift, a clock or chance in a constraint" in prolog.run("X #= 1 << (1 << 32)", CLPFD).reason


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ("p(A) :- A > 0.", "'>'(2, 0)"),
        ("p(A) :- true ; A =\\= 1.", "';'(true, '=\\\\='(2, 1))"),
        ("p(A) :- A >> 1 =:= 1, \\+ A < 1.", "','('=:='('>>'(2, 1), 1), '\\\\+'('<'(2, 1)))"),
        ("p(A) :- ( A > 1 -> true ; A is 1 << A ).", "';'('->'('>'(2, 1), true), is(2, '<<'(1, 2)))"),
    ],
)
def test_a_clause_shows_arithmetic_as_it_was_written(prolog: Desk, program: str, answer: str) -> None:
    assert value(prolog, "clause(p(2), X)", program) == answer
    written = program.partition(":- ")[2].rstrip(".")
    gone = f"retract((p(A) :- {written})), findall(Y, clause(p(_), Y), X)"
    assert value(prolog, gone, ":- dynamic p/1.\n" + program) == "[]"


def test_what_prolog_keeps_apart_stays_apart(prolog: Desk) -> None:
    goals = [
        "X is inf", "X is -inf", "X is nan", "X = '1.0Inf'", "X = inf", 'X = "a"', "X = '$string'(a)", "X = '$$string'(a)",
        "X = a", "X = '$float'(inf)", "X = '$float'('1.0Inf')", "X = Y", "X = '$syllogos variable'(0)",
        "X = '[]'", "X = []",
    ]  # fmt: skip
    found = [verdict.answer.rows[0]["X"] for verdict in map(prolog.run, goals) if verdict.answer]
    assert len(set(found)) == len(goals)


def test_half_a_character_is_refused(prolog: Desk) -> None:
    for goal in (
        "atom_codes(X, [0xD800])",
        "string_codes(X, [0xDC00])",
        "atom_codes(A, [0xDFFF]), X = g(A, 1)",
    ):
        verdict = prolog.run(goal)
        assert (verdict.status, verdict.reason) == (Status.REJECTED, "a text with half a surrogate pair")
    assert prolog.run("atom_codes(A, [0xDFFF]), write(A)").status is Status.REJECTED
    assert value(prolog, "atom_codes(X, [0x1D518])") == "'\N{MATHEMATICAL FRAKTUR CAPITAL U}'"


def test_an_import_under_another_name_is_refused_with_its_reason(prolog: Desk) -> None:
    for imports in ("[append/3 as app]", "except([append/3 as app])", "[member/2, append/3 as app]"):
        verdict = prolog.run("true", f":- use_module(library(lists), {imports}).")
        assert verdict.status is Status.REJECTED
        assert "the import of append/3 under another name, app, is not supported" in verdict.reason
    assert value(prolog, "append([1], [2], X)", ":- use_module(library(lists), [append/3]).") == "[1, 2]"


def test_reasons_and_problems_are_bounded(prolog: Desk) -> None:
    verdict = prolog.run("length(L, 5000), throw(L)")
    assert verdict.status is Status.REJECTED and len(verdict.reason) <= 303
    assert len(prolog.run(f"'{'a' * 5000}'(1)").reason) <= 303
    verdict = prolog.run("true", "a :- shell(x).\n" * 3000)
    assert isinstance(verdict.evidence, swipl.Evidence)
    assert (len(verdict.evidence.problems), verdict.evidence.unlisted) == (50, 2950)
    assert verdict.reason.endswith("(and 2999 more)")


def test_terms_are_read_without_recursion() -> None:
    deep = term([token for _ in range(sys.getrecursionlimit() * 2) for token in ("c", "f", 1)] + ["a", "x"])
    assert isinstance(deep, Struct)
    assert term(["l", 2, "a", "x", "f", "1.0Inf"]) == Items((Atom("x"), Struct("$float", (Atom("1.0Inf"),))))


BROKEN = [
    b"", b"{", b"[]\n", b"7\n", b'{"end": "done"}\n', b'{"problems": 3, "unlisted": 0}\n', b'{"a": 1}{"a": 1}\n', b"\xff\n",
    b'{"problems": [["goal", "refused", 0]], "unlisted": 0}\n', b"[" * 100_000, b"9" * 5000,
    *(
        b'{"end": "%s", "say": "", "answers": [[["X", %s]]], "more": false, "pending": false, "output": ""}\n' % (end, tokens)
        for end, tokens in (
            (b"done", b'["n", "%s"]' % (b"9" * 5000)), (b"done", b'["n", "1/0"]'), (b"done", b'["n", ""]'),
            (b"done", b"[]"), (b"done", b'["q", 1]'), (b"gone", b'["a", "x"]'), (b"done", b"7"),
        )
    ),
]  # fmt: skip


@pytest.mark.parametrize("line", BROKEN, ids=range(len(BROKEN)))
def test_a_reply_that_cannot_be_read_is_a_value_error(line: bytes) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        decode(line, PrologQuery("true"), "t")


def test_after_a_broken_reply_there_is_a_new_worker_and_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    assert value(desk, "X = 1") == "1"
    (first,) = desk.solver._pool._alive
    with monkeypatch.context() as patch:
        patch.setattr(swipl, "decode", lambda _line, query, ticket: decode(b"{}", query, ticket))
        verdict = desk.run("X = 1")
    assert (verdict.status, verdict.stable) == (Status.UNKNOWN, False)
    assert first.process.returncode is not None
    assert value(desk, "X = 2") == "2"
    desk.close()


def test_rules_are_retracted_one_by_one_and_only_once(prolog: Desk) -> None:
    program = ":- dynamic p/1.\np(A) :- A > 0.\np(A) :- A > 1.\np(A) :- A > 2."
    all_of_them = "findall(B, retract((p(_) :- B)), L), length(L, N), \\+ clause(p(_), _), X = N"
    assert value(prolog, all_of_them, program) == "3"
    beaten = "findall(x, ( retract((p(_) :- _)), retractall(p(_)) ), X)"
    assert value(prolog, beaten, program) == "[x]"
