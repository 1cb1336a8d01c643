"""Whether a theory's conclusion follows: files of four languages, one question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from syllogos.api.sketches import VerifiedSketch, sketch_json, verified_sketch
from syllogos.engines.portfolio import DECIDED, Opinion, Opinions, combined
from syllogos.engines.solver_plan import close, plan_solver
from syllogos.engines.theory_solvers import theories_in_turn, theory_solvers
from syllogos.errors import InputError
from syllogos.logic.evidence import LogicEvidence
from syllogos.logic.languages import fol, isabelle, smtlib, tptp
from syllogos.logic.narrate.length import MOST_CHARACTERS
from syllogos.logic.narrate.verdicts import narrate, narrated_evidence
from syllogos.logic.reading import Repair
from syllogos.logic.sketches import ProofSketch
from syllogos.logic.theories import NOTHING, ReadTheory, Theory, TheoryProblem
from syllogos.match.engine import run_now
from syllogos.text.files import read_source
from syllogos.text.plain import plain
from syllogos.text.source import Source
from syllogos.verdict import Status, Verdict

STEPS = 2_000_000
"""Engine steps for each check of a theory."""
ALL, PORTFOLIO = "all", "portfolio"
"""Names of engines that are several."""
READERS = {".thy": isabelle.read, ".p": tptp.read, ".smt2": smtlib.read, ".fol": fol.read}
"""Endings of files -> who reads them."""


@dataclass(frozen=True)
class VerifiedTheory:
    """What became of one theory.

    Attributes:
        verdict: what the engine says, or ``REJECTED`` where nothing could be read.
        errors: what is wrong with the text, by line and column.
        repaired: what was mended while reading; where there is something, it may not be what was meant.
        notes: how names and free variables were understood.
        seconds: that it took.
        theory: as it was read; None where nothing could be.
        sketch: what became of the sketch of a proof, where one was given.
        engines: what each engine says, where several were asked side by side.
        absent: engines that are not here, each with why.
    """

    name: str
    verdict: Verdict[Any]
    errors: tuple[TheoryProblem, ...]
    repaired: tuple[Repair, ...]
    notes: tuple[Repair, ...]
    seconds: float
    theory: Theory | None = None
    sketch: VerifiedSketch | None = None
    engines: tuple[VerifiedTheory, ...] = ()
    absent: tuple[str, ...] = ()

    @property
    def axioms(self) -> int | None:
        """How many premises it has, None where it could not be read."""
        return None if self.theory is None else len(self.theory.premises)

    @property
    def disagreement(self) -> str:
        """Who says what, where engines that decide do not say the same; empty else."""
        said = {one.verdict.engine: one.status for one in without_doubtful(self.engines)}
        return ", ".join(f"{e} {s}" for e, s in said.items()) if len(set(said.values())) > 1 else ""

    @property
    def status(self) -> Status:
        """The verdict's status."""
        return self.verdict.status

    @property
    def consistency(self) -> str:
        """Whether the premises can be true together, as far as it is known."""
        evidence = self.verdict.evidence
        if isinstance(evidence, Opinions):
            said = (v.evidence for v in evidence.decided)
            known = {e.consistency for e in said if isinstance(e, LogicEvidence)} - {"UNKNOWN"}
            return known.pop() if len(known) == 1 else "UNKNOWN"
        return evidence.consistency if isinstance(evidence, LogicEvidence) else "UNKNOWN"


def verify(
    theory: str | Path | Source | Theory,
    engine: str | object = "z3",
    *,
    steps: int = STEPS,
    sketch: str | Path | Source | ProofSketch | None = None,
) -> VerifiedTheory:
    """Whether the conclusion of a theory follows from its premises, with the evidence.

    Args:
        theory: a file (``.thy .p .smt2 .fol``), a text with such a name, or a theory.
        engine: a solver of theories, by name or itself; ``all`` for every one that is here, side by side,
            with the verdict of those who decide if they agree; ``portfolio`` for one after the other, and
            again with the premises in another order, until one outcome has come twice.
        steps: engine steps for each check.
        sketch: a proof in steps, each of which is checked: a file (``.json`` for one of trees), a text with a
            name, or a sketch.  Where the engine alone comes to no end, one that proves it makes it ``TRUE``.

    Raises:
        InputError: no such file or engine, or another ending.

    >>> from syllogos.text.source import Source
    >>> dogs = Source("dogs.fol", "Premises:\\n∀x (Dog(x) → Mammal(x))\\nConclusion:\\nMammal(rex)")
    >>> found = verify(dogs)
    >>> found.status.value, str(found.verdict.evidence.countermodel)
    ('OPEN', 'rex: not Dog(rex), not Mammal(rex)')
    """
    (found,) = verify_all([theory], engine, steps=steps)
    if sketch is None or found.theory is None:
        return found
    solver = theories_in_turn() if engine in (ALL, PORTFOLIO) else engine
    checked, verdict = verified_sketch(found.theory, sketch, found.verdict, solver, steps)
    return replace(found, verdict=verdict, sketch=checked)


