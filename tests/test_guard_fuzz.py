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
from syllogos.logic.verdict import Status
from syllogos.solvers.swipl import PrologQuery

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


@pytest.fixture(scope="module")
def prolog() -> Iterator[Desk]:
    desk = Desk(wall=2.0, memory_mb=600)
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


def test_no_mutation_gets_through(prolog: Desk, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("untouched")
    rng, texts = Random(20_261_130), seeds()
    host = [f"p({a}, {b}, {u}, {v})" for a, b, u, v in re.findall(r"payoff\((.), (.), (.), (.)\)", HOST)]
    wanted = f"findall(p(A, B, U, V), payoff(A, B, U, V), L), L == [{', '.join(host)}], X is 6 * 7, X == 42"
    seen: set[Status] = set()
    for _ in range(CASES):
        text = mutated(rng, texts).replace("CANARY", str(tmp_path))
        goal = mutated(rng, list(GOALS)) if rng.random() < 0.3 else rng.choice(GOALS)
        verdict = prolog.ask(PrologQuery(goal or "go(X)", text, HOST, answers=5), steps=20_000)
        seen.add(verdict.status)
        after = prolog.run(wanted, host=HOST)
        assert after.status is Status.TRUE, (text, goal, verdict, after)
        assert [p.name for p in tmp_path.iterdir()] == ["token"], (text, goal, verdict)
        assert (tmp_path / "token").read_text() == "untouched"
    assert seen >= {Status.TRUE, Status.FALSE, Status.REJECTED}


def test_random_characters_are_read_or_refused(prolog: Desk) -> None:
    rng = Random(7)
    alphabet = "abXY_'\"`()[]{}|,;.:-+*/\\^<>=!?#$&@~%0159 \n\té合"
    for _ in range(CASES // 3):
        text = "".join(rng.choice(alphabet) for _ in range(rng.randint(1, 120)))
        verdict = prolog.run("X = 1", text, steps=10_000)
        assert verdict.status in (Status.TRUE, Status.REJECTED), (text, verdict)
        assert verdict.stable, (text, verdict)
