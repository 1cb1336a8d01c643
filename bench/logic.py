"""Logic questions: rules, theories, orders and puzzles; beside a process and a Python file for each problem.

``LOGIC_PROGRAMS=FILE.jsonl`` adds the time of its first 1,000 recorded programs.
"""

from __future__ import annotations

import asyncio
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

from _measure import emit, process_ms

from syllogos import api
from syllogos.engines.guard.isolation import available
from syllogos.engines.smt.prover import SmtProver
from syllogos.engines.solvers import finite, rules
from syllogos.engines.solvers.z3 import make
from syllogos.logic.formulas import Negated
from syllogos.logic.languages import csp, fol, sat, smtlib
from syllogos.logic.languages.rules import parse as read_rules
from syllogos.logic.theories import Theory

QUESTIONS = 60
STEPS = 300_000
WALL = 1.0
"""Seconds after which the theory that never ends is stopped."""
MANY = 1_000
PROPERTIES = ("Red", "Round", "Heavy", "Old", "Loud", "Warm", "Quick", "Kind")
THINGS = ("ann", "bob", "cem", "dov", "eva")


def main() -> None:
    """Print the measures; those of theories only where workers can be sealed."""
    random = Random(7)
    _told("rules", [_ms(_rules, _rule_text(random)) for _ in range(QUESTIONS)], 1.0)
    _told("csp", [_ms(_csp, _order_text(random)) for _ in range(QUESTIONS)], 15.0)
    _told("sat", [_ms(_sat, _puzzle_text(random)) for _ in range(QUESTIONS)], 15.0)
    if available()[0] != "sealed":
        sys.stderr.write("logic: no sealed workers here, so no theories\n")
        return
    texts = [_theory_text(random) for _ in range(QUESTIONS)]
    asyncio.run(_theories(texts))
    if programs := os.environ.get("LOGIC_PROGRAMS"):
        _recorded(Path(programs))


async def _theories(texts: Sequence[str]) -> None:
    solver = make("sealed", workers=1)
    try:
        await _asked(solver, texts[0])
        taken = [await _asked(solver, text) for text in texts]
        _told("fol", taken, 10.0)
        _beside(texts, median(taken))
        emit("logic: 12 axioms", await _median(solver, _chain(11)), "ms", budget=30.0)
        emit("logic: 100 axioms, decided", await _median(solver, _chain(99)), "ms")
    finally:
        solver.close()
    await _stopped()


def _told(name: str, taken: Sequence[float], budget: float) -> None:
    ordered = sorted(taken)
    emit(f"logic: {name}, reading and deciding, median", median(ordered), "ms", budget=budget)
    emit(f"logic: {name}, p99", ordered[math.ceil(0.99 * len(ordered)) - 1], "ms", budget=250.0)


def _beside(texts: Sequence[str], ours: float) -> None:
    """The same questions with a process of Z3 each, and with a Python file each, as Logic-LM runs them."""
    theories = [_theory(text) for text in texts[:10]]
    with tempfile.TemporaryDirectory() as folder:
        binary, ways = Path(sys.executable).with_name("z3"), []
        if binary.exists():
            ways.append(("a process of Z3", ".smt2", _script, str(binary)))
        ways.append(("a Python file", ".py", _python_file, sys.executable))
        for name, ending, written, program in ways:
            taken = []
            for number, theory in enumerate(theories):
                path = Path(folder) / f"q{number}{ending}"
                path.write_text(written(theory), encoding="utf-8")
                taken.append(process_ms([program, str(path)]))
            emit(f"logic: fol, {name} for each question over ours", median(taken) / ours, "times")
            emit(f"logic: fol, beside {name}", ours, "ms", baseline=median(taken))


def _script(theory: Theory) -> str:
    """Whether the conclusion follows, and whether its negation does, as one script."""
    assert theory.conclusion is not None
    other = replace(theory, conclusion=Negated(theory.conclusion))
    return f"{smtlib.printed(theory)}(reset)\n{smtlib.printed(other)}"


def _python_file(theory: Theory) -> str:
    parts = _script(theory).split("(reset)")
    lines = [f"s = Solver()\ns.from_string({part!r})\nprint(s.check())" for part in parts]
    return "from z3 import *\n" + "\n".join(lines)


async def _stopped() -> None:
    """100 axioms with infinite models only, and more steps than the clock lets pass."""
    endless = ["∀x ∃y (x < y)", *(f"∀x ∃y (R{n}(x, y) ∧ ¬R{n}(y, x))" for n in range(99))]
    theory = _theory(_written(endless, "P(a)"))
    solver = make("sealed", wall=WALL, workers=1)
    try:
        await _asked(solver, _written(["P(a)"], "P(b)"))
        started = time.perf_counter()
        await solver.ask(theory, steps=2_000_000_000)
        over = time.perf_counter() - started - WALL
        emit("logic: 100 axioms, stopped, beyond its time", max(over, 0.0), "s", budget=1.0)
    finally:
        solver.close()


