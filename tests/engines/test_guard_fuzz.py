"""Mutations of attacks and of honest programs, for a bounded number of cases.

Whatever the text: nothing outside is touched, the worker answers or is replaced, the host's
clauses stay as they are, and the next question is answered right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from prolog_workers import HOST, Desk, needs_swipl
from syllogos.engines.solvers.swipl import Answers, PrologQuery
from syllogos.verdict import Status, Verdict

pytestmark = needs_swipl

CASES = 1500
SLOW = {"assert_flood", "string_bomb", "catch_memory", "power_bomb", "length_bomb", "findall_repeat"}
HONEST = (
    "p(X) :- member(X, [a, b]), \\+ X = b.\nq(L) :- findall(X - Y, (p(X), payoff(X, c, Y, _)), L).",
    "w --> [a], w ; {true}, [b].\ngo(X) :- phrase(w, X), length(X, 2).",
    ":- dynamic n/1.\nn(0).\ngo(X) :- retract(n(A)), X is A + 1, assertz(n(X)), catch(p, _, true).",
    'go(X) :- foldl([A, B, C]>>(C is A + B), [1, 2], 0, X), format("~w~n", [X]).',
    "go(M) :- payoff(M, d, U, _), forall(payoff(N, d, V, _), (N = M ; U >= V)).",
)
GOALS = ("go(X)", "start", "p(X)", "q(X)", "payoff(c, c, X, _)", "G = go(X), call(G)", "setof(X, go(X), L)")
PIECES = (
    "shell('touch CANARY/f')", "halt", "call(G)", "G", "{G}", "user:G", "(:- halt)", ":- ", ".\n", "\n.\n", "'", '"',
    "`", "/*", "*/", "%", "(", ")", "[", "]", "{|x||y|}", "|", "-->", ">>", "^", "\\", "0'", "!", "catch(G, _, true)",
    "assertz(payoff(z, z, 9, 9))", "payoff(z, z, 9, 9)", "retractall(payoff(_, _, _, _))", "X = f(X)", "op(0, xfx, is)",
    ":- op(700, xfx, is).\n", "read(X)", "write(X)", "phrase({G}, [])", "freeze(X, G)", "consult('CANARY/token')",
    "open('CANARY/f', write, _)", "=..", "_", "X", "go", "e", "\u202e", "\x00", "𝔘", "1.0Inf", "0x", "1e999",
)  # fmt: skip


DANGERS = (
    "open('CANARY/f', write, _)", "tell('CANARY/f')", "consult('CANARY/token')", "user:tell('CANARY/f')", "halt",
    "assertz(payoff(z, z, 9, 9))", "retract(payoff(c, c, _, _))", "asserta((payoff(_, _, 9, 9) :- true))",
    "delete_file('CANARY/token')", "call(open, 'CANARY/f', write, _)", "maplist(tell, ['CANARY/f'])",
    "O# = tell, call(O#, 'CANARY/f')", "atom_concat(te, ll, T#), call(T#, 'CANARY/f')",
    "maplist([P#]>>tell(P#), ['CANARY/f'])", "foldl([P#, A#, A#]>>tell(P#), ['CANARY/f'], s, _)",
    "phrase(open('CANARY/f'), write, _)", "T# =.. [tell, 'CANARY/f'], T#", "set_prolog_flag(double_quotes, atom)",
    "M# = user, M#:tell('CANARY/f')", "P# = [], maplist(P#>>tell, ['CANARY/f'])", "call((tell('CANARY/f'), true))",
    "findall(tell('CANARY/f'), true, [G#]), G#", "assertz(user:portray(_))", "@(tell('CANARY/f'), user)",
    "term_to_atom(G#, 'tell(\\'CANARY/f\\')'), G#", "format(\"~@\", [tell('CANARY/f')])",
)  # fmt: skip
"""Goals that would touch the canary, the host or the worker; ``#`` numbers variables apart."""
WRAPPERS = (
    "call(?)", "G# = (?), call(G#)", "G# = (?), G#", "findall(x, (?), _)", "\\+ \\+ (?)", "forall(true, (?))",
    "catch((?), _, true)", "catch(throw(x), _, (?))", "once((?))", "ignore((?))", "((?) -> true ; true)", "(fail ; ?)",
    "((?) *-> true ; true)", "maplist([_]>>(?), [1])", "maplist(call, [(?)])", "foldl([_, A#, A#]>>(?), [1], s, _)",
    "freeze(F#, (?)), F# = 1", "G# = (?), freeze(V#, G#), V# = 1", "when(ground(V#), (?)), V# = 1",
    "phrase({?}, [])", "B# = {?}, phrase(B#, [])", "phrase(([], {?}, []), [], _)", "setof(x, (?), _)",
    "bagof(x, Y#^(?), _)", "Q# = Y#^(?), bagof(x, Q#, _)", "aggregate_all(count, (?), _)", "call(call, (?))",
    "assertz((r# :- ?)), r#", "assertz((r#(G) :- G)), r#((?))", "copy_term((?), C#), call(C#)", "limit(1, (?))",
    "(?) =.. L#, G# =.. L#, call(G#)", "with_output_to(string(_), (?))", "call(((?), true))", "call_nth((?), 1)",
    "member(G#, [(?)]), G#", "order_by([asc(x)], (?))", "nb_setval(k#, (?)), nb_getval(k#, G#), call(G#)",
    "predsort([=, _, _]>>(?), [a, b], _)", "include([_]>>(?), [1], _)", "findnsols(1, x, (?), _)", "not((?))",
    "maplist([X#]>>([Y#]>>(?)), [1], [2])", "call([]>>(?))", "distinct(x, (?))", "X#^(?)", "(X# = 1, ?)",
    "clause_body((?))", "nested((?))", "aggregate_all(max(1), (?), _)", "partition([_]>>(?), [1], _, _)",
)  # fmt: skip
"""Ways to reach a goal, ``?``."""
HELPERS = "clause_body(G) :- ( G ; call(G) ).\nnested(G) :- F = clause_body, call(F, G).\n"


