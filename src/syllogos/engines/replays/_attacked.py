"""The engines that hostile inputs are run against: each reads one text, answers, and is asked how it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Literal, Protocol

from syllogos.contract import Solver
from syllogos.engines.prolog.terms import Term
from syllogos.engines.replays._constraint_line import programs
from syllogos.engines.solver_plan import close, plan_solver
from syllogos.engines.solvers import finite as finite_solver
from syllogos.engines.solvers import rules as rule_solver
from syllogos.engines.solvers.clingo import AspQuery
from syllogos.engines.solvers.swipl import Answers, PrologQuery, make
from syllogos.errors import InputError
from syllogos.logic.languages import csp, fol, isabelle, rules, sat, smtlib, tptp
from syllogos.logic.theories import ReadTheory, Theory
from syllogos.plugins import folders
from syllogos.verdict import Status, Verdict

STEPS = 2_000_000
"""Engine steps for each attack, of engines in processes of their own."""
STEPS_HERE = 50_000
"""Those of engines in this process."""
CONFLICTS = 100_000
"""Those of clingo, whose steps are larger."""

HOST = "payoff(c, c, 3, 3).\npayoff(c, d, 0, 5).\npayoff(d, c, 5, 0).\npayoff(d, d, 1, 1).\n"
AFTERWARDS = PrologQuery("findall(p(A, B, U, V), payoff(A, B, U, V), L), X is 2 + 2", host=HOST)
"""Asked after every attack by a Prolog program: the host's clauses and arithmetic must be as they were."""
THEORY = "Premises:\n∀x (Dog(x) → Mammal(x))\nDog(rex)\nConclusion:\n{}(rex)"
"""Asked after every attack by a theory: that rex is a mammal, and whether rex is a cat."""


@dataclass(frozen=True)
class Attack:
    """One row of an index."""

    name: str
    engine: str
    must: str
    query: str
    text: str


class AttackedEngine(Protocol):
    """What a hostile text is given to."""

    async def ask(self, attack: Attack) -> Verdict[Any]:
        """What it says of the text."""

    async def hurt(self) -> str:
        """What is wrong with it now; empty for nothing."""

    async def aclose(self) -> None:
        """End its processes."""


class AttackedProlog:
    """Strategy programs beside a host that defines ``payoff/4``."""

    def __init__(self, isolation: Literal["sealed", "guarded"]) -> None:
        self._solver = make(isolation=isolation, workers=1)

    async def ask(self, attack: Attack) -> Verdict[Any]:
        """Run the query of a row beside its program."""
        return await self._solver.ask(PrologQuery(attack.query, attack.text, HOST), steps=STEPS)

    async def hurt(self) -> str:
        """Whether the host's clauses and arithmetic are as they were."""
        verdict: Verdict[Answers] = await self._solver.ask(AFTERWARDS, steps=STEPS)
        if verdict.status is not Status.TRUE or not verdict.answer:
            return f"the next question failed: {verdict.reason}"
        row: Mapping[str, Term] = verdict.answer.rows[0]
        if row["X"] != Fraction(4) or len(getattr(row["L"], "items", ())) != HOST.count("payoff"):
            return "the host's clauses or arithmetic changed"
        return ""

    async def aclose(self) -> None:
        """End the worker."""
        self._solver.close()


class AttackedTheories:
    """Theories of one language, read by our reader and decided by a prover."""

    def __init__(
        self, read: Callable[[str], ReadTheory], wanted: str, isolation: Literal["sealed", "guarded"]
    ) -> None:
        self._read, self._solver = read, _theory_solver(wanted, isolation)

    async def ask(self, attack: Attack) -> Verdict[Any]:
        """Read a theory and decide it."""
        read = self._read(attack.text)
        if read.theory is None:
            return Verdict(Status.REJECTED, reason=str(read.problems[0]))
        verdict = await self._decided(read.theory)
        if self._read is smtlib.read and verdict.status is Status.INCONSISTENT:
            # As for ``verify``: of a script nobody knows which assertions are premises.
            return replace(verdict, status=Status.TRUE)
        return verdict

    async def _decided(self, theory: Theory) -> Verdict[Any]:
        return await self._solver.ask(theory, steps=STEPS)

    async def hurt(self) -> str:
        """Whether it still proves what follows, and does not prove what does not."""
        for name, known in (("Mammal", Status.TRUE), ("Cat", Status.OPEN)):
            theory = fol.read(THEORY.format(name)).theory
            verdict = await self._decided(theory) if theory else None
            if verdict is None or verdict.status is not known:
                return f"the next question failed: {verdict}"
        return ""

    async def aclose(self) -> None:
        """End the workers."""
        await close(self._solver)