def verify_all(
    theories: list[str | Path | Source | Theory],
    engine: str | object = "z3",
    *,
    steps: int = STEPS,
    watch: Callable[[int, int], None] | None = None,
) -> tuple[VerifiedTheory, ...]:
    """:func:`verify` of several theories by one engine, in order.

    ``watch`` is told how many are done, of how many.
    """
    read = [_read(theory) for theory in theories]
    if engine == ALL:
        return _side_by_side(read, steps, watch)
    one = theories_in_turn() if engine == PORTFOLIO else engine
    return _verified_by(read, one, steps, watch, started=len(read) > 1)


def _verified_by(
    read: Sequence[tuple[str, ReadTheory]],
    engine: str | object,
    steps: int,
    watch: Callable[[int, int], None] | None,
    *,
    started: bool,
) -> tuple[VerifiedTheory, ...]:
    """Each theory by one engine, which is ``started`` first where the first one's time is to be its own."""
    plan = plan_solver(engine)
    solver = plan.open()

    async def asked() -> tuple[VerifiedTheory, ...]:
        found: list[VerifiedTheory] = []
        try:
            if started:
                await solver.ask(NOTHING, steps=steps)
            for name, one in read:
                found.append(await _verified(name, one, solver, plan.label, steps))
                if watch:
                    watch(len(found), len(read))
            return tuple(found)
        finally:
            if not plan.lent:
                await close(solver)

    return run_now(asked())


def _side_by_side(
    read: Sequence[tuple[str, ReadTheory]], steps: int, watch: Callable[[int, int], None] | None
) -> tuple[VerifiedTheory, ...]:
    """Every engine that is here on every theory, each by itself so that its time is its own."""
    heard: list[tuple[VerifiedTheory, ...]] = []
    absent: list[str] = []
    names = theory_solvers()
    for number, name in enumerate(names):

        def done(count: int, of: int, before: int = number) -> None:
            if watch:
                watch(before * of + count, len(names) * of)

        try:
            heard.append(_verified_by(read, name, steps, done, started=True))
        except InputError as error:
            absent.append(f"{name}: {error}")
    if not heard:
        raise InputError(f"no engine of theories is here: {'; '.join(absent)}")
    return tuple(_together(engines, tuple(absent), steps) for engines in zip(*heard, strict=True))


def without_doubtful(engines: Sequence[VerifiedTheory]) -> tuple[VerifiedTheory, ...]:
    """Those who decide; of contradicting verdicts not those that hold only if the premises are consistent.

    From premises that contradict each other follows everything: a proof by who could not tell whether they
    do is no disagreement with who found that they do, nor with a proof of the opposite.
    """
    decided = tuple(one for one in engines if one.status in DECIDED)
    said = {one.status for one in decided}
    if Status.INCONSISTENT not in said and not {Status.TRUE, Status.FALSE} <= said:
        return decided
    proved = (Status.TRUE, Status.FALSE)
    return tuple(one for one in decided if one.status not in proved or one.consistency == "TRUE")


def _together(engines: tuple[VerifiedTheory, ...], absent: tuple[str, ...], steps: int) -> VerifiedTheory:
    """One theory's verdicts as one: that of all who decide, if they agree."""
    sure = without_doubtful(engines)
    heard = [one for one in engines if one in sure or one.status not in DECIDED]
    opinions = Opinions("agreement", tuple(Opinion(one.verdict.engine, one.verdict) for one in heard))
    first = engines[0]
    if first.errors:
        return first
    verdict = replace(combined(opinions, steps=steps), engine=ALL)
    seconds = sum(one.seconds for one in engines)
    return replace(first, verdict=verdict, seconds=seconds, engines=engines, absent=absent)


