"""What a prover that reads TPTP is given for one check, and what it says: a status and a proof."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from syllogos.engines.smt.wire import CheckResult, ProverCheck, SmtProblem
from syllogos.engines.tptp.one_sort import as_written, of_one_sort, sort_axioms
from syllogos.logic.formulas import Formula, Negated
from syllogos.logic.languages import fol, tptp
from syllogos.logic.proofs import Proof, ProofStep

STATUS = re.compile(r"^[%#] SZS status (\w+)", re.MULTILINE)
"""G. Sutcliffe, "The SZS ontologies for automated reasoning software", 2008."""
PROVED = frozenset({"Unsatisfiable", "Theorem", "ContradictoryAxioms"})
SATURATED = frozenset({"Satisfiable", "CounterSatisfiable"})
MOST_STEPS = 400
"""Steps of a proof that is read; of a longer one only the premises are."""
LINE = re.compile(r"^(?:fof|cnf)\(([a-z]\w*), *(\w+), *(.*)\)\.$", re.MULTILINE)
FREE = re.compile(r"\bX\d+\b")
GIVEN = re.compile(r"file\('[^']*', *(\w+)\)")
RULE = re.compile(r"inference\((\w+)")
PARENT = re.compile(r"\bc_\d+_\d+\b|\b[ags]\d+\b")


def problem_text(problem: SmtProblem, check: ProverCheck) -> str:
    """The check as a problem: formula 3 is ``a3``, or ``g3`` where it is the last; ``s1`` speaks of sorts."""
    signature, names = problem.theory.signature, problem.names
    lines = [
        f"fof(s{n}, axiom, {tptp.printed_formula(axiom)})."
        for n, axiom in enumerate(sort_axioms(signature, names))
    ]
    last = len(problem.formulas) - 1
    for n, is_so in check.formulas:
        plain = of_one_sort(problem.formulas[n], names)
        role, letter = ("negated_conjecture", "g") if n == last else ("axiom", "a")
        formula = tptp.printed_formula(plain if is_so else Negated(plain))
        lines.append(f"fof({letter}{n}, {role}, {formula}).")
    return "\n".join([*lines, ""])


def check_result(problem: SmtProblem, check: ProverCheck, reply: str) -> CheckResult:
    """What a prover's words come to; without a status they say nothing."""
    found = STATUS.search(reply)
    status = found.group(1) if found else ""
    if status in SATURATED:
        return CheckResult("sat")
    if status not in PROVED:
        return CheckResult("unknown", why=status or "it says nothing")
    lines = [_Line.of(*match.groups()) for match in LINE.finditer(reply)]
    given = {int(line.given[1:]) for line in lines if line.given[:1] in ("a", "g")}
    core = sorted(given) or [n for n, _ in check.formulas]
    return CheckResult("unsat", tuple(core), proof=_proof(problem, check, lines))


@dataclass(frozen=True)
class _Line:
    """One line of a proof: its name, formula, what it is of the problem, its rules and its parents."""

    name: str
    formula: str
    given: str
    rules: tuple[str, ...]
    parents: tuple[str, ...]

    @classmethod
    def of(cls, name: str, _role: str, rest: str) -> _Line:
        formula, source = _parted(rest)
        given = GIVEN.match(source)
        if given:
            return cls(name, formula, given.group(1), (), ())
        rules = tuple(reversed(RULE.findall(source)))
        parents = tuple(dict.fromkeys(PARENT.findall(source)))
        return cls(name, formula, "", rules, parents)


def _parted(rest: str) -> tuple[str, str]:
    """A formula, and what follows the comma after it."""
    depth = 0
    for place, sign in enumerate(rest):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and not depth:
            return rest[:place].strip(), rest[place + 1 :].strip()
    return rest.strip(), ""


def _proof(problem: SmtProblem, check: ProverCheck, lines: Sequence[_Line]) -> Proof | None:
    """The steps in the words of the theory; None where one of them cannot be read.

    A step that says what the one before it says is left out.
    """
    if not lines or len(lines) > MOST_STEPS:
        return None
    places: dict[str, int] = {}
    steps: list[ProofStep] = []
    for line in lines:
        if (formula := _read(line.formula)) is None:
            return None
        text = fol.printed_formula(as_written(formula, problem.names))
        parents = tuple(dict.fromkeys(places[p] for p in line.parents if p in places))
        if len(parents) == 1 and steps[parents[0]].formula == text:
            places[line.name] = parents[0]
            continue
        places[line.name] = len(steps)
        steps.append(ProofStep(text, *_reached(problem, check, line, parents)))
    return Proof(tuple(steps))


def _reached(
    problem: SmtProblem, check: ProverCheck, line: _Line, parents: tuple[int, ...]
) -> tuple[str, tuple[int, ...], str]:
    """The rule of a step, its parents, and the premise that it is."""
    if not line.given:
        return ", ".join(line.rules) or "definition", parents, ""
    letter, number = line.given[0], int(line.given[1:])
    if letter == "s":
        return "sorts", (), ""
    premises = problem.theory.premises
    if number < len(premises):
        return "premise", (), premises[number].name
    if letter == "a":
        return "order and numbers", (), ""
    return ("conclusion" if (number, True) in check.formulas else "negated conclusion"), (), ""


def _read(text: str) -> Formula | None:
    """A formula of a proof; variables of a clause are for all values."""
    free = () if text.startswith(("!", "?", "~!", "~?")) else tuple(dict.fromkeys(FREE.findall(text)))
    bound = f"![{','.join(free)}]:({text})" if free and not re.search(r"[!?]\[", text) else text
    theory = tptp.read(f"fof(step, axiom, {bound}).").theory
    return theory.premises[0].formula if theory else None