def _recorded(path: Path) -> None:
    """The first recorded programs of a file, read and decided."""
    lines = path.read_text(encoding="utf-8").splitlines()[:MANY]
    with tempfile.TemporaryDirectory() as folder:
        some = Path(folder) / path.name
        some.write_text("\n".join(lines), encoding="utf-8")
        started = time.perf_counter()
        api.replay("logic", some)
        spent = (time.perf_counter() - started) * MANY / len(lines)
    emit(f"logic: 1,000 recorded programs ({path.stem})", spent, "s", budget=60.0)


def _ms(work: Callable[[str], object], text: str) -> float:
    started = time.perf_counter()
    work(text)
    return (time.perf_counter() - started) * 1000


async def _asked(solver: SmtProver, text: str) -> float:
    started = time.perf_counter()
    await solver.ask(_theory(text), steps=STEPS)
    return (time.perf_counter() - started) * 1000


async def _median(solver: SmtProver, text: str, times: int = 15) -> float:
    return median([await _asked(solver, text) for _ in range(times)])


def _theory(text: str) -> Theory:
    read = fol.read(text)
    assert read.theory, read.problems
    return read.theory


def _rules(text: str) -> None:
    program = read_rules(text).program
    assert program
    rules.decide(rules.RuleQuestion(program, "open"), steps=STEPS)


def _csp(text: str) -> None:
    problem = csp.parse(text).problem
    assert problem
    finite.decide(problem, steps=STEPS)


def _sat(text: str) -> None:
    problem = sat.parse(text).problem
    assert problem
    finite.decide(problem, steps=STEPS)


def _written(premises: Sequence[str], conclusion: str) -> str:
    return "Premises:\n" + "\n".join(premises) + f"\nConclusion:\n{conclusion}\n"


def _chain(rules: int) -> str:
    """A chain of rules from a fact to the conclusion."""
    return _written(["P0(a)", *(f"∀x (P{n}(x) → P{n + 1}(x))" for n in range(rules))], f"P{rules}(a)")


def _theory_text(random: Random) -> str:
    """A question about a few properties: rules, exceptions, a fact or two, of any outcome."""
    one, two, three, four, five = random.sample(PROPERTIES, 5)
    who, other = random.sample(THINGS, 2)
    premises = [
        f"∀x ({one}(x) → {two}(x))",
        f"∀x (({two}(x) ∧ {three}(x)) → ¬{four}(x))",
        f"∀x ({four}(x) ⊕ {five}(x))",
        f"{one}({who}) ∧ {random.choice((three, five))}({who})",
        f"∃x ({three}(x) ∧ ¬{one}(x))",
        f"∀x ∀y (({one}(x) ∧ Near(x, y)) → {random.choice((two, three))}(y))",
        f"Near({who}, {other})",
    ]
    return _written(premises, f"{random.choice(PROPERTIES)}({random.choice((who, other))})")


def _rule_text(random: Random) -> str:
    one, two, three, four = random.sample(PROPERTIES, 4)
    who = random.choice(THINGS)
    facts = [f"{one}({who}, True)", f"{two}({random.choice(THINGS)}, False)"]
    chained = [f"{a}($x, True) >>> {b}($x, True)" for a, b in ((one, two), (two, three), (three, four))]
    query = f"{random.choice((three, four))}({random.choice(THINGS)}, True)"
    return "\n".join(["Facts:", *facts, "Rules:", *chained, "Query:", query])


def _order_text(random: Random) -> str:
    names = list(THINGS)
    random.shuffle(names)
    pairs = [f"{a} < {b}" for a, b in pairwise(names)]
    random.shuffle(pairs)
    variables = [f"{name} [IN] [1, 2, 3, 4, 5]" for name in THINGS]
    options = [f"{letter}) {name} == 1" for letter, name in zip("ABCDE", THINGS, strict=True)]
    different = f"AllDifferentConstraint([{', '.join(THINGS)}])"
    return "\n".join(["Variables:", *variables, "Constraints:", *pairs, different, "Query:", *options])


def _puzzle_text(random: Random) -> str:
    first, second, third = random.sample(THINGS, 3)
    options = [f"is_valid(day({name}) == 1)" for name in random.sample(THINGS, 5)]
    return "\n".join(
        [
            "# Declarations",
            f"people = EnumSort([{', '.join(THINGS)}])",
            "days = EnumSort([1, 2, 3, 4, 5])",
            "day = Function([people] -> [days])",
            "# Constraints",
            "Distinct([p:people], day(p))",
            f"day({first}) < day({second})",
            f"day({second}) < day({third})",
            f"day({third}) == 3",
            "# Options",
            *options,
        ]
    )


if __name__ == "__main__":
    main()
