"""No name is special: what this SWI-Prolog takes for a clause, a directive or control never runs unwalked.

The names are asked of the SWI-Prolog that is installed, so that a new version cannot bring one
that nobody looked at.  What would run is ``halt(0)``, which ends the worker: the only way out that
is left in it.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator

import pytest

from prolog_workers import Desk, needs_swipl

pytestmark = needs_swipl

LISTING = """
forall(( current_functor(Name, Arity), atom(Name), Arity =< 8 ),
       ( format("~w ", [Arity]), atom_codes(Name, Codes), format("~w~n", [Codes]) ))
"""
EVIL = "halt(0)"
WRITTEN = ("{t}.", "go :- {t}.", "{t} :- true.", "{t} => true.", "{t} --> [].", ":- {t}.")
"""Clauses around a term as a program writes them."""
BUILT = """
go :- member(T, [{terms}]), tried(T), fail.
tried(T) :- catch(T, _, true).
tried(T) :- catch(findall(x, T, _), _, true).
tried(T) :- catch(assertz(T), _, true), reached(T).
tried(T) :- catch(asserta((h :- T)), _, true), reached(T).
tried(T) :- catch(assertz((T :- {evil})), _, true), reached(T).
tried(T) :- catch(assertz((T, T)), _, true), reached(T).
tried(T) :- T =.. [F|As], catch(maplist(F, [h], As), _, true).
tried(T) :- T =.. [F|As], G =.. [call, F|As], catch(G, _, true).
tried(T) :- T =.. [F, A|As], C =.. [F, A], G =.. [call, C|As], catch(G, _, true).
reached(T) :- catch(h, _, true), catch(T, _, true).
"""
"""The same terms where a program makes them as it runs."""


@pytest.fixture(scope="module")
def prolog() -> Iterator[Desk]:
    desk = Desk(isolation="guarded", wall=5.0)
    yield desk
    desk.close()


def functors() -> list[tuple[str, int]]:
    """Name and arity of everything this SWI-Prolog knows by itself."""
    command = ["swipl", "-q", "-f", "none", "-g", LISTING, "-t", "halt"]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    found = set()
    for line in said.splitlines():
        arity, _, codes = line.partition(" ")
        found.add(("".join(map(chr, json.loads(codes))), int(arity)))
    return sorted(found)


def quoted(name: str) -> str:
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"


def terms(name: str, arity: int) -> list[str]:
    """Terms of the functor whose arguments are a head, a rule or a goal that must not run."""
    f = quoted(name)
    if arity == 0:
        return [f]
    if arity == 1:
        return [f"{f}({EVIL})", f"{f}((h :- {EVIL}))"]
    rest = ", ".join([EVIL] * (arity - 1))
    firsts = ("h", "(h, true)", EVIL) if arity == 2 else ("h", EVIL)
    return [f"{f}({first}, {rest})" for first in firsts] + ([f"{f}({EVIL}, h)"] if arity == 2 else [])


def test_no_functor_of_any_arity_runs_what_it_holds(prolog: Desk) -> None:
    known = functors()
    assert ("?=>", 2) in known and ("=>", 2) in known and len(known) > 2000
    for name, arity in known:
        made = terms(name, arity)
        written = [
            shape.format(t=term) for term in made for shape in (WRITTEN if arity == 2 else WRITTEN[:3])
        ]
        for text in (*written, BUILT.format(terms=", ".join(made), evil=EVIL)):
            verdict = prolog.run("( catch(go, _, true) ; catch(h, _, true) ; true )", text, steps=20_000)
            assert "worker" not in verdict.reason, (text, verdict)


@pytest.mark.parametrize(
    "neck", ["?=>", "=>", ":-", "-->", ",", "|", ";", "->", "*->", ":", "@", "?-", "<-", ":=", "==>"]
)
@pytest.mark.parametrize(
    "way", ["{t}.", "go :- assertz({t}).", "go :- T = {t}, assertz(T).", "go :- asserta({t})."]
)
def test_a_rule_in_disguise_does_not_run(prolog: Desk, neck: str, way: str) -> None:
    """The hole that was: ``?=>(Head, Body)`` was stored as it stood, and Prolog took it for a rule."""
    for term in (
        f"'{neck}'(f(X), ({EVIL}, X = 1))",
        f"'{neck}'((f(X), true), ({EVIL}, X = 1))",
        f"'{neck}'(({EVIL}))",
    ):
        verdict = prolog.run("( catch(go, _, true) ; true ), f(X)", way.format(t=term))
        assert "worker" not in verdict.reason, verdict
        assert verdict.answer is None, verdict