def _theory_solver(wanted: str, isolation: str) -> Solver[Any, Any]:
    """The solver of theories that is wanted, else Z3: a text is read by us, whoever decides it.

    Raises:
        InputError: Z3 is missing too, or this machine cannot give the isolation.
    """
    known = [name for name in (wanted, "z3") if name in folders.files("solvers")]
    for name in known[:-1]:
        with suppress(InputError):
            return plan_solver({"solver": name, "isolation": isolation}).open()
    return plan_solver({"solver": known[-1], "isolation": isolation}).open()


class AttackedHere:
    """Programs of one language, read and decided in this process."""

    def __init__(self, decide: Callable[[str], Verdict[Any]], good: str) -> None:
        self._decide, self._good = decide, good

    async def ask(self, attack: Attack) -> Verdict[Any]:
        """Read a program and decide it."""
        return self._decide(attack.text)

    async def hurt(self) -> str:
        """Whether a known program is still decided as it should be."""
        verdict = self._decide(self._good)
        return "" if verdict.status is Status.TRUE else f"the next question failed: {verdict}"

    async def aclose(self) -> None:
        """There is nothing to end."""


class AttackedClingo:
    """Answer-set programs, whose workers also answer the questions after them."""

    def __init__(self, isolation: Literal["sealed", "guarded"]) -> None:
        self._solver = plan_solver({"solver": "clingo", "isolation": isolation, "workers": 1}).open()

    async def ask(self, attack: Attack) -> Verdict[Any]:
        """Run a program for all of its models."""
        return await self._solver.ask(AspQuery(attack.text, 0), steps=CONFLICTS)

    async def hurt(self) -> str:
        """Whether a known program still has its models."""
        verdict = await self._solver.ask(AspQuery("{a}. b :- not a.", 0), steps=CONFLICTS)
        known = verdict.answer and len(verdict.answer.models) == 2
        return "" if known else f"the next question failed: {verdict}"

    async def aclose(self) -> None:
        """End the worker."""
        await close(self._solver)


def _rules(text: str) -> Verdict[Any]:
    reading = rules.parse(text)
    if reading.program is None:
        return Verdict(Status.REJECTED, reason=str(reading.complaints[0]))
    return rule_solver.decide(rule_solver.RuleQuestion(reading.program), steps=STEPS_HERE)


def _finite(parse: Callable[[str], csp.FiniteReading], text: str) -> Verdict[Any]:
    reading = parse(text)
    if reading.problem is None:
        return Verdict(Status.REJECTED, reason=str(reading.complaints[0]))
    return finite_solver.decide(reading.problem, steps=STEPS_HERE)


def _line(text: str) -> Verdict[Any]:
    """One constraint, in a program that declares the names of the line as it uses them."""
    parsers = {"csp": csp.parse, "sat": sat.parse}
    verdicts = (_finite(parsers[language], program) for language, program in programs(text))
    first = next(verdicts)
    others = (verdict for verdict in verdicts if verdict.status is not Status.REJECTED)
    return next(others, first) if first.status is Status.REJECTED else first


GOOD_RULES = "Facts:\nCold(Bob, True)\nRules:\nCold($x, True) >>> Wet($x, True)\nQuery:\nWet(Bob, True)"
GOOD_ORDER = (
    "Variables:\nowl [IN] [1, 2]\ncrow [IN] [1, 2]\nConstraints:\nowl > crow\n"
    "Query:\nA) owl == 1\nB) crow == 1"
)
GOOD_PUZZLE = (
    "# Declarations\nbirds = EnumSort([owl, crow])\nawake = Function([birds] -> [bool])\n"
    "# Constraints\nawake(owl)\n# Options\nis_valid(awake(owl))\nis_valid(awake(crow))"
)
GOOD_LINE = "owl < 2"

OpenAttacked = Callable[[Literal["sealed", "guarded"]], AttackedEngine]
ATTACKED: Mapping[str, OpenAttacked] = {
    "prolog": AttackedProlog,
    "z3": partial(AttackedTheories, smtlib.read, "z3"),
    "eprover": partial(AttackedTheories, tptp.read, "eprover"),
    "isabelle": partial(AttackedTheories, isabelle.read, "z3"),
    "fol": partial(AttackedTheories, fol.read, "z3"),
    "clingo": AttackedClingo,
    "dsl": lambda _isolation: AttackedHere(_line, GOOD_LINE),
    "rules": lambda _isolation: AttackedHere(_rules, GOOD_RULES),
    "csp": lambda _isolation: AttackedHere(partial(_finite, csp.parse), GOOD_ORDER),
    "sat": lambda _isolation: AttackedHere(partial(_finite, sat.parse), GOOD_PUZZLE),
}
"""Names of engines in an index -> what their texts are given to, at some isolation.

Opening one raises an ``InputError`` where it is missing or cannot be shut in.
"""