def _read(theory: str | Path | Source | Theory) -> tuple[str, ReadTheory]:
    if isinstance(theory, Theory):
        return theory.name, ReadTheory(theory)
    source = theory if isinstance(theory, Source) else read_source(Path(theory))
    reader = READERS.get(Path(source.name).suffix)
    if reader is None:
        raise InputError(
            "no language is known by this ending", file=source.name, mend=f"use {', '.join(READERS)}"
        )
    return source.name, reader(source.text)


async def _verified(name: str, read: ReadTheory, solver: Any, engine: str, steps: int) -> VerifiedTheory:
    started = perf_counter()
    if read.theory is None:
        reason = str(read.problems[0])
        verdict: Verdict[Any] = Verdict(Status.REJECTED, reason=reason, engine=engine)
    else:
        verdict = await solver.ask(read.theory, steps=steps)
    if name.endswith(".smt2") and verdict.status is Status.INCONSISTENT:
        # Of a script nobody knows which assertions are premises: unsatisfiable is all there is to show.
        verdict = replace(verdict, status=Status.TRUE)
    seconds = perf_counter() - started
    return VerifiedTheory(name, verdict, read.problems, read.repairs, read.notes, seconds, read.theory)


def told(found: VerifiedTheory, *, most: int = MOST_CHARACTERS, table: bool = True) -> str:
    """What came of a theory in plain English, in at most ``most`` characters, that of its sketch apart."""
    lines = [narrate(_backed(found.verdict), found.theory, most=most, table=table)]
    if found.sketch and found.sketch.checked:
        lines += narrated_evidence(found.sketch.checked, found.theory, table=table)
    elif found.sketch:
        lines.append(f"The sketch {found.sketch.name} cannot be read: {found.sketch.read.problems[0]}")
    return "\n".join(lines)


def _backed(verdict: Verdict[Any]) -> Verdict[Any]:
    """The verdict of several engines with the evidence of one who says the same."""
    if not isinstance(verdict.evidence, Opinions):
        return verdict
    said = [o.verdict for o in verdict.evidence.members if o.verdict and o.verdict.status is verdict.status]
    held = [v.evidence for v in said if isinstance(v.evidence, LogicEvidence)]
    best = max(held, key=lambda e: (e.countermodel is not None, e.needed is not None), default=None)
    return replace(verdict, evidence=best) if best else verdict


def verified_json(found: VerifiedTheory) -> Mapping[str, Any]:
    """What ``verify --json`` prints."""
    verdict = found.verdict
    evidence = verdict.evidence
    shown = None
    if isinstance(evidence, LogicEvidence):
        model = evidence.countermodel
        needed = evidence.needed
        shown = {
            "needed": list(needed.premises) if needed else None,
            "countermodel": plain(model.structure) if model else None,
            "says": str(model or needed or ""),
        }
    return {
        "file": found.name,
        "status": verdict.status.value,
        "engine": verdict.engine,
        "isolation": verdict.isolation,
        "consistency": found.consistency,
        "evidence": shown if shown else plain(evidence),
        "told": told(found),
        "reason": verdict.reason,
        "errors": [
            {"line": e.line, "column": e.column, "message": e.say, "kind": e.kind} for e in found.errors
        ],
        "repaired": [str(r) for r in found.repaired],
        "notes": [str(n) for n in found.notes],
        "stable": verdict.stable,
        "seconds": round(found.seconds, 4),
        **({"sketch": sketch_json(found.sketch)} if found.sketch else {}),
        **(_engines_json(found) if found.engines else {}),
    }


def _engines_json(found: VerifiedTheory) -> Mapping[str, Any]:
    """What each engine says, with its time, and whether they disagree."""
    engines = [
        {
            "engine": one.verdict.engine,
            "status": one.status.value,
            "seconds": round(one.seconds, 4),
            "stable": one.verdict.stable,
            "reason": one.verdict.reason,
            "evidence": shown_evidence(one),
        }
        for one in found.engines
    ]
    return {"engines": engines, "absent": list(found.absent), "disagreement": found.disagreement}


def shown_evidence(found: VerifiedTheory) -> str:
    """In a few words what a verdict rests on: the premises needed, or a countermodel, else the reason."""
    evidence = found.verdict.evidence
    if not isinstance(evidence, LogicEvidence):
        return found.verdict.reason
    return str(evidence.countermodel or evidence.needed or found.verdict.reason)
