"""A verdict is a function of program, goal, limits and engine: what ran before in a worker does not show."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from prolog_workers import HOST, Desk, needs_swipl
from syllogos.engines.solvers.swipl import Answers, PrologQuery
from syllogos.verdict import Verdict

pytestmark = needs_swipl

CLPFD = ":- use_module(library(clpfd)).\n"
STATEFUL = [
    ("X #= 1 + 1", ""), ("X #= 1 + 1", CLPFD), ("atom_concat(#, =, P), call(P, X, 3)", ""), ("X in 1..3, label([X])", CLPFD),
    ("X #> 3, X #< 6", CLPFD), ("go(X)", CLPFD + "go(X) :- X * X #= 49, X #> 0, label([X])."),
    ("random_between(1, 1000000, X)", ""), ("X is random(1000000)", ""), ("X is random_float", ""),
    ("atom_concat(rando, m_between, P), call(P, 1, 1000000, X)", ""), ("random_permutation([1,2,3,4,5,6,7], X)", ""),
    ("E =.. [random, 1000000], X is E", ""), ("atom_concat(random_, float, E), X is E", ""), ("maybe -> X = y ; X = n", ""),
    ("maplist([_, Y]>>(Y is random(1000)), [a, b, c], X)", ""), ("aggregate_all(max(Y), Y = random(1000000), X)", ""),
    ("atom_concat(fre, eze, F), call(F, Y, X = 1)", ""), ("freeze(Y, X = 1), Y = 2", ""), ("dif(X, a)", ""), ("freeze(X, true)", ""),
    ("atom_concat(wh, en, F), call(F, ground(Y), X = 1)", ""), ("atom_concat(d, if, F), call(F, X, a)", ""),
    ("nb_setval(k, 1), nb_getval(k, X)", ""), ("nb_getval(k, X)", ""), ("catch(nb_getval(k, X), E, true)", ""),
    ("assertz(p(1)), p(X)", ""), ("p(X)", ""), ("catch(p(X), E, true)", ""), ("current_predicate(p/N)", ""), ("p(X)", "p(2)."),
    ("X = (a ==> b)", ":- op(700, xfx, ==>)."), ("X = (a ==> b)", ""), ("current_op(P, T, ==>)", ""), ("current_op(P, T, #=)", ""),
    ('X = "a"', ":- set_prolog_flag(double_quotes, codes)."), ('go(X)', ':- set_prolog_flag(double_quotes, atom).\ngo("a").'),
    ('X = "a"', ""), ("write(f(A, B, A)), term_to_atom(g(A, B), X)", ""), ('format("~w ~q~n", [A, f(B)]), X = A', ""),
    ("print(A), writeq(B), write_canonical(f(A, B)), write_term(f(A), [quoted(true)])", ""), ("term_to_atom(X, 'f(A, B, A)')", ""),
    ("catch(term_to_atom(X, 'f('), E, true)", ""), ("catch(atom_length(_, _), E, true)", ""), ("with_output_to(string(X), print(_))", ""),
    ("numlist(1, 40000, L), msort(L, M), length(M, X)", ""), ("length(L, 1000000), atom_length(L, X)", ""),
    ("length(L, 100000000)", ""), ("loop", "loop :- loop."), ("grow([a])", "grow(L) :- grow([a|L])."), ("X is 7 ** 100", ""),
    ("sort(0, @>=, [A, B, A], X)", ""), ("setof(A - B, member(A - B, [1 - _, 2 - _]), X)", ""), ("term_hash(f(a, 1), X)", ""),
    ("length(L, 3), term_variables(f(L, Y), X)", ""), ("copy_term([A, B], X)", ""), ("between(1, inf, X)", ""), ("repeat", ""),
    ("forall(between(1, 3000, I), ( atom_concat(fresh_, I, A), assertz(q(A)) )), aggregate_all(count, q(_), X)", ""),
    ("findall(A, ( between(1, 2000, I), atom_concat(other_, I, A) ), L), last(L, X)", ""), ("X = f(_, _, Y)", ""),
    ("catch(throw(my(_)), E, true)", ""), ("throw(my(_, _))", ""), ("throw(_)", ""), ("go", "go :- undefined_thing(_)."),
    ("string_concat(X, Y, abc)", ""), ("X = payoff(_, _, _, _), X", ""), ("retract(payoff(c, c, 3, 3))", ""), ("(", ""), ("X = 1", "p(."),
    ("call_with_depth_limit(true, 1, X)", ""), ("tab(3), nl, X = 1", ""), ("phrase(d(X), `abc`)", "d([H|T]) --> [H], d(T).\nd([]) --> []."),
    ("foldl([A, B, C]>>(C is A + B), [1, 2, 3], 0, X)", ""), ("member(X, [a, b, c]), X \\= b", ""), ("aggregate_all(bag(Y), member(Y, [c, a]), X)", ""),
    ("aggregate_all(max(Y), Y = cputime, X)", ""), ("aggregate_all(max(1, Y), Y = 1, X)", ""), ("Y = cputime, X is Y", ""),
    ("aggregate(sum(Y), member(Y, [realtime]), X)", ""), ("atom_concat(cpu, time, Y), aggregate_all(sum(Y), true, X)", ""),
    ("atom_concat(cpu, time, Y), sum_list([Y], X)", ""), ("atom_concat(cpu, time, Y), is_of_type(between(0, Y), 3), X = 1", ""),
    ("atom_concat(cpu, time, Y), aggregate_all(r(max(Y), count), true, X)", ""), ("atom_concat(real, time, Y), random(0, Y, X)", ""),
]  # fmt: skip
"""Goals and programs that would differ if anything were left over, or if a clock were read."""


def collected() -> list[PrologQuery]:
    """Those, and every attack of the folders."""
    queries = [PrologQuery(goal, program, host=HOST, answers=5) for goal, program in STATEFUL]
    for path in sorted((Path(__file__).parent / "attacks").rglob("*.pl")):
        text = path.read_text(encoding="utf-8", errors="replace")
        goal = text.splitlines()[1].partition(": ")[2]
        if text.startswith("% must") and goal.strip():
            queries.append(PrologQuery(goal, text, host=HOST, answers=5))
    return queries


def said(verdict: Verdict[Answers]) -> str | None:
    """All of a verdict; None when a clock, a memory limit of the process or a death decided it."""
    return repr(verdict) if verdict.stable else None


@pytest.fixture(scope="module")
def alone() -> Iterator[Desk]:
    desk = Desk(isolation="guarded", wall=4.0)
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def together() -> Iterator[Desk]:
    desk = Desk(isolation="guarded", wall=4.0)
    yield desk
    desk.close()


def fresh(desk: Desk, query: PrologQuery, steps: int) -> str | None:
    """The verdict of a worker that has done nothing else."""
    desk.runner.run(desk.solver._pool.retire())
    return said(desk.ask(query, steps))


def test_what_ran_before_does_not_show(alone: Desk, together: Desk) -> None:
    rng = Random(int(os.environ.get("SYLLOGOS_SEED", "0")))
    queries = collected()
    rounds = int(os.environ.get("SYLLOGOS_ROUNDS", "1"))
    steps = {i: rng.choice([300, 20_000]) for i in range(len(queries))}
    expected = {i: fresh(alone, query, steps[i]) for i, query in enumerate(queries)}
    assert sum(verdict is not None for verdict in expected.values()) > 0.9 * len(queries)
    for _ in range(rounds):
        order = rng.sample(range(len(queries)), len(queries)) + rng.sample(range(len(queries)), len(queries))
        before = None
        for i in order:
            got = said(together.ask(queries[i], steps[i]))
            if got is not None and expected[i] is not None:
                assert got == expected[i], (queries[i], before and queries[before])
            before = i


def test_no_clock_is_read(alone: Desk) -> None:
    for goal, program in STATEFUL:
        if "time" in goal:
            verdict = alone.run(goal, program)
            assert verdict.answer is None, (goal, verdict)


EVALUATING = ("zap", "between(0, zap)", "[zap]")


def test_what_evaluates_its_arguments_is_known(alone: Desk) -> None:
    """A listed predicate that evaluates an argument by itself is wrapped: an unknown function gives it away.

    ``zap`` is no function, so whatever is evaluated unwrapped complains of it; put in the place of
    a clock it must be refused.
    """
    listed = alone.run("true")
    assert listed.stable
    text = (Path(__file__).parents[2] / "src/syllogos/engines/prolog/allowed.pl").read_text(encoding="utf-8")
    names = sorted(
        {(n.strip("()"), int(a)) for n, a in re.findall(r"([a-z_0-9A-Z]+|\([^()\s]+\))/(\d)\b", text)}
    )
    assert len(names) > 250
    open_ = []
    for name, arity in names:
        for position in range(arity):
            for shape in EVALUATING:
                args = ["X"] * arity
                args[position] = shape
                tries = [
                    args,
                    [a if i == position else "[1, 2]" for i, a in enumerate(args)],
                    [a if i == position else "3" for i, a in enumerate(args)],
                ]
                for given in tries:
                    goal = f"catch('{name}'({', '.join(given)}), E, true), nonvar(E), E = error(type_error(evaluable, zap/_), _)"
                    if alone.run(goal, steps=3_000, answers=1).answer is None:
                        continue
                    clock = [g.replace("zap", "C") for g in given]
                    refused = alone.run(
                        f"atom_concat(cpu, time, C), '{name}'({', '.join(clock)})", steps=3_000, answers=1
                    )
                    if refused.answer is not None or "is not allowed" not in refused.reason:
                        open_.append((name, given, refused.reason))
    assert not open_, "\n".join(f"{n}/{len(g)} {g} {r}" for n, g, r in open_)