@pytest.fixture(scope="module")
def prolog() -> Iterator[Desk]:
    """Guarded only: what the guard lets through, no seal may hide."""
    desk = Desk(isolation="guarded", wall=2.0, memory_mb=600)
    yield desk
    desk.close()


def seeds() -> list[str]:
    folder = Path(__file__).parent / "attacks"
    return [
        *HONEST,
        *(p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.pl")) if p.stem not in SLOW),
    ]


def mutated(rng: Random, texts: list[str]) -> str:
    """A text with a few tokens dropped, doubled, exchanged, or replaced by pieces of other texts."""
    tokens = re.findall(r"\w+|\s+|[^\w\s]", rng.choice(texts))
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(tokens) + 1)
        other = re.findall(r"\w+|\s+|[^\w\s]", rng.choice(texts))
        start = rng.randrange(len(other))
        piece = rng.choice(
            [[rng.choice(PIECES)], other[start : start + rng.randint(1, 12)], [], tokens[at : at + 3] * 2]
        )
        tokens[at : at + rng.randint(0, 3)] = piece
    return "".join(tokens)


def reached(rng: Random) -> str:
    """A danger inside a few wrappers."""
    goal = rng.choice(DANGERS).replace("#", "0")
    for level in range(rng.randint(0, 4)):
        goal = rng.choice(WRAPPERS).replace("#", str(level + 1)).replace("?", goal, 1)
    return goal


class Watch:
    """A canary's folder and the host: both must stay as they are."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.folder = desk, folder
        (folder / "token").write_text("untouched")
        cells = ", ".join("p" + cell for cell in re.findall(r"payoff(\(.*\))", HOST))
        self.question = f"findall(p(A, B, U, V), payoff(A, B, U, V), L), L == [{cells}], X is 6 * 7, X == 42"

    def ask(self, goal: str, program: str) -> Verdict[Answers]:
        """The verdict; an assertion fails when anything was harmed."""
        program, goal = (text.replace("CANARY", str(self.folder)) for text in (program, goal))
        verdict = self.desk.ask(PrologQuery(goal, program, HOST, answers=5), steps=20_000)
        after = self.desk.run(self.question, host=HOST)
        assert after.status is Status.TRUE, (program, goal, verdict, after)
        assert [p.name for p in self.folder.iterdir()] == ["token"], (program, goal, verdict)
        assert (self.folder / "token").read_text() == "untouched"
        return verdict


def test_no_mutation_gets_through(prolog: Desk, tmp_path: Path) -> None:
    watch, rng, texts = Watch(prolog, tmp_path), Random(20_261_130), seeds()
    seen: set[Status] = set()
    for _ in range(CASES):
        goal = mutated(rng, list(GOALS)) if rng.random() < 0.3 else rng.choice(GOALS)
        seen.add(watch.ask(goal or "go(X)", mutated(rng, texts)).status)
    assert seen >= {Status.TRUE, Status.FALSE, Status.REJECTED}


def test_no_way_around_leads_to_a_forbidden_goal(prolog: Desk, tmp_path: Path) -> None:
    watch, rng = Watch(prolog, tmp_path), Random(9)
    refused = 0
    for _ in range(CASES):
        goal = reached(rng)
        if rng.random() < 0.5:
            verdict = watch.ask(goal, HELPERS)
        else:
            verdict = watch.ask("go", f"{HELPERS}go :- {goal}.\n")
        refused += verdict.status is Status.REJECTED
    assert refused > CASES * 0.9


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_every_way_to_a_goal_leads_to_an_honest_one(prolog: Desk, wrapper: str) -> None:
    goal = wrapper.replace("#", "1").replace("?", "payoff(c, d, 0, 5)")
    for program, query in ((HELPERS, goal), (f"{HELPERS}go :- {goal}.", "go")):
        verdict = prolog.run(query, program, host=HOST)
        wanted = Status.FALSE if wrapper.startswith("not") else Status.TRUE
        assert verdict.status is wanted, (query, verdict)


def test_random_characters_are_read_or_refused(prolog: Desk) -> None:
    rng = Random(7)
    alphabet = "abXY_'\"`()[]{}|,;.:-+*/\\^<>=!?#$&@~%0159 \n\té合"
    for _ in range(CASES // 3):
        text = "".join(rng.choice(alphabet) for _ in range(rng.randint(1, 120)))
        verdict = prolog.run("X = 1", text, steps=10_000)
        assert verdict.status in (Status.TRUE, Status.REJECTED), (text, verdict)
        assert verdict.stable, (text, verdict)
